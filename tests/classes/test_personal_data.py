"""What is stored about a pupil: all of it is found, and all of it goes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa

from tests.classes.cast import EXPIRES, NOW, Cast
from trainer.classes import classrooms, personal_data, pupils, teacher_data
from trainer.classes.access import NotFoundError
from trainer.classes.pupils import Member
from trainer.learners import guests
from trainer.learners.progress import Answer, record_attempt
from trainer.learners.rows import INNER
from trainer.storage.class_tables import (
    Assignment,
    Classroom,
    Erasure,
    ExerciseAnswer,
    LiveAnswer,
    LivePlayer,
    LiveQuestion,
    LiveRound,
    Pupil,
    PupilSession,
    Task,
    TaskAnswer,
    TaskTime,
)
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Base, ChapterVisit, Learner, LessonStep

TABLES = {table.name: table for table in Base.metadata.sorted_tables}
LATER = NOW + timedelta(days=1)


def personal() -> set[str]:
    """The tables whose rows belong to a learner or to a pupil, however indirectly."""
    found = {"learner", "pupil"}
    for _ in TABLES:
        found |= {
            name
            for name, table in TABLES.items()
            if any(key.column.table.name in found for key in table.foreign_keys)
        }
    return found


def made_up(column: sa.Column[Any], number: int) -> object:
    """A value for a column that no other column has."""
    if isinstance(column.type, sa.Boolean):
        return True
    if isinstance(column.type, sa.Date):
        return date(2001, 1, 1) + timedelta(days=number)
    if isinstance(column.type, sa.Float):
        return 1000 + number + 0.5
    if isinstance(column.type, sa.Integer):
        return 1_000_000 + number
    if column.name == "record":
        return f'"v{number}x"'
    if column.name == "profile":
        return "classic+draw3"
    if isinstance(column.type, sa.String):
        return f"v{number}x"
    return datetime(2002, 1, 1, tzinfo=UTC) + timedelta(hours=number)


def fill(sessions: Sessions) -> dict[str, dict[str, object]]:
    """One row in every table there is, all of one learner; what stands in it."""
    numbers, keys = count(1), {}
    filled: dict[str, dict[str, object]] = {}
    with writing(sessions) as session:
        for name, table in TABLES.items():
            parents = {key.parent.name: keys[key.column.table.name] for key in table.foreign_keys}
            row = parents | {
                column.name: made_up(column, next(numbers))
                for column in table.columns
                if not column.primary_key and not column.foreign_keys
            }
            keys[name] = session.execute(sa.insert(table).values(**row)).inserted_primary_key[0]
            filled[name] = row
    return filled


def leaves(data: object) -> Iterator[object]:
    """All values of a tree of plain data."""
    if isinstance(data, dict | list | tuple):
        for one in data.values() if isinstance(data, dict) else data:
            yield from leaves(one)
    else:
        yield data


def missing(
    filled: dict[str, dict[str, object]], data: object, tables: Collection[str] = ()
) -> list[str]:
    """The columns of these (the learner's) tables whose value an export does not have."""
    found = {str(one).strip('"') for one in leaves(data)}
    return [
        f"{name}.{column}"
        for name in sorted(tables or personal())
        for column, value in filled[name].items()
        if column not in INNER and not TABLES[name].c[column].foreign_keys
        if not isinstance(value, bool)
        if (value.isoformat() if isinstance(value, date) else str(value).strip('"')) not in found
    ]


def test_the_export_of_a_learner_has_every_column_of_every_table_about_them(sessions: Sessions):
    # A new table that belongs to a learner or a pupil fails here until the export knows it.
    filled = fill(sessions)
    learner = str(filled["learner"]["public_id"])
    data = personal_data.of_learner(sessions, learner)
    assert missing(filled, data) == []
    assert missing(filled, {}), "the test would notice"


def test_nothing_about_a_learner_is_left_when_they_delete_it(sessions: Sessions):
    filled = fill(sessions)
    assert personal_data.erase_learner(sessions, str(filled["learner"]["public_id"]), LATER)
    with reading(sessions) as session:
        left = {
            name
            for name in personal()
            if session.scalar(sa.select(sa.func.count()).select_from(TABLES[name]))
        }
    assert left == set()


def test_no_secret_is_in_an_export(sessions: Sessions):
    filled = fill(sessions)
    data = personal_data.of_learner(sessions, str(filled["learner"]["public_id"]))
    values = {str(one) for one in leaves(data)}
    for name in personal():
        for column in {"token", "secret"} & set(filled[name]):
            assert filled[name][column] not in values


def test_every_table_about_a_person_goes_with_them(sessions: Sessions):
    for name in personal() - {"learner"}:
        keys = [key for key in TABLES[name].foreign_keys if key.column.table.name in personal()]
        assert all(key.ondelete == "CASCADE" for key in keys), name


def test_the_export_of_a_teacher_has_every_column_of_every_table_about_them(sessions: Sessions):
    filled = fill(sessions)
    mine = {
        name
        for name, table in TABLES.items()
        if any(key.column.table.name == "teacher" for key in table.foreign_keys)
    }
    data = teacher_data.of_teacher(sessions, str(filled["teacher"]["public_id"]))
    lacking = set(missing(filled, data, mine | {"teacher"}))
    assert lacking == {
        "teacher.name_key",
        "teacher.password",
        "recovery_code.code",
        "class_invitation.code",
    }
    with pytest.raises(NotFoundError):
        teacher_data.of_teacher(sessions, "somebody else")


# What a teacher sees


@pytest.fixture
def ana(sessions: Sessions, everybody: Cast) -> Member:
    """Ana has answered a task and a live round of 7b, and is in the outsider's class as well."""
    found = everybody.members[0]
    record_attempt(sessions, found.learner, "form", Answer("elsewhere", "B12", solved=True), NOW)
    with writing(sessions) as session:
        learner = session.scalars(
            sa.select(Learner).where(Learner.public_id == found.learner)
        ).one()
        _work(session, everybody.room.id, "Week 1", found.id)
        there = Pupil(
            public_id=guests.new_id(),
            classroom_id=_room(session, everybody.other_room.id).id,
            learner_id=learner.id,
            name="Anastasia",
            enrolled=True,
            came_along=True,
            joined_at=NOW,
        )
        session.add(there)
        session.flush()
        _work(session, everybody.other_room.id, "Secret set", there.public_id)
        for chapter in ("ordinary-turn", "tempo"):
            common = {"learner_id": learner.id, "chapter": chapter}
            session.add_all(
                [
                    LessonStep(**common, step="first", done_at=NOW),
                    ChapterVisit(**common, step="first", seen_at=NOW),
                    ExerciseAnswer(**common, exercise=f"{chapter}-1", right=True, made_at=NOW),
                ]
            )
    return found


def _room(session: Any, room: str) -> Classroom:
    return session.scalars(sa.select(Classroom).where(Classroom.public_id == room)).one()


def _work(session: Any, room: str, title: str, pupil: str) -> None:
    """Tasks, answers and a live round in a class."""
    where = _room(session, room)
    who = session.scalars(sa.select(Pupil).where(Pupil.public_id == pupil)).one()
    given = Assignment(
        public_id=guests.new_id()[:24],
        classroom_id=where.id,
        title=title,
        place=1,
        explain="at once",
        made_at=NOW,
    )
    live = LiveRound(
        public_id=guests.new_id()[:24],
        classroom_id=where.id,
        join_code=guests.new_id()[:8],
        version=1,
        place=0,
        phase="open",
        started_at=NOW,
    )
    session.add_all([given, live])
    session.flush()
    kinds = ("chapter", "ordinary-turn"), ("practice", "ordinary-turn"), ("puzzle", "blue")
    tasks = [
        Task(assignment_id=given.id, place=n, kind=kind, reference=reference, amount=1)
        for n, (kind, reference) in enumerate(kinds)
    ]
    questions = [
        LiveQuestion(round_id=live.id, place=n, kind="puzzle", reference=f"{title} {n}")
        for n in range(2)
    ]
    questions[0].revealed_at = NOW
    session.add_all([*tasks, *questions])
    session.flush()
    session.add(
        TaskAnswer(
            task_id=tasks[2].id,
            pupil_id=who.id,
            submission="form",
            answer="B10,B12",
            solved=True,
            grade="best",
            loss=0.0,
            made_at=NOW,
        )
    )
    session.add(
        TaskTime(task_id=tasks[2].id, pupil_id=who.id, seconds=90, first_at=NOW, last_at=NOW)
    )
    session.add(LivePlayer(round_id=live.id, pupil_id=who.id, joined_at=NOW, seen_at=NOW))
    for question in questions:
        session.add(
            LiveAnswer(
                question_id=question.id,
                pupil_id=who.id,
                answer="B12",
                solved=False,
                grade="good",
                loss=1.5,
                changes=0,
                made_at=NOW,
            )
        )


def test_a_teacher_and_a_co_teacher_see_what_belongs_to_their_class(
    sessions: Sessions, everybody: Cast, ana: Member
):
    own = personal_data.of_pupil(sessions, everybody.teacher.id, everybody.room.id, ana.id)
    shared = personal_data.of_pupil(sessions, everybody.co_teacher.id, everybody.room.id, ana.id)
    assert own == shared
    assert (own.name, own.data["class"], own.data["card"]) == ("Ana", "7b", ana.card)
    assert [one["task"] for one in own.data["task_answers"]] == ["blue"]
    assert [one["seconds"] for one in own.data["task_times"]] == [90]
    assert [one["chapter"] for one in own.data["chapters"]] == ["ordinary-turn"]
    assert [one["chapter"] for one in own.data["exercise_answers"]] == ["ordinary-turn"]
    assert [one["chapter"] for one in own.data["lesson_steps"]] == ["ordinary-turn"]


def test_a_teacher_sees_nothing_of_other_classes_and_of_what_a_pupil_does_alone(
    sessions: Sessions, everybody: Cast, ana: Member
):
    data = personal_data.of_pupil(sessions, everybody.teacher.id, everybody.room.id, ana.id).data
    values = {str(one) for one in leaves(data)}
    assert not {"Anastasia", "Chess", "Secret set", "elsewhere", "tempo", ana.learner} & values
    assert "came_along" not in data


def test_an_outsider_learns_nothing(sessions: Sessions, everybody: Cast, ana: Member):
    outsider, room = everybody.outsider.id, everybody.room.id
    for use in (personal_data.of_pupil, personal_data.erase_pupil):
        with pytest.raises(NotFoundError):
            use(sessions, outsider, room, ana.id)
        # A pupil of another class is none of one's own, though one teaches it.
        with pytest.raises(NotFoundError):
            use(sessions, outsider, everybody.other_room.id, ana.id)
    with pytest.raises(NotFoundError):
        personal_data.erasures(sessions, outsider, room)


def test_a_pupil_has_all_classes(sessions: Sessions, everybody: Cast, ana: Member):
    data: Any = personal_data.of_learner(sessions, ana.learner)
    assert [(one["class"], one["name"]) for one in data["classes"]] == [
        ("7b", "Ana"),
        ("Chess", "Anastasia"),
    ]
    assert data["classes"][0]["card"] == ana.card
    assert data["classes"][0]["browsers"]
    assert [one["puzzle"] for one in data["puzzle_answers"]] == ["elsewhere"]


def test_what_a_live_answer_is_worth_is_not_told_before_the_reveal(
    sessions: Sessions, everybody: Cast, ana: Member
):
    data: Any = personal_data.of_learner(sessions, ana.learner)
    revealed, running = data["classes"][0]["live_rounds"][0]["answers"]
    assert (revealed["answer"], revealed["solved"], revealed["loss"]) == ("B12", False, 1.5)
    assert running["answer"] == "B12"
    assert not {"solved", "grade", "loss"} & set(running)


def test_a_guest_has_no_classes(sessions: Sessions):
    guest = guests.new_id()
    assert personal_data.of_learner(sessions, guest)["classes"] == []
    record_attempt(sessions, guest, "form", Answer("blue", "B12", solved=False), NOW)
    data: Any = personal_data.of_learner(sessions, guest)
    assert data["classes"] == []
    assert data["learner"]["id"] == guest


# Deleting


def amount(sessions: Sessions, table: Any, *where: Any) -> int:
    with reading(sessions) as session:
        return session.scalar(sa.select(sa.func.count()).select_from(table).where(*where)) or 0


def test_a_teacher_deletes_a_pupil_of_the_class_and_other_classes_keep_theirs(
    sessions: Sessions, everybody: Cast, ana: Member
):
    teacher, room = everybody.teacher.id, everybody.room.id
    assert personal_data.erase_pupil(sessions, teacher, room, ana.id) == "Ana"
    assert [one.name for one in pupils.members(sessions, teacher, room)] == ["Ben", "Ben"]
    with pytest.raises(NotFoundError):
        personal_data.of_pupil(sessions, teacher, room, ana.id)
    data: Any = personal_data.of_learner(sessions, ana.learner)
    assert [one["class"] for one in data["classes"]] == ["Chess"]
    assert len(data["classes"][0]["task_answers"]) == 1
    assert amount(sessions, PupilSession) == 0
    assert amount(sessions, Erasure) == 0, "the teachers know"


def test_with_the_last_class_the_learner_goes(sessions: Sessions, everybody: Cast):
    ben = everybody.members[1]
    record_attempt(sessions, ben.learner, "form", Answer("blue", "B12", solved=False), NOW)
    personal_data.erase_pupil(sessions, everybody.teacher.id, everybody.room.id, ben.id)
    assert amount(sessions, Learner, Learner.public_id == ben.learner) == 0


def test_a_guest_who_was_here_before_stays_a_guest(sessions: Sessions, everybody: Cast):
    ben = everybody.members[1]
    with writing(sessions) as session:
        session.execute(sa.update(Pupil).where(Pupil.public_id == ben.id).values(came_along=True))
    personal_data.erase_pupil(sessions, everybody.teacher.id, everybody.room.id, ben.id)
    assert amount(sessions, Learner, Learner.public_id == ben.learner) == 1


def test_a_pupil_in_the_bin_can_be_deleted_for_good(sessions: Sessions, everybody: Cast):
    ben, teacher, room = everybody.members[1], everybody.teacher.id, everybody.room.id
    with writing(sessions) as session:
        session.execute(sa.update(Pupil).where(Pupil.public_id == ben.id).values(removed_at=NOW))
    assert personal_data.of_pupil(sessions, teacher, room, ben.id).removed_at == NOW
    personal_data.erase_pupil(sessions, teacher, room, ben.id)
    assert amount(sessions, Pupil, Pupil.public_id == ben.id) == 0


def test_a_pupil_deletes_their_data_in_all_classes_and_teachers_see_that_somebody_has(
    sessions: Sessions, everybody: Cast, ana: Member
):
    assert personal_data.erase_learner(sessions, ana.learner, LATER)
    assert not personal_data.erase_learner(sessions, ana.learner, LATER)
    mine = pupils.members(sessions, everybody.teacher.id, everybody.room.id)
    assert [one.name for one in mine] == ["Ben", "Ben"]
    for teacher, room in (
        (everybody.teacher, everybody.room),
        (everybody.outsider, everybody.other_room),
    ):
        assert personal_data.erasures(sessions, teacher.id, room.id) == [LATER]


def test_a_class_that_a_pupil_had_left_is_not_told(sessions: Sessions, everybody: Cast):
    ben = everybody.members[1]
    with writing(sessions) as session:
        session.execute(sa.update(Pupil).where(Pupil.public_id == ben.id).values(removed_at=NOW))
    personal_data.erase_learner(sessions, ben.learner, LATER)
    assert personal_data.erasures(sessions, everybody.teacher.id, everybody.room.id) == []


def test_the_classes_of_a_learner_have_names(sessions: Sessions, everybody: Cast, ana: Member):
    empty = classrooms.create(
        sessions, everybody.teacher.id, "8c", "en", "official", EXPIRES, now=NOW
    )
    assert personal_data.room_names(sessions, ana.learner) == ["7b", "Chess"]
    assert empty.name not in personal_data.room_names(sessions, ana.learner)
