"""Sets of tasks as teachers make them: given, changed, put in order, released, removed, copied.

Both teachers of a class may do all of it. Each function takes public ids and raises NotFoundError
for whoever does not teach the class; what changes something raises InactiveError in a class that
is archived or in the bin.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from trainer.classes import access, codes
from trainer.classes.access import InactiveError, NotFoundError, Room, classroom
from trainer.classes.drafts import Draft, DraftError, Wanted, problems
from trainer.classes.marks import require_same
from trainer.classes.tasksets import TaskSet, sets_of, values_of
from trainer.storage.class_tables import Assignment, Classroom, Task
from trainer.storage.database import Sessions, reading, writing


def sets(sessions: Sessions, teacher: str, room: str) -> list[TaskSet]:
    """The sets of a class in their order."""
    with reading(sessions) as session:
        return sets_of(session, classroom(session, teacher, room).id)


def bin_of(sessions: Sessions, teacher: str, room: str) -> list[TaskSet]:
    """The sets of a class that were removed, the last one first."""
    with reading(sessions) as session:
        row = classroom(session, teacher, room)
        gone = Assignment.classroom_id == row.id, Assignment.removed_at.is_not(None)
        query = select(Assignment).where(*gone).order_by(Assignment.removed_at.desc())
        return values_of(session, session.scalars(query).all())


def find(sessions: Sessions, teacher: str, room: str, given: str) -> TaskSet:
    """One set, also from the bin."""
    with reading(sessions) as session:
        row = _assignment(session, classroom(session, teacher, room), given)
        return values_of(session, [row])[0]


def shown_to(sessions: Sessions, teacher: str, given: str) -> tuple[Room, TaskSet]:
    """A set by its id alone, and its class, for a teacher who wants to see what pupils see."""
    query = (
        select(Assignment, Classroom.public_id)
        .join(Classroom, Classroom.id == Assignment.classroom_id)
        .where(Assignment.public_id == given, Assignment.removed_at.is_(None))
    )
    with reading(sessions) as session:
        found = session.execute(query).one_or_none()
        if found is None:
            raise NotFoundError(given)
        room = access.room(session, teacher, found[1])
        return room, values_of(session, [found[0]])[0]


def create(
    sessions: Sessions,
    teacher: str,
    room: str,
    draft: Draft,
    key: str = "",
    now: datetime | None = None,
) -> TaskSet:
    """Give a set to a class; raises DraftError.

    ``key``: a new public id that the form holds, so that a double click gives one set.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        row = _open_room(session, teacher, room)
        known = _by_id(session, row, key)
        if known is not None:
            return values_of(session, [known])[0]
        _require_fit(session, row, draft, now)
        return _give(session, row, draft, _new_id(session, key), now)


def copy(
    sessions: Sessions,
    teacher: str,
    room: str,
    given: str,
    to: str,
    key: str = "",
    now: datetime | None = None,
) -> TaskSet:
    """Give a set to another class of the teacher's as well; a last day that is over is left out."""
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        source = _assignment(session, classroom(session, teacher, room), given)
        target = _open_room(session, teacher, to)
        known = _by_id(session, target, key)
        if known is not None:
            return values_of(session, [known])[0]
        value = values_of(session, [source])[0]
        made = _give(session, target, Draft.of(value), _new_id(session, key), now)
        until = None if value.over(now) else value.due_until
        row = _assignment(session, target, made.id)
        row.due_until, row.due_on = until, value.due_on if until else None
        return values_of(session, [row])[0]


def edit(
    sessions: Sessions,
    teacher: str,
    room: str,
    given: str,
    draft: Draft,
    now: datetime | None = None,
    *,
    basis: str = "",
) -> TaskSet:
    """Change a set; raises DraftError. Tasks that are taken out keep their answers.

    ``basis``: the mark of the set that the form was made from; raises ChangedError where somebody
    has changed it since then.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        room_row = _open_room(session, teacher, room)
        row = _assignment(session, room_row, given)
        before = values_of(session, [row])[0]
        _require_fit(session, room_row, draft, now, before)
        require_same(basis, Draft.of(before).mark, draft.mark)
        row.title, row.tries, row.explain = draft.title.strip(), draft.tries, draft.explain
        if draft.due_on != row.due_on:
            row.due_on, row.due_until = draft.due_on, draft.due_until
        if draft.explain == "at once":
            row.released_at = None
        _set_tasks(session, row, draft.tasks, now)
        return values_of(session, [row])[0]


def move(sessions: Sessions, teacher: str, room: str, given: str, place: int) -> None:
    """Put a set at a place among the class's, from 0."""
    with writing(sessions) as session:
        row = _open_room(session, teacher, room)
        here = Assignment.classroom_id == row.id, Assignment.removed_at.is_(None)
        query = select(Assignment).where(*here).order_by(Assignment.place, Assignment.id)
        found = list(session.scalars(query))
        one = _assignment(session, row, given)
        if one not in found:
            raise NotFoundError(given)
        found.remove(one)
        found.insert(min(max(place, 0), len(found)), one)
        for number, each in enumerate(found):
            each.place = number


