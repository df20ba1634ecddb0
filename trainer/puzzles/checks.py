"""What must be true of a record beyond its form; `trainer puzzles check` runs it on the bank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from trainer.engine.evaluation import Grade, Method
from trainer.puzzles.grading import goal_loss, solutions
from trainer.puzzles.outcomes import happening
from trainer.puzzles.schema import Goal, Puzzle, Thresholds
from trainer.puzzles.themes import themes_of
from trainer.rules import Card, RulesError, legal_turns

CLEAR_EXACT = 3.0
"""A proven puzzle is kept where the best class of turns leads by as many points."""

CLEAR_SAMPLED = 2.0
"""A sampled one where the lower bound of its lead is as high, under both models of play."""

ROUNDING = 0.0011


class Finding(NamedTuple):
    """A fault of a record: the field, and what is wrong."""

    place: str
    fault: str


def findings(puzzle: Puzzle) -> Iterator[Finding]:
    """All faults of a record that its form does not show."""
    try:
        position = puzzle.position
    except RulesError as error:
        yield Finding("position", str(error))
        return
    if str(position) != puzzle.line:
        yield Finding("position", f"must be written {position}")
    yield from _turns(puzzle)
    yield from _goal(puzzle)
    yield from _certificate(puzzle)
    if puzzle.themes != themes_of(puzzle):
        yield Finding("themes", f"must be {', '.join(themes_of(puzzle))}")


def _turns(puzzle: Puzzle) -> Iterator[Finding]:
    legal = set(legal_turns(puzzle.position))
    for number, value in enumerate(puzzle.turns):
        if value.turn not in legal:
            yield Finding(f"turns[{number}].cards", "not a legal turn, or there twice")
        legal.discard(value.turn)
    if legal:
        yield Finding("turns", f"no evaluation of {min(map(str, legal))}")
    best = puzzle.turns[0].margin
    for number, value in enumerate(puzzle.turns):
        if abs(best - value.margin - value.loss) > ROUNDING:
            yield Finding(f"turns[{number}].loss", "is not the best margin minus this one")
        if value.loss < puzzle.certificate.thresholds.best and value.grade is not Grade.BEST:
            yield Finding(f"turns[{number}].grade", "a turn as good as the best must be best")


def _goal(puzzle: Puzzle) -> Iterator[Finding]:
    if puzzle.goal is Goal.LEGAL:
        hand, table = puzzle.position.hand, puzzle.position.table
        right = tuple(str(card) for card in sorted(hand) if table.fits(card))
        if puzzle.answer != right:
            yield Finding("answer", f"must be {', '.join(right)}")
        return
    if puzzle.goal is Goal.OUTCOME:
        yield from _question(puzzle)
        return
    solved = solutions(puzzle)
    if not solved:
        yield Finding("turns", "no turn solves it")
    if len(solved) == len(puzzle.turns):
        yield Finding("turns", "every turn solves it")
    if any(value.grade is not Grade.BEST for value in solved):
        yield Finding("goal", "what solves it is not the best turn, which would teach wrongly")


def _question(puzzle: Puzzle) -> Iterator[Finding]:
    if puzzle.question is None:
        return
    try:
        drawn = tuple(map(Card.parse, puzzle.question.drawn))
        right = happening(puzzle.position, drawn)
    except ValueError as error:
        yield Finding("question.drawn", str(error))
        return
    if puzzle.question.answer is not right:
        yield Finding("question.answer", f"must be {right}")
    choices = puzzle.question.choices
    if len(choices) < 2 or len(set(choices)) < len(choices) or right not in choices:
        yield Finding("question.choices", "two or more different ones, the right one among them")


def _certificate(puzzle: Puzzle) -> Iterator[Finding]:
    certificate = puzzle.certificate
    if not _rising(certificate.thresholds):
        yield Finding("certificate.thresholds", "must rise")
    if certificate.selection in certificate.seeds:
        yield Finding("certificate.selection", "the proof needs fresh deals")
    if puzzle.goal is not Goal.BEST:
        return
    if certificate.gap is None or certificate.gap.low > certificate.gap.points + ROUNDING:
        yield Finding("certificate.gap", "missing, or its lower bound above it")
        return
    if abs(certificate.gap.points - lead(puzzle)) > ROUNDING:
        yield Finding("certificate.gap.points", f"must be {lead(puzzle):g}")
    if certificate.method is Method.EXACT:
        if certificate.gap.low < CLEAR_EXACT:
            yield Finding("certificate.gap.low", f"below {CLEAR_EXACT:g}: no clear solution")
        return
    for name, gap in (("gap", certificate.gap), ("second_gap", certificate.second_gap)):
        if gap is None or gap.low < CLEAR_SAMPLED:
            yield Finding(f"certificate.{name}", f"below {CLEAR_SAMPLED:g}: no clear solution")


def lead(puzzle: Puzzle) -> float:
    """By how much the worst of the best turns leads the best of the others, in points."""
    best = [goal_loss(puzzle, value) for value in solutions(puzzle)]
    rest = sorted(goal_loss(puzzle, value) for value in puzzle.turns)[len(best) :]
    return round(min(rest) - max(best), 3) if rest and best else 0.0


def _rising(thresholds: Thresholds) -> bool:
    steps = (thresholds.best, thresholds.good, thresholds.inaccuracy, thresholds.mistake)
    return steps[0] > 0 and list(steps) == sorted(set(steps))
