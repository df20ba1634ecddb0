"""Grading an answer, from the frozen record and the rules alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from trainer.engine.evaluation import Grade, Thresholds, grade
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal, Puzzle, TurnRecord
from trainer.rules import Card, IllegalTurnError, Refusal, Turn
from trainer.rules.turn import DRAW, PASS, Lay, check_turn, legal_turns

CREDIT_LOSS = 12.0
"""From this loss in points on, a turn earns no credit."""


class Verdict(StrEnum):
    """The answer to an answer, in one word; the first five are the grades of turns."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    ILLEGAL = "illegal"


@dataclass(frozen=True)
class Result:
    """A graded turn. ``loss`` in points; ``credit`` from 0 to 1; None of the turn if illegal."""

    verdict: Verdict
    credit: float
    turn: Turn | None = None
    value: TurnRecord | None = None
    loss: float = 0.0
    refusal: Refusal | None = None
    culprit: Card | None = None

    @property
    def solved(self) -> bool:
        """Every best turn solves the puzzle."""
        return self.verdict is Verdict.BEST


@dataclass(frozen=True)
class Marks:
    """A graded set of marked cards (goal legal)."""

    right: tuple[Card, ...]
    wrong: tuple[Card, ...]
    missing: tuple[Card, ...]

    @property
    def solved(self) -> bool:
        """Exactly the fitting cards are marked."""
        return not self.wrong and not self.missing

    @property
    def credit(self) -> float:
        """The share of right marks, wrong ones taken off."""
        wanted = len(self.right) + len(self.missing)
        return max(0.0, (len(self.right) - len(self.wrong)) / wanted)

    @property
    def verdict(self) -> Verdict:
        """Best when solved; one slip is an inaccuracy, more are a mistake."""
        slips = len(self.wrong) + len(self.missing)
        return (Verdict.BEST, Verdict.INACCURACY)[slips] if slips < 2 else Verdict.MISTAKE


def grade_cards(puzzle: Puzzle, cards: Iterable[Card]) -> Result:
    """Grade laid cards, in whatever order they come."""
    try:
        turn = check_turn(puzzle.position, cards)
    except IllegalTurnError as error:
        return Result(Verdict.ILLEGAL, 0.0, refusal=error.refusal, culprit=error.card)
    return grade_turn(puzzle, turn)


def grade_turn(puzzle: Puzzle, turn: Turn) -> Result:
    """Grade a turn, ``DRAW`` and ``PASS`` among them, by what the puzzle asks for."""
    value = puzzle.value_of(turn)
    if value is None:
        return Result(Verdict.ILLEGAL, 0.0, refusal=_refusal(puzzle, turn))
    loss = goal_loss(puzzle, value)
    verdict = Verdict(_grade(puzzle, value, loss).value)
    credit = 1.0 if verdict is Verdict.BEST else max(0.0, 1 - loss / CREDIT_LOSS)
    return Result(verdict, credit, value.turn, value, loss)


def goal_loss(puzzle: Puzzle, value: TurnRecord) -> float:
    """How many points a turn loses by what the puzzle asks for.

    For the goal unload that is points left in hand, for all others the frozen margin.
    """
    if puzzle.goal is not Goal.UNLOAD:
        return value.loss
    return puzzle.points_left(value.turn) - puzzle.fewest_points


def solutions(puzzle: Puzzle) -> tuple[TurnRecord, ...]:
    """Every turn that solves a puzzle about turns, best first."""
    return tuple(v for v in puzzle.turns if _grade(puzzle, v, goal_loss(puzzle, v)) is Grade.BEST)


def grade_marks(puzzle: Puzzle, cards: Iterable[Card]) -> Marks:
    """Compare marked cards with those that fit."""
    marked = frozenset(cards) & puzzle.position.hand
    return Marks(
        right=tuple(sorted(marked & puzzle.fitting)),
        wrong=tuple(sorted(marked - puzzle.fitting)),
        missing=tuple(sorted(puzzle.fitting - marked)),
    )


def grade_choice(puzzle: Puzzle, choice: Happening) -> Result:
    """Grade the answer to a question about the rules."""
    right = puzzle.question is not None and choice is puzzle.question.answer
    return Result(Verdict.BEST, 1.0) if right else Result(Verdict.MISTAKE, 0.0)


def _grade(puzzle: Puzzle, value: TurnRecord, loss: float) -> Grade:
    frozen = puzzle.certificate.thresholds
    thresholds = Thresholds(frozen.best, frozen.good, frozen.inaccuracy, frozen.mistake)
    if puzzle.goal is Goal.UNLOAD:
        return grade(loss, thresholds=thresholds)
    if puzzle.goal is Goal.WIN and set(value.turn.cards) != puzzle.position.hand:
        return max(value.grade, Grade.MISTAKE, key=list(Grade).index)
    return value.grade


def _refusal(puzzle: Puzzle, turn: Turn) -> Refusal:
    legal = legal_turns(puzzle.position)
    if turn in (DRAW, PASS):
        return {DRAW: Refusal.MUST_DRAW, PASS: Refusal.MUST_PASS}.get(legal[0], Refusal.MUST_PLAY)
    try:
        check_turn(puzzle.position, turn.cards if isinstance(turn, Lay) else ())
    except IllegalTurnError as error:
        return error.refusal
    return Refusal.NOT_NEXT
