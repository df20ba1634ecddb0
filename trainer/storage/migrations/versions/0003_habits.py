"""The trainer's habits: ratings, hints, reviews, streaks, reports of faults."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

TABLES = (
    "learner_rating",
    "puzzle_rating",
    "rating_event",
    "hint_use",
    "review",
    "streak_run",
    "streak_answer",
    "fault_report",
)


def upgrade() -> None:
    """Towards this revision."""
    _create_ratings()
    _create_rating_event()
    _create_hint_use()
    _create_review()
    _create_streaks()
    _create_fault_report()


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def _real(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Float(53), nullable=False)


def _text(name: str, length: int, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=nullable)


def _moment(name: str, *, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _key(table: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint("id", name=f"pk_{table}")


def _learner_of(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_learner_id_learner"
    return sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name=name, ondelete="CASCADE")


def _once(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=f"uq_{table}_{'_'.join(columns)}")


def _glicko() -> tuple[sa.Column[float], sa.Column[float], sa.Column[float]]:
    return _real("rating"), _real("deviation"), _real("volatility")


def _create_ratings() -> None:
    op.create_table(
        "learner_rating",
        _number("id"),
        _number("learner_id"),
        *_glicko(),
        _number("answers"),
        _moment("rated_at"),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        _learner_of("learner_rating"),
        _key("learner_rating"),
        _once("learner_rating", "learner_id"),
    )
    op.create_table(
        "puzzle_rating",
        _number("id"),
        _text("puzzle", 120),
        *_glicko(),
        _number("answers"),
        _moment("rated_at"),
        _key("puzzle_rating"),
        _once("puzzle_rating", "puzzle"),
    )


def _create_rating_event() -> None:
    op.create_table(
        "rating_event",
        _number("id"),
        _number("learner_id"),
        _text("puzzle", 120),
        _real("score"),
        _number("hints"),
        _real("puzzle_rating"),
        _real("puzzle_deviation"),
        _real("rating"),
        _real("deviation"),
        _moment("made_at"),
        _moment("withdrawn_at", nullable=True),
        _learner_of("rating_event"),
        _key("rating_event"),
        _once("rating_event", "learner_id", "puzzle"),
    )
    op.create_index("ix_rating_event_puzzle", "rating_event", ["puzzle"])


def _create_hint_use() -> None:
    op.create_table(
        "hint_use",
        _number("id"),
        _number("learner_id"),
        _text("puzzle", 120),
        _number("hints"),
        _moment("seen_at"),
        _learner_of("hint_use"),
        _key("hint_use"),
        _once("hint_use", "learner_id", "puzzle"),
    )


def _create_review() -> None:
    op.create_table(
        "review",
        _number("id"),
        _number("learner_id"),
        _text("puzzle", 120),
        _number("step"),
        sa.Column("failed_on", sa.Date(), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=False),
        _learner_of("review"),
        _key("review"),
        _once("review", "learner_id", "puzzle"),
    )


def _create_streaks() -> None:
    op.create_table(
        "streak_run",
        _number("id"),
        _number("learner_id"),
        _moment("started_at"),
        _moment("ended_at", nullable=True),
        _number("solved"),
        _text("puzzle", 120, nullable=True),
        _learner_of("streak_run"),
        _key("streak_run"),
    )
    op.create_index("ix_streak_run_learner_id", "streak_run", ["learner_id"])
    run = ["run_id"], ["streak_run.id"]
    op.create_table(
        "streak_answer",
        _number("id"),
        _number("run_id"),
        _text("puzzle", 120),
        sa.Column("solved", sa.Boolean(), nullable=False),
        _moment("made_at"),
        sa.ForeignKeyConstraint(
            *run, name="fk_streak_answer_run_id_streak_run", ondelete="CASCADE"
        ),
        _key("streak_answer"),
        _once("streak_answer", "run_id", "puzzle"),
    )


def _create_fault_report() -> None:
    op.create_table(
        "fault_report",
        _number("id"),
        _number("learner_id"),
        _text("puzzle", 120),
        _text("submission", 64),
        _text("kind", 20),
        _text("text", 1000),
        _text("language", 20),
        _moment("made_at"),
        _learner_of("fault_report"),
        _key("fault_report"),
    )
    op.create_index("ix_fault_report_learner_id", "fault_report", ["learner_id"])
    op.create_index("ix_fault_report_puzzle", "fault_report", ["puzzle"])


def downgrade() -> None:
    """Back to the revision before."""
    for table in reversed(TABLES):
        op.drop_table(table)
