"""Sets of tasks as teachers make, change, order, release, remove and copy them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.classes.cast import EXPIRES, NOW, Cast
from tests.classes.given import (
    FIRST,
    HOUR,
    LESSON,
    SECOND,
    THIRD,
    TOMORROW,
    draft,
    give,
    puzzle,
    solve,
    standing,
)
from trainer.classes import assignments, classrooms
from trainer.classes.access import InactiveError, NotFoundError
from trainer.classes.drafts import MOST_TASKS, Draft, DraftError, Fault, Wanted
from trainer.learners import own_puzzles
from trainer.storage.class_tables import Classroom
from trainer.storage.database import Sessions, writing


def titles(sessions: Sessions, everybody: Cast) -> list[str]:
    found = assignments.sets(sessions, everybody.teacher.id, everybody.room.id)
    return [one.title for one in found]


def faults(sessions: Sessions, everybody: Cast, made: Draft) -> list[Fault]:
    with pytest.raises(DraftError) as caught:
        assignments.create(sessions, everybody.teacher.id, everybody.room.id, made, now=NOW)
    return [fault for _, fault in caught.value.problems]


def test_a_set_has_its_tasks_in_the_order_in_which_they_were_chosen(
    sessions: Sessions, everybody: Cast
):
    made = give(
        sessions,
        everybody,
        puzzle(SECOND),
        Wanted("chapter", LESSON),
        Wanted("practice", LESSON, 10),
        puzzle(FIRST),
        due_on=TOMORROW,
        tries=2,
        explain="release",
    )
    assert assignments.sets(sessions, everybody.co_teacher.id, everybody.room.id) == [made]
    assert [(one.kind, one.amount) for one in made.tasks] == [
        ("puzzle", 1),
        ("chapter", 1),
        ("practice", 10),
        ("puzzle", 1),
    ]
    assert (made.due_on, made.tries, made.withholds) == (TOMORROW, 2, True)


def test_for_an_outsider_no_set_exists(sessions: Sessions, everybody: Cast):
    made, who, room = give(sessions, everybody), everybody.outsider.id, everybody.room.id
    for attempt in (
        lambda: assignments.sets(sessions, who, room),
        lambda: assignments.bin_of(sessions, who, room),
        lambda: assignments.find(sessions, who, room, made.id),
        lambda: assignments.create(sessions, who, room, draft()),
        lambda: assignments.edit(sessions, who, room, made.id, draft()),
        lambda: assignments.move(sessions, who, room, made.id, 0),
        lambda: assignments.release(sessions, who, room, made.id),
        lambda: assignments.withhold(sessions, who, room, made.id),
        lambda: assignments.remove(sessions, who, room, made.id),
        lambda: assignments.restore(sessions, who, room, made.id),
        lambda: assignments.ever_given(sessions, who, room),
        # Nor can a set be reached through a class of their own, or copied into it.
        lambda: assignments.find(sessions, who, everybody.other_room.id, made.id),
        lambda: assignments.copy(sessions, who, room, made.id, everybody.other_room.id),
        lambda: assignments.copy(
            sessions, everybody.teacher.id, room, made.id, everybody.other_room.id
        ),
    ):
        with pytest.raises(NotFoundError):
            attempt()


def test_a_double_click_gives_one_set(sessions: Sessions, everybody: Cast):
    key = "0123456789abcdef01234567"
    room = everybody.room.id
    twice = [
        assignments.create(sessions, everybody.teacher.id, room, draft(), key, NOW)
        for _ in range(2)
    ]
    assert twice[0] == twice[1]
    assert titles(sessions, everybody) == ["Homework"]
    # The same key in another class, or a key that is none, is no way to anything.
    other = assignments.create(
        sessions, everybody.outsider.id, everybody.other_room.id, draft(), key, NOW
    )
    assert other.id != key
    assert len(assignments.create(sessions, everybody.teacher.id, room, draft(), "1", NOW).id) == 24


def test_what_is_wrong_with_a_draft_is_said_for_each_field(sessions: Sessions, everybody: Cast):
    yesterday = NOW.date() - timedelta(days=1)
    wrong = Draft(" ", (), due_on=yesterday, tries=0)
    assert faults(sessions, everybody, wrong) == [
        Fault.NO_TITLE,
        Fault.PAST,
        Fault.TRIES,
        Fault.NO_TASKS,
    ]
    assert faults(sessions, everybody, draft(title="x" * 121)) == [Fault.LONG_TITLE]
    many = [Wanted("puzzle", str(number)) for number in range(MOST_TASKS + 1)]
    assert faults(sessions, everybody, draft(*many)) == [Fault.TOO_MANY_TASKS]
    for gone in (Wanted("puzzle", "0000000000"), Wanted("chapter", "?"), Wanted("own", "none")):
        assert faults(sessions, everybody, draft(gone)) == [Fault.GONE]
    for late in (everybody.room.expires_on + timedelta(days=1), date.max):
        assert faults(sessions, everybody, draft(due_on=late)) == [Fault.AFTER_CLASS]
    east = draft(due_on=date.min, offset=14 * 60)
    assert faults(sessions, everybody, east) == [Fault.PAST]
    none = Wanted("practice", LESSON, 0)
    assert faults(sessions, everybody, draft(none)) == [Fault.AMOUNT]


def test_today_can_be_the_last_day_where_the_teacher_is(sessions: Sessions, everybody: Cast):
    # It is eight in the morning by UTC: the first of September nearly everywhere.
    assert give(sessions, everybody, due_on=NOW.date()).due_until is not None
    assert faults(sessions, everybody, draft(due_on=date(2026, 8, 31))) == [Fault.PAST]
    west = draft(due_on=date(2026, 8, 31), offset=-11 * 60)
    assert assignments.create(sessions, everybody.teacher.id, everybody.room.id, west, now=NOW)


@given(offset=st.integers(-14 * 60, 14 * 60), day=st.dates(date(2026, 1, 1), date(2027, 1, 1)))
def test_a_day_ends_at_midnight_of_the_teacher_and_an_hour_later(offset: int, day: date):
    until = draft(due_on=day, offset=offset).due_until
    assert until is not None
    local = until + timedelta(minutes=offset) - HOUR
    assert local.astimezone(UTC) == datetime.combine(
        day + timedelta(days=1), datetime.min.time(), UTC
    )


def test_a_set_is_changed_and_a_day_that_has_passed_may_stay(sessions: Sessions, everybody: Cast):
    made, room, who = (
        give(sessions, everybody, due_on=TOMORROW),
        everybody.room.id,
        everybody.teacher.id,
    )
    later = NOW + timedelta(days=30)
    changed = assignments.edit(
        sessions, who, room, made.id, draft(title="Longer", due_on=TOMORROW, tries=3), later
    )
    assert (changed.title, changed.tries, changed.due_until) == ("Longer", 3, made.due_until)
    with pytest.raises(DraftError):
        assignments.edit(sessions, who, room, made.id, draft(due_on=date(2026, 9, 10)), later)


def test_a_task_that_is_put_back_has_its_answers_again(sessions: Sessions, everybody: Cast):
    made, room, who = (
        give(sessions, everybody, puzzle(FIRST), puzzle(SECOND)),
        everybody.room.id,
        everybody.teacher.id,
    )
    solve(sessions, everybody.members[0].learner)
    task = made.tasks[0].id
    without = assignments.edit(sessions, who, room, made.id, draft(puzzle(SECOND)), NOW)
    assert [one.reference for one in without.tasks] == [SECOND.id]
    again = draft(puzzle(SECOND), puzzle(FIRST))
    assert [one.id for one in assignments.edit(sessions, who, room, made.id, again).tasks] == [
        made.tasks[1].id,
        task,
    ]
    assert standing(sessions, everybody, task).solved


def test_a_puzzle_of_the_workshop_is_a_task_until_it_is_withdrawn(
    sessions: Sessions, everybody: Cast
):
    kept = own_puzzles.keep(sessions, "f" * 32, FIRST)
    made = give(sessions, everybody, Wanted("own", kept.link))
    assert made.tasks[0].there
    own_puzzles.withdraw(sessions, "f" * 32, kept.link)
    found = assignments.find(sessions, everybody.teacher.id, everybody.room.id, made.id)
    assert not found.tasks[0].there
    # The set can still be changed: what is in it may stay.
    stays = draft(Wanted("own", kept.link), title="Other")
    assert assignments.edit(sessions, everybody.teacher.id, everybody.room.id, made.id, stays)


# Each example goes on from the order that the one before has left.
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=st.lists(st.tuples(st.integers(0, 3), st.integers(-1, 5)), max_size=6))
def test_order_is_what_a_list_would_make_of_the_same_moves(
    sessions_and_cast: tuple[Sessions, Cast], moves: list[tuple[int, int]]
):
    sessions, everybody = sessions_and_cast
    found = assignments.sets(sessions, everybody.teacher.id, everybody.room.id)
    model = [one.id for one in found]
    for which, place in moves:
        name = model.pop(which)
        model.insert(max(0, place), name)
        assignments.move(sessions, everybody.teacher.id, everybody.room.id, name, place)
        now = assignments.sets(sessions, everybody.teacher.id, everybody.room.id)
        assert [one.id for one in now] == model


@pytest.fixture
def sessions_and_cast(sessions: Sessions, everybody: Cast) -> tuple[Sessions, Cast]:
    for title in "abcd":
        give(sessions, everybody, title=title)
    return sessions, everybody


def test_a_release_can_be_taken_back_and_repeated(sessions: Sessions, everybody: Cast):
    made = give(sessions, everybody, explain="release")
    at = everybody.teacher.id, everybody.room.id, made.id
    assignments.release(sessions, *at, NOW)
    assignments.release(sessions, *at, NOW + HOUR)
    assert assignments.find(sessions, *at).released_at == NOW
    assignments.withhold(sessions, *at)
    assert assignments.find(sessions, *at).withholds
    # What is explained at once has nothing to release.
    open_one = give(sessions, everybody)
    assignments.release(sessions, *at[:2], open_one.id, NOW)
    assert not assignments.find(sessions, *at[:2], open_one.id).released


def test_a_set_goes_to_the_bin_and_comes_back_with_its_answers(sessions: Sessions, everybody: Cast):
    made = give(sessions, everybody)
    at = everybody.teacher.id, everybody.room.id
    solve(sessions, everybody.members[0].learner)
    assignments.remove(sessions, *at, made.id, NOW)
    assert titles(sessions, everybody) == []
    assert [one.id for one in assignments.bin_of(sessions, *at)] == [made.id]
    assignments.restore(sessions, *at, made.id)
    assert titles(sessions, everybody) == ["Homework"]
    assert standing(sessions, everybody, made.tasks[0].id).solved


def test_a_copy_for_another_class_has_the_tasks_and_nothing_of_the_pupils(
    sessions: Sessions, everybody: Cast
):
    made = give(sessions, everybody, due_on=TOMORROW, tries=2, explain="release")
    who = everybody.teacher.id
    assignments.release(sessions, who, everybody.room.id, made.id, NOW)
    other = classrooms.create(sessions, who, "7c", "fr", "official", EXPIRES, now=NOW)
    soon = assignments.copy(sessions, who, everybody.room.id, made.id, other.id, now=NOW)
    late = assignments.copy(
        sessions, who, everybody.room.id, made.id, other.id, now=NOW + timedelta(days=9)
    )
    assert (soon.due_on, soon.due_until) == (made.due_on, made.due_until)
    assert (late.due_on, late.due_until) == (None, None)
    assert (soon.tries, soon.withholds) == (2, True)
    assert [one.reference for one in soon.tasks] == [one.reference for one in made.tasks]
    assert soon.tasks[0].id != made.tasks[0].id


def test_what_a_class_was_ever_given_includes_the_bin(sessions: Sessions, everybody: Cast):
    at = everybody.teacher.id, everybody.room.id
    gone = give(sessions, everybody, puzzle(FIRST))
    assignments.remove(sessions, *at, gone.id)
    give(sessions, everybody, puzzle(SECOND), Wanted("chapter", LESSON))
    assert assignments.ever_given(sessions, *at) == {FIRST.id, SECOND.id}
    assert THIRD.id not in assignments.ever_given(sessions, *at)


def test_an_archived_class_is_there_to_read_only(sessions: Sessions, everybody: Cast):
    made = give(sessions, everybody)
    with writing(sessions) as session:
        session.query(Classroom).filter_by(public_id=everybody.room.id).one().archived_at = NOW
    at = everybody.teacher.id, everybody.room.id
    assert assignments.sets(sessions, *at) == [made]
    for attempt in (
        lambda: assignments.create(sessions, *at, draft()),
        lambda: assignments.edit(sessions, *at, made.id, draft()),
        lambda: assignments.remove(sessions, *at, made.id),
        lambda: assignments.release(sessions, *at, made.id),
    ):
        with pytest.raises(InactiveError):
            attempt()
