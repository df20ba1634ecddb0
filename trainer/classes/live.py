"""Live rounds as the teacher leads them: a class answers puzzles together.

A round waits for people to join, then shows one question after the other: first open (answers
are taken), then revealed. `step` moves it, and moves it once however often it is asked: whoever
asks says which ``version`` of the round they were looking at. The version grows with each step
and with nothing else, so that phones need to ask for one number; how many have joined and
answered is counted anew each time (`watch`). Pupils' side: `live_answers`; what came out:
`live_results`. All state is in the database, so any number of processes may serve a round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trainer.classes import codes
from trainer.classes.access import NotFoundError, classroom
from trainer.learners import own_puzzles
from trainer.puzzles import bank
from trainer.puzzles.schema import Puzzle
from trainer.storage.class_tables import (
    Classroom,
    ClassTeacher,
    LiveAnswer,
    LivePlayer,
    LiveQuestion,
    LiveRound,
    Pupil,
    Teacher,
)
from trainer.storage.database import Sessions, reading, writing

CODE_LENGTH = 6
MOST_QUESTIONS = 30

Kind = Literal["puzzle", "own"]
Phase = Literal["waiting", "open", "revealed"]
Move = Literal["forward", "back", "end"]


class RunningError(ValueError):
    """The class has another round that is running; ``round`` is its id."""

    def __init__(self, round_id: str) -> None:
        super().__init__(round_id)
        self.round = round_id


class InactiveError(ValueError):
    """The class is archived or in the bin: nothing begins in it."""


@dataclass(frozen=True)
class Ask:
    """What a question asks: a puzzle of the bank (its id) or a teacher's own (its link)."""

    kind: Kind
    reference: str


@dataclass(frozen=True)
class Question:
    """A question of a round; ``place`` from 0."""

    place: int
    ask: Ask
    opened_at: datetime | None
    revealed_at: datetime | None

    @property
    def takes_answers(self) -> bool:
        """Whether it has been opened and not been revealed yet."""
        return self.opened_at is not None and self.revealed_at is None


@dataclass(frozen=True)
class Round:
    """A round at one moment. ``id`` and ``room`` as in addresses, ``place`` of what is shown."""

    id: str
    room: str
    code: str
    version: int
    place: int
    phase: Phase
    questions: tuple[Question, ...]
    started_at: datetime
    ended_at: datetime | None

    @property
    def question(self) -> Question:
        """The question that is shown, or that will be the first."""
        return self.questions[self.place]

    @property
    def is_last(self) -> bool:
        """Whether no question follows the one that is shown."""
        return self.place + 1 == len(self.questions)


@dataclass(frozen=True)
class Watch:
    """What changes on the projector by itself; ``answered`` counts for the question shown."""

    version: int
    joined: int
    answered: int


def start(
    sessions: Sessions,
    teacher: str,
    room: str,
    asks: Sequence[Ask],
    key: str,
    *,
    replacing: str | None = None,
    now: datetime | None = None,
) -> Round:
    """Begin a round with at least one question; it waits for people to join.

    ``key`` (of `codes.new_public_id`) names the form: sent twice, it is the same round for as
    long as that runs. A class has one running round: another one is ended if ``replacing`` names
    it, else RunningError.
    Raises InactiveError where the class is over.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        row = classroom(session, teacher, room)
        # Two teachers who start at once come one after the other.
        session.refresh(row, with_for_update={"key_share": True})
        known = session.scalar(select(LiveRound).where(LiveRound.public_id == key))
        if known is not None and known.classroom_id == row.id and known.ended_at is None:
            return round_of(session, known, row.public_id)
        if row.archived_at or row.removed_at:
            raise InactiveError(room)
        _end_running(session, row, replacing, now)
        made = _new_round(session, row, key if known is None else codes.new_public_id(), now)
        session.add_all(
            LiveQuestion(round_id=made.id, place=place, kind=ask.kind, reference=ask.reference)
            for place, ask in enumerate(asks[:MOST_QUESTIONS])
        )
        session.flush()
        return round_of(session, made, row.public_id)


def _end_running(session: Session, room: Classroom, replacing: str | None, now: datetime) -> None:
    running = _running(session, room)
    if running is None:
        return
    if running.public_id != replacing:
        raise RunningError(running.public_id)
    _end(running, _questions(session, running), now)
    running.version += 1


def _new_round(session: Session, room: Classroom, key: str, now: datetime) -> LiveRound:
    while True:
        row = LiveRound(
            public_id=key,
            classroom_id=room.id,
            join_code=codes.new_code(CODE_LENGTH),
            version=1,
            place=0,
            phase="waiting",
            started_at=now,
        )
        try:
            with session.begin_nested():
                session.add(row)
        except IntegrityError:
            # Another round has this code: there are 100 million others.
            continue
        return row


def step(
    sessions: Sessions,
    teacher: str,
    room: str,
    round_id: str,
    move: Move,
    version: int,
    now: datetime | None = None,
) -> Round:
    """Move a round on, back or to its end, if it still is at ``version``; returns how it is now.

    Forward: open the first question, reveal the open one, go on to the next. Back: look at the
    question before, which stays revealed. A move that leads nowhere changes nothing.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        row = _find(session, teacher, room, round_id, lock=True)
        if row.version == version and row.ended_at is None:
            move_it = {"forward": _forward, "back": _back, "end": _end}[move]
            if move_it(row, _questions(session, row), now):
                row.version += 1
        session.flush()
        return round_of(session, row, room)