def release(
    sessions: Sessions, teacher: str, room: str, given: str, now: datetime | None = None
) -> None:
    """Show the explanations that waited for the teacher. Twice is as once."""
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        row = _assignment(session, _open_room(session, teacher, room), given)
        if row.explain == "release" and row.released_at is None:
            row.released_at = now


def withhold(sessions: Sessions, teacher: str, room: str, given: str) -> None:
    """Take a release back."""
    with writing(sessions) as session:
        _assignment(session, _open_room(session, teacher, room), given).released_at = None


def remove(
    sessions: Sessions, teacher: str, room: str, given: str, now: datetime | None = None
) -> None:
    """Put a set into the bin: nobody sees it, and all that was done for it is kept."""
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        row = _assignment(session, _open_room(session, teacher, room), given)
        row.removed_at = row.removed_at or now


def restore(sessions: Sessions, teacher: str, room: str, given: str) -> None:
    """Bring a set back from the bin, with all that was done for it."""
    with writing(sessions) as session:
        _assignment(session, _open_room(session, teacher, room), given).removed_at = None


def ever_given(sessions: Sessions, teacher: str, room: str) -> Collection[str]:
    """The ids of the puzzles that a class was ever given, those in the bin too."""
    with reading(sessions) as session:
        row = classroom(session, teacher, room)
        query = (
            select(Task.reference)
            .join(Assignment, Assignment.id == Task.assignment_id)
            .where(Assignment.classroom_id == row.id, Task.kind == "puzzle")
        )
        return frozenset(session.scalars(query))


def _open_room(session: Session, teacher: str, room: str) -> Classroom:
    """The class, held until the commit, so that two changes of its sets queue."""
    row = classroom(session, teacher, room)
    if row.archived_at is not None or row.removed_at is not None:
        raise InactiveError(room)
    session.execute(select(Classroom.id).where(Classroom.id == row.id).with_for_update())
    return row


def _assignment(session: Session, room: Classroom, given: str) -> Assignment:
    found = _by_id(session, room, given)
    if found is None:
        raise NotFoundError(given)
    return found


def _by_id(session: Session, room: Classroom, given: str) -> Assignment | None:
    here = Assignment.classroom_id == room.id, Assignment.public_id == given
    return session.scalar(select(Assignment).where(*here))


def _new_id(session: Session, key: str) -> str:
    """The key as an id; a fresh one where it is none, or somebody else's."""
    query = select(Assignment.id).where(Assignment.public_id == key)
    if re.fullmatch("[0-9a-f]{24}", key) is None or session.scalar(query) is not None:
        return codes.new_public_id()
    return key


def _require_fit(
    session: Session, room: Classroom, draft: Draft, now: datetime, before: TaskSet | None = None
) -> None:
    found = problems(session, draft, now, room.expires_on, before)
    if found:
        raise DraftError(found)


def _give(session: Session, room: Classroom, draft: Draft, name: str, now: datetime) -> TaskSet:
    last = select(func.max(Assignment.place)).where(Assignment.classroom_id == room.id)
    row = Assignment(
        public_id=name,
        classroom_id=room.id,
        title=draft.title.strip(),
        place=(session.scalar(last) or 0) + 1,
        due_on=draft.due_on,
        due_until=draft.due_until,
        tries=draft.tries,
        explain=draft.explain,
        made_at=now,
    )
    session.add(row)
    session.flush()
    _set_tasks(session, row, draft.tasks, now)
    return values_of(session, [row])[0]


def _set_tasks(session: Session, row: Assignment, wanted: Sequence[Wanted], now: datetime) -> None:
    """Let a set have these tasks in this order, each once."""
    query = select(Task).where(Task.assignment_id == row.id)
    known = {(task.kind, task.reference): task for task in session.scalars(query)}
    unique = {one.key: one for one in wanted}
    for place, one in enumerate(unique.values()):
        task = known.pop(one.key, None)
        if task is None:
            task = Task(assignment_id=row.id, kind=one.kind, reference=one.reference)
            session.add(task)
        task.place, task.amount, task.removed_at = place, one.amount, None
    for task in known.values():
        task.removed_at = task.removed_at or now
    session.flush()
