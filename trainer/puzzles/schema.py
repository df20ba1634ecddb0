"""The record of a puzzle, as the bank's files hold it: values only, no words for readers.

Reading is strict: an unknown key, theme, goal or method, a missing answer or a wrong type is an
error that names file, record and field. What needs the rules to be checked (that the turns are
all the legal ones, that the themes are true, …) is `trainer.puzzles.checks`.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from functools import cached_property

import msgspec

from trainer.engine.evaluation import Grade, Method
from trainer.puzzles.outcomes import Happening
from trainer.rules import Card, Position, Turn, parse_position
from trainer.rules.cards import points
from trainer.rules.turn import DRAW, PASS, Lay

LEVELS = range(1, 6)


class Goal(StrEnum):
    """What a puzzle asks for."""

    BEST = "best"
    UNLOAD = "unload"
    WIN = "win"
    LEGAL = "legal"
    OUTCOME = "outcome"


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Base of the records: immutable, and nothing in them that is not declared."""


class TurnRecord(Strict, frozen=True, omit_defaults=True):
    """One legal turn and its frozen evaluation, in points, for the mover.

    ``cards``: ``["B10", "B12"]``, ``["draw"]`` or ``["pass"]``. ``interval``: where it was
    sampled, the 95 % interval of the margin beside the best turn's. ``error``: half the interval
    of the margin itself.
    """

    cards: tuple[str, ...]
    margin: float
    win: float
    penalty: float
    loss: float
    grade: Grade
    interval: tuple[float, float] | None = None
    error: float = 0.0

    @cached_property
    def turn(self) -> Turn:
        """The turn as a value of the rules."""
        special: dict[tuple[str, ...], Turn] = {("draw",): DRAW, ("pass",): PASS}
        return special.get(self.cards) or Lay(tuple(map(Card.parse, self.cards)))


class Gap(Strict, frozen=True):
    """By how many points the best class of turns leads the next turn, and the lower bound."""

    points: float
    low: float


class Thresholds(Strict, frozen=True):
    """Losses from which a turn is no longer best, good, an inaccuracy, a mistake; in points."""

    best: float
    good: float
    inaccuracy: float
    mistake: float


class Certificate(Strict, frozen=True, omit_defaults=True):
    """How the evaluation was made, so that it can be made again.

    ``worlds``: deals played (0 where the search was complete). ``policy``, ``second_policy``:
    the models of play. ``gap``, ``second_gap``: under each; None where no turn is worse.
    ``selection``: the seed of the deals that the position was chosen with, never one of ``seeds``.
    """

    method: Method
    worlds: int
    seeds: tuple[int, ...]
    engine: str
    thresholds: Thresholds
    policy: str | None = None
    second_policy: str | None = None
    gap: Gap | None = None
    second_gap: Gap | None = None
    selection: int | None = None


class Question(Strict, frozen=True):
    """A question about the rules: the cards drawn so far, what may be answered, what is true."""

    drawn: tuple[str, ...]
    choices: tuple[Happening, ...]
    answer: Happening


class Puzzle(Strict, frozen=True, omit_defaults=True):
    """One puzzle. ``answer`` belongs to the goal legal, ``question`` to the goal outcome."""

    id: str
    line: str = msgspec.field(name="position")
    goal: Goal
    level: int
    themes: tuple[str, ...]
    source: str
    certificate: Certificate
    turns: tuple[TurnRecord, ...]
    answer: tuple[str, ...] | None = None
    question: Question | None = None

    @cached_property
    def position(self) -> Position:
        """The position as a value of the rules; raises MalformedError."""
        return parse_position(self.line)

    @cached_property
    def fitting(self) -> frozenset[Card]:
        """The answer to the goal legal."""
        return frozenset(map(Card.parse, self.answer or ()))

    def value_of(self, turn: Turn) -> TurnRecord | None:
        """The evaluation of a turn; None where it is not legal."""
        return self._values.get(turn)

    def points_left(self, turn: Turn) -> int:
        """The points in hand after a turn."""
        return points(self.position.hand) - points(turn.cards)

    @cached_property
    def fewest_points(self) -> int:
        """The fewest points that a legal turn leaves in hand."""
        return min(self.points_left(value.turn) for value in self.turns)

    @cached_property
    def _values(self) -> dict[Turn, TurnRecord]:
        return {value.turn: value for value in self.turns}


def puzzle_id(line: str, goal: Goal, drawn: tuple[str, ...] = ()) -> str:
    """The name of a puzzle, from what it asks alone: ten characters that never change."""
    asked = " ".join((goal.value, *drawn, line))
    return hashlib.sha256(asked.encode()).hexdigest()[:10]


def own_id(puzzle: Puzzle) -> str:
    """The name that a record ought to bear."""
    drawn = puzzle.question.drawn if puzzle.question else ()
    return puzzle_id(puzzle.line, puzzle.goal, drawn)


def encode(puzzle: Puzzle) -> str:
    """The record as one line of a bank file."""
    return msgspec.json.encode(puzzle).decode()


def as_data(puzzle: Puzzle) -> dict[str, object]:
    """The record as plain data, for the command line's JSON; its turns as `analyse` has them."""
    data: dict[str, object] = msgspec.to_builtins(puzzle)
    fields = TurnRecord.__struct_fields__
    data["turns"] = [
        {name: msgspec.to_builtins(getattr(value, name)) for name in fields}
        for value in puzzle.turns
    ]
    return data
