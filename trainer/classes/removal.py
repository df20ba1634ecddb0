"""Deleting for good: pupils' places, whole classes, teachers' accounts, and whom nobody needs then.

Within a larger transaction each. What hangs on a row goes with it (ON DELETE CASCADE).
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from trainer.storage.class_tables import Classroom, ClassTeacher, Pupil, Teacher
from trainer.storage.tables import Learner


def erase_pupils(session: Session, pupils: Sequence[Pupil]) -> None:
    """Delete places in classes; a learner goes with the last place, unless they had come along."""
    for pupil in pupils:
        _erase(session, pupil)


def _erase(session: Session, pupil: Pupil) -> None:
    # Two places of one learner may go at once: the second waits, then finds itself the last.
    session.execute(select(Learner.id).where(Learner.id == pupil.learner_id).with_for_update())
    elsewhere = Pupil.learner_id == pupil.learner_id, Pupil.id != pupil.id
    stays = session.scalar(select(Pupil.id).where(*elsewhere).limit(1)) is not None
    if stays and not pupil.came_along:
        # The place that had brought the learner into being goes: the others take that over.
        session.execute(update(Pupil).where(*elsewhere).values(came_along=False))
    if stays or pupil.came_along:
        session.execute(delete(Pupil).where(Pupil.id == pupil.id))
    else:
        session.execute(delete(Learner).where(Learner.id == pupil.learner_id))


def erase_classroom(session: Session, room: Classroom) -> None:
    """Delete a class with its pupils, tasks and rounds."""
    erase_pupils(session, session.scalars(select(Pupil).where(Pupil.classroom_id == room.id)).all())
    session.execute(delete(Classroom).where(Classroom.id == room.id))


def heir(session: Session, room: Classroom, owner: Teacher) -> ClassTeacher | None:
    """The co-teacher who would own a class after its owner: the one who came first."""
    others = ClassTeacher.classroom_id == room.id, ClassTeacher.teacher_id != owner.id
    return session.scalar(
        select(ClassTeacher).where(*others).order_by(ClassTeacher.since, ClassTeacher.id).limit(1)
    )


def owned(session: Session, teacher: Teacher) -> Sequence[Classroom]:
    """The classes that a teacher owns, the bin's too, the oldest first."""
    query = (
        select(Classroom)
        .join(ClassTeacher, ClassTeacher.classroom_id == Classroom.id)
        .where(ClassTeacher.teacher_id == teacher.id, ClassTeacher.role == "owner")
        .order_by(Classroom.id)
    )
    return session.scalars(query).all()


def erase_teacher(session: Session, teacher: Teacher) -> None:
    """Delete an account. A class with a co-teacher passes to them, one without goes too."""
    for room in owned(session, teacher):
        next_owner = heir(session, room, teacher)
        if next_owner is None:
            erase_classroom(session, room)
        else:
            next_owner.role = "owner"
    session.flush()
    session.execute(delete(Teacher).where(Teacher.id == teacher.id))
