"""All that is stored about a teacher, as plain data to take along."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.classes.access import NotFoundError
from trainer.learners.rows import plain, rows
from trainer.storage.class_tables import (
    ClassInvitation,
    Classroom,
    ClassTeacher,
    RecoveryCode,
    Teacher,
    TeacherSession,
)
from trainer.storage.database import Sessions, reading

FORMAT = "elfer-trainer teacher"
VERSION = 1
HASHED = frozenset({"password", "code", "name_key"})
"""Columns that hold hashes, or what follows from another column."""

Data = dict[str, object]


def of_teacher(sessions: Sessions, teacher: str) -> Data:
    """The account, its browsers and codes (when, not what), its classes; NotFoundError.

    What pupils do in the classes is not the teacher's own: it is on each pupil's page.
    """
    with reading(sessions) as session:
        row = session.scalar(select(Teacher).where(Teacher.public_id == teacher))
        if row is None:
            raise NotFoundError(teacher)
        return {
            "format": FORMAT,
            "version": VERSION,
            **_open(plain(row)),
            "browsers": rows(session, TeacherSession, TeacherSession.teacher_id == row.id),
            "recovery_codes": [
                _open(one) for one in rows(session, RecoveryCode, RecoveryCode.teacher_id == row.id)
            ],
            "classes": _classes(session, row),
            "invitations_accepted": [
                _open(one)
                for one in rows(session, ClassInvitation, ClassInvitation.accepted_by == row.id)
            ],
        }


def _classes(session: Session, teacher: Teacher) -> list[Data]:
    query = (
        select(ClassTeacher, Classroom)
        .join(Classroom, Classroom.id == ClassTeacher.classroom_id)
        .where(ClassTeacher.teacher_id == teacher.id)
        .order_by(ClassTeacher.id)
    )
    return [plain(place) | plain(room) for place, room in session.execute(query)]


def _open(found: Data) -> Data:
    return {name: value for name, value in found.items() if name not in HASHED}
