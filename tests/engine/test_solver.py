"""What is proven, against a case file and against plain brute force over the rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given, settings

from tests.engine.positions import KNOWN, endgames, open_ends
from trainer.engine import KERNEL, Method, analyse
from trainer.engine.beliefs import Beliefs
from trainer.engine.convert import turn_mask
from trainer.engine.solver import NODES, node_budget, prove
from trainer.rules import Game, Lay, Seen, legal_turns, parse_position
from trainer.rules.cards import points
from trainer.rules.position import Position

SMALL = 14 if KERNEL == "python" else 80


def exact_margins(text: str) -> dict[str, float] | None:
    position = parse_position(text)
    proven = prove(Beliefs(position), legal_turns(position))
    return proven and {str(value.turn): value.margin.points for value in proven}


def test_every_turn_of_the_exact_endgames_has_its_value(data: Path) -> None:
    for position, expected in endgames(data, SMALL):
        evaluation = analyse(position)
        assert evaluation.method is Method.EXACT
        found = {turn_mask(value.turn): value.margin.points for value in evaluation.turns}
        assert found == expected, str(position)


def test_the_known_opponent_goes_out_before_any_unknown_card_matters() -> None:
    assert exact_margins(KNOWN) == {"B10,B12": -9, "B12": -19, "B10": -21}


def test_a_line_through_the_unknown_stock_proves_nothing() -> None:
    # Green 11 and red 1 cannot both go: the opponent may have to draw.
    assert exact_margins("-/-/-/11 R9,B10,B12 =R1,Y11 74 official") is None


def test_a_line_to_the_barrier_does_not_matter_where_a_better_one_is_proven() -> None:
    # One stock card: the opponent is stuck after any turn, but Y20 alone goes out at once.
    margins = exact_margins("1-20/1-19/1-20/1-18 Y20 =B20 1 official")
    assert margins == {"Y20": 20}


def test_a_turn_that_goes_out_is_worth_what_the_others_hold_on_average() -> None:
    # The opponent holds one of R1, R2 and R3; the others are in the stock.
    evaluation = analyse(parse_position("4-20/1-20/1-20/1-19 B20 1 2 official"))
    assert evaluation.method is Method.EXACT
    assert evaluation.best.margin.points == pytest.approx(2.0)
    assert evaluation.best.win == 1.0


def test_known_absences_shift_what_the_others_hold_on_average() -> None:
    evaluation = analyse(parse_position("4-20/1-20/1-20/1-19 B20 1!R3 2 official"))
    assert evaluation.best.margin.points == pytest.approx(1.5)


def test_three_known_hands_are_exact_where_every_line_ends_in_time() -> None:
    margins = exact_margins("-/-/-/11 R9,B10,B12 =Y11/=G1,G2 73 official")
    assert margins == {"B10,B12": 1.5 - 9, "B12": 1.5 - 19, "B10": 1.5 - 21}


def test_nothing_is_claimed_where_a_third_player_is_indifferent() -> None:
    # However the second player goes on, they end with the same margin: the others do not.
    text = "1-7/1-10/1-6/1-10 R9,G8 =R8,R10,G7,G10/=G9 0 official+max10"
    assert exact_margins(text) is None


def test_a_budget_too_small_says_not_proven(data: Path) -> None:
    position = max(endgames(data, SMALL), key=lambda case: len(case[1]))[0]
    assert prove(Beliefs(position), legal_turns(position), nodes=1) is None


@given(open_ends(players=2, most=12))
@settings(max_examples=40)
def test_exact_values_agree_with_brute_force(game: Game) -> None:
    evaluation = analyse(game.view())
    assert evaluation.method is Method.EXACT
    for value in evaluation.turns:
        assert value.margin.points == _brute(game.play(value.turn), game.mover)


@cache
def _brute(game: Game, seat: int) -> float:
    """The margin of a seat under best play of two, by the rules alone."""
    if game.winner is not None:
        return float(game.penalties[1 - seat] - game.penalties[seat])
    sign = 1 if game.mover == seat else -1
    return sign * max(sign * _brute(game.play(turn), seat) for turn in game.legal_turns())


@given(open_ends(players=3, most=10))
@settings(max_examples=40)
def test_open_hands_of_three_agree_with_brute_force_where_anything_is_claimed(game: Game) -> None:
    others = tuple(
        Seen(game.hands[(game.mover + step) % game.players]) for step in range(1, game.players)
    )
    position = Position(game.table, game.hands[game.mover], others, 0)
    proven = prove(Beliefs(position), legal_turns(position))
    assume(proven is not None)
    for value in proven or ():
        ends = _ends(game.play(value.turn))
        assert {_margin(end, game.mover) for end in ends} == {value.margin.points}


@cache
def _ends(game: Game) -> frozenset[tuple[int, ...]]:
    """All ends that players who maximise their own margin may reach, ties broken in any way."""
    if game.winner is not None:
        return frozenset({game.penalties})
    after = [_ends(game.play(turn)) for turn in game.legal_turns()]
    # A turn is open to the mover unless its best case is worse than another's worst case.
    floor = max(min(_margin(end, game.mover) for end in ends) for ends in after)
    return frozenset(
        end for ends in after if max(_margin(e, game.mover) for e in ends) >= floor for end in ends
    )


def _margin(penalties: tuple[int, ...], seat: int) -> float:
    return (sum(penalties) - penalties[seat]) / (len(penalties) - 1) - penalties[seat]


def test_a_proven_loss_shows_the_points_left() -> None:
    evaluation = analyse(parse_position(KNOWN))
    for value in evaluation.turns:
        left = evaluation.position.hand - set(value.turn.cards)
        assert value.penalty == points(left) == -value.margin.points
        assert isinstance(value.turn, Lay)


def test_a_limit_of_time_limits_the_proof() -> None:
    assert node_budget(None) == NODES[KERNEL]
    assert 0 < node_budget(0.1) < node_budget(1.0) < node_budget(None)
