"""New accounts: who may make one, and the invitations of whoever runs the site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trainer.classes import codes, passwords, recovery
from trainer.classes.refusals import ClosedError, Fault, Field, Problem, RefusedError
from trainer.classes.teachers import Opened, find, locked, name_fault, name_key, opened, tidy
from trainer.config import SignUp
from trainer.storage.class_tables import (
    ClassTeacher,
    SignUpInvitation,
    Teacher,
    TeacherSession,
)
from trainer.storage.database import Sessions, reading, writing

LENGTH = 16
DAYS = 14
LONGEST_NOTE = 120


@dataclass(frozen=True)
class NewAccount:
    """What somebody has filled in. ``invitation``: a code as typed, empty for none."""

    name: str
    password: str
    invitation: str = ""


@dataclass(frozen=True)
class Invitation:
    """An invitation that was made; ``used_at`` is None while it can be used."""

    note: str
    made_at: datetime
    expires_at: datetime
    used_at: datetime | None


def register(
    sessions: Sessions,
    wanted: NewAccount,
    device: str = "",
    now: datetime | None = None,
    *,
    policy: SignUp = "open",
    recovery_codes: Sequence[str] = (),
) -> Opened:
    """Make an account with these recovery codes and sign the browser in.

    Of two who ask for the same name at once, one gets it. Raises RefusedError with all that is
    wrong, ClosedError, BusyError. The same form sent twice (known by its codes) signs in twice.
    """
    now = now or datetime.now(UTC)
    if policy == "closed":
        raise ClosedError
    wanted = replace(wanted, name=tidy(wanted.name))
    try:
        return _register(sessions, wanted, device, now, policy, recovery_codes)
    except RefusedError:
        again = _again(sessions, wanted, device, now, recovery_codes)
        if again is None:
            raise
        return again


def _register(
    sessions: Sessions,
    wanted: NewAccount,
    device: str,
    now: datetime,
    policy: SignUp,
    recovery_codes: Sequence[str],
) -> Opened:
    _check(sessions, wanted, policy, now)
    kept = passwords.hashed(wanted.password)
    with writing(sessions) as session:
        if not _use(session, wanted.invitation, now) and policy == "invitation":
            raise RefusedError(Problem("invitation", Fault.INVITATION_WRONG))
        row = _insert(session, wanted.name, kept, now)
        recovery.store(session, row.id, recovery_codes, now)
        return opened(session, row, device, now)


def _again(
    sessions: Sessions,
    wanted: NewAccount,
    device: str,
    now: datetime,
    recovery_codes: Sequence[str],
) -> Opened | None:
    """The account that this very form has made before: only the form knows its codes."""
    with reading(sessions) as session:
        account = find(session, wanted.name)
    if account is None or not recovery_codes:
        return None
    if not recovery.holds(sessions, account.teacher, recovery_codes):
        return None
    if not passwords.matches(account.kept, wanted.password):
        return None
    with writing(sessions) as session:
        row = locked(session, account)
        return None if row is None else opened(session, row, device, now)


def _check(sessions: Sessions, wanted: NewAccount, policy: SignUp, now: datetime) -> None:
    """Say all that is wrong at once, before anything slow is done."""
    with reading(sessions) as session:
        taken = Fault.NAME_TAKEN if find(session, wanted.name) else None
        uninvited = _fault(session, wanted.invitation, now) if policy == "invitation" else None
    faults: tuple[tuple[Field, Fault | None], ...] = (
        ("invitation", uninvited),
        ("name", name_fault(wanted.name) or taken),
        ("new_password", passwords.fault_of(wanted.password, wanted.name)),
    )
    problems = [Problem(field, fault) for field, fault in faults if fault is not None]
    if problems:
        raise RefusedError(*problems)


def _insert(session: Session, name: str, kept: str, now: datetime) -> Teacher:
    row = Teacher(
        public_id=codes.new_public_id(),
        name=name,
        name_key=name_key(name),
        password=kept,
        created_at=now,
        seen_at=now,
    )
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError as error:
        # Somebody else has taken the name since it was looked up.
        raise RefusedError(Problem("name", Fault.NAME_TAKEN)) from error
    return row


def invite(
    sessions: Sessions, note: str = "", days: int = DAYS, now: datetime | None = None
) -> str:
    """Make an invitation for one teacher; returns its code, which is shown once."""
    now = now or datetime.now(UTC)
    code = codes.new_code(LENGTH)
    with writing(sessions) as session:
        session.add(
            SignUpInvitation(
                code=codes.digest(code),
                note=note[:LONGEST_NOTE],
                made_at=now,
                expires_at=now + timedelta(days=days),
            )
        )
    return code


def invitations(sessions: Sessions) -> list[Invitation]:
    """All invitations, the newest first."""
    query = select(SignUpInvitation).order_by(SignUpInvitation.id.desc())
    with reading(sessions) as session:
        return [
            Invitation(row.note, row.made_at, row.expires_at, row.used_at)
            for row in session.scalars(query)
        ]


def is_invited(sessions: Sessions, code: str, now: datetime | None = None) -> bool:
    """Whether somebody can sign up with this code at this moment."""
    with reading(sessions) as session:
        return _fault(session, code, now or datetime.now(UTC)) is None


def _fault(session: Session, code: str, now: datetime) -> Fault | None:
    if not codes.normal(code):
        return Fault.INVITATION_MISSING
    query = select(SignUpInvitation.id).where(
        SignUpInvitation.code == codes.digest(codes.normal(code)),
        SignUpInvitation.used_at.is_(None),
        SignUpInvitation.expires_at > now,
    )
    return None if session.scalar(query) else Fault.INVITATION_WRONG


def _use(session: Session, code: str, now: datetime) -> bool:
    query = (
        update(SignUpInvitation)
        .where(
            SignUpInvitation.code == codes.digest(codes.normal(code)),
            SignUpInvitation.used_at.is_(None),
            SignUpInvitation.expires_at > now,
        )
        .values(used_at=now)
        .returning(SignUpInvitation.id)
    )
    return session.execute(query).first() is not None


def count(sessions: Sessions) -> int:
    """How many teachers have an account."""
    with reading(sessions) as session:
        return session.scalar(select(func.count()).select_from(Teacher)) or 0


@dataclass(frozen=True)
class Known:
    """A teacher with an account, as whoever runs the site sees one."""

    name: str
    since: datetime
    seen_at: datetime
    classes: int


def teachers(sessions: Sessions) -> list[Known]:
    """All teachers, the newest last; ``seen_at`` to the hour."""
    taught = (
        select(func.count())
        .where(ClassTeacher.teacher_id == Teacher.id)
        .correlate(Teacher)
        .scalar_subquery()
    )
    latest = (
        select(func.max(TeacherSession.seen_at))
        .where(TeacherSession.teacher_id == Teacher.id)
        .correlate(Teacher)
        .scalar_subquery()
    )
    with reading(sessions) as session:
        return [
            Known(row.name, row.created_at, max(row.seen_at, seen or row.seen_at), classes)
            for row, classes, seen in session.execute(
                select(Teacher, taught, latest).order_by(Teacher.id)
            )
        ]
