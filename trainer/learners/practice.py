"""Practice: the level that follows a learner through the exercises of each chapter."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trainer.learners.guests import find_or_create
from trainer.lessons.practice import Standing
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner, PracticeState


@dataclass(frozen=True)
class PracticeRecord:
    """A learner's practice of one chapter; ``answered`` and ``right`` count each exercise once.

    ``last``: the exercise answered last, as its address names it.
    """

    chapter: str
    standing: Standing = Standing()  # noqa: RUF009  (frozen)
    answered: int = 0
    right: int = 0
    last: str = ""


def record_exercise(
    sessions: Sessions,
    learner: str,
    chapter: str,
    exercise: str,
    right: bool,
    now: datetime | None = None,
) -> PracticeRecord:
    """Count the first answer to an exercise; a further try at the same one changes nothing.

    When this returns, the answer is in the database.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        owner = find_or_create(session, learner, now)
        return store_exercise(session, owner, chapter, exercise, right, now)


def store_exercise(
    session: Session, owner: Learner, chapter: str, exercise: str, right: bool, now: datetime
) -> PracticeRecord:
    """The same as part of a larger transaction; answers of one chapter queue here."""
    row = _row(session, owner.id, chapter, now)
    if row.last != exercise:
        after = Standing(row.level, row.streak).after(right)
        row.level, row.streak = after.level, after.streak
        row.answered, row.right = row.answered + 1, row.right + right
        row.last, row.answered_at = exercise, now
    return _record(row)


def _row(session: Session, owner: int, chapter: str, now: datetime) -> PracticeState:
    """The row of a chapter, locked until the commit; made if need be."""
    found = _find(session, owner, chapter)
    if found is None:
        begin = Standing()
        found = PracticeState(
            learner_id=owner,
            chapter=chapter,
            level=begin.level,
            streak=begin.streak,
            answered=0,
            right=0,
            last="",
            answered_at=now,
        )
        try:
            with session.begin_nested():
                session.add(found)
        except IntegrityError:
            # Another process was faster (not on SQLite, where writers queue).
            twin = _find(session, owner, chapter)
            if twin is None:
                raise
            return twin
    return found


def _find(session: Session, owner: int, chapter: str) -> PracticeState | None:
    where = (PracticeState.learner_id == owner, PracticeState.chapter == chapter)
    return session.scalar(select(PracticeState).where(*where).with_for_update())


def practice_record(sessions: Sessions, learner: str, chapter: str) -> PracticeRecord:
    """The learner's practice of a chapter; a fresh one where nothing is stored."""
    with reading(sessions) as session:
        found = practice_of(session, learner)
    return next((one for one in found if one.chapter == chapter), PracticeRecord(chapter))


def practice_of(session: Session, learner: str) -> list[PracticeRecord]:
    """The practice of every chapter, the one practised last first."""
    mine = select(PracticeState).join(Learner).where(Learner.public_id == learner)
    return [
        _record(row) for row in session.scalars(mine.order_by(PracticeState.answered_at.desc()))
    ]


def _record(row: PracticeState) -> PracticeRecord:
    standing = Standing(row.level, row.streak)
    return PracticeRecord(row.chapter, standing, row.answered, row.right, row.last)
