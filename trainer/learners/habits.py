"""All that the trainer's habits have stored about a learner, ready to be taken along."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.storage.tables import (
    Base,
    FaultReport,
    HintUse,
    LearnerRating,
    RatingEvent,
    Review,
    StreakAnswer,
    StreakRun,
)

_INNER = ("id", "learner_id", "run_id", "submission")


def export_of(session: Session, owner: int) -> dict[str, object]:
    """Ratings, hints, reviews, streaks and reports as plain data; moments as ISO 8601."""
    return {
        "rating": next(iter(_rows(session, LearnerRating, owner)), None),
        "rated_answers": _rows(session, RatingEvent, owner),
        "hints": _rows(session, HintUse, owner),
        "reviews": _rows(session, Review, owner),
        "streaks": _streaks(session, owner),
        "reports": _rows(session, FaultReport, owner),
    }


def _rows(session: Session, table: Any, owner: int) -> list[dict[str, object]]:
    query = select(table).where(table.learner_id == owner).order_by(table.id)
    return [_plain(row) for row in session.scalars(query)]


def _streaks(session: Session, owner: int) -> list[dict[str, object]]:
    found = []
    for run in session.scalars(
        select(StreakRun).where(StreakRun.learner_id == owner).order_by(StreakRun.id)
    ):
        answers: Iterable[StreakAnswer] = session.scalars(
            select(StreakAnswer).where(StreakAnswer.run_id == run.id).order_by(StreakAnswer.id)
        )
        found.append(_plain(run) | {"answers": [_plain(one) for one in answers]})
    return found


def _plain(row: Base) -> dict[str, object]:
    names = (column.name for column in row.__table__.columns if column.name not in _INNER)
    return {name: _value(getattr(row, name)) for name in names}


def _value(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime | date) else value
