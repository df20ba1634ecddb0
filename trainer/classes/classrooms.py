"""Classes: making one, and what its owner does with it as a whole."""

from __future__ import annotations

from datetime import UTC, date, datetime

from sqlalchemy import select

from trainer.classes import codes
from trainer.classes.access import NotFoundError, Room, room_of
from trainer.storage.class_tables import Classroom, ClassTeacher, Teacher
from trainer.storage.database import Sessions, reading, writing

TAG_LENGTH = 4
JOIN_LENGTH = 6


def create(
    sessions: Sessions,
    teacher: str,
    name: str,
    language: str,
    profile: str,
    expires_on: date,
    *,
    demo: bool = False,
    now: datetime | None = None,
) -> Room:
    """Make a class that ``teacher`` (public id) owns; enrolling by its code is off at first."""
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        owner = session.scalar(select(Teacher).where(Teacher.public_id == teacher))
        if owner is None:
            raise NotFoundError(teacher)
        row = Classroom(
            public_id=codes.new_public_id(),
            tag=codes.new_code(TAG_LENGTH),
            name=name,
            language=language,
            profile=profile,
            join_code=codes.new_code(JOIN_LENGTH),
            joining=False,
            demo=demo,
            created_at=now,
            expires_on=expires_on,
        )
        session.add(row)
        session.flush()
        session.add(ClassTeacher(classroom_id=row.id, teacher_id=owner.id, role="owner", since=now))
        return room_of(row, "owner")


def rooms(sessions: Sessions, teacher: str) -> list[Room]:
    """All classes of a teacher, archived and removed ones too, the newest first."""
    query = (
        select(Classroom, ClassTeacher.role)
        .join(ClassTeacher, ClassTeacher.classroom_id == Classroom.id)
        .join(Teacher, Teacher.id == ClassTeacher.teacher_id)
        .where(Teacher.public_id == teacher)
        .order_by(Classroom.created_at.desc(), Classroom.id.desc())
    )
    with reading(sessions) as session:
        return [room_of(row, role) for row, role in session.execute(query)]
