"""What a class has done, for its teachers: who stands where, in one reading of the database.

`report` reads everything once, in about a dozen queries however large the class is; all tables,
lists and sums are worked out from that value. How far a pupil is with a task comes from
`standing` alone, which pupils' own pages show as well, so that the figures add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from statistics import median

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.classes import access
from trainer.classes.access import NotFoundError, Room
from trainer.classes.pupils import Member, members_of
from trainer.classes.standing import Standing, Standings, standings
from trainer.classes.tasksets import GivenTask, TaskSet, sets_of
from trainer.storage.class_tables import (
    Classroom,
    LiveAnswer,
    LivePlayer,
    LiveQuestion,
    LiveRound,
    Pupil,
    TaskAnswer,
)
from trainer.storage.database import Sessions, reading


@dataclass(frozen=True)
class GivenAnswer:
    """A counted answer to a puzzle, as it is stored; ``pupil`` as in addresses."""

    pupil: str
    task: int
    text: str
    solved: bool
    grade: str | None
    loss: float | None
    made_at: datetime


@dataclass(frozen=True)
class RoundLine:
    """A live round in short. ``asked``: how many questions have been revealed.

    ``joined``: pupils (as in addresses); ``right``: how many of the revealed questions each of
    them who has answered any has solved.
    """

    id: str
    started_at: datetime
    asked: int
    joined: frozenset[str]
    right: Mapping[str, int]


def minutes(seconds: int) -> int:
    """Whole minutes; a few seconds are one, so that whoever was there is seen."""
    return max(1, round(seconds / 60)) if seconds else 0


@dataclass(frozen=True)
class Sum:
    """What some standings add up to; ``minutes``: the whole minutes of each, added up."""

    tasks: int = 0
    done: int = 0
    missed: int = 0
    begun: int = 0
    late: int = 0
    answers: int = 0
    minutes: int = 0

    @property
    def open(self) -> int:
        """How many have not been begun."""
        return self.tasks - self.done - self.missed - self.begun


def sum_of(some: Iterable[Standing]) -> Sum:
    """Add up."""
    found = list(some)
    states = [one.state for one in found]
    return Sum(
        tasks=len(found),
        done=states.count("done"),
        missed=states.count("missed"),
        begun=states.count("begun"),
        late=sum(one.late for one in found),
        answers=sum(one.answers for one in found),
        minutes=sum(minutes(one.seconds) for one in found),
    )


def _middle(times: Iterable[int]) -> int:
    return round(median([time for time in times if time] or [0]))


@dataclass(frozen=True)
class Report:
    """A class with its pupils, its sets of tasks, and all that was done, at the moment ``now``.

    ``members`` are here now and are what sums are about; ``moved`` went on to another class.
    ``answers``: by pupil and task, in order of time.
    """

    room: Room
    members: tuple[Member, ...]
    moved: tuple[Member, ...]
    sets: tuple[TaskSet, ...]
    standings: Standings
    answers: Mapping[tuple[str, int], tuple[GivenAnswer, ...]]
    rounds: tuple[RoundLine, ...]
    now: datetime

    @cached_property
    def tasks(self) -> tuple[tuple[TaskSet, GivenTask], ...]:
        """All tasks, each with its set, in their order."""
        return tuple((given, task) for given in self.sets for task in given.tasks)

    def member(self, pupil: str) -> Member:
        """A pupil of the class, also one who has moved; raises NotFoundError."""
        for one in (*self.members, *self.moved):
            if one.id == pupil:
                return one
        raise NotFoundError(pupil)

    def task(self, task: int) -> tuple[TaskSet, GivenTask]:
        """A task and its set; raises NotFoundError."""
        for given, one in self.tasks:
            if one.id == task:
                return given, one
        raise NotFoundError(str(task))

    def at(self, pupil: str, task: int) -> Standing:
        """Where a pupil stands with a task."""
        return self.standings[pupil, task]

    def row(self, pupil: str, given: TaskSet | None = None) -> Sum:
        """What a pupil has done, of one set or of all."""
        tasks = given.tasks if given else [task for _, task in self.tasks]
        return sum_of(self.at(pupil, task.id) for task in tasks)

    def column(self, task: int) -> Sum:
        """What the pupils who are here have done about a task."""
        return sum_of(self.at(one.id, task) for one in self.members)

    @cached_property
    def total(self) -> Sum:
        """Everything that the pupils who are here have done."""
        return sum_of(self.at(one.id, task.id) for one in self.members for _, task in self.tasks)

    def given(self, pupil: str, task: int) -> tuple[GivenAnswer, ...]:
        """A pupil's counted answers to a puzzle, in order of time."""
        return self.answers.get((pupil, task), ())

    def median_seconds(self, task: int) -> int:
        """The time on a task of the middle one of all who spent any; 0 for nobody."""
        return _middle(self.at(one.id, task).seconds for one in self.members)

    @cached_property
    def median_minutes(self) -> int:
        """The minutes at all tasks together of the middle one of all who spent any."""
        return _middle(self.row(one.id).minutes for one in self.members)


