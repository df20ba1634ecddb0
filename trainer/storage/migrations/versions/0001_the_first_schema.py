"""The first schema: learners, their answers to puzzles, their way through the lessons."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Towards this revision."""
    _create_learner()
    _create_puzzle_attempt()
    _create_lesson_step()
    _create_chapter_visit()


def _moment(name: str, *, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _learner_of(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_learner_id_learner"
    return sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name=name, ondelete="CASCADE")


def _create_learner() -> None:
    op.create_table(
        "learner",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(32), nullable=False),
        _moment("created_at"),
        _moment("seen_at"),
        sa.PrimaryKeyConstraint("id", name="pk_learner"),
        sa.UniqueConstraint("public_id", name="uq_learner_public_id"),
    )


def _create_puzzle_attempt() -> None:
    op.create_table(
        "puzzle_attempt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("puzzle", sa.String(120), nullable=False),
        sa.Column("submission", sa.String(64), nullable=False),
        sa.Column("answer", sa.String(400), nullable=False),
        sa.Column("profile", sa.String(80), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("grade", sa.String(20), nullable=True),
        sa.Column("loss", sa.Float(53), nullable=True),
        _moment("made_at"),
        _learner_of("puzzle_attempt"),
        sa.PrimaryKeyConstraint("id", name="pk_puzzle_attempt"),
        sa.UniqueConstraint(
            "learner_id",
            "puzzle",
            "submission",
            "answer",
            name="uq_puzzle_attempt_learner_id_puzzle_submission_answer",
        ),
    )
    op.create_index("ix_puzzle_attempt_puzzle", "puzzle_attempt", ["puzzle"])


def _create_lesson_step() -> None:
    op.create_table(
        "lesson_step",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("chapter", sa.String(80), nullable=False),
        sa.Column("step", sa.String(80), nullable=False),
        _moment("done_at"),
        _learner_of("lesson_step"),
        sa.PrimaryKeyConstraint("id", name="pk_lesson_step"),
        sa.UniqueConstraint(
            "learner_id", "chapter", "step", name="uq_lesson_step_learner_id_chapter_step"
        ),
    )


def _create_chapter_visit() -> None:
    op.create_table(
        "chapter_visit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("chapter", sa.String(80), nullable=False),
        sa.Column("step", sa.String(80), nullable=False),
        _moment("seen_at"),
        _moment("done_at", nullable=True),
        _learner_of("chapter_visit"),
        sa.PrimaryKeyConstraint("id", name="pk_chapter_visit"),
        sa.UniqueConstraint("learner_id", "chapter", name="uq_chapter_visit_learner_id_chapter"),
    )


def downgrade() -> None:
    """Back to an empty database."""
    for table in ("chapter_visit", "lesson_step", "puzzle_attempt", "learner"):
        op.drop_table(table)
