"""How pupils come in: by the code of their card, or by the class code as somebody new.

Wrong codes of cards are counted for the class whose letters they begin with, never for an
address. A class code opens one door only: to a new pupil, whom the teacher sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from trainer.classes import codes, guessing
from trainer.classes.access import NotFoundError
from trainer.classes.classrooms import JOIN_LENGTH, TAG_LENGTH
from trainer.classes.guessing import Limit
from trainer.classes.merging import TwoPeopleError, unite
from trainer.classes.pupils import CARD_LENGTH, add_place, check_room, here
from trainer.classes.sessions import PUPIL_IDLE, open_for_pupil
from trainer.learners.guests import find_or_create, new_id
from trainer.storage.class_tables import Classroom, LiveRound, Pupil, PupilSession
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner

CARD_LIMIT = Limit(
    free=40,
    first=timedelta(seconds=5),
    longest=timedelta(minutes=1),
    window=timedelta(minutes=15),
)
"""Of a class of thirty, so many guesses find one card in two years."""

TWICE = timedelta(minutes=2)
"""The same form within so long is a double click; later it is somebody else at its address."""

SHOWN = timedelta(hours=1)
"""So long a new pupil can look at the code of the card to write it down."""

Kind = Literal["card", "class", "live", ""]


class WaitError(ValueError):
    """Too many wrong codes of this class's cards; ``seconds`` until the next try is taken."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class ArchivedError(ValueError):
    """The class of the card is archived."""


@dataclass(frozen=True)
class Holder:
    """Whose card it is; ids as in addresses. ``archived``: it opens nothing at present."""

    pupil: str
    name: str
    room: str
    room_name: str
    language: str
    archived: bool


@dataclass(frozen=True)
class Door:
    """A class that new pupils may join by its code."""

    room: str
    room_name: str
    language: str


@dataclass(frozen=True)
class Enrolled:
    """A pupil who has joined: ``secret`` is for the browser's cookie.

    ``again``: the learner had a place in this class before.
    """

    pupil: str
    secret: str
    again: bool = False


def kind_of(sessions: Sessions, code: str) -> Kind:
    """What a typed code is for, by its length and by what there is; '' for nothing known."""
    code = codes.normal(code)
    if len(code) == CARD_LENGTH:
        return "card"
    with reading(sessions) as session:
        if _door(session, code) is not None:
            return "class"
        running = LiveRound.join_code == code, LiveRound.ended_at.is_(None)
        live = session.scalar(select(LiveRound.id).where(*running))
    return "live" if live is not None else ""


def language_of(sessions: Sessions, code: str) -> str | None:
    """The language of the class that a card's or class's code belongs to, by its open part."""
    code = codes.normal(code)
    with reading(sessions) as session:
        if len(code) == CARD_LENGTH:
            mine = Classroom.tag == code[:TAG_LENGTH]
            return session.scalar(select(Classroom.language).where(mine))
        row = _door(session, code)
        return row.language if row is not None else None


def holder(sessions: Sessions, code: str, now: datetime | None = None) -> Holder:
    """Whose card has this code; a wrong one counts as a guess. Raises NotFoundError, WaitError."""
    code, now = codes.normal(code), now or datetime.now(UTC)
    with reading(sessions) as session:
        found = _holder(session, code, now)
    if found is None:
        _count_guess(sessions, code, now)
        raise NotFoundError("card")
    return _value(*found)


def _holder(session: Session, code: str, now: datetime) -> tuple[Pupil, Classroom] | None:
    seconds = guessing.allowed(session, _subject(code), CARD_LIMIT, now)
    if seconds is not None:
        raise WaitError(seconds)
    query = (
        select(Pupil, Classroom)
        .join(Classroom, Classroom.id == Pupil.classroom_id)
        .where(Pupil.card == code, *here(), Classroom.removed_at.is_(None))
    )
    found = session.execute(query).one_or_none()
    return None if found is None else (found[0], found[1])


def _subject(code: str) -> str:
    return f"card:{code[:TAG_LENGTH]}"


def _count_guess(sessions: Sessions, code: str, now: datetime) -> None:
    with writing(sessions) as session:
        # Nothing is counted for letters that no card begins with: there is nothing to guess.
        if len(code) == CARD_LENGTH and _is_tag(session, code[:TAG_LENGTH]):
            guessing.failed(session, _subject(code), CARD_LIMIT, now)


def _is_tag(session: Session, tag: str) -> bool:
    if session.scalar(select(Classroom.id).where(Classroom.tag == tag)) is not None:
        return True
    moved = select(Pupil.id).where(Pupil.card.startswith(tag, autoescape=True)).limit(1)
    return session.scalar(moved) is not None


def _value(pupil: Pupil, room: Classroom) -> Holder:
    return Holder(
        pupil=pupil.public_id,
        name=pupil.name,
        room=room.public_id,
        room_name=room.name,
        language=room.language,
        archived=room.archived_at is not None,
    )


def sign_in(sessions: Sessions, code: str, old: str = "", now: datetime | None = None) -> str:
    """Sign a browser in by a card; returns the secret for its cookie, in place of ``old``.

    Raises NotFoundError, WaitError, and ArchivedError.
    """
    code, now = codes.normal(code), now or datetime.now(UTC)
    with writing(sessions) as session:
        found = _holder(session, code, now)
        if found is not None:
            return _open(session, *found, old, now)
    _count_guess(sessions, code, now)
    raise NotFoundError("card")


