"""How far each pupil of a class is with each task: the one place that says so.

Pupils' own pages and the teacher's matrix show the same values, so their figures add up.

- A **chapter** is done when the learner's chapter is done, whenever that was: whoever has done it
  before is done. Starting it afresh takes that back, as it does on the learner's own pages.
- **Practice** is done when so many exercises of the chapter were answered rightly since the set
  was given. Each exercise counts once, with its first answer.
- A **puzzle** is done when a counted answer has solved it. A turn that the rules refuse is no
  answer. The figure shown is the best counted answer.
- Answers count while the puzzle is open to the pupil: until it is solved or the tries are used up.
  Where the explanation waited for the teacher and has been released, a pupil who had answered
  before has the explanation and no try any more; whoever had not still has one. Where any number
  of tries is allowed, every answer counts until the puzzle is solved.
- A pupil is told at once whether an answer solves the puzzle. The **explanation** (right turn,
  values, reasons) comes when it can spoil no try: the puzzle is solved or no try is left; where
  any number is allowed, with every answer. It never comes before the release where it waits.
- A task is **late** if it was finished after the last day, or is unfinished and that day is over.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.classes.tasksets import GivenTask, TaskSet, sets_of
from trainer.lessons.course import course
from trainer.rules import Profile
from trainer.rules.profile import Base
from trainer.storage.class_tables import Classroom, ExerciseAnswer, Pupil, TaskAnswer, TaskTime
from trainer.storage.tables import ChapterVisit, LessonStep

State = Literal["open", "begun", "done", "missed"]
"""``missed``: a puzzle that was not solved and to which no further answer counts."""


@dataclass(frozen=True)
class Standing:
    """How far a pupil is with a task.

    Puzzles: ``solved``; ``answers`` counted so far, ``grade`` and ``loss`` (points) of the best of
    them; ``explained``: the explanation is the pupil's to see. Practice: ``right`` exercises out
    of ``of``. Chapters: ``steps`` done out of ``of`` (by the rules of the class). ``seconds``:
    time on task. ``last_at``: of the last thing done for it. ``late``: see above.
    """

    state: State = "open"
    solved: bool = False
    answers: int = 0
    grade: str | None = None
    loss: float | None = None
    explained: bool = False
    right: int = 0
    steps: int = 0
    of: int = 0
    seconds: int = 0
    last_at: datetime | None = None
    done_at: datetime | None = None
    late: bool = False

    @property
    def finished(self) -> bool:
        """Whether nothing more is to be done."""
        return self.state in ("done", "missed")


Standings = Mapping[tuple[str, int], Standing]
"""By the pupil's id (as in addresses) and the task's id; every pair of a class is there."""


@dataclass(frozen=True)
class Counted:
    """A counted answer to a puzzle."""

    solved: bool
    grade: str | None
    loss: float | None
    made_at: datetime


def standings(
    session: Session,
    room: Classroom,
    now: datetime | None = None,
    *,
    sets: Sequence[TaskSet] | None = None,
    pupils: Collection[int] | None = None,
) -> Standings:
    """Where all pupils of a class who are not removed stand with all its tasks.

    ``sets``: only these, if they are known already; ``pupils``: only these (ids of rows). A handful
    of queries, however many there are.
    """
    now = now or datetime.now(UTC)
    sets = sets_of(session, room.id) if sets is None else sets
    people = _people(session, room.id, pupils)
    facts = _facts(session, people, sets, Profile.parse(room.profile).base)
    return {
        (person.public_id, task.id): facts.standing(person.id, person.learner_id, one, task, now)
        for person in people
        for one in sets
        for task in one.tasks
    }


@dataclass(frozen=True)
class _Person:
    id: int
    public_id: str
    learner_id: int


def _people(session: Session, room: int, only: Collection[int] | None) -> list[_Person]:
    query = select(Pupil.id, Pupil.public_id, Pupil.learner_id)
    here = query.where(Pupil.classroom_id == room, Pupil.removed_at.is_(None))
    rows = session.execute(here if only is None else here.where(Pupil.id.in_(only)))
    return [_Person(*row) for row in rows]


def puzzle_standing(given: TaskSet, answers: Sequence[Counted], now: datetime) -> Standing:
    """Where a pupil stands with a puzzle of a set after these answers, in order of time."""
    if not answers:
        return Standing(late=given.over(now))
    solved_at = next((one.made_at for one in answers if one.solved), None)
    best = min(answers, key=_rank)
    used_up = given.tries is not None and (len(answers) >= given.tries or given.released)
    closed = solved_at is not None or used_up
    last_at = answers[-1].made_at
    return Standing(
        state="done" if solved_at else "missed" if closed else "begun",
        solved=solved_at is not None,
        answers=len(answers),
        grade=best.grade,
        loss=best.loss,
        explained=(closed or given.tries is None) and not given.withholds,
        last_at=last_at,
        done_at=solved_at,
        late=_late(given, solved_at or (last_at if closed else None), now),
    )


def _rank(answer: Counted) -> tuple[bool, float]:
    return not answer.solved, math.inf if answer.loss is None else answer.loss


def _late(given: TaskSet, finished_at: datetime | None, now: datetime) -> bool:
    return given.over(finished_at or now)


@lru_cache(maxsize=64)
def _steps(chapter: str, base: Base) -> frozenset[str]:
    """The steps of a chapter by these rules."""
    found = course().chapter(chapter)
    return frozenset(step.id for step in found.by(base)) if found else frozenset()


Pair = tuple[int, int]
Place = tuple[int, str]


@dataclass(frozen=True)
class _Facts:
    """All that is stored about some pupils and tasks. Keys: pupil and task, learner and chapter."""

    base: Base
    answers: Mapping[Pair, list[Counted]]
    times: Mapping[Pair, tuple[int, datetime]]
    steps: Mapping[Place, set[str]]
    visits: Mapping[Place, tuple[datetime, datetime | None]]
    exercises: Mapping[Place, list[tuple[bool, datetime]]]

    def standing(
        self, pupil: int, learner: int, given: TaskSet, task: GivenTask, now: datetime
    ) -> Standing:
        """Where a pupil stands with a task."""
        if task.kind == "chapter":
            found = self._chapter((learner, task.reference), given, now)
        elif task.kind == "practice":
            found = self._practice((learner, task.reference), given, task.amount, now)
        else:
            found = puzzle_standing(given, self.answers.get((pupil, task.id), ()), now)
        time = self.times.get((pupil, task.id))
        return found if time is None else _timed(found, *time)

    def _chapter(self, place: Place, given: TaskSet, now: datetime) -> Standing:
        seen_at, done_at = self.visits.get(place, (None, None))
        steps = _steps(place[1], self.base)
        done = len(self.steps.get(place, set()) & steps)
        return Standing(
            state="done" if done_at else "begun" if done else "open",
            steps=done,
            of=len(steps),
            last_at=seen_at,
            done_at=done_at,
            late=_late(given, done_at, now),
        )

    def _practice(self, place: Place, given: TaskSet, amount: int, now: datetime) -> Standing:
        known = self.exercises.get(place, ())
        since = [one for one in known if one[1] >= given.made_at]
        right = [moment for is_right, moment in since if is_right]
        done_at = right[amount - 1] if len(right) >= amount else None
        return Standing(
            state="done" if done_at else "begun" if since else "open",
            right=len(right),
            of=amount,
            last_at=since[-1][1] if since else None,
            done_at=done_at,
            late=_late(given, done_at, now),
        )


def _timed(found: Standing, seconds: int, seen_at: datetime) -> Standing:
    last_at = max(found.last_at, seen_at) if found.last_at else seen_at
    # Thirty times as quick as dataclasses.replace, and there are thousands of them.
    return Standing(**{**vars(found), "seconds": seconds, "last_at": last_at})


def _facts(
    session: Session,
    people: Sequence[_Person],
    sets: Sequence[TaskSet],
    base: Base,
) -> _Facts:
    tasks = [(one, task) for one in sets for task in one.tasks]
    puzzles = [task.id for _, task in tasks if task.is_puzzle]
    chapters = {task.reference for _, task in tasks if task.kind == "chapter"}
    practised = {task.reference for _, task in tasks if task.kind == "practice"}
    pupils = [person.id for person in people]
    learners = [person.learner_id for person in people]
    since = min((one.made_at for one, task in tasks if task.kind == "practice"), default=None)
    return _Facts(
        base=base,
        answers=_answers(session, pupils, puzzles),
        times=_times(session, pupils, [task.id for _, task in tasks]),
        steps=_done_steps(session, learners, chapters),
        visits=_visits(session, learners, chapters),
        exercises=_exercises(session, learners, practised, since),
    )


def _answers(
    session: Session, pupils: Sequence[int], tasks: Sequence[int]
) -> dict[Pair, list[Counted]]:
    found: dict[Pair, list[Counted]] = {}
    if not tasks:
        return found
    row = TaskAnswer
    query = select(row.pupil_id, row.task_id, row.solved, row.grade, row.loss, row.made_at)
    mine = row.pupil_id.in_(pupils), row.task_id.in_(tasks)
    for pupil, task, solved, grade, loss, made_at in session.execute(
        query.where(*mine).order_by(row.id)
    ):
        answer = Counted(solved, grade, loss, made_at)
        found.setdefault((pupil, task), []).append(answer)
    return found


def _times(
    session: Session, pupils: Sequence[int], tasks: Sequence[int]
) -> dict[Pair, tuple[int, datetime]]:
    query = select(TaskTime.pupil_id, TaskTime.task_id, TaskTime.seconds, TaskTime.last_at)
    mine = TaskTime.pupil_id.in_(pupils), TaskTime.task_id.in_(tasks)
    return {
        (pupil, task): (seconds, last_at)
        for pupil, task, seconds, last_at in session.execute(query.where(*mine))
    }


def _done_steps(
    session: Session, learners: Sequence[int], chapters: Collection[str]
) -> dict[Place, set[str]]:
    found: dict[Place, set[str]] = {}
    query = select(LessonStep.learner_id, LessonStep.chapter, LessonStep.step)
    mine = LessonStep.learner_id.in_(learners), LessonStep.chapter.in_(chapters)
    for learner, chapter, step in session.execute(query.where(*mine)) if chapters else ():
        found.setdefault((learner, chapter), set()).add(step)
    return found


def _visits(
    session: Session, learners: Sequence[int], chapters: Collection[str]
) -> dict[Place, tuple[datetime, datetime | None]]:
    row = ChapterVisit
    query = select(row.learner_id, row.chapter, row.seen_at, row.done_at)
    mine = row.learner_id.in_(learners), row.chapter.in_(chapters)
    return {
        (learner, chapter): (seen_at, done_at)
        for learner, chapter, seen_at, done_at in (
            session.execute(query.where(*mine)) if chapters else ()
        )
    }


def _exercises(
    session: Session, learners: Sequence[int], chapters: Collection[str], since: datetime | None
) -> dict[Place, list[tuple[bool, datetime]]]:
    found: dict[Place, list[tuple[bool, datetime]]] = {}
    if since is None:
        return found
    row = ExerciseAnswer
    query = select(row.learner_id, row.chapter, row.right, row.made_at).order_by(row.id)
    mine = row.learner_id.in_(learners), row.chapter.in_(chapters), row.made_at >= since
    for learner, chapter, right, made_at in session.execute(query.where(*mine)):
        found.setdefault((learner, chapter), []).append((right, made_at))
    return found
