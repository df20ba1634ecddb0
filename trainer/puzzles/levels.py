"""A first guess at how hard a puzzle is, from 1 to 5; an author may know better."""

from __future__ import annotations

from trainer.engine.evaluation import Method
from trainer.puzzles.grading import solutions
from trainer.puzzles.schema import LEVELS, Goal, Puzzle

CHOICES = (3, 8, 24, 80)
"""Up to so many legal turns a puzzle is of level 1, 2, 3, 4."""


def level_of(puzzle: Puzzle) -> int:
    """Many turns to choose from, hidden cards and a trap for natural players make it harder."""
    level = 1 + sum(len(puzzle.turns) > most for most in CHOICES)
    if puzzle.goal in (Goal.LEGAL, Goal.OUTCOME, Goal.WIN, Goal.UNLOAD):
        level -= 1
    if puzzle.goal is Goal.BEST:
        level += puzzle.certificate.method is not Method.EXACT
        level += not _greed_solves(puzzle)
    return min(max(level, LEVELS[0]), LEVELS[-1])


def _greed_solves(puzzle: Puzzle) -> bool:
    """Whether laying everything that can be laid is a solution."""
    most = max(puzzle.turns, key=lambda value: len(value.cards))
    return most in solutions(puzzle)
