"""Evaluations by playouts: paired deals, honest intervals, the same from the same seed."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings

from tests.engine.positions import THREE, TWO, games
from trainer.engine import KERNEL, Evaluation, Grade, Method, analyse
from trainer.engine.analysis import ENUMERATED, Analysis, Effort
from trainer.engine.beliefs import Beliefs
from trainer.rules import DRAW, Game, Lay, legal_turns, parse_position

STUCK = "-/-/-/11 R9,B2 5 72 official"
DEALS = 20_000 if KERNEL == "c" else 300
FEW = "1-20/1-20/1-19/4-16 G20,B17,B3 2/1 2 official"


@pytest.mark.parametrize("model", ["hold", "tuned"])
def test_either_blue_card_alone_beats_both_against_three_hidden_hands(model: str) -> None:
    for seed in (1, 2, 3):
        evaluation = analyse(parse_position(THREE), worlds=DEALS, seed=seed, model=model)
        assert evaluation.method is Method.SAMPLED
        both = evaluation.turns[2]
        assert str(both.turn) == "B10,B12"
        assert both.loss > 0.5
        # The compiled kernel has the deals to be sure of three points, the reference has not.
        if KERNEL == "c":
            assert {value.grade for value in evaluation.turns[:2]} == {Grade.BEST}
            assert both.interval is not None
            assert evaluation.best.margin.points - both.interval.high > 3


def test_the_same_seed_gives_the_same_evaluation() -> None:
    position = parse_position(TWO)
    assert analyse(position, worlds=60, seed=5) == analyse(position, worlds=60, seed=5)
    assert analyse(position, worlds=60, seed=5) != analyse(position, worlds=60, seed=6)


def test_threads_do_not_change_the_evaluation() -> None:
    position = parse_position(THREE)
    alone = analyse(position, worlds=100, seed=5)
    assert analyse(position, worlds=100, seed=5, threads=3) == alone


def test_more_deals_begin_with_the_same_deals() -> None:
    beliefs = Beliefs(parse_position(TWO))
    assert beliefs.sample(4, 0, 30).startswith(beliefs.sample(4, 0, 20))


@given(games())
@settings(max_examples=15)
def test_every_legal_turn_has_a_value_and_the_best_comes_first(game: Game) -> None:
    position = game.view()
    evaluation = analyse(position, worlds=4, seed=1)
    values = evaluation.turns
    assert {value.turn for value in values} == set(legal_turns(position))
    assert values[0].loss == 0
    assert values[0].grade is Grade.BEST
    for before, after in pairwise(values):
        assert before.margin >= after.margin
    for value in values:
        _check_value(evaluation, value)


def _check_value(evaluation: Evaluation, value) -> None:  # type: ignore[no-untyped-def]
    assert value.loss == pytest.approx(evaluation.best.margin - value.margin)
    assert 0 <= value.win <= 1
    assert value.penalty >= 0
    if evaluation.method is Method.SAMPLED:
        low, high = value.interval
        assert low <= value.margin.points + 1e-9
        assert high >= low
        assert (value.grade is Grade.BEST) == (
            value.loss < 0.5 or evaluation.best.margin.points <= high
        )
    else:
        assert value.interval is None


def test_a_stuck_mover_has_one_turn_with_a_value() -> None:
    evaluation = analyse(parse_position(STUCK), worlds=20)
    assert [value.turn for value in evaluation.turns] == [DRAW]
    assert evaluation.best.words == ["draw"]


def test_few_deals_are_all_played() -> None:
    position = parse_position(FEW)
    evaluation = analyse(position)
    assert evaluation.method is Method.ENUMERATED
    assert evaluation.worlds == Beliefs(position).count <= ENUMERATED
    assert all(value.interval is None for value in evaluation.turns)


@pytest.mark.skipif(KERNEL == "python", reason="too slow without the compiled kernel")
def test_many_turns_are_thinned_out_as_deals_grow() -> None:
    hand = "R12,R13,R14,Y12,Y13,Y14,G12,G13,G14,B12,B13,B14"
    position = parse_position(f"11/11/11/11 {hand} 12 52 official")
    analysis = Analysis(Beliefs(position), legal_turns(position), seed=2)
    evaluation = analysis.run(Effort(worlds=1024, finalists=8))
    assert len(evaluation.turns) == 4**4 - 1
    deals = [value.worlds for value in evaluation.turns]
    assert max(deals) == evaluation.worlds == 1024
    assert sum(count == 1024 for count in deals) in range(2, 64)
    assert min(deals) >= 16
    assert analysis.sampling.playouts < 255 * 1024 // 4


def test_seconds_are_a_limit() -> None:
    evaluation = analyse(parse_position(THREE), seconds=0.2)
    assert evaluation.worlds >= 16


@pytest.mark.parametrize("numbers", [{"worlds": 0}, {"seconds": 0.0}, {"seed": -1}])
def test_numbers_out_of_range_are_refused(numbers: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="must be"):
        analyse(parse_position(TWO), **numbers)  # type: ignore[arg-type]


def test_a_turn_that_goes_out_anchors_the_margins() -> None:
    # Going out now leaves 7 of 77 hidden cards with the opponent.
    position = parse_position("-/-/-/11 B10,B12 7 70 official")
    value = analyse(position, worlds=30).of(Lay(tuple(position.hand)))
    unseen = sum(card.number for card in position.unseen)
    assert value.margin.points == pytest.approx(unseen * 7 / 77, abs=6)


def test_intervals_cover_the_true_difference_as_often_as_they_say() -> None:
    """Known value: the mean over all deals of a position whose deals can be listed."""
    position = parse_position(FEW)
    turns = legal_turns(position)
    truth = analyse(position)
    covered = 0
    runs = 60
    random = Random(3)
    for _ in range(runs):
        analysis = Analysis(Beliefs(position), turns, seed=random.getrandbits(60))
        analysis.method, analysis._all = Method.SAMPLED, b""
        evaluation = analysis.run(Effort(worlds=60))
        best = evaluation.best
        other = evaluation.turns[-1]
        difference = truth.of(best.turn).margin - truth.of(other.turn).margin
        assert other.interval is not None
        least, most = (best.margin.points - bound for bound in other.interval[::-1])
        covered += least - 1e-9 <= difference <= most + 1e-9
    assert covered >= 0.86 * runs


def test_a_playout_of_two_ends_in_exact_search_once_the_stock_is_empty() -> None:
    # One stock card and three hidden ones: each deal is soon an endgame, and the turn decides it.
    position = parse_position("1-20/1-20/1-18/4-18 G19,B3,B19 3 1 official")
    turns = legal_turns(position)
    played = Analysis(Beliefs(position), turns, endgame=0).run(Effort())
    proven = Analysis(Beliefs(position), turns).run(Effort())
    assert proven.method is Method.ENUMERATED
    assert {v.turn: v.margin for v in proven.turns} != {v.turn: v.margin for v in played.turns}
