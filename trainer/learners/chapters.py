"""The way through the lessons: which steps are done, where to go on, which chapters are done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trainer.learners.guests import find, find_or_create
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import ChapterVisit, Learner, LessonStep


@dataclass(frozen=True)
class ChapterProgress:
    """How far a learner is in a chapter.

    ``step`` is the one seen last, ``done`` all steps done, ``done_at`` when the chapter was
    done for the first time; that stays, also when the chapter later gains a step.
    """

    chapter: str
    step: str | None = None
    done: frozenset[str] = frozenset()
    done_at: datetime | None = None

    @property
    def is_done(self) -> bool:
        """Whether the chapter has been done to its end."""
        return self.done_at is not None

    def resume(self, steps: Sequence[str]) -> str:
        """Where to go on in a chapter of these steps.

        The step seen last while it is undone, else the next undone one after it, else the
        first undone one; the first step of a chapter that is done to its end.
        """
        at = steps.index(self.step) if self.step in steps else 0
        ahead = [*steps[at:], *steps[:at]]
        return next((step for step in ahead if step not in self.done), steps[0])


def record_visit(
    sessions: Sessions, learner: str, chapter: str, step: str, now: datetime | None = None
) -> None:
    """Remember the step that the learner looks at; idempotent.

    For pages that are only looked at: it makes no learner, so a passing robot leaves no rows,
    and it does not write where nothing has changed.
    """
    with reading(sessions) as session:
        owner = find(session, learner)
        seen = None if owner is None else _find_visit(session, owner.id, chapter)
    if owner is None or (seen is not None and seen.step == step):
        return
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        _visit(session, find_or_create(session, learner, now), chapter, step, now)


def record_step(
    sessions: Sessions,
    learner: str,
    chapter: str,
    step: str,
    steps: Sequence[str],
    now: datetime | None = None,
) -> ChapterProgress:
    """Mark a step as done, and the chapter too if all its ``steps`` are; idempotent.

    Raises ValueError for a step that is not among ``steps``. When this returns, the step is
    in the database.
    """
    if step not in steps:
        raise ValueError(f"chapter {chapter} has no step {step}")
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        owner = find_or_create(session, learner, now)
        visit = _visit(session, owner, chapter, step, now)
        if step not in _done(session, owner.id, chapter):
            _add(session, LessonStep(learner_id=owner.id, chapter=chapter, step=step, done_at=now))
        done = _done(session, owner.id, chapter)
        if visit.done_at is None and done.issuperset(steps):
            visit.done_at = now
        return ChapterProgress(chapter, step, done, visit.done_at)


def _done(session: Session, owner: int, chapter: str) -> frozenset[str]:
    where = (LessonStep.learner_id == owner, LessonStep.chapter == chapter)
    return frozenset(session.scalars(select(LessonStep.step).where(*where)))


def _find_visit(session: Session, owner: int, chapter: str) -> ChapterVisit | None:
    where = (ChapterVisit.learner_id == owner, ChapterVisit.chapter == chapter)
    return session.scalar(select(ChapterVisit).where(*where))


def _visit(
    session: Session, owner: Learner, chapter: str, step: str, now: datetime
) -> ChapterVisit:
    # The learner's row is locked until the commit, so that of two last steps done at once one
    # sees the other and marks the chapter as done.
    session.execute(select(Learner.id).where(Learner.id == owner.id).with_for_update())
    visit = _find_visit(session, owner.id, chapter)
    if visit is None:
        new = ChapterVisit(learner_id=owner.id, chapter=chapter, step=step, seen_at=now)
        visit = new if _add(session, new) else _find_visit(session, owner.id, chapter)
        if visit is None:
            raise RuntimeError(f"chapter {chapter}: the visit can be neither stored nor found")
    visit.step, visit.seen_at = step, now
    return visit


def _add(session: Session, row: LessonStep | ChapterVisit) -> bool:
    """Store a row; False if its twin is there already."""
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:
        return False
    return True


def chapter_progress(sessions: Sessions, learner: str, chapter: str) -> ChapterProgress:
    """How far the learner is in a chapter; an empty progress where nothing is stored."""
    with reading(sessions) as session:
        found = chapters_of(session, learner)
    return next((one for one in found if one.chapter == chapter), ChapterProgress(chapter))


def chapters_of(session: Session, learner: str) -> list[ChapterProgress]:
    """Every chapter that the learner has opened, the one seen last first."""
    done: dict[str, set[str]] = {}
    mine = Learner.public_id == learner
    for row in session.scalars(select(LessonStep).join(Learner).where(mine)):
        done.setdefault(row.chapter, set()).add(row.step)
    visits = select(ChapterVisit).join(Learner).where(mine).order_by(ChapterVisit.seen_at.desc())
    return [
        ChapterProgress(
            visit.chapter, visit.step, frozenset(done.get(visit.chapter, ())), visit.done_at
        )
        for visit in session.scalars(visits)
    ]


def forget_chapter(sessions: Sessions, learner: str, chapter: str) -> None:
    """Start a chapter afresh: its steps and its visit are forgotten, and nothing else."""
    with writing(sessions) as session:
        owner = find(session, learner)
        if owner is None:
            return
        for table in (LessonStep, ChapterVisit):
            mine = (table.learner_id == owner.id, table.chapter == chapter)
            session.execute(delete(table).where(*mine))
