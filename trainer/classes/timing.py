"""Time on task: how long pupils look at what they have been given.

Each request of a pupil about a task says that the pupil is still there. The time since the
pupil's request before it belongs to the task that that one was about, so a minute is never
counted for two things, except where one chapter or puzzle is a task in several sets: it counts
in each. More than five minutes without a request are a pause, and a pause counts for nothing.
What is done after the last request is not seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.classes.answering import working
from trainer.classes.tasksets import Kind
from trainer.storage.class_tables import Assignment, Classroom, Pupil, Task, TaskTime
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner

PAUSE = timedelta(minutes=5)
STEP = timedelta(seconds=5)
"""Requests that follow each other so fast, about the same task, are not written one by one."""

Pair = tuple[int, int]


def note(
    sessions: Sessions, learner: str, kind: Kind, reference: str, now: datetime | None = None
) -> None:
    """A request of a learner about a chapter, a practice or a puzzle; mostly it is no task."""
    now = now or datetime.now(UTC)
    with reading(sessions) as session:
        tasks = _tasks(session, learner, kind, reference)
        if not tasks or _just_noted(session, tasks, now):
            return
    with writing(sessions) as session:
        _note(session, learner, tasks, now)


def _tasks(session: Session, learner: str, kind: Kind, reference: str) -> list[Pair]:
    """The tasks that this is for a learner, each with the place in the class (ids of rows)."""
    query = (
        select(Task.id, Pupil.id)
        .join(Assignment, Assignment.id == Task.assignment_id)
        .join(Classroom, Classroom.id == Assignment.classroom_id)
        .join(Pupil, Pupil.classroom_id == Classroom.id)
        .join(Learner, Learner.id == Pupil.learner_id)
        .where(Task.kind == kind, Task.reference == reference, *working(learner))
    )
    return [(task, pupil) for task, pupil in session.execute(query)]


def _just_noted(session: Session, tasks: Sequence[Pair], now: datetime) -> bool:
    """Whether the last request was about the same tasks, and a moment ago."""
    mine = TaskTime.pupil_id.in_([pupil for _, pupil in tasks]), TaskTime.last_at > now - STEP
    recent = session.execute(select(TaskTime.task_id, TaskTime.pupil_id).where(*mine)).all()
    return bool(recent) and {(task, pupil) for task, pupil in recent} == set(tasks)


def _note(session: Session, learner: str, tasks: Sequence[Pair], now: datetime) -> None:
    # Requests of one learner queue here: each sees what the one before has noted.
    owner = select(Learner.id).where(Learner.public_id == learner).with_for_update()
    places = select(Pupil.id).where(Pupil.learner_id == session.scalar(owner))
    known = session.scalars(select(TaskTime).where(TaskTime.pupil_id.in_(places))).all()
    last = max((row.last_at for row in known), default=now)
    if timedelta(0) < now - last <= PAUSE:
        for row in known:
            if row.last_at == last:
                row.seconds += int((now - last).total_seconds())
    # Of two requests in the same instant one is the last: its task alone has the time to come.
    at = max(now, last + timedelta(microseconds=1)) if known else now
    rows = {(row.task_id, row.pupil_id): row for row in known}
    for task, pupil in tasks:
        if (task, pupil) in rows:
            rows[task, pupil].last_at = at
        else:
            row = TaskTime(task_id=task, pupil_id=pupil, seconds=0, first_at=at, last_at=at)
            session.add(row)
