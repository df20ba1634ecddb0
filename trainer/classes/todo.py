"""What a pupil is to do, in which order, and how far everything is.

To do first is what is overdue, the longest first; then what is due soonest; then what has no last
day, in the order of the sets and of the tasks in them. A task whose puzzle has been withdrawn is
nobody's to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.classes.access import Place, places
from trainer.classes.answering import working
from trainer.classes.standing import Standing, Standings, standings
from trainer.classes.tasksets import GivenTask, Kind, TaskSet, sets_of, values_of
from trainer.storage.class_tables import Assignment, Classroom, Pupil, Task
from trainer.storage.database import Sessions, reading
from trainer.storage.tables import Learner

_NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Entry:
    """A task of a pupil: in which set, and where the pupil stands with it."""

    given: TaskSet
    task: GivenTask
    standing: Standing

    @property
    def waits(self) -> bool:
        """Whether it is still to be done."""
        return self.task.there and not self.standing.finished


@dataclass(frozen=True)
class PupilSet:
    """A set with a pupil's entries, in its order."""

    given: TaskSet
    entries: tuple[Entry, ...]

    @property
    def done(self) -> int:
        """How many tasks of it are done."""
        return sum(one.standing.state == "done" for one in self.entries)

    @property
    def waits(self) -> bool:
        """Whether anything of it is still to be done."""
        return any(one.waits for one in self.entries)


@dataclass(frozen=True)
class PupilClass:
    """A class of a pupil with all that it was given."""

    place: Place
    sets: tuple[PupilSet, ...]

    def find(self, given: str, task: int) -> Entry | None:
        """The entry of a task, by the ids in its address."""
        entries = (one for each in self.sets if each.given.id == given for one in each.entries)
        return next((one for one in entries if one.task.id == task), None)


def classes_of(sessions: Sessions, learner: str, now: datetime | None = None) -> list[PupilClass]:
    """The classes of a learner that go on, with every set that has a task."""
    now = now or datetime.now(UTC)
    with reading(sessions) as session:
        return [_class(session, place, now) for place in places(session, learner)]


def _class(session: Session, place: Place, now: datetime) -> PupilClass:
    query = (
        select(Classroom, Pupil.id)
        .join(Pupil, Pupil.classroom_id == Classroom.id)
        .where(Pupil.public_id == place.pupil)
    )
    room, pupil = session.execute(query).one()
    sets = [one for one in sets_of(session, room.id) if one.tasks]
    known = standings(session, room, now, sets=sets, pupils=[pupil])
    return PupilClass(place, tuple(_set(one, place.pupil, known) for one in sets))


def entries_about(
    sessions: Sessions, learner: str, kind: Kind, reference: str, now: datetime | None = None
) -> list[Entry]:
    """The tasks of a learner that are about one chapter or puzzle, with how far they are."""
    now = now or datetime.now(UTC)
    query = (
        select(Assignment, Task.id, Classroom, Pupil)
        .join(Task, Task.assignment_id == Assignment.id)
        .join(Classroom, Classroom.id == Assignment.classroom_id)
        .join(Pupil, Pupil.classroom_id == Classroom.id)
        .join(Learner, Learner.id == Pupil.learner_id)
        .where(Task.kind == kind, Task.reference == reference, *working(learner))
        .order_by(Assignment.place, Assignment.id)
    )
    with reading(sessions) as session:
        return [_entry(session, *row, now=now) for row in session.execute(query)]


def _entry(
    session: Session, row: Assignment, task: int, room: Classroom, pupil: Pupil, now: datetime
) -> Entry:
    given = values_of(session, [row])[0]
    one = next(each for each in given.tasks if each.id == task)
    alone = replace(given, tasks=(one,))
    known = standings(session, room, now, sets=[alone], pupils=[pupil.id])
    return Entry(given, one, known[pupil.public_id, task])


def _set(given: TaskSet, pupil: str, known: Standings) -> PupilSet:
    return PupilSet(given, tuple(Entry(given, task, known[pupil, task.id]) for task in given.tasks))


def card_of(sessions: Sessions, pupil: str) -> str | None:
    """The code on a pupil's card; None while it is revoked."""
    with reading(sessions) as session:
        return session.scalar(select(Pupil.card).where(Pupil.public_id == pupil))


def to_do(classes: Iterable[PupilClass]) -> list[Entry]:
    """All that waits, in the order in which it is to be done."""
    waiting = [
        (one.given.due_until or _NEVER, room, number, place, one)
        for room, each in enumerate(classes)
        for number, group in enumerate(each.sets)
        for place, one in enumerate(group.entries)
        if one.waits
    ]
    return [one for *_, one in sorted(waiting, key=lambda line: line[:4])]


def after(waiting: Sequence[Entry], given: TaskSet, task: int) -> Entry | None:
    """What comes next for somebody at a task of a set: what waits in it, else the first of all."""
    others = [one for one in waiting if one.task.id != task]
    here = [one for one in others if one.given.id == given.id]
    return next(iter(here or others), None)
