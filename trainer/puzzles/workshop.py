"""One's own positions and puzzles: is a position small enough, and what puzzle does it make?"""

from __future__ import annotations

from enum import StrEnum
from math import prod

import msgspec

from trainer.engine.evaluation import ENGINE_VERSION, THRESHOLDS, Evaluation, Method
from trainer.engine.policies import STANDARD
from trainer.puzzles.certificate import records
from trainer.puzzles.grading import solutions
from trainer.puzzles.levels import level_of
from trainer.puzzles.schema import Certificate, Goal, Puzzle, Thresholds, puzzle_id
from trainer.puzzles.themes import themes_of
from trainer.rules import Colour, Position

MOST_TURNS = 8000
"""A position with more legal turns is not analysed for a page; games hardly ever have one."""

MOST_KEPT = 2000
"""A puzzle with more turns is not kept: nobody would find its solution."""

OWN = "own"
"""The source of a puzzle that a reader has set up."""

GOALS = (Goal.BEST, Goal.UNLOAD, Goal.WIN, Goal.LEGAL)
"""What one's own puzzle may ask for."""


class Unfit(StrEnum):
    """Why a position makes no puzzle with a goal."""

    TOO_MANY_TURNS = "too-many-turns"
    NO_CHOICE = "every-turn-solves-it"
    NO_WAY_OUT = "nobody-can-go-out"
    NOTHING_FITS = "nothing-fits"
    CONTRADICTS = "not-the-best-turn"


class UnfitError(ValueError):
    """A position cannot be made the puzzle that was asked for; ``reason`` says why."""

    def __init__(self, reason: Unfit) -> None:
        super().__init__(reason.value)
        self.reason = reason


def most_turns(position: Position) -> int:
    """An upper bound of the number of legal turns, found without making them."""
    runs = (position.table.runs(colour, position.hand) for colour in Colour)
    return prod((1 + opening) * (1 + below) * (1 + above) for opening, below, above in runs)


def can_be_analysed(position: Position) -> bool:
    """Whether a page may have it analysed."""
    return most_turns(position) <= MOST_TURNS


def own_puzzle(evaluation: Evaluation, goal: Goal, seed: int) -> Puzzle:
    """The record with its frozen evaluation; raises UnfitError where there is nothing to solve.

    Unlike a puzzle of the bank it has no second model and no bound of its lead.
    """
    _check_goal(evaluation.position, goal)
    puzzle = draft(evaluation, goal, seed)
    _check_answer(puzzle)
    puzzle = msgspec.structs.replace(puzzle, level=level_of(puzzle))
    return msgspec.structs.replace(puzzle, themes=themes_of(puzzle))


def draft(evaluation: Evaluation, goal: Goal, seed: int) -> Puzzle:
    """An evaluation in the form of a record, whether or not it makes a puzzle."""
    position = evaluation.position
    line = str(position)
    fitting = tuple(str(card) for card in sorted(position.hand) if position.table.fits(card))
    return Puzzle(
        id=puzzle_id(line, goal),
        line=line,
        goal=goal,
        level=1,
        themes=(),
        source=OWN,
        certificate=_certificate(evaluation, seed),
        turns=records(evaluation),
        answer=fitting if goal is Goal.LEGAL else None,
    )


def _certificate(evaluation: Evaluation, seed: int) -> Certificate:
    played = evaluation.method is not Method.EXACT
    return Certificate(
        method=evaluation.method,
        worlds=evaluation.worlds,
        seeds=(seed,) if played else (),
        policy=STANDARD if played else None,
        engine=ENGINE_VERSION,
        thresholds=Thresholds(*THRESHOLDS),
    )


def _check_goal(position: Position, goal: Goal) -> None:
    if most_turns(position) > MOST_KEPT:
        raise UnfitError(Unfit.TOO_MANY_TURNS)
    if goal is Goal.LEGAL and not any(map(position.table.fits, position.hand)):
        raise UnfitError(Unfit.NOTHING_FITS)
    laid = sum(sum(position.table.runs(colour, position.hand)) for colour in Colour)
    if goal is Goal.WIN and laid < len(position.hand):
        raise UnfitError(Unfit.NO_WAY_OUT)


def _check_answer(puzzle: Puzzle) -> None:
    """No puzzle without a solution, and none that every answer solves."""
    if puzzle.goal is Goal.LEGAL:
        return
    solved = solutions(puzzle)
    if len(solved) == len(puzzle.turns):
        raise UnfitError(Unfit.NO_CHOICE)
    if not solved or any(value.grade != "best" for value in solved):
        raise UnfitError(Unfit.CONTRADICTS)
