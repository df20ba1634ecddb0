"""Guests: learners without a name, known by a random id that only their browser holds.

An id costs nothing and is given out early; the row behind it is made by the first thing worth
storing. Two requests that come first at once therefore meet in one row.
"""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trainer.storage.database import Sessions, writing
from trainer.storage.tables import Learner

ID_BYTES = 16
_ID = re.compile(r"[0-9a-f]{32}")
# How exact `Learner.seen_at` is: no write just to move it by seconds.
SEEN_STEP = timedelta(hours=1)


def new_id() -> str:
    """A random id of 128 bits: 32 hexadecimal digits."""
    return secrets.token_hex(ID_BYTES)


def is_id(text: str) -> bool:
    """Whether a text has the form of an id."""
    return _ID.fullmatch(text) is not None


def find(session: Session, learner: str) -> Learner | None:
    """The row of an id; None while nothing of that learner is stored."""
    return session.scalar(select(Learner).where(Learner.public_id == learner))


def find_or_create(session: Session, learner: str, now: datetime | None = None) -> Learner:
    """The row of an id inside a writing transaction, made if need be; notes the visit.

    Raises ValueError for a text that is no id.
    """
    if not is_id(learner):
        raise ValueError(f"not a learner's id: {learner!r}")
    now = now or datetime.now(UTC)
    row = find(session, learner)
    if row is None:
        return _create(session, learner, now)
    if now - row.seen_at >= SEEN_STEP:
        row.seen_at = now
    return row


def note_visit(sessions: Sessions, learner: str, now: datetime | None = None) -> None:
    """Somebody was here, though there was nothing to store; no row is made for it."""
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        change = update(Learner).where(Learner.public_id == learner, Learner.seen_at < now)
        session.execute(change.values(seen_at=now))


def _create(session: Session, learner: str, now: datetime) -> Learner:
    row = Learner(public_id=learner, created_at=now, seen_at=now)
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:
        # Another process was faster (not on SQLite, where writers queue).
        found = find(session, learner)
        if found is None:
            raise
        return found
    return row
