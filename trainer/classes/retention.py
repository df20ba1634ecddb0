"""How long things are kept, and the chores that end it. What /privacy says comes from here.

Each chore may run at any time and any number of times, beside pages and beside itself: it looks
for what is due, locks it, looks again, and does one class (or one handful of rows) in one
transaction. `tidy` does them all; a chore that fails is logged and holds up none of the others.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import ColumnElement, and_, delete, or_, select
from sqlalchemy.orm import Session

from trainer.classes import housekeeping, stale
from trainer.classes.access import Room
from trainer.classes.removal import erase_classroom, erase_pupils
from trainer.storage.class_tables import Assignment, ClassInvitation, Classroom, Pupil, PupilSession
from trainer.storage.database import Sessions, reading, writing

logger = logging.getLogger(__name__)

BIN = timedelta(days=30)
"""What a teacher has removed can come back for so long."""
WARNING = timedelta(days=30)
"""So long before a class is archived, and before its names go, its teachers are told."""
EVERYWHERE = timedelta(hours=12)
"""A day is over everywhere on earth so long after it has ended in UTC."""
TIDY = "tidy"
EVERY = timedelta(days=1)

_NUMBERED = re.compile(r"#(\d+)")

Due = ColumnElement[bool]
Chore = Callable[[Sessions, datetime], int]


def number_of(name: str) -> int | None:
    """The number that stands for a pupil whose name has gone; None for a name."""
    found = _NUMBERED.fullmatch(name)
    return int(found[1]) if found else None


def names_go_on(room: Room, names_days: int) -> date:
    """The day on which the names of a class's pupils go, as things stand."""
    ended = room.archived_at.date() if room.archived_at else room.expires_on
    return ended + timedelta(days=names_days)


def bin_until(removed_at: datetime) -> date:
    """The day on which something in the bin goes for good."""
    return (removed_at + BIN).date()


@dataclass(frozen=True)
class Warned:
    """What the teachers of a class are told, and its day.

    ``what``: ``archive`` (is going to be archived), ``names`` (are going to go), ``forgotten``
    (have gone), ``bin`` (goes for good).
    """

    what: str
    on: date


def warning(room: Room, names_days: int, today: date) -> Warned | None:
    """What its teachers should know now about the time that a class is kept."""
    if room.removed_at is not None:
        return Warned("bin", bin_until(room.removed_at))
    if room.archived_at is None:
        near = room.expires_on - today <= WARNING
        return Warned("archive", room.expires_on) if near else None
    if room.forgotten_at is not None and room.forgotten_at >= room.archived_at:
        return Warned("forgotten", room.forgotten_at.date())
    gone = names_go_on(room, names_days)
    return Warned("names", gone) if gone - today <= WARNING else None


def archive_expired(sessions: Sessions, now: datetime) -> int:
    """Archive the classes whose last day is over; returns how many."""
    last = (now - EVERYWHERE).date()
    due = and_(
        Classroom.archived_at.is_(None),
        Classroom.removed_at.is_(None),
        Classroom.expires_on < last,
    )

    def archive(_session: Session, room: Classroom) -> None:
        room.archived_at = now

    return _each_room(sessions, due, archive)


def forget_names(sessions: Sessions, now: datetime, names_days: int) -> int:
    """Replace the pupils' names of classes that ended long ago by numbers; returns how many."""
    due = and_(
        Classroom.archived_at <= now - timedelta(days=names_days),
        # One that was restored, and archived again, has new names.
        or_(Classroom.forgotten_at.is_(None), Classroom.forgotten_at < Classroom.archived_at),
    )

    def forget(session: Session, room: Classroom) -> None:
        _forget_pupils(session, room)
        session.execute(delete(ClassInvitation).where(ClassInvitation.classroom_id == room.id))
        room.joining, room.forgotten_at = False, now

    return _each_room(sessions, due, forget)


def _forget_pupils(session: Session, room: Classroom) -> None:
    pupils = list(session.scalars(select(Pupil).where(Pupil.classroom_id == room.id)))
    # A class's list is in the order of the alphabet: numbers in that order would be names.
    secrets.SystemRandom().shuffle(pupils)
    digits = len(str(len(pupils)))
    for number, pupil in enumerate(pupils, 1):
        pupil.name = f"#{number:0{digits}}"
        pupil.card = pupil.card_made_at = None
    mine = select(Pupil.id).where(Pupil.classroom_id == room.id)
    session.execute(delete(PupilSession).where(PupilSession.pupil_id.in_(mine)))


def empty_bin(sessions: Sessions, now: datetime) -> int:
    """Delete what was removed long enough ago: classes, pupils, sets of tasks; returns how many."""
    due = Classroom.removed_at <= now - BIN
    rooms = _each_room(sessions, due, erase_classroom)
    return rooms + _empty_pupils(sessions, now) + _empty_assignments(sessions, now)


def _empty_pupils(sessions: Sessions, now: datetime) -> int:
    due = Pupil.removed_at <= now - BIN
    done = 0
    with reading(sessions) as session:
        rooms = session.scalars(select(Pupil.classroom_id).where(due).distinct()).all()
    for room in rooms:
        with writing(sessions) as session:
            mine = select(Pupil).where(due, Pupil.classroom_id == room).with_for_update()
            found = session.scalars(mine).all()
            erase_pupils(session, found)
            done += len(found)
    return done


def _empty_assignments(sessions: Sessions, now: datetime) -> int:
    with writing(sessions) as session:
        gone = delete(Assignment).where(Assignment.removed_at <= now - BIN)
        return len(session.execute(gone.returning(Assignment.id)).all())


def _each_room(sessions: Sessions, due: Due, do: Callable[[Session, Classroom], None]) -> int:
    """Do something with each class that is due, each in a transaction of its own."""
    done = 0
    with reading(sessions) as session:
        keys = session.scalars(select(Classroom.id).where(due).order_by(Classroom.id)).all()
    for key in keys:
        with writing(sessions) as session:
            query = select(Classroom).where(Classroom.id == key, due).with_for_update()
            room = session.scalar(query)
            if room is not None:
                do(session, room)
                done += 1
    return done


def chores(names_days: int) -> Mapping[str, Chore]:
    """All chores by name, in the order in which they are done."""
    return {
        "classes archived": archive_expired,
        "classes whose names have gone": lambda all_, now: forget_names(all_, now, names_days),
        "things out of the bin": empty_bin,
        **stale.CHORES,
    }


def tidy(sessions: Sessions, names_days: int, now: datetime | None = None) -> dict[str, int | None]:
    """Do every chore; returns how much each has done, None for one that failed."""
    now = now or datetime.now(UTC)
    return {name: _attempt(name, do, sessions, now) for name, do in chores(names_days).items()}


def _attempt(name: str, do: Chore, sessions: Sessions, now: datetime) -> int | None:
    try:
        return do(sessions, now)
    except Exception:
        logger.exception("tidying up: %s", name)
        return None


def tidy_if_due(sessions: Sessions, names_days: int, now: datetime | None = None) -> bool:
    """The same once a day, in one process only; returns whether it was done here and now."""
    now = now or datetime.now(UTC)
    if not housekeeping.is_due(sessions, TIDY, EVERY, now):
        return False
    if not housekeeping.claim(sessions, TIDY, EVERY, now):
        return False
    tidy(sessions, names_days, now)
    return True
