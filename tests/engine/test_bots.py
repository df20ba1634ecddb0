"""Bots play legal turns, and the stronger ones win."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.positions import THREE, endgames, games, open_ends
from trainer.engine.bots import BOTS, LEVELS, Situation, bot
from trainer.engine.convert import turn_mask
from trainer.engine.history import Act, History
from trainer.engine.match import match, play
from trainer.rules import Game, Lay, Profile, legal_turns, parse_position


@given(games(), st.sampled_from(BOTS))
@settings(max_examples=40)
def test_every_bot_chooses_a_legal_turn(game: Game, name: str) -> None:
    situation = Situation.of(game)
    assert bot(name, worlds=4).choose(situation, Random(1)) in situation.turns


def test_levels_are_bots() -> None:
    assert set(LEVELS) < set(BOTS)
    with pytest.raises(ValueError, match="no bot"):
        bot("genius")


def test_dump_lays_all_it_can() -> None:
    position = parse_position("-/-/-/11 R9,B8,B9,B10,B12 3/3/3 65 official")
    turn = bot("dump").choose(Situation(position, legal_turns(position)), Random(1))
    assert isinstance(turn, Lay)
    assert len(turn.cards) == 4


def test_hold_lays_the_one_card_that_it_can_follow() -> None:
    position = parse_position("-/-/-/11 R9,B8,B9,B10,B12 3/3/3 65 official")
    turn = bot("hold").choose(Situation(position, legal_turns(position)), Random(1))
    assert str(turn) == "B10"


def test_search_never_loses_a_point_in_an_endgame(data: Path) -> None:
    for position, expected in endgames(data, 12):
        situation = Situation(position, legal_turns(position))
        turn = bot("search", worlds=4).choose(situation, Random(1))
        assert expected[turn_mask(turn)] == max(expected.values())


@given(open_ends(players=2, most=14), st.integers(0, 1000))
@settings(max_examples=5)
def test_two_searchers_end_an_endgame_with_its_proven_margin(game: Game, seed: int) -> None:
    from trainer.engine import analyse

    expected = analyse(game.view()).best.margin.points
    penalties = play(game, [bot("search", worlds=4)] * 2, Random(seed))
    assert penalties[1 - game.mover] - penalties[game.mover] == expected


def test_search_sees_that_one_blue_card_is_enough() -> None:
    position = parse_position(THREE)
    turn = bot("search", worlds=300).choose(Situation(position, legal_turns(position)), Random(2))
    assert len(turn.cards) == 1


def test_hold_beats_dump() -> None:
    score = match(bot("hold"), bot("dump"), players=2, games=160, seed=1)
    assert score.interval[0] > 0
    assert score.games == 160


def test_a_bot_against_itself_is_level_when_its_play_is_certain() -> None:
    score = match(bot("dump"), bot("dump"), players=3, games=9, seed=1)
    assert score.margins == pytest.approx([0.0] * 3)


def test_a_match_repeats_for_its_seed() -> None:
    one, two, other = (
        match(bot("hold"), bot("random"), players=4, games=8, seed=seed).record()
        for seed in (5, 5, 6)
    )
    assert one == two != other


def test_a_match_plays_whole_deals_under_any_profile() -> None:
    profile = Profile.parse("classic+max15+colours3")
    score = match(bot("hold"), bot("dump"), players=3, games=4, profile=profile)
    assert score.games == 6
    assert len(score.margins) == 2


def test_search_bears_a_history_of_any_length() -> None:
    game = Game.deal(Profile.parse("official+pass"), 2, Random(4))
    history = History.empty(2)
    passed = Act(game.table)
    situation = Situation.of(game, History((*((passed,) * 300,) * 2,)))
    assert bot("search", worlds=8).choose(situation, Random(1)) in situation.turns
    assert Situation.of(game, history).acts == ((),)
