"""The tables: who learns, what they answered, how far they came, what the trainer makes of it.

Content (puzzles, lessons) lives in files; rows refer to it by its stable ids, so a puzzle that
leaves the bank takes nobody's history with it.
"""

from __future__ import annotations

from datetime import UTC, date, datetime

from sqlalchemy import (
    Date,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

# Constraints need names to be changed by later migrations.
NAMES = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class UtcDateTime(TypeDecorator[datetime]):
    """A moment. Stored in UTC, read back aware; a value without a time zone is refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To UTC; SQLite keeps no zone, so all its text is UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored moment needs its time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Aware, in UTC, whatever the database's own zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """All tables of the site."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map = {datetime: UtcDateTime, date: Date()}  # noqa: RUF012


class Learner(Base):
    """Somebody who learns. ``public_id`` is random (128 bits) and all that a cookie knows."""

    __tablename__ = "learner"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(32), unique=True)
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime]


def _learner_key() -> Mapped[int]:
    return mapped_column(ForeignKey("learner.id", ondelete="CASCADE"))


class PuzzleAttempt(Base):
    """One answer to one puzzle.

    ``submission`` names the form that was sent: the same answer of the same form is the same
    attempt, however often it arrives. ``loss`` in points, where the goal has one; ``grade`` as
    in the puzzle's stored evaluation; ``profile`` are the rules it was played by.
    """

    __tablename__ = "puzzle_attempt"
    __table_args__ = (
        UniqueConstraint("learner_id", "puzzle", "submission", "answer"),
        Index(None, "puzzle"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = _learner_key()
    puzzle: Mapped[str] = mapped_column(String(120))
    submission: Mapped[str] = mapped_column(String(64))
    answer: Mapped[str] = mapped_column(String(400))
    profile: Mapped[str] = mapped_column(String(80))
    solved: Mapped[bool]
    grade: Mapped[str | None] = mapped_column(String(20))
    loss: Mapped[float | None] = mapped_column(Float(53))
    made_at: Mapped[datetime]


class LessonStep(Base):
    """One step of a lesson that a learner has done."""

    __tablename__ = "lesson_step"
    __table_args__ = (UniqueConstraint("learner_id", "chapter", "step"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = _learner_key()
    chapter: Mapped[str] = mapped_column(String(80))
    step: Mapped[str] = mapped_column(String(80))
    done_at: Mapped[datetime]


class ChapterVisit(Base):
    """Where a learner is in a chapter, and since when it is done.

    ``done_at`` is kept once set: a chapter that gains a step later stays done.
    """

    __tablename__ = "chapter_visit"
    __table_args__ = (UniqueConstraint("learner_id", "chapter"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = _learner_key()
    chapter: Mapped[str] = mapped_column(String(80))
    step: Mapped[str] = mapped_column(String(80))
    seen_at: Mapped[datetime]
    done_at: Mapped[datetime | None]


class PracticeState(Base):
    """Where a learner stands in the practice of a chapter.

    ``streak`` counts right answers in a row, or wrong ones below 0; ``answered`` and ``right``
    count exercises, each once; ``last`` is the exercise answered last.
    """

    __tablename__ = "practice_state"
    __table_args__ = (UniqueConstraint("learner_id", "chapter"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = _learner_key()
    chapter: Mapped[str] = mapped_column(String(80))
    level: Mapped[int]
    streak: Mapped[int]
    answered: Mapped[int]
    right: Mapped[int]
    last: Mapped[str] = mapped_column(String(80))
    answered_at: Mapped[datetime]


def _real() -> Mapped[float]:
    return mapped_column(Float(53))


class LearnerRating(Base):
    """A learner's Glicko-2 rating after ``answers`` rated first answers; ``hidden`` by wish."""

    __tablename__ = "learner_rating"
    __table_args__ = (UniqueConstraint("learner_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = _learner_key()
    rating: Mapped[float] = _real()
    deviation: Mapped[float] = _real()
    volatility: Mapped[float] = _real()
    answers: Mapped[int]
    rated_at: Mapped[datetime]
    hidden: Mapped[bool]


class PuzzleRating(Base):
    """A puzzle's Glicko-2 rating, from all learners' first answers; it outlives them."""

    __tablename__ = "puzzle_rating"

    id: Mapped[int] = mapped_column(primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(120), unique=True)
    rating: Mapped[float] = _real()
    deviation: Mapped[float] = _real()
    volatility: Mapped[float] = _real()
    answers: Mapped[int]
    rated_at: Mapped[datetime]


class RatingEvent(Base):
    """A first answer that was rated, with all that it takes to work the rating out again.

    ``score`` from 0 to 1 as it counted, ``hints`` how many had been asked for. The puzzle's
    rating is the one before the answer, the learner's the one after it. ``withdrawn_at``: since
    then the answer counts for nothing, because the puzzle was withdrawn.
    """

    __tablename__ = "rating_event"
    __table_args__ = (UniqueConstraint("learner_id", "puzzle"), Index(None, "puzzle"))

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = _learner_key()
    puzzle: Mapped[str] = mapped_column(String(120))
    score: Mapped[float] = _real()
    hints: Mapped[int]
    puzzle_rating: Mapped[float] = _real()
    puzzle_deviation: Mapped[float] = _real()
    rating: Mapped[float] = _real()
    deviation: Mapped[float] = _real()
    made_at: Mapped[datetime]
    withdrawn_at: Mapped[datetime | None]


class HintUse(Base):
    """How many hints of a puzzle a learner has seen; one more than there are: its solution."""

    __tablename__ = "hint_use"
    __table_args__ = (UniqueConstraint("learner_id", "puzzle"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = _learner_key()
    puzzle: Mapped[str] = mapped_column(String(120))
    hints: Mapped[int]
    seen_at: Mapped[datetime]


class Review(Base):
    """A failed puzzle that comes back on ``due_on``; ``step`` counts reviews passed in a row."""

    __tablename__ = "review"
    __table_args__ = (UniqueConstraint("learner_id", "puzzle"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = _learner_key()
    puzzle: Mapped[str] = mapped_column(String(120))
    step: Mapped[int]
    failed_on: Mapped[date]
    due_on: Mapped[date]


class StreakRun(Base):
    """A streak: ``solved`` so far, and the puzzle that is to be answered while it runs."""

    __tablename__ = "streak_run"
    __table_args__ = (Index(None, "learner_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = _learner_key()
    started_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    solved: Mapped[int]
    puzzle: Mapped[str | None] = mapped_column(String(120))


class StreakAnswer(Base):
    """One answer in a streak."""

    __tablename__ = "streak_answer"
    __table_args__ = (UniqueConstraint("run_id", "puzzle"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[int] = mapped_column(ForeignKey("streak_run.id", ondelete="CASCADE"))
    puzzle: Mapped[str] = mapped_column(String(120))
    solved: Mapped[bool]
    made_at: Mapped[datetime]


class FaultReport(Base):
    """What a learner says is wrong with a puzzle; ``kind`` is a code, ``language`` the page's."""

    __tablename__ = "fault_report"
    __table_args__ = (Index(None, "learner_id"), Index(None, "puzzle"))

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = _learner_key()
    puzzle: Mapped[str] = mapped_column(String(120))
    submission: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(20))
    text: Mapped[str] = mapped_column(String(1000))
    language: Mapped[str] = mapped_column(String(20))
    made_at: Mapped[datetime]


class OwnPuzzle(Base):
    """A puzzle that a learner has set up, found by its random ``link``.

    ``puzzle`` is the id that its position and goal give; ``record`` the whole record as JSON,
    with the frozen evaluation. A withdrawn one keeps its row and loses its record.
    """

    __tablename__ = "own_puzzle"
    __table_args__ = (Index(None, "learner_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = _learner_key()
    link: Mapped[str] = mapped_column(String(32), unique=True)
    puzzle: Mapped[str] = mapped_column(String(120))
    record: Mapped[str | None] = mapped_column(Text)
    made_at: Mapped[datetime]
    withdrawn_at: Mapped[datetime | None]


class MoveCode(Base):
    """A code that brings a guest's progress to another browser, once.

    ``tag``: its first letters, by which it is found; ``secret``: SHA-256 of the whole code.
    ``wrong`` counts wrong guesses at it. A learner has one at a time.
    """

    __tablename__ = "move_code"
    __table_args__ = (UniqueConstraint("learner_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = _learner_key()
    tag: Mapped[str] = mapped_column(String(8), unique=True)
    secret: Mapped[str] = mapped_column(String(64))
    wrong: Mapped[int]
    expires_at: Mapped[datetime]
