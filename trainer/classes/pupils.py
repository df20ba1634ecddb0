"""The pupils of a class and their cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from trainer.classes import codes
from trainer.classes.access import NotFoundError, classroom
from trainer.classes.classrooms import TAG_LENGTH, held
from trainer.classes.names import MOST, order
from trainer.classes.sessions import end_all_of_pupil
from trainer.learners.guests import find_or_create, new_id
from trainer.storage.class_tables import Classroom, Pupil, PupilSession
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner

SECRET_LENGTH = 6
"""Letters of a card's code after the tag of its class."""
CARD_LENGTH = TAG_LENGTH + SECRET_LENGTH


class FullError(ValueError):
    """A class has no room for so many more pupils; ``left``: for how many it has."""

    def __init__(self, left: int) -> None:
        super().__init__(left)
        self.left = left


@dataclass(frozen=True)
class Member:
    """A pupil as teachers see one. ``id`` and ``learner`` as in addresses and cookies.

    ``card`` is the code on the card, None while revoked. ``moved_at``: since then the pupil is in
    another class, with the card, and only the results are here.
    """

    id: str
    name: str
    learner: str
    card: str | None
    enrolled: bool
    joined_at: datetime
    removed_at: datetime | None
    moved_at: datetime | None = None


@dataclass(frozen=True)
class Entry:
    """A pupil in the list of a class; ``seen_at``: when last at work, None for not yet."""

    member: Member
    seen_at: datetime | None


def member_of(row: Pupil, learner: str) -> Member:
    """The value of a row."""
    return Member(
        id=row.public_id,
        name=row.name,
        learner=learner,
        card=row.card,
        enrolled=row.enrolled,
        joined_at=row.joined_at,
        removed_at=row.removed_at,
        moved_at=row.moved_at,
    )


def add(
    sessions: Sessions,
    teacher: str,
    room: str,
    names: Sequence[str],
    now: datetime | None = None,
    *,
    key: str = "",
) -> list[Member]:
    """One pupil for each name, each with a card; the same name twice is two pupils.

    Names that arrive again with the same ``key`` are the pupils that they made the first time.
    Raises FullError, and InactiveError for a class that is archived or in the bin.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        row = held(session, teacher, room, active=True)
        ids = [_id_of(room, key, place, name) for place, name in enumerate(names)]
        known = _known(session, row, ids)
        check_room(session, row, len(names) - len(known))
        return [
            known.get(made) or _add(session, row, made, name, now)
            for made, name in zip(ids, names, strict=True)
        ]


def _id_of(room: str, key: str, place: int, name: str) -> str:
    if not key:
        return codes.new_public_id()
    return codes.public_id_of("pupil", room, key, str(place), name)


def _known(session: Session, room: Classroom, ids: Sequence[str]) -> dict[str, Member]:
    query = (
        select(Pupil, Learner.public_id)
        .join(Learner, Learner.id == Pupil.learner_id)
        .where(Pupil.classroom_id == room.id, Pupil.public_id.in_(ids))
    )
    return {row.public_id: member_of(row, learner) for row, learner in session.execute(query)}


def check_room(session: Session, room: Classroom, more: int) -> None:
    """Make sure that a class, which is held, has room for so many more; raises FullError."""
    count = select(func.count()).where(Pupil.classroom_id == room.id, *here())
    left = MOST - (session.scalar(count) or 0)
    if more > left:
        raise FullError(max(left, 0))


def here() -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """The pupils who are in their class now: neither removed nor gone on to another."""
    return Pupil.removed_at.is_(None), Pupil.moved_at.is_(None)


def _add(session: Session, room: Classroom, public_id: str, name: str, now: datetime) -> Member:
    learner = find_or_create(session, new_id(), now)
    row = add_place(session, room, learner, public_id, name, now)
    return member_of(row, learner.public_id)


def add_place(
    session: Session,
    room: Classroom,
    learner: Learner,
    public_id: str,
    name: str,
    now: datetime,
    *,
    enrolled: bool = False,
    came_along: bool = False,
) -> Pupil:
    """The row of a learner's new place in a class, which is held, with a new card."""
    row = Pupil(
        public_id=public_id,
        classroom_id=room.id,
        learner_id=learner.id,
        name=name,
        card=new_card(session, room.tag),
        card_made_at=now,
        enrolled=enrolled,
        came_along=came_along,
        joined_at=now,
    )
    session.add(row)
    session.flush()
    return row


def new_card(session: Session, tag: str) -> str:
    """A new code for a card of the class with this tag."""
    while True:
        card = tag + codes.new_code(SECRET_LENGTH)
        if session.scalar(select(Pupil.id).where(Pupil.card == card)) is None:
            return card


def members(sessions: Sessions, teacher: str, room: str) -> list[Member]:
    """The pupils of a class who are not removed, by name."""
    with reading(sessions) as session:
        return members_of(session, classroom(session, teacher, room))


def members_of(session: Session, room: Classroom, *, moved: bool = False) -> list[Member]:
    """The same within a transaction; with ``moved`` also those who went on to another class."""
    conditions = here()[:1] if moved else here()
    return _by_name(session, Pupil.classroom_id == room.id, *conditions)


def roster(sessions: Sessions, teacher: str, room: str) -> list[Entry]:
    """The same as `members`, each with the last time at work."""
    with reading(sessions) as session:
        row = classroom(session, teacher, room)
        found = members_of(session, row)
        seen = _seen(session, row)
        return [Entry(one, seen.get(one.id)) for one in found]


