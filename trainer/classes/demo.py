"""A demo class to look around in: made-up pupils, real puzzles, believable answers.

It is made at once, the same each time but for its codes, and goes at once and for good. A teacher
has one. What its pupils have done touches no rating: only rows of the class itself are stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from trainer.classes import access, codes, removal
from trainer.classes.access import ForbiddenError, NotFoundError, Room, room_of
from trainer.classes.classrooms import JOIN_LENGTH, add_row
from trainer.classes.demo_play import (
    ACTORS,
    LIVE,
    LIVE_AGO,
    SETS,
    Actor,
    Done,
    PlannedSet,
    PlannedTask,
    answer_of,
    judged,
    play,
)
from trainer.classes.drafts import Draft
from trainer.classes.pupils import add_place
from trainer.i18n.messages import Message, message
from trainer.learners.guests import new_id
from trainer.lessons.course import course
from trainer.puzzles import bank
from trainer.puzzles.schema import Puzzle
from trainer.storage.class_tables import (
    Assignment,
    Classroom,
    ClassTeacher,
    ExerciseAnswer,
    LiveAnswer,
    LivePlayer,
    LiveQuestion,
    LiveRound,
    Task,
    TaskAnswer,
    TaskTime,
    Teacher,
)
from trainer.storage.database import Sessions, writing
from trainer.storage.tables import ChapterVisit, Learner, LessonStep

NAME = message("Demo class")
LASTS = timedelta(days=90)
JOINED = timedelta(days=28)


def make(
    sessions: Sessions,
    teacher: str,
    language: str,
    say: Callable[[Message], str],
    now: datetime | None = None,
) -> Room:
    """The demo class of a teacher (public id): the one that there is, or a new one.

    ``say`` renders its name and the titles of its sets. Raises NotFoundError.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        query = select(Teacher).where(Teacher.public_id == teacher)
        # A double click waits here, and finds what the first one has made.
        owner = session.scalar(query.with_for_update())
        if owner is None:
            raise NotFoundError(teacher)
        known = _known(session, owner)
        if known is not None and known.removed_at is None:
            return room_of(known, "owner")
        if known is not None:
            removal.erase_classroom(session, known)
        return room_of(_make(session, owner, language, say, now), "owner")


def erase(sessions: Sessions, teacher: str, room: str) -> None:
    """Delete a demo class for good, with everything in it; no other class goes this way.

    Raises NotFoundError, and ForbiddenError for a co-teacher and for a class that is no demo.
    """
    with writing(sessions) as session:
        row = access.classroom(session, teacher, room, owner=True)
        if not row.demo:
            raise ForbiddenError(room)
        removal.erase_classroom(session, row)


def _known(session: Session, owner: Teacher) -> Classroom | None:
    query = (
        select(Classroom)
        .join(ClassTeacher, ClassTeacher.classroom_id == Classroom.id)
        .where(ClassTeacher.teacher_id == owner.id, ClassTeacher.role == "owner", Classroom.demo)
    )
    return session.scalar(query.limit(1))


def _make(
    session: Session,
    owner: Teacher,
    language: str,
    say: Callable[[Message], str],
    now: datetime,
) -> Classroom:
    room = add_row(
        session,
        owner,
        codes.new_public_id(),
        say(NAME),
        language,
        "official",
        now.date() + LASTS,
        True,
        now,
    )
    people = _people(session, room, now)
    for place, given in enumerate(SETS):
        tasks = _give(session, room, place, given, say(given.title), now)
        _store(session, [row for one in tasks for row in _rows(people, given, *one, now)])
    _play_live(session, room, people, now)
    return room


@dataclass(frozen=True)
class _Person:
    """An actor with the ids of the rows that were made for them."""

    actor: Actor
    pupil: int
    learner: int


def _people(session: Session, room: Classroom, now: datetime) -> list[_Person]:
    since = now - JOINED
    learners = [Learner(public_id=new_id(), created_at=since, seen_at=now) for _ in ACTORS]
    session.add_all(learners)
    session.flush()
    pupils = [
        add_place(session, room, learner, codes.new_public_id(), actor.name, since)
        for actor, learner in zip(ACTORS, learners, strict=True)
    ]
    people = zip(ACTORS, pupils, learners, strict=True)
    return [_Person(actor, pupil.id, learner.id) for actor, pupil, learner in people]


def _give(
    session: Session, room: Classroom, place: int, given: PlannedSet, title: str, now: datetime
) -> list[tuple[PlannedTask, int]]:
    """Give a set to the class; returns its tasks, each with the id of its row."""
    due_on = now.date() + timedelta(days=given.due)
    row = Assignment(
        public_id=codes.new_public_id(),
        classroom_id=room.id,
        title=title,
        place=place,
        due_on=due_on,
        due_until=Draft(title, (), due_on).due_until,
        tries=given.tries,
        explain=given.explain,
        made_at=now - given.ago,
    )
    session.add(row)
    session.flush()
    tasks = [
        Task(
            assignment_id=row.id,
            place=number,
            kind=task.kind,
            reference=task.reference,
            amount=task.amount,
        )
        for number, task in enumerate(given.tasks)
    ]
    session.add_all(tasks)
    session.flush()
    return list(zip(given.tasks, [task.id for task in tasks], strict=True))


