"""A teacher deletes the own account, and what becomes of the classes is said before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from trainer.classes import codes
from trainer.classes.access import NotFoundError
from trainer.classes.refusals import Fault, Problem, RefusedError
from trainer.classes.removal import erase_teacher, heir, owned
from trainer.classes.sessions import SignedIn
from trainer.classes.teachers import confirm, locked
from trainer.storage.class_tables import Classroom, Pupil, Teacher
from trainer.storage.database import Sessions, reading, writing


@dataclass(frozen=True)
class Fate:
    """What becomes of a class that a teacher owns: it passes to ``heir``, or goes with None.

    ``room`` as in addresses, ``pupils`` without those in the bin; ``in_bin``: the class itself.
    """

    room: str
    name: str
    pupils: int
    in_bin: bool
    heir: str | None
    heir_name: str | None


def fates(sessions: Sessions, teacher: str) -> list[Fate]:
    """What becomes of each class of a teacher (public id) whose account is deleted."""
    with reading(sessions) as session:
        row = session.scalar(select(Teacher).where(Teacher.public_id == teacher))
        if row is None:
            raise NotFoundError(teacher)
        return _fates(session, row)


def _fates(session: Session, teacher: Teacher) -> list[Fate]:
    return [_fate(session, room, teacher) for room in owned(session, teacher)]


def _fate(session: Session, room: Classroom, teacher: Teacher) -> Fate:
    member = heir(session, room, teacher)
    next_owner = session.get(Teacher, member.teacher_id) if member else None
    present = Pupil.classroom_id == room.id, Pupil.removed_at.is_(None)
    return Fate(
        room=room.public_id,
        name=room.name,
        pupils=session.scalar(select(func.count()).select_from(Pupil).where(*present)) or 0,
        in_bin=room.removed_at is not None,
        heir=next_owner.public_id if next_owner else None,
        heir_name=next_owner.name if next_owner else None,
    )


def seal(found: Sequence[Fate]) -> str:
    """A mark of what the teacher was told; it differs as soon as any class fares otherwise."""
    told = sorted(f"{one.room} {one.heir or '-'}" for one in found)
    return codes.digest("\n".join(told))[:20]


def leave(
    sessions: Sessions,
    who: SignedIn,
    password: str,
    told: str,
    now: datetime | None = None,
) -> None:
    """Delete an account for good; ``told`` is the `seal` of what the page said about classes.

    Raises RefusedError, BusyError.
    """
    now = now or datetime.now(UTC)
    account = confirm(sessions, who, password, now)
    with writing(sessions) as session:
        row = locked(session, account)
        if row is None:
            raise RefusedError(Problem("password", Fault.PASSWORD_WRONG))
        if seal(_fates(session, row)) != told:
            raise RefusedError(Problem("password", Fault.CLASSES_CHANGED))
        erase_teacher(session, row)