def _seen(session: Session, room: Classroom) -> dict[str, datetime]:
    """When each pupil was here last: at a browser, else when something was stored."""
    last = func.max(PupilSession.seen_at)
    query = (
        select(Pupil, last, Learner.seen_at, Learner.created_at)
        .join(Learner, Learner.id == Pupil.learner_id)
        .outerjoin(PupilSession, PupilSession.pupil_id == Pupil.id)
        .where(Pupil.classroom_id == room.id)
        .group_by(Pupil.id, Learner.seen_at, Learner.created_at)
    )
    found = {
        row.public_id: at or _seen_without_browser(row, stored, made)
        for row, at, stored, made in session.execute(query)
    }
    return {pupil: at for pupil, at in found.items() if at is not None}


def _seen_without_browser(row: Pupil, stored: datetime, made: datetime) -> datetime | None:
    if stored > made:
        return stored
    return row.joined_at if row.enrolled else None


def gone(sessions: Sessions, teacher: str, room: str) -> list[Member]:
    """The pupils who were removed and can come back, the last one first."""
    with reading(sessions) as session:
        row = classroom(session, teacher, room)
        found = _by_name(session, Pupil.classroom_id == row.id, Pupil.removed_at.is_not(None))
    return sorted(found, key=lambda one: one.removed_at or one.joined_at, reverse=True)


def moved_on(sessions: Sessions, teacher: str, room: str) -> list[Member]:
    """The pupils who went on to another class and whose results stay here, by name."""
    with reading(sessions) as session:
        row = classroom(session, teacher, room)
        return [one for one in members_of(session, row, moved=True) if one.moved_at]


def _by_name(session: Session, *conditions: ColumnElement[bool]) -> list[Member]:
    query = (
        select(Pupil, Learner.public_id)
        .join(Learner, Learner.id == Pupil.learner_id)
        .where(*conditions)
        .order_by(Pupil.id)
    )
    found = [member_of(row, learner) for row, learner in session.execute(query)]
    # Namesakes stay in the order in which they came.
    return sorted(found, key=lambda one: order(one.name))


def member(sessions: Sessions, teacher: str, room: str, pupil: str) -> Member:
    """One pupil of a class, a removed one too; raises NotFoundError."""
    with reading(sessions) as session:
        row = classroom(session, teacher, room)
        found = _by_name(session, Pupil.classroom_id == row.id, Pupil.public_id == pupil)
    if not found:
        raise NotFoundError(pupil)
    return found[0]


def row_of(session: Session, room: Classroom, pupil: str) -> Pupil:
    """The row of a pupil who is in the class now; raises NotFoundError."""
    mine = Pupil.classroom_id == room.id, Pupil.public_id == pupil
    row = session.scalar(select(Pupil).where(*mine, *here()))
    if row is None:
        raise NotFoundError(pupil)
    return row


def rows_of(session: Session, room: Classroom, pupils: Sequence[str]) -> list[Pupil]:
    """The rows of those of these pupils who are in the class now, by name."""
    mine = Pupil.classroom_id == room.id, Pupil.public_id.in_(pupils)
    found = session.scalars(select(Pupil).where(*mine, *here()).order_by(Pupil.id))
    return sorted(found, key=lambda one: order(one.name))


def rename(sessions: Sessions, teacher: str, room: str, pupil: str, name: str) -> None:
    """Give a pupil another name in this class."""
    with writing(sessions) as session:
        row_of(session, held(session, teacher, room), pupil).name = name


def renew(
    sessions: Sessions,
    teacher: str,
    room: str,
    pupils: Sequence[str],
    asked_at: datetime,
    now: datetime | None = None,
) -> int:
    """New cards in place of those that were made up to ``asked_at``; returns how many.

    The old codes open nothing from now on, and the browsers in which they were shown are signed
    out. A card that is newer than the question is left alone: the same question came twice.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        room_row = held(session, teacher, room)
        rows = rows_of(session, room_row, pupils)
        old = [row for row in rows if row.card_made_at is None or row.card_made_at <= asked_at]
        for row in old:
            row.card, row.card_made_at = new_card(session, room_row.tag), now
            end_all_of_pupil(session, row)
        return len(old)


def revoke(sessions: Sessions, teacher: str, room: str, pupils: Sequence[str]) -> None:
    """Take cards away until they are renewed; the browsers that showed them are signed out."""
    with writing(sessions) as session:
        for row in rows_of(session, held(session, teacher, room), pupils):
            row.card = row.card_made_at = None
            end_all_of_pupil(session, row)


def remove(
    sessions: Sessions,
    teacher: str,
    room: str,
    pupils: Sequence[str],
    now: datetime | None = None,
) -> list[Member]:
    """Put pupils into the bin of their class; returns those who were in the class until now."""
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        rows = rows_of(session, held(session, teacher, room), pupils)
        for row in rows:
            row.removed_at = now
        session.flush()
        return [member_of(row, "") for row in rows]


def bring_back(
    sessions: Sessions,
    teacher: str,
    room: str,
    pupils: Sequence[str] = (),
    removed_at: datetime | None = None,
) -> int:
    """Take pupils out of the bin, these or all who were removed at one moment; returns how many.

    A learner who has come back by the class code meanwhile is there already and stays as is.
    Raises FullError.
    """
    with writing(sessions) as session:
        row = held(session, teacher, room)
        wanted = Pupil.public_id.in_(pupils) | (Pupil.removed_at == removed_at)
        inside = select(Pupil.learner_id).where(Pupil.classroom_id == row.id, *here())
        query = select(Pupil).where(
            Pupil.classroom_id == row.id,
            Pupil.removed_at.is_not(None),
            wanted,
            Pupil.learner_id.not_in(inside),
        )
        found = session.scalars(query).all()
        check_room(session, row, sum(one.moved_at is None for one in found))
        for one in found:
            one.removed_at = None
        return len(found)
