"""Cards and class codes, below the pages: what is counted, and what happens at the same moment."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from tests.classes.cast import NOW, Cast, seated
from trainer.classes import classrooms, codes, joining, pupils
from trainer.classes.access import NotFoundError
from trainer.classes.joining import CARD_LIMIT, Enrolled, TwoPeopleError, WaitError
from trainer.classes.names import MOST
from trainer.classes.pupils import FullError, Member
from trainer.classes.sessions import PUPIL_IDLE, end_pupil, pupil_at
from trainer.learners.progress import Answer, record_attempt, summary
from trainer.storage.class_tables import LiveRound, Pupil, PupilSession
from trainer.storage.database import Sessions, reading, writing


@pytest.fixture
def open_code(sessions: Sessions, everybody: Cast) -> str:
    classrooms.set_joining(sessions, everybody.teacher.id, everybody.room.id, True)
    return everybody.room.join_code


def card_of(member: Member) -> str:
    assert member.card is not None
    return member.card


def zoe_of(sessions: Sessions, everybody: Cast) -> Member:
    return pupils.members(sessions, everybody.outsider.id, everybody.other_room.id)[0]


def here(sessions: Sessions, everybody: Cast) -> list[Member]:
    return pupils.members(sessions, everybody.teacher.id, everybody.room.id)


def test_a_code_says_what_it_is_for(sessions: Sessions, everybody: Cast, open_code: str):
    with writing(sessions) as session:
        row = session.query(Pupil).first()
        assert row is not None
        live = LiveRound(
            public_id="l" * 24,
            classroom_id=row.classroom_id,
            join_code="AAAACC",
            version=1,
            place=0,
            phase="waiting",
            started_at=NOW,
        )
        session.add(live)
    kinds = [
        joining.kind_of(sessions, code)
        for code in (card_of(everybody.members[0]), "aaaa-aaaa-aa", open_code, "AAA-ACC", "AAAAAA")
    ]
    assert kinds == ["card", "card", "class", "live", ""]


def test_a_code_typed_with_cyrillic_letters_that_look_the_same_is_read():
    assert codes.normal("асе-нкм ртху-7") == "ACEHKMPTXY7"
    # A letter without a twin stays: what is typed shall be shown to the reader as it is.
    assert codes.normal("Ж7") == "Ж7"


def test_guesses_wait_and_the_right_card_waits_with_them(sessions: Sessions, everybody: Cast):
    code, wrong = card_of(everybody.members[0]), everybody.room.tag + "AAAAAA"
    for _ in range(CARD_LIMIT.free):
        with pytest.raises(NotFoundError):
            joining.holder(sessions, wrong, NOW)
    for do in (joining.holder, joining.sign_in):
        with pytest.raises(WaitError) as error:
            do(sessions, code, now=NOW)
        assert error.value.seconds == 5
    later = NOW + timedelta(seconds=5)
    assert joining.holder(sessions, code, later).name == "Ana"
    # Never for long: a class must not be locked out by somebody who types nonsense.
    for n in range(20):
        with pytest.raises((NotFoundError, WaitError)):
            joining.holder(sessions, wrong, later + n * timedelta(minutes=1))
    last = later + timedelta(minutes=20)
    with pytest.raises((NotFoundError, WaitError)):
        joining.holder(sessions, wrong, last)
    assert joining.holder(sessions, code, last + timedelta(minutes=1)).name == "Ana"


def test_the_cards_of_other_classes_are_not_touched(sessions: Sessions, everybody: Cast):
    for _ in range(CARD_LIMIT.free + 1):
        with pytest.raises((NotFoundError, WaitError)):
            joining.holder(sessions, everybody.room.tag + "AAAAAA", NOW)
    assert joining.holder(sessions, card_of(zoe_of(sessions, everybody)), NOW).name == "Zoe"


def test_guesses_at_the_cards_of_a_moved_class_are_counted_too(sessions: Sessions, everybody: Cast):
    with writing(sessions) as session:
        session.query(Pupil).filter_by(name="Zoe").one().card = "ZZZZAAAAAA"
    for _ in range(CARD_LIMIT.free):
        with pytest.raises(NotFoundError):
            joining.holder(sessions, "ZZZZCCCCCC", NOW)
    with pytest.raises(WaitError):
        joining.holder(sessions, "ZZZZAAAAAA", NOW)


def test_signing_in_ends_what_the_browser_had_and_what_is_too_old(
    sessions: Sessions, everybody: Cast
):
    ana, ben, _ = everybody.members
    first = joining.sign_in(sessions, card_of(ana), now=NOW)
    second = joining.sign_in(sessions, card_of(ben), first, NOW)
    assert pupil_at(sessions, first, NOW) is None
    seat = pupil_at(sessions, second, NOW)
    assert seat is not None
    assert seat.name == "Ben"
    joining.sign_in(sessions, card_of(ben), now=NOW + PUPIL_IDLE + timedelta(days=1))
    with reading(sessions) as session:
        assert session.query(PupilSession).join(Pupil).filter(Pupil.name == "Ben").count() == 1


def test_a_double_click_on_join_makes_one_pupil(
    sessions: Sessions, everybody: Cast, open_code: str
):
    start = threading.Barrier(4)

    def send(_number: int) -> Enrolled:
        start.wait()
        return joining.enrol(sessions, open_code, "Cleo", "key", now=NOW)

    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(send, range(4)))
    assert len({one.pupil for one in made}) == 1
    assert [one.name for one in here(sessions, everybody)].count("Cleo") == 1
    assert all(pupil_at(sessions, one.secret, NOW) for one in made)


def test_thirty_phones_at_once_are_thirty_pupils(
    sessions: Sessions, everybody: Cast, open_code: str
):
    def send(number: int) -> Enrolled:
        return joining.enrol(sessions, open_code, "Sam", f"key {number}", now=NOW)

    with ThreadPoolExecutor(10) as threads:
        made = list(threads.map(send, range(30)))
    assert len({one.pupil for one in made}) == 30
    found = [one for one in here(sessions, everybody) if one.name == "Sam"]
    assert len({one.card for one in found}) == len({one.learner for one in found}) == 30


def test_the_last_place_of_a_class_is_taken_once(
    sessions: Sessions, everybody: Cast, open_code: str
):
    names = [f"Pupil {n}" for n in range(MOST - 4)]
    pupils.add(sessions, everybody.teacher.id, everybody.room.id, names, NOW)
    start = threading.Barrier(3)

    def send(number: int) -> bool:
        start.wait()
        try:
            joining.enrol(sessions, open_code, "Sam", f"key {number}", now=NOW)
        except FullError:
            return False
        return True

    with ThreadPoolExecutor(3) as threads:
        assert sorted(threads.map(send, range(3))) == [False, False, True]
    assert len(here(sessions, everybody)) == MOST


def test_a_key_and_a_name_make_nobody_somebody_elses_learner(
    sessions: Sessions, everybody: Cast, open_code: str
):
    """Two pupils of one name who send one page: each with a learner of their own."""
    first = joining.enrol(sessions, open_code, "Sam", "key", learner="a" * 32, now=NOW)
    second = joining.enrol(sessions, open_code, "Sam", "key", learner="b" * 32, now=NOW)
    third = joining.enrol(sessions, open_code, "Sam", "key", now=NOW)
    assert len({first.pupil, second.pupil, third.pupil}) == 3


def test_somebody_who_was_removed_and_joins_again_is_somebody_new(
    sessions: Sessions, everybody: Cast, open_code: str
):
    ana, who = everybody.members[0], everybody.teacher.id
    pupils.remove(sessions, who, everybody.room.id, [ana.id], NOW)
    made = joining.enrol(sessions, open_code, "Ana", "key", learner=ana.learner, now=NOW)
    assert not made.again
    assert made.pupil != ana.id
    # Then the old place has nobody to come back for.
    assert pupils.bring_back(sessions, who, everybody.room.id, removed_at=NOW) == 0


def test_both_cards_lead_to_one_progress(sessions: Sessions, everybody: Cast):
    ana, zoe = everybody.members[0], zoe_of(sessions, everybody)
    for member, puzzle in ((ana, "a"), (zoe, "b")):
        record_attempt(sessions, member.learner, "form", Answer(puzzle, "B10", solved=True), NOW)
    secret = joining.sign_in_as_well(sessions, card_of(zoe), ana.id, NOW)
    seat = pupil_at(sessions, secret, NOW)
    assert seat is not None
    assert (seat.name, seat.learner) == ("Zoe", ana.learner)
    assert len(summary(sessions, ana.learner).solved) == 2
    assert zoe_of(sessions, everybody).learner == ana.learner


def test_two_of_one_class_are_never_one(sessions: Sessions, everybody: Cast):
    ana, ben, _ = everybody.members
    with pytest.raises(TwoPeopleError):
        joining.sign_in_as_well(sessions, card_of(ben), ana.id, NOW)
    assert here(sessions, everybody) == list(everybody.members)


def test_who_has_no_place_any_more_is_nobody_to_be_one_with(sessions: Sessions, everybody: Cast):
    ana, zoe = everybody.members[0], zoe_of(sessions, everybody)
    pupils.remove(sessions, everybody.teacher.id, everybody.room.id, [ana.id], NOW)
    with pytest.raises(NotFoundError):
        joining.sign_in_as_well(sessions, card_of(zoe), ana.id, NOW)


def test_a_card_is_shown_to_a_new_pupil_for_an_hour(
    sessions: Sessions, everybody: Cast, open_code: str
):
    made = joining.enrol(sessions, open_code, "Cleo", "key", now=NOW)
    card = joining.fresh_card(sessions, made.pupil, NOW)
    assert card is not None
    assert codes.normal(card) == card
    assert joining.fresh_card(sessions, made.pupil, NOW + timedelta(hours=1)) is None
    assert joining.fresh_card(sessions, everybody.members[0].id, NOW) is None


def test_no_browser_is_signed_in_by_a_card_of_a_class_in_the_bin(
    sessions: Sessions, everybody: Cast
):
    browser = seated(sessions, everybody.members[1])
    classrooms.remove(sessions, everybody.teacher.id, everybody.room.id, NOW)
    with pytest.raises(NotFoundError):
        joining.sign_in(sessions, card_of(everybody.members[1]), now=NOW)
    assert pupil_at(sessions, browser.secret, NOW) is None


def test_who_was_here_and_signed_out_again_was_here(
    sessions: Sessions, everybody: Cast, open_code: str
):
    later = NOW + timedelta(days=1)
    first = joining.sign_in(sessions, card_of(everybody.members[1]), now=later)
    made = joining.enrol(sessions, open_code, "Cleo", "key", now=later)
    for secret in (first, made.secret):
        end_pupil(sessions, secret)
    found = pupils.roster(sessions, everybody.teacher.id, everybody.room.id)
    seen = {one.member.id: one.seen_at for one in found}
    assert seen[everybody.members[1].id] == seen[made.pupil] == later
    assert seen[everybody.members[2].id] is None
