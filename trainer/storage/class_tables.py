"""The tables of classes: teachers, classes and pupils, tasks and answers, live rounds.

A pupil is a learner's place in one class: the name and the card belong to the class, the progress
to the learner, who may have places in several classes and loses nothing when one of them goes.
What a teacher removes keeps its row with ``removed_at`` for a while, so that it can come back.
"""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import Float, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from trainer.storage.tables import Base


def _key(target: str) -> Mapped[int]:
    return mapped_column(ForeignKey(f"{target}.id", ondelete="CASCADE"))


class Teacher(Base):
    """A teacher's account. ``name_key``: the name as sign-in compares it, the same for nobody else.

    ``password``: an argon2 hash with its parameters.
    """

    __tablename__ = "teacher"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(32), unique=True)
    name: Mapped[str] = mapped_column(String(80))
    name_key: Mapped[str] = mapped_column(String(160), unique=True)
    password: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime]


class TeacherSession(Base):
    """A browser that a teacher has signed in. ``token``: SHA-256 of the secret in its cookie.

    ``device``: what the browser calls itself, in short, so that a teacher knows it again.
    """

    __tablename__ = "teacher_session"
    __table_args__ = (Index(None, "teacher_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    teacher_id: Mapped[int] = _key("teacher")
    token: Mapped[str] = mapped_column(String(64), unique=True)
    device: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime]


class RecoveryCode(Base):
    """A code that opens an account once, instead of the password. ``code``: its SHA-256."""

    __tablename__ = "recovery_code"
    __table_args__ = (Index(None, "teacher_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    teacher_id: Mapped[int] = _key("teacher")
    code: Mapped[str] = mapped_column(String(64), unique=True)
    made_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class SignUpInvitation(Base):
    """A code with which one new teacher may sign up. ``code``: its SHA-256; ``note``: for whom."""

    __tablename__ = "sign_up_invitation"

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(64), unique=True)
    note: Mapped[str] = mapped_column(String(120))
    made_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class Guessing(Base):
    """Failed guesses at one account or at the cards of one class; never those of one address.

    ``subject`` names what was guessed at; ``failures`` since ``since``, the last at ``last_at``.
    """

    __tablename__ = "guessing"

    id: Mapped[int] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(String(180), unique=True)
    failures: Mapped[int]
    since: Mapped[datetime]
    last_at: Mapped[datetime]


class Classroom(Base):
    """A class.

    ``tag``: the first letters of its pupils' card codes, known to everybody. ``join_code``: with
    it a pupil may enrol while ``joining`` is on. ``language``: offered first; ``profile``: its
    rules (``official``, ``classic+draw3``). After the day ``expires_on`` the class is archived;
    some time later the names go (``forgotten_at``). ``demo``: made up, to look around in.
    """

    __tablename__ = "classroom"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(32), unique=True)
    tag: Mapped[str] = mapped_column(String(8), unique=True)
    name: Mapped[str] = mapped_column(String(80))
    language: Mapped[str] = mapped_column(String(20))
    profile: Mapped[str] = mapped_column(String(80))
    join_code: Mapped[str] = mapped_column(String(12), unique=True)
    joining: Mapped[bool]
    demo: Mapped[bool]
    created_at: Mapped[datetime]
    expires_on: Mapped[date]
    archived_at: Mapped[datetime | None]
    removed_at: Mapped[datetime | None]
    forgotten_at: Mapped[datetime | None]


class ClassTeacher(Base):
    """Who teaches a class. ``role``: ``owner`` (one a class) or ``co``."""

    __tablename__ = "class_teacher"
    __table_args__ = (UniqueConstraint("classroom_id", "teacher_id"), Index(None, "teacher_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    classroom_id: Mapped[int] = _key("classroom")
    teacher_id: Mapped[int] = _key("teacher")
    role: Mapped[str] = mapped_column(String(10))
    since: Mapped[datetime]


class ClassInvitation(Base):
    """A link that makes one teacher a co-teacher. ``code``: SHA-256 of what the link holds."""

    __tablename__ = "class_invitation"
    __table_args__ = (Index(None, "classroom_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    classroom_id: Mapped[int] = _key("classroom")
    code: Mapped[str] = mapped_column(String(64), unique=True)
    note: Mapped[str] = mapped_column(String(120))
    made_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    accepted_at: Mapped[datetime | None]
    accepted_by: Mapped[int | None] = mapped_column(ForeignKey("teacher.id", ondelete="SET NULL"))
    withdrawn_at: Mapped[datetime | None]


class Pupil(Base):
    """A learner's place in a class. Pupils of the same name are different rows.

    ``card``: the code on the personal card, None while revoked; kept readable so that the card
    can be printed again. ``enrolled``: the pupil came by the class code. ``came_along``: the
    learner existed before and stays when this place goes. ``moved_at``: since then the learner
    has a place in another class, the card with it, and this one is kept for its results.
    """

    __tablename__ = "pupil"
    __table_args__ = (Index(None, "classroom_id"), Index(None, "learner_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(32), unique=True)
    classroom_id: Mapped[int] = _key("classroom")
    learner_id: Mapped[int] = _key("learner")
    name: Mapped[str] = mapped_column(String(80))
    card: Mapped[str | None] = mapped_column(String(20), unique=True)
    card_made_at: Mapped[datetime | None]
    enrolled: Mapped[bool]
    came_along: Mapped[bool]
    joined_at: Mapped[datetime]
    moved_at: Mapped[datetime | None]
    removed_at: Mapped[datetime | None]


class PupilSession(Base):
    """A browser in which somebody has shown a pupil's card. ``token``: SHA-256 of its secret."""

    __tablename__ = "pupil_session"
    __table_args__ = (Index(None, "pupil_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    pupil_id: Mapped[int] = _key("pupil")
    token: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime]


class Assignment(Base):
    """Tasks that a class is given together.

    ``place``: its order among the class's. ``due_on``: the last day, which ends at ``due_until``
    (in the calendar of the teacher who set it). ``tries``: so many answers a puzzle, None for any
    number. ``explain``: ``at once`` or ``release``; then the explanation waits for ``released_at``.
    """

    __tablename__ = "assignment"
    __table_args__ = (Index(None, "classroom_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(32), unique=True)
    classroom_id: Mapped[int] = _key("classroom")
    title: Mapped[str] = mapped_column(String(120))
    place: Mapped[int]
    due_on: Mapped[date | None]
    due_until: Mapped[datetime | None]
    tries: Mapped[int | None]
    explain: Mapped[str] = mapped_column(String(10))
    released_at: Mapped[datetime | None]
    made_at: Mapped[datetime]
    removed_at: Mapped[datetime | None]


class Task(Base):
    """One thing to do in an assignment.

    ``kind``: ``chapter``, ``practice``, ``puzzle`` (of the bank) or ``own`` (of the workshop);
    ``reference``: the id of the chapter or puzzle, the link of an own puzzle. ``amount``: right
    exercises to be done, for practice; 1 otherwise. One that was taken out (``removed_at``) keeps
    its answers, and has them again when it is put back.
    """

    __tablename__ = "task"
    __table_args__ = (UniqueConstraint("assignment_id", "kind", "reference"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    assignment_id: Mapped[int] = _key("assignment")
    place: Mapped[int]
    kind: Mapped[str] = mapped_column(String(10))
    reference: Mapped[str] = mapped_column(String(120))
    amount: Mapped[int]
    removed_at: Mapped[datetime | None]


class TaskAnswer(Base):
    """A pupil's answer to a puzzle that is a task; columns as in `PuzzleAttempt`."""

    __tablename__ = "task_answer"
    __table_args__ = (
        UniqueConstraint("task_id", "pupil_id", "submission", "answer"),
        Index(None, "pupil_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    task_id: Mapped[int] = _key("task")
    pupil_id: Mapped[int] = _key("pupil")
    submission: Mapped[str] = mapped_column(String(64))
    answer: Mapped[str] = mapped_column(String(400))
    solved: Mapped[bool]
    grade: Mapped[str | None] = mapped_column(String(20))
    loss: Mapped[float | None] = mapped_column(Float(53))
    made_at: Mapped[datetime]


class ExerciseAnswer(Base):
    """A pupil's first answer to an exercise of practice, each exercise (its address) once."""

    __tablename__ = "exercise_answer"
    __table_args__ = (UniqueConstraint("learner_id", "chapter", "exercise"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = _key("learner")
    chapter: Mapped[str] = mapped_column(String(80))
    exercise: Mapped[str] = mapped_column(String(80))
    right: Mapped[bool]
    made_at: Mapped[datetime]


class TaskTime(Base):
    """How long a pupil has been at a task: ``seconds``, without pauses of some minutes."""

    __tablename__ = "task_time"
    __table_args__ = (UniqueConstraint("task_id", "pupil_id"), Index(None, "pupil_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    task_id: Mapped[int] = _key("task")
    pupil_id: Mapped[int] = _key("pupil")
    seconds: Mapped[int]
    first_at: Mapped[datetime]
    last_at: Mapped[datetime]


class LiveRound(Base):
    """Puzzles that a class answers together, on a projector and on phones.

    ``version`` grows with whatever a watcher could see changed. ``place``: the question shown,
    from 0; ``phase``: ``waiting`` (people join), ``open`` (answers are taken), ``revealed``.
    """

    __tablename__ = "live_round"
    __table_args__ = (Index(None, "classroom_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(32), unique=True)
    classroom_id: Mapped[int] = _key("classroom")
    join_code: Mapped[str] = mapped_column(String(12), unique=True)
    version: Mapped[int]
    place: Mapped[int]
    phase: Mapped[str] = mapped_column(String(10))
    started_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]


class LiveQuestion(Base):
    """One puzzle of a round: of the bank (``puzzle``) or a teacher's own (``own``, by its link)."""

    __tablename__ = "live_question"
    __table_args__ = (UniqueConstraint("round_id", "place"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    round_id: Mapped[int] = _key("live_round")
    place: Mapped[int]
    kind: Mapped[str] = mapped_column(String(10))
    reference: Mapped[str] = mapped_column(String(120))
    opened_at: Mapped[datetime | None]
    revealed_at: Mapped[datetime | None]


class LivePlayer(Base):
    """A pupil who takes part in a round; ``seen_at``: when they joined or last answered."""

    __tablename__ = "live_player"
    __table_args__ = (UniqueConstraint("round_id", "pupil_id"), Index(None, "pupil_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    round_id: Mapped[int] = _key("live_round")
    pupil_id: Mapped[int] = _key("pupil")
    joined_at: Mapped[datetime]
    seen_at: Mapped[datetime]


class LiveAnswer(Base):
    """A pupil's answer to a question, the last one before the reveal; ``changes``: how many before.

    Columns as in `PuzzleAttempt`.
    """

    __tablename__ = "live_answer"
    __table_args__ = (UniqueConstraint("question_id", "pupil_id"), Index(None, "pupil_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    question_id: Mapped[int] = _key("live_question")
    pupil_id: Mapped[int] = _key("pupil")
    answer: Mapped[str] = mapped_column(String(400))
    solved: Mapped[bool]
    grade: Mapped[str | None] = mapped_column(String(20))
    loss: Mapped[float | None] = mapped_column(Float(53))
    changes: Mapped[int]
    made_at: Mapped[datetime]


class Housekeeping(Base):
    """When a chore of the site was done last, so that several processes do it once."""

    __tablename__ = "housekeeping"

    id: Mapped[int] = mapped_column(primary_key=True)
    chore: Mapped[str] = mapped_column(String(40), unique=True)
    done_at: Mapped[datetime]


class Erasure(Base):
    """That a pupil has deleted their own data, so that the class's teachers do not search.

    It does not say who; it goes after some weeks.
    """

    __tablename__ = "erasure"
    __table_args__ = (Index(None, "classroom_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    classroom_id: Mapped[int] = _key("classroom")
    erased_at: Mapped[datetime]
