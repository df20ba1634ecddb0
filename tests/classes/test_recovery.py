"""Recovery codes: eight, each opens the account once, then a new password holds."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from sqlalchemy import select

from tests.classes.cast import NOW
from tests.classes.hashing import cheap_hashes
from trainer.classes import recovery, signing_up, teachers
from trainer.classes.codes import ALPHABET, spaced
from trainer.classes.refusals import Fault, RefusedError
from trainer.classes.sessions import SignedIn, teacher_at
from trainer.classes.signing_up import NewAccount
from trainer.classes.teachers import GUESSES, Opened
from trainer.storage.class_tables import RecoveryCode
from trainer.storage.database import Sessions, reading

__all__ = ["cheap_hashes"]
pytestmark = pytest.mark.usefixtures("cheap_hashes")

NAME, PASSWORD, NEW = "Ms Frizzle", "seatbelts everyone", "raise your hands"
CODES = recovery.codes_from(b"s" * 32)
LATER = NOW + timedelta(days=1)


@pytest.fixture
def teacher(sessions: Sessions) -> Opened:
    wanted = NewAccount(NAME, PASSWORD)
    return signing_up.register(sessions, wanted, now=NOW, recovery_codes=CODES)


def at(sessions: Sessions, opened: Opened) -> SignedIn:
    found = teacher_at(sessions, opened.secret, NOW)
    assert found is not None
    return found


def recover(sessions: Sessions, code: str = CODES[0], name: str = NAME, new: str = NEW) -> Opened:
    return recovery.recover(sessions, name, code, new, "Safari/iPad", LATER)


def refused(sessions: Sessions, code: str, name: str = NAME, new: str = NEW) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        recover(sessions, code, name, new)
    return caught.value


def test_the_codes_come_out_of_one_secret_and_no_two_are_alike():
    assert recovery.codes_from(b"s" * 32) == CODES
    assert not set(CODES) & set(recovery.codes_from(b"t" * 32))
    assert len(set(CODES)) == recovery.COUNT == 8
    assert {len(code) for code in CODES} == {16}
    letters = "".join("".join(recovery.codes_from(bytes([n]) * 32)) for n in range(50))
    assert set(letters) == set(ALPHABET)


def test_only_digests_of_the_codes_are_kept(sessions: Sessions, teacher: Opened):
    with reading(sessions) as session:
        assert not set(session.scalars(select(RecoveryCode.code))) & set(CODES)


def test_a_code_sets_a_new_password_and_ends_every_session(sessions: Sessions, teacher: Opened):
    opened = recover(sessions)
    assert opened.teacher == teacher.teacher
    assert teacher_at(sessions, opened.secret, LATER) is not None
    assert teacher_at(sessions, teacher.secret, LATER) is None
    assert teachers.sign_in(sessions, NAME, NEW, now=LATER)
    with pytest.raises(RefusedError):
        teachers.sign_in(sessions, NAME, PASSWORD, now=LATER)


@pytest.mark.parametrize("typed", [CODES[0].lower(), spaced(CODES[0]), f"  {spaced(CODES[0], 2)} "])
def test_a_code_is_typed_in_any_case_with_or_without_hyphens(
    sessions: Sessions, teacher: Opened, typed: str
):
    assert recover(sessions, typed)


def test_a_used_code_is_burnt_and_the_others_are_not(sessions: Sessions, teacher: Opened):
    assert recovery.left(sessions, teacher.teacher).count == 8
    recover(sessions)
    assert recovery.left(sessions, teacher.teacher).count == 7
    assert refused(sessions, CODES[0], new="another one here").problems[0].fault is Fault.CODE_WRONG
    assert recover(sessions, CODES[1], new="another one here")


def test_the_same_form_sent_twice_signs_in_twice(sessions: Sessions, teacher: Opened):
    first, second = recover(sessions), recover(sessions)
    assert first.teacher == second.teacher
    assert recovery.left(sessions, teacher.teacher).count == 7


def test_the_same_form_sent_twice_at_once_too(sessions: Sessions, teacher: Opened):
    found: list[Opened] = []
    threads = [threading.Thread(target=lambda: found.append(recover(sessions))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 2


def test_some_time_later_a_used_code_is_just_a_used_code(sessions: Sessions, teacher: Opened):
    recover(sessions)
    with pytest.raises(RefusedError) as caught:
        recovery.recover(sessions, NAME, CODES[0], NEW, now=LATER + timedelta(minutes=11))
    assert caught.value.problems[0].fault is Fault.CODE_WRONG


def test_a_code_opens_its_own_account_only(sessions: Sessions, teacher: Opened):
    signing_up.register(sessions, NewAccount("Dr Outsider", PASSWORD), now=NOW)
    for name in ("Dr Outsider", "Nobody"):
        problem = refused(sessions, CODES[0], name).problems[0]
        assert (problem.field, problem.fault) == ("code", Fault.CODE_WRONG)
    assert recover(sessions)


def test_a_bad_new_password_burns_no_code_and_is_no_guess(sessions: Sessions, teacher: Opened):
    for _ in range(GUESSES.free + 1):
        problem = refused(sessions, CODES[0], new="short").problems[0]
        assert (problem.field, problem.fault) == ("new_password", Fault.PASSWORD_SHORT)
    assert recover(sessions)


def test_a_wrong_code_and_a_bad_new_password_are_said_at_once(sessions: Sessions, teacher: Opened):
    problems = refused(sessions, "guessed", new="short").problems
    assert [(one.field, one.fault) for one in problems] == [
        ("code", Fault.CODE_WRONG),
        ("new_password", Fault.PASSWORD_SHORT),
    ]


@pytest.mark.parametrize("name", [NAME, "Nobody"])
def test_guesses_at_codes_have_to_wait_whether_there_is_such_an_account_or_not(
    sessions: Sessions, teacher: Opened, name: str
):
    waits = [refused(sessions, "guessed", name).problems[0].wait for _ in range(GUESSES.free)]
    assert waits == [None] * (GUESSES.free - 1) + [30]
    assert refused(sessions, "guessed", name).wait == 30


def test_whoever_must_wait_for_the_password_can_use_a_code(sessions: Sessions, teacher: Opened):
    for _ in range(GUESSES.free + 1):
        with pytest.raises(RefusedError):
            teachers.sign_in(sessions, NAME, "a wrong password", now=LATER)
    assert recover(sessions)
    # And need not wait any more.
    assert teachers.sign_in(sessions, NAME, NEW, now=LATER)


def test_new_codes_take_the_place_of_the_old_ones(sessions: Sessions, teacher: Opened):
    recover(sessions)
    who = at(sessions, teachers.sign_in(sessions, NAME, NEW, now=LATER))
    made = recovery.codes_from(b"n" * 32)
    recovery.renew(sessions, who, NEW, made, LATER)
    assert recovery.left(sessions, teacher.teacher) == recovery.Left(8, LATER)
    assert recovery.holds(sessions, teacher.teacher, made)
    assert not recovery.holds(sessions, teacher.teacher, CODES)
    assert refused(sessions, CODES[1]).problems[0].fault is Fault.CODE_WRONG


def test_the_same_form_for_new_codes_makes_them_once(sessions: Sessions, teacher: Opened):
    who, made = at(sessions, teacher), recovery.codes_from(b"n" * 32)
    recovery.renew(sessions, who, PASSWORD, made, NOW)
    recover(sessions, made[0])
    who = at(sessions, teachers.sign_in(sessions, NAME, NEW, now=LATER))
    recovery.renew(sessions, who, NEW, made, LATER)
    # The used one has not come back.
    assert recovery.left(sessions, teacher.teacher).count == 7


def test_new_codes_ask_for_the_password(sessions: Sessions, teacher: Opened):
    with pytest.raises(RefusedError) as caught:
        recovery.renew(sessions, at(sessions, teacher), "a guess", CODES[::-1], NOW)
    assert caught.value.problems[0].field == "password"


def test_the_sign_up_form_sent_twice_makes_one_account_and_signs_in_twice(
    sessions: Sessions, teacher: Opened
):
    wanted = NewAccount(NAME, PASSWORD)
    again = signing_up.register(sessions, wanted, now=NOW, recovery_codes=CODES)
    assert again.teacher == teacher.teacher
    assert again.secret != teacher.secret
    # Another form is not that form, and neither is the same with another password.
    for made, password in ((recovery.codes_from(b"n" * 32), PASSWORD), (CODES, NEW)):
        with pytest.raises(RefusedError) as caught:
            signing_up.register(sessions, NewAccount(NAME, password), now=NOW, recovery_codes=made)
        assert caught.value.problems[0].fault is Fault.NAME_TAKEN


def test_whoever_runs_the_site_can_give_one_more_code(sessions: Sessions, teacher: Opened):
    code = recovery.give_one(sessions, " ms FRIZZLE", NOW)
    assert code is not None
    assert recovery.left(sessions, teacher.teacher).count == 9
    assert recover(sessions, code)
    assert recovery.give_one(sessions, "Nobody", NOW) is None
