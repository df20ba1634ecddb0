"""Who may see a class, and who is signed in where."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.classes.cast import NOW, Cast
from trainer.classes import access, classrooms, pupils
from trainer.classes.access import ForbiddenError, NotFoundError
from trainer.classes.sessions import PUPIL_IDLE, TEACHER_IDLE, end_teacher, pupil_at, teacher_at
from trainer.storage.database import Sessions, reading


def test_a_teacher_and_a_co_teacher_see_the_class(sessions: Sessions, everybody: Cast):
    with reading(sessions) as session:
        own = access.room(session, everybody.teacher.id, everybody.room.id)
        shared = access.room(session, everybody.co_teacher.id, everybody.room.id)
    assert (own.role, shared.role) == ("owner", "co")
    assert own == everybody.room


def test_for_an_outsider_the_class_is_like_one_that_does_not_exist(
    sessions: Sessions, everybody: Cast
):
    for room in (everybody.room.id, "0" * 24):
        with reading(sessions) as session, pytest.raises(NotFoundError):
            access.room(session, everybody.outsider.id, room)
    with pytest.raises(NotFoundError):
        pupils.members(sessions, everybody.outsider.id, everybody.room.id)


def test_what_only_the_owner_may_do_is_refused_to_a_co_teacher(sessions: Sessions, everybody: Cast):
    with reading(sessions) as session, pytest.raises(ForbiddenError):
        access.classroom(session, everybody.co_teacher.id, everybody.room.id, owner=True)


def test_pupils_of_the_same_name_are_two_with_a_card_each(sessions: Sessions, everybody: Cast):
    found = pupils.members(sessions, everybody.teacher.id, everybody.room.id)
    assert [one.name for one in found] == ["Ana", "Ben", "Ben"]
    assert len({one.card for one in found}) == len({one.learner for one in found}) == 3
    assert all(one.card and one.card.startswith(everybody.room.tag) for one in found)


def test_everybody_has_the_classes_that_they_teach(sessions: Sessions, everybody: Cast):
    assert [one.name for one in classrooms.rooms(sessions, everybody.co_teacher.id)] == ["7b"]
    assert [one.name for one in classrooms.rooms(sessions, everybody.outsider.id)] == ["Chess"]


def test_a_browser_knows_its_teacher_until_it_is_signed_out_or_forgotten(
    sessions: Sessions, everybody: Cast
):
    secret = everybody.teacher.secret
    found = teacher_at(sessions, secret, NOW)
    assert found is not None
    assert found.name == "Ms Teacher"
    assert teacher_at(sessions, secret, NOW + TEACHER_IDLE + timedelta(seconds=1)) is None
    end_teacher(sessions, secret)
    assert teacher_at(sessions, secret, NOW) is None
    assert teacher_at(sessions, "guessed", NOW) is None


def test_each_visit_keeps_a_pupil_signed_in(sessions: Sessions, everybody: Cast):
    later = NOW + PUPIL_IDLE - timedelta(days=1)
    seat = pupil_at(sessions, everybody.pupil.secret, later)
    assert seat is not None
    assert (seat.name, seat.pupil) == ("Ana", everybody.members[0].id)
    assert pupil_at(sessions, everybody.pupil.secret, later + timedelta(days=30)) is not None
