"""Answers to puzzles: each stored once, none lost."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from trainer.learners import attempts
from trainer.learners.attempts import (
    Answer,
    puzzle_record,
    record_attempt,
    solved_puzzles,
)
from trainer.storage.database import Sessions, reading
from trainer.storage.tables import Learner, PuzzleAttempt

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
BOTH = Answer("blue", "B10,B12", solved=True, grade="best", loss=0.0)
ONE = Answer("blue", "B12", solved=False, grade="mistake", loss=10.0)


def count(sessions: Sessions, table: type[Learner] | type[PuzzleAttempt]) -> int:
    with reading(sessions) as session:
        return session.scalar(sa.select(sa.func.count()).select_from(table)) or 0


def test_the_first_answer_makes_the_learner(sessions: Sessions, pupil: str):
    assert solved_puzzles(sessions, pupil) == frozenset()
    assert count(sessions, Learner) == 0
    stored = record_attempt(sessions, pupil, "form", BOTH, NOW)
    assert stored == attempts.Attempt(BOTH, NOW, number=1, fresh=True)
    assert solved_puzzles(sessions, pupil) == {"blue"}


def test_a_double_submit_is_stored_once_and_answers_the_same(sessions: Sessions, pupil: str):
    record_attempt(sessions, pupil, "form", BOTH, NOW)
    again = record_attempt(sessions, pupil, "form", BOTH, NOW + timedelta(seconds=1))
    assert (again.answer, again.made_at, again.number, again.fresh) == (BOTH, NOW, 1, False)
    assert count(sessions, PuzzleAttempt) == 1


def test_another_answer_after_the_back_button_is_another_attempt(sessions: Sessions, pupil: str):
    record_attempt(sessions, pupil, "form", ONE, NOW)
    second = record_attempt(sessions, pupil, "form", BOTH, NOW)
    assert (second.number, second.fresh) == (2, True)
    assert count(sessions, PuzzleAttempt) == 2


def test_two_tabs_solve_a_puzzle_once(sessions: Sessions, pupil: str):
    record_attempt(sessions, pupil, "tab 1", BOTH, NOW)
    record_attempt(sessions, pupil, "tab 2", BOTH, NOW)
    assert solved_puzzles(sessions, pupil) == {"blue"}
    assert count(sessions, PuzzleAttempt) == 2


def test_twenty_equal_requests_at_once_are_one_attempt_of_one_learner(
    sessions: Sessions, pupil: str
):
    stored: list[attempts.Attempt] = []
    gate = threading.Barrier(20)

    def send() -> None:
        gate.wait()
        stored.append(record_attempt(sessions, pupil, "form", BOTH))

    threads = [threading.Thread(target=send) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stored) == 20
    assert sum(attempt.fresh for attempt in stored) == 1
    assert len({attempt.made_at for attempt in stored}) == 1
    assert (count(sessions, Learner), count(sessions, PuzzleAttempt)) == (1, 1)


def test_a_twin_that_comes_between_look_and_store_is_found(
    sessions: Sessions, pupil: str, monkeypatch
):
    """What PostgreSQL may do: the unique key decides, and the stored answer is returned."""
    record_attempt(sessions, pupil, "form", BOTH, NOW)
    look, looks = attempts._stored, []

    def blind_at_first(session, row):
        looks.append(row)
        return None if len(looks) == 1 else look(session, row)

    monkeypatch.setattr(attempts, "_stored", blind_at_first)
    again = record_attempt(sessions, pupil, "form", BOTH, NOW + timedelta(seconds=1))
    assert (again.made_at, again.fresh) == (NOW, False)
    assert count(sessions, PuzzleAttempt) == 1


def test_the_record_keeps_the_best_answer(sessions: Sessions, pupil: str):
    good = Answer("blue", "B10", solved=False, grade="good", loss=1.5)
    for number, answer in enumerate((ONE, good, BOTH, ONE)):
        record_attempt(sessions, pupil, str(number), answer, NOW + timedelta(minutes=number))
    record = puzzle_record(sessions, pupil, "blue")
    assert record is not None
    assert record.best == BOTH
    assert (record.attempts, record.solved) == (4, True)
    assert record.solved_at == NOW + timedelta(minutes=2)
    assert record.last_at == NOW + timedelta(minutes=3)


def test_a_goal_without_loss_counts_as_solved_too(sessions: Sessions, pupil: str):
    record_attempt(sessions, pupil, "a", Answer("fits", "R10", solved=False), NOW)
    record_attempt(sessions, pupil, "b", Answer("fits", "B10,B12", solved=True), NOW)
    record = puzzle_record(sessions, pupil, "fits")
    assert record is not None
    assert record.best.answer == "B10,B12"


def test_an_outsider_sees_nothing(sessions: Sessions, pupil: str, outsider: str):
    record_attempt(sessions, pupil, "form", BOTH, NOW)
    assert solved_puzzles(sessions, outsider) == frozenset()
    assert puzzle_record(sessions, outsider, "blue") is None


def test_the_same_form_key_of_somebody_else_is_their_own_attempt(
    sessions: Sessions, pupil: str, outsider: str
):
    record_attempt(sessions, pupil, "form", BOTH, NOW)
    assert record_attempt(sessions, outsider, "form", BOTH, NOW).fresh
