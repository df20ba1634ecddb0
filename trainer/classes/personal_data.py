"""All that is stored about a pupil: shown, handed over as plain data, deleted for good.

The pupil has all of it, over all classes. The teachers of a class have what belongs to that class:
name, card and dates, answers to its tasks and rounds, and the progress that its results show. When
a pupil deletes their data, teachers see that somebody has, and not who.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from trainer.classes.access import NotFoundError, classroom
from trainer.classes.removal import erase_pupils
from trainer.learners import progress
from trainer.learners.rows import plain, rows
from trainer.storage.class_tables import (
    Assignment,
    Classroom,
    Erasure,
    ExerciseAnswer,
    LiveAnswer,
    LivePlayer,
    LiveQuestion,
    LiveRound,
    Pupil,
    PupilSession,
    Task,
    TaskAnswer,
    TaskTime,
)
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import ChapterVisit, Learner, LessonStep

FORMAT = "elfer-trainer pupil"
VERSION = 1

Data = dict[str, object]


@dataclass(frozen=True)
class Held:
    """A pupil of a class, and what is stored there; ``removed_at`` while in the bin."""

    id: str
    name: str
    removed_at: datetime | None
    data: Data


def of_learner(sessions: Sessions, learner: str) -> Data:
    """Everything about a learner, places in classes too, ready for JSON."""
    with reading(sessions) as session:
        places = (
            select(Pupil, Classroom)
            .join(Classroom, Classroom.id == Pupil.classroom_id)
            .join(Learner, Learner.id == Pupil.learner_id)
            .where(Learner.public_id == learner)
            .order_by(Pupil.id)
        )
        found = [_place(session, pupil, room) for pupil, room in session.execute(places)]
        return progress.export_of(session, learner) | {"classes": found}


def of_pupil(sessions: Sessions, teacher: str, room: str, pupil: str) -> Held:
    """What belongs to one class, for its teachers; NotFoundError for everybody else.

    A pupil in the bin is found.
    """
    with reading(sessions) as session:
        where = classroom(session, teacher, room)
        row = _pupil(session, where, pupil)
        data = _place(session, row, where)
        # Whether somebody was here before they joined is not the class's business.
        data.pop("came_along")
        data = {"format": FORMAT, "version": VERSION, **data, **_progress(session, row)}
        return Held(row.public_id, row.name, row.removed_at, data)


def erase_pupil(sessions: Sessions, teacher: str, room: str, pupil: str) -> str:
    """A teacher deletes a pupil of the class for good; returns the name that has gone."""
    with writing(sessions) as session:
        row = _pupil(session, classroom(session, teacher, room), pupil)
        erase_pupils(session, [row])
        return row.name


def erase_learner(sessions: Sessions, learner: str, now: datetime | None = None) -> bool:
    """Somebody deletes all that is theirs, in every class; False if nothing was stored."""
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        places = select(Pupil.classroom_id).join(Learner).where(Learner.public_id == learner)
        seated = places.where(Pupil.removed_at.is_(None), Pupil.moved_at.is_(None))
        for room in session.scalars(seated.distinct()).all():
            session.add(Erasure(classroom_id=room, erased_at=now))
        # The rows of the other tables go with it (ON DELETE CASCADE).
        gone = delete(Learner).where(Learner.public_id == learner).returning(Learner.id)
        return session.execute(gone).first() is not None


def erasures(sessions: Sessions, teacher: str, room: str) -> list[datetime]:
    """When pupils of a class have deleted their data lately, the last one first."""
    with reading(sessions) as session:
        where = classroom(session, teacher, room)
        mine = select(Erasure.erased_at).where(Erasure.classroom_id == where.id)
        return list(session.scalars(mine.order_by(Erasure.erased_at.desc(), Erasure.id)))


def room_names(sessions: Sessions, learner: str) -> list[str]:
    """The names of the classes in which a learner stands, the bin's and archived ones too."""
    query = (
        select(Classroom.name)
        .join(Pupil, Pupil.classroom_id == Classroom.id)
        .join(Learner, Learner.id == Pupil.learner_id)
        .where(Learner.public_id == learner)
        .order_by(Pupil.id)
    )
    with reading(sessions) as session:
        return list(session.scalars(query))


