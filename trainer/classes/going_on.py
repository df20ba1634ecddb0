"""Pupils who go on to another class of their teacher's, one by one or a whole class at once.

A pupil who moves has a new place in the other class, with the same card and the same progress,
and stays signed in. The old place keeps what was done in the old class, without a card. Whoever
moves back finds the old place again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from trainer.classes import codes
from trainer.classes.access import Room, classroom, room_of
from trainer.classes.classrooms import InactiveError, add_row, archive_row, held
from trainer.classes.merging import OF_PUPILS
from trainer.classes.pupils import check_room, here
from trainer.storage.class_tables import (
    Assignment,
    Classroom,
    ClassTeacher,
    Pupil,
    PupilSession,
    Task,
    Teacher,
)
from trainer.storage.database import Sessions, writing
from trainer.storage.tables import Base

HIGHEST_YEAR = 13


@dataclass(frozen=True)
class NextYear:
    """What goes on next year: the class's name and last day, whether tasks and co-teachers do."""

    name: str
    expires_on: date
    pupils: Sequence[str] = ()
    tasks: bool = False
    co_teachers: bool = False
    archive: bool = False


def next_name(name: str) -> str:
    """The name of a class a year later: 7b becomes 8b; one without a year stays as it is."""

    def grow(found: re.Match[str]) -> str:
        year = int(found[0])
        return str(year + 1) if year < HIGHEST_YEAR else found[0]

    return re.sub(r"(?<!\d)\d{1,2}(?!\d)", grow, name, count=1)


