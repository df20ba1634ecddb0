"""Teachers' accounts: a name and a password; signing in, changing the password.

There are no e-mail addresses: whoever forgets the password has recovery codes (`recovery`).
Passwords are checked between transactions, never within one; whatever such a check has allowed
looks again, in its own transaction, whether the password is still that one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.classes import guessing, passwords
from trainer.classes.access import NotFoundError
from trainer.classes.guessing import Limit
from trainer.classes.refusals import Fault, Field, Problem, RefusedError
from trainer.classes.sessions import SignedIn, end_others, open_for_teacher
from trainer.storage.class_tables import Teacher
from trainer.storage.database import Sessions, reading, writing

SHORTEST_NAME = 2
LONGEST_NAME = 60
LONGEST_KEY = 160
BLANKS = "\u200b\u115f\u1160\u3164\uffa0\u2800"
"""They look like a space or like nothing, and Unicode calls them something else."""
HIDDEN = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that say how the letter before is drawn, and are not seen themselves."""
GUESSES = Limit(
    free=5,
    first=timedelta(seconds=30),
    longest=timedelta(hours=1),
    window=timedelta(days=1),
)
"""At one account: five tries, then longer and longer waits; some thirty tries a day."""


@dataclass(frozen=True)
class Opened:
    """An account that a browser is signed in to; ``secret`` is for the browser's cookie."""

    teacher: str
    name: str
    secret: str


@dataclass(frozen=True)
class Account:
    """What is read of an account before its password is checked; ``kept``: the hash."""

    key: int
    teacher: str
    name: str
    kept: str


@dataclass(frozen=True)
class Guess:
    """What a try is counted for, and what to say where it is wrong: the field and its fault."""

    subject: str
    field: Field
    fault: Fault


def tidy(name: str) -> str:
    """The name as it is kept: single spaces, nothing that cannot be seen."""
    shown = "".join(" " if one in BLANKS else one for one in unicodedata.normalize("NFC", name))
    seen = (one for one in shown if one.isspace() or unicodedata.category(one)[0] != "C")
    return " ".join("".join(seen).split())


def name_key(name: str) -> str:
    """The name as sign-in compares it: no matter of case, width, spaces or what is not seen."""
    seen = HIDDEN.sub("", unicodedata.normalize("NFKC", tidy(name)))
    folded = seen.casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def name_fault(name: str) -> Fault | None:
    """Why a tidied name is none; None for a good one."""
    # Some letters become many when they are folded.
    if len(name) > LONGEST_NAME or len(name_key(name)) > LONGEST_KEY:
        return Fault.NAME_LONG
    if name and not any(one.isalnum() for one in name):
        return Fault.NAME_WITHOUT_LETTERS
    return Fault.NAME_SHORT if len(name) < SHORTEST_NAME else None


def find(session: Session, name: str) -> Account | None:
    """The account of a name as it was typed; None where nobody has it."""
    key = name_key(name)
    if len(key) > LONGEST_KEY:
        return None
    return _account(session.scalar(select(Teacher).where(Teacher.name_key == key)))


def account_of(session: Session, teacher: str) -> Account:
    """The account of a public id; raises NotFoundError."""
    found = _account(session.scalar(select(Teacher).where(Teacher.public_id == teacher)))
    if found is None:
        raise NotFoundError(teacher)
    return found


def _account(row: Teacher | None) -> Account | None:
    return None if row is None else Account(row.id, row.public_id, row.name, row.password)


def locked(session: Session, account: Account) -> Teacher | None:
    """The row of an account while its password is still the one that was read, else None.

    Nobody else changes it until the transaction ends.
    """
    query = select(Teacher).where(Teacher.id == account.key).with_for_update()
    row = session.scalar(query.execution_options(populate_existing=True))
    return row if row is not None and row.password == account.kept else None


