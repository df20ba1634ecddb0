"""Margins, grades and the record of an evaluation."""

from __future__ import annotations

import pytest

from tests.engine.positions import KNOWN
from trainer.engine import Grade, Margin, Method, analyse, grade
from trainer.rules import Lay, parse_position, parse_turn


def test_margins_of_one_seat_compare_and_subtract() -> None:
    assert Margin(-9.0) > Margin(-19.0)
    assert Margin(-9.0) - Margin(-19.0) == 10.0


def test_margins_of_different_seats_are_never_mixed_up() -> None:
    with pytest.raises(ValueError, match="different seats"):
        _ = Margin(3.0, 0) < Margin(4.0, 1)
    with pytest.raises(ValueError, match="different seats"):
        _ = Margin(3.0, 0) - Margin(4.0, 1)


def test_two_players_have_opposite_margins() -> None:
    assert Margin(3.0, 0).seen_by(1, players=2) == Margin(-3.0, 1)
    assert Margin(3.0, 0).seen_by(0, players=4) == Margin(3.0, 0)


def test_with_three_players_one_margin_does_not_tell_another() -> None:
    with pytest.raises(ValueError, match="two players"):
        Margin(3.0, 0).seen_by(1, players=3)


@pytest.mark.parametrize(
    ("loss", "expected"),
    [
        (0.0, Grade.BEST),
        (0.49, Grade.BEST),
        (0.5, Grade.GOOD),
        (1.99, Grade.GOOD),
        (2.0, Grade.INACCURACY),
        (5.0, Grade.MISTAKE),
        (11.9, Grade.MISTAKE),
        (12.0, Grade.BLUNDER),
    ],
)
def test_a_grade_follows_from_the_loss(loss: float, expected: Grade) -> None:
    assert grade(loss) is expected


def test_a_turn_that_cannot_be_told_from_the_best_is_best() -> None:
    assert grade(7.0, least=-0.1) is Grade.BEST
    assert grade(7.0, least=0.1) is Grade.MISTAKE


def test_the_record_keeps_the_contract() -> None:
    evaluation = analyse(parse_position(KNOWN))
    record = evaluation.record()
    assert record["position"] == KNOWN
    assert record["method"] == "exact"
    assert record["kernel"] in ("c", "python")
    assert record["turns"][0] == {  # type: ignore[index]
        "cards": ["B10", "B12"],
        "margin": -9.0,
        "interval": None,
        "error": 0.0,
        "win": 0.0,
        "penalty": 9.0,
        "loss": 0.0,
        "grade": "best",
    }


def test_the_value_of_a_turn_is_found_whatever_the_order_of_its_cards() -> None:
    position = parse_position(KNOWN)
    evaluation = analyse(position)
    turn = parse_turn("B12,B10", position)
    assert isinstance(turn, Lay)
    assert evaluation.of(Lay(turn.cards[::-1])) is evaluation.best
    assert evaluation.best.method is Method.EXACT
    with pytest.raises(KeyError):
        evaluation.of(Lay(tuple(position.hand)))
