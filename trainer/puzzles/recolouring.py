"""The same puzzle in other colours, so that neighbours cannot copy from each other.

Once the opening card lies, the rules treat all colours alike. One thing stays from the opening:
it goes by the order red, yellow, green, blue, so a row that is closed although a later colour
could have opened the game has its start card in the stock. A recolouring that would break this
(red closed, and somebody may hold the red 11) shows what no game can show, and is not made.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from trainer.puzzles.canonical import Naming, card_renamed, namings, renamed
from trainer.puzzles.schema import Puzzle, Question, TurnRecord, own_id
from trainer.rules import Card, Colour, Position, Seen, Table
from trainer.rules.cards import join

SAME: Naming = tuple(Colour)
"""The naming that leaves every colour as it is."""


@lru_cache(maxsize=1024)
def recolourings(position: Position) -> tuple[Naming, ...]:
    """The ways to rename the colours that the rules allow; `SAME` is the first.

    Of namings that give the same position, one is kept.
    """
    found = {str(position): SAME}
    for naming in namings(position):
        other = renamed(position, naming)
        if follows_an_opening(other):
            found.setdefault(str(other), naming)
    return tuple(found.values())


def follows_an_opening(position: Position) -> bool:
    """Whether the closed rows can be closed after an opening in the order of the colours."""
    absent = {card for card in position.profile.start_cards if _in_no_hand(position, card)}
    return closed_in_order(position.table, absent)


def closed_in_order(table: Table, absent: frozenset[Card] | set[Card]) -> bool:
    """The same for a table: ``absent`` are start cards that are known to be in no hand.

    False for a table on which nothing lies: there the order itself is what matters.
    """
    for card in table.profile.start_cards:
        if table.rows[card.colour] is not None:
            return True
        if card not in absent:
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
    return msgspec.structs.replace(question, drawn=_texts(_cards(question.drawn, naming)))


def _cards(texts: tuple[str, ...], naming: Naming) -> tuple[Card, ...]:
    return tuple(card_renamed(Card.parse(text), naming) for text in texts)


def _texts(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(filter(None, join(cards).split(",")))
