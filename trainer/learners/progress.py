"""A learner's data as a whole: summary, export, deletion. The parts have modules of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from trainer.learners import habits, own_puzzles
from trainer.learners.attempts import (
    Answer,
    Attempt,
    PuzzleRecord,
    puzzle_record,
    puzzle_records,
    record_attempt,
    solved_puzzles,
)
from trainer.learners.chapters import (
    ChapterProgress,
    chapter_progress,
    chapters_of,
    forget_chapter,
    record_step,
    record_visit,
)
from trainer.learners.guests import find
from trainer.learners.rows import rows
from trainer.storage.class_tables import ExerciseAnswer
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import (
    ChapterVisit,
    Learner,
    LessonStep,
    MoveCode,
    PracticeState,
    PuzzleAttempt,
)

__all__ = [
    "Answer",
    "Attempt",
    "ChapterProgress",
    "PuzzleRecord",
    "Summary",
    "chapter_progress",
    "delete_learner",
    "export",
    "export_of",
    "forget_chapter",
    "puzzle_record",
    "record_attempt",
    "record_step",
    "record_visit",
    "solved_puzzles",
    "summary",
]

EXPORT_VERSION = 1


@dataclass(frozen=True)
class Summary:
    """What the progress page shows. ``since`` is None while nothing is stored."""

    since: datetime | None = None
    puzzles: Sequence[PuzzleRecord] = ()
    chapters: Sequence[ChapterProgress] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is stored: a hint that was asked for is something."""
        return self.since is None

    @property
    def solved(self) -> list[PuzzleRecord]:
        """The solved puzzles, each once, however often it was answered."""
        return [record for record in self.puzzles if record.solved]

    def chapter(self, chapter: str) -> ChapterProgress:
        """The progress in one chapter, empty where nothing is stored."""
        known = (one for one in self.chapters if one.chapter == chapter)
        return next(known, ChapterProgress(chapter))


def summary(sessions: Sessions, learner: str) -> Summary:
    """All that a learner has done, in short."""
    with reading(sessions) as session:
        row = find(session, learner)
        if row is None:
            return Summary()
        return Summary(
            row.created_at, puzzle_records(session, learner), chapters_of(session, learner)
        )


def delete_learner(sessions: Sessions, learner: str) -> bool:
    """Delete a learner with all that belongs to them; False if nothing was stored."""
    with writing(sessions) as session:
        # The rows of the other tables go with it (ON DELETE CASCADE).
        gone = delete(Learner).where(Learner.public_id == learner).returning(Learner.id)
        return session.execute(gone).first() is not None


def export(sessions: Sessions, learner: str) -> dict[str, object]:
    """Everything stored about a learner, ready for JSON; moments as ISO 8601 in UTC."""
    with reading(sessions) as session:
        return export_of(session, learner)


def export_of(session: Session, learner: str) -> dict[str, object]:
    """The same within a transaction."""
    row = find(session, learner)
    return {
        "format": "elfer-trainer progress",
        "version": EXPORT_VERSION,
        "learner": None if row is None else _own(row),
        "puzzle_answers": [] if row is None else _answers(session, row.id),
        "lesson_steps": [] if row is None else _steps(session, row.id),
        "chapters": [] if row is None else _visits(session, row.id),
        "practice": [] if row is None else _practice(session, row.id),
        **({} if row is None else _classwork(session, row.id)),
        **({} if row is None else habits.export_of(session, row.id)),
        "own_puzzles": [] if row is None else own_puzzles.export_of(session, row.id),
    }


def _practice(session: Session, owner: int) -> list[dict[str, object]]:
    return rows(session, PracticeState, PracticeState.learner_id == owner)


def _classwork(session: Session, owner: int) -> dict[str, object]:
    mine = ExerciseAnswer.learner_id == owner
    return {
        "exercise_answers": rows(session, ExerciseAnswer, mine),
        "move_codes": rows(session, MoveCode, MoveCode.learner_id == owner),
    }


def _own(row: Learner) -> dict[str, object]:
    return {
        "id": row.public_id,
        "created_at": row.created_at.isoformat(),
        "seen_at": row.seen_at.isoformat(),
    }


def _answers(session: Session, owner: int) -> list[dict[str, object]]:
    mine = select(PuzzleAttempt).where(PuzzleAttempt.learner_id == owner)
    return [
        {
            "puzzle": row.puzzle,
            "profile": row.profile,
            "answer": row.answer,
            "solved": row.solved,
            "grade": row.grade,
            "loss": row.loss,
            "made_at": row.made_at.isoformat(),
        }
        for row in session.scalars(mine.order_by(PuzzleAttempt.id))
    ]


def _steps(session: Session, owner: int) -> list[dict[str, object]]:
    mine = select(LessonStep).where(LessonStep.learner_id == owner)
    return [
        {"chapter": row.chapter, "step": row.step, "done_at": row.done_at.isoformat()}
        for row in session.scalars(mine.order_by(LessonStep.id))
    ]


def _visits(session: Session, owner: int) -> list[dict[str, object]]:
    mine = select(ChapterVisit).where(ChapterVisit.learner_id == owner)
    return [
        {
            "chapter": row.chapter,
            "last_step": row.step,
            "seen_at": row.seen_at.isoformat(),
            "done_at": row.done_at.isoformat() if row.done_at else None,
        }
        for row in session.scalars(mine.order_by(ChapterVisit.id))
    ]
