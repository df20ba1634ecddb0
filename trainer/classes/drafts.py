"""A set of tasks as a teacher fills it in, and what may be wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from enum import Enum
from typing import Literal

from sqlalchemy.orm import Session

from trainer.classes.marks import mark
from trainer.classes.tasksets import KINDS, Explain, Kind, TaskSet, is_there, links_that_lead

LONGEST_TITLE = 120
MOST_TASKS = 50
MOST_TRIES = 9
MOST_RIGHT = 99
"""So many right exercises may be asked for at most."""

GRACE = timedelta(hours=1)
"""A day ends so much later, since the clocks may change between now and then."""

Field = Literal["title", "due_on", "tries", "explain", "tasks"]


class Fault(Enum):
    """What is wrong with a draft."""

    NO_TITLE = "no-title"
    LONG_TITLE = "long-title"
    PAST = "past"
    AFTER_CLASS = "after-class"
    TRIES = "tries"
    NO_TASKS = "no-tasks"
    TOO_MANY_TASKS = "too-many-tasks"
    AMOUNT = "amount"
    GONE = "gone"


class DraftError(ValueError):
    """A draft cannot be given; ``problems`` has at least one, in the order of the fields."""

    def __init__(self, problems: Sequence[tuple[Field, Fault]]) -> None:
        super().__init__(", ".join(f"{field}: {fault.value}" for field, fault in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Wanted:
    """A task that a teacher has chosen; values as in `Task`."""

    kind: Kind
    reference: str
    amount: int = 1

    @property
    def key(self) -> tuple[str, str]:
        """What makes two tasks the same one."""
        return self.kind, self.reference


@dataclass(frozen=True)
class Draft:
    """A set of tasks as a teacher has filled it in; values as in `Assignment`.

    ``offset``: the teacher's distance from UTC in minutes, eastward, for the end of the last day.
    """

    title: str
    tasks: tuple[Wanted, ...]
    due_on: date | None = None
    tries: int | None = None
    explain: Explain = "at once"
    offset: int = 0

    @property
    def due_until(self) -> datetime | None:
        """The moment at which the last day ends."""
        if self.due_on is None:
            return None
        zone = timezone(timedelta(minutes=self.offset))
        return datetime.combine(self.due_on, time(), zone) + timedelta(days=1) + GRACE

    @property
    def mark(self) -> str:
        """The mark of what is stored of it; see `marks`."""
        return mark(self.title, self.tasks, self.due_on, self.tries, self.explain)

    @classmethod
    def of(cls, given: TaskSet) -> Draft:
        """A set that is given already, to be changed."""
        tasks = tuple(Wanted(one.kind, one.reference, one.amount) for one in given.tasks)
        return cls(given.title, tasks, given.due_on, given.tries, given.explain)


def problems(
    session: Session, draft: Draft, now: datetime, end: date, before: TaskSet | None = None
) -> list[tuple[Field, Fault]]:
    """What is wrong with a draft for a class whose last day is ``end``.

    ``before``: the set that it changes, whose day may be past.
    """
    found: list[tuple[Field, Fault]] = []
    if not draft.title.strip():
        found.append(("title", Fault.NO_TITLE))
    elif len(draft.title) > LONGEST_TITLE:
        found.append(("title", Fault.LONG_TITLE))
    if draft.due_on is not None and (before is None or draft.due_on != before.due_on):
        found += [("due_on", fault) for fault in _day_faults(draft, draft.due_on, now, end)]
    if draft.tries is not None and not 1 <= draft.tries <= MOST_TRIES:
        found.append(("tries", Fault.TRIES))
    return found + [("tasks", fault) for fault in _task_faults(session, draft.tasks, before)]


def _day_faults(draft: Draft, day: date, now: datetime, end: date) -> list[Fault]:
    if day > end:  # also the days after which the calendar has none: they have no end
        return [Fault.AFTER_CLASS]
    return [Fault.PAST] if draft.due_until is not None and draft.due_until <= now + GRACE else []


def _task_faults(session: Session, tasks: Sequence[Wanted], before: TaskSet | None) -> list[Fault]:
    if not tasks:
        return [Fault.NO_TASKS]
    if len(tasks) > MOST_TASKS:
        return [Fault.TOO_MANY_TASKS]
    if not all(1 <= one.amount <= MOST_RIGHT for one in tasks):
        return [Fault.AMOUNT]
    kept = {(one.kind, one.reference) for one in before.tasks} if before else set()
    new = [one for one in tasks if one.key not in kept]
    links = links_that_lead(session, [one.reference for one in new if one.kind == "own"])
    there = all(one.kind in KINDS and is_there(one.kind, one.reference, links) for one in new)
    return [] if there else [Fault.GONE]
