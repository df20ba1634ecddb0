"""What a turn does at once, by the rules alone: the certain facts that reasons are made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from trainer.rules import Card, Colour, Position, Seen, Table, Turn, Unseen
from trainer.rules.cards import points
from trainer.rules.position import Hand
from trainer.rules.turn import can_play


@dataclass(frozen=True)
class Consequence:
    """The state after a turn that lays cards (or a pass). Nothing in it is a guess.

    A card that fits goes on fitting until it is laid, and each card exists once: that is why
    ``kept`` is a sure turn later on.
    """

    position: Position
    turn: Turn

    @cached_property
    def table(self) -> Table:
        """The table after the turn."""
        return self.position.table.lay_all(self.turn.cards)

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """What stays in hand, in order."""
        return tuple(sorted(self.position.hand - frozenset(self.turn.cards)))

    @property
    def points(self) -> int:
        """The points that stay in hand."""
        return points(self.hand)

    @property
    def goes_out(self) -> bool:
        """Whether the turn lays the last card."""
        return not self.hand

    @cached_property
    def kept(self) -> tuple[Card, ...]:
        """Held cards that fit after the turn: sure to fit in the next one as well."""
        return tuple(card for card in self.hand if self.table.fits(card))

    @cached_property
    def reserve(self) -> int:
        """How many held cards can be laid later whatever the others do, one after another."""
        held = frozenset(self.hand)
        return sum(sum(self.table.runs(colour, held)) for colour in Colour)

    @cached_property
    def offered(self) -> tuple[Card, ...]:
        """Cards that fit after the turn and that another player may hold."""
        held = frozenset(self.hand)
        return tuple(c for c in self.table.fitting if c not in held and self._may_be_held(c))

    @cached_property
    def opened(self) -> tuple[Card, ...]:
        """Those of ``offered`` that did not fit before the turn."""
        return tuple(c for c in self.offered if not self.position.table.fits(c))

    @cached_property
    def next_hand(self) -> Hand:
        """The hand of the next player, as far as the mover knows it."""
        return settled(self.position).others[0]

    @property
    def next_is_stuck(self) -> bool:
        """Whether the next player surely has no card that fits."""
        if self.goes_out:
            return False
        if isinstance(self.next_hand, Seen):
            return not can_play(self.table, self.next_hand.cards)
        return not any(may_hold(self.position, self.next_hand, c) for c in self.table.fitting)

    @property
    def next_goes_out(self) -> bool:
        """Whether the next player surely can lay all cards in the next turn."""
        hand = self.next_hand
        return not self.goes_out and isinstance(hand, Seen) and lays_all(self.table, hand.cards)

    @property
    def next_cards(self) -> tuple[Card, ...]:
        """The cards of the next player, where they are known."""
        hand = self.next_hand
        return tuple(sorted(hand.cards)) if isinstance(hand, Seen) else ()

    @property
    def next_plays(self) -> tuple[Card, ...]:
        """Those of them that fit after the turn."""
        return tuple(card for card in self.next_cards if self.table.fits(card))

    def _may_be_held(self, card: Card) -> bool:
        others = settled(self.position).others
        return any(may_hold(self.position, hand, card) for hand in others)


@lru_cache(maxsize=256)
def settled(position: Position) -> Position:
    """The position with a hidden hand opened that can be worked out; asked for at every turn."""
    return position.resolved


def may_hold(position: Position, hand: Hand, card: Card) -> bool:
    """Whether this other hand may hold a card, as far as the mover knows."""
    if isinstance(hand, Unseen):
        return card in position.unseen and card not in hand.lacks
    return card in hand.cards


def lays_all(table: Table, hand: frozenset[Card]) -> bool:
    """Whether a whole hand can be laid in one turn."""
    return sum(sum(table.runs(card.colour, hand)) for card in _one_a_colour(hand)) == len(hand)


def _one_a_colour(hand: frozenset[Card]) -> list[Card]:
    return list({card.colour: card for card in hand}.values())
