"""Puzzles that differ by the names of the colours only are one puzzle.

The start number of a row moves with its colour, and with three colours blue stays out. The rules
know no other difference between colours once the opening card lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import permutations

from trainer.puzzles.schema import Puzzle
from trainer.rules import Card, Colour, Position, Seen, Table
from trainer.rules.position import Hand, Unseen

Naming = tuple[Colour, ...]
"""The new colour of each colour."""


def namings(position: Position) -> Iterator[Naming]:
    """Every way to rename the colours of a position's deck."""
    used, spare = tuple(Colour)[: position.profile.colours], tuple(Colour)
    for order in permutations(used):
        yield order + spare[len(order) :]


def renamed(position: Position, naming: Naming) -> Position:
    """The same position with other colours."""
    rows, starts = list(position.table.rows), list(position.profile.starts)
    for old, new in zip(Colour, naming, strict=True):
        rows[new], starts[new] = position.table.rows[old], position.profile.starts[old]
    profile = replace(position.profile, starts=(starts[0], starts[1], starts[2], starts[3]))
    stock = position.stock
    return Position(
        Table((rows[0], rows[1], rows[2], rows[3]), profile),
        _cards(position.hand, naming),
        tuple(_hand(hand, naming) for hand in position.others),
        stock if isinstance(stock, int) else tuple(card_renamed(c, naming) for c in stock),
    )


def card_renamed(card: Card, naming: Naming) -> Card:
    """A card in its new colour."""
    return Card(naming[card.colour], card.number)


def canonical_key(puzzle: Puzzle) -> tuple[str, ...]:
    """What a puzzle asks, the same for all renamings of its colours, and only for those."""
    drawn = tuple(map(Card.parse, puzzle.question.drawn)) if puzzle.question else ()
    position = puzzle.position
    return min(
        (
            puzzle.goal.value,
            str(renamed(position, naming)),
            *(str(card_renamed(card, naming)) for card in drawn),
        )
        for naming in namings(position)
    )


def _cards(cards: Iterable[Card], naming: Naming) -> frozenset[Card]:
    return frozenset(card_renamed(card, naming) for card in cards)


def _hand(hand: Hand, naming: Naming) -> Hand:
    if isinstance(hand, Seen):
        return Seen(_cards(hand.cards, naming))
    return Unseen(hand.count, _cards(hand.lacks, naming))