def report(sessions: Sessions, teacher: str, room: str, now: datetime | None = None) -> Report:
    """The report of a class, for one of its teachers (public ids); raises NotFoundError."""
    now = now or datetime.now(UTC)
    with reading(sessions) as session:
        value = access.room(session, teacher, room)
        row = access.classroom(session, teacher, room)
        people = members_of(session, row, moved=True)
        sets = tuple(sets_of(session, row.id))
        return Report(
            room=value,
            members=tuple(one for one in people if one.moved_at is None),
            moved=tuple(one for one in people if one.moved_at is not None),
            sets=sets,
            standings=standings(session, row, now, sets=sets),
            answers=_answers(session, row, sets),
            rounds=_rounds(session, row),
            now=now,
        )


def _answers(
    session: Session, room: Classroom, sets: Sequence[TaskSet]
) -> dict[tuple[str, int], tuple[GivenAnswer, ...]]:
    puzzles = [task.id for given in sets for task in given.tasks if task.is_puzzle]
    if not puzzles:
        return {}
    row = TaskAnswer
    query = (
        select(
            Pupil.public_id, row.task_id, row.answer, row.solved, row.grade, row.loss, row.made_at
        )
        .join(Pupil, Pupil.id == row.pupil_id)
        .where(Pupil.classroom_id == room.id, Pupil.removed_at.is_(None), row.task_id.in_(puzzles))
        .order_by(row.id)
    )
    found: dict[tuple[str, int], list[GivenAnswer]] = {}
    for values in session.execute(query):
        answer = GivenAnswer(*values)
        found.setdefault((answer.pupil, answer.task), []).append(answer)
    return {key: tuple(some) for key, some in found.items()}


def _rounds(session: Session, room: Classroom) -> tuple[RoundLine, ...]:
    """The rounds in which something has been revealed, the newest first."""
    query = (
        select(LiveRound.id, LiveRound.public_id, LiveRound.started_at, LiveQuestion.id)
        .join(LiveQuestion, LiveQuestion.round_id == LiveRound.id)
        .where(LiveRound.classroom_id == room.id, LiveQuestion.revealed_at.is_not(None))
        .order_by(LiveRound.started_at.desc(), LiveRound.id.desc())
    )
    heads: dict[int, tuple[str, datetime]] = {}
    questions: dict[int, int] = {}
    for key, public_id, started_at, question in session.execute(query):
        heads[key] = (public_id, started_at)
        questions[question] = key
    joined = _joined(session, list(heads))
    right = _right(session, questions)
    asked = list(questions.values())
    return tuple(
        RoundLine(*head, asked.count(key), frozenset(joined.get(key, ())), right.get(key, {}))
        for key, head in heads.items()
    )


def _joined(session: Session, rounds: Sequence[int]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    query = (
        select(LivePlayer.round_id, Pupil.public_id)
        .join(Pupil, Pupil.id == LivePlayer.pupil_id)
        .where(LivePlayer.round_id.in_(rounds), Pupil.removed_at.is_(None))
    )
    for key, pupil in session.execute(query) if rounds else ():
        found.setdefault(key, set()).add(pupil)
    return found


def _right(session: Session, questions: Mapping[int, int]) -> dict[int, dict[str, int]]:
    """By round and pupil, how many of these questions were solved; 0 for who only answered."""
    found: dict[int, dict[str, int]] = {}
    query = (
        select(LiveAnswer.question_id, Pupil.public_id, LiveAnswer.solved)
        .join(Pupil, Pupil.id == LiveAnswer.pupil_id)
        .where(LiveAnswer.question_id.in_(list(questions)), Pupil.removed_at.is_(None))
    )
    for question, pupil, solved in session.execute(query) if questions else ():
        scores = found.setdefault(questions[question], {})
        scores[pupil] = scores.get(pupil, 0) + solved
    return found