def sign_in(
    sessions: Sessions,
    name: str,
    password: str,
    device: str = "",
    now: datetime | None = None,
    *,
    known: Mapping[str, str] | None = None,
) -> Opened:
    """Sign a browser in.

    ``known``: the accounts (public ids) that this browser has been signed in to, each with the
    mark that it got there. Such a browser's tries are counted on their own, so that no stranger's
    tries can lock its teacher out. A name that nobody has takes as long and says the same as a
    wrong password. Raises RefusedError, BusyError.
    """
    now = now or datetime.now(UTC)
    for _ in range(2):
        with reading(sessions) as session:
            account = find(session, name)
        guess = Guess(_subject(name, account, known or {}), "name", Fault.PAIR_WRONG)
        account = check(sessions, account, password, guess, now)
        found = _open(sessions, account, password, guess.subject, device, now)
        if found is not None:
            return found
        # The hash was renewed, or the password changed, while it was checked: look once more.
    raise RefusedError(Problem("name", Fault.PAIR_WRONG))


def _subject(name: str, account: Account | None, known: Mapping[str, str]) -> str:
    if account is not None and account.teacher in known:
        return guessing.subject("browser", f"{account.teacher} {known[account.teacher]}")
    return name_subject(name)


def name_subject(name: str) -> str:
    """What guesses at an account are counted for, in browsers that it does not know."""
    return guessing.subject("teacher", name_key(name))


def check(
    sessions: Sessions, account: Account | None, password: str, guess: Guess, now: datetime
) -> Account:
    """Check a password and count a wrong one. Raises RefusedError, BusyError."""
    with writing(sessions) as session:
        wait = guessing.claim(session, guess.subject, GUESSES, now)
    if wait is not None:
        raise RefusedError(Problem(guess.field, Fault.MUST_WAIT, wait))
    right = passwords.matches(account.kept if account else None, password)
    if right and account is not None:
        return account
    with reading(sessions) as session:
        wait = guessing.allowed(session, guess.subject, GUESSES, now)
    raise RefusedError(Problem(guess.field, guess.fault, wait))


def _open(
    sessions: Sessions, account: Account, password: str, subject: str, device: str, now: datetime
) -> Opened | None:
    renewed = passwords.hashed(password) if passwords.is_dated(account.kept) else account.kept
    with writing(sessions) as session:
        row = locked(session, account)
        if row is None:
            return None
        guessing.forget(session, subject)
        row.password = renewed
        return opened(session, row, device, now)


def opened(session: Session, row: Teacher, device: str, now: datetime) -> Opened:
    """Sign a browser in to an account, within a larger transaction."""
    row.seen_at = now
    return Opened(row.public_id, row.name, open_for_teacher(session, row, device, now))


def confirm(sessions: Sessions, who: SignedIn, password: str, now: datetime) -> Account:
    """Let a teacher who is signed in show the password once more, before what matters.

    Counted for this browser's session: whoever finds it open cannot guess for long, and locks
    nobody else out. Raises RefusedError, BusyError.
    """
    with reading(sessions) as session:
        account = account_of(session, who.teacher)
    subject = guessing.subject("session", f"{who.teacher} {who.session}")
    check(sessions, account, password, Guess(subject, "password", Fault.PASSWORD_WRONG), now)
    with writing(sessions) as session:
        guessing.forget(session, subject)
    return account


def change_password(
    sessions: Sessions, who: SignedIn, old: str, new: str, now: datetime | None = None
) -> None:
    """Set a new password; every other browser is signed out.

    The same form sent twice changes it once. Raises RefusedError, BusyError.
    """
    now = now or datetime.now(UTC)
    fault = passwords.fault_of(new, who.name)
    if fault is not None:
        raise RefusedError(*_all_wrong(sessions, who, old, now), Problem("new_password", fault))
    try:
        _set(sessions, confirm(sessions, who, old, now), who, new)
    except RefusedError as error:
        if error.wait is not None or not _is_set_already(sessions, who, new):
            raise


def _all_wrong(sessions: Sessions, who: SignedIn, old: str, now: datetime) -> tuple[Problem, ...]:
    try:
        confirm(sessions, who, old, now)
    except RefusedError as error:
        return error.problems
    return ()


def _set(sessions: Sessions, account: Account, who: SignedIn, new: str) -> None:
    kept = passwords.hashed(new)
    with writing(sessions) as session:
        row = locked(session, account)
        if row is None:
            raise RefusedError(Problem("password", Fault.PASSWORD_WRONG))
        row.password = kept
        end_others(session, who)


def _is_set_already(sessions: Sessions, who: SignedIn, new: str) -> bool:
    with reading(sessions) as session:
        account = account_of(session, who.teacher)
    return passwords.matches(account.kept, new)
