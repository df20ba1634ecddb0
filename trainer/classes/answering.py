"""Answers of pupils: stored for their tasks and as an ordinary attempt, in one transaction.

- An answer to a puzzle counts in every class of the learner that has the puzzle as an open task,
  wherever it was given; the rules stand in `standing`.
- Whoever answers on the page of a task that is closed to them is refused, and nothing is stored.
- Of two answers at once the second one waits for the first: answers of a learner queue at the
  learner's row, so that they never exceed the tries.
- The same answer of a pupil to a task is one answer, however often and by whichever form it
  arrives: whoever tries again what was wrong already loses no try by it.
- Answers to puzzles of the workshop are stored for the tasks alone, because such puzzles may be
  withdrawn by their owners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from trainer.classes.access import NotFoundError
from trainer.classes.standing import Counted, Standing, puzzle_standing
from trainer.classes.tasksets import Kind, TaskSet, values_of
from trainer.learners import answers, practice
from trainer.learners.attempts import Answer
from trainer.learners.guests import find_or_create
from trainer.learners.practice import PracticeRecord
from trainer.puzzles.schema import Puzzle
from trainer.storage.class_tables import (
    Assignment,
    Classroom,
    ExerciseAnswer,
    Pupil,
    Task,
    TaskAnswer,
)
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner


class TaskClosedError(Exception):
    """No further answer to this task counts: it is solved, or the tries are used up."""


@dataclass(frozen=True)
class Brought:
    """An answer and the key of the form that brings it; ``credit`` from 0 to 1, for the rating."""

    submission: str
    answer: Answer
    credit: float


@dataclass(frozen=True)
class Storing:
    """What it takes to store an ordinary attempt: see `trainer.learners.answers`."""

    puzzles: Sequence[Puzzle]
    today: date
    now: datetime


@dataclass(frozen=True)
class PuzzleTask:
    """A puzzle as a task of a learner: in which set, where the learner stands with it.

    ``id``, ``pupil`` and ``room`` as in addresses; ``answers``: the counted ones, as stored.
    ``repeated``: what was just brought by another form is one of them.
    """

    id: int
    pupil: str
    room: str
    given: TaskSet
    standing: Standing
    answers: tuple[str, ...]
    repeated: bool = False


def puzzle_tasks(
    sessions: Sessions, learner: str, kind: Kind, reference: str, now: datetime | None = None
) -> list[PuzzleTask]:
    """A puzzle as a task of a learner in each set that goes on; mostly none.

    ``reference``: the puzzle's id, or the link of an own puzzle.
    """
    now = now or datetime.now(UTC)
    with reading(sessions) as session:
        return [one.value(now) for one in _found(session, learner, kind, reference)]


def answer_puzzle(
    sessions: Sessions,
    learner: str,
    brought: Brought,
    storing: Storing,
    task: int | None = None,
) -> list[PuzzleTask]:
    """Store an answer to a puzzle of the bank, and count it in each open task.

    ``task``: on whose page it was given; TaskClosedError where that one is closed, NotFoundError
    where it is no task of the learner's. Returns where the learner stands in all tasks with the
    puzzle; when this returns, the answer is in the database.
    """
    now = storing.now
    with writing(sessions) as session:
        owner = answers.lock(session, learner, now)
        found = _found(session, learner, "puzzle", brought.answer.puzzle)
        if not _is_known_here(found, task, brought, now):
            answers.store_answer(
                session,
                owner,
                brought.submission,
                brought.answer,
                brought.credit,
                storing.puzzles,
                storing.today,
                now,
            )
        return _count(session, found, brought, now)


def answer_own(
    sessions: Sessions,
    learner: str,
    link: str,
    brought: Brought,
    task: int,
    now: datetime | None = None,
) -> list[PuzzleTask]:
    """The same for a puzzle of the workshop, by its link."""
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        answers.lock(session, learner, now)
        found = _found(session, learner, "own", link)
        _is_known_here(found, task, brought, now)
        return _count(session, found, brought, now)


def record_exercise(
    sessions: Sessions,
    learner: str,
    chapter: str,
    exercise: str,
    right: bool,
    now: datetime | None = None,
) -> PracticeRecord:
    """Store an answer to an exercise; for learners with a place in a class, which exercise it was.

    When this returns, the answer is in the database.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        owner = find_or_create(session, learner, now)
        record = practice.store_exercise(session, owner, chapter, exercise, right, now)
        if _has_place(session, owner.id) and not _is_known(session, owner.id, chapter, exercise):
            session.add(
                ExerciseAnswer(
                    learner_id=owner.id,
                    chapter=chapter,
                    exercise=exercise,
                    right=right,
                    made_at=now,
                )
            )
        return record


