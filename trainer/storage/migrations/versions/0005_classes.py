"""Classes: teachers, classes and their pupils, tasks and answers, live rounds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Towards this revision."""
    _teachers()
    _classes()
    _pupils()
    _tasks()
    _rounds()


def downgrade() -> None:
    """Back to the revision before."""
    for name in TABLES[::-1]:
        op.drop_table(name)


TABLES = (
    "teacher",
    "teacher_session",
    "recovery_code",
    "sign_up_invitation",
    "guessing",
    "classroom",
    "class_teacher",
    "class_invitation",
    "pupil",
    "pupil_session",
    "assignment",
    "task",
    "task_answer",
    "exercise_answer",
    "task_time",
    "live_round",
    "live_question",
    "live_player",
    "live_answer",
    "housekeeping",
)


def _teachers() -> None:
    op.create_table(
        "teacher",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("name_key", sa.String(160), nullable=False),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_teacher"),
        sa.UniqueConstraint("name_key", name="uq_teacher_name_key"),
        sa.UniqueConstraint("public_id", name="uq_teacher_public_id"),
    )
    op.create_table(
        "teacher_session",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("teacher_id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("device", sa.String(120), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["teacher_id"],
            ["teacher.id"],
            name="fk_teacher_session_teacher_id_teacher",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_teacher_session"),
        sa.UniqueConstraint("token", name="uq_teacher_session_token"),
    )
    op.create_index(
        "ix_teacher_session_teacher_id", "teacher_session", ["teacher_id"], unique=False
    )
    op.create_table(
        "recovery_code",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("teacher_id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["teacher_id"],
            ["teacher.id"],
            name="fk_recovery_code_teacher_id_teacher",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_recovery_code"),
        sa.UniqueConstraint("code", name="uq_recovery_code_code"),
    )
    op.create_index("ix_recovery_code_teacher_id", "recovery_code", ["teacher_id"], unique=False)
    op.create_table(
        "sign_up_invitation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("note", sa.String(120), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_sign_up_invitation"),
        sa.UniqueConstraint("code", name="uq_sign_up_invitation_code"),
    )
    op.create_table(
        "guessing",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(180), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guessing"),
        sa.UniqueConstraint("subject", name="uq_guessing_subject"),
    )


def _classes() -> None:
    op.create_table(
        "classroom",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(32), nullable=False),
        sa.Column("tag", sa.String(8), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("language", sa.String(20), nullable=False),
        sa.Column("profile", sa.String(80), nullable=False),
        sa.Column("join_code", sa.String(12), nullable=False),
        sa.Column("joining", sa.Boolean(), nullable=False),
        sa.Column("demo", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_on", sa.Date(), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("forgotten_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_classroom"),
        sa.UniqueConstraint("join_code", name="uq_classroom_join_code"),
        sa.UniqueConstraint("public_id", name="uq_classroom_public_id"),
        sa.UniqueConstraint("tag", name="uq_classroom_tag"),
    )
    op.create_table(
        "class_teacher",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("classroom_id", sa.Integer(), nullable=False),
        sa.Column("teacher_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["classroom_id"],
            ["classroom.id"],
            name="fk_class_teacher_classroom_id_classroom",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["teacher_id"],
            ["teacher.id"],
            name="fk_class_teacher_teacher_id_teacher",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_class_teacher"),
        sa.UniqueConstraint(
            "classroom_id", "teacher_id", name="uq_class_teacher_classroom_id_teacher_id"
        ),
    )
    op.create_index("ix_class_teacher_teacher_id", "class_teacher", ["teacher_id"], unique=False)
    op.create_table(
        "class_invitation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("classroom_id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("note", sa.String(120), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("accepted_by", sa.Integer(), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["accepted_by"],
            ["teacher.id"],
            name="fk_class_invitation_accepted_by_teacher",
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["classroom_id"],
            ["classroom.id"],
            name="fk_class_invitation_classroom_id_classroom",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_class_invitation"),
        sa.UniqueConstraint("code", name="uq_class_invitation_code"),
    )
    op.create_index(
        "ix_class_invitation_classroom_id", "class_invitation", ["classroom_id"], unique=False
    )


def _pupils() -> None:
    op.create_table(
        "pupil",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(32), nullable=False),
        sa.Column("classroom_id", sa.Integer(), nullable=False),
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("card", sa.String(20), nullable=True),
        sa.Column("card_made_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("enrolled", sa.Boolean(), nullable=False),
        sa.Column("came_along", sa.Boolean(), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("moved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["classroom_id"],
            ["classroom.id"],
            name="fk_pupil_classroom_id_classroom",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["learner_id"], ["learner.id"], name="fk_pupil_learner_id_learner", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_pupil"),
        sa.UniqueConstraint("card", name="uq_pupil_card"),
        sa.UniqueConstraint("public_id", name="uq_pupil_public_id"),
    )
    op.create_index("ix_pupil_classroom_id", "pupil", ["classroom_id"], unique=False)
    op.create_index("ix_pupil_learner_id", "pupil", ["learner_id"], unique=False)
    op.create_table(
        "pupil_session",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("pupil_id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["pupil_id"], ["pupil.id"], name="fk_pupil_session_pupil_id_pupil", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_pupil_session"),
        sa.UniqueConstraint("token", name="uq_pupil_session_token"),
    )
    op.create_index("ix_pupil_session_pupil_id", "pupil_session", ["pupil_id"], unique=False)


def _tasks() -> None:
    op.create_table(
        "assignment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(32), nullable=False),
        sa.Column("classroom_id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.Column("due_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=True),
        sa.Column("explain", sa.String(10), nullable=False),
        sa.Column("released_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["classroom_id"],
            ["classroom.id"],
            name="fk_assignment_classroom_id_classroom",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_assignment"),
        sa.UniqueConstraint("public_id", name="uq_assignment_public_id"),
    )
    op.create_index("ix_assignment_classroom_id", "assignment", ["classroom_id"], unique=False)
    op.create_table(
        "task",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("reference", sa.String(120), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name="fk_task_assignment_id_assignment",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_task"),
        sa.UniqueConstraint(
            "assignment_id", "kind", "reference", name="uq_task_assignment_id_kind_reference"
        ),
    )
    op.create_table(
        "task_answer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("task_id", sa.Integer(), nullable=False),
        sa.Column("pupil_id", sa.Integer(), nullable=False),
        sa.Column("submission", sa.String(64), nullable=False),
        sa.Column("answer", sa.String(400), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("grade", sa.String(20), nullable=True),
        sa.Column("loss", sa.Float(precision=53), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["pupil_id"], ["pupil.id"], name="fk_task_answer_pupil_id_pupil", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["task_id"], ["task.id"], name="fk_task_answer_task_id_task", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_task_answer"),
        sa.UniqueConstraint(
            "task_id",
            "pupil_id",
            "submission",
            "answer",
            name="uq_task_answer_task_id_pupil_id_submission_answer",
        ),
    )
    op.create_index("ix_task_answer_pupil_id", "task_answer", ["pupil_id"], unique=False)
    op.create_table(
        "exercise_answer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("chapter", sa.String(80), nullable=False),
        sa.Column("exercise", sa.String(80), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["learner_id"],
            ["learner.id"],
            name="fk_exercise_answer_learner_id_learner",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_exercise_answer"),
        sa.UniqueConstraint(
            "learner_id",
            "chapter",
            "exercise",
            name="uq_exercise_answer_learner_id_chapter_exercise",
        ),
    )
    op.create_table(
        "task_time",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("task_id", sa.Integer(), nullable=False),
        sa.Column("pupil_id", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("first_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["pupil_id"], ["pupil.id"], name="fk_task_time_pupil_id_pupil", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["task_id"], ["task.id"], name="fk_task_time_task_id_task", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_task_time"),
        sa.UniqueConstraint("task_id", "pupil_id", name="uq_task_time_task_id_pupil_id"),
    )
    op.create_index("ix_task_time_pupil_id", "task_time", ["pupil_id"], unique=False)


def _rounds() -> None:
    op.create_table(
        "live_round",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(32), nullable=False),
        sa.Column("classroom_id", sa.Integer(), nullable=False),
        sa.Column("join_code", sa.String(12), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(10), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["classroom_id"],
            ["classroom.id"],
            name="fk_live_round_classroom_id_classroom",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_live_round"),
        sa.UniqueConstraint("join_code", name="uq_live_round_join_code"),
        sa.UniqueConstraint("public_id", name="uq_live_round_public_id"),
    )
    op.create_index("ix_live_round_classroom_id", "live_round", ["classroom_id"], unique=False)
    op.create_table(
        "live_question",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("reference", sa.String(120), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revealed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["round_id"],
            ["live_round.id"],
            name="fk_live_question_round_id_live_round",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_live_question"),
        sa.UniqueConstraint("round_id", "place", name="uq_live_question_round_id_place"),
    )
    op.create_table(
        "live_player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("pupil_id", sa.Integer(), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["pupil_id"], ["pupil.id"], name="fk_live_player_pupil_id_pupil", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["round_id"],
            ["live_round.id"],
            name="fk_live_player_round_id_live_round",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_live_player"),
        sa.UniqueConstraint("round_id", "pupil_id", name="uq_live_player_round_id_pupil_id"),
    )
    op.create_index("ix_live_player_pupil_id", "live_player", ["pupil_id"], unique=False)
    op.create_table(
        "live_answer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("question_id", sa.Integer(), nullable=False),
        sa.Column("pupil_id", sa.Integer(), nullable=False),
        sa.Column("answer", sa.String(400), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("grade", sa.String(20), nullable=True),
        sa.Column("loss", sa.Float(precision=53), nullable=True),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["pupil_id"], ["pupil.id"], name="fk_live_answer_pupil_id_pupil", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["question_id"],
            ["live_question.id"],
            name="fk_live_answer_question_id_live_question",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_live_answer"),
        sa.UniqueConstraint("question_id", "pupil_id", name="uq_live_answer_question_id_pupil_id"),
    )
    op.create_index("ix_live_answer_pupil_id", "live_answer", ["pupil_id"], unique=False)
    op.create_table(
        "housekeeping",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("chore", sa.String(40), nullable=False),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_housekeeping"),
        sa.UniqueConstraint("chore", name="uq_housekeeping_chore"),
    )
