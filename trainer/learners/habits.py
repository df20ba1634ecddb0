"""All that the trainer's habits have stored about a learner, ready to be taken along."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.learners.rows import plain, rows
from trainer.storage.tables import (
    FaultReport,
    HintUse,
    LearnerRating,
    RatingEvent,
    Review,
    StreakAnswer,
    StreakRun,
)


def export_of(session: Session, owner: int) -> dict[str, object]:
    """Ratings, hints, reviews, streaks and reports as plain data; moments as ISO 8601."""
    return {
        "rating": next(iter(_mine(session, LearnerRating, owner)), None),
        "rated_answers": _mine(session, RatingEvent, owner),
        "hints": _mine(session, HintUse, owner),
        "reviews": _mine(session, Review, owner),
        "streaks": _streaks(session, owner),
        "reports": _mine(session, FaultReport, owner),
    }


_Table = type[LearnerRating] | type[RatingEvent] | type[HintUse] | type[Review] | type[FaultReport]


def _mine(session: Session, table: _Table, owner: int) -> list[dict[str, object]]:
    return rows(session, table, table.learner_id == owner)


def _streaks(session: Session, owner: int) -> list[dict[str, object]]:
    mine = select(StreakRun).where(StreakRun.learner_id == owner).order_by(StreakRun.id)
    return [
        plain(run) | {"answers": rows(session, StreakAnswer, StreakAnswer.run_id == run.id)}
        for run in session.scalars(mine)
    ]
