"""Pupils go on to another class, one by one or all at once, and come back."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.classes.cast import EXPIRES, NOW, Cast, seated
from trainer.classes import access, classrooms, going_on, joining, pupils, staff
from trainer.classes.access import NotFoundError, Room
from trainer.classes.classrooms import InactiveError
from trainer.classes.going_on import NextYear, next_name
from trainer.classes.pupils import FullError, Member
from trainer.classes.removal import erase_classroom
from trainer.classes.sessions import pupil_at
from trainer.learners.progress import Answer, record_attempt, summary
from trainer.storage.class_tables import Assignment, Classroom, Pupil, Task, TaskAnswer
from trainer.storage.database import Sessions, reading, writing

DAY = timedelta(days=1)


@pytest.fixture
def new_room(sessions: Sessions, everybody: Cast) -> Room:
    """Another class of the teacher's."""
    return classrooms.create(sessions, everybody.teacher.id, "8b", "en", "official", EXPIRES)


def names(sessions: Sessions, everybody: Cast, room: Room) -> list[str]:
    return [one.name for one in pupils.members(sessions, everybody.teacher.id, room.id)]


def move(sessions: Sessions, everybody: Cast, members: list[Member], to: Room, **more) -> int:
    ids = [one.id for one in members]
    return going_on.move(sessions, everybody.teacher.id, everybody.room.id, ids, to.id, **more)


def test_the_card_and_the_progress_go_along_and_the_browser_stays_signed_in(
    sessions: Sessions, everybody: Cast, new_room: Room
):
    ana = everybody.members[0]
    record_attempt(sessions, ana.learner, "form", Answer("blue", "B10,B12", solved=True), NOW)
    assert move(sessions, everybody, [ana], new_room, now=NOW) == 1
    there = pupils.members(sessions, everybody.teacher.id, new_room.id)[0]
    assert (there.name, there.card, there.learner) == ("Ana", ana.card, ana.learner)
    assert joining.holder(sessions, ana.card or "", NOW).room_name == "8b"
    seat = pupil_at(sessions, everybody.pupil.secret, NOW)
    assert seat is not None
    assert (seat.pupil, seat.room_name) == (there.id, "8b")
    assert len(summary(sessions, ana.learner).solved) == 1


def answer_a_task(sessions: Sessions, everybody: Cast, member: Member) -> None:
    with writing(sessions) as session:
        room = session.query(Classroom).filter_by(public_id=everybody.room.id).one()
        given_ = Assignment(
            public_id="a" * 24,
            classroom_id=room.id,
            title="Week 1",
            place=0,
            due_on=date(2026, 9, 8),
            tries=2,
            explain="at once",
            made_at=NOW,
        )
        session.add(given_)
        session.flush()
        task = Task(assignment_id=given_.id, place=0, kind="puzzle", reference="blue", amount=1)
        session.add(task)
        session.flush()
        row = session.query(Pupil).filter_by(public_id=member.id).one()
        values = {"submission": "form", "answer": "B10", "solved": True, "made_at": NOW}
        session.add(TaskAnswer(task_id=task.id, pupil_id=row.id, **values))


def test_what_was_done_for_the_old_class_stays_there(
    sessions: Sessions, everybody: Cast, new_room: Room
):
    ana = everybody.members[0]
    answer_a_task(sessions, everybody, ana)
    move(sessions, everybody, [ana], new_room, now=NOW)
    assert names(sessions, everybody, everybody.room) == ["Ben", "Ben"]
    moved = pupils.moved_on(sessions, everybody.teacher.id, everybody.room.id)
    assert [(one.id, one.card, one.moved_at) for one in moved] == [(ana.id, None, NOW)]
    with reading(sessions) as session:
        old = access.classroom(session, everybody.teacher.id, everybody.room.id)
        assert "Ana" in [one.name for one in pupils.members_of(session, old, moved=True)]
        row = session.query(Pupil).filter_by(public_id=ana.id).one()
        assert session.query(TaskAnswer).one().pupil_id == row.id
        assert [one.room_name for one in access.places(session, ana.learner)] == ["8b"]


