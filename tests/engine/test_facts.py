"""Facts about turns, for explanations."""

from __future__ import annotations

import pytest

from tests.engine.positions import KNOWN, THREE
from trainer.engine.facts import Facts, facts
from trainer.rules import Card, parse_position, parse_turn


def fact(position: str, turn: str) -> Facts:
    parsed = parse_position(position)
    return facts(parsed, [parse_turn(turn, parsed)])[0]


def cards(*texts: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts))


def test_a_card_kept_that_fits_is_a_guaranteed_move() -> None:
    found = fact(THREE, "B10")
    assert found.guaranteed == found.held_back == cards("B12")
    assert found.points_left == 21
    assert fact(THREE, "B10,B12").guaranteed == ()


def test_a_turn_opens_the_next_cards_for_all_who_may_hold_them() -> None:
    found = fact("-/-/-/11 R9,B10,B12 3!B9/3/3 67 official", "B10,B12")
    assert found.opens_for_others == cards("B9", "B13")
    assert [opening.seats for opening in found.opens] == [(1, 2), (0, 1, 2)]


def test_an_open_hand_tells_for_whom_a_card_opens_for_certain() -> None:
    found = fact("-/-/-/11 R9,B10,B12 =B9,R1 74 official", "B10")
    assert [(str(o.card), o.certain) for o in found.opens] == [("B9", 0)]


def test_an_opened_card_in_a_known_stock_or_in_the_own_hand_is_for_nobody_else() -> None:
    found = fact("-/-/-/11 B9,B10,B12 3/3/3 67 official", "B10")
    assert [(str(o.card), o.own, o.seats) for o in found.opens] == [("B9", True, ())]
    assert fact(KNOWN, "B10").opens_for_others == ()


def test_the_last_number_of_a_side_opens_nothing() -> None:
    found = fact("1-20/1-20/2-20/2-19 G1,B20 1 0 official", "G1")
    assert found.ends_rows == cards("G1")
    assert found.opens == ()


def test_who_lacks_every_fitting_card_is_surely_stuck() -> None:
    text = "-/-/-/11 R9,B10,B12 4!B9!B12!R11!Y11!G11 72 official"
    (outlook,) = fact(text, "B10").others
    assert outlook.surely_stuck
    assert outlook.chance_stuck == 1.0
    (outlook,) = fact(text, "B12").others
    assert not outlook.surely_stuck


def test_a_known_hand_that_can_be_laid_surely_goes_out() -> None:
    (outlook,) = fact(KNOWN, "B10").others
    assert outlook.surely_out
    assert outlook.chance_out == 1.0


def test_the_chance_to_be_stuck_is_that_of_the_deals() -> None:
    # 3 of 76 hidden cards, 4 of them fit: R11, Y11, G11, B9 (B12 is the mover's own).
    outlook = fact(THREE, "B10").others[0]
    missing = (72 * 71 * 70) / (76 * 75 * 74)
    assert outlook.chance_stuck == pytest.approx(missing, abs=0.04)


def test_a_held_start_card_of_a_closed_row_is_named() -> None:
    assert fact("-/-/-/11 Y11,B10,B12 3/3/3 67 official", "B10").starts_held == cards("Y11")


def test_going_out_is_a_fact() -> None:
    assert fact("-/-/-/11 B10,B12 7 70 official", "B10,B12").goes_out
