"""Glicko-2: the inventor's own example, and what a rating must do whatever the numbers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.learners.glicko import NARROWEST, WIDEST, Outcome, Rating, after, rated, rested

ratings = st.builds(
    Rating, st.floats(800, 2200), st.floats(NARROWEST, WIDEST), st.floats(0.04, 0.09)
)


def test_glickmans_worked_example_comes_out():
    own = Rating(1500, 200, 0.06)
    outcomes = (
        Outcome(Rating(1400, 30), 1),
        Outcome(Rating(1550, 100), 0),
        Outcome(Rating(1700, 300), 0),
    )
    new = rated(own, outcomes)
    assert new.value == pytest.approx(1464.06, abs=0.01)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


@given(own=ratings, opponent=ratings)
def test_winning_raises_and_losing_lowers(own: Rating, opponent: Rating):
    assert after(own, opponent, 1).value > own.value > after(own, opponent, 0).value


@given(own=ratings, opponent=ratings, score=st.floats(0, 0.9))
def test_a_better_answer_never_counts_less(own: Rating, opponent: Rating, score: float):
    assert after(own, opponent, score + 0.1).value >= after(own, opponent, score).value


@given(own=ratings, opponent=ratings, score=st.floats(0, 1))
def test_the_deviation_stays_within_its_limits(own: Rating, opponent: Rating, score: float):
    assert NARROWEST <= after(own, opponent, score).deviation <= WIDEST


def test_a_harder_puzzle_brings_more():
    gains = [after(Rating(), Rating(value, 100), 1).value for value in (1100, 1500, 1900)]
    assert gains == sorted(gains)
    assert gains[0] < gains[2]


def test_a_pause_widens_the_deviation_and_moves_nothing():
    own = Rating(1600, 60)
    assert rested(own, timedelta(0)).deviation == pytest.approx(own.deviation)
    later = rested(own, timedelta(days=365))
    assert later.value == own.value
    assert own.deviation < later.deviation < WIDEST
    assert rested(own, timedelta(days=-5)).deviation == pytest.approx(own.deviation)
    assert rested(Rating(1600, 249), timedelta(days=9999)).deviation == WIDEST


def test_a_great_surprise_raises_the_volatility():
    own = Rating(1500, 50, 0.06)
    assert after(own, Rating(600, 50), 0).volatility > 0.06
