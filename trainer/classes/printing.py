"""What a teacher needs to print for a class: its pupils with their cards, its sets of tasks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from trainer.classes.access import Room, classroom
from trainer.classes.access import room as room_for
from trainer.classes.pupils import members_of
from trainer.classes.tasksets import TaskSet, sets_of
from trainer.storage.class_tables import Pupil
from trainer.storage.database import Sessions, reading

SHORT_ID = 8
"""So many signs of a pupil's id tell the pupils of a class apart in the address of a print."""


@dataclass(frozen=True)
class Printed:
    """A pupil as prints need one; ``card`` is None while it is revoked."""

    id: str
    name: str
    card: str | None
    card_made_at: datetime | None

    @property
    def short(self) -> str:
        """The pupil in the address of a print."""
        return self.id[:SHORT_ID]


@dataclass(frozen=True)
class Paperwork:
    """A class on paper: its pupils by name, its sets of tasks in their order."""

    room: Room
    pupils: tuple[Printed, ...]
    sets: tuple[TaskSet, ...]


def paperwork(sessions: Sessions, teacher: str, room: str) -> Paperwork:
    """All that can be printed for a class; for its teachers alone (public ids)."""
    with reading(sessions) as session:
        row = classroom(session, teacher, room)
        query = select(Pupil.public_id, Pupil.card_made_at).where(Pupil.classroom_id == row.id)
        made = {row.public_id: row.card_made_at for row in session.execute(query)}
        pupils = tuple(
            Printed(one.id, one.name, one.card, made[one.id]) for one in members_of(session, row)
        )
        return Paperwork(room_for(session, teacher, room), pupils, tuple(sets_of(session, row.id)))
