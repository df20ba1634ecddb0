"""How many guesses at a secret are borne, counted for what is guessed at.

Never for an address: thirty pupils share that of their school, and a stranger has many. A
`subject` is what is guessed at: an account's name (whether there is such an account or not), the
cards of one class. Some failures are free, then each next one has to wait, longer and longer.
Whoever knows the secret waits too, so what only its owner can have (a browser that was signed in
before) is a subject of its own.

Cheap guesses (a look into the database) ask `allowed` and tell `failed` in one transaction.
Dear ones (a password's hash is checked outside of transactions) `claim` beforehand: the guess
counts as failed until `forget` says otherwise, so that a thousand at once are no way around.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trainer.classes import codes
from trainer.storage.class_tables import Guessing

KEPT = timedelta(days=2)
"""Longer than any window: an older row counts for nothing."""


@dataclass(frozen=True)
class Limit:
    """``free`` failures cost nothing; then one waits ``first``, twice as long, … ``longest``.

    Failures are counted afresh when ``window`` has passed since the first of them.
    """

    free: int
    first: timedelta
    longest: timedelta
    window: timedelta

    def wait(self, failures: int) -> timedelta:
        """How long after the last of so many failures the next guess is taken."""
        if failures < self.free:
            return timedelta()
        # Beyond 2^20 every wait is the longest one, and no power grows out of bounds.
        return min(self.first * (1 << min(failures - self.free, 20)), self.longest)


def subject(kind: str, text: str) -> str:
    """The subject for what somebody typed. Hashed: people type passwords into wrong fields."""
    return f"{kind}:{codes.digest(text)}"


def allowed(session: Session, subject: str, limit: Limit, now: datetime) -> int | None:
    """None where a guess may be made now, else the whole seconds to wait."""
    row = session.scalar(select(Guessing).where(Guessing.subject == subject))
    return None if row is None else _seconds(row, limit, now)


def failed(session: Session, subject: str, limit: Limit, now: datetime) -> int | None:
    """Count a failed guess, within a writing transaction; the wait that follows, as `allowed`."""
    row = _locked(session, subject, now)
    _count(row, limit, now)
    return _seconds(row, limit, now)


def claim(session: Session, subject: str, limit: Limit, now: datetime) -> int | None:
    """`allowed`, and if so `failed`, in one step that no other guess comes between."""
    row = _locked(session, subject, now)
    seconds = _seconds(row, limit, now)
    if seconds is None:
        _count(row, limit, now)
    return seconds


def forget(session: Session, subject: str) -> None:
    """The secret was known: nothing is counted any more.

    Not for a subject that many share: one of them would reset the count for a stranger's guesses.
    """
    session.execute(delete(Guessing).where(Guessing.subject == subject))


def forget_old(session: Session, now: datetime) -> None:
    """Drop what counts for nothing any more; also done whenever a new subject is counted."""
    session.execute(delete(Guessing).where(Guessing.last_at < now - KEPT))


def _seconds(row: Guessing, limit: Limit, now: datetime) -> int | None:
    left = (row.last_at + limit.wait(row.failures) - now).total_seconds()
    return math.ceil(left) if left > 0 else None


def _count(row: Guessing, limit: Limit, now: datetime) -> None:
    if now - row.since >= limit.window:
        row.failures, row.since = 0, now
    row.failures += 1
    row.last_at = now


def _locked(session: Session, subject: str, now: datetime) -> Guessing:
    """The row of a subject, made if need be; others wait for it until the transaction ends."""
    query = select(Guessing).where(Guessing.subject == subject).with_for_update()
    row = session.scalar(query)
    if row is not None:
        return row
    forget_old(session, now)
    try:
        with session.begin_nested():
            row = Guessing(subject=subject, failures=0, since=now, last_at=now)
            session.add(row)
    except IntegrityError:
        # Another process was faster (not on SQLite, where writers queue).
        return session.scalars(query).one()
    return row
