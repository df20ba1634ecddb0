"""Chores that are done once in a while, by one process of however many there are."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trainer.storage.class_tables import Housekeeping
from trainer.storage.database import Sessions, reading, writing


def is_due(sessions: Sessions, chore: str, every: timedelta, now: datetime) -> bool:
    """Whether a chore was not begun for so long. A look only: `claim` decides."""
    with reading(sessions) as session:
        last = session.scalar(select(Housekeeping.done_at).where(Housekeeping.chore == chore))
    return last is None or now - last >= every


def claim(sessions: Sessions, chore: str, every: timedelta, now: datetime) -> bool:
    """Take a chore on oneself if it is due; True for one process only.

    Noted at its beginning, so that nobody else begins as well. A process that dies over it leaves
    the rest to the next time.
    """
    with writing(sessions) as session:
        row = session.scalar(select(Housekeeping).where(Housekeeping.chore == chore))
        if row is None:
            return _first(session, chore, now)
        if now - row.done_at < every:
            return False
        unchanged = Housekeeping.id == row.id, Housekeeping.done_at == row.done_at
        change = update(Housekeeping).where(*unchanged).values(done_at=now)
        return session.execute(change.returning(Housekeeping.id)).first() is not None


def note(sessions: Sessions, chore: str, now: datetime) -> None:
    """A chore is done now, whether it was due or not."""
    with writing(sessions) as session:
        change = update(Housekeeping).where(Housekeeping.chore == chore).values(done_at=now)
        if session.execute(change.returning(Housekeeping.id)).first() is None:
            _first(session, chore, now)


def _first(session: Session, chore: str, now: datetime) -> bool:
    try:
        with session.begin_nested():
            session.add(Housekeeping(chore=chore, done_at=now))
    except IntegrityError:
        return False
    return True
