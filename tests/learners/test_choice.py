"""The next puzzle: near one's strength, not seen, the same until it is answered."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from trainer.learners.choice import LONG_AGO, Past, next_puzzle
from trainer.learners.ratings import first_rating
from trainer.puzzles import bank
from trainer.puzzles.schema import Puzzle

PUZZLES = bank.load().puzzles
NOTHING = Past({}, ())
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def choose(
    strength: float, known: Past = NOTHING, seed: str = "pupil", pool: tuple[Puzzle, ...] = PUZZLES
) -> Puzzle | None:
    return next_puzzle(pool, strength, {}, known, seed, NOON)


def test_its_level_is_that_of_the_learner():
    for level in range(1, 6):
        found = choose(first_rating(level).value)
        assert found is not None
        assert found.level == level


def test_a_strength_beyond_all_levels_still_finds_the_nearest():
    weak, strong = choose(300), choose(3000)
    assert weak is not None
    assert strong is not None
    assert (weak.level, strong.level) == (1, 5)


def test_a_rated_puzzle_counts_by_its_rating_and_not_by_its_level():
    pool = tuple(one for one in PUZZLES if one.level == 5)[:30]
    ratings = {one.id: 1000.0 for one in pool[:9]}
    found = next_puzzle(pool, 1000, ratings, NOTHING, "pupil", NOON)
    assert found in pool[:9]


def test_it_stays_the_same_until_it_is_answered_and_differs_between_learners():
    first = choose(1500)
    assert first is choose(1500)
    assert first is not None
    after = choose(1500, Past({first.id: NOON}, (first.id,)))
    assert after is not first
    assert len({choose(1500, seed=str(n)).id for n in range(10)}) > 3  # type: ignore[union-attr]


def test_nothing_answered_comes_again_while_there_is_something_new():
    known: dict[str, datetime] = {}
    for _ in range(60):
        found = choose(1500, Past(known, ()))
        assert found is not None
        assert found.id not in known
        known = {**known, found.id: NOON}


def test_when_all_are_answered_the_unsolved_one_of_longest_ago_comes_first():
    pool = PUZZLES[:5]
    last = {one.id: NOON - timedelta(days=number) for number, one in enumerate(pool)}
    solved = [pool[4].id]
    assert choose(1500, Past(last, solved), pool=pool) is pool[3]


def test_solved_ones_come_again_after_a_long_time_only():
    pool = PUZZLES[:3]
    solved = [one.id for one in pool]
    recent = {one.id: NOON - timedelta(days=1) for one in pool}
    assert choose(1500, Past(recent, solved), pool=pool) is None
    old = recent | {pool[1].id: NOON - LONG_AGO}
    assert choose(1500, Past(old, solved), pool=pool) is pool[1]