def _forward(row: LiveRound, questions: list[LiveQuestion], now: datetime) -> bool:
    shown = questions[row.place]
    if row.phase == "waiting":
        shown.opened_at = now
    elif row.phase == "open":
        shown.revealed_at = now
    elif row.place + 1 < len(questions):
        row.place += 1
        questions[row.place].opened_at = questions[row.place].opened_at or now
    else:
        return False
    row.phase = _phase(questions[row.place])
    return True


def _back(row: LiveRound, questions: list[LiveQuestion], _now: datetime) -> bool:
    if row.phase == "waiting" or row.place == 0:
        return False
    row.place -= 1
    row.phase = _phase(questions[row.place])
    return True


def _end(row: LiveRound, questions: list[LiveQuestion], now: datetime) -> bool:
    row.ended_at = now
    for question in questions:
        if question.opened_at is not None and question.revealed_at is None:
            question.revealed_at = now
    if row.phase == "open":
        row.phase = "revealed"
    return True


def _phase(question: LiveQuestion) -> Phase:
    return "open" if question.revealed_at is None else "revealed"


def show(sessions: Sessions, teacher: str, room: str, round_id: str) -> Round:
    """A round, for a teacher of its class."""
    with reading(sessions) as session:
        return round_of(session, _find(session, teacher, room, round_id), room)


def running(sessions: Sessions, teacher: str, room: str) -> Round | None:
    """The round that is running in a class."""
    with reading(sessions) as session:
        found = _running(session, classroom(session, teacher, room))
        return None if found is None else round_of(session, found, room)


def rounds(sessions: Sessions, teacher: str, room: str) -> list[tuple[Round, int]]:
    """The rounds of a class and how many took part in each, the newest first."""
    with reading(sessions) as session:
        row = classroom(session, teacher, room)
        query = (
            select(LiveRound, func.count(LivePlayer.id))
            .outerjoin(LivePlayer, LivePlayer.round_id == LiveRound.id)
            .where(LiveRound.classroom_id == row.id)
            .group_by(LiveRound.id)
            .order_by(LiveRound.started_at.desc(), LiveRound.id.desc())
        )
        found = session.execute(query).all()
        return [(round_of(session, one, room), players) for one, players in found]


def watch(sessions: Sessions, teacher: str, room: str, round_id: str) -> Watch:
    """What the projector asks for every second or two, in one query."""
    joined = (
        select(func.count())
        .select_from(LivePlayer)
        .join(Pupil, Pupil.id == LivePlayer.pupil_id)
        .where(LivePlayer.round_id == LiveRound.id, Pupil.removed_at.is_(None))
        .correlate(LiveRound)
        .scalar_subquery()
    )
    answered = (
        select(func.count())
        .select_from(LiveQuestion)
        .join(LiveAnswer, LiveAnswer.question_id == LiveQuestion.id)
        .join(Pupil, Pupil.id == LiveAnswer.pupil_id)
        .where(
            LiveQuestion.round_id == LiveRound.id,
            LiveQuestion.place == LiveRound.place,
            Pupil.removed_at.is_(None),
        )
        .correlate(LiveRound)
        .scalar_subquery()
    )
    query = (
        select(LiveRound.version, joined, answered)
        .join(Classroom, Classroom.id == LiveRound.classroom_id)
        .join(ClassTeacher, ClassTeacher.classroom_id == Classroom.id)
        .join(Teacher, Teacher.id == ClassTeacher.teacher_id)
        .where(
            LiveRound.public_id == round_id,
            Classroom.public_id == room,
            Teacher.public_id == teacher,
        )
    )
    with reading(sessions) as session:
        found = session.execute(query).one_or_none()
    if found is None:
        raise NotFoundError(round_id)
    return Watch(*found)


def puzzle_of(sessions: Sessions, ask: Ask) -> Puzzle | None:
    """The puzzle that is asked; None once it has left the bank or was withdrawn."""
    if ask.kind == "puzzle":
        return bank.load().get(ask.reference)
    kept = own_puzzles.by_link(sessions, ask.reference)
    return None if kept is None else kept.puzzle


def round_of(session: Session, row: LiveRound, room: str) -> Round:
    """The value of a row, with its questions."""
    return Round(
        id=row.public_id,
        room=room,
        code=row.join_code,
        version=row.version,
        place=row.place,
        phase=_known_phase(row.phase),
        questions=tuple(map(_question, _questions(session, row))),
        started_at=row.started_at,
        ended_at=row.ended_at,
    )


def _known_phase(text: str) -> Phase:
    return "open" if text == "open" else "revealed" if text == "revealed" else "waiting"


def _question(row: LiveQuestion) -> Question:
    kind: Kind = "own" if row.kind == "own" else "puzzle"
    return Question(row.place, Ask(kind, row.reference), row.opened_at, row.revealed_at)


def _questions(session: Session, row: LiveRound) -> list[LiveQuestion]:
    query = select(LiveQuestion).where(LiveQuestion.round_id == row.id).order_by(LiveQuestion.place)
    return list(session.scalars(query))


def _running(session: Session, room: Classroom) -> LiveRound | None:
    query = select(LiveRound).where(LiveRound.classroom_id == room.id, LiveRound.ended_at.is_(None))
    return session.scalar(query)


def _find(
    session: Session, teacher: str, room: str, round_id: str, *, lock: bool = False
) -> LiveRound:
    row = classroom(session, teacher, room)
    query = select(LiveRound).where(
        LiveRound.classroom_id == row.id, LiveRound.public_id == round_id
    )
    found = session.scalar(query.with_for_update(key_share=True) if lock else query)
    if found is None:
        raise NotFoundError(round_id)
    return found