_Row = tuple[type[Any], dict[str, Any]]


def _store(session: Session, rows: Sequence[_Row]) -> None:
    """Insert rows, each table's at once."""
    tables: dict[type[Any], list[dict[str, Any]]] = {}
    for table, values in rows:
        tables.setdefault(table, []).append(values)
    for table, some in tables.items():
        session.execute(insert(table), some)


def _rows(
    people: Sequence[_Person], given: PlannedSet, task: PlannedTask, key: int, now: datetime
) -> Iterator[_Row]:
    """All that is stored of what the actors do about a task."""
    puzzle = bank.load().get(task.reference) if task.kind == "puzzle" else None
    for person in people:
        done = play(person.actor, given, task, puzzle)
        if done is None:
            continue
        begun = now - given.ago + done.after
        ended = min(begun + timedelta(seconds=done.seconds), now)
        yield (
            TaskTime,
            {
                "task_id": key,
                "pupil_id": person.pupil,
                "seconds": done.seconds,
                "first_at": begun,
                "last_at": ended,
            },
        )
        if task.kind == "chapter":
            yield from _lesson_rows(person, task.reference, done, begun, ended)
        elif task.kind == "practice":
            yield from _exercise_rows(person, task.reference, done, begun)
        elif puzzle is not None:
            yield from _answer_rows(person, key, puzzle, done, begun)


def _lesson_rows(
    person: _Person, chapter: str, done: Done, begun: datetime, ended: datetime
) -> Iterator[_Row]:
    found = course().by("official").chapter(chapter)
    steps = [step.id for step in found] if found else []
    seen = steps[: round(len(steps) * done.share)]
    mine = {"learner_id": person.learner, "chapter": chapter}
    for step in seen:
        yield LessonStep, mine | {"step": step, "done_at": ended}
    if seen:
        over = ended if len(seen) == len(steps) else None
        yield ChapterVisit, mine | {"step": seen[-1], "seen_at": ended, "done_at": over}


def _exercise_rows(person: _Person, chapter: str, done: Done, begun: datetime) -> Iterator[_Row]:
    for number, right in enumerate(done.exercises):
        yield (
            ExerciseAnswer,
            {
                "learner_id": person.learner,
                "chapter": chapter,
                "exercise": f"official/fits-1-{number}",
                "right": right,
                "made_at": begun + timedelta(seconds=done.seconds * number // 5),
            },
        )


def _answer_rows(
    person: _Person, task: int, puzzle: Puzzle, done: Done, begun: datetime
) -> Iterator[_Row]:
    each = done.seconds // max(1, len(done.answers))
    for number, text in enumerate(done.answers):
        answer = judged(puzzle, text)
        yield (
            TaskAnswer,
            {
                "task_id": task,
                "pupil_id": person.pupil,
                "submission": f"demo-{number}",
                "answer": text,
                "solved": answer.solved,
                "grade": answer.grade,
                "loss": answer.loss,
                "made_at": begun + timedelta(seconds=each * (number + 1)),
            },
        )


def _play_live(session: Session, room: Classroom, people: Sequence[_Person], now: datetime) -> None:
    """A live round that is over, with all but the least keen."""
    start = now - LIVE_AGO
    row = LiveRound(
        public_id=codes.new_public_id(),
        classroom_id=room.id,
        join_code=codes.new_code(JOIN_LENGTH),
        version=2 + 2 * len(LIVE),
        place=len(LIVE) - 1,
        phase="revealed",
        started_at=start,
        ended_at=start + timedelta(minutes=12),
    )
    session.add(row)
    session.flush()
    there = [one for one in people if one.actor.zeal > 0.5]
    _store(
        session,
        [
            (
                LivePlayer,
                {"round_id": row.id, "pupil_id": one.pupil, "joined_at": start, "seen_at": start},
            )
            for one in there
        ],
    )
    for place, name in enumerate(LIVE):
        opened = start + timedelta(minutes=1 + 3 * place)
        question = LiveQuestion(
            round_id=row.id,
            place=place,
            kind="puzzle",
            reference=name,
            opened_at=opened,
            revealed_at=opened + timedelta(minutes=2),
        )
        session.add(question)
        session.flush()
        puzzle = bank.load().get(name)
        if puzzle is not None:
            _store(session, list(_live_rows(there, question.id, puzzle, opened)))


def _live_rows(
    there: Sequence[_Person], question: int, puzzle: Puzzle, opened: datetime
) -> Iterator[_Row]:
    for person in there:
        chance = Random(f"{person.actor.name} live {puzzle.id}")
        answer = judged(puzzle, answer_of(person.actor, puzzle, chance))
        yield (
            LiveAnswer,
            {
                "question_id": question,
                "pupil_id": person.pupil,
                "answer": answer.answer,
                "solved": answer.solved,
                "grade": answer.grade,
                "loss": answer.loss,
                "changes": chance.choice((0, 0, 0, 1)),
                "made_at": opened + timedelta(seconds=chance.randrange(20, 110)),
            },
        )
