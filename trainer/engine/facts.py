"""What can be said about a turn: what it opens and for whom, what it keeps, who is stuck.

Facts are values for explanations; the words are made above. Chances are counted over deals
drawn at random, the same for every turn of a position; certain things are told apart from
likely ones by counting what is known, never by sampling.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from trainer.engine import kernel
from trainer.engine.beliefs import Beliefs
from trainer.engine.convert import cards_in
from trainer.rules import Card, Position, Seen, Table, Turn
from trainer.rules.cards import points
from trainer.rules.position import Hand

DEALS = 1000
"""Deals that the chances are counted over: good for three points of a hundred."""


@dataclass(frozen=True)
class Opening:
    """A card that fits after the turn and did not before.

    ``own``: the mover holds it. ``seats``: the others, numbered from 0 in turn order, that
    hold it or may hold it; ``certain``: the one that is known to hold it.
    """

    card: Card
    own: bool
    seats: tuple[int, ...]
    certain: int | None


@dataclass(frozen=True)
class Outlook:
    """Another player after the turn, as far as is known.

    ``surely_stuck`` and ``surely_out``: nothing of the hand will fit, or all of it can be laid
    in the next turn of that player if nobody lays anything before. The chances are of the same.
    """

    seat: int
    cards: int
    surely_stuck: bool
    surely_out: bool
    chance_stuck: float
    chance_out: float


@dataclass(frozen=True)
class Facts:
    """What a turn does, before anybody else plays.

    ``goes_out``: it lays the last card. ``points_left``: in the mover's hand after it.
    ``opens``: what fits only now. ``guaranteed``: own cards that fit after the turn: nobody
    else can take their place, so that they can be laid next time. ``ends_rows``: laid cards
    after which their side of the row is complete. ``held_back``: cards that could have been
    laid as well. ``starts_held``: own start cards of rows that stay closed.
    """

    turn: Turn
    goes_out: bool
    points_left: int
    opens: tuple[Opening, ...]
    guaranteed: tuple[Card, ...]
    ends_rows: tuple[Card, ...]
    held_back: tuple[Card, ...]
    starts_held: tuple[Card, ...]
    others: tuple[Outlook, ...]

    @property
    def opens_for_others(self) -> tuple[Card, ...]:
        """The newly fitting cards that another player holds or may hold."""
        return tuple(opening.card for opening in self.opens if opening.seats)

    @property
    def chance_someone_goes_out(self) -> float:
        """An upper estimate of the chance that one of the others goes out in the next round."""
        return min(1.0, sum(outlook.chance_out for outlook in self.others))


def facts(position: Position, turns: Sequence[Turn], seed: int = 0) -> tuple[Facts, ...]:
    """The facts of some legal turns of a position, in their order; the same for one seed."""
    known = Beliefs(position).settled
    hands = list(_deals(known, seed))
    return tuple(_facts(known, turn, hands) for turn in turns)


def _deals(position: Position, seed: int) -> Iterator[tuple[frozenset[Card], ...]]:
    """The others' hands in random deals, or once where they are known."""
    if all(isinstance(hand, Seen) for hand in position.others):
        yield tuple(hand.cards for hand in position.others if isinstance(hand, Seen))
        return
    beliefs = Beliefs(position)
    rows, size = beliefs.sample(seed, 0, DEALS), beliefs.hidden
    for start in range(0, len(rows), size):
        world = kernel.world_of(beliefs.view, rows[start : start + size])
        yield tuple(map(cards_in, world.hands[1:]))


def _facts(position: Position, turn: Turn, hands: Sequence[tuple[frozenset[Card], ...]]) -> Facts:
    before = position.table
    after, left = before.lay_all(turn.cards), position.hand - set(turn.cards)
    fits = frozenset(after.fitting)
    return Facts(
        turn=turn,
        goes_out=not left,
        points_left=points(left),
        opens=tuple(_opening(position, left, card) for card in sorted(fits - {*before.fitting})),
        guaranteed=tuple(sorted(left & fits)),
        ends_rows=tuple(card for card in turn.cards if _completes(after, card)),
        held_back=tuple(sorted(card for card in left if card in fits or before.fits(card))),
        starts_held=tuple(card for card in position.profile.start_cards if card in left & fits),
        others=tuple(
            _outlook(seat, hand, after, position.unseen, [deal[seat] for deal in hands])
            for seat, hand in enumerate(position.others)
        ),
    )


def _completes(table: Table, card: Card) -> bool:
    """Whether the row has no place left beyond this card."""
    return card.number in (1, table.profile.highest)


def _opening(position: Position, left: frozenset[Card], card: Card) -> Opening:
    hands = position.others
    certain = next(
        (s for s, h in enumerate(hands) if isinstance(h, Seen) and card in h.cards), None
    )
    if certain is not None:
        return Opening(card, False, (certain,), certain)
    if card in left:
        return Opening(card, True, (), None)
    hidden = card in position.unseen
    seats = (s for s, h in enumerate(hands) if not isinstance(h, Seen) and card not in h.lacks)
    return Opening(card, False, tuple(seats) if hidden else (), None)


def _outlook(
    seat: int,
    hand: Hand,
    table: Table,
    unseen: frozenset[Card],
    hands: Sequence[frozenset[Card]],
) -> Outlook:
    fits = frozenset(table.fitting)
    stuck = [not cards & fits for cards in hands]
    out = [_lays_all(table, cards) for cards in hands]
    known = isinstance(hand, Seen)
    lacks_all = (
        hand.cards.isdisjoint(fits) if isinstance(hand, Seen) else fits & unseen <= hand.lacks
    )
    return Outlook(
        seat=seat,
        cards=hand.count,
        surely_stuck=lacks_all,
        surely_out=known and all(out),
        chance_stuck=1.0 if lacks_all else sum(stuck) / len(stuck),
        chance_out=sum(out) / len(out),
    )


def _lays_all(table: Table, cards: frozenset[Card]) -> bool:
    return sum(sum(table.runs(colour, cards)) for colour in {c.colour for c in cards}) == len(cards)