def _open(session: Session, pupil: Pupil, room: Classroom, old: str, now: datetime) -> str:
    if room.archived_at is not None:
        raise ArchivedError(room.public_id)
    forgotten = PupilSession.pupil_id == pupil.id, PupilSession.seen_at < now - PUPIL_IDLE
    session.execute(delete(PupilSession).where(*forgotten))
    # Who signs out again without having done anything was here all the same.
    session.execute(update(Learner).where(Learner.id == pupil.learner_id).values(seen_at=now))
    if old:
        session.execute(delete(PupilSession).where(PupilSession.token == codes.digest(old)))
    return open_for_pupil(session, pupil, now)


def sign_in_as_well(sessions: Sessions, code: str, pupil: str, now: datetime | None = None) -> str:
    """The same for somebody who has a place in another class: from now on both are one person.

    ``pupil``: who is signed in at the browser (id as in addresses). Whoever holds both cards has
    one progress with both. Raises TwoPeopleError where a class has both, and as `sign_in`.
    """
    code, now = codes.normal(code), now or datetime.now(UTC)
    with writing(sessions) as session:
        found = _holder(session, code, now)
        mine = session.scalar(select(Pupil).where(Pupil.public_id == pupil, *here()))
        if found is None or mine is None:
            raise NotFoundError("card")
        theirs, room = found
        if room.archived_at is not None:
            raise ArchivedError(room.public_id)
        _unite(session, mine, theirs)
        return open_for_pupil(session, theirs, now)


def _unite(session: Session, mine: Pupil, theirs: Pupil) -> None:
    both = Learner.id.in_([mine.learner_id, theirs.learner_id])
    query = select(Learner).where(both).order_by(Learner.id).with_for_update()
    rows = {row.id: row for row in session.scalars(query)}
    stays, goes = rows[mine.learner_id], rows[theirs.learner_id]
    if theirs.came_along and not mine.came_along:
        # A guest's browser knows the learner too: that one stays.
        stays, goes = goes, stays
    unite(session, stays, goes)
    if stays.id != goes.id:
        mine.came_along = theirs.came_along = mine.came_along or theirs.came_along


def door(sessions: Sessions, code: str) -> Door:
    """The class that takes new pupils by this code; raises NotFoundError."""
    with reading(sessions) as session:
        row = _door(session, codes.normal(code))
        if row is None:
            raise NotFoundError("class")
        return Door(row.public_id, row.name, row.language)


def _door(session: Session, code: str, *, lock: bool = False) -> Classroom | None:
    query = select(Classroom).where(
        Classroom.join_code == code,
        Classroom.joining.is_(True),
        Classroom.archived_at.is_(None),
        Classroom.removed_at.is_(None),
    )
    return session.scalar(query.with_for_update() if lock else query)


def enrol(
    sessions: Sessions,
    code: str,
    name: str,
    key: str,
    *,
    learner: str | None = None,
    old: str = "",
    now: datetime | None = None,
) -> Enrolled:
    """Join a class by its code, always as a new pupil with a new card.

    ``learner``: the id of somebody who is at the browser already and takes the progress along;
    one who has a place in the class keeps that. ``key``: of the form, so that a double click
    makes one pupil. ``old`` as in `sign_in`. Raises NotFoundError and FullError.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        room = _door(session, codes.normal(code), lock=True)
        if room is None:
            raise NotFoundError("class")
        row = _place_of(session, room, learner)
        if row is not None:
            return Enrolled(row.public_id, _open(session, row, room, old, now), again=True)
        made = codes.public_id_of("enrolled", room.public_id, key, name, learner or "")
        row = _twin(session, made, now) or _new(session, room, made, name, learner, now)
        return Enrolled(row.public_id, _open(session, row, room, old, now))


def _place_of(session: Session, room: Classroom, learner: str | None) -> Pupil | None:
    query = (
        select(Pupil)
        .join(Learner, Learner.id == Pupil.learner_id)
        .where(Pupil.classroom_id == room.id, Learner.public_id == (learner or ""), *here())
        .limit(1)
    )
    return session.scalar(query)


def _twin(session: Session, made: str, now: datetime) -> Pupil | None:
    mine = Pupil.public_id == made, Pupil.joined_at > now - TWICE
    return session.scalar(select(Pupil).where(*mine, *here()))


def _new(
    session: Session,
    room: Classroom,
    made: str,
    name: str,
    learner: str | None,
    now: datetime,
) -> Pupil:
    check_room(session, room, 1)
    if session.scalar(select(Pupil.id).where(Pupil.public_id == made)) is not None:
        made = codes.new_public_id()
    person = find_or_create(session, learner or new_id(), now)
    along = learner is not None
    return add_place(session, room, person, made, name, now, enrolled=True, came_along=along)


def fresh_card(sessions: Sessions, pupil: str, now: datetime | None = None) -> str | None:
    """The card of a pupil who has just enrolled, to be written down; None for anybody else.

    Later the teacher has it: whoever finds a browser signed in shall not take the card along.
    """
    now = now or datetime.now(UTC)
    mine = Pupil.public_id == pupil, Pupil.enrolled.is_(True), Pupil.joined_at > now - SHOWN
    with reading(sessions) as session:
        return session.scalar(select(Pupil.card).where(*mine, *here()))


__all__ = [
    "CARD_LENGTH",
    "JOIN_LENGTH",
    "ArchivedError",
    "Door",
    "Enrolled",
    "Holder",
    "TwoPeopleError",
    "WaitError",
    "door",
    "enrol",
    "fresh_card",
    "holder",
    "kind_of",
    "language_of",
    "sign_in",
    "sign_in_as_well",
]
