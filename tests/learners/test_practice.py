"""Practice: the level is kept for each learner and chapter, and nothing counts twice."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

from trainer.learners.practice import PracticeRecord, practice_record, record_exercise
from trainer.learners.progress import delete_learner, export
from trainer.lessons.practice import Standing
from trainer.storage.database import Sessions

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def answer(sessions: Sessions, learner: str, exercise: str, right: bool) -> PracticeRecord:
    return record_exercise(sessions, learner, "ordinary-turn", exercise, right, NOW)


def test_everybody_begins_at_the_first_level(sessions: Sessions, pupil: str) -> None:
    assert practice_record(sessions, pupil, "ordinary-turn").standing == Standing(1, 0)


def test_two_right_answers_raise_the_level_that_is_kept(sessions: Sessions, pupil: str) -> None:
    answer(sessions, pupil, "fits-1-1", True)
    record = answer(sessions, pupil, "fits-1-2", True)
    assert record.standing == Standing(2, 0)
    assert practice_record(sessions, pupil, "ordinary-turn") == record
    assert (record.answered, record.right) == (2, 2)


def test_a_second_try_at_the_same_exercise_counts_nothing(sessions: Sessions, pupil: str) -> None:
    first = answer(sessions, pupil, "fits-1-1", False)
    assert answer(sessions, pupil, "fits-1-1", True) == first
    assert (first.answered, first.right) == (1, 0)


def test_each_chapter_and_each_learner_has_a_level_of_its_own(
    sessions: Sessions, pupil: str, outsider: str
) -> None:
    for number in range(2):
        answer(sessions, pupil, f"fits-1-{number}", True)
    assert practice_record(sessions, pupil, "setting-up").standing == Standing()
    assert practice_record(sessions, outsider, "ordinary-turn").standing == Standing()


def test_first_answers_sent_at_once_count_once(sessions: Sessions, pupil: str) -> None:
    threads = [
        threading.Thread(target=answer, args=(sessions, pupil, "fits-1-1", True)) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    record = practice_record(sessions, pupil, "ordinary-turn")
    assert (record.answered, record.right, record.standing) == (1, 1, Standing(1, 1))


def test_practice_is_exported_and_deleted_with_its_learner(sessions: Sessions, pupil: str) -> None:
    answer(sessions, pupil, "fits-1-1", True)
    later = NOW + timedelta(days=1)
    record_exercise(sessions, pupil, "setting-up", "opener-1-3", False, later)
    exported = export(sessions, pupil)["practice"]
    assert isinstance(exported, list)
    assert [one["chapter"] for one in exported] == ["ordinary-turn", "setting-up"]
    assert delete_learner(sessions, pupil)
    assert export(sessions, pupil)["practice"] == []
