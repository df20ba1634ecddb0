"""Puzzles that learners have set up themselves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Towards this revision."""
    op.create_table(
        "own_puzzle",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("link", sa.String(32), nullable=False),
        sa.Column("puzzle", sa.String(120), nullable=False),
        sa.Column("record", sa.Text(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["learner_id"],
            ["learner.id"],
            name="fk_own_puzzle_learner_id_learner",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_own_puzzle"),
        sa.UniqueConstraint("link", name="uq_own_puzzle_link"),
    )
    op.create_index("ix_own_puzzle_learner_id", "own_puzzle", ["learner_id"])


def downgrade() -> None:
    """Back to the revision before."""
    op.drop_table("own_puzzle")
