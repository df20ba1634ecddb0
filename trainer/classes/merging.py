"""Two learners who turn out to be one person become one, and so do two places in a class.

Everything that hangs on the one passes to the other, table by table: a row whose unique key is
free moves, one whose key is taken is put together with the one that is there. `OF_LEARNERS` and
`OF_PUPILS` name every table that hangs on a learner or a pupil, with the way of putting two of
its rows together; a test holds them against the schema.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Column, RowMapping, Table, UniqueConstraint, delete, select, update
from sqlalchemy.orm import Session

from trainer.classes.classrooms import held
from trainer.classes.pupils import row_of
from trainer.classes.sessions import end_all_of_pupil
from trainer.learners.ratings import recount
from trainer.storage.class_tables import ClassTeacher, Pupil, Teacher
from trainer.storage.database import Sessions, writing
from trainer.storage.tables import Base, Learner

Values = dict[str, Any]
Join = Callable[[RowMapping, RowMapping], Values | None]
"""(the row that is there, the row that comes) → what changes in the one that is there.

None: the one that comes takes its place.
"""


class TwoPeopleError(ValueError):
    """The two cannot be one: both are known elsewhere, or there is a class that has both."""


def _keep(_there: RowMapping, _comes: RowMapping) -> Values:
    return {}


def _earlier(there: RowMapping, comes: RowMapping) -> Values | None:
    """As if one person had answered twice: the first answer counts."""
    return None if comes["made_at"] < there["made_at"] else {}


def _later(there: RowMapping, comes: RowMapping) -> Values | None:
    """As for somebody who has changed an answer: the last one counts."""
    return None if comes["made_at"] > there["made_at"] else {}


def _step(there: RowMapping, comes: RowMapping) -> Values:
    return {"done_at": min(there["done_at"], comes["done_at"])}


def _visit(there: RowMapping, comes: RowMapping) -> Values:
    last = max(there, comes, key=lambda row: row["seen_at"])
    done = [row["done_at"] for row in (there, comes) if row["done_at"] is not None]
    return {
        "step": last["step"],
        "seen_at": last["seen_at"],
        "done_at": min(done, default=None),
    }


def _practice(there: RowMapping, comes: RowMapping) -> Values:
    last = max(there, comes, key=lambda row: row["answered_at"])
    standing = {key: last[key] for key in ("level", "streak", "last", "answered_at")}
    return {key: there[key] + comes[key] for key in ("answered", "right")} | standing


def _rating(there: RowMapping, comes: RowMapping) -> Values:
    """The rating itself is worked out again, from the answers of both."""
    return {"hidden": there["hidden"] or comes["hidden"]}


def _hints(there: RowMapping, comes: RowMapping) -> Values:
    return {"hints": max(there["hints"], comes["hints"])}


def _review(there: RowMapping, comes: RowMapping) -> Values | None:
    """Whichever was failed last is to be repeated."""
    return None if comes["failed_on"] > there["failed_on"] else {}


def _time(there: RowMapping, comes: RowMapping) -> Values:
    return {
        "seconds": there["seconds"] + comes["seconds"],
        "first_at": min(there["first_at"], comes["first_at"]),
        "last_at": max(there["last_at"], comes["last_at"]),
    }


def _player(there: RowMapping, comes: RowMapping) -> Values:
    return {
        "joined_at": min(there["joined_at"], comes["joined_at"]),
        "seen_at": max(there["seen_at"], comes["seen_at"]),
    }


OF_LEARNERS: Mapping[str, Join] = {
    "puzzle_attempt": _earlier,
    "lesson_step": _step,
    "chapter_visit": _visit,
    "practice_state": _practice,
    "learner_rating": _rating,
    "rating_event": _earlier,
    "hint_use": _hints,
    "review": _review,
    "streak_run": _keep,
    "fault_report": _keep,
    "own_puzzle": _keep,
    "exercise_answer": _earlier,
    "move_code": _keep,
}
OF_PUPILS: Mapping[str, Join] = {
    "task_answer": _earlier,
    "task_time": _time,
    "live_player": _player,
    "live_answer": _later,
}


def merge(sessions: Sessions, teacher: str, room: str, pupil: str, into: str) -> None:
    """Make one pupil of two of a class: ``into`` keeps name and card and gets all that both did.

    The card of ``pupil`` ends and so do the browsers that showed it. Raises NotFoundError, and
    TwoPeopleError where both are known outside of the teacher's classes.
    """
    with writing(sessions) as session:
        row = held(session, teacher, room)
        goes, stays = row_of(session, row, pupil), row_of(session, row, into)
        if goes.id == stays.id:
            raise TwoPeopleError(pupil)
        first, second = _lock(session, stays.learner_id, goes.learner_id)
        if _is_known_elsewhere(session, teacher, goes):
            if _is_known_elsewhere(session, teacher, stays):
                raise TwoPeopleError(pupil)
            first, second = second, first
            stays.came_along = goes.came_along
        join_places(session, goes, stays)
        unite(session, first, second)


def _lock(session: Session, *learners: int) -> list[Learner]:
    query = select(Learner).where(Learner.id.in_(learners)).order_by(Learner.id)
    found = {row.id: row for row in session.scalars(query.with_for_update())}
    return [found[one] for one in learners]


def _is_known_elsewhere(session: Session, teacher: str, pupil: Pupil) -> bool:
    """Whether a learner was a guest before, or has a place in somebody else's class."""
    own = (
        select(ClassTeacher.classroom_id)
        .join(Teacher, Teacher.id == ClassTeacher.teacher_id)
        .where(Teacher.public_id == teacher)
    )
    foreign = Pupil.learner_id == pupil.learner_id, Pupil.classroom_id.not_in(own)
    return pupil.came_along or session.scalar(select(Pupil.id).where(*foreign)) is not None


