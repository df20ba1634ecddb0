"""Streaks: no repeats, harder and harder, one's own best, no rating."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from trainer.learners import ratings, reviews, streak
from trainer.learners.answers import answer_puzzle, effect
from trainer.learners.attempts import Answer
from trainer.learners.progress import export
from trainer.learners.streak import PER_LEVEL, Streak, following
from trainer.puzzles import bank
from trainer.puzzles.schema import Puzzle
from trainer.storage.database import Sessions

PUZZLES = bank.load().puzzles
LEVEL = {one.id: one.level for one in PUZZLES}
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Runner:
    """A learner in a streak."""

    def __init__(self, sessions: Sessions, learner: str) -> None:
        self.sessions, self.learner, self.forms = sessions, learner, 0

    def starts(self, puzzles: tuple[Puzzle, ...] = PUZZLES) -> Streak:
        return streak.start(self.sessions, self.learner, puzzles, NOON)

    def answers(
        self, puzzle: str | None, solved: bool = True, puzzles: tuple[Puzzle, ...] = PUZZLES
    ) -> Streak:
        assert puzzle is not None
        self.forms += 1
        given = Answer(puzzle, f"B{self.forms}", solved)
        form, credit = f"form {self.forms}", float(solved)
        day = NOON.date()
        answer_puzzle(self.sessions, self.learner, form, given, credit, puzzles, day, NOON)
        return self.now

    @property
    def now(self) -> Streak:
        return streak.current(self.sessions, self.learner)


@pytest.fixture
def runner(sessions: Sessions, pupil: str) -> Runner:
    return Runner(sessions, pupil)


def test_it_gets_harder_and_harder_and_repeats_nothing(runner: Runner):
    run, taken = runner.starts(), []
    for _ in range(5 * PER_LEVEL + 5):
        taken.append(run.puzzle)
        run = runner.answers(run.puzzle)
    levels = [LEVEL[one] for one in taken]
    assert len(set(taken)) == len(taken)
    assert levels == sorted(levels)
    assert (levels[0], levels[-1]) == (1, 5)
    assert run.solved == run.best == len(taken)


def test_it_ends_with_the_first_puzzle_that_is_not_solved_and_the_best_stays(runner: Runner):
    run = runner.starts()
    run = runner.answers(runner.answers(run.puzzle).puzzle)
    run = runner.answers(run.puzzle, solved=False)
    assert (run.solved, run.puzzle, run.best) == (2, None, 2)
    assert run.ended_at == NOON
    again = runner.starts()
    assert (again.solved, again.best) == (0, 2)
    assert runner.answers(again.puzzle).best == 2


def test_nothing_in_it_is_rated_and_what_was_missed_comes_back(runner: Runner):
    run = runner.starts()
    first = run.puzzle
    runner.answers(first, solved=False)
    assert ratings.standing(runner.sessions, runner.learner).answers == 0
    done = effect(runner.sessions, runner.learner, first or "", "B1")
    assert done is not None
    assert done.change is None
    assert done.streak is not None
    # Nor later: the first answer is given.
    runner.answers(first)
    assert ratings.standing(runner.sessions, runner.learner).answers == 0
    assert [m.puzzle for m in reviews.memories(runner.sessions, runner.learner)] == [first]


def test_other_puzzles_do_not_touch_it_and_are_rated(runner: Runner):
    run = runner.starts()
    other = next(one.id for one in PUZZLES if one.id != run.puzzle)
    assert runner.answers(other, solved=False) == run
    assert ratings.standing(runner.sessions, runner.learner).answers == 1


def test_starting_again_goes_on_with_the_same_puzzle(runner: Runner):
    run = runner.starts()
    assert runner.starts() == run
    after = runner.answers(run.puzzle)
    assert runner.starts() == after


def test_answering_the_same_puzzle_again_gains_nothing(runner: Runner):
    run = runner.starts()
    once = runner.answers(run.puzzle)
    assert runner.answers(run.puzzle) == once


def test_puzzles_known_to_the_learner_are_left_out(runner: Runner):
    easy = [one.id for one in PUZZLES if one.level == 1]
    for puzzle in easy[:20]:
        runner.answers(puzzle)
    run, taken = runner.starts(), []
    for _ in range(PER_LEVEL):
        taken.append(run.puzzle)
        run = runner.answers(run.puzzle)
    assert not set(taken) & set(easy[:20])


def test_a_bank_that_is_used_up_ends_the_streak_as_solved(runner: Runner):
    few = PUZZLES[:2]
    run = runner.starts(few)
    run = runner.answers(run.puzzle, puzzles=few)
    run = runner.answers(run.puzzle, puzzles=few)
    assert (run.solved, run.running) == (2, False)


def test_a_puzzle_that_has_left_the_bank_is_replaced(runner: Runner):
    run = runner.starts()
    rest = tuple(one for one in PUZZLES if one.id != run.puzzle)
    after = runner.starts(rest)
    assert after.puzzle not in (None, run.puzzle)
    assert after.solved == run.solved


def test_an_outsider_runs_for_themselves(runner: Runner, sessions: Sessions, outsider: str):
    runner.answers(runner.starts().puzzle)
    assert streak.current(sessions, outsider) == Streak()
    assert Runner(sessions, outsider).starts().best == 0


def test_the_order_differs_between_streaks_of_one_level():
    seeds = [following(PUZZLES, (), (), str(seed), 1) for seed in range(8)]
    assert len({one.id for one in seeds if one}) > 3


def test_it_is_in_the_export(runner: Runner):
    runner.answers(runner.starts().puzzle)
    (run,) = export(runner.sessions, runner.learner)["streaks"]
    assert run["solved"] == 1
    assert [one["solved"] for one in run["answers"]] == [True]
