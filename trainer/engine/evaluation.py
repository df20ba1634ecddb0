"""What an analysis says: margins, losses and grades of turns.

A margin is the mean penalty of the other players minus one's own, in points, at the end of the
game. Turns rank by expected margin; the chance to win and the expected penalty go with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import total_ordering
from typing import NamedTuple

from trainer.rules import Position, Turn

MOVER = 0
"""The point of view of every value of an evaluation: the player to move has seat 0."""

ENGINE_VERSION = "1"
"""Changes whenever the same position, seed and worlds may give another evaluation."""


@total_ordering
@dataclass(frozen=True)
class Margin:
    """A margin and the seat whose margin it is; margins of different seats do not compare.

    ``points`` of the mean penalty of the others minus the own one: positive is good for ``seat``.
    """

    points: float
    seat: int = MOVER

    def seen_by(self, seat: int, players: int) -> Margin:
        """The margin from another seat; ValueError with more than two players, where one
        player's margin does not tell another's."""
        if seat == self.seat:
            return self
        if players != 2:
            raise ValueError("only two players have opposite margins")
        return Margin(-self.points, seat)

    def __sub__(self, other: Margin) -> float:
        """How many points better; ValueError for margins of different seats."""
        return self.points - self._like(other)

    def __lt__(self, other: Margin) -> bool:
        return self.points < self._like(other)

    def _like(self, other: Margin) -> float:
        if self.seat != other.seat:
            raise ValueError("margins of different seats do not compare")
        return other.points


class Method(StrEnum):
    """How sure a value is, the surest first."""

    EXACT = "exact"
    ENUMERATED = "enumerated"
    SAMPLED = "sampled"


class Grade(StrEnum):
    """What a turn is worth beside the best one."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Thresholds(NamedTuple):
    """Losses in points below which a turn still has a grade; from ``mistake`` on: blunder."""

    best: float = 0.5
    good: float = 2.0
    inaccuracy: float = 5.0
    mistake: float = 12.0


THRESHOLDS = Thresholds()


def grade(loss: float, least: float | None = None, thresholds: Thresholds = THRESHOLDS) -> Grade:
    """The grade of a loss; ``least`` is the low end of its interval, where it has one.

    A turn that cannot be told from the best (``least`` not above 0) is ``best``.
    """
    if loss < thresholds.best or (least is not None and least <= 0):
        return Grade.BEST
    for name in (Grade.GOOD, Grade.INACCURACY, Grade.MISTAKE):
        if loss < getattr(thresholds, name.value):
            return name
    return Grade.BLUNDER


class Interval(NamedTuple):
    """The 95 % interval of a turn's margin beside the best turn's, in points of margin.

    Its width is that of the paired difference to the best turn, in the same deals: best margin
    minus ``high`` is the least loss. The best turn's own interval is its margin.
    """

    low: float
    high: float


@dataclass(frozen=True)
class TurnValue:
    """One legal turn and what is expected of it, for the mover.

    ``interval``: None where nothing was sampled. ``error``: half the 95 % interval of the margin
    itself, not paired with another turn (0 where exact). ``win``: the chance to be the first to
    go out. ``penalty``: expected own points at the end. ``loss``: points below the best margin.
    """

    turn: Turn
    margin: Margin
    win: float
    penalty: float
    loss: float = 0.0
    interval: Interval | None = None
    error: float = 0.0
    grade: Grade = Grade.BEST
    method: Method = Method.EXACT
    worlds: int = 0

    @property
    def words(self) -> list[str]:
        """The turn as a list of its cards, or ``["draw"]``, ``["pass"]``."""
        return [str(card) for card in self.turn.cards] or [str(self.turn)]

    def record(self) -> dict[str, object]:
        """The value in the form of ``trainer analyse --json``."""
        low_high = None if self.interval is None else [_round(x) for x in self.interval]
        return {
            "cards": self.words,
            "margin": _round(self.margin.points),
            "interval": low_high,
            "error": _round(self.error),
            "win": _round(self.win),
            "penalty": _round(self.penalty),
            "loss": _round(self.loss),
            "grade": self.grade.value,
        }


@dataclass(frozen=True)
class Evaluation:
    """All legal turns of a position with their values, best first.

    ``worlds``: deals that the best turn was played in (0 where the value is proven).
    ``kernel``: ``c`` or ``python``; both give the same values.
    """

    position: Position
    method: Method
    worlds: int
    kernel: str
    turns: tuple[TurnValue, ...]

    @property
    def best(self) -> TurnValue:
        """The turn of the highest margin."""
        return self.turns[0]

    @property
    def solutions(self) -> tuple[Turn, ...]:
        """Every turn graded ``best``: none of them may be refused as an answer."""
        return tuple(value.turn for value in self.turns if value.grade is Grade.BEST)

    def of(self, turn: Turn) -> TurnValue:
        """The value of a legal turn; KeyError for any other."""
        for value in self.turns:
            if value.turn == turn:
                return value
        raise KeyError(str(turn))

    def record(self) -> dict[str, object]:
        """The evaluation in the form of ``trainer analyse --json``."""
        return {
            "position": str(self.position),
            "method": self.method.value,
            "worlds": self.worlds,
            "kernel": self.kernel,
            "turns": [value.record() for value in self.turns],
        }


def ranked(values: Iterable[TurnValue]) -> tuple[TurnValue, ...]:
    """Best first; level turns by fewest cards, then in the order of their cards."""
    return tuple(sorted(values, key=lambda v: (-v.margin.points, len(v.turn.cards), v.turn.cards)))


def _round(value: float) -> float:
    """Three decimals, and no minus sign before a zero."""
    return round(value, 3) + 0.0