def join_places(session: Session, goes: Pupil, stays: Pupil) -> None:
    """Pass on what a pupil has done in a class, and take the empty place away."""
    end_all_of_pupil(session, goes)
    for name, join in OF_PUPILS.items():
        _pass_on(session, _column(name, "pupil_id"), goes.id, stays.id, join)
    session.execute(delete(Pupil).where(Pupil.id == goes.id))


def unite(session: Session, stays: Learner, goes: Learner) -> None:
    """Pass on everything of a learner, places in classes too; nothing is left of ``goes``.

    Raises TwoPeopleError where some class has both.
    """
    if stays.id == goes.id:
        return
    rooms = select(Pupil.classroom_id).where(Pupil.learner_id == stays.id)
    both = Pupil.learner_id == goes.id, Pupil.classroom_id.in_(rooms)
    if session.scalar(select(Pupil.id).where(*both).limit(1)) is not None:
        raise TwoPeopleError(goes.public_id)
    for name, join in OF_LEARNERS.items():
        _pass_on(session, _column(name, "learner_id"), goes.id, stays.id, join)
    places = update(Pupil).where(Pupil.learner_id == goes.id).values(learner_id=stays.id)
    session.execute(places)
    session.flush()
    session.execute(delete(Learner).where(Learner.id == goes.id))
    session.expire_all()
    recount(session, stays.id)


def _column(table: str, name: str) -> Column[int]:
    return Base.metadata.tables[table].columns[name]


def _pass_on(session: Session, owner: Column[int], goes: int, stays: int, join: Join) -> None:
    table = owner.table
    assert isinstance(table, Table)
    for key in _keys(table, owner):
        there = {_key(row, key): row for row in _rows(session, owner, stays)}
        for row in _rows(session, owner, goes):
            twin = there.get(_key(row, key))
            if twin is not None:
                _put_together(session, table, twin, row, join)
    session.execute(update(table).where(owner == goes).values({owner.name: stays}))


def _keys(table: Table, owner: Column[int]) -> list[list[str]]:
    """For each unique key that holds the owner, its other columns."""
    unique = [one for one in table.constraints if isinstance(one, UniqueConstraint)]
    return [
        [column.name for column in one.columns if column.name != owner.name]
        for one in unique
        if owner.name in one.columns
    ]


def _rows(session: Session, owner: Column[int], key: int) -> list[RowMapping]:
    return list(session.execute(select(owner.table).where(owner == key)).mappings())


def _key(row: RowMapping, columns: list[str]) -> tuple[Any, ...]:
    return tuple(row[name] for name in columns)


def _put_together(
    session: Session, table: Table, there: RowMapping, comes: RowMapping, join: Join
) -> None:
    change = join(there, comes)
    loser = there if change is None else comes
    session.execute(delete(table).where(table.c.id == loser["id"]))
    if change:
        session.execute(update(table).where(table.c.id == there["id"]).values(change))
