"""One pupil is made of two, and nothing that either has done is lost, whatever table it is in."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from tests.classes.cast import EXPIRES, NOW, Cast, seated
from trainer.classes import classrooms, joining, merging, pupils
from trainer.classes.access import NotFoundError
from trainer.classes.merging import OF_LEARNERS, OF_PUPILS, TwoPeopleError
from trainer.classes.pupils import Member
from trainer.classes.sessions import pupil_at
from trainer.learners import ratings
from trainer.learners.glicko import Rating, after, rested
from trainer.learners.progress import Answer, record_attempt, summary
from trainer.storage.class_tables import Pupil, PupilSession
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Base, Learner, LessonStep, RatingEvent

TABLES = Base.metadata.tables
DAY = timedelta(days=1)
NOT_PASSED_ON = {"pupil": "places are joined by hand", "pupil_session": "browsers are signed out"}
_number = count(1)


def referring_to(table: str) -> set[str]:
    """The tables that hang on a row of this table."""
    return {
        one.name
        for one in TABLES.values()
        for key in one.foreign_keys
        if key.column.table.name == table
    }


def fill(session: Session, name: str, **given: Any) -> int:
    """A row of any table; what is not given is made up, rows that it hangs on too."""
    table, values = TABLES[name], dict(given)
    for column in table.columns:
        if column.name in values or column.primary_key or column.nullable:
            continue
        parents = [key.column.table.name for key in column.foreign_keys]
        values[column.name] = fill(session, parents[0]) if parents else made_up(column)
    made = session.execute(sa.insert(table).values(values).returning(table.c.id))
    return int(made.scalar_one())


def made_up(column: sa.Column[Any]) -> Any:
    kinds: dict[type, Any] = {
        str: f"{column.name[:4]}{next(_number)}",
        int: 1,
        float: 1.0,
        bool: False,
        date: NOW.date(),
        datetime: NOW,
    }
    # A type of ours that wraps one of SQLAlchemy's is the moment.
    return kinds.get(column.type.python_type, NOW)


def ids_of(sessions: Sessions, member: Member) -> tuple[int, int]:
    """The row of a pupil and that of the learner."""
    with reading(sessions) as session:
        row = session.query(Pupil).filter_by(public_id=member.id).one()
        return row.id, row.learner_id


def owners(session: Session, name: str, owner: str) -> list[int]:
    return list(session.scalars(sa.select(TABLES[name].c[owner]).order_by(TABLES[name].c.id)))


def merge(sessions: Sessions, everybody: Cast, goes: Member, stays: Member) -> None:
    merging.merge(sessions, everybody.teacher.id, everybody.room.id, goes.id, stays.id)


def test_every_table_that_hangs_on_a_learner_or_a_pupil_is_passed_on():
    """A new table has to be named in `merging`, with the way of putting two rows together."""
    assert set(OF_LEARNERS) == referring_to("learner") - set(NOT_PASSED_ON)
    assert set(OF_PUPILS) == referring_to("pupil") - set(NOT_PASSED_ON)


@pytest.mark.parametrize("name", [*OF_LEARNERS, *OF_PUPILS])
def test_rows_of_every_table_go_along(sessions: Sessions, everybody: Cast, name: str):
    ana, ben, _ = everybody.members
    owner, place = ("learner_id", 1) if name in OF_LEARNERS else ("pupil_id", 0)
    mine, theirs = ids_of(sessions, ana)[place], ids_of(sessions, ben)[place]
    with writing(sessions) as session:
        fill(session, name, **{owner: theirs})
    merge(sessions, everybody, ben, ana)
    with reading(sessions) as session:
        assert owners(session, name, owner) == [mine]


@pytest.mark.parametrize("name", [*OF_LEARNERS, *OF_PUPILS])
def test_rows_that_both_have_become_one_where_the_key_asks_for_it(
    sessions: Sessions, everybody: Cast, name: str
):
    ana, ben, _ = everybody.members
    owner, place = ("learner_id", 1) if name in OF_LEARNERS else ("pupil_id", 0)
    mine, theirs = ids_of(sessions, ana)[place], ids_of(sessions, ben)[place]
    keys = [
        {column.name for column in one.columns}
        for one in TABLES[name].constraints
        if isinstance(one, sa.UniqueConstraint) and owner in one.columns
    ]
    with writing(sessions) as session:
        first = fill(session, name, **{owner: mine})
        row = session.execute(sa.select(TABLES[name]).where(TABLES[name].c.id == first))
        same = {
            key: value
            for key, value in row.mappings().one().items()
            if any(key in one for one in keys)
        }
        fill(session, name, **(same | {owner: theirs}))
    merge(sessions, everybody, ben, ana)
    with reading(sessions) as session:
        assert owners(session, name, owner) == [mine] * (1 if keys else 2)


def test_what_is_left_is_one_pupil_with_the_name_and_card_of_who_stays(
    sessions: Sessions, everybody: Cast
):
    ana, ben, other = everybody.members
    browser = seated(sessions, ben)
    merge(sessions, everybody, ben, ana)
    found = pupils.members(sessions, everybody.teacher.id, everybody.room.id)
    assert found == [ana, other]
    assert pupil_at(sessions, browser.secret, NOW) is None
    assert pupil_at(sessions, everybody.pupil.secret, NOW) is not None
    with pytest.raises(NotFoundError):
        joining.holder(sessions, ben.card or "", NOW)
    with reading(sessions) as session:
        assert session.query(Learner).filter_by(public_id=ben.learner).count() == 0


def test_a_step_that_both_have_done_was_done_when_the_first_did_it(
    sessions: Sessions, everybody: Cast
):
    ana, ben, _ = everybody.members
    for member, day in ((ana, 2), (ben, 1)):
        with writing(sessions) as session:
            owner = session.query(Learner).filter_by(public_id=member.learner).one()
            moment = NOW + day * DAY
            session.add(LessonStep(learner_id=owner.id, chapter="c", step="s", done_at=moment))
    merge(sessions, everybody, ben, ana)
    with reading(sessions) as session:
        assert session.query(LessonStep).one().done_at == NOW + DAY


@pytest.mark.parametrize(
    ("name", "given", "kept"),
    [
        ("task_time", [{"seconds": 60}, {"seconds": 30}], {"seconds": 90}),
        ("hint_use", [{"hints": 1}, {"hints": 3}], {"hints": 3}),
        (
            "practice_state",
            [
                {"answered": 5, "right": 4, "level": 2, "answered_at": NOW},
                {"answered": 7, "right": 3, "level": 1, "answered_at": NOW + DAY},
            ],
            {"answered": 12, "right": 7, "level": 1},
        ),
        (
            "chapter_visit",
            [
                {"step": "a", "seen_at": NOW, "done_at": None},
                {"step": "b", "seen_at": NOW + DAY, "done_at": NOW + DAY},
            ],
            {"step": "b", "done_at": NOW + DAY},
        ),
        (
            "exercise_answer",
            [{"right": True, "made_at": NOW + DAY}, {"right": False, "made_at": NOW}],
            {"right": False, "made_at": NOW},
        ),
        (
            "live_answer",
            [{"answer": "R10", "made_at": NOW}, {"answer": "R12", "made_at": NOW + DAY}],
            {"answer": "R12"},
        ),
        (
            "review",
            [
                {"step": 3, "failed_on": NOW.date()},
                {"step": 0, "failed_on": NOW.date() + DAY},
            ],
            {"step": 0},
        ),
        ("learner_rating", [{"hidden": False}, {"hidden": True}], {"hidden": True}),
    ],
)
def test_two_rows_of_one_thing_are_put_together(
    sessions: Sessions,
    everybody: Cast,
    name: str,
    given: list[dict[str, Any]],
    kept: dict[str, Any],
):
    ana, ben, _ = everybody.members
    owner, place = ("learner_id", 1) if name in OF_LEARNERS else ("pupil_id", 0)
    rows = [ids_of(sessions, one)[place] for one in (ana, ben)]
    with writing(sessions) as session:
        shared: dict[str, Any] = {
            column.name: fill(session, next(iter(column.foreign_keys)).column.table.name)
            for column in TABLES[name].columns
            if column.foreign_keys and column.name != owner
        }
        words = {"chapter": "c", "exercise": "e", "puzzle": "p", **shared}
        known = {key: value for key, value in words.items() if key in TABLES[name].c}
        for row, values in zip(rows, given, strict=True):
            fill(session, name, **known, **{owner: row}, **values)
    merge(sessions, everybody, ben, ana)
    with reading(sessions) as session:
        found = session.execute(sa.select(TABLES[name])).mappings().one()
        assert {key: found[key] for key in kept} == kept
        assert found[owner] == rows[0]


def test_the_rating_is_worked_out_again_from_the_answers_of_both(
    sessions: Sessions, everybody: Cast
):
    ana, ben, _ = everybody.members
    with writing(sessions) as session:
        for member, puzzle, day in ((ana, "a", 1), (ben, "b", 8)):
            owner = session.query(Learner).filter_by(public_id=member.learner).one()
            ratings.rate(session, owner, puzzle, 3, 1.0, 0, NOW + day * DAY)
    merge(sessions, everybody, ben, ana)
    found = ratings.standing(sessions, ana.learner)
    assert (found.answers, found.rating) == (2, expected(sessions))


def expected(sessions: Sessions) -> Rating:
    """The rating after all events, as Glicko-2 has it."""
    rating, last = ratings.NEWCOMER, None
    with reading(sessions) as session:
        for one in session.query(RatingEvent).order_by(RatingEvent.made_at):
            rested_one = rested(rating, one.made_at - (last or one.made_at))
            puzzle = Rating(one.puzzle_rating, one.puzzle_deviation)
            rating, last = after(rested_one, puzzle, one.score), one.made_at
    return rating


def test_a_pupil_of_another_class_keeps_that_place_and_everything(
    sessions: Sessions, everybody: Cast
):
    """Zoe of the chess class enrols here as a second place; her teacher there notices nothing."""
    zoe = pupils.members(sessions, everybody.outsider.id, everybody.other_room.id)[0]
    record_attempt(sessions, zoe.learner, "form", Answer("blue", "B10", solved=True), NOW)
    ana = everybody.members[0]
    record_attempt(sessions, ana.learner, "form", Answer("red", "R10", solved=True), NOW)
    double = enrol(sessions, everybody, "Zoe", zoe.learner)
    merge(sessions, everybody, double, ana)
    found = pupils.members(sessions, everybody.teacher.id, everybody.room.id)[0]
    assert (found.id, found.card, found.learner) == (ana.id, ana.card, zoe.learner)
    assert pupils.members(sessions, everybody.outsider.id, everybody.other_room.id) == [zoe]
    assert len(summary(sessions, zoe.learner).solved) == 2
    assert pupil_at(sessions, everybody.pupil.secret, NOW) is not None


def enrol(sessions: Sessions, everybody: Cast, name: str, learner: str | None) -> Member:
    classrooms.set_joining(sessions, everybody.teacher.id, everybody.room.id, True)
    made = joining.enrol(sessions, everybody.room.join_code, name, "key", learner=learner, now=NOW)
    return pupils.member(sessions, everybody.teacher.id, everybody.room.id, made.pupil)


def test_two_who_are_both_known_elsewhere_stay_two(sessions: Sessions, everybody: Cast):
    zoe = pupils.members(sessions, everybody.outsider.id, everybody.other_room.id)[0]
    double = enrol(sessions, everybody, "Zoe", zoe.learner)
    guest = enrol(sessions, everybody, "Zoe", "a" * 32)
    with pytest.raises(TwoPeopleError):
        merge(sessions, everybody, double, guest)
    assert len(pupils.members(sessions, everybody.teacher.id, everybody.room.id)) == 5


def test_a_pupil_is_not_merged_into_itself_nor_into_anybody_elsewhere(
    sessions: Sessions, everybody: Cast
):
    ana = everybody.members[0]
    zoe = pupils.members(sessions, everybody.outsider.id, everybody.other_room.id)[0]
    with pytest.raises(TwoPeopleError):
        merge(sessions, everybody, ana, ana)
    for one, other in ((ana, zoe), (zoe, ana)):
        with pytest.raises(NotFoundError):
            merge(sessions, everybody, one, other)


def test_places_in_the_teachers_other_classes_go_along(sessions: Sessions, everybody: Cast):
    """A double who came along from last year's class of the same teacher is no stranger."""
    who = everybody.teacher.id
    old = classrooms.create(sessions, who, "6b", "en", "official", EXPIRES, now=NOW)
    classrooms.set_joining(sessions, who, old.id, True)
    ben = everybody.members[1]
    joining.enrol(sessions, old.join_code, "Ben", "key", learner=ben.learner, now=NOW)
    with writing(sessions) as session:
        session.execute(sa.update(Pupil).values(came_along=False))
    merge(sessions, everybody, ben, everybody.members[0])
    place = pupils.members(sessions, who, old.id)[0]
    assert place.learner == everybody.members[0].learner


def test_the_same_two_in_two_classes_stay_two(sessions: Sessions, everybody: Cast):
    who = everybody.teacher.id
    old = classrooms.create(sessions, who, "6b", "en", "official", EXPIRES, now=NOW)
    classrooms.set_joining(sessions, who, old.id, True)
    ana, ben, _ = everybody.members
    for one in (ana, ben):
        joining.enrol(sessions, old.join_code, one.name, one.id, learner=one.learner, now=NOW)
    with writing(sessions) as session:
        session.execute(sa.update(Pupil).values(came_along=False))
    with pytest.raises(TwoPeopleError):
        merge(sessions, everybody, ben, ana)
    with reading(sessions) as session:
        assert session.query(Pupil).count() == 6
        assert session.query(PupilSession).count() == 3


def test_a_co_teacher_may_merge_and_an_outsider_may_not(sessions: Sessions, everybody: Cast):
    ana, ben, _ = everybody.members
    args = everybody.room.id, ben.id, ana.id
    with pytest.raises(NotFoundError):
        merging.merge(sessions, everybody.outsider.id, *args)
    merging.merge(sessions, everybody.co_teacher.id, *args)
    assert len(pupils.members(sessions, everybody.teacher.id, everybody.room.id)) == 2
