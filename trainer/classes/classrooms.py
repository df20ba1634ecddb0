"""Classes: making one, and what its teachers do with it as a whole.

Whatever depends on how a class stands holds its row first (`held`), so that of two teachers who
act at once one sees what the other has done.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from trainer.classes import codes
from trainer.classes.access import NotFoundError, Room, classroom, room_of
from trainer.classes.marks import mark, require_same
from trainer.rules import Profile
from trainer.storage.class_tables import Classroom, ClassTeacher, LiveRound, Pupil, Teacher
from trainer.storage.database import Sessions, reading, writing

TAG_LENGTH = 4
JOIN_LENGTH = 6

YEAR_ENDS = (8, 31)
"""Month and day on which a class ends unless its teacher says otherwise."""
SHORTEST = timedelta(days=60)
"""So far ahead that day is at least."""
MOST_YEARS = 3


class InactiveError(ValueError):
    """The class is archived or in the bin: nobody is added to it."""


@dataclass(frozen=True)
class Line:
    """A class in the list of a teacher's classes; ``pupils``: how many it has now."""

    room: Room
    pupils: int


def usual_end(today: date) -> date:
    """The day on which a class made today ends, unless its teacher says otherwise."""
    month, day = YEAR_ENDS
    this_year = date(today.year, month, day)
    return this_year if this_year - today >= SHORTEST else date(today.year + 1, month, day)


def latest_end(today: date) -> date:
    """The last day to which a class may be kept."""
    year = today.year + MOST_YEARS
    leap_day = (today.month, today.day) == (2, 29)
    return date(year, 2, 28) if leap_day else today.replace(year=year)


def create(
    sessions: Sessions,
    teacher: str,
    name: str,
    language: str,
    profile: str,
    expires_on: date,
    *,
    demo: bool = False,
    key: str = "",
    now: datetime | None = None,
) -> Room:
    """Make a class that ``teacher`` (public id) owns; enrolling by its code is off at first.

    The same ``key`` of the same teacher is the same class, however often it arrives. Raises
    MalformedError for unknown rules.
    """
    now = now or datetime.now(UTC)
    Profile.parse(profile)
    with writing(sessions) as session:
        owner = _owner(session, teacher)
        made = codes.public_id_of("class", teacher, key) if key else codes.new_public_id()
        twin = session.scalar(select(Classroom).where(Classroom.public_id == made))
        row = twin or add_row(session, owner, made, name, language, profile, expires_on, demo, now)
        return room_of(row, "owner")


def _owner(session: Session, teacher: str) -> Teacher:
    query = select(Teacher).where(Teacher.public_id == teacher).with_for_update()
    owner = session.scalar(query)
    if owner is None:
        raise NotFoundError(teacher)
    return owner


def add_row(
    session: Session,
    owner: Teacher,
    public_id: str,
    name: str,
    language: str,
    profile: str,
    expires_on: date,
    demo: bool,
    now: datetime,
) -> Classroom:
    """The row of a new class with its owner, within a transaction."""
    row = Classroom(
        public_id=public_id,
        tag=_free_tag(session),
        name=name,
        language=language,
        profile=profile,
        join_code=free_join_code(session),
        joining=False,
        demo=demo,
        created_at=now,
        expires_on=expires_on,
    )
    session.add(row)
    session.flush()
    session.add(ClassTeacher(classroom_id=row.id, teacher_id=owner.id, role="owner", since=now))
    session.flush()
    return row


def _free_tag(session: Session) -> str:
    # Cards that went on to another class keep the letters of their first one.
    while True:
        tag = codes.new_code(TAG_LENGTH)
        if not _exists(session, Classroom.tag == tag) and not _exists(
            session, Pupil.card.startswith(tag)
        ):
            return tag


def free_join_code(session: Session) -> str:
    """A class code that no class and no live round has."""
    while True:
        code = codes.new_code(JOIN_LENGTH)
        if not _exists(session, Classroom.join_code == code) and not _exists(
            session, LiveRound.join_code == code
        ):
            return code


def _exists(session: Session, condition: ColumnElement[bool]) -> bool:
    return bool(session.scalar(select(select(1).where(condition).exists())))


