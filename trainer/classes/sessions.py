"""Browsers that somebody has signed in: teachers by their password, pupils by their card.

A browser holds a secret; the database holds its digest only. A session ends when it is ended,
when its card is renewed or its password changed, or after a time without a visit.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from trainer.classes import codes
from trainer.storage.class_tables import Classroom, Pupil, PupilSession, Teacher, TeacherSession
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner

TEACHER_IDLE = timedelta(days=30)
PUPIL_IDLE = timedelta(days=200)
"""A school year has long holidays."""
SEEN_STEP = timedelta(hours=1)
LONGEST_DEVICE = 120


@dataclass(frozen=True)
class SignedIn:
    """A teacher at a browser; ``session`` names the browser's row. ``teacher`` as in addresses."""

    teacher: str
    name: str
    session: int


@dataclass(frozen=True)
class Seat:
    """A pupil at a browser: who shows the card, and whose progress it is (public ids).

    ``room_name``, ``language`` and ``profile`` are those of the card's class.
    """

    pupil: str
    name: str
    learner: str
    room: str
    room_name: str
    language: str
    profile: str


def open_for_teacher(session: Session, teacher: Teacher, device: str, now: datetime) -> str:
    """Sign a browser in, within a larger transaction; returns the secret for its cookie."""
    secret = codes.new_secret()
    session.add(
        TeacherSession(
            teacher_id=teacher.id,
            token=codes.digest(secret),
            device=device[:LONGEST_DEVICE],
            created_at=now,
            seen_at=now,
        )
    )
    return secret


def teacher_at(sessions: Sessions, secret: str, now: datetime | None = None) -> SignedIn | None:
    """Who is signed in at the browser with this secret; None for nobody (any more)."""
    now = now or datetime.now(UTC)
    query = (
        select(TeacherSession, Teacher)
        .join(Teacher, Teacher.id == TeacherSession.teacher_id)
        .where(TeacherSession.token == codes.digest(secret))
    )
    with reading(sessions) as session:
        found = session.execute(query).one_or_none()
    if found is None or now - found[0].seen_at > TEACHER_IDLE:
        return None
    row, teacher = found
    if now - row.seen_at >= SEEN_STEP:
        _note(sessions, TeacherSession, row.id, now)
    return SignedIn(teacher.public_id, teacher.name, row.id)


def open_for_pupil(session: Session, pupil: Pupil, now: datetime) -> str:
    """The same for a pupil who has shown a card or has just enrolled."""
    secret = codes.new_secret()
    session.add(
        PupilSession(pupil_id=pupil.id, token=codes.digest(secret), created_at=now, seen_at=now)
    )
    return secret


def pupil_at(sessions: Sessions, secret: str, now: datetime | None = None) -> Seat | None:
    """Which pupil has shown a card at the browser with this secret; None for nobody (any more)."""
    now = now or datetime.now(UTC)
    query = (
        select(PupilSession, Pupil, Classroom, Learner.public_id)
        .join(Pupil, Pupil.id == PupilSession.pupil_id)
        .join(Classroom, Classroom.id == Pupil.classroom_id)
        .join(Learner, Learner.id == Pupil.learner_id)
        .where(
            PupilSession.token == codes.digest(secret),
            Pupil.removed_at.is_(None),
            Pupil.moved_at.is_(None),
            Classroom.removed_at.is_(None),
        )
    )
    with reading(sessions) as session:
        found = session.execute(query).one_or_none()
    if found is None or now - found[0].seen_at > PUPIL_IDLE:
        return None
    row, pupil, room, learner = found
    if now - row.seen_at >= SEEN_STEP:
        _note(sessions, PupilSession, row.id, now)
    return Seat(
        pupil=pupil.public_id,
        name=pupil.name,
        learner=learner,
        room=room.public_id,
        room_name=room.name,
        language=room.language,
        profile=room.profile,
    )


def _note(
    sessions: Sessions, table: type[TeacherSession | PupilSession], key: int, now: datetime
) -> None:
    with writing(sessions) as session:
        session.execute(update(table).where(table.id == key).values(seen_at=now))


def end_teacher(sessions: Sessions, secret: str) -> None:
    """Sign a browser out."""
    with writing(sessions) as session:
        session.execute(delete(TeacherSession).where(TeacherSession.token == codes.digest(secret)))


def end_pupil(sessions: Sessions, secret: str) -> None:
    """Sign a browser out."""
    with writing(sessions) as session:
        session.execute(delete(PupilSession).where(PupilSession.token == codes.digest(secret)))


def end_all_of_pupil(session: Session, pupil: Pupil) -> None:
    """Sign out every browser in which the pupil's card was shown, within a transaction."""
    session.execute(delete(PupilSession).where(PupilSession.pupil_id == pupil.id))
