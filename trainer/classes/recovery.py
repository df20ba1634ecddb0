"""Codes that open an account once, instead of the password; there is no e-mail to ask for one.

Eight are made together and shown once. One that is used is burnt and sets a new password. Only
their digests are kept; sixteen letters are 71 bits, so that no digest gives its code away.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from trainer.classes import codes, guessing, passwords
from trainer.classes.refusals import Fault, Problem, RefusedError
from trainer.classes.sessions import SignedIn, end_all_of_teacher
from trainer.classes.teachers import (
    GUESSES,
    Account,
    Opened,
    confirm,
    find,
    locked,
    name_key,
    name_subject,
    opened,
)
from trainer.storage.class_tables import RecoveryCode, Teacher
from trainer.storage.database import Sessions, reading, writing

COUNT = 8
LENGTH = 16
AGAIN = timedelta(minutes=10)
"""So long a form that was sent twice is known again."""


@dataclass(frozen=True)
class Left:
    """How many codes of an account are not used yet, and when they were made (the newest)."""

    count: int
    made_at: datetime | None


def codes_from(seed: bytes) -> tuple[str, ...]:
    """The codes that grow from a secret seed of 32 bytes, which is kept nowhere.

    So a form that is sent twice makes the same codes, and a page can show them once more.
    """
    return tuple(_code(seed, number) for number in range(COUNT))


def _code(seed: bytes, number: int) -> str:
    drawn = hmac.digest(seed, b"recovery %d" % number, hashlib.sha512)
    value = int.from_bytes(drawn, "big")
    letters = []
    # 512 bits for 71: no letter is noticeably likelier than another.
    for _ in range(LENGTH):
        value, place = divmod(value, len(codes.ALPHABET))
        letters.append(codes.ALPHABET[place])
    return "".join(letters)


def store(session: Session, teacher: int, made: Sequence[str], now: datetime) -> None:
    """Let these codes take the place of all others of an account (its row's id)."""
    session.execute(delete(RecoveryCode).where(RecoveryCode.teacher_id == teacher))
    for code in made:
        add(session, teacher, code, now)


def add(session: Session, teacher: int, code: str, now: datetime) -> None:
    """Let one more code open an account."""
    session.add(RecoveryCode(teacher_id=teacher, code=codes.digest(code), made_at=now))


def left(sessions: Sessions, teacher: str) -> Left:
    """The codes of a teacher (public id) that are not used yet."""
    query = (
        select(func.count(), func.max(RecoveryCode.made_at))
        .join(Teacher, Teacher.id == RecoveryCode.teacher_id)
        .where(Teacher.public_id == teacher, RecoveryCode.used_at.is_(None))
    )
    with reading(sessions) as session:
        count, made_at = session.execute(query).one()
    return Left(count, made_at)


def holds(sessions: Sessions, teacher: str, made: Sequence[str]) -> bool:
    """Whether all these codes are codes of the teacher that nobody has used yet."""
    query = (
        select(func.count())
        .select_from(RecoveryCode)
        .join(Teacher, Teacher.id == RecoveryCode.teacher_id)
        .where(
            Teacher.public_id == teacher,
            RecoveryCode.used_at.is_(None),
            RecoveryCode.code.in_([codes.digest(code) for code in made]),
        )
    )
    with reading(sessions) as session:
        return session.scalar(query) == len(made)


def renew(
    sessions: Sessions,
    who: SignedIn,
    password: str,
    made: Sequence[str],
    now: datetime | None = None,
) -> None:
    """Let new codes take the place of the old ones; the same ones again change nothing.

    Raises RefusedError, BusyError.
    """
    now = now or datetime.now(UTC)
    account = confirm(sessions, who, password, now)
    with writing(sessions) as session:
        row = locked(session, account)
        if row is None:
            raise RefusedError(Problem("password", Fault.PASSWORD_WRONG))
        known = session.scalars(
            select(RecoveryCode.code).where(RecoveryCode.teacher_id == row.id)
        ).all()
        if not {codes.digest(code) for code in made} & set(known):
            store(session, row.id, made, now)


def recover(
    sessions: Sessions,
    name: str,
    code: str,
    password: str,
    device: str = "",
    now: datetime | None = None,
) -> Opened:
    """Set a new password by a code, sign this browser in and all others out.

    The same form sent twice signs in twice. Raises RefusedError, BusyError.
    """
    now = now or datetime.now(UTC)
    fault = passwords.fault_of(password, name)
    if fault is not None:
        problems = _wrong_code(sessions, name, code, now)
        raise RefusedError(*problems, Problem("new_password", fault))
    for _ in range(2):
        account, used_at = _try(sessions, name, code, now)
        if used_at is not None and not passwords.matches(account.kept, password):
            break
        kept = account.kept if used_at is not None else passwords.hashed(password)
        with writing(sessions) as session:
            row = locked(session, account)
            if row is not None and (used_at is not None or _burn(session, code, now)):
                row.password = kept
                return _open(session, row, name, device, now)
        # Somebody was faster with the password or the code, perhaps this very form: look again.
    raise RefusedError(Problem("code", Fault.CODE_WRONG))


def _open(session: Session, row: Teacher, name: str, device: str, now: datetime) -> Opened:
    end_all_of_teacher(session, row)
    for subject in (_subject(name), name_subject(name)):
        guessing.forget(session, subject)
    return opened(session, row, device, now)


def _wrong_code(sessions: Sessions, name: str, code: str, now: datetime) -> tuple[Problem, ...]:
    """What is wrong with a code that is not used this time; a right one costs no try."""
    try:
        _try(sessions, name, code, now)
    except RefusedError as error:
        return error.problems
    with writing(sessions) as session:
        guessing.forget(session, _subject(name))
    return ()


def _try(
    sessions: Sessions, name: str, code: str, now: datetime
) -> tuple[Account, datetime | None]:
    """The account that a code opens; with a moment if it was used a moment ago.

    Counted like a password, for the name whether there is such an account or not.
    """
    with writing(sessions) as session:
        wait = guessing.claim(session, _subject(name), GUESSES, now)
        if wait is not None:
            raise RefusedError(Problem("code", Fault.MUST_WAIT, wait))
        account = find(session, name)
        row = _find(session, account, code)
        wait = guessing.allowed(session, _subject(name), GUESSES, now)
    if account is None or row is None or (row.used_at and now - row.used_at > AGAIN):
        raise RefusedError(Problem("code", Fault.CODE_WRONG, wait))
    return account, row.used_at


def _find(session: Session, account: Account | None, code: str) -> RecoveryCode | None:
    query = select(RecoveryCode).where(
        RecoveryCode.code == codes.digest(codes.normal(code)),
        RecoveryCode.teacher_id == (account.key if account else 0),
    )
    return session.scalar(query)


def _burn(session: Session, code: str, now: datetime) -> bool:
    query = (
        update(RecoveryCode)
        .where(
            RecoveryCode.code == codes.digest(codes.normal(code)), RecoveryCode.used_at.is_(None)
        )
        .values(used_at=now)
        .returning(RecoveryCode.id)
    )
    return session.execute(query).first() is not None


def _subject(name: str) -> str:
    return guessing.subject("recovery", name_key(name))


def give_one(sessions: Sessions, name: str, now: datetime | None = None) -> str | None:
    """One more code for an account, from whoever runs the site; None for an unknown name."""
    now = now or datetime.now(UTC)
    code = codes.new_code(LENGTH)
    with writing(sessions) as session:
        account = find(session, name)
        if account is None:
            return None
        add(session, account.key, code, now)
        guessing.forget(session, _subject(name))
    return code