def rooms(sessions: Sessions, teacher: str) -> list[Room]:
    """All classes of a teacher, archived and removed ones too, the newest first."""
    return [line.room for line in lines(sessions, teacher)]


def lines(sessions: Sessions, teacher: str) -> list[Line]:
    """The same, each with the number of its pupils."""
    here = Pupil.removed_at.is_(None), Pupil.moved_at.is_(None)
    count = select(func.count()).where(Pupil.classroom_id == Classroom.id, *here)
    query = (
        select(Classroom, ClassTeacher.role, count.scalar_subquery())
        .join(ClassTeacher, ClassTeacher.classroom_id == Classroom.id)
        .join(Teacher, Teacher.id == ClassTeacher.teacher_id)
        .where(Teacher.public_id == teacher)
        .order_by(Classroom.created_at.desc(), Classroom.id.desc())
    )
    with reading(sessions) as session:
        return [Line(room_of(row, role), pupils) for row, role, pupils in session.execute(query)]


def held(
    session: Session, teacher: str, room: str, *, owner: bool = False, active: bool = False
) -> Classroom:
    """`access.classroom`, and nobody else changes the class until the transaction ends.

    Raises InactiveError with ``active`` for a class that is archived or in the bin.
    """
    row = classroom(session, teacher, room, owner=owner)
    session.refresh(row, with_for_update=True)
    # Whoever waited for the row may have lost the class, or the right to it, meanwhile.
    classroom(session, teacher, room, owner=owner)
    if active and (row.archived_at or row.removed_at):
        raise InactiveError(room)
    return row


def change(
    sessions: Sessions,
    teacher: str,
    room: str,
    *,
    name: str,
    language: str,
    profile: str,
    expires_on: date,
    basis: str = "",
) -> None:
    """Change what was said when the class was made.

    ``basis``: the mark of the class that the form was made from; raises ChangedError where somebody
    has changed it since then.
    """
    Profile.parse(profile)
    with writing(sessions) as session:
        row = held(session, teacher, room)
        stored = mark(row.name, row.language, row.profile, row.expires_on)
        require_same(basis, stored, mark(name, language, profile, expires_on))
        row.name, row.language, row.profile = name, language, profile
        row.expires_on = expires_on


def mark_of(room: Room) -> str:
    """The mark of what `change` changes."""
    return mark(room.name, room.language, room.profile, room.expires_on)


def set_joining(sessions: Sessions, teacher: str, room: str, on: bool) -> None:
    """Let pupils enrol by the class code, or no longer."""
    with writing(sessions) as session:
        held(session, teacher, room, active=on).joining = on


def renew_join_code(sessions: Sessions, teacher: str, room: str, old: str) -> None:
    """A new class code in place of ``old``; nothing where that was renewed already."""
    with writing(sessions) as session:
        row = held(session, teacher, room)
        if row.join_code == old:
            row.join_code = free_join_code(session)


def archive(sessions: Sessions, teacher: str, room: str, now: datetime | None = None) -> None:
    """End a class: its results can be read, its pupils cannot work in it."""
    with writing(sessions) as session:
        archive_row(held(session, teacher, room), now or datetime.now(UTC))


def archive_row(row: Classroom, now: datetime) -> None:
    """The same within a transaction."""
    row.archived_at = row.archived_at or now
    row.joining = False


def restore(sessions: Sessions, teacher: str, room: str, now: datetime | None = None) -> None:
    """Let an archived class go on; one whose last day is over gets a new one."""
    today = (now or datetime.now(UTC)).date()
    with writing(sessions) as session:
        row = held(session, teacher, room)
        row.archived_at = None
        if row.expires_on <= today:
            row.expires_on = usual_end(today)


def remove(sessions: Sessions, teacher: str, room: str, now: datetime | None = None) -> None:
    """Put a class into the bin, from where it can come back for a while; for its owner."""
    with writing(sessions) as session:
        row = held(session, teacher, room, owner=True)
        row.removed_at = row.removed_at or (now or datetime.now(UTC))


def bring_back(sessions: Sessions, teacher: str, room: str) -> None:
    """Take a class out of the bin, as it was; for its owner."""
    with writing(sessions) as session:
        held(session, teacher, room, owner=True).removed_at = None
