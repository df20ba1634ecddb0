"""Turns, and which of them the rules allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, product
from typing import TYPE_CHECKING

from trainer.rules.cards import Card, Colour, join
from trainer.rules.errors import IllegalTurnError, Refusal
from trainer.rules.table import Table

if TYPE_CHECKING:
    from trainer.rules.position import Position


@dataclass(frozen=True, eq=False)
class Lay:
    """An ordinary turn: its cards in an order in which each fits.

    Two turns with the same cards are the same turn, in whatever order they were laid.
    """

    cards: tuple[Card, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lay) and set(self.cards) == set(other.cards)

    def __hash__(self) -> int:
        return hash(frozenset(self.cards))

    def __str__(self) -> str:
        return join(self.cards)


@dataclass(frozen=True)
class Draw:
    """A draw turn: nothing of the hand fits, the stock decides."""

    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True)
class Pass:
    """A pass."""

    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return "pass"


DRAW = Draw()
PASS = Pass()
Turn = Lay | Draw | Pass


def legal_turns(position: Position, *, may_pass: bool | None = None) -> tuple[Turn, ...]:
    """Every legal turn of the mover, fewest cards first, then by colour and number.

    A stuck mover has one, ``DRAW`` or, with an empty stock, ``PASS``. ``may_pass`` overrides
    the profile where the history of the game forbids a further pass.
    """
    table, hand = position.table, position.hand
    if not can_play(table, hand):
        return (DRAW,) if position.stock_count else (PASS,)
    turns: list[Turn] = [Lay(cards) for cards in _layings(table, hand) if cards]
    turns.sort(key=lambda turn: (len(turn.cards), turn.cards))
    allowed = table.profile.may_pass if may_pass is None else may_pass
    if allowed and not must_open(table, hand):
        turns.append(PASS)
    return tuple(turns)


def can_play(table: Table, hand: frozenset[Card]) -> bool:
    """Whether any card of the hand fits."""
    return any(card in hand for card in table.fitting)


def must_open(table: Table, hand: Iterable[Card]) -> tuple[Card, ...]:
    """The held start cards of closed rows that the profile obliges the holder to lay."""
    if not table.profile.must_open:
        return ()
    held = set(hand)
    return tuple(c for c in table.profile.start_cards if c in held and table.fits(c))


def check_turn(position: Position, cards: Iterable[Card]) -> Lay:
    """The ordinary turn with these cards, arranged; raises IllegalTurnError with the rule."""
    cards = tuple(cards)
    table, hand = position.table, position.hand
    for card in cards:
        if card not in hand:
            raise IllegalTurnError(Refusal.NOT_IN_HAND, card)
    if len(set(cards)) < len(cards):
        raise IllegalTurnError(Refusal.REPEATED, next(c for c in cards if cards.count(c) > 1))
    if not cards:
        raise IllegalTurnError(Refusal.MUST_PLAY if can_play(table, hand) else Refusal.MUST_DRAW)
    turn = Lay(table.arrange(cards))
    for card in must_open(table, hand):
        if card not in turn.cards:
            raise IllegalTurnError(Refusal.MUST_OPEN, card)
    return turn


def _layings(table: Table, hand: frozenset[Card]) -> Iterator[tuple[Card, ...]]:
    """All layings that the rows allow, the empty one among them."""
    choices = [list(_choices(table, colour, hand)) for colour in Colour]
    for rows in product(*choices):
        yield tuple(chain.from_iterable(rows))


def _choices(table: Table, colour: Colour, hand: frozenset[Card]) -> Iterator[tuple[Card, ...]]:
    """What may be laid into one row, each in canonical order."""
    opening, down, up = table.runs(colour, hand)
    if not (opening and table.profile.must_open):
        yield ()
    row, start = table.rows[colour], table.profile.starts[colour]
    low, high = (start, start) if row is None else row
    first = (Card(colour, start),) * opening
    for below, above in product(range(down + 1), range(up + 1)):
        cards = first + tuple(Card(colour, low - i) for i in range(1, below + 1))
        cards += tuple(Card(colour, high + i) for i in range(1, above + 1))
        if cards:
            yield cards
