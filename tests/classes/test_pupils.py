"""Pupils on a teacher's list: added, named, with cards that can be renewed, removed, back again."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from tests.classes.cast import NOW, Cast, seated
from trainer.classes import classrooms, codes, pupils
from trainer.classes.access import NotFoundError
from trainer.classes.classrooms import InactiveError
from trainer.classes.names import MOST
from trainer.classes.pupils import CARD_LENGTH, FullError, Member
from trainer.classes.sessions import pupil_at
from trainer.learners.progress import Answer, record_attempt, summary
from trainer.storage.database import Sessions

HOUR = timedelta(hours=1)


def here(sessions: Sessions, everybody: Cast) -> list[Member]:
    return pupils.members(sessions, everybody.teacher.id, everybody.room.id)


def where(sessions: Sessions, everybody: Cast) -> tuple[Sessions, str, str]:
    return sessions, everybody.teacher.id, everybody.room.id


def test_a_card_has_no_letters_that_look_alike(everybody: Cast):
    for one in everybody.members:
        assert one.card is not None
        assert len(one.card) == CARD_LENGTH == 10
        assert set(one.card) <= set(codes.ALPHABET)
    # 6 is there without G, which looks like it; of the other pairs both are left out.
    assert not set("0O1IL2Z5S8BGUV") & set(codes.ALPHABET)


def test_a_list_that_comes_twice_makes_its_pupils_once(sessions: Sessions, everybody: Cast):
    start, names = threading.Barrier(3), ["Cleo", "Dan", "Dan"]

    def send(_number: int) -> list[Member]:
        start.wait()
        return pupils.add(*where(sessions, everybody), names, NOW, key="k")

    with ThreadPoolExecutor(3) as threads:
        made = list(threads.map(send, range(3)))
    assert made[0] == made[1] == made[2]
    assert [one.name for one in here(sessions, everybody)] == [
        "Ana",
        "Ben",
        "Ben",
        "Cleo",
        "Dan",
        "Dan",
    ]


def test_another_list_with_the_same_names_makes_other_pupils(sessions: Sessions, everybody: Cast):
    pupils.add(*where(sessions, everybody), ["Cleo"], NOW, key="a")
    pupils.add(*where(sessions, everybody), ["Cleo"], NOW, key="b")
    assert [one.name for one in here(sessions, everybody)].count("Cleo") == 2


def test_a_class_has_two_hundred_pupils_at_most(sessions: Sessions, everybody: Cast):
    names = [f"Pupil {n}" for n in range(MOST - 3)]
    with pytest.raises(FullError) as error:
        pupils.add(*where(sessions, everybody), [*names, "One more"], NOW)
    assert error.value.left == MOST - 3
    assert len(here(sessions, everybody)) == 3
    pupils.add(*where(sessions, everybody), names, NOW, key="k")
    assert len(pupils.add(*where(sessions, everybody), names, NOW, key="k")) == MOST - 3


def test_nobody_is_added_to_a_class_that_has_ended(sessions: Sessions, everybody: Cast):
    classrooms.archive(*where(sessions, everybody), now=NOW)
    with pytest.raises(InactiveError):
        pupils.add(*where(sessions, everybody), ["Cleo"], NOW)


def test_a_new_card_ends_the_old_one_and_its_browsers_at_once(sessions: Sessions, everybody: Cast):
    ana, ben = everybody.members[:2]
    other = seated(sessions, ben)
    later = NOW + HOUR
    assert pupils.renew(*where(sessions, everybody), [ana.id], later, later) == 1
    found = here(sessions, everybody)[0]
    assert found.card not in (None, ana.card)
    assert pupil_at(sessions, everybody.pupil.secret, NOW) is None
    assert pupil_at(sessions, other.secret, NOW) is not None
    assert found.learner == ana.learner


def test_a_question_for_new_cards_that_comes_twice_makes_them_once(
    sessions: Sessions, everybody: Cast
):
    ids, asked = [one.id for one in everybody.members], NOW + HOUR
    assert pupils.renew(*where(sessions, everybody), ids, asked, asked + HOUR) == 3
    cards = [one.card for one in here(sessions, everybody)]
    assert pupils.renew(*where(sessions, everybody), ids, asked, asked + 2 * HOUR) == 0
    assert [one.card for one in here(sessions, everybody)] == cards


def test_a_card_that_was_taken_away_opens_nothing_until_it_is_renewed(
    sessions: Sessions, everybody: Cast
):
    ana = everybody.members[0]
    pupils.revoke(*where(sessions, everybody), [ana.id])
    assert here(sessions, everybody)[0].card is None
    assert pupil_at(sessions, everybody.pupil.secret, NOW) is None
    assert pupils.renew(*where(sessions, everybody), [ana.id], NOW, NOW + HOUR) == 1
    assert here(sessions, everybody)[0].card is not None


def test_who_was_removed_comes_back_with_card_work_and_browser(sessions: Sessions, everybody: Cast):
    ana = everybody.members[0]
    record_attempt(sessions, ana.learner, "form", Answer("blue", "B10,B12", solved=True), NOW)
    gone = pupils.remove(*where(sessions, everybody), [ana.id], NOW)
    assert [one.name for one in gone] == ["Ana"]
    assert [one.name for one in here(sessions, everybody)] == ["Ben", "Ben"]
    assert pupil_at(sessions, everybody.pupil.secret, NOW) is None
    assert [one.name for one in pupils.gone(*where(sessions, everybody))] == ["Ana"]
    assert pupils.bring_back(*where(sessions, everybody), removed_at=NOW) == 1
    assert here(sessions, everybody)[0] == ana
    assert pupil_at(sessions, everybody.pupil.secret, NOW) is not None
    assert len(summary(sessions, ana.learner).solved) == 1


def test_undo_brings_back_whom_that_removal_took_and_nobody_else(
    sessions: Sessions, everybody: Cast
):
    ana, ben, other = (one.id for one in everybody.members)
    pupils.remove(*where(sessions, everybody), [other], NOW)
    pupils.remove(*where(sessions, everybody), [ana, ben], NOW + HOUR)
    assert pupils.remove(*where(sessions, everybody), [ana], NOW + 2 * HOUR) == []
    assert pupils.bring_back(*where(sessions, everybody), removed_at=NOW + HOUR) == 2
    assert {one.id for one in here(sessions, everybody)} == {ana, ben}
    assert pupils.bring_back(*where(sessions, everybody), [other]) == 1
    assert pupils.bring_back(*where(sessions, everybody)) == 0


def test_the_bin_gives_back_only_what_there_is_room_for(sessions: Sessions, everybody: Cast):
    pupils.remove(*where(sessions, everybody), [everybody.members[0].id], NOW)
    pupils.add(*where(sessions, everybody), [f"Pupil {n}" for n in range(MOST - 2)], NOW)
    with pytest.raises(FullError):
        pupils.bring_back(*where(sessions, everybody), removed_at=NOW)


def test_nothing_is_done_to_pupils_of_other_classes(sessions: Sessions, everybody: Cast):
    zoe = pupils.members(sessions, everybody.outsider.id, everybody.other_room.id)[0]
    mine = where(sessions, everybody)
    pupils.revoke(*mine, [zoe.id])
    assert pupils.renew(*mine, [zoe.id], NOW + HOUR, NOW + HOUR) == 0
    assert pupils.remove(*mine, [zoe.id], NOW) == []
    for do in (lambda: pupils.rename(*mine, zoe.id, "X"), lambda: pupils.member(*mine, zoe.id)):
        with pytest.raises(NotFoundError):
            do()
    assert pupils.members(sessions, everybody.outsider.id, everybody.other_room.id) == [zoe]


def test_the_list_says_when_a_pupil_was_here_last(sessions: Sessions, everybody: Cast):
    ben = everybody.members[1]
    record_attempt(
        sessions, ben.learner, "form", Answer("blue", "B10,B12", solved=True), NOW + 2 * HOUR
    )
    seen = {one.member.id: one.seen_at for one in pupils.roster(*where(sessions, everybody))}
    ana, _, other = everybody.members
    assert seen == {ana.id: NOW, ben.id: NOW + 2 * HOUR, other.id: None}


def test_a_pupil_gets_another_name(sessions: Sessions, everybody: Cast):
    pupils.rename(*where(sessions, everybody), everybody.members[2].id, "Benno")
    assert [one.name for one in here(sessions, everybody)] == ["Ana", "Ben", "Benno"]
