"""The shared rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from trainer.rules.cards import Card, Colour
from trainer.rules.errors import Fault, Field, IllegalTurnError, MalformedError, Refusal
from trainer.rules.profile import OFFICIAL, Profile


class Row(NamedTuple):
    """The lowest and the highest number laid in a row."""

    low: int
    high: int

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


Rows = tuple[Row | None, Row | None, Row | None, Row | None]


@dataclass(frozen=True)
class Table:
    """Four rows, by colour; None is a row that is not open. ``str`` gives ``-/-/-/9-13``."""

    rows: Rows = (None, None, None, None)
    profile: Profile = OFFICIAL

    def __post_init__(self) -> None:
        for colour, row in zip(Colour, self.rows, strict=True):
            if row is None:
                continue
            start = self.profile.starts[colour]
            inside = 1 <= row.low <= start <= row.high <= self.profile.highest
            if not inside or colour >= self.profile.colours:
                raise MalformedError(Field.TABLE, Fault.NOT_A_ROW, f"{colour.letter} {row}")

    def __str__(self) -> str:
        return "/".join("-" if row is None else str(row) for row in self.rows)

    @property
    def cards(self) -> frozenset[Card]:
        """All cards that are laid."""
        return frozenset(
            Card(colour, number)
            for colour, row in zip(Colour, self.rows, strict=True)
            if row is not None
            for number in range(row.low, row.high + 1)
        )

    def ends(self, colour: Colour) -> tuple[Card, ...]:
        """The cards that fit a colour's row now: its start card, or up to two neighbours."""
        if colour >= self.profile.colours:
            return ()
        row = self.rows[colour]
        if row is None:
            return (self.profile.start(colour),)
        neighbours = (row.low - 1, row.high + 1)
        return tuple(Card(colour, n) for n in neighbours if 1 <= n <= self.profile.highest)

    @property
    def fitting(self) -> tuple[Card, ...]:
        """All cards that fit now, in any colour: at most eight."""
        return tuple(card for colour in Colour for card in self.ends(colour))

    def fits(self, card: Card) -> bool:
        """Whether the card may be laid now."""
        return card in self.ends(card.colour)

    def refusal(self, card: Card) -> Refusal | None:
        """The rule that forbids laying the card now, or None where it fits."""
        row = self.rows[card.colour]
        if self.fits(card):
            return None
        if row is None:
            return Refusal.ROW_CLOSED
        return Refusal.ALREADY_LAID if row.low <= card.number <= row.high else Refusal.NOT_NEXT

    def lay(self, card: Card) -> Table:
        """The table with one card more; raises IllegalTurnError where it does not fit."""
        refusal = self.refusal(card)
        if refusal is not None:
            raise IllegalTurnError(refusal, card)
        row = self.rows[card.colour]
        low, high = (card.number, card.number) if row is None else row
        rows = list(self.rows)
        rows[card.colour] = Row(min(low, card.number), max(high, card.number))
        return Table((rows[0], rows[1], rows[2], rows[3]), self.profile)

    def lay_all(self, cards: Iterable[Card]) -> Table:
        """The table after several cards, laid in the order given."""
        table = self
        for card in cards:
            table = table.lay(card)
        return table

    def arrange(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The cards in the canonical laying order: by colour, start card, downwards, upwards.

        Raises IllegalTurnError for a card that fits in no order.
        """
        left, order = set(cards), list[Card]()
        for colour in Colour:
            for card in self._reachable(colour, left):
                order.append(card)
                left.discard(card)
        if left:
            card = min(left, key=self._distance)
            refusal = self.lay_all(order).refusal(card)
            raise IllegalTurnError(refusal or Refusal.NOT_NEXT, card)
        return tuple(order)

    def _reachable(self, colour: Colour, cards: set[Card]) -> Iterator[Card]:
        """The cards of a colour that can be laid with only ``cards``, in canonical order."""
        if colour >= self.profile.colours:
            return
        row, start = self.rows[colour], self.profile.start(colour)
        if row is None:
            if start not in cards:
                return
            yield start
            row = Row(start.number, start.number)
        yield from self._run(colour, range(row.low - 1, 0, -1), cards)
        yield from self._run(colour, range(row.high + 1, self.profile.highest + 1), cards)

    @staticmethod
    def _run(colour: Colour, numbers: range, cards: set[Card]) -> Iterator[Card]:
        for number in numbers:
            card = Card(colour, number)
            if card not in cards:
                return
            yield card

    def _distance(self, card: Card) -> tuple[int, Card]:
        """How far a card lies from its row's start, so that the nearest culprit is named."""
        return abs(card.number - self.profile.starts[card.colour]), card

    def runs(self, colour: Colour, hand: frozenset[Card]) -> tuple[int, int, int]:
        """How many cards of ``hand`` can be laid into one row: (start card, downwards, upwards)."""
        cards = tuple(self._reachable(colour, set(hand)))
        start = self.profile.starts[colour]
        opening = 1 if self.rows[colour] is None and cards else 0
        below = sum(card.number < start for card in cards)
        return opening, below, len(cards) - opening - below