def _pupil(session: Session, room: Classroom, pupil: str) -> Pupil:
    row = session.scalar(
        select(Pupil).where(Pupil.classroom_id == room.id, Pupil.public_id == pupil)
    )
    if row is None:
        raise NotFoundError(pupil)
    return row


def _place(session: Session, pupil: Pupil, room: Classroom) -> Data:
    return {
        "class": room.name,
        **plain(pupil),
        "browsers": rows(session, PupilSession, PupilSession.pupil_id == pupil.id),
        "task_answers": _of_tasks(session, TaskAnswer, pupil),
        "task_times": _of_tasks(session, TaskTime, pupil),
        "live_rounds": _live_rounds(session, pupil),
    }


def _of_tasks(
    session: Session, table: type[TaskAnswer] | type[TaskTime], pupil: Pupil
) -> list[Data]:
    query = (
        select(table, Task, Assignment.title)
        .join(Task, Task.id == table.task_id)
        .join(Assignment, Assignment.id == Task.assignment_id)
        .where(table.pupil_id == pupil.id)
        .order_by(table.id)
    )
    return [
        {"set": title, "kind": task.kind, "task": task.reference, **plain(row)}
        for row, task, title in session.execute(query)
    ]


def _live_rounds(session: Session, pupil: Pupil) -> list[Data]:
    query = (
        select(LivePlayer, LiveRound.started_at)
        .join(LiveRound, LiveRound.id == LivePlayer.round_id)
        .where(LivePlayer.pupil_id == pupil.id)
        .order_by(LivePlayer.id)
    )
    return [
        {
            "started_at": started_at.isoformat(),
            **plain(row),
            "answers": _live_answers(session, pupil, row.round_id),
        }
        for row, started_at in session.execute(query)
    ]


def _live_answers(session: Session, pupil: Pupil, live_round: int) -> list[Data]:
    query = (
        select(LiveAnswer, LiveQuestion)
        .join(LiveQuestion, LiveQuestion.id == LiveAnswer.question_id)
        .where(LiveAnswer.pupil_id == pupil.id, LiveQuestion.round_id == live_round)
        .order_by(LiveQuestion.place)
    )
    return [
        {"kind": question.kind, "puzzle": question.reference, **_shown(row, question)}
        for row, question in session.execute(query)
    ]


def _shown(row: LiveAnswer, question: LiveQuestion) -> Data:
    """The answer; what it is worth is for nobody to know before the teacher has revealed it."""
    secret = {"solved", "grade", "loss"} if question.revealed_at is None else set()
    return {name: value for name, value in plain(row).items() if name not in secret}


def _progress(session: Session, pupil: Pupil) -> Data:
    """The progress in what the class was given to do, as its results show it."""
    tasks = (
        select(Task.kind, Task.reference)
        .join(Assignment, Assignment.id == Task.assignment_id)
        .where(Assignment.classroom_id == pupil.classroom_id)
        .distinct()
    )
    given = session.execute(tasks).all()
    chapters = {reference for kind, reference in given if kind == "chapter"}
    practised = {reference for kind, reference in given if kind == "practice"}
    return {
        "chapters": _of_chapters(session, ChapterVisit, pupil, chapters),
        "lesson_steps": _of_chapters(session, LessonStep, pupil, chapters),
        "exercise_answers": _of_chapters(session, ExerciseAnswer, pupil, practised),
    }


def _of_chapters(
    session: Session,
    table: type[ChapterVisit] | type[LessonStep] | type[ExerciseAnswer],
    pupil: Pupil,
    chapters: Collection[str],
) -> list[Data]:
    mine = table.learner_id == pupil.learner_id
    return rows(session, table, mine, table.chapter.in_(chapters))
