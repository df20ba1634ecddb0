"""Streaks: puzzle after puzzle, each at least as hard as the last, until one is not solved.

No puzzle comes twice in a streak, and none that the learner has answered before, as long as
there are others. Nothing in a streak is rated. A streak waits: it can be gone on with at any
time, and its puzzle stays the same until it is answered, on whatever page.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from trainer.learners.choice import past_of
from trainer.learners.guests import find, find_or_create
from trainer.puzzles.schema import LEVELS, Puzzle
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner, StreakAnswer, StreakRun

PER_LEVEL = 3
"""So many puzzles of a level, then the next level."""


@dataclass(frozen=True)
class Streak:
    """A streak: how many solved, what is to be answered now, and the learner's best ever.

    ``puzzle`` is None in a streak that has ended; ``best`` counts this one too.
    """

    solved: int = 0
    puzzle: str | None = None
    best: int = 0
    ended_at: datetime | None = None

    @property
    def running(self) -> bool:
        """Whether there is a puzzle to go on with."""
        return self.puzzle is not None


def following(
    puzzles: Sequence[Puzzle],
    taken: Collection[str],
    answered: Collection[str],
    seed: str,
    lowest: int,
) -> Puzzle | None:
    """The next puzzle of a streak: never one of ``taken``, never easier than level ``lowest``.

    None when there is none left.
    """
    level = max(lowest, min(LEVELS[0] + len(taken) // PER_LEVEL, LEVELS[-1]))
    pool = [one for one in puzzles if one.id not in taken and one.level >= level]
    fresh = [one for one in pool if one.id not in answered] or pool
    return min(fresh, key=lambda one: (one.level, _draw(seed, one.id)), default=None)


def _draw(seed: str, puzzle: str) -> bytes:
    return hashlib.sha256(f"{seed} {puzzle}".encode()).digest()


def start(
    sessions: Sessions, learner: str, puzzles: Sequence[Puzzle], now: datetime | None = None
) -> Streak:
    """Begin a streak, or go on with the one that is running."""
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        owner = find_or_create(session, learner, now)
        session.execute(select(Learner.id).where(Learner.id == owner.id).with_for_update())
        run = _latest(session, owner.id)
        known = {one.id for one in puzzles}
        if run is None or run.ended_at is not None:
            run = StreakRun(learner_id=owner.id, started_at=now, solved=0)
            session.add(run)
            session.flush()
        if run.puzzle not in known:
            # The first one, or one in place of a puzzle that has left the bank.
            _go_on(session, run, learner, puzzles, now)
        session.flush()
        return _streak(session, run)


def note(
    session: Session,
    owner: Learner,
    puzzle: str,
    solved: bool,
    puzzles: Sequence[Puzzle],
    now: datetime,
) -> bool:
    """Take an answer into account, inside the transaction that stores it.

    Returns whether it was the answer that a running streak waits for.
    """
    run = _latest(session, owner.id)
    if run is None or run.ended_at is not None or run.puzzle != puzzle:
        return False
    session.add(StreakAnswer(run_id=run.id, puzzle=puzzle, solved=solved, made_at=now))
    session.flush()
    if solved:
        run.solved += 1
        _go_on(session, run, owner.public_id, puzzles, now)
    else:
        run.puzzle, run.ended_at = None, now
    return True


def _go_on(
    session: Session, run: StreakRun, learner: str, puzzles: Sequence[Puzzle], now: datetime
) -> None:
    mine = select(StreakAnswer.puzzle).where(StreakAnswer.run_id == run.id)
    taken = set(session.scalars(mine))
    lowest = max((one.level for one in puzzles if one.id in taken), default=LEVELS[0])
    answered = past_of(session, learner).last
    found = following(puzzles, taken, answered, f"{learner} {run.id}", lowest)
    run.puzzle = found.id if found else None
    run.ended_at = None if found else now


def current(sessions: Sessions, learner: str) -> Streak:
    """The learner's running or last streak; an empty one before the first."""
    with reading(sessions) as session:
        return streak_of(session, learner)


def streak_of(session: Session, learner: str) -> Streak:
    """The same inside a transaction."""
    owner = find(session, learner)
    run = None if owner is None else _latest(session, owner.id)
    return Streak() if run is None else _streak(session, run)


def was_last_answer(session: Session, learner: str, puzzle: str) -> bool:
    """Whether a puzzle was the one answered last in the learner's last streak."""
    owner = find(session, learner)
    run = None if owner is None else _latest(session, owner.id)
    if run is None:
        return False
    query = select(StreakAnswer.puzzle).where(StreakAnswer.run_id == run.id)
    return session.scalar(query.order_by(StreakAnswer.id.desc()).limit(1)) == puzzle


def in_any(session: Session, learner: str, puzzle: str) -> bool:
    """Whether a puzzle was ever answered in a streak of the learner."""
    query = (
        select(StreakAnswer.id)
        .join(StreakRun)
        .join(Learner)
        .where(Learner.public_id == learner, StreakAnswer.puzzle == puzzle)
    )
    return session.scalar(query.limit(1)) is not None


def _latest(session: Session, owner: int) -> StreakRun | None:
    query = select(StreakRun).where(StreakRun.learner_id == owner).order_by(StreakRun.id.desc())
    return session.scalar(query.limit(1))


def _streak(session: Session, run: StreakRun) -> Streak:
    most = select(func.max(StreakRun.solved)).where(StreakRun.learner_id == run.learner_id)
    return Streak(run.solved, run.puzzle, session.scalar(most) or 0, run.ended_at)
