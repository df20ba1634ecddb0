"""Teachers' accounts: which names and passwords are taken, signing in, browsers, leaving."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from datetime import timedelta

import pytest
from argon2 import PasswordHasher
from sqlalchemy import func, select

from tests.classes.cast import NOW, Cast
from tests.classes.hashing import CHEAP, cheap_hashes
from trainer.classes import leaving, passwords, signing_up, teachers
from trainer.classes import sessions as browsers
from trainer.classes.access import NotFoundError
from trainer.classes.passwords import BusyError
from trainer.classes.refusals import ClosedError, Fault, RefusedError
from trainer.classes.sessions import SignedIn, teacher_at
from trainer.classes.signing_up import NewAccount
from trainer.classes.teachers import GUESSES, Opened
from trainer.storage.class_tables import Classroom, ClassTeacher, Guessing, Pupil, Teacher
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner

__all__ = ["cheap_hashes"]
pytestmark = pytest.mark.usefixtures("cheap_hashes")

NAME, PASSWORD = "Ms Frizzle", "seatbelts everyone"
HOUR = timedelta(hours=1)


def register(sessions: Sessions, name: str = NAME, password: str = PASSWORD) -> Opened:
    return signing_up.register(sessions, NewAccount(name, password), "Firefox/Windows", NOW)


def sign_in(
    sessions: Sessions,
    name: str = NAME,
    password: str = PASSWORD,
    after: timedelta = timedelta(),
    known: dict[str, str] | None = None,
) -> Opened:
    return teachers.sign_in(sessions, name, password, "Safari/iPad", NOW + after, known=known)


def at(sessions: Sessions, opened: Opened) -> SignedIn:
    found = teacher_at(sessions, opened.secret, NOW)
    assert found is not None
    return found


def refused(sessions: Sessions, *arguments: object, **more: object) -> list[tuple[str, Fault]]:
    """What is said to a sign-up or, with a keyword, to a sign-in."""
    with pytest.raises(RefusedError) as caught:
        (sign_in if more else register)(sessions, *arguments, **more)  # type: ignore[operator]
    return [(one.field, one.fault) for one in caught.value.problems]


def guess(sessions: Sessions, name: str = NAME, **more: object) -> RefusedError:
    """What a wrong password is answered with."""
    with pytest.raises(RefusedError) as caught:
        sign_in(sessions, name, "a wrong password", **more)  # type: ignore[arg-type]
    return caught.value


# Names


def test_a_new_teacher_is_signed_in_at_once_and_can_sign_in_elsewhere(sessions: Sessions):
    first = register(sessions)
    second = sign_in(sessions)
    assert first.teacher == second.teacher
    assert first.secret != second.secret
    assert at(sessions, first).name == at(sessions, second).name == NAME


@pytest.mark.parametrize("same", ["ms frizzle", "  MS   FRIZZLE ", "Ms Frizzle", "Ｍｓ Frizzle"])
def test_a_name_is_the_same_in_any_case_width_and_spacing(sessions: Sessions, same: str):
    register(sessions)
    assert refused(sessions, same) == [("name", Fault.NAME_TAKEN)]
    assert sign_in(sessions, same).name == NAME


def test_accents_and_scripts_make_different_names(sessions: Sessions):
    for name in ("Inés", "Ines", "Инес", "李老师"):
        assert register(sessions, name).name == name


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", Fault.NAME_SHORT),
        (" \t ", Fault.NAME_SHORT),
        ("A", Fault.NAME_SHORT),
        ("\u200b\u200bA\x00", Fault.NAME_SHORT),
        ("!?", Fault.NAME_WITHOUT_LETTERS),
        ("x" * 61, Fault.NAME_LONG),
        # One letter that becomes eighteen when it is compared.
        ("ﷺ" * 20, Fault.NAME_LONG),
    ],
)
def test_a_name_that_is_none_is_refused(sessions: Sessions, name: str, fault: Fault):
    assert refused(sessions, name) == [("name", fault)]
    # Signing in with it is as wrong as with any unknown name.
    assert refused(sessions, name, known={}) == [("name", Fault.PAIR_WRONG)]


def test_what_cannot_be_seen_is_no_part_of_a_name(sessions: Sessions):
    assert register(sessions, " Ms\u200b  Fri\u202ezzle\n").name == NAME


@pytest.mark.parametrize(
    "same", ["Acc\u200bTest", "Acc\u3164Test", "Acc Te\u034fst", "Ac\ufe0fc Test"]
)
def test_what_cannot_be_seen_makes_no_second_account(sessions: Sessions, same: str):
    assert teachers.name_key(same) == teachers.name_key("Acc Test")
    assert teachers.tidy("\u3164\u200b\u2800") == ""


def test_all_that_is_wrong_is_said_at_once(sessions: Sessions):
    assert refused(sessions, "A", "short") == [
        ("name", Fault.NAME_SHORT),
        ("new_password", Fault.PASSWORD_SHORT),
    ]


# Passwords


@pytest.mark.parametrize(
    ("password", "fault"),
    [
        ("", Fault.PASSWORD_SHORT),
        ("nine char", Fault.PASSWORD_SHORT),
        ("x" * 201, Fault.PASSWORD_LONG),
        ("MsFrizzle123", Fault.PASSWORD_LIKE_NAME),
        ("ms-frizzle!!!", Fault.PASSWORD_LIKE_NAME),
        ("Password123", Fault.PASSWORD_COMMON),
        ("пароль123456", Fault.PASSWORD_COMMON),
        ("1234567890", Fault.PASSWORD_COMMON),
        ("qwertyuiop", Fault.PASSWORD_COMMON),
        ("QWERTY123456", Fault.PASSWORD_COMMON),
        ("йцукенгшщз", Fault.PASSWORD_COMMON),
        ("ababababababab", Fault.PASSWORD_COMMON),
        ("Elfer raus! 1", Fault.PASSWORD_COMMON),
    ],
)
def test_a_password_that_others_guess_is_refused(sessions: Sessions, password: str, fault: Fault):
    assert refused(sessions, NAME, password) == [("new_password", fault)]


@pytest.mark.parametrize(
    "password",
    [
        "seatbelts everyone",
        "ten chars!",
        "    x  y z w",
        "пчела летит домой",
        "🐝🐘🦋🐞🐌🐛🐜🦗🐢🐍",
        "x" * 5 + "yz!" * 65,
    ],
)
def test_any_other_password_is_taken_as_it_stands(sessions: Sessions, password: str):
    register(sessions, NAME, password)
    assert sign_in(sessions, NAME, password)
    assert refused(sessions, NAME, password + " ", known={}) == [("name", Fault.PAIR_WRONG)]


def test_a_password_is_the_same_however_the_keyboard_builds_its_letters(sessions: Sessions):
    register(sessions, NAME, "caf\u00e9 au lait")
    assert sign_in(sessions, NAME, "cafe\u0301 au lait")


def test_only_a_hash_is_kept_and_it_takes_memory_to_make_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.undo()
    kept = passwords.hashed(PASSWORD)
    assert kept.startswith("$argon2id$v=19$m=32768,t=2,p=1$")
    assert PASSWORD not in kept
    assert passwords.matches(kept, PASSWORD)
    assert not passwords.matches(kept, PASSWORD.upper())


def test_an_old_hash_is_renewed_when_its_password_is_shown(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch
):
    register(sessions)
    newer = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    monkeypatch.setattr(passwords, "HASHER", newer)
    sign_in(sessions)
    with reading(sessions) as session:
        assert "m=16,t=2" in session.scalars(select(Teacher.password)).one()
    assert sign_in(sessions)


def test_two_who_sign_in_while_the_hash_is_renewed_are_both_let_in(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch
):
    register(sessions)
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(1, 16, 1))
    found: list[Opened] = []
    threads = [threading.Thread(target=lambda: found.append(sign_in(sessions))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3


def test_only_so_many_passwords_are_hashed_at_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(passwords, "PATIENCE_SECONDS", 0.05)
    for _ in range(passwords.AT_ONCE):
        passwords._slots.acquire()
    try:
        with pytest.raises(BusyError):
            passwords.hashed(PASSWORD)
        with pytest.raises(BusyError):
            passwords.matches(None, PASSWORD)
    finally:
        passwords._slots.release(passwords.AT_ONCE)
    assert passwords.hashed(PASSWORD)


def test_nobody_waits_for_the_database_while_a_password_is_hashed(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch
):
    register(sessions)
    waited: list[float] = []

    class Slow(PasswordHasher):
        def verify(self, kept: str, password: str) -> bool:  # type: ignore[override]
            started = time.monotonic()
            with writing(sessions) as session:
                session.execute(select(Teacher))
            waited.append(time.monotonic() - started)
            return CHEAP.verify(kept, password)

    monkeypatch.setattr(passwords, "HASHER", Slow(1, 8, 1))
    sign_in(sessions)
    assert len(waited) == 1
    assert waited[0] < 5


# Guessing


def test_after_some_wrong_tries_one_has_to_wait_longer_and_longer(sessions: Sessions):
    register(sessions)
    waits = [guess(sessions).problems[0].wait for _ in range(GUESSES.free)]
    assert waits == [None] * (GUESSES.free - 1) + [30]
    assert guess(sessions).wait == 30
    assert guess(sessions, after=timedelta(seconds=31)).problems[0].wait == 60


def test_while_waiting_the_right_password_opens_nothing(sessions: Sessions):
    register(sessions)
    for _ in range(GUESSES.free):
        guess(sessions)
    assert refused(sessions, known={}) == [("name", Fault.MUST_WAIT)]
    assert sign_in(sessions, after=timedelta(seconds=31)).name == NAME
    # It was forgotten then.
    assert guess(sessions, after=HOUR).problems[0].wait is None


def test_a_name_that_nobody_has_is_answered_in_the_same_way(sessions: Sessions):
    register(sessions)
    for _ in range(GUESSES.free + 2):
        known, unknown = guess(sessions), guess(sessions, "Nobody")
        assert known.problems == unknown.problems


def test_a_name_that_nobody_has_takes_as_long(sessions: Sessions, monkeypatch: pytest.MonkeyPatch):
    register(sessions)
    checked: list[str] = []

    class Watched(PasswordHasher):
        def verify(self, kept: str, password: str) -> bool:  # type: ignore[override]
            checked.append(kept)
            return CHEAP.verify(kept, password)

    monkeypatch.setattr(passwords, "HASHER", Watched(1, 8, 1))
    guess(sessions)
    guess(sessions, "Nobody")
    parameters = [kept.rsplit("$", 2)[0] for kept in checked]
    assert len(parameters) == 2
    assert len(set(parameters)) == 1


def test_a_stranger_cannot_lock_the_teacher_out_of_a_known_browser(sessions: Sessions):
    teacher = register(sessions)
    for hours in range(20):
        guess(sessions, after=hours * HOUR)
    known = {teacher.teacher: "mark"}
    assert guess(sessions, after=19 * HOUR).wait is not None
    assert sign_in(sessions, after=19 * HOUR, known=known).name == NAME
    # And what the teacher knows does not help the stranger.
    assert guess(sessions, after=19 * HOUR).wait is not None


def test_a_known_browser_is_counted_too(sessions: Sessions):
    known = {register(sessions).teacher: "mark"}
    for _ in range(GUESSES.free):
        guess(sessions, known=known)
    assert guess(sessions, known=known).wait == 30
    assert guess(sessions, known={**known, "0" * 24: "other"}).wait == 30
    assert sign_in(sessions).name == NAME


def test_a_browser_known_for_another_account_is_a_stranger(sessions: Sessions):
    outsider = register(sessions, "Dr Outsider")
    register(sessions)
    for _ in range(GUESSES.free):
        guess(sessions, known={outsider.teacher: "mark"})
    assert guess(sessions).wait == 30


def test_what_was_typed_as_a_name_is_not_kept(sessions: Sessions):
    guess(sessions, "my password by mistake")
    with reading(sessions) as session:
        assert "password" not in session.scalars(select(Guessing.subject)).one()


def test_many_tries_at_once_are_no_way_around(sessions: Sessions):
    register(sessions)
    faults: list[Fault] = []
    threads = [
        threading.Thread(target=lambda: faults.append(guess(sessions).problems[0].fault))
        for _ in range(GUESSES.free * 3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults.count(Fault.PAIR_WRONG) == GUESSES.free


# Signing up


def test_of_two_processes_that_ask_for_the_same_name_at_once_one_gets_it(sessions: Sessions):
    # Both have seen that the name is free, and neither has stored it.
    script = (
        "import sys\n"
        "from trainer.classes import passwords, signing_up\n"
        "from trainer.classes.refusals import RefusedError\n"
        "from trainer.classes.signing_up import NewAccount\n"
        "from trainer.config import Settings\n"
        "from trainer.storage import database\n"
        "settings = Settings.from_environment()\n"
        "sessions = database.session_factory(database.create_engine(settings))\n"
        "hashed = passwords.hashed\n"
        "def together(password):\n"
        "    print('ready', flush=True)\n"
        "    sys.stdin.readline()\n"
        "    return hashed(password)\n"
        "passwords.hashed = together\n"
        "try:\n"
        "    signing_up.register(sessions, NewAccount('Ms Frizzle', 'seatbelts everyone'))\n"
        "    print('registered')\n"
        "except RefusedError as error:\n"
        "    print(error)\n"
    )
    with reading(sessions) as session:
        bind = session.get_bind()
    url = bind.engine.url.render_as_string(hide_password=False)
    started = [
        subprocess.Popen(
            [sys.executable, "-c", script],
            env={"DATABASE_URL": url},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    said = sorted(process.communicate(timeout=60)[0].strip() for process in started)
    assert said == ["name: name-taken", "registered"]


def test_where_sign_up_is_closed_nobody_gets_an_account(sessions: Sessions):
    with pytest.raises(ClosedError):
        signing_up.register(sessions, NewAccount(NAME, PASSWORD), policy="closed")
    assert signing_up.count(sessions) == 0


def test_an_invitation_makes_one_account(sessions: Sessions):
    code = signing_up.invite(sessions, "for the maths teacher", now=NOW)
    assert signing_up.is_invited(sessions, f"{code[:4]}-{code[4:]}".lower(), NOW)
    wanted = NewAccount(NAME, PASSWORD, code)
    assert signing_up.register(sessions, wanted, now=NOW, policy="invitation").name == NAME
    for invitation, fault in (
        (code, Fault.INVITATION_WRONG),
        ("guessed", Fault.INVITATION_WRONG),
        (" - ", Fault.INVITATION_MISSING),
    ):
        wanted = NewAccount("Mr Co-Teacher", PASSWORD, invitation)
        with pytest.raises(RefusedError) as caught:
            signing_up.register(sessions, wanted, now=NOW, policy="invitation")
        assert [one.fault for one in caught.value.problems] == [fault]


def test_a_refused_form_does_not_use_the_invitation_up(sessions: Sessions):
    code = signing_up.invite(sessions, now=NOW)
    with pytest.raises(RefusedError):
        signing_up.register(sessions, NewAccount("A", PASSWORD, code), policy="invitation", now=NOW)
    assert signing_up.is_invited(sessions, code, NOW)


def test_an_invitation_holds_for_some_days(sessions: Sessions):
    code = signing_up.invite(sessions, days=3, now=NOW)
    assert signing_up.is_invited(sessions, code, NOW + timedelta(days=2, hours=23))
    assert not signing_up.is_invited(sessions, code, NOW + timedelta(days=3))


def test_where_everybody_may_sign_up_a_wrong_invitation_does_no_harm(sessions: Sessions):
    wanted = NewAccount(NAME, PASSWORD, "old")
    assert signing_up.register(sessions, wanted, now=NOW).name == NAME


# Changing the password, and browsers


def test_a_new_password_signs_all_other_browsers_out(sessions: Sessions):
    here, elsewhere = register(sessions), sign_in(sessions)
    outsider = register(sessions, "Dr Outsider")
    teachers.change_password(sessions, at(sessions, here), PASSWORD, "raise your hands", NOW)
    assert teacher_at(sessions, here.secret, NOW) is not None
    assert teacher_at(sessions, outsider.secret, NOW) is not None
    assert teacher_at(sessions, elsewhere.secret, NOW) is None
    assert refused(sessions, known={}) == [("name", Fault.PAIR_WRONG)]
    assert sign_in(sessions, password="raise your hands")


def test_the_form_of_a_new_password_sent_twice_changes_it_once(sessions: Sessions):
    who = at(sessions, register(sessions))
    for _ in range(2):
        teachers.change_password(sessions, who, PASSWORD, "raise your hands", NOW)
    assert sign_in(sessions, password="raise your hands")


def test_the_old_password_is_asked_for_and_cannot_be_guessed(sessions: Sessions):
    who = at(sessions, register(sessions))
    problems = []
    for _ in range(GUESSES.free + 1):
        with pytest.raises(RefusedError) as caught:
            teachers.change_password(sessions, who, "a guess", "raise your hands", NOW)
        problems += caught.value.problems
    assert {one.field for one in problems} == {"password"}
    assert [one.fault for one in problems][-2:] == [Fault.PASSWORD_WRONG, Fault.MUST_WAIT]
    # Whoever found the browser open has locked nobody else out.
    assert sign_in(sessions)


def test_a_new_password_has_to_be_a_good_one(sessions: Sessions):
    who = at(sessions, register(sessions))
    with pytest.raises(RefusedError) as caught:
        teachers.change_password(sessions, who, PASSWORD, "ms frizzle", NOW)
    assert [one.field for one in caught.value.problems] == ["new_password"]


@pytest.mark.parametrize("old", ["", "a guess"])
def test_a_wrong_old_password_and_a_bad_new_one_are_said_at_once(sessions: Sessions, old: str):
    who = at(sessions, register(sessions))
    with pytest.raises(RefusedError) as caught:
        teachers.change_password(sessions, who, old, "short", NOW)
    faults = [(one.field, one.fault) for one in caught.value.problems]
    assert faults == [
        ("password", Fault.PASSWORD_WRONG),
        ("new_password", Fault.PASSWORD_SHORT),
    ]


def test_a_teacher_sees_the_own_browsers_and_which_one_is_here(sessions: Sessions):
    first, second = register(sessions), sign_in(sessions, after=HOUR)
    register(sessions, "Dr Outsider")
    found = browsers.browsers(sessions, at(sessions, first), NOW)
    assert [(one.device, one.here) for one in found] == [
        ("Firefox/Windows", True),
        ("Safari/iPad", False),
    ]
    assert found[1].since == NOW + HOUR
    assert browsers.browsers(sessions, at(sessions, second), NOW)[0].device == "Safari/iPad"


def test_a_teacher_ends_one_browser_or_all_others_but_nobody_elses(sessions: Sessions):
    here, there, third = register(sessions), sign_in(sessions), sign_in(sessions)
    outsider = register(sessions, "Dr Outsider")
    who, other = at(sessions, here), at(sessions, outsider)
    assert not browsers.end_browser(sessions, other, at(sessions, there).session)
    assert browsers.end_browser(sessions, who, at(sessions, there).session)
    assert teacher_at(sessions, there.secret, NOW) is None
    with writing(sessions) as session:
        assert browsers.end_others(session, who) == 1
    assert teacher_at(sessions, third.secret, NOW) is None
    assert teacher_at(sessions, here.secret, NOW) is not None
    assert teacher_at(sessions, outsider.secret, NOW) is not None


# Leaving


@pytest.fixture
def owner(sessions: Sessions, everybody: Cast) -> SignedIn:
    """The teacher of the cast, with a password."""
    with writing(sessions) as session:
        row = session.scalars(
            select(Teacher).where(Teacher.public_id == everybody.teacher.id)
        ).one()
        row.password = passwords.hashed(PASSWORD)
    found = teacher_at(sessions, everybody.teacher.secret, NOW)
    assert found is not None
    return found


def leave(sessions: Sessions, who: SignedIn, **changed: str) -> None:
    told = leaving.seal(leaving.fates(sessions, who.teacher))
    form = {"password": PASSWORD, "told": told, **changed}
    leaving.leave(sessions, who, form["password"], form["told"], NOW)


def count(sessions: Sessions, table: type) -> int:
    with reading(sessions) as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


def test_a_class_with_a_co_teacher_passes_to_them(
    sessions: Sessions, everybody: Cast, owner: SignedIn
):
    (fate,) = leaving.fates(sessions, owner.teacher)
    assert (fate.name, fate.pupils, fate.heir_name) == ("7b", 3, "Mr Co-Teacher")
    leave(sessions, owner)
    with reading(sessions) as session:
        roles = session.execute(
            select(Teacher.name, ClassTeacher.role)
            .join(Teacher, Teacher.id == ClassTeacher.teacher_id)
            .join(Classroom, Classroom.id == ClassTeacher.classroom_id)
            .where(Classroom.name == "7b")
        ).all()
    assert [tuple(role) for role in roles] == [("Mr Co-Teacher", "owner")]
    assert teacher_at(sessions, everybody.teacher.secret, NOW) is None
    assert count(sessions, Pupil) == 4


def test_a_class_without_one_goes_with_its_pupils(
    sessions: Sessions, everybody: Cast, owner: SignedIn
):
    with writing(sessions) as session:
        co = select(Teacher.id).where(Teacher.public_id == everybody.co_teacher.id)
        session.execute(ClassTeacher.__table__.delete().where(ClassTeacher.teacher_id.in_(co)))
    (fate,) = leaving.fates(sessions, owner.teacher)
    assert (fate.heir, fate.heir_name) == (None, None)
    leave(sessions, owner)
    assert [count(sessions, table) for table in (Classroom, Pupil, Learner)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("changed", "field", "fault"),
    [
        ({"password": "a guess"}, "password", Fault.PASSWORD_WRONG),
        ({"told": "something else"}, "password", Fault.CLASSES_CHANGED),
    ],
)
def test_nothing_goes_without_the_password_and_knowing_what_goes(
    sessions: Sessions, owner: SignedIn, changed: dict[str, str], field: str, fault: Fault
):
    with pytest.raises(RefusedError) as caught:
        leave(sessions, owner, **changed)
    assert [(one.field, one.fault) for one in caught.value.problems] == [(field, fault)]
    assert count(sessions, Teacher) == 3
    leave(sessions, owner)
    assert count(sessions, Teacher) == 2


def test_the_name_of_a_deleted_account_is_free_again(sessions: Sessions):
    who = at(sessions, register(sessions))
    leave(sessions, who)
    with pytest.raises(NotFoundError):
        leaving.fates(sessions, who.teacher)
    assert register(sessions).teacher != who.teacher
