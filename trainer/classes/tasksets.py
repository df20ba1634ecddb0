"""Sets of tasks as values: what a class has been given, for teachers, pupils and reports alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.lessons.course import course
from trainer.lessons.practice import CHAPTER_KINDS
from trainer.puzzles import bank
from trainer.storage.class_tables import Assignment, Task
from trainer.storage.tables import OwnPuzzle

Kind = Literal["chapter", "practice", "puzzle", "own"]
Explain = Literal["at once", "release"]
KINDS: tuple[Kind, ...] = ("chapter", "practice", "puzzle", "own")


@dataclass(frozen=True)
class GivenTask:
    """One thing to do. ``id`` as in addresses; ``reference`` and ``amount`` as in `Task`.

    ``there``: whether the chapter or puzzle still exists; a puzzle may be withdrawn.
    """

    id: int
    kind: Kind
    reference: str
    amount: int
    there: bool

    @property
    def is_puzzle(self) -> bool:
        """Whether it is answered with a turn, and answers are counted."""
        return self.kind in ("puzzle", "own")


@dataclass(frozen=True)
class TaskSet:
    """Tasks that a class is given together, in their order. ``id`` as in addresses.

    The other values as in `Assignment`.
    """

    id: str
    title: str
    due_on: date | None
    due_until: datetime | None
    tries: int | None
    explain: Explain
    released_at: datetime | None
    made_at: datetime
    removed_at: datetime | None
    tasks: tuple[GivenTask, ...] = ()

    @property
    def withholds(self) -> bool:
        """Whether the explanations of its puzzles still wait for the teacher."""
        return self.explain == "release" and self.released_at is None

    @property
    def released(self) -> bool:
        """Whether they waited for the teacher and have been released."""
        return self.explain == "release" and self.released_at is not None

    def over(self, now: datetime) -> bool:
        """Whether its last day has ended."""
        return self.due_until is not None and now >= self.due_until

    def task(self, task: int) -> GivenTask | None:
        """The task with that id."""
        return next((one for one in self.tasks if one.id == task), None)


def sets_of(session: Session, room: int) -> list[TaskSet]:
    """The sets of a class (its row's id) in their order, without those in the bin."""
    query = select(Assignment).where(Assignment.classroom_id == room)
    here = query.where(Assignment.removed_at.is_(None))
    return values_of(session, session.scalars(here.order_by(Assignment.place, Assignment.id)).all())


def values_of(session: Session, rows: Sequence[Assignment]) -> list[TaskSet]:
    """The values of rows, each with its tasks."""
    mine = Task.assignment_id.in_([row.id for row in rows]), Task.removed_at.is_(None)
    tasks = session.scalars(select(Task).where(*mine).order_by(Task.place, Task.id)).all()
    links = links_that_lead(session, [one.reference for one in tasks if one.kind == "own"])
    own: dict[int, list[GivenTask]] = {}
    for one in tasks:
        own.setdefault(one.assignment_id, []).append(_task(one, links))
    return [_value(row, own.get(row.id, ())) for row in rows]


def links_that_lead(session: Session, links: Sequence[str]) -> frozenset[str]:
    """Those links of own puzzles whose puzzle has not been withdrawn."""
    if not links:
        return frozenset()
    kept = OwnPuzzle.link.in_(links), OwnPuzzle.record.is_not(None)
    return frozenset(session.scalars(select(OwnPuzzle.link).where(*kept)))


def is_there(kind: str, reference: str, links: frozenset[str]) -> bool:
    """Whether there is such a thing to do; ``links``: see `links_that_lead`."""
    if kind == "chapter":
        return course().chapter(reference) is not None
    if kind == "practice":
        return reference in CHAPTER_KINDS
    return reference in links if kind == "own" else bank.load().get(reference) is not None


def _task(row: Task, links: frozenset[str]) -> GivenTask:
    return GivenTask(
        id=row.id,
        kind=cast(Kind, row.kind),
        reference=row.reference,
        amount=row.amount,
        there=is_there(row.kind, row.reference, links),
    )


def _value(row: Assignment, tasks: Iterable[GivenTask]) -> TaskSet:
    return TaskSet(
        id=row.public_id,
        title=row.title,
        due_on=row.due_on,
        due_until=row.due_until,
        tries=row.tries,
        explain="release" if row.explain == "release" else "at once",
        released_at=row.released_at,
        made_at=row.made_at,
        removed_at=row.removed_at,
        tasks=tuple(tasks),
    )
