"""Live rounds as a pupil takes part in them.

The rule: an answer may be changed until the teacher reveals, the last one before counts; what
arrives after the reveal is refused and not counted. Which came first is decided by the row of
the question: an answer holds it in shared use, the reveal waits for those and shuts the others
out. There is one row for each pupil and question; the same answer sent twice changes nothing.
An answer is confirmed only after it is in the database. It touches no rating: see DECISIONS 41.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

from sqlalchemy import bindparam, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from trainer.classes.access import NotFoundError
from trainer.classes.codes import digest
from trainer.classes.live import Ask, Round, round_of
from trainer.classes.sessions import PUPIL_IDLE
from trainer.learners.attempts import Answer
from trainer.storage.class_tables import (
    Classroom,
    LiveAnswer,
    LivePlayer,
    LiveQuestion,
    LiveRound,
    Pupil,
    PupilSession,
)
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner

_SHOWN, _MINE = aliased(Pupil), aliased(Pupil)
"""The place whose card was shown, and the place of the same learner in the class of the round."""

_HERE = (
    LiveRound.join_code == bindparam("code"),
    _SHOWN.removed_at.is_(None),
    _MINE.removed_at.is_(None),
    _MINE.moved_at.is_(None),
    Classroom.removed_at.is_(None),
    Classroom.archived_at.is_(None),
)

# Made once: they run for every phone every second or two, and making them takes longer than that.
_VERSION = (
    select(LiveRound.version)
    .join(_MINE, _MINE.classroom_id == LiveRound.classroom_id)
    .join(Classroom, Classroom.id == LiveRound.classroom_id)
    .join(_SHOWN, _SHOWN.learner_id == _MINE.learner_id)
    .join(PupilSession, PupilSession.pupil_id == _SHOWN.id)
    .where(
        *_HERE,
        PupilSession.token == bindparam("token"),
        PupilSession.seen_at > bindparam("oldest"),
    )
    .limit(1)
)
_SEAT = (
    select(LiveRound, Classroom, _MINE)
    .join(Classroom, Classroom.id == LiveRound.classroom_id)
    .join(_MINE, _MINE.classroom_id == Classroom.id)
    .join(_SHOWN, _SHOWN.learner_id == _MINE.learner_id)
    .where(*_HERE, _SHOWN.public_id == bindparam("pupil"))
    # Should a learner have two places here, the one whose card was shown.
    .order_by(_MINE.id != _SHOWN.id, _MINE.id)
    .limit(1)
)


class Receipt(StrEnum):
    """What has become of an answer that was sent; the last two are not stored."""

    STORED = "stored"
    CHANGED = "changed"
    SAME = "same"
    LATE = "late"
    EARLY = "early"


@dataclass(frozen=True)
class Given:
    """A stored answer; columns as in `attempts.Answer`. ``changes``: how many were before it."""

    answer: str
    solved: bool
    grade: str | None
    loss: float | None
    changes: int


@dataclass(frozen=True)
class Visit:
    """A pupil in a round: who they are in this class, and what is stored of theirs by place."""

    round: Round
    room_name: str
    pupil: str
    name: str
    answers: Mapping[int, Given] = field(default_factory=dict)


@dataclass(frozen=True)
class Running:
    """A round that a pupil could take part in now."""

    code: str
    room_name: str


@dataclass(frozen=True)
class Way:
    """Where somebody without a card stands who has typed the code of a running round."""

    language: str
    join_code: str | None


def join(sessions: Sessions, pupil: str, code: str, now: datetime | None = None) -> Visit:
    """Take part in the round with this code, as the learner of ``pupil`` (public id).

    A learner who has shown the card of another class takes part with the place in this one.
    Raises NotFoundError for whoever has none, and where there is no such round. Once a round is
    over nobody joins it any more, and its players see their results.
    """
    now = now or datetime.now(UTC)
    with reading(sessions) as session:
        round_row, room, me = _seat(session, pupil, code)
        visit = _visit(session, round_row, room, me)
        joins = round_row.ended_at is None and _player(session, round_row.id, me.id) is None
    if joins:
        with writing(sessions) as session:
            _join(session, round_row.id, me.id, now)
    return visit


def answer(
    sessions: Sessions,
    pupil: str,
    code: str,
    place: int,
    given: Answer,
    now: datetime | None = None,
) -> Receipt:
    """Store an answer to the question at ``place``; when this returns, it is in the database.

    Raises NotFoundError as `join` does, and for a question that the round does not have.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        round_row, _room, me = _seat(session, pupil, code)
        # Two phones with the same card come one after the other.
        _join(session, round_row.id, me.id, now).seen_at = now
        question = session.scalar(
            select(LiveQuestion)
            .where(LiveQuestion.round_id == round_row.id, LiveQuestion.place == place)
            .with_for_update(read=True)
        )
        if question is None:
            raise NotFoundError(f"{code}: {place}")
        if question.revealed_at is not None:
            return Receipt.LATE
        if question.opened_at is None:
            return Receipt.EARLY
        return _store(session, question.id, me.id, given, now)


