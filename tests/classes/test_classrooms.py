"""A class as a whole: made, changed, archived, restored, deleted and brought back."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest

from tests.classes.cast import EXPIRES, NOW, Cast, seated
from trainer.classes import access, classrooms, staff
from trainer.classes.access import ForbiddenError, NotFoundError, Room
from trainer.classes.classrooms import InactiveError, latest_end, usual_end
from trainer.classes.sessions import pupil_at
from trainer.rules import MalformedError
from trainer.storage.class_tables import Classroom
from trainer.storage.database import Sessions, reading


def room(sessions: Sessions, everybody: Cast) -> Room:
    with reading(sessions) as session:
        return access.room(session, everybody.teacher.id, everybody.room.id)


@pytest.mark.parametrize(
    ("today", "end"),
    [
        (date(2026, 9, 1), date(2027, 8, 31)),
        (date(2027, 1, 10), date(2027, 8, 31)),
        (date(2027, 7, 2), date(2027, 8, 31)),
        (date(2027, 7, 3), date(2028, 8, 31)),
        (date(2027, 8, 31), date(2028, 8, 31)),
    ],
)
def test_a_class_ends_on_the_next_last_of_august_that_is_two_months_away(today: date, end: date):
    assert usual_end(today) == end


def test_a_class_is_kept_for_three_years_at_most():
    assert latest_end(date(2026, 9, 1)) == date(2029, 9, 1)
    assert latest_end(date(2028, 2, 29)) == date(2031, 2, 28)


def test_a_form_that_comes_twice_makes_one_class(sessions: Sessions, everybody: Cast):
    start, who = threading.Barrier(4), everybody.teacher.id

    def send(_number: int) -> Room:
        start.wait()
        return classrooms.create(sessions, who, "8a", "en", "official", EXPIRES, key="k", now=NOW)

    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(send, range(4)))
    assert len({one.id for one in made}) == 1
    assert [one.name for one in classrooms.rooms(sessions, who)].count("8a") == 1


def test_the_same_key_of_another_teacher_is_another_class(sessions: Sessions, everybody: Cast):
    def make(who: str) -> Room:
        return classrooms.create(sessions, who, "8a", "en", "official", EXPIRES, key="k", now=NOW)

    assert make(everybody.teacher.id).id != make(everybody.outsider.id).id


def test_rules_that_nobody_knows_are_refused(sessions: Sessions, everybody: Cast):
    with pytest.raises(MalformedError):
        classrooms.create(sessions, everybody.teacher.id, "8a", "en", "mine", EXPIRES)


def test_codes_of_classes_never_repeat(
    sessions: Sessions, everybody: Cast, monkeypatch: pytest.MonkeyPatch
):
    drawn = iter([everybody.room.tag, "AAAA", everybody.room.join_code, "AAAAAA"])
    monkeypatch.setattr(classrooms.codes, "new_code", lambda _length: next(drawn))
    made = classrooms.create(sessions, everybody.teacher.id, "8a", "en", "official", EXPIRES)
    assert (made.tag, made.join_code) == ("AAAA", "AAAAAA")


def test_the_list_counts_pupils_who_are_there(sessions: Sessions, everybody: Cast):
    found = classrooms.lines(sessions, everybody.co_teacher.id)
    assert [(one.room.name, one.pupils) for one in found] == [("7b", 3)]


def test_a_co_teacher_changes_archives_and_restores(sessions: Sessions, everybody: Cast):
    where = sessions, everybody.co_teacher.id, everybody.room.id
    classrooms.change(*where, name="7c", language="fr", profile="classic", expires_on=EXPIRES)
    classrooms.archive(*where, now=NOW)
    found = room(sessions, everybody)
    assert (found.name, found.language, found.profile) == ("7c", "fr", "classic")
    assert (found.archived_at, found.is_active) == (NOW, False)
    classrooms.restore(*where, now=NOW)
    assert room(sessions, everybody).is_active


def test_archiving_twice_keeps_the_first_moment(sessions: Sessions, everybody: Cast):
    where = sessions, everybody.teacher.id, everybody.room.id
    classrooms.archive(*where, now=NOW)
    classrooms.archive(*where, now=NOW + timedelta(days=3))
    assert room(sessions, everybody).archived_at == NOW


def test_archiving_closes_the_door_and_it_cannot_be_opened(sessions: Sessions, everybody: Cast):
    where = sessions, everybody.teacher.id, everybody.room.id
    classrooms.set_joining(*where, True)
    classrooms.archive(*where, now=NOW)
    assert not room(sessions, everybody).joining
    with pytest.raises(InactiveError):
        classrooms.set_joining(*where, True)


def test_a_class_whose_last_day_is_over_gets_a_new_one_when_it_is_restored(
    sessions: Sessions, everybody: Cast
):
    where = sessions, everybody.teacher.id, everybody.room.id
    classrooms.archive(*where, now=NOW)
    classrooms.restore(*where, now=NOW + timedelta(days=400))
    assert room(sessions, everybody).expires_on == date(2028, 8, 31)


def test_only_the_owner_deletes_and_brings_back(sessions: Sessions, everybody: Cast):
    for do in (classrooms.remove, classrooms.bring_back):
        with pytest.raises(ForbiddenError):
            do(sessions, everybody.co_teacher.id, everybody.room.id)
        with pytest.raises(NotFoundError):
            do(sessions, everybody.outsider.id, everybody.room.id)


def test_a_deleted_class_comes_back_as_it_was(sessions: Sessions, everybody: Cast):
    where = sessions, everybody.teacher.id, everybody.room.id
    ben = seated(sessions, everybody.members[1])
    classrooms.remove(*where, now=NOW)
    classrooms.remove(*where, now=NOW + timedelta(days=1))
    assert room(sessions, everybody).removed_at == NOW
    assert pupil_at(sessions, ben.secret, NOW) is None
    classrooms.bring_back(*where)
    assert room(sessions, everybody) == everybody.room
    assert pupil_at(sessions, ben.secret, NOW) is not None


def test_a_class_code_is_renewed_once_for_each_question(sessions: Sessions, everybody: Cast):
    where = sessions, everybody.teacher.id, everybody.room.id
    classrooms.renew_join_code(*where, everybody.room.join_code)
    new = room(sessions, everybody).join_code
    assert new != everybody.room.join_code
    classrooms.renew_join_code(*where, everybody.room.join_code)
    assert room(sessions, everybody).join_code == new


def test_whoever_waited_for_a_class_that_was_taken_away_does_nothing(
    sessions: Sessions, everybody: Cast
):
    staff.dismiss(sessions, everybody.teacher.id, everybody.room.id, everybody.co_teacher.id)
    with pytest.raises(NotFoundError):
        classrooms.archive(sessions, everybody.co_teacher.id, everybody.room.id)
    with reading(sessions) as session:
        assert session.query(Classroom).filter(Classroom.archived_at.is_not(None)).count() == 0
