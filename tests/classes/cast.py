"""The cast of all tests about classes: a teacher, a co-teacher, a pupil, an outsider.

The teacher owns class 7b with the pupils Ana, Ben and Ben; the co-teacher teaches it too; the
outsider is a teacher of another school with a class of their own. Everybody is signed in at a
browser; ``secret`` is what its cookie holds. Passwords are not hashed here: that takes long.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime

from trainer.classes import classrooms, codes, pupils
from trainer.classes.access import Room
from trainer.classes.pupils import Member
from trainer.classes.sessions import open_for_pupil, open_for_teacher
from trainer.storage.class_tables import Classroom, ClassTeacher, Pupil, Teacher
from trainer.storage.database import Sessions, writing

NOW = datetime(2026, 9, 1, 8, tzinfo=UTC)
EXPIRES = date(2027, 8, 31)
NAMES = ("Ana", "Ben", "Ben")


@dataclass(frozen=True)
class Person:
    """A teacher (``id`` as in addresses) or a pupil, and the secret of their browser."""

    id: str
    name: str
    secret: str


@dataclass(frozen=True)
class Cast:
    """Everybody, and what there is to see. ``pupil`` is Ana, ``members`` her class."""

    teacher: Person
    co_teacher: Person
    outsider: Person
    pupil: Person
    room: Room
    members: tuple[Member, ...]
    other_room: Room


def cast(sessions: Sessions) -> Cast:
    """Bring everybody onto the stage of an empty database."""
    teacher = new_teacher(sessions, "Ms Teacher")
    co_teacher = new_teacher(sessions, "Mr Co-Teacher")
    outsider = new_teacher(sessions, "Dr Outsider")
    room = classrooms.create(sessions, teacher.id, "7b", "en", "official", EXPIRES, now=NOW)
    join(sessions, co_teacher, room)
    members = tuple(pupils.add(sessions, teacher.id, room.id, NAMES, NOW))
    other = classrooms.create(sessions, outsider.id, "Chess", "fr", "classic", EXPIRES, now=NOW)
    pupils.add(sessions, outsider.id, other.id, ["Zoe"], NOW)
    return Cast(
        teacher=teacher,
        co_teacher=co_teacher,
        outsider=outsider,
        pupil=seated(sessions, members[0]),
        room=room,
        members=members,
        other_room=other,
    )


def new_teacher(sessions: Sessions, name: str) -> Person:
    """A teacher who is signed in at a browser."""
    with writing(sessions) as session:
        row = Teacher(
            public_id=codes.new_public_id(),
            name=name,
            name_key=name.casefold(),
            password="!",
            created_at=NOW,
            seen_at=NOW,
        )
        session.add(row)
        session.flush()
        return Person(row.public_id, name, open_for_teacher(session, row, "Test", NOW))


def join(sessions: Sessions, teacher: Person, room: Room) -> None:
    """Make somebody a co-teacher of a class."""
    with writing(sessions) as session:
        row = session.query(Classroom).filter_by(public_id=room.id).one()
        who = session.query(Teacher).filter_by(public_id=teacher.id).one()
        session.add(ClassTeacher(classroom_id=row.id, teacher_id=who.id, role="co", since=NOW))


def seated(sessions: Sessions, member: Member, now: datetime = NOW) -> Person:
    """A pupil who has shown a card at a browser."""
    with writing(sessions) as session:
        row = session.query(Pupil).filter_by(public_id=member.id).one()
        return Person(member.id, member.name, open_for_pupil(session, row, now))
