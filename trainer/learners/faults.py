"""What learners report as wrong with a puzzle, for those who look after the bank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from trainer.learners.guests import find_or_create
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import FaultReport, Learner

PER_DAY = 10
"""So many reports of one learner are taken within 24 hours."""

LONGEST = 1000


class Fault(StrEnum):
    """What a report is about."""

    ANSWER = "answer"
    REASON = "reason"
    WORDS = "words"
    PICTURE = "picture"
    OTHER = "other"


class TooManyReportsError(Exception):
    """The learner has sent as many reports as are taken in a day."""


@dataclass(frozen=True)
class Report:
    """A stored report; ``text`` is what the learner wrote, possibly nothing."""

    puzzle: str
    fault: Fault
    text: str
    language: str
    made_at: datetime


def report(
    sessions: Sessions,
    learner: str,
    submission: str,
    puzzle: str,
    fault: Fault,
    text: str,
    language: str,
    now: datetime | None = None,
) -> None:
    """Store a report, once for each form; raises TooManyReportsError."""
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        owner = find_or_create(session, learner, now)
        session.execute(select(Learner.id).where(Learner.id == owner.id).with_for_update())
        mine = select(func.count()).where(FaultReport.learner_id == owner.id)
        if session.scalar(mine.where(FaultReport.submission == submission[:64])):
            return
        lately = FaultReport.made_at > now - timedelta(days=1)
        if (session.scalar(mine.where(lately)) or 0) >= PER_DAY:
            raise TooManyReportsError
        session.add(
            FaultReport(
                learner_id=owner.id,
                puzzle=puzzle,
                submission=submission[:64],
                kind=fault.value,
                text=text.strip()[:LONGEST],
                language=language,
                made_at=now,
            )
        )


def reports(sessions: Sessions) -> Sequence[Report]:
    """All reports, the newest first."""
    with reading(sessions) as session:
        rows = session.scalars(select(FaultReport).order_by(FaultReport.id.desc()))
        return tuple(map(_report, rows))


def reports_of(session: Session, owner: int) -> Sequence[Report]:
    """The reports of one learner, in order."""
    query = select(FaultReport).where(FaultReport.learner_id == owner).order_by(FaultReport.id)
    return tuple(map(_report, session.scalars(query)))


def _report(row: FaultReport) -> Report:
    return Report(row.puzzle, Fault(row.kind), row.text, row.language, row.made_at)
