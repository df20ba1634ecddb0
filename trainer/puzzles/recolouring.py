"""The same puzzle in other colours, so that neighbours cannot copy from each other.

Once the opening card lies, the rules treat all colours alike. One thing stays from the opening:
it goes by the order red, yellow, green, blue, so a row that is closed although a later colour
could have opened the game has its start card in the stock. A recolouring that would break this
(red closed, and somebody may hold the red 11) shows what no game can show, and is not made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import msgspec

from trainer.puzzles.canonical import Naming, card_renamed, namings, renamed
from trainer.puzzles.schema import Puzzle, Question, TurnRecord, own_id
from trainer.rules import Card, Colour, Position, Seen, Table
from trainer.rules.cards import join
from trainer.rules.table import Row

SAME: Naming = tuple(Colour)
"""The naming that leaves every colour as it is."""

_NAMINGS: tuple[Naming, ...] = tuple(permutations(Colour))


@lru_cache(maxsize=1024)
def recolourings(position: Position) -> tuple[Naming, ...]:
    """The ways to rename the colours that the rules allow; `SAME` is the first.

    Of namings that give the same position, one is kept.
    """
    suits = [_suit(position, colour) for colour in Colour]
    found = {tuple(suits): SAME}
    for naming in namings(position):
        dressed = list(suits)
        for old, new in zip(Colour, naming, strict=True):
            dressed[new] = suits[old]
        if _in_order(dressed[: position.profile.colours]):
            found.setdefault(tuple(dressed), naming)
    return tuple(found.values())


class _Suit(NamedTuple):
    """All that a position shows of one colour; equal suits can be exchanged unseen.

    ``absent``: whether the start card is known to be in no hand.
    """

    row: Row | None
    start: int
    absent: bool
    hand: tuple[int, ...]
    others: tuple[tuple[int, ...], ...]
    stock: tuple[int | None, ...]


def _suit(position: Position, colour: Colour) -> _Suit:
    def numbers(cards: Iterable[Card]) -> tuple[int, ...]:
        return tuple(sorted(card.number for card in cards if card.colour is colour))

    stock = () if isinstance(position.stock, int) else position.stock
    start = position.profile.start(colour)
    return _Suit(
        row=position.table.rows[colour],
        start=start.number,
        absent=_in_no_hand(position, start),
        hand=numbers(position.hand),
        others=tuple(
            numbers(other.cards if isinstance(other, Seen) else other.lacks)
            for other in position.others
        ),
        stock=tuple(card.number if card.colour is colour else None for card in stock),
    )


def follows_an_opening(position: Position) -> bool:
    """Whether the closed rows can be closed after an opening in the order of the colours.

    False for a table on which nothing lies: there the order itself is what matters.
    """
    used = tuple(Colour)[: position.profile.colours]
    return _in_order([_suit(position, colour) for colour in used])


def _in_order(suits: Sequence[_Suit]) -> bool:
    for suit in suits:
        if suit.row is not None:
            return True
        if not suit.absent:
            return False
    return False


def _in_no_hand(position: Position, card: Card) -> bool:
    if card in position.hand:
        return False
    if not isinstance(position.stock, int) and card in position.stock:
        return True
    return not any(
        card in hand.cards if isinstance(hand, Seen) else card not in hand.lacks
        for hand in position.others
    )


def recoloured(puzzle: Puzzle, naming: Naming) -> Puzzle:
    """The record in other colours; every value stays what it was.

    Turns keep their order (the best first), their cards stand in the order of the new colours.
    """
    if naming == SAME:
        return puzzle
    position = renamed(puzzle.position, naming)
    answer = None
    if puzzle.answer is not None:
        answer = _texts(tuple(sorted(_cards(puzzle.answer, naming))))
    other = msgspec.structs.replace(
        puzzle,
        line=str(position),
        turns=tuple(_turn(value, naming, position.table) for value in puzzle.turns),
        answer=answer,
        question=_question(puzzle.question, naming) if puzzle.question else None,
    )
    return msgspec.structs.replace(other, id=own_id(other))


def _turn(value: TurnRecord, naming: Naming, table: Table) -> TurnRecord:
    if not value.turn.cards:
        return value
    laid = table.arrange(_cards(value.cards, naming))
    return msgspec.structs.replace(value, cards=_texts(laid))


def _question(question: Question, naming: Naming) -> Question:
    """The answers are the same in all colours, so at least their order changes."""
    start = _NAMINGS.index(naming) % len(question.choices)
    return msgspec.structs.replace(
        question,
        drawn=_texts(_cards(question.drawn, naming)),
        choices=question.choices[start:] + question.choices[:start],
    )


def _cards(texts: tuple[str, ...], naming: Naming) -> tuple[Card, ...]:
    return tuple(card_renamed(Card.parse(text), naming) for text in texts)


def _texts(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(filter(None, join(cards).split(",")))
