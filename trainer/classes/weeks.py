"""How a class, or one of its pupils, gets on from week to week.

The weeks begin on Mondays in the calendar of whoever looks. They follow one another without
gaps, from the first set of tasks to now, and add up to the sums of the report: a chapter that
was done before it was given counts in the week in which it was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from trainer.classes.reports import Report

WEEK = timedelta(weeks=1)


@dataclass(frozen=True)
class Week:
    """A week from its ``monday``: tasks done, answers to puzzles, how many of them were right.

    ``active``: how many pupils have done a task or answered a puzzle.
    """

    monday: date
    done: int = 0
    answers: int = 0
    right: int = 0
    active: int = 0

    @property
    def share(self) -> float | None:
        """The share of right answers, from 0 to 1; None where nothing was answered."""
        return self.right / self.answers if self.answers else None


@dataclass(frozen=True)
class _Event:
    monday: date
    pupil: str
    done: bool = False
    answer: bool = False
    right: bool = False


def weeks(
    report: Report, day_of: Callable[[datetime], date], pupil: str | None = None
) -> tuple[Week, ...]:
    """The weeks of a class, or of one pupil; nothing where no task was ever given."""
    if not report.sets:
        return ()
    people = [one.id for one in report.members] if pupil is None else [pupil]
    events = [event for one in people for event in _events(report, day_of, one)]
    given = [_monday(day_of(one.made_at)) for one in report.sets]
    days = [*given, *(event.monday for event in events)]
    # A clock that was wrong for a while adds a week at the end, and loses nothing.
    first, last = min(days), max(_monday(day_of(report.now)), *days)
    mondays = [first + number * WEEK for number in range((last - first) // WEEK + 1)]
    by_week: dict[date, list[_Event]] = {monday: [] for monday in mondays}
    for event in events:
        by_week[event.monday].append(event)
    return tuple(_week(monday, some) for monday, some in by_week.items())


def _events(report: Report, day_of: Callable[[datetime], date], pupil: str) -> Iterator[_Event]:
    for given, task in report.tasks:
        done_at = report.at(pupil, task.id).done_at
        if done_at is not None:
            yield _Event(_monday(day_of(max(done_at, given.made_at))), pupil, done=True)
        for one in report.given(pupil, task.id):
            yield _Event(_monday(day_of(one.made_at)), pupil, answer=True, right=one.solved)


def _week(monday: date, events: list[_Event]) -> Week:
    return Week(
        monday=monday,
        done=sum(event.done for event in events),
        answers=sum(event.answer for event in events),
        right=sum(event.right for event in events),
        active=len({event.pupil for event in events}),
    )


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
