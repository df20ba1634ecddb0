"""Who teaches a class: its owner and the co-teachers, and how that changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.classes.access import ForbiddenError, NotFoundError, Role, classroom
from trainer.classes.classrooms import held
from trainer.storage.class_tables import Classroom, ClassTeacher, Teacher
from trainer.storage.database import Sessions, reading, writing


@dataclass(frozen=True)
class Colleague:
    """A teacher of a class; ``id`` as in addresses."""

    id: str
    name: str
    role: Role
    since: datetime


def colleagues(sessions: Sessions, teacher: str, room: str) -> list[Colleague]:
    """All teachers of a class, the owner first."""
    with reading(sessions) as session:
        row = classroom(session, teacher, room)
        query = (
            select(ClassTeacher, Teacher)
            .join(Teacher, Teacher.id == ClassTeacher.teacher_id)
            .where(ClassTeacher.classroom_id == row.id)
            .order_by(ClassTeacher.role.desc(), ClassTeacher.since, ClassTeacher.id)
        )
        return [
            Colleague(who.public_id, who.name, "owner" if one.role == "owner" else "co", one.since)
            for one, who in session.execute(query)
        ]


def leave(sessions: Sessions, teacher: str, room: str) -> None:
    """A co-teacher stops teaching a class. Raises ForbiddenError for its owner."""
    with writing(sessions) as session:
        place = _place(session, held(session, teacher, room), teacher)
        if place.role == "owner":
            raise ForbiddenError(room)
        session.delete(place)


def dismiss(sessions: Sessions, teacher: str, room: str, colleague: str) -> None:
    """The owner takes a co-teacher's access away; nothing for one who has left meanwhile."""
    with writing(sessions) as session:
        row = held(session, teacher, room, owner=True)
        if colleague == teacher:
            raise ForbiddenError(room)
        try:
            session.delete(_place(session, row, colleague))
        except NotFoundError:
            return


def hand_over(sessions: Sessions, teacher: str, room: str, to: str) -> None:
    """Make a co-teacher the owner; who was it stays as a co-teacher. Raises NotFoundError."""
    with writing(sessions) as session:
        row = held(session, teacher, room)
        mine, heir = _place(session, row, teacher), _place(session, row, to)
        if heir.role == "owner":
            return  # the same form has come twice
        if mine.role != "owner":
            raise ForbiddenError(room)
        mine.role, heir.role = "co", "owner"


def _place(session: Session, room: Classroom, teacher: str) -> ClassTeacher:
    query = (
        select(ClassTeacher)
        .join(Teacher, Teacher.id == ClassTeacher.teacher_id)
        .where(ClassTeacher.classroom_id == room.id, Teacher.public_id == teacher)
    )
    found = session.scalar(query)
    if found is None:
        raise NotFoundError(teacher)
    return found
