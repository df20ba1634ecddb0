"""Invitations to teach a class together: a link that makes one teacher a co-teacher.

Whoever opens the link is told how it stands with it; nothing fails silently.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.classes import codes
from trainer.classes.access import NotFoundError, classroom
from trainer.classes.classrooms import held
from trainer.storage.class_tables import ClassInvitation, Classroom, ClassTeacher, Teacher
from trainer.storage.database import Sessions, reading, writing

VALID = timedelta(days=14)
_HIGHEST = 2**31 - 1
"""No row has a higher id; databases refuse to look for one."""


class State(Enum):
    """How an invitation stands, for whoever looks at it."""

    OPEN = "open"
    ACCEPTED = "accepted"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    GONE = "gone"
    """The class is in the bin."""
    OWN = "own"
    """The teacher who looks teaches the class already."""


@dataclass(frozen=True)
class Invitation:
    """An invitation in the list of its class; ``number`` names it in addresses.

    ``accepted_by``: the name of the teacher, '' for nobody or an account that is gone.
    """

    number: int
    note: str
    state: State
    made_at: datetime
    expires_at: datetime
    accepted_by: str
    accepted_at: datetime | None


@dataclass(frozen=True)
class Opened:
    """An invitation as the teacher sees it who has opened the link.

    ``room`` (id as in addresses) is '' for those who do not teach the class.
    """

    state: State
    room_name: str
    owner: str
    expires_at: datetime
    room: str = ""


class ClosedError(ValueError):
    """An invitation that cannot be accepted (any more), with the ``state`` that says why."""

    def __init__(self, state: State) -> None:
        super().__init__(state.value)
        self.state = state


def invite(
    sessions: Sessions,
    teacher: str,
    room: str,
    note: str,
    key: str,
    now: datetime | None = None,
) -> str:
    """Make an invitation; returns what its link holds. The same ``key`` gives the same link.

    For the owner. The database keeps a digest only, so the link can be shown this once.
    """
    now = now or datetime.now(UTC)
    secret = codes.digest(f"invitation\0{teacher}\0{room}\0{key}")
    with writing(sessions) as session:
        row = held(session, teacher, room, owner=True)
        if _row(session, secret) is None:
            made = ClassInvitation(
                classroom_id=row.id,
                code=codes.digest(secret),
                note=note,
                made_at=now,
                expires_at=now + VALID,
            )
            session.add(made)
    return secret


def invitations(
    sessions: Sessions, teacher: str, room: str, now: datetime | None = None
) -> Sequence[Invitation]:
    """The invitations of a class, the last one first; for all its teachers."""
    now = now or datetime.now(UTC)
    with reading(sessions) as session:
        row = classroom(session, teacher, room)
        query = (
            select(ClassInvitation, Teacher.name)
            .outerjoin(Teacher, Teacher.id == ClassInvitation.accepted_by)
            .where(ClassInvitation.classroom_id == row.id)
            .order_by(ClassInvitation.id.desc())
        )
        return [_value(one, name or "", now) for one, name in session.execute(query)]


def _value(row: ClassInvitation, accepted_by: str, now: datetime) -> Invitation:
    return Invitation(
        number=row.id,
        note=row.note,
        state=_state(row, now),
        made_at=row.made_at,
        expires_at=row.expires_at,
        accepted_by=accepted_by,
        accepted_at=row.accepted_at,
    )


def _state(row: ClassInvitation, now: datetime) -> State:
    if row.accepted_at is not None:
        return State.ACCEPTED
    if row.withdrawn_at is not None:
        return State.WITHDRAWN
    return State.EXPIRED if now >= row.expires_at else State.OPEN


def withdraw(
    sessions: Sessions, teacher: str, room: str, number: int, now: datetime | None = None
) -> None:
    """Take an open invitation back; nothing for one that is not open any more. For the owner."""
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        row = held(session, teacher, room, owner=True)
        mine = ClassInvitation.id == min(number, _HIGHEST), ClassInvitation.classroom_id == row.id
        found = session.scalar(select(ClassInvitation).where(*mine))
        if found is None:
            raise NotFoundError(str(number))
        if _state(found, now) is State.OPEN:
            found.withdrawn_at = now


def look(sessions: Sessions, teacher: str, secret: str, now: datetime | None = None) -> Opened:
    """How it stands with the invitation of a link; raises NotFoundError for one that is none."""
    with reading(sessions) as session:
        row = _row(session, secret)
        if row is None:
            raise NotFoundError("invitation")
        return _opened(session, teacher, row, now or datetime.now(UTC))


def accept(sessions: Sessions, teacher: str, secret: str, now: datetime | None = None) -> str:
    """Make the teacher a co-teacher; returns the class (its id as in addresses).

    Whoever teaches the class already goes on to it, and leaves the invitation to somebody else.
    Raises NotFoundError, and ClosedError for an invitation that is not open.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        row = _row(session, secret, lock=True)
        if row is None:
            raise NotFoundError("invitation")
        found = _opened(session, teacher, row, now)
        if found.room:
            return found.room
        if found.state is not State.OPEN:
            raise ClosedError(found.state)
        who = session.scalars(select(Teacher).where(Teacher.public_id == teacher)).one()
        session.add(
            ClassTeacher(classroom_id=row.classroom_id, teacher_id=who.id, role="co", since=now)
        )
        row.accepted_at, row.accepted_by = now, who.id
        return _room(session, row).public_id


def _row(session: Session, secret: str, *, lock: bool = False) -> ClassInvitation | None:
    query = select(ClassInvitation).where(ClassInvitation.code == codes.digest(secret))
    found = session.scalar(query)
    if found is None or not lock:
        return found
    # The class first, as everywhere: of two who accept at once the second finds it done.
    room = select(Classroom.id).where(Classroom.id == found.classroom_id)
    session.execute(room.with_for_update())
    session.refresh(found)
    return found


def _room(session: Session, row: ClassInvitation) -> Classroom:
    return session.scalars(select(Classroom).where(Classroom.id == row.classroom_id)).one()


def _opened(session: Session, teacher: str, row: ClassInvitation, now: datetime) -> Opened:
    room = _room(session, row)
    query = (
        select(ClassTeacher, Teacher)
        .join(Teacher, Teacher.id == ClassTeacher.teacher_id)
        .where(ClassTeacher.classroom_id == room.id)
    )
    staff = session.execute(query).all()
    owner = next((who.name for place, who in staff if place.role == "owner"), "")
    teaches = any(who.public_id == teacher for _, who in staff)
    state = _state(row, now)
    if teaches:
        state = State.OWN
    elif room.removed_at is not None:
        state = State.GONE
    return Opened(state, room.name, owner, row.expires_at, room.public_id if teaches else "")