def move(
    sessions: Sessions,
    teacher: str,
    room: str,
    pupils: Sequence[str],
    to: str,
    now: datetime | None = None,
) -> int:
    """Move pupils to another class that the teacher teaches too; returns how many are there.

    Asked again, it changes nothing and returns the same. Raises FullError and InactiveError.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        old, new = _both(session, teacher, room, to)
        if new.archived_at or new.removed_at:
            raise InactiveError(to)
        return _move(session, old, new, pupils, now)


def move_back(
    sessions: Sessions,
    teacher: str,
    room: str,
    from_: str,
    moved_at: datetime,
    now: datetime | None = None,
) -> int:
    """Undo a move from ``room`` to ``from_``: those who went at that moment come back."""
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        old, new = _both(session, teacher, room, from_)
        went = select(Pupil.learner_id).where(
            Pupil.classroom_id == old.id, Pupil.moved_at == moved_at
        )
        mine = Pupil.classroom_id == new.id, Pupil.learner_id.in_(went), *here()
        pupils = session.scalars(select(Pupil.public_id).where(*mine)).all()
        return _move(session, new, old, pupils, now)


def _both(session: Session, teacher: str, room: str, to: str) -> tuple[Classroom, Classroom]:
    """Two classes, held in an order that is the same whichever way somebody else moves."""
    rows = {one: held(session, teacher, one) for one in sorted({room, to})}
    return rows[room], rows[to]


def _move(
    session: Session, old: Classroom, new: Classroom, pupils: Sequence[str], now: datetime
) -> int:
    mine = Pupil.classroom_id == old.id, Pupil.public_id.in_(pupils), Pupil.removed_at.is_(None)
    chosen = session.scalars(select(Pupil).where(*mine).order_by(Pupil.id)).all()
    learners = [one.learner_id for one in chosen]
    leaving = [one for one in chosen if one.moved_at is None and old.id != new.id]
    there = _places(session, new, learners)
    check_room(session, new, sum(not _is_here(there.get(one.learner_id)) for one in leaving))
    for one in leaving:
        _move_one(session, one, there.get(one.learner_id), new, now)
    return sum(map(_is_here, _places(session, new, learners).values()))


def _places(session: Session, room: Classroom, learners: Sequence[int]) -> dict[int, Pupil]:
    """The places that learners have in a class already, left ones too."""
    mine = Pupil.classroom_id == room.id, Pupil.learner_id.in_(learners)
    found = session.scalars(select(Pupil).where(*mine, Pupil.removed_at.is_(None)))
    return {one.learner_id: one for one in found}


def _is_here(place: Pupil | None) -> bool:
    return place is not None and place.moved_at is None


def _move_one(
    session: Session, old: Pupil, there: Pupil | None, room: Classroom, now: datetime
) -> None:
    card, made_at = old.card, old.card_made_at
    old.card, old.card_made_at, old.moved_at = None, None, now
    session.flush()
    new = there or _new_place(session, old, room, now)
    if there is None or there.moved_at is not None or there.card is None:
        new.card, new.card_made_at, new.moved_at = card, made_at, None
    mine = update(PupilSession).where(PupilSession.pupil_id == old.id)
    session.execute(mine.values(pupil_id=new.id))
    if there is not None and not _has_done_anything(session, old):
        # Back again before anything was done: no trace of the detour is kept.
        session.delete(old)
    session.flush()


def _new_place(session: Session, old: Pupil, room: Classroom, now: datetime) -> Pupil:
    row = Pupil(
        public_id=codes.new_public_id(),
        classroom_id=room.id,
        learner_id=old.learner_id,
        name=old.name,
        enrolled=old.enrolled,
        came_along=old.came_along,
        joined_at=now,
    )
    session.add(row)
    session.flush()
    return row


def _has_done_anything(session: Session, pupil: Pupil) -> bool:
    tables = [Base.metadata.tables[name] for name in OF_PUPILS]
    return any(
        session.execute(select(one.c.id).where(one.c.pupil_id == pupil.id).limit(1)).first()
        for one in tables
    )


def go_on(
    sessions: Sessions,
    teacher: str,
    room: str,
    wish: NextYear,
    key: str,
    now: datetime | None = None,
) -> Room:
    """Make next year's class of a class, and move the chosen pupils there, all at once.

    The teacher who asks owns it. The same ``key`` is the same class, however often it arrives.
    """
    now = now or datetime.now(UTC)
    made = codes.public_id_of("class", teacher, key)
    with writing(sessions) as session:
        old = held(session, teacher, room)
        twin = session.scalar(select(Classroom).where(Classroom.public_id == made))
        if twin is not None:
            return room_of(classroom(session, teacher, made), "owner")
        owner = session.scalars(select(Teacher).where(Teacher.public_id == teacher)).one()
        profile, language = old.profile, old.language
        new = add_row(
            session, owner, made, wish.name, language, profile, wish.expires_on, False, now
        )
        if wish.co_teachers:
            _copy_teachers(session, old, new, owner, now)
        if wish.tasks:
            _copy_tasks(session, old, new, now)
        _move(session, old, new, wish.pupils, now)
        if wish.archive:
            archive_row(old, now)
        return room_of(new, "owner")


def _copy_teachers(
    session: Session, old: Classroom, new: Classroom, owner: Teacher, now: datetime
) -> None:
    others = ClassTeacher.classroom_id == old.id, ClassTeacher.teacher_id != owner.id
    for one in session.scalars(select(ClassTeacher.teacher_id).where(*others)).all():
        session.add(ClassTeacher(classroom_id=new.id, teacher_id=one, role="co", since=now))


def _copy_tasks(session: Session, old: Classroom, new: Classroom, now: datetime) -> None:
    """The sets of tasks as they were given, without last days and with nothing released."""
    mine = Assignment.classroom_id == old.id, Assignment.removed_at.is_(None)
    for given in session.scalars(select(Assignment).where(*mine).order_by(Assignment.place)).all():
        row = Assignment(
            public_id=codes.new_public_id(),
            classroom_id=new.id,
            title=given.title,
            place=given.place,
            tries=given.tries,
            explain=given.explain,
            made_at=now,
        )
        session.add(row)
        session.flush()
        tasks = Task.assignment_id == given.id, Task.removed_at.is_(None)
        for one in session.scalars(select(Task).where(*tasks)).all():
            values = {"kind": one.kind, "reference": one.reference, "amount": one.amount}
            session.add(Task(assignment_id=row.id, place=one.place, **values))
