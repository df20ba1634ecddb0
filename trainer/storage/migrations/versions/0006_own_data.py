"""Moving a guest's progress to another browser; that pupils have deleted their data."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Towards this revision."""
    op.create_table(
        "move_code",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("tag", sa.String(8), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["learner_id"],
            ["learner.id"],
            name="fk_move_code_learner_id_learner",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_move_code"),
        sa.UniqueConstraint("learner_id", name="uq_move_code_learner_id"),
        sa.UniqueConstraint("tag", name="uq_move_code_tag"),
    )
    op.create_table(
        "erasure",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("classroom_id", sa.Integer(), nullable=False),
        sa.Column("erased_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["classroom_id"],
            ["classroom.id"],
            name="fk_erasure_classroom_id_classroom",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_erasure"),
    )
    op.create_index("ix_erasure_classroom_id", "erasure", ["classroom_id"], unique=False)


def downgrade() -> None:
    """Back to the revision before."""
    op.drop_table("erasure")
    op.drop_table("move_code")
