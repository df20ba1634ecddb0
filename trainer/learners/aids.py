"""Help that a learner has had with a puzzle: hints, or a look at its solution."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trainer.learners.guests import find_or_create
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import HintUse, Learner, PuzzleAttempt

HINTS = 3
SOLUTION = HINTS + 1
"""Counted like one hint more: a look at the answer before answering."""


def note(
    sessions: Sessions, learner: str, puzzle: str, hints: int, now: datetime | None = None
) -> int:
    """Remember that so many hints have been seen; returns the most that were ever seen.

    Idempotent, and never taken back by a smaller number.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        owner = find_or_create(session, learner, now)
        row = _row(session, owner.id, puzzle)
        if row is None:
            row = _add(session, HintUse(learner_id=owner.id, puzzle=puzzle, hints=0, seen_at=now))
        if hints > row.hints:
            row.hints, row.seen_at = min(hints, SOLUTION), now
        return row.hints


def _row(session: Session, owner: int, puzzle: str) -> HintUse | None:
    mine = (HintUse.learner_id == owner, HintUse.puzzle == puzzle)
    return session.scalar(select(HintUse).where(*mine).with_for_update())


def _add(session: Session, row: HintUse) -> HintUse:
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:
        # Another process was faster (not on SQLite, where writers queue).
        mine = (HintUse.learner_id == row.learner_id, HintUse.puzzle == row.puzzle)
        return session.scalars(select(HintUse).where(*mine)).one()
    return row


def seen(sessions: Sessions, learner: str, puzzle: str) -> int:
    """How many hints of a puzzle the learner has seen; `SOLUTION` for its solution."""
    with reading(sessions) as session:
        return seen_of(session, learner, puzzle)


def seen_of(session: Session, learner: str, puzzle: str) -> int:
    """The same inside a transaction."""
    mine = (Learner.public_id == learner, HintUse.puzzle == puzzle)
    return session.scalar(select(HintUse.hints).join(Learner).where(*mine)) or 0


def has_answered(sessions: Sessions, learner: str, puzzle: str) -> bool:
    """Whether the learner has answered a puzzle before."""
    mine = (Learner.public_id == learner, PuzzleAttempt.puzzle == puzzle)
    query = select(PuzzleAttempt.id).join(Learner).where(*mine).limit(1)
    with reading(sessions) as session:
        return session.scalar(query) is not None