def _has_place(session: Session, owner: int) -> bool:
    mine = Pupil.learner_id == owner, Pupil.removed_at.is_(None)
    return session.scalar(select(Pupil.id).where(*mine).limit(1)) is not None


def _is_known(session: Session, owner: int, chapter: str, exercise: str) -> bool:
    row = ExerciseAnswer
    this = row.learner_id == owner, row.chapter == chapter, row.exercise == exercise
    return session.scalar(select(row.id).where(*this)) is not None


@dataclass(frozen=True)
class _Found:
    """The rows behind a puzzle task."""

    task: Task
    pupil: Pupil
    given: TaskSet
    room: str
    answers: list[TaskAnswer]

    def value(self, now: datetime, *, repeated: bool = False) -> PuzzleTask:
        counted = [Counted(one.solved, one.grade, one.loss, one.made_at) for one in self.answers]
        return PuzzleTask(
            id=self.task.id,
            pupil=self.pupil.public_id,
            room=self.room,
            given=self.given,
            standing=puzzle_standing(self.given, counted, now),
            answers=tuple(one.answer for one in self.answers),
            repeated=repeated,
        )

    def has(self, brought: Brought) -> bool:
        """Whether this answer is counted already."""
        return brought.answer.answer in [one.answer for one in self.answers]

    def repeats(self, brought: Brought) -> bool:
        """Whether it is, and came by another form than this time."""
        forms = [one.submission for one in self.answers if one.answer == brought.answer.answer]
        return bool(forms) and brought.submission[:64] not in forms


def _found(session: Session, learner: str, kind: Kind, reference: str) -> list[_Found]:
    query = (
        select(Task, Assignment, Pupil, Classroom.public_id)
        .join(Assignment, Assignment.id == Task.assignment_id)
        .join(Classroom, Classroom.id == Assignment.classroom_id)
        .join(Pupil, Pupil.classroom_id == Classroom.id)
        .join(Learner, Learner.id == Pupil.learner_id)
        .where(Task.kind == kind, Task.reference == reference, *working(learner))
        .order_by(Assignment.place, Assignment.id)
    )
    rows = session.execute(query).all()
    if not rows:
        return []
    assignments = list({row[1].id: row[1] for row in rows}.values())
    sets = dict(zip([one.id for one in assignments], values_of(session, assignments), strict=True))
    return [
        _Found(task, pupil, sets[assignment.id], room, _answers(session, task, pupil))
        for task, assignment, pupil, room in rows
    ]


def working(learner: str) -> tuple[ColumnElement[bool], ...]:
    """Conditions: the learner has a place in a class that goes on, and the task is set there."""
    return (
        Learner.public_id == learner,
        Pupil.removed_at.is_(None),
        Pupil.moved_at.is_(None),
        Classroom.archived_at.is_(None),
        Classroom.removed_at.is_(None),
        Assignment.removed_at.is_(None),
        Task.removed_at.is_(None),
    )


def _answers(session: Session, task: Task, pupil: Pupil) -> list[TaskAnswer]:
    mine = TaskAnswer.task_id == task.id, TaskAnswer.pupil_id == pupil.id
    return list(session.scalars(select(TaskAnswer).where(*mine).order_by(TaskAnswer.id)))


def _is_known_here(
    found: Sequence[_Found], task: int | None, brought: Brought, now: datetime
) -> bool:
    """Whether the task on whose page it was given has the answer; TaskClosedError if it cannot."""
    if task is None:
        return False
    here = next((one for one in found if one.task.id == task), None)
    if here is None:
        raise NotFoundError(str(task))
    if here.has(brought):
        return True
    if here.value(now).standing.finished:
        raise TaskClosedError(str(task))
    return False


def _count(
    session: Session, found: Sequence[_Found], brought: Brought, now: datetime
) -> list[PuzzleTask]:
    repeated = {one.task.id for one in found if one.repeats(brought)}
    for one in found:
        if one.has(brought) or one.value(now).standing.finished:
            continue
        row = TaskAnswer(
            task_id=one.task.id,
            pupil_id=one.pupil.id,
            submission=brought.submission[:64],
            answer=brought.answer.answer,
            solved=brought.answer.solved,
            grade=brought.answer.grade,
            loss=brought.answer.loss,
            made_at=now,
        )
        session.add(row)
        session.flush()
        one.answers.append(row)
    return [one.value(now, repeated=one.task.id in repeated) for one in found]
