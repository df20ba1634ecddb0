"""Reviews: failed puzzles come back after 1, 3, 7, 16 and 35 days, and then are done."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from trainer.learners import reviews
from trainer.learners.answers import answer_puzzle
from trainer.learners.attempts import Answer
from trainer.learners.reviews import DISTANCES, Memory, failed
from trainer.storage.database import Sessions

DAY = date(2026, 3, 1)


class Solver:
    """A learner who answers one puzzle, each time from a new form, on a day that is passed in."""

    def __init__(self, sessions: Sessions, learner: str) -> None:
        self.sessions, self.learner, self.forms = sessions, learner, 0

    def answers(self, solved: bool, day: date, puzzle: str = "one") -> Memory | None:
        self.forms += 1
        given = Answer(puzzle, "B10" if solved else "B12", solved)
        now = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
        key = f"form {self.forms}"
        answer_puzzle(self.sessions, self.learner, key, given, float(solved), (), day, now)
        return reviews.memory(self.sessions, self.learner, puzzle)


@pytest.fixture
def solver(sessions: Sessions, pupil: str) -> Solver:
    return Solver(sessions, pupil)


def test_a_solved_puzzle_does_not_come_back(solver: Solver):
    assert solver.answers(True, DAY) is None


def test_a_failed_puzzle_comes_back_at_growing_distance_until_it_is_learned(solver: Solver):
    found = solver.answers(False, DAY)
    day = DAY
    for step, distance in enumerate(DISTANCES):
        assert found is not None
        assert found.step == step
        assert found.due_on - day == timedelta(days=distance)
        assert not found.due(found.due_on - timedelta(days=1))
        assert found.due(found.due_on)
        day = found.due_on
        found = solver.answers(True, day)
    assert found is not None
    assert found.learned
    assert not found.due(day + timedelta(days=9999))


def test_solving_it_too_early_changes_nothing(solver: Solver):
    before = solver.answers(False, DAY)
    assert solver.answers(True, DAY) == before


def test_failing_again_begins_anew_on_whatever_day(solver: Solver):
    solver.answers(False, DAY)
    solver.answers(True, DAY + timedelta(days=1))
    later = DAY + timedelta(days=2)
    assert solver.answers(False, later) == failed("one", later)


def test_a_late_review_counts_from_the_day_on_which_it_is_done(solver: Solver):
    solver.answers(False, DAY)
    late = DAY + timedelta(days=20)
    found = solver.answers(True, late)
    assert found is not None
    assert found.due_on == late + timedelta(days=DISTANCES[1])


def test_distances_grow():
    assert list(DISTANCES) == sorted(set(DISTANCES))


def test_an_outsider_has_reviews_of_their_own(solver: Solver, sessions: Sessions, outsider: str):
    solver.answers(False, DAY)
    assert reviews.memories(sessions, outsider) == ()
    assert len(reviews.memories(sessions, solver.learner)) == 1


def test_the_first_due_stands_first(solver: Solver, sessions: Sessions):
    solver.answers(False, DAY + timedelta(days=3), "later")
    solver.answers(False, DAY, "earlier")
    found = reviews.memories(sessions, solver.learner)
    assert [one.puzzle for one in found] == ["earlier", "later"]
