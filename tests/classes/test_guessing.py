"""Guesses are counted for what is guessed at, and soon have to wait."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from tests.classes.cast import NOW
from trainer.classes import guessing
from trainer.classes.guessing import Limit
from trainer.storage.class_tables import Guessing
from trainer.storage.database import Sessions, reading, writing

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
LIMIT = Limit(free=3, first=MINUTE, longest=5 * MINUTE, window=HOUR)
CARDS = Limit(free=300, first=10 * MINUTE, longest=10 * MINUTE, window=HOUR)


def fail(sessions: Sessions, times: int, subject: str = "x", limit: Limit = LIMIT) -> int | None:
    """So many failures at once; the wait after the last of them."""
    wait = None
    for _ in range(times):
        with writing(sessions) as session:
            wait = guessing.failed(session, subject, limit, NOW)
    return wait


def wait(sessions: Sessions, after: timedelta, subject: str = "x") -> int | None:
    with reading(sessions) as session:
        return guessing.allowed(session, subject, LIMIT, NOW + after)


def test_the_first_failures_cost_nothing(sessions: Sessions):
    assert wait(sessions, timedelta()) is None
    assert fail(sessions, LIMIT.free - 1) is None
    assert wait(sessions, timedelta()) is None


def test_then_each_failure_makes_the_wait_longer_up_to_the_longest(sessions: Sessions):
    assert [fail(sessions, n) for n in (3, 1, 1, 1, 1)] == [60, 120, 240, 300, 300]
    assert fail(sessions, 100) == 300


def test_after_the_wait_one_may_guess_again(sessions: Sessions):
    fail(sessions, 3)
    assert wait(sessions, timedelta(seconds=0.5)) == 60
    assert wait(sessions, timedelta(seconds=59.5)) == 1
    assert wait(sessions, MINUTE) is None


def test_each_subject_is_counted_on_its_own(sessions: Sessions):
    fail(sessions, 3, "x")
    assert wait(sessions, timedelta(), "y") is None


def test_a_right_guess_forgets_what_was_counted(sessions: Sessions):
    fail(sessions, 3)
    with writing(sessions) as session:
        guessing.forget(session, "x")
    assert wait(sessions, timedelta()) is None
    assert fail(sessions, 2) is None


def test_slips_of_many_days_do_not_add_up(sessions: Sessions):
    for day in range(10):
        with writing(sessions) as session:
            now = NOW + timedelta(days=day)
            assert guessing.failed(session, "x", LIMIT, now) is None


def test_a_wait_outlasts_the_window(sessions: Sessions):
    limit = Limit(free=1, first=3 * HOUR, longest=3 * HOUR, window=HOUR)
    assert fail(sessions, 1, limit=limit) == 3 * 3600
    with reading(sessions) as session:
        assert guessing.allowed(session, "x", limit, NOW + 2 * HOUR) == 3600


def test_a_class_may_mistype_hundreds_of_cards_an_hour(sessions: Sessions):
    assert fail(sessions, 299, "cards:KMPT", CARDS) is None
    assert fail(sessions, 1, "cards:KMPT", CARDS) == 600


def test_a_claimed_guess_counts_as_failed_until_it_is_forgotten(sessions: Sessions):
    for expected in (None, None, None, 60, 60):
        with writing(sessions) as session:
            assert guessing.claim(session, "x", LIMIT, NOW) == expected
    # A guess that had to wait was none: the wait has not grown.
    assert wait(sessions, MINUTE) is None


def test_many_guesses_at_once_are_no_way_around(sessions: Sessions):
    taken: list[bool] = []

    def guess() -> None:
        with writing(sessions) as session:
            taken.append(guessing.claim(session, "x", LIMIT, NOW) is None)

    threads = [threading.Thread(target=guess) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(taken) == LIMIT.free


def test_what_was_typed_is_not_kept_readable():
    found = guessing.subject("teacher", "my password, in the wrong field" * 100)
    assert "password" not in found
    assert len(found) <= 180
    assert found != guessing.subject("recovery", "my password, in the wrong field" * 100)


@pytest.mark.parametrize("days", [3, 30])
def test_old_counts_go_when_a_new_subject_is_counted(sessions: Sessions, days: int):
    fail(sessions, 1, "old")
    with writing(sessions) as session:
        guessing.failed(session, "new", LIMIT, NOW + timedelta(days=days))
    with reading(sessions) as session:
        assert session.scalar(select(func.count()).select_from(Guessing)) == 1
