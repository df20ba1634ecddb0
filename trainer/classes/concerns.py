"""Who needs help now, by stated rules, each with its reason.

A pupil is on the list

- whose last three or more answers to puzzles were all wrong, the last one within two weeks;
- who has done nothing of a set that ends within two days;
- who has finished less than half of a set that ended within the last two weeks;
- who has spent more than a quarter of an hour on a task without finishing it, within two weeks;
- who has done fewer than half of the tasks that at least half of the class have done.

A task is finished when it is done, or when no try is left: only the last rule asks for done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from trainer.classes.pupils import Member
from trainer.classes.reports import GivenAnswer, Report
from trainer.classes.tasksets import GivenTask, TaskSet

WRONG = 3
"""So many wrong answers one after another are a reason."""

SOON = timedelta(days=2)
RECENT = timedelta(days=14)
LONG_SECONDS = 15 * 60
COMMON = 4
"""From so many tasks on that half of the class have done, somebody can be far behind."""

Kind = Literal["wrong", "due", "over", "stuck", "behind"]


@dataclass(frozen=True)
class Reason:
    """Why somebody needs help.

    ``wrong``: the last ``number`` answers; ``due``: nothing of ``given`` is done; ``over``:
    ``number`` tasks of ``given`` are not finished; ``stuck``: ``number`` minutes on ``task``;
    ``behind``: ``number`` done of ``of`` that half of the class have done.
    """

    kind: Kind
    number: int = 0
    of: int = 0
    given: TaskSet | None = None
    task: GivenTask | None = None


@dataclass(frozen=True)
class Concern:
    """A pupil and all reasons why they need help."""

    pupil: Member
    reasons: tuple[Reason, ...]


def concerns(report: Report) -> tuple[Concern, ...]:
    """Who needs help now, those with the most reasons first; nobody in a class that is over."""
    if not report.room.is_active:
        return ()
    common = _common(report)
    found = [Concern(one, tuple(_reasons(report, one, common))) for one in report.members]
    return tuple(sorted((one for one in found if one.reasons), key=lambda one: -len(one.reasons)))


def _common(report: Report) -> list[int]:
    """The tasks that at least half of the class have done."""
    half = len(report.members) / 2
    sums = ((task.id, report.column(task.id)) for _, task in report.tasks)
    return [task for task, one in sums if one.done >= half > 0]


def _reasons(report: Report, pupil: Member, common: list[int]) -> Iterator[Reason]:
    yield from _wrong(report, pupil)
    for given in report.sets:
        yield from _about_set(report, pupil, given)
    done = sum(report.at(pupil.id, task).state == "done" for task in common)
    if len(common) >= COMMON and 2 * done < len(common):
        yield Reason("behind", done, len(common))


def _wrong(report: Report, pupil: Member) -> Iterator[Reason]:
    given = [one for _, task in report.tasks for one in report.given(pupil.id, task.id)]
    latest = sorted(given, key=lambda one: one.made_at, reverse=True)
    run = _run(latest)
    if run >= WRONG and report.now - latest[0].made_at <= RECENT:
        yield Reason("wrong", run)


def _run(latest: list[GivenAnswer]) -> int:
    """How many answers were wrong since the last right one."""
    return next((n for n, one in enumerate(latest) if one.solved), len(latest))


def _about_set(report: Report, pupil: Member, given: TaskSet) -> Iterator[Reason]:
    standings = [(task, report.at(pupil.id, task.id)) for task in given.tasks]
    left = sum(not one.finished for _, one in standings)
    if given.due_until is not None and left:
        ahead = given.due_until - report.now
        if timedelta(0) < ahead <= SOON and all(one.state == "open" for _, one in standings):
            yield Reason("due", given=given)
        if -RECENT <= ahead <= timedelta(0) and 2 * left > len(standings):
            yield Reason("over", left, given=given)
    for task, one in standings:
        fresh = one.last_at is not None and report.now - one.last_at <= RECENT
        if not one.finished and one.seconds > LONG_SECONDS and fresh:
            yield Reason("stuck", one.seconds // 60, given=given, task=task)
