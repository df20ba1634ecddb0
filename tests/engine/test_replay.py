"""Deals played on: whole, legal, the same for a seed, and best play where it is proven."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.positions import KNOWN, THREE, endgames, games
from trainer.engine.convert import turn_mask
from trainer.engine.replay import dealt, replay
from trainer.puzzles.bank import load
from trainer.puzzles.schema import Goal
from trainer.rules import Game, IllegalTurnError, Lay, legal_turns, parse_position, parse_turn


def test_the_blue_example_ends_as_its_value_says() -> None:
    position = parse_position(KNOWN)
    for text, margin in (("B10,B12", -9), ("B12", -19), ("B10", -21)):
        line = replay(position, parse_turn(text, position))
        assert line.margin == margin
        assert line.proven


def test_an_illegal_turn_is_refused() -> None:
    position = parse_position(KNOWN)
    with pytest.raises(IllegalTurnError):
        replay(position, Lay((next(iter(position.hand & {min(position.hand)})),)))


def test_a_seed_is_one_deal_for_every_turn_and_another_seed_another() -> None:
    position = parse_position(THREE)
    one, two = (replay(position, parse_turn(text, position), 7) for text in ("B10", "B12"))
    assert one.start == two.start
    assert replay(position, parse_turn("B10", position), 7) == one
    assert replay(position, parse_turn("B10", position), 8).start != one.start


@given(games(), st.integers(0, 2**32))
def test_a_line_plays_a_consistent_deal_by_the_rules_to_its_end(game: Game, seed: int) -> None:
    position = game.view()
    turn = legal_turns(position)[0]
    again, line = dealt(position, seed), replay(position, turn, seed)
    assert again.hands[0] == position.hand
    assert [len(hand) for hand in again.hands[1:]] == [other.count for other in position.others]
    for known, hand in zip(position.others, again.hands[1:], strict=True):
        assert not getattr(known, "lacks", frozenset()) & hand
    for step in line.steps:
        again = again.play(step.move.turn)
        assert (again.table, again.hands, again.last) == (step.table, step.hands, step.move)
    assert again.winner is not None
    assert line.penalties == again.penalties


def test_the_line_of_best_play_ends_with_the_exact_value(data: Path) -> None:
    for position, values in endgames(data, 14)[:12]:
        best = max(values.values())
        for turn in legal_turns(position):
            line = replay(position, turn)
            if values[turn_mask(turn)] == best:
                assert line.proven
            if line.proven:
                assert line.margin == values[turn_mask(turn)], f"{position}: {turn}"


def test_exact_puzzles_of_the_bank_end_with_their_frozen_value() -> None:
    exact = [p for p in load().puzzles if p.goal is Goal.BEST and p.certificate.method == "exact"]
    proven = 0
    for puzzle in exact[:: max(1, len(exact) // 12)]:
        line = replay(puzzle.position, puzzle.turns[0].turn)
        if line.proven:
            proven += 1
            assert line.margin == pytest.approx(puzzle.turns[0].margin, abs=0.001), puzzle.id
    assert proven >= 8
