"""The way through the lessons: nothing lost, nothing counted twice."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from trainer.learners.chapters import (
    ChapterProgress,
    chapter_progress,
    forget_chapter,
    record_step,
    record_visit,
)
from trainer.storage.database import Sessions, reading
from trainer.storage.tables import Learner

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
STEPS = ("deck", "goal", "rows")


def test_a_step_done_twice_counts_once(sessions: Sessions, pupil: str):
    first = record_step(sessions, pupil, "goal", "deck", STEPS, NOW)
    again = record_step(sessions, pupil, "goal", "deck", STEPS, NOW + timedelta(days=1))
    assert first == again == ChapterProgress("goal", "deck", frozenset({"deck"}), None)


def test_a_chapter_is_done_with_its_last_step_in_any_order(sessions: Sessions, pupil: str):
    for step in ("rows", "deck"):
        assert not record_step(sessions, pupil, "goal", step, STEPS, NOW).is_done
    assert record_step(sessions, pupil, "goal", "goal", STEPS, NOW).done_at == NOW


def test_a_chapter_stays_done_when_it_is_repeated_or_grows(sessions: Sessions, pupil: str):
    for step in STEPS:
        record_step(sessions, pupil, "goal", step, STEPS, NOW)
    longer = (*STEPS, "new")
    repeated = record_step(sessions, pupil, "goal", "deck", longer, NOW + timedelta(days=1))
    assert repeated.done_at == NOW
    assert repeated.resume(longer) == "new"


def test_one_resumes_at_the_first_step_undone_after_the_last_one_seen(
    sessions: Sessions, pupil: str
):
    nothing = chapter_progress(sessions, pupil, "goal")
    assert nothing.resume(STEPS) == "deck"
    record_step(sessions, pupil, "goal", "deck", STEPS, NOW)
    assert chapter_progress(sessions, pupil, "goal").resume(STEPS) == "goal"


def test_one_resumes_at_the_step_one_looked_at_last(sessions: Sessions, pupil: str):
    record_step(sessions, pupil, "goal", "deck", STEPS, NOW)
    record_visit(sessions, pupil, "goal", "rows", NOW)
    record_visit(sessions, pupil, "goal", "rows", NOW)
    assert chapter_progress(sessions, pupil, "goal").resume(STEPS) == "rows"


@pytest.mark.parametrize(
    ("seen", "done", "expected"),
    [
        ("rows", {"rows"}, "deck"),
        ("goal", {"deck", "goal", "rows"}, "deck"),
        ("a step that was removed", {"deck"}, "goal"),
        (None, set(), "deck"),
    ],
)
def test_a_resume_point_always_exists(seen: str | None, done: set[str], expected: str):
    assert ChapterProgress("goal", seen, frozenset(done)).resume(STEPS) == expected


def test_looking_at_a_lesson_makes_no_learner(sessions: Sessions, pupil: str):
    record_visit(sessions, pupil, "goal", "deck", NOW)
    with reading(sessions) as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(Learner)) == 0


def test_a_step_that_the_chapter_does_not_have_is_refused(sessions: Sessions, pupil: str):
    with pytest.raises(ValueError, match="no step"):
        record_step(sessions, pupil, "goal", "nowhere", STEPS, NOW)


def test_all_steps_at_once_from_several_tabs_end_with_the_chapter_done(
    sessions: Sessions, pupil: str
):
    gate = threading.Barrier(6)

    def do(step: str) -> None:
        gate.wait()
        record_step(sessions, pupil, "goal", step, STEPS)

    threads = [threading.Thread(target=do, args=(step,)) for step in STEPS * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    progress = chapter_progress(sessions, pupil, "goal")
    assert progress.done == set(STEPS)
    assert progress.is_done


def test_an_outsider_has_done_nothing(sessions: Sessions, pupil: str, outsider: str):
    record_step(sessions, pupil, "goal", "deck", STEPS, NOW)
    assert chapter_progress(sessions, outsider, "goal") == ChapterProgress("goal")


def test_a_chapter_is_started_afresh_and_nothing_else_is_forgotten(sessions: Sessions, pupil: str):
    for chapter in ("goal", "turn"):
        for step in STEPS:
            record_step(sessions, pupil, chapter, step, STEPS, NOW)
    forget_chapter(sessions, pupil, "goal")
    assert chapter_progress(sessions, pupil, "goal") == ChapterProgress("goal")
    assert chapter_progress(sessions, pupil, "turn").is_done


def test_another_learner_keeps_a_chapter_that_one_starts_afresh(
    sessions: Sessions, pupil: str, outsider: str
):
    for learner in (pupil, outsider):
        record_step(sessions, learner, "goal", "deck", STEPS, NOW)
    forget_chapter(sessions, outsider, "goal")
    assert chapter_progress(sessions, pupil, "goal").done == {"deck"}
    forget_chapter(sessions, "f" * 32, "goal")
