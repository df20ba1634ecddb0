"""Rows that nobody can use any more: ended sessions, old codes, guests who never came back.

Each chore takes the time and returns how many rows went.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, exists, func, or_, select, update

from trainer.classes import guessing
from trainer.classes.removal import erase_teacher
from trainer.classes.sessions import PUPIL_IDLE, TEACHER_IDLE
from trainer.storage.class_tables import (
    ClassInvitation,
    Erasure,
    Guessing,
    Pupil,
    PupilSession,
    RecoveryCode,
    SignUpInvitation,
    Teacher,
    TeacherSession,
)
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Base, FaultReport, Learner, MoveCode

GUEST = timedelta(days=400)
"""As long as browsers keep a cookie: after it nobody can reach a guest's rows."""
UNUSED_ACCOUNT = timedelta(days=3 * 365)
REPORT = timedelta(days=400)
SPENT = timedelta(days=30)
"""Used, withdrawn and expired codes and notes can be seen for so long."""
HANDFUL = 200
"""So many rows go in one transaction, which others wait for on SQLite."""


def end_sessions(sessions: Sessions, now: datetime) -> int:
    """Delete the sessions of browsers that have not come for too long."""
    with writing(sessions) as session:
        old = TeacherSession.seen_at < now - TEACHER_IDLE
        # An account was used when its last session was.
        latest = (
            select(func.max(TeacherSession.seen_at))
            .where(TeacherSession.teacher_id == Teacher.id)
            .scalar_subquery()
        )
        session.execute(update(Teacher).where(latest > Teacher.seen_at).values(seen_at=latest))
        ended = session.execute(delete(TeacherSession).where(old).returning(TeacherSession.id))
        gone = len(ended.all())
    return gone + _purge(sessions, PupilSession, PupilSession.seen_at < now - PUPIL_IDLE)


def drop_codes(sessions: Sessions, now: datetime) -> int:
    """Delete codes that were used, withdrawn or not used in time, and counts of old guesses."""
    before = now - SPENT
    sign_up = or_(SignUpInvitation.used_at < before, SignUpInvitation.expires_at < before)
    to_class = or_(
        ClassInvitation.accepted_at < before,
        ClassInvitation.withdrawn_at < before,
        ClassInvitation.expires_at < before,
    )
    return (
        _purge(sessions, SignUpInvitation, sign_up)
        + _purge(sessions, ClassInvitation, to_class)
        + _purge(sessions, RecoveryCode, RecoveryCode.used_at < before)
        + _purge(sessions, MoveCode, MoveCode.expires_at < now)
        + _purge(sessions, Guessing, Guessing.last_at < now - guessing.KEPT)
        + _purge(sessions, Erasure, Erasure.erased_at < before)
    )


def drop_reports(sessions: Sessions, now: datetime) -> int:
    """Delete what readers reported as wrong with puzzles, after more than a year."""
    return _purge(sessions, FaultReport, FaultReport.made_at < now - REPORT)


def drop_guests(sessions: Sessions, now: datetime) -> int:
    """Delete learners who belong to no class and whose cookie has run out."""
    seated = exists().where(Pupil.learner_id == Learner.id)
    return _purge(sessions, Learner, (Learner.seen_at < now - GUEST) & ~seated)


def drop_accounts(sessions: Sessions, now: datetime) -> int:
    """Delete the accounts of teachers who have not been here for years."""
    due = Teacher.seen_at < now - UNUSED_ACCOUNT
    signed_in = exists().where(TeacherSession.teacher_id == Teacher.id)
    done = 0
    with reading(sessions) as session:
        keys = session.scalars(select(Teacher.id).where(due, ~signed_in)).all()
    for key in keys:
        with writing(sessions) as session:
            query = select(Teacher).where(Teacher.id == key, due, ~signed_in).with_for_update()
            teacher = session.scalar(query)
            if teacher is not None:
                erase_teacher(session, teacher)
                done += 1
    return done


CHORES: Mapping[str, Callable[[Sessions, datetime], int]] = {
    "sessions ended": end_sessions,
    "codes and counts": drop_codes,
    "reports of faults": drop_reports,
    "guests": drop_guests,
    "accounts of teachers": drop_accounts,
}


def _purge(sessions: Sessions, table: type[Base], due: ColumnElement[bool]) -> int:
    """Delete the rows that are due, a handful in each transaction, so that nobody waits long."""
    key = table.__table__.c.id
    done = 0
    while True:
        with writing(sessions) as session:
            some = select(key).where(due).limit(HANDFUL)
            gone = session.execute(delete(table).where(key.in_(some)).returning(key)).all()
        done += len(gone)
        if len(gone) < HANDFUL:
            return done
