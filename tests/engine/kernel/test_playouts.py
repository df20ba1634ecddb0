"""Playouts: paired, the same from both kernels, exact at their end where that is asked for."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engine.kernel.strategies import LIVELY, compiled, policies, rules, views, worlds
from trainer.engine.kernel import (
    DUMP,
    HOLD,
    Rules,
    Seat,
    View,
    World,
    card,
    legal_turns,
    mask,
    playouts,
    points,
    reference,
    row_of,
    sample_deals,
    solve,
    width,
)

BLUE_OPEN = ((0, 0), (0, 0), (0, 0), (11, 11))
HAND = mask([card(0, 9), card(3, 10), card(3, 12)])
TEN, TWELVE = 1 << card(3, 10), 1 << card(3, 12)
THREE_HIDDEN = View(BLUE_OPEN, HAND, (Seat(3), Seat(3), Seat(3)), 67)


@given(rules(), st.data(), st.integers(0, 2**64 - 1), st.sampled_from([0, 200]))
def test_both_kernels_play_the_same_playouts(rules, data, seed, endgame):
    view, truth = data.draw(views(rules))
    try:
        deals = sample_deals(rules, view, seed, 0, 2) if width(rules, view) else b""
        turns = legal_turns(rules, World(view.rows, truth.hands, truth.stock))[:3]
    except OverflowError:
        assume(False)
    seats = [data.draw(policies()) for _ in range(view.players)]
    ours, theirs = (
        kernel.playouts(rules, view, deals, turns, seats, seed, 7, endgame)
        for kernel in (compiled(), reference)
    )
    assert ours[:2] == theirs[:2]
    for left, right in zip(ours[2:], theirs[2:], strict=True):
        assert left.tolist() == right.tolist()


def test_outcomes_are_the_same_however_the_deals_are_cut():
    deals = sample_deals(Rules(), THREE_HIDDEN, 5, 0, 40)
    turns, seats = [TEN, TEN | TWELVE], [LIVELY] * 4
    whole = playouts(Rules(), THREE_HIDDEN, deals, turns, seats, seed=5)
    size = width(Rules(), THREE_HIDDEN)
    for first in range(0, 40, 10):
        part = deals[first * size : (first + 10) * size]
        piece = playouts(Rules(), THREE_HIDDEN, part, turns, seats, seed=5, first=first)
        for turn in range(2):
            expected = whole.margins[turn * 40 + first : turn * 40 + first + 10]
            assert piece.margins[turn * 10 : turn * 10 + 10].tolist() == expected.tolist()


def test_the_margin_is_the_others_mean_penalty_less_the_own():
    # The next player goes out with Y11; the third keeps R1 and G2.
    others = (Seat.known(1 << card(1, 11)), Seat.known(mask([card(0, 1), card(2, 2)])))
    view = View(BLUE_OPEN, HAND, others, 73)
    deals = sample_deals(Rules(), view, 0, 0, 5)
    played = playouts(Rules(), view, deals, [TWELVE], [HOLD] * 3)
    assert played.margins.tolist() == [(0 + 3) / 2 - 19] * 5
    assert played.penalties.tolist() == [19] * 5
    assert played.wins.tolist() == [0] * 5


def test_going_out_wins_the_others_points():
    view = View(BLUE_OPEN, TEN | TWELVE, (Seat.known(mask([card(1, 3), card(2, 4)])),), 75)
    deals = sample_deals(Rules(), view, 0, 0, 1)
    played = playouts(Rules(), view, deals, [TEN | TWELVE], [HOLD] * 2)
    assert (played.margins[0], played.penalties[0], played.wins[0]) == (7.0, 0, 1)


@pytest.mark.parametrize("policy", [HOLD, LIVELY])
def test_one_blue_card_is_better_than_both_against_three_opponents(policy):
    deals = sample_deals(Rules(), THREE_HIDDEN, 1, 0, 2000)
    turns = [TEN, TWELVE, TEN | TWELVE]
    played = playouts(Rules(), THREE_HIDDEN, deals, turns, [policy] * 4, seed=1)
    ten, twelve, both = (sum(played.margins[2000 * t : 2000 * (t + 1)]) / 2000 for t in range(3))
    assert min(ten, twelve) > both + 1


@given(st.data())
def test_an_exact_end_equals_the_solved_value(data):
    world = data.draw(worlds(Rules(), most=14))
    world = world._replace(mover=0)
    view = View(world.rows, world.hands[0], (Seat.known(world.hands[1]),), 0)
    solution = solve(Rules(), world)
    turns = [proof.turn for proof in solution.proofs]
    played = playouts(Rules(), view, b"", turns, [DUMP, DUMP], endgame=1 << 20)
    assert played.margins.tolist() == [proof.low for proof in solution.proofs]
    assert played.penalties.tolist() == [max(0, -proof.low) for proof in solution.proofs]


def test_a_draw_turn_and_a_pass_are_turns_without_cards():
    view = View(BLUE_OPEN, 1 << card(0, 9), (Seat.known(1 << card(1, 11)),), 77)
    deals = sample_deals(Rules(), view, 0, 0, 20)
    played = playouts(Rules(), view, deals, [0], [HOLD] * 2)
    assert set(played.wins.tolist()) == {0}
    assert min(played.penalties.tolist()) >= 9
    assert points(1 << card(0, 9)) == 9


@pytest.mark.parametrize(
    ("turn", "rules"),
    [
        (0, Rules()),
        (1 << card(0, 9), Rules()),
        (1 << card(3, 13), Rules()),
        (TEN | 1 << card(0, 9), Rules()),
        (1 << 80, Rules()),
        (-1, Rules()),
        (TEN, Rules(colours=3)),
    ],
)
def test_an_illegal_turn_is_refused(turn, rules):
    deals = sample_deals(Rules(), THREE_HIDDEN, 0, 0, 1)
    for kernel in (reference, compiled()):
        if 0 <= turn < 1 << 80 and rules == Rules():
            with pytest.raises(ValueError, match=r"."):
                kernel.playouts(rules, THREE_HIDDEN, deals, [turn], [HOLD] * 4, 0, 0, 0)
    with pytest.raises(ValueError, match=r"."):
        playouts(rules, THREE_HIDDEN, deals, [turn], [HOLD] * 4)


def test_a_start_that_must_be_laid_cannot_be_left_out_nor_passed():
    rules = Rules(must_open=True, may_pass=True)
    hand = TEN | mask([card(0, 11), card(0, 12)])
    view = View(BLUE_OPEN, hand, (Seat(3),), 73)
    deals = sample_deals(rules, view, 0, 0, 1)
    for turn in (0, TEN):
        for kernel in (reference, compiled()):
            with pytest.raises(ValueError, match=r"."):
                kernel.playouts(rules, view, deals, [turn], [HOLD] * 2, 0, 0, 0)
    playouts(rules, view, deals, [TEN | 1 << card(0, 11)], [HOLD] * 2)


@pytest.mark.parametrize(
    "deals", [b"\x00", b"\x00" * 76, bytes(range(76)), bytes([200]) * 76, "deals", b""]
)
def test_deals_that_are_not_of_this_view_are_refused(deals):
    if deals == b"":
        assert playouts(Rules(), THREE_HIDDEN, b"", [TEN], [HOLD] * 4).deals == 0
        return
    with pytest.raises((ValueError, TypeError)):
        playouts(Rules(), THREE_HIDDEN, deals, [TEN], [HOLD] * 4)


def test_a_deal_that_gives_a_player_a_lacked_card_is_refused():
    free = View(BLUE_OPEN, HAND, (Seat(3),), 73)
    deal = sample_deals(Rules(), free, 0, 0, 1)
    lacking = free._replace(others=(Seat(3, 1 << deal[0]),))
    with pytest.raises(ValueError, match=r"."):
        playouts(Rules(), lacking, deal, [TEN], [HOLD] * 2)
    assert row_of(free, World(BLUE_OPEN, (HAND, mask(list(deal[:3]))), tuple(deal[3:])))
