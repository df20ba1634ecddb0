"""The next puzzle: near the learner's strength, and none that was seen lately."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from trainer.learners.ratings import first_rating
from trainer.puzzles.schema import Puzzle
from trainer.storage.database import Sessions, reading
from trainer.storage.tables import Learner, PuzzleAttempt

NEAR = 120.0
"""Points of rating within which a puzzle is near."""

ENOUGH = 8
"""Where fewer are near, the nearest so many are chosen from."""

LONG_AGO = timedelta(days=60)
"""After so much time a puzzle that was solved may come again."""


@dataclass(frozen=True)
class Past:
    """What a learner has answered: when last, and what was solved."""

    last: Mapping[str, datetime]
    solved: Collection[str]


def past(sessions: Sessions, learner: str | None) -> Past:
    """The past of a learner; empty for nobody."""
    if learner is None:
        return Past({}, ())
    with reading(sessions) as session:
        return past_of(session, learner)


def past_of(session: Session, learner: str) -> Past:
    """The same inside a transaction."""
    query = (
        select(
            PuzzleAttempt.puzzle,
            func.max(PuzzleAttempt.made_at, type_=PuzzleAttempt.made_at.type),
            func.count().filter(PuzzleAttempt.solved),
        )
        .join(Learner)
        .where(Learner.public_id == learner)
        .group_by(PuzzleAttempt.puzzle)
    )
    rows = session.execute(query).all()
    return Past({p: at for p, at, _ in rows}, frozenset(p for p, _, n in rows if n))


def next_puzzle(
    puzzles: Iterable[Puzzle],
    strength: float,
    ratings: Mapping[str, float],
    known: Past,
    seed: str,
    now: datetime,
) -> Puzzle | None:
    """A puzzle near ``strength`` that has not been answered; None where nothing is left to do.

    When all have been answered: the unsolved one answered longest ago, then the solved ones
    that are `LONG_AGO`. ``ratings`` holds those puzzles that have one. The choice is the same
    for one seed and one past, so that going away and coming back finds the same puzzle.
    """
    pool = list(puzzles)
    fresh = [one for one in pool if one.id not in known.last]
    if fresh:
        draw = f"{seed} {len(known.last)}"
        return min(_near(fresh, strength, ratings), key=lambda one: _draw(draw, one))
    again = [one for one in pool if one.id not in known.solved] or [
        one for one in pool if now - known.last[one.id] >= LONG_AGO
    ]
    return min(again, key=lambda one: known.last[one.id], default=None)


def _near(
    pool: Sequence[Puzzle], strength: float, ratings: Mapping[str, float]
) -> Sequence[Puzzle]:
    def distance(one: Puzzle) -> float:
        return abs(ratings.get(one.id, first_rating(one.level).value) - strength)

    near = [one for one in pool if distance(one) <= NEAR]
    return near if len(near) >= ENOUGH else sorted(pool, key=distance)[:ENOUGH]


def _draw(seed: str, puzzle: Puzzle) -> bytes:
    return hashlib.sha256(f"{seed} {puzzle.id}".encode()).digest()
