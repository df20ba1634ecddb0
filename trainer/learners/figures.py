"""The figures of the dashboard, all worked out from stored answers and rating events.

First answers are what counts: each puzzle once, so the figures add up to the puzzles tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import TypeVar

from trainer.learners import ratings, reviews, streak
from trainer.learners.attempts import attempts_of
from trainer.learners.guests import find
from trainer.learners.ratings import Standing
from trainer.learners.reviews import Memory
from trainer.learners.streak import Streak
from trainer.puzzles.schema import Puzzle
from trainer.storage.database import Sessions, reading
from trainer.storage.tables import PuzzleAttempt, RatingEvent

Key = TypeVar("Key", str, int, date)

WEEKS = 12
ENOUGH = 3
"""From so many answers on, a theme's share says something."""

STRONG = 0.8
"""A theme with this share of solved puzzles needs no more training for now."""


@dataclass(frozen=True)
class Point:
    """The rating after the last rated answer of a day, and its deviation."""

    day: date
    rating: float
    deviation: float


@dataclass(frozen=True)
class Tally:
    """First answers about one thing: how many, how many of them solved, points lost.

    ``measured``: how many had a value in points at all.
    """

    answers: int = 0
    solved: int = 0
    measured: int = 0
    lost: float = 0.0

    @property
    def share(self) -> float:
        """The share solved at the first try, from 0 to 1."""
        return self.solved / self.answers if self.answers else 0.0

    @property
    def mean_lost(self) -> float:
        """Points lost by an answer, on average."""
        return self.lost / self.measured if self.measured else 0.0

    def plus(self, row: PuzzleAttempt) -> Tally:
        """With one answer more."""
        points = 0.0 if row.loss is None else row.loss
        measured = self.measured + (row.loss is not None)
        return Tally(self.answers + 1, self.solved + row.solved, measured, self.lost + points)


@dataclass(frozen=True)
class Figures:
    """All that the dashboard shows. ``weeks``: by the Monday of each week, the oldest first.

    ``tries`` counts all answers, ``total`` the first ones.
    """

    standing: Standing = Standing()  # noqa: RUF009  (frozen)
    curve: Sequence[Point] = ()
    tries: int = 0
    total: Tally = Tally()
    themes: Mapping[str, Tally] = field(default_factory=dict)
    levels: Mapping[int, Tally] = field(default_factory=dict)
    weeks: Sequence[tuple[date, Tally]] = ()
    memories: Sequence[Memory] = ()
    streak: Streak = Streak()  # noqa: RUF009  (frozen)

    @property
    def theme(self) -> str | None:
        """What to train next: the code of the weakest theme that has enough answers, or None."""
        weak = [
            (tally.share, -tally.answers, code)
            for code, tally in self.themes.items()
            if tally.answers >= ENOUGH and tally.share < STRONG
        ]
        return min(weak)[2] if weak else None


def figures(
    sessions: Sessions,
    learner: str,
    puzzles: Mapping[str, Puzzle],
    today: date,
    day_of: Callable[[datetime], date],
) -> Figures:
    """The figures of a learner. ``puzzles`` by id; ``day_of`` gives a moment's day for them."""
    with reading(sessions) as session:
        owner = find(session, learner)
        if owner is None:
            return Figures()
        rows = attempts_of(session, learner)
        firsts = _firsts(rows)
        return Figures(
            standing=ratings.standing_of(session, learner),
            curve=_curve(ratings.events_of(session, owner.id), day_of),
            tries=len(rows),
            total=_tally(firsts),
            themes=_by(firsts, lambda row: _themes(puzzles, row)),
            levels=_by(firsts, lambda row: _level(puzzles, row)),
            weeks=_weeks(firsts, today, day_of),
            memories=reviews.memories_of(session, learner),
            streak=streak.streak_of(session, learner),
        )


def _firsts(rows: Iterable[PuzzleAttempt]) -> list[PuzzleAttempt]:
    found: dict[str, PuzzleAttempt] = {}
    for row in rows:
        found.setdefault(row.puzzle, row)
    return list(found.values())


def _tally(rows: Iterable[PuzzleAttempt]) -> Tally:
    tally = Tally()
    for row in rows:
        tally = tally.plus(row)
    return tally


def _themes(puzzles: Mapping[str, Puzzle], row: PuzzleAttempt) -> Sequence[str]:
    return puzzles[row.puzzle].themes if row.puzzle in puzzles else ()


def _level(puzzles: Mapping[str, Puzzle], row: PuzzleAttempt) -> Sequence[int]:
    return (puzzles[row.puzzle].level,) if row.puzzle in puzzles else ()


def _by(
    rows: Iterable[PuzzleAttempt], keys: Callable[[PuzzleAttempt], Sequence[Key]]
) -> dict[Key, Tally]:
    found: dict[Key, Tally] = {}
    for row in rows:
        for key in keys(row):
            found[key] = found.get(key, Tally()).plus(row)
    return found


def _weeks(
    rows: Iterable[PuzzleAttempt], today: date, day_of: Callable[[datetime], date]
) -> list[tuple[date, Tally]]:
    """The last weeks that have answers; days later than today are this week's."""
    monday = _monday(today)
    found = _by(rows, lambda row: (min(_monday(day_of(row.made_at)), monday),))
    first = monday - timedelta(weeks=WEEKS - 1)
    return sorted((week, tally) for week, tally in found.items() if week >= first)


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _curve(events: Iterable[RatingEvent], day_of: Callable[[datetime], date]) -> list[Point]:
    days: dict[date, Point] = {}
    for event in events:
        day = day_of(event.made_at)
        days[day] = Point(day, event.rating, event.deviation)
    return list(days.values())
