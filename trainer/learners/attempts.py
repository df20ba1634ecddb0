"""Answers to puzzles: stored once each, asked for in several ways.

An answer is named by its form (`submission`) and its text. The same answer of the same form
is one attempt, whether it arrives by a double click, a reload or the back button; another
answer, from the same form or another tab, is another attempt.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trainer.learners.guests import find_or_create
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner, PuzzleAttempt


@dataclass(frozen=True)
class Answer:
    """An answer as the page judged it.

    ``puzzle`` and ``profile`` are ids; ``answer`` is canonical text (``B10,B12``), so equal
    turns are equal texts. ``loss`` is in points, None for goals that have none; ``grade`` the
    name of a grade, None likewise.
    """

    puzzle: str
    answer: str
    solved: bool
    profile: str = "official"
    grade: str | None = None
    loss: float | None = None


@dataclass(frozen=True)
class Attempt:
    """A stored answer. ``fresh``: this call stored it; otherwise it was there before.

    ``number``: the how-many-th attempt of this learner at this puzzle, from 1.
    """

    answer: Answer
    made_at: datetime
    number: int
    fresh: bool


@dataclass(frozen=True)
class PuzzleRecord:
    """All attempts of a learner at one puzzle, in short. ``best`` is the best answer given."""

    puzzle: str
    attempts: int
    best: Answer
    solved_at: datetime | None
    last_at: datetime

    @property
    def solved(self) -> bool:
        """Whether any attempt solved it."""
        return self.solved_at is not None


def record_attempt(
    sessions: Sessions, learner: str, submission: str, answer: Answer, now: datetime | None = None
) -> Attempt:
    """Store an answer; the same answer of the same form again returns what is stored.

    ``submission``: the random key of the form, at most 64 characters. When this returns, the
    answer is in the database.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        return store_attempt(
            session, find_or_create(session, learner, now), submission, answer, now
        )


def store_attempt(
    session: Session, owner: Learner, submission: str, answer: Answer, now: datetime
) -> Attempt:
    """The same as part of a larger transaction."""
    row = PuzzleAttempt(
        learner_id=owner.id,
        puzzle=answer.puzzle,
        submission=submission[:64],
        answer=answer.answer,
        profile=answer.profile,
        solved=answer.solved,
        grade=answer.grade,
        loss=answer.loss,
        made_at=now,
    )
    known = _stored(session, row)
    stored = known or _store(session, row)
    return Attempt(_answer(stored), stored.made_at, _number(session, stored), stored is row)


def _stored(session: Session, row: PuzzleAttempt) -> PuzzleAttempt | None:
    return session.scalar(
        select(PuzzleAttempt).where(
            PuzzleAttempt.learner_id == row.learner_id,
            PuzzleAttempt.puzzle == row.puzzle,
            PuzzleAttempt.submission == row.submission,
            PuzzleAttempt.answer == row.answer,
        )
    )


def _store(session: Session, row: PuzzleAttempt) -> PuzzleAttempt:
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:
        # The twin request was faster: its row is the answer.
        twin = _stored(session, row)
        if twin is None:
            raise
        return twin
    return row


def _number(session: Session, row: PuzzleAttempt) -> int:
    same = and_(PuzzleAttempt.learner_id == row.learner_id, PuzzleAttempt.puzzle == row.puzzle)
    count = select(func.count()).where(same, PuzzleAttempt.id <= row.id)
    return session.scalar(count) or 0


def _answer(row: PuzzleAttempt) -> Answer:
    return Answer(row.puzzle, row.answer, row.solved, row.profile, row.grade, row.loss)


def solved_puzzles(sessions: Sessions, learner: str) -> frozenset[str]:
    """The ids of all puzzles that the learner has solved."""
    query = (
        select(PuzzleAttempt.puzzle)
        .join(Learner)
        .where(Learner.public_id == learner, PuzzleAttempt.solved)
        .distinct()
    )
    with reading(sessions) as session:
        return frozenset(session.scalars(query))


def puzzle_record(sessions: Sessions, learner: str, puzzle: str) -> PuzzleRecord | None:
    """The learner's attempts at one puzzle in short; None before the first."""
    with reading(sessions) as session:
        records = records_of(attempts_of(session, learner, PuzzleAttempt.puzzle == puzzle))
    return records[0] if records else None


def puzzle_records(session: Session, learner: str) -> list[PuzzleRecord]:
    """One record for each puzzle tried, the one tried last first."""
    return records_of(attempts_of(session, learner))


def attempts_of(session: Session, learner: str, *where: ColumnElement[bool]) -> list[PuzzleAttempt]:
    """The learner's attempts in order of time."""
    query = select(PuzzleAttempt).join(Learner).where(Learner.public_id == learner, *where)
    return list(session.scalars(query.order_by(PuzzleAttempt.id)))


def records_of(attempts: Iterable[PuzzleAttempt]) -> list[PuzzleRecord]:
    """Attempts (in order of time) gathered by puzzle."""
    gathered: dict[str, list[PuzzleAttempt]] = {}
    for attempt in attempts:
        gathered.setdefault(attempt.puzzle, []).append(attempt)
    records = [_record(rows) for rows in gathered.values()]
    return sorted(records, key=lambda record: record.last_at, reverse=True)


def _record(rows: list[PuzzleAttempt]) -> PuzzleRecord:
    solved = [row.made_at for row in rows if row.solved]
    best = min(rows, key=_rank)
    return PuzzleRecord(
        puzzle=best.puzzle,
        attempts=len(rows),
        best=_answer(best),
        solved_at=min(solved, default=None),
        last_at=max(row.made_at for row in rows),
    )


def _rank(row: PuzzleAttempt) -> tuple[bool, float]:
    return not row.solved, math.inf if row.loss is None else row.loss