def test_asked_twice_they_are_there_once(sessions: Sessions, everybody: Cast, new_room: Room):
    start = threading.Barrier(3)

    def send(_number: int) -> int:
        start.wait()
        return move(sessions, everybody, list(everybody.members), new_room)

    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(send, range(3))) == [3, 3, 3]
    assert names(sessions, everybody, new_room) == ["Ana", "Ben", "Ben"]


def test_who_moves_back_finds_the_old_place_again(
    sessions: Sessions, everybody: Cast, new_room: Room
):
    ana = everybody.members[0]
    answer_a_task(sessions, everybody, ana)
    move(sessions, everybody, [ana], new_room, now=NOW)
    there = pupils.members(sessions, everybody.teacher.id, new_room.id)
    ids = [one.id for one in there]
    going_on.move(sessions, everybody.teacher.id, new_room.id, ids, everybody.room.id)
    assert pupils.members(sessions, everybody.teacher.id, everybody.room.id)[0] == ana
    with reading(sessions) as session:
        assert session.query(Pupil).filter_by(name="Ana").count() == 1
    assert pupil_at(sessions, everybody.pupil.secret, NOW) is not None


def test_a_move_is_undone_for_those_whom_it_moved(
    sessions: Sessions, everybody: Cast, new_room: Room
):
    ana, ben, other = everybody.members
    who = everybody.teacher.id
    move(sessions, everybody, [other], new_room, now=NOW)
    move(sessions, everybody, [ana, ben], new_room, now=NOW + DAY)
    going_on.move_back(sessions, who, everybody.room.id, new_room.id, NOW + DAY)
    going_on.move_back(sessions, who, everybody.room.id, new_room.id, NOW + DAY)
    assert pupils.members(sessions, who, everybody.room.id) == [ana, ben]
    assert names(sessions, everybody, new_room) == ["Ben"]


def test_who_is_there_already_keeps_the_card_of_that_class(
    sessions: Sessions, everybody: Cast, new_room: Room
):
    ana, who = everybody.members[0], everybody.teacher.id
    classrooms.set_joining(sessions, who, new_room.id, True)
    joining.enrol(sessions, new_room.join_code, "Ana", "k", learner=ana.learner, now=NOW)
    own = pupils.members(sessions, who, new_room.id)[0]
    assert move(sessions, everybody, [ana], new_room, now=NOW) == 1
    assert [one.card for one in pupils.members(sessions, who, new_room.id)] == [own.card]
    with pytest.raises(NotFoundError):
        joining.holder(sessions, ana.card or "", NOW)


def test_nobody_moves_into_a_class_that_has_ended_is_full_or_somebody_elses(
    sessions: Sessions, everybody: Cast, new_room: Room
):
    who = everybody.teacher.id
    with pytest.raises(NotFoundError):
        move(sessions, everybody, list(everybody.members), everybody.other_room)
    pupils.add(sessions, who, new_room.id, [f"Pupil {n}" for n in range(198)])
    with pytest.raises(FullError):
        move(sessions, everybody, list(everybody.members), new_room)
    classrooms.archive(sessions, who, new_room.id)
    with pytest.raises(InactiveError):
        move(sessions, everybody, list(everybody.members), new_room)
    assert len(names(sessions, everybody, everybody.room)) == 3


def test_a_moved_pupil_outlives_the_old_class(sessions: Sessions, everybody: Cast, new_room: Room):
    ana = everybody.members[0]
    record_attempt(sessions, ana.learner, "form", Answer("blue", "B10,B12", solved=True), NOW)
    move(sessions, everybody, [ana], new_room, now=NOW)
    with writing(sessions) as session:
        erase_classroom(session, session.query(Classroom).filter_by(name="7b").one())
    assert joining.holder(sessions, ana.card or "", NOW).name == "Ana"
    assert len(summary(sessions, ana.learner).solved) == 1


