"""The pupils of a class and their cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.classes import codes
from trainer.classes.access import classroom
from trainer.learners.guests import find_or_create, new_id
from trainer.storage.class_tables import Classroom, Pupil
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner

SECRET_LENGTH = 6
"""Letters of a card's code after the tag of its class."""


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
) -> list[Member]:
    """One pupil for each name, each with a card; the same name twice is two pupils."""
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        row = classroom(session, teacher, room)
        return [_add(session, row, name, now) for name in names]


def _add(session: Session, room: Classroom, name: str, now: datetime) -> Member:
    learner = find_or_create(session, new_id(), now)
    row = Pupil(
        public_id=codes.new_public_id(),
        classroom_id=room.id,
        learner_id=learner.id,
        name=name,
        card=new_card(room.tag),
        card_made_at=now,
        enrolled=False,
        came_along=False,
        joined_at=now,
    )
    session.add(row)
    session.flush()
    return member_of(row, learner.public_id)


def new_card(tag: str) -> str:
    """A new code for a card of the class with this tag."""
    return tag + codes.new_code(SECRET_LENGTH)


def members(sessions: Sessions, teacher: str, room: str) -> list[Member]:
    """The pupils of a class who are not removed, by name."""
    with reading(sessions) as session:
        return members_of(session, classroom(session, teacher, room))


def members_of(session: Session, room: Classroom, *, moved: bool = False) -> list[Member]:
    """The same within a transaction; with ``moved`` also those who went on to another class."""
    query = (
        select(Pupil, Learner.public_id)
        .join(Learner, Learner.id == Pupil.learner_id)
        .where(Pupil.classroom_id == room.id, Pupil.removed_at.is_(None))
    )
    if not moved:
        query = query.where(Pupil.moved_at.is_(None))
    found = [member_of(row, learner) for row, learner in session.execute(query)]
    return sorted(found, key=lambda one: (one.name.casefold(), one.joined_at, one.id))
