"""Rules values to the kernel's numbers and back.

The kernel knows a card by its ordinal, a hand or a turn as a mask of ordinals.
"""

from __future__ import annotations

from collections.abc import Iterable

from trainer.engine.kernel import Rules, Seat, View, World, cards_of, mask
from trainer.rules import DRAW, PASS, Card, Lay, Position, Profile, Seen, Table, Turn
from trainer.rules.position import Hand

Rows = tuple[tuple[int, int], ...]


def mask_of(cards: Iterable[Card]) -> int:
    """The mask of some cards."""
    return mask([card.ordinal for card in cards])


def cards_in(cards: int) -> frozenset[Card]:
    """The cards of a mask."""
    return frozenset(map(Card.at, cards_of(cards)))


def rules_of(profile: Profile) -> Rules:
    """What the kernel needs of a profile."""
    return Rules(
        draw_limit=profile.draw_limit,
        must_open=profile.must_open,
        may_pass=profile.may_pass,
        starts=profile.starts,
        highest=profile.highest,
        colours=profile.colours,
    )


def rows_of(table: Table) -> Rows:
    """The rows as pairs; (0, 0) is a closed one."""
    return tuple((0, 0) if row is None else (row.low, row.high) for row in table.rows)


def view_of(position: Position, lacks: Iterable[Card] = ()) -> View:
    """A position as the kernel sees it; ``lacks``: what the others know the mover not to hold."""
    stock = position.stock
    return View(
        rows=rows_of(position.table),
        hand=mask_of(position.hand),
        others=tuple(map(_seat, position.others)),
        stock=stock if isinstance(stock, int) else tuple(card.ordinal for card in stock),
        lacks=mask_of(lacks),
    )


def _seat(hand: Hand) -> Seat:
    if isinstance(hand, Seen):
        return Seat.known(mask_of(hand.cards))
    return Seat(hand.count, mask_of(hand.lacks))


def world_with_open_hands(position: Position) -> World | None:
    """The world of a position in which all hands are known, else None.

    Its stock is a number where the order is not known.
    """
    known = position.resolved
    hands = [hand.cards for hand in known.others if isinstance(hand, Seen)]
    if len(hands) < len(known.others):
        return None
    order = () if isinstance(known.stock, int) else tuple(card.ordinal for card in known.stock)
    stock = known.stock if isinstance(known.stock, int) and known.stock else order
    return World(rows_of(known.table), (mask_of(known.hand), *map(mask_of, hands)), stock)


def turn_mask(turn: Turn) -> int:
    """The mask of a turn; 0 for a draw turn or a pass."""
    return mask_of(turn.cards)


def turn_from(cards: int, table: Table, stock: int) -> Turn:
    """The turn of a mask, its cards in canonical order; ``stock`` tells a draw from a pass."""
    if not cards:
        return DRAW if stock else PASS
    return Lay(table.arrange(cards_in(cards)))
