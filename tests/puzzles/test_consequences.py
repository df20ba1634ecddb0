from __future__ import annotations

from tests.puzzles.samples import EXAMPLE, cards
from trainer.puzzles.consequences import Consequence
from trainer.rules import Lay, parse_position


def after(line: str, laid: str) -> Consequence:
    return Consequence(parse_position(line), Lay(tuple(cards(laid))))


def test_it_tells_what_stays_in_hand_and_what_it_costs():
    one = after(EXAMPLE, "B12")
    assert list(one.hand) == cards("R9,B10")
    assert one.points == 19
    assert not one.goes_out


def test_a_kept_card_that_fits_is_a_sure_turn():
    assert list(after(EXAMPLE, "B12").kept) == cards("B10")
    assert after(EXAMPLE, "B10,B12").kept == ()


def test_it_opens_only_what_another_player_may_hold():
    hidden = after("-/-/-/11 B10,B12,B13 3 73 official", "B10,B12")
    assert list(hidden.opened) == cards("B9")
    lacking = after("-/-/-/11 B10,B12,B13 3!B9 73 official", "B10,B12")
    assert lacking.opened == ()
    known = after("-/-/-/11 B10,B12 =B13 76 official", "B10,B12")
    assert list(known.opened) == cards("B13")


def test_the_next_player_goes_out_only_if_the_whole_known_hand_fits():
    assert after(EXAMPLE, "B12").next_goes_out
    assert after("-/-/-/11 B10,B12 =B13,B14 75 official", "B12").next_goes_out
    assert not after("-/-/-/11 B10,B12 =B13,B15 75 official", "B12").next_goes_out
    assert not after("-/-/-/11 B10,B12 2 75 official", "B12").next_goes_out


def test_the_next_player_is_stuck_only_where_that_is_certain():
    assert after("-/-/-/11 B10,B12 =B14 76 official", "B12").next_is_stuck
    assert not after("-/-/-/11 B10,B12 =B13 76 official", "B12").next_is_stuck
    assert after("-/-/-/11 B10,B12 1!R11!Y11!G11!B13 76 official", "B12").next_is_stuck
    assert not after("-/-/-/11 B10,B12 1!R11!Y11!G11 76 official", "B12").next_is_stuck


def test_with_an_empty_stock_the_other_hand_is_known():
    one = after("1-18/1-20/1-20/1-18 R19,B19 2 0 official", "R19")
    assert list(one.next_cards) == cards("R20,B20")
    assert not one.next_goes_out
    assert list(one.opened) == cards("R20")


def test_going_out_leaves_nobody_a_turn():
    one = after("-/-/-/11 B10 =B9 77 official", "B10")
    assert one.goes_out
    assert not one.next_goes_out
    assert not one.next_is_stuck