def _store(session: Session, question: int, pupil: int, given: Answer, now: datetime) -> Receipt:
    row = session.scalar(
        select(LiveAnswer).where(LiveAnswer.question_id == question, LiveAnswer.pupil_id == pupil)
    )
    if row is None:
        row = LiveAnswer(question_id=question, pupil_id=pupil, changes=0)
        receipt = Receipt.STORED
        session.add(row)
    elif row.answer == given.answer:
        return Receipt.SAME
    else:
        row.changes += 1
        receipt = Receipt.CHANGED
    row.answer, row.solved, row.grade, row.loss = (
        given.answer,
        given.solved,
        given.grade,
        given.loss,
    )
    row.made_at = now
    return receipt


def version(sessions: Sessions, secret: str, code: str, now: datetime | None = None) -> int | None:
    """The version of a round for the browser with this secret; None for whom it is not there.

    What every phone asks for every second or two: one query, nothing is written.
    """
    known = {
        "code": code,
        "token": digest(secret),
        "oldest": (now or datetime.now(UTC)) - PUPIL_IDLE,
    }
    with reading(sessions) as session:
        return session.scalar(_VERSION, known)


def running_for(sessions: Sessions, pupil: str) -> list[Running]:
    """The rounds that are running in the classes of a pupil's learner, the newest first."""
    shown, mine = aliased(Pupil), aliased(Pupil)
    query = (
        select(LiveRound.join_code, Classroom.name, LiveRound.started_at)
        .join(Classroom, Classroom.id == LiveRound.classroom_id)
        .join(mine, mine.classroom_id == Classroom.id)
        .join(shown, shown.learner_id == mine.learner_id)
        .where(
            shown.public_id == pupil,
            mine.removed_at.is_(None),
            mine.moved_at.is_(None),
            Classroom.removed_at.is_(None),
            Classroom.archived_at.is_(None),
            LiveRound.ended_at.is_(None),
        )
        .order_by(LiveRound.started_at.desc())
        .distinct()
    )
    with reading(sessions) as session:
        return [Running(code, name) for code, name, _ in session.execute(query)]


def open_question(sessions: Sessions, learner: str, ask: Ask) -> str | None:
    """The code of a running round of the learner's classes that asks this now; mostly None.

    Asked now means: the question has been opened and has not been revealed.
    """
    query = (
        select(LiveRound.join_code)
        .join(LiveQuestion, LiveQuestion.round_id == LiveRound.id)
        .join(Classroom, Classroom.id == LiveRound.classroom_id)
        .join(Pupil, Pupil.classroom_id == Classroom.id)
        .join(Learner, Learner.id == Pupil.learner_id)
        .where(
            Learner.public_id == learner,
            Pupil.removed_at.is_(None),
            Pupil.moved_at.is_(None),
            Classroom.removed_at.is_(None),
            Classroom.archived_at.is_(None),
            LiveRound.ended_at.is_(None),
            LiveQuestion.kind == ask.kind,
            LiveQuestion.reference == ask.reference,
            LiveQuestion.opened_at.is_not(None),
            LiveQuestion.revealed_at.is_(None),
        )
        .limit(1)
    )
    with reading(sessions) as session:
        return session.scalar(query)


def way_in(sessions: Sessions, code: str) -> Way | None:
    """For somebody who is not signed in: the language of the class, and its code to enrol with.

    ``join_code`` is None unless the class lets pupils enrol by themselves. None for no such round.
    """
    query = (
        select(Classroom)
        .join(LiveRound, LiveRound.classroom_id == Classroom.id)
        .where(
            LiveRound.join_code == code,
            LiveRound.ended_at.is_(None),
            Classroom.removed_at.is_(None),
            Classroom.archived_at.is_(None),
        )
    )
    with reading(sessions) as session:
        room = session.scalar(query)
    return None if room is None else Way(room.language, room.join_code if room.joining else None)


def _seat(session: Session, pupil: str, code: str) -> tuple[LiveRound, Classroom, Pupil]:
    """The round with a code, its class, and the place that a pupil's learner has in it."""
    found = session.execute(_SEAT, {"code": code, "pupil": pupil}).first()
    if found is None:
        raise NotFoundError(code)
    return found[0], found[1], found[2]


def _visit(session: Session, row: LiveRound, room: Classroom, me: Pupil) -> Visit:
    query = (
        select(LiveQuestion.place, LiveAnswer)
        .join(LiveAnswer, LiveAnswer.question_id == LiveQuestion.id)
        .where(LiveQuestion.round_id == row.id, LiveAnswer.pupil_id == me.id)
    )
    answers = {
        place: Given(one.answer, one.solved, one.grade, one.loss, one.changes)
        for place, one in session.execute(query)
    }
    return Visit(
        round=round_of(session, row, room.public_id),
        room_name=room.name,
        pupil=me.public_id,
        name=me.name,
        answers=answers,
    )


def _player(
    session: Session, round_id: int, pupil: int, *, held: bool = False
) -> LivePlayer | None:
    query = select(LivePlayer).where(LivePlayer.round_id == round_id, LivePlayer.pupil_id == pupil)
    return session.scalar(query.with_for_update() if held else query)


def _join(session: Session, round_id: int, pupil: int, now: datetime) -> LivePlayer:
    """The player's row, held for this transaction; made if need be."""
    found = _player(session, round_id, pupil, held=True)
    if found is not None:
        return found
    row = LivePlayer(round_id=round_id, pupil_id=pupil, joined_at=now, seen_at=now)
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:
        # The other phone, or the other tab, was quicker.
        return _player(session, round_id, pupil, held=True) or row
    return row
