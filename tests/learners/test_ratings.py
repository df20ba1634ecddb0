"""Ratings in the database: a first answer counts once, whatever is tried; nothing else does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from trainer.learners import aids, answers, ratings
from trainer.learners.answers import Effect, answer_puzzle, effect
from trainer.learners.attempts import Answer
from trainer.learners.progress import delete_learner, export
from trainer.learners.ratings import NEWCOMER, Standing
from trainer.puzzles import bank
from trainer.storage.database import Sessions

PUZZLES = bank.load().puzzles
EASY = [one.id for one in PUZZLES if one.level == 1]
HARD = [one.id for one in PUZZLES if one.level == 5]
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Solver:
    """A learner with forms of their own; a form can be sent again by its name."""

    def __init__(self, sessions: Sessions, learner: str) -> None:
        self.sessions, self.learner = sessions, learner

    def answers(
        self, puzzle: str, credit: float = 1.0, form: str = "", now: datetime = NOON
    ) -> Effect:
        given = Answer(puzzle, "B10" if credit == 1 else f"B{credit}", credit == 1)
        answer_puzzle(
            self.sessions,
            self.learner,
            form or f"{puzzle} {credit} {now}",
            given,
            credit,
            PUZZLES,
            now.date(),
            now,
        )
        found = effect(self.sessions, self.learner, puzzle, given.answer)
        assert found is not None
        return found

    @property
    def standing(self) -> Standing:
        return ratings.standing(self.sessions, self.learner)

    @property
    def rating(self) -> float:
        return self.standing.rating.value


@pytest.fixture
def solver(sessions: Sessions, pupil: str) -> Solver:
    return Solver(sessions, pupil)


@pytest.fixture
def other(sessions: Sessions, outsider: str) -> Solver:
    return Solver(sessions, outsider)


def test_a_first_answer_moves_learner_and_puzzle_against_each_other(solver: Solver):
    assert solver.rating == NEWCOMER.value
    done = solver.answers(HARD[0])
    assert done.first
    assert done.change is not None
    assert done.change.points > 0
    assert solver.rating == done.change.after.value > NEWCOMER.value
    assert ratings.puzzle_ratings(solver.sessions)[HARD[0]] < ratings.first_rating(5).value


def test_failing_costs_and_an_easy_puzzle_costs_more(solver: Solver, other: Solver):
    solver.answers(HARD[0], 0.0)
    other.answers(EASY[0], 0.0)
    assert NEWCOMER.value > solver.rating > other.rating


def test_only_the_first_answer_counts(solver: Solver):
    solver.answers(HARD[0], 0.0)
    before = solver.standing
    done = solver.answers(HARD[0], 1.0, now=NOON + timedelta(days=1))
    assert not done.first
    assert solver.standing == before
    assert before.answers == 1


def test_a_form_that_arrives_twice_is_rated_once(solver: Solver):
    solver.answers(HARD[0], form="form")
    before = solver.standing
    solver.answers(HARD[0], form="form")
    assert solver.standing == before


def test_two_tabs_and_another_device_at_once_are_rated_once(sessions: Sessions, pupil: str):
    devices = [Solver(sessions, pupil) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        for future in [
            pool.submit(one.answers, HARD[0], float(number % 2), f"tab {number}")
            for number, one in enumerate(devices)
        ]:
            future.result()
    assert devices[0].standing.answers == 1
    assert len(export(sessions, pupil)["rated_answers"]) == 1


def test_hints_take_a_quarter_each_and_only_those_seen_before_the_answer(solver: Solver):
    aids.note(solver.sessions, solver.learner, HARD[0], 2, NOON)
    done = solver.answers(HARD[0])
    assert done.change is not None
    assert (done.change.score, done.change.hints) == (0.5, 2)
    solver.answers(HARD[1])
    before = solver.standing
    aids.note(solver.sessions, solver.learner, HARD[1], 3, NOON)
    again = solver.answers(HARD[1])
    assert again.change is not None
    assert again.change.score == 1
    assert solver.standing == before


def test_hints_once_seen_stay_seen(solver: Solver):
    assert aids.note(solver.sessions, solver.learner, EASY[0], 3) == 3
    assert aids.note(solver.sessions, solver.learner, EASY[0], 1) == 3
    assert aids.note(solver.sessions, solver.learner, EASY[0], 99) == aids.SOLUTION


def test_near_misses_earn_a_part(solver: Solver, other: Solver):
    solver.answers(HARD[0], 0.9)
    other.answers(HARD[1], 0.1)
    assert solver.rating > other.rating


def test_an_answer_after_a_look_at_the_solution_is_not_rated(solver: Solver):
    aids.note(solver.sessions, solver.learner, HARD[0], aids.SOLUTION, NOON)
    done = solver.answers(HARD[0])
    assert done.seen
    assert done.change is None
    assert solver.standing.answers == 0


def test_a_hidden_rating_goes_on_underneath_and_can_be_shown_again(solver: Solver):
    ratings.hide(solver.sessions, solver.learner, True)
    assert solver.answers(HARD[0]).hidden
    assert solver.standing.hidden
    ratings.hide(solver.sessions, solver.learner, False)
    assert not solver.standing.hidden
    assert solver.rating > NEWCOMER.value


def test_withdrawing_a_puzzle_is_as_if_it_had_never_been_there(solver: Solver, other: Solver):
    for day, puzzle in enumerate((EASY[0], HARD[0], EASY[1])):
        solver.answers(puzzle, float(puzzle != EASY[0]), now=NOON + timedelta(days=9 * day))
    for day, puzzle in enumerate((EASY[0], EASY[1])):
        other.answers(puzzle, float(puzzle != EASY[0]), now=NOON + timedelta(days=18 * day))
    assert ratings.withdraw(solver.sessions, HARD[0]) == 1
    assert solver.standing.answers == 2
    # The second learner has done the same without it; their puzzles had been answered by one
    # more, so the two are close and not equal.
    assert solver.rating == pytest.approx(other.rating, abs=40)
    assert HARD[0] not in ratings.puzzle_ratings(solver.sessions)


def test_withdrawing_restores_the_very_rating_and_leaves_a_trace(solver: Solver):
    solver.answers(EASY[0])
    before = solver.standing.rating
    solver.answers(HARD[0], 0.0, now=NOON + timedelta(days=30))
    assert solver.standing.rating != before
    assert ratings.withdraw(solver.sessions, HARD[0]) == 1
    after = solver.standing.rating
    assert after.value == pytest.approx(before.value)
    assert after.deviation == pytest.approx(before.deviation)
    trace = export(solver.sessions, solver.learner)["rated_answers"]
    assert [bool(one["withdrawn_at"]) for one in trace] == [False, True]
    assert ratings.withdraw(solver.sessions, HARD[0]) == 0
    # Its answer was the first all the same: a puzzle that returns is not rated again.
    solver.answers(HARD[0], now=NOON + timedelta(days=60))
    assert solver.standing.answers == 1


def test_a_withdrawn_puzzle_leaves_outsiders_alone(solver: Solver, other: Solver):
    solver.answers(HARD[0])
    other.answers(EASY[0])
    before = other.standing
    ratings.withdraw(solver.sessions, HARD[0])
    assert other.standing == before


def test_nothing_is_rated_when_storing_fails(solver: Solver, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise RuntimeError("power cut")

    monkeypatch.setattr(answers.reviews, "note", fail)
    with pytest.raises(RuntimeError, match="power cut"):
        solver.answers(HARD[0])
    assert solver.standing == Standing()
    assert export(solver.sessions, solver.learner)["puzzle_answers"] == []


def test_export_has_all_of_it_and_deletion_takes_all_of_it(solver: Solver):
    solver.answers(HARD[0], 0.0)
    aids.note(solver.sessions, solver.learner, EASY[0], 1)
    data = export(solver.sessions, solver.learner)
    assert data["rating"]["answers"] == 1
    assert [one["puzzle"] for one in data["rated_answers"]] == [HARD[0]]
    assert [one["puzzle"] for one in data["hints"]] == [EASY[0]]
    assert [one["puzzle"] for one in data["reviews"]] == [HARD[0]]
    delete_learner(solver.sessions, solver.learner)
    assert "rating" not in export(solver.sessions, solver.learner)
    assert solver.standing == Standing()
