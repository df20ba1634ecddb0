"""Checking an answer that is not stored: for one's own puzzles, frames on other pages, programs.

In: a puzzle and the parameters of an address (``laid``, ``special``, ``choice``).
Out: what is said to the answer.
Owns: nothing.
Knows: the frozen evaluation; nothing is computed again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from trainer.i18n.messages import Message
from trainer.puzzles.grading import (
    Result,
    grade_cards,
    grade_choice,
    grade_marks,
    grade_turn,
)
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal, Puzzle
from trainer.rules import DRAW, PASS, Card, Turn
from trainer.web import puzzle_views
from trainer.web import puzzle_wording as words
from trainer.web.board import BoardView, view_position
from trainer.web.cards import CardFace, faces
from trainer.web.laying import Mode, read_laying
from trainer.web.puzzle_views import Answer

SPECIAL: Mapping[str, Turn] = {str(DRAW): DRAW, str(PASS): PASS}
LONGEST = 400


@dataclass(frozen=True)
class Sheet:
    """A puzzle on a page that stores nothing: what is asked, the board, what is said."""

    puzzle: Puzzle
    title: Message
    task: Message
    hint: Message | None
    drawn: list[CardFace]
    choices: list[tuple[str, Message]]
    chosen: str
    board: BoardView
    hand: list[CardFace]
    answer: Answer | None


def sheet(puzzle: Puzzle, given: Mapping[str, str]) -> Sheet:
    """The sheet of a puzzle, with the answer in the address if there is one to check."""
    question = puzzle.question
    mode: Mode = "mark" if puzzle.goal is Goal.LEGAL else "lay"
    return Sheet(
        puzzle=puzzle,
        title=words.QUESTIONS[puzzle.goal],
        task=words.task(puzzle),
        hint=words.hint_at_hand(puzzle),
        drawn=faces(question.drawn if question else ()),
        choices=[(code.value, words.HAPPENINGS[code]) for code in question.choices]
        if question
        else [],
        chosen=given.get("choice", ""),
        board=view_position(puzzle.position, mode=mode),
        hand=faces(sorted(puzzle.position.hand)),
        answer=said(puzzle, given) if "check" in given else None,
    )


def said(puzzle: Puzzle, given: Mapping[str, str]) -> Answer:
    """What is said to the answer of an address."""
    if puzzle.question is not None:
        text = given.get("choice", "")
        if text not in list(puzzle.question.choices):
            return puzzle_views.missing_choice()
        choice = Happening(text)
        return puzzle_views.choice_answer(puzzle, grade_choice(puzzle, choice), choice)
    laid = given.get("laid", "")
    if puzzle.goal is Goal.LEGAL:
        return puzzle_views.marks_answer(puzzle, grade_marks(puzzle, cards_of(laid)))
    table = read_laying(puzzle.position.table, puzzle.position.hand, laid).table
    return puzzle_views.turn_answer(puzzle, graded(puzzle, given.get("special") or laid), table)


def graded(puzzle: Puzzle, turn: str) -> Result:
    """The grade of a turn as it is written: cards, ``draw`` or ``pass``."""
    special = SPECIAL.get(turn)
    return grade_turn(puzzle, special) if special else grade_cards(puzzle, cards_of(turn))


def cards_of(text: str) -> list[Card]:
    """The cards of an answer; what is no card is left out."""
    found = []
    for word in text[:LONGEST].split(","):
        try:
            found.append(Card.parse(word))
        except ValueError:
            continue
    return found
