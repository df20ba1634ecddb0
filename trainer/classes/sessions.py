"""Browsers that somebody has signed in: teachers by their password, pupils by their card.

A browser holds a secret; the database holds its digest only. A session ends when it is ended,
when its card is renewed or its password changed, or after a time without a visit.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import ScalarSelect, delete, select, update
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


@dataclass(frozen=True)
class Browser:
    """A browser that a teacher is signed in to. ``device``: what it calls itself, or nothing.

    ``here``: it is the one that asks.
    """

    id: int
    device: str
    since: datetime
    seen_at: datetime
    here: bool


def browsers(sessions: Sessions, who: SignedIn, now: datetime | None = None) -> list[Browser]:
    """Where the teacher is signed in: this browser first, then the last seen."""
    oldest = (now or datetime.now(UTC)) - TEACHER_IDLE
    query = (
        select(TeacherSession)
        .join(Teacher, Teacher.id == TeacherSession.teacher_id)
        .where(Teacher.public_id == who.teacher, TeacherSession.seen_at >= oldest)
        .order_by(TeacherSession.seen_at.desc(), TeacherSession.id.desc())
    )
    with reading(sessions) as session:
        rows = session.scalars(query).all()
    found = [
        Browser(row.id, row.device, row.created_at, row.seen_at, row.id == who.session)
        for row in rows
    ]
    return sorted(found, key=lambda one: not one.here)


def end_browser(sessions: Sessions, who: SignedIn, browser: int) -> bool:
    """Sign one of the teacher's own browsers out; False where there is none with that id."""
    gone = (
        delete(TeacherSession)
        .where(TeacherSession.id == browser, TeacherSession.teacher_id == _key_of(who))
        .returning(TeacherSession.id)
    )
    with writing(sessions) as session:
        return session.execute(gone).first() is not None


def end_others(session: Session, who: SignedIn) -> int:
    """Sign all other browsers of the teacher out, within a transaction; how many there were."""
    gone = (
        delete(TeacherSession)
        .where(TeacherSession.id != who.session, TeacherSession.teacher_id == _key_of(who))
        .returning(TeacherSession.id)
    )
    return len(session.execute(gone).all())


def end_all_of_teacher(session: Session, teacher: Teacher) -> None:
    """Sign every browser of a teacher out, within a transaction."""
    session.execute(delete(TeacherSession).where(TeacherSession.teacher_id == teacher.id))


def _key_of(who: SignedIn) -> ScalarSelect[int]:
    return select(Teacher.id).where(Teacher.public_id == who.teacher).scalar_subquery()
