from __future__ import annotations

import pytest

from tests.puzzles.samples import STUCK, cards
from trainer.puzzles.outcomes import Happening, happening
from trainer.rules import parse_position


def outcome(line: str, drawn: str = "") -> Happening:
    return happening(parse_position(line), cards(drawn))


def test_a_drawn_card_that_fits_is_laid_and_ends_the_turn():
    assert outcome("-/-/-/11 R9 3 75 official", "B12") is Happening.LAY_AND_END
    assert outcome("-/-/-/11 R9 3 75 official", "R10,Y4,B12") is Happening.LAY_AND_END
    assert outcome("-/-/-/11 R9 3 75 classic", "B12") is Happening.LAY_AND_END


def test_official_rules_draw_on_until_the_third_card():
    assert outcome(STUCK, "R10") is Happening.KEEP_AND_DRAW
    assert outcome(STUCK, "R10,Y4") is Happening.KEEP_AND_DRAW
    assert outcome(STUCK, "R10,Y4,G1") is Happening.KEEP_AND_END


def test_classic_rules_draw_one_card_only():
    assert outcome(STUCK.replace("official", "classic"), "R10") is Happening.KEEP_AND_END


def test_the_draw_ends_where_the_stock_ends():
    line = "1-18/1-20/1-20/1-18 R20 2 =B20 official"
    assert outcome(line, "B20") is Happening.KEEP_AND_END


def test_before_a_card_is_drawn_hand_and_stock_decide():
    assert outcome("-/-/-/11 B10 3 75 official") is Happening.PLAY
    assert outcome("-/-/-/11 R9 3 75 official") is Happening.DRAW
    assert outcome("1-18/1-20/1-20/1-18 R20 3 0 official") is Happening.PASS


@pytest.mark.parametrize(
    ("line", "drawn", "fault"),
    [
        ("-/-/-/11 B10 3 75 official", "R1", "so nothing is drawn"),
        (STUCK, "R9", "not in the stock"),
        (STUCK, "G1,G1", "not in the stock"),
        (STUCK, "R10,Y4,G1,G2", "more cards"),
        (STUCK, "B12,R1", "after a card that fits"),
    ],
)
def test_impossible_draws_are_refused(line, drawn, fault):
    with pytest.raises(ValueError, match=fault):
        outcome(line, drawn)
