"""Reviews: a failed puzzle comes back, at a distance that grows each time it is solved.

After a failed answer a puzzle comes back on the next day, and once it is solved after 3, 7, 16
and 35 days more. Solving it on such a day is a step forward; failing it, on whatever day, begins
again. Solving it before it is due changes nothing, because then its answer is still fresh.

Five fixed distances instead of a model of memory: whoever meets a puzzle again can be told in
one sentence why, and a learner has tens of reviews, not the thousands that a model learns from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.learners.guests import find
from trainer.storage.database import Sessions, reading
from trainer.storage.tables import Learner, Review

DISTANCES = (1, 3, 7, 16, 35)
"""Days until a puzzle comes back, after so many reviews passed in a row."""


@dataclass(frozen=True)
class Memory:
    """Where a failed puzzle stands: it comes back on ``due_on``, after ``step`` passed reviews."""

    puzzle: str
    step: int
    failed_on: date
    due_on: date

    @property
    def learned(self) -> bool:
        """Whether all reviews have been passed, so that it does not come back."""
        return self.step == len(DISTANCES)

    def due(self, today: date) -> bool:
        """Whether it is to be reviewed today."""
        return not self.learned and self.due_on <= today

    def answered(self, solved: bool, today: date) -> Memory:
        """The state after an answer given today."""
        if not solved:
            return failed(self.puzzle, today)
        if not self.due(today):
            return self
        step = self.step + 1
        days = DISTANCES[step] if step < len(DISTANCES) else 0
        return Memory(self.puzzle, step, self.failed_on, today + timedelta(days=days))


def failed(puzzle: str, today: date) -> Memory:
    """The state after a failed answer."""
    return Memory(puzzle, 0, today, today + timedelta(days=DISTANCES[0]))


def note(session: Session, owner: Learner, puzzle: str, solved: bool, today: date) -> None:
    """Take an answer into account, inside the transaction that stores it."""
    mine = (Review.learner_id == owner.id, Review.puzzle == puzzle)
    row = session.scalar(select(Review).where(*mine).with_for_update())
    if row is None:
        if not solved:
            new = failed(puzzle, today)
            session.add(
                Review(
                    learner_id=owner.id,
                    puzzle=puzzle,
                    step=new.step,
                    failed_on=new.failed_on,
                    due_on=new.due_on,
                )
            )
        return
    after = _memory(row).answered(solved, today)
    row.step, row.failed_on, row.due_on = after.step, after.failed_on, after.due_on


def _memory(row: Review) -> Memory:
    return Memory(row.puzzle, row.step, row.failed_on, row.due_on)


def memories(sessions: Sessions, learner: str) -> Sequence[Memory]:
    """All failed puzzles of a learner, the one that is due first at the beginning."""
    with reading(sessions) as session:
        return memories_of(session, learner)


def memories_of(session: Session, learner: str) -> Sequence[Memory]:
    """The same inside a transaction."""
    owner = find(session, learner)
    if owner is None:
        return ()
    query = select(Review).where(Review.learner_id == owner.id).order_by(Review.due_on, Review.id)
    return tuple(map(_memory, session.scalars(query)))


def memory(sessions: Sessions, learner: str, puzzle: str) -> Memory | None:
    """Where one puzzle stands; None for one that was never failed."""
    return next((one for one in memories(sessions, learner) if one.puzzle == puzzle), None)