def test_a_class_goes_on_to_next_year_in_one_step(sessions: Sessions, everybody: Cast):
    who = everybody.teacher.id
    answer_a_task(sessions, everybody, everybody.members[0])
    wish = NextYear(
        name="8b",
        expires_on=date(2028, 8, 31),
        pupils=[one.id for one in everybody.members[:2]],
        tasks=True,
        co_teachers=True,
        archive=True,
    )
    made = [
        going_on.go_on(sessions, who, everybody.room.id, wish, "k", NOW + n * DAY) for n in (0, 1)
    ]
    assert made[0] == made[1]
    assert (made[0].name, made[0].language, made[0].profile) == ("8b", "en", "official")
    assert names(sessions, everybody, made[0]) == ["Ana", "Ben"]
    assert names(sessions, everybody, everybody.room) == ["Ben"]
    assert [one.role for one in staff.colleagues(sessions, who, made[0].id)] == ["owner", "co"]
    with reading(sessions) as session:
        row = access.classroom(session, who, made[0].id)
        copied = session.query(Assignment).filter_by(classroom_id=row.id).one()
        assert (copied.title, copied.due_on, copied.tries) == ("Week 1", None, 2)
        task = session.query(Task).filter_by(assignment_id=copied.id).one()
        assert (task.kind, task.reference) == ("puzzle", "blue")
        assert access.room(session, who, everybody.room.id).archived_at == NOW


def test_next_year_may_begin_with_nothing_but_a_name(sessions: Sessions, everybody: Cast):
    wish = NextYear(name="8b", expires_on=date(2028, 8, 31))
    made = going_on.go_on(sessions, everybody.teacher.id, everybody.room.id, wish, "k")
    assert names(sessions, everybody, made) == []
    assert len(staff.colleagues(sessions, everybody.teacher.id, made.id)) == 1
    assert len(names(sessions, everybody, everybody.room)) == 3


def test_a_co_teacher_owns_the_class_that_they_make(sessions: Sessions, everybody: Cast):
    wish = NextYear(name="8b", expires_on=EXPIRES, co_teachers=True)
    made = going_on.go_on(sessions, everybody.co_teacher.id, everybody.room.id, wish, "k")
    found = staff.colleagues(sessions, everybody.teacher.id, made.id)
    assert [(one.name, one.role) for one in found] == [
        ("Mr Co-Teacher", "owner"),
        ("Ms Teacher", "co"),
    ]


def test_two_who_move_in_opposite_directions_do_not_wait_for_each_other(
    sessions: Sessions, everybody: Cast, new_room: Room
):
    cleo = pupils.add(sessions, everybody.teacher.id, new_room.id, ["Cleo"])
    start, ways = (
        threading.Barrier(2),
        [
            (everybody.room, list(everybody.members), new_room),
            (new_room, cleo, everybody.room),
        ],
    )

    def send(way) -> int:
        source, members, target = way
        start.wait()
        ids = [one.id for one in members]
        return going_on.move(sessions, everybody.teacher.id, source.id, ids, target.id)

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(send, ways)) == [3, 1]
    assert names(sessions, everybody, everybody.room) == ["Cleo"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("7b", "8b"),
        ("9. Klasse", "10. Klasse"),
        ("Class 12", "Class 13"),
        ("13", "13"),
        ("Chess club", "Chess club"),
        ("2026/27", "2026/27"),
        ("5B 2026", "6B 2026"),
        ("7 «А»", "8 «А»"),
    ],
)
def test_the_name_of_a_class_grows_by_a_year(name: str, expected: str):
    assert next_name(name) == expected


@given(st.text(max_size=20))
def test_any_name_has_a_next_one(name: str):
    assert abs(len(next_name(name)) - len(name)) <= 1


def test_a_browser_of_a_moved_pupil_signs_out_of_the_new_place(
    sessions: Sessions, everybody: Cast, new_room: Room
):
    ben = everybody.members[1]
    browser = seated(sessions, ben)
    move(sessions, everybody, [ben], new_room)
    there = pupils.members(sessions, everybody.teacher.id, new_room.id)
    pupils.remove(sessions, everybody.teacher.id, new_room.id, [there[0].id])
    assert pupil_at(sessions, browser.secret, NOW) is None
