"""Who may see a class. Whoever may not learns nothing, not even that it exists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.storage.class_tables import Classroom, ClassTeacher, Pupil, Teacher
from trainer.storage.tables import Learner

Role = Literal["owner", "co"]


class NotFoundError(LookupError):
    """There is no such thing, or it is not this person's to see: the two look the same."""


class ForbiddenError(PermissionError):
    """A co-teacher may see it, but only the owner of the class may do it."""


class InactiveError(ValueError):
    """The class is archived or in the bin: it is there to read, and nothing begins in it."""


@dataclass(frozen=True)
class Room:
    """A class as its teachers see it; ``id`` as in addresses, ``role`` of the one who asks."""

    id: str
    name: str
    language: str
    profile: str
    role: Role
    tag: str
    join_code: str
    joining: bool
    demo: bool
    created_at: datetime
    expires_on: date
    archived_at: datetime | None
    removed_at: datetime | None
    forgotten_at: datetime | None

    @property
    def is_active(self) -> bool:
        """Whether pupils work in it: neither archived nor removed."""
        return self.archived_at is None and self.removed_at is None


def room_of(row: Classroom, role: str) -> Room:
    """The value of a row for a teacher with that role."""
    return Room(
        id=row.public_id,
        name=row.name,
        language=row.language,
        profile=row.profile,
        role="owner" if role == "owner" else "co",
        tag=row.tag,
        join_code=row.join_code,
        joining=row.joining,
        demo=row.demo,
        created_at=row.created_at,
        expires_on=row.expires_on,
        archived_at=row.archived_at,
        removed_at=row.removed_at,
        forgotten_at=row.forgotten_at,
    )


def classroom(session: Session, teacher: str, room: str, *, owner: bool = False) -> Classroom:
    """The class ``room`` of the teacher ``teacher`` (public ids), for the rest of a transaction.

    Raises NotFoundError for everybody who does not teach it, ForbiddenError with ``owner`` for a
    co-teacher. A class in the bin is found (its page offers to bring it back).
    """
    row, role = _classroom(session, teacher, room)
    if owner and role != "owner":
        raise ForbiddenError(room)
    return row


def room(session: Session, teacher: str, room: str) -> Room:
    """The same as a value that outlives the transaction."""
    return room_of(*_classroom(session, teacher, room))


def _classroom(session: Session, teacher: str, room: str) -> tuple[Classroom, str]:
    query = (
        select(Classroom, ClassTeacher.role)
        .join(ClassTeacher, ClassTeacher.classroom_id == Classroom.id)
        .join(Teacher, Teacher.id == ClassTeacher.teacher_id)
        .where(Classroom.public_id == room, Teacher.public_id == teacher)
    )
    found = session.execute(query).one_or_none()
    if found is None:
        raise NotFoundError(room)
    return found[0], found[1]


@dataclass(frozen=True)
class Place:
    """A pupil's place in a class, as the pupil's own pages need it. Ids as in addresses."""

    pupil: str
    name: str
    learner: str
    room: str
    room_name: str
    language: str
    profile: str


def places(session: Session, learner: str) -> list[Place]:
    """The places of a learner in classes that go on, the newest first."""
    query = (
        select(Pupil, Classroom)
        .join(Learner, Learner.id == Pupil.learner_id)
        .join(Classroom, Classroom.id == Pupil.classroom_id)
        .where(
            Learner.public_id == learner,
            Pupil.removed_at.is_(None),
            Pupil.moved_at.is_(None),
            Classroom.archived_at.is_(None),
            Classroom.removed_at.is_(None),
        )
        .order_by(Pupil.joined_at.desc(), Pupil.id.desc())
    )
    return [place_of(pupil, room, learner) for pupil, room in session.execute(query)]


def place_of(pupil: Pupil, room: Classroom, learner: str) -> Place:
    """The value of a pupil's row."""
    return Place(
        pupil=pupil.public_id,
        name=pupil.name,
        learner=learner,
        room=room.public_id,
        room_name=room.name,
        language=room.language,
        profile=room.profile,
    )
