"""Checking an answer that is to be stored: for puzzles, tasks of a class, live rounds.

In: a puzzle and an answer, from a form or as the parameters of an address.
Out: what is said to it, and the values that are stored of it.
Owns: nothing; the caller stores, each in its own way.
Knows: the frozen evaluation; nothing is computed again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request

from trainer.learners.progress import Answer as Stored
from trainer.puzzles.grading import grade_cards, grade_choice, grade_marks, grade_turn
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal, Puzzle
from trainer.web import puzzle_views
from trainer.web.board import turn_of_form
from trainer.web.laying import read_laying
from trainer.web.puzzle_views import Answer
from trainer.web.solving import SPECIAL, cards_of


def answer_of_form(puzzle: Puzzle) -> dict[str, str]:
    """The posted answer, as the parameters of the address that shows it again."""
    if puzzle.goal is Goal.OUTCOME:
        return {"choice": request.form.get("choice", "")}
    turn = turn_of_form()
    return {"turn": turn} if turn in SPECIAL else {"laid": turn}


@dataclass(frozen=True)
class Checked:
    """What is said to an answer, and what is stored of it; a refused one is no attempt.

    ``credit``: from 0 to 1, for the rating.
    """

    answer: Answer
    stored: Stored | None = None
    credit: float = 0.0


def check_answer(puzzle: Puzzle, given: Mapping[str, str]) -> Checked:
    """What is said to an answer, given as the parameters of an address; nothing is stored."""
    if puzzle.goal is Goal.OUTCOME:
        return _choice_answer(puzzle, given.get("choice", ""))
    cards = cards_of(given.get("laid", ""))
    if puzzle.goal is Goal.LEGAL:
        marks = grade_marks(puzzle, cards)
        text = ",".join(map(str, sorted((*marks.right, *marks.wrong)))) or "-"
        stored = _stored(puzzle, text, marks.solved, marks.verdict.value)
        return Checked(puzzle_views.marks_answer(puzzle, marks), stored, marks.credit)
    special = SPECIAL.get(given.get("turn", ""))
    result = grade_turn(puzzle, special) if special else grade_cards(puzzle, cards)
    table = read_laying(puzzle.position.table, puzzle.position.hand, given.get("laid", "")).table
    shown = puzzle_views.turn_answer(puzzle, result, table)
    if result.value is None:
        return Checked(shown)
    text = ",".join(result.value.cards)
    stored = _stored(puzzle, text, result.solved, result.verdict.value, result.loss)
    return Checked(shown, stored, result.credit)


def _choice_answer(puzzle: Puzzle, text: str) -> Checked:
    if puzzle.question is None or text not in list(puzzle.question.choices):
        return Checked(puzzle_views.missing_choice())
    choice = Happening(text)
    result = grade_choice(puzzle, choice)
    stored = _stored(puzzle, text, result.solved, result.verdict.value)
    return Checked(puzzle_views.choice_answer(puzzle, result, choice), stored, result.credit)


def _stored(
    puzzle: Puzzle, text: str, solved: bool, grade: str, loss: float | None = None
) -> Stored:
    profile = str(puzzle.position.profile)
    return Stored(puzzle.id, text, solved, profile=profile, grade=grade, loss=loss)
