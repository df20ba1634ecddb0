"""Whole games: the same from both kernels, whole, and played as the policies promise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.kernel.strategies import LIVELY, RULES, compiled, policies, rules
from trainer.engine.kernel import DUMP, HOLD, Rules, World, card, games, mask, reference
from trainer.engine.kernel.policies import turn_of
from trainer.engine.kernel.random64 import Purpose, Random64
from trainer.engine.kernel.state import State


@given(rules(), st.data(), st.integers(0, 2**64 - 1), st.integers(0, 2**62))
def test_both_kernels_play_the_same_games(rules, data, seed, first):
    seats = data.draw(st.lists(policies(), min_size=2, max_size=6))
    ours, theirs = (
        kernel.games(rules, seats, seed, first, 3) for kernel in (compiled(), reference)
    )
    assert ours.winners.tolist() == theirs.winners.tolist()
    assert ours.penalties.tolist() == theirs.penalties.tolist()


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_game_has_one_winner_and_the_others_have_points(rules, players):
    played = games(rules, [LIVELY] * players, 5, 0, 40)
    for number, winner in enumerate(played.winners):
        penalties = played.penalties[players * number : players * (number + 1)]
        assert [seat for seat in range(players) if penalties[seat] == 0] == [winner]


def test_games_are_the_same_however_the_span_is_cut():
    whole = games(Rules(), [HOLD, LIVELY], 9, 0, 30)
    parts = [games(Rules(), [HOLD, LIVELY], 9, first, 10) for first in (0, 10, 20)]
    assert whole.penalties.tolist() == [p for part in parts for p in part.penalties]


def test_hold_beats_dump():
    played = games(Rules(), [HOLD, DUMP], 1, 0, 400)
    assert sum(played.penalties[1::2]) - sum(played.penalties[::2]) > 400 * 8


def one_turn(policy, rows, hand, other, rules=None):
    """The cards that a policy lays from a hand."""
    state = State(rules or Rules(), World(rows, (hand, other)))
    turn_of(policy)(state, Random64(0, Purpose.PLAY, 0))
    return hand & ~state.hands[0]


def test_dump_lays_all_that_fits_one_after_another():
    hand = mask([card(0, 10), card(0, 9), card(0, 12), card(0, 14), card(1, 11), card(1, 12)])
    laid = one_turn(DUMP, ((11, 11), (0, 0), (0, 0), (0, 0)), hand, 1 << card(2, 11))
    assert laid == hand ^ 1 << card(0, 14)


def test_hold_lays_the_one_card_of_highest_worth():
    rows = ((11, 11), (2, 19), (0, 0), (0, 0))
    # Y1 and Y20 end their row (20 each); R10 with R9 and R8 behind it is worth 15 + 8 = 23.
    hand = mask([card(0, 8), card(0, 9), card(0, 10), card(1, 1), card(1, 20)])
    assert one_turn(HOLD, rows, hand, 1) == 1 << card(0, 10)


def test_hold_weighs_a_start_by_its_neighbours():
    rows = ((11, 11), (0, 0), (0, 0), (0, 0))
    # Y11 with Y10 and Y12: 20 - 10 + 6 = 16; R12 with R13 behind it: 15 + 4 = 19.
    hand = mask([card(1, 10), card(1, 11), card(1, 12), card(0, 12), card(0, 13)])
    assert one_turn(HOLD, rows, hand, 1) == 1 << card(0, 12)
    # One more yellow card makes it 19 too, two more 22.
    more = hand | mask([card(1, 1), card(1, 2)])
    assert one_turn(HOLD, rows, more, 1 << card(3, 11)) == 1 << card(1, 11)


def test_a_start_that_must_be_laid_is_laid_and_nothing_else():
    rows = ((11, 11), (0, 0), (0, 0), (0, 0))
    hand = mask([card(0, 10), card(0, 9), card(1, 11), card(2, 11)])
    starts = mask([card(1, 11), card(2, 11)])
    assert one_turn(HOLD, rows, hand, 1, Rules(1, must_open=True)) == starts


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"policies": [HOLD]}, ValueError),
        ({"policies": [HOLD] * 7}, ValueError),
        ({"seed": -1}, ValueError),
        ({"seed": 2**64}, ValueError),
        ({"seed": 1.5}, TypeError),
        ({"count": -1}, ValueError),
        ({"count": 2**40}, ValueError),
        ({"rules": Rules(draw_limit=0)}, ValueError),
        ({"rules": Rules(highest=21)}, ValueError),
        ({"rules": Rules(starts=(11, 11, 11, 1))}, ValueError),
        ({"rules": Rules(starts=(11, 11, 11))}, ValueError),
        ({"policies": [HOLD, LIVELY._replace(params=(1, 2))]}, ValueError),
        ({"policies": [HOLD, LIVELY._replace(name="best")]}, ValueError),
        ({"policies": [HOLD, LIVELY._replace(params=(2**31,) * 31)]}, ValueError),
    ],
)
def test_impossible_games_are_refused(change, error):
    given = {"rules": Rules(), "policies": [HOLD, HOLD], "seed": 0, "first": 0, "count": 1}
    with pytest.raises(error):
        games(**given | change)
