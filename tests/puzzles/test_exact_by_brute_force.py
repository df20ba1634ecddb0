"""Proven values of shipped puzzles, found again by a search that shares no code with the engine."""

from __future__ import annotations

import pytest

from tests.puzzles.brute import Brute, cards
from trainer.puzzles.bank import load
from trainer.puzzles.schema import Goal
from trainer.puzzles.verification import sample
from trainer.rules import PASS, Seen, legal_turns, parse_position

FEW_CARDS = 12

PROVEN = [
    entry
    for entry in load().entries
    if entry.puzzle.goal is Goal.BEST
    and entry.puzzle.certificate.method == "exact"
    and all(isinstance(hand, Seen) for hand in entry.puzzle.position.resolved.others)
    and cards(entry.puzzle.position) <= FEW_CARDS
]
SOME = [entry.puzzle for entry in sample(PROVEN, 60)]

OPEN = [entry.puzzle for entry in PROVEN if entry.puzzle.position.stock_count]


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_trying_everything_gives_the_values_of_the_record(puzzle):
    brute = Brute(puzzle.position)
    for value in puzzle.turns:
        margin = brute.margin(value.turn)
        assert margin == pytest.approx(value.margin, abs=0.001), value.cards


@pytest.mark.parametrize("puzzle", OPEN, ids=lambda puzzle: puzzle.id)
def test_no_line_that_matters_draws_an_unknown_card(puzzle):
    brute = Brute(puzzle.position)
    for value in puzzle.turns:
        margin = brute.margin(value.turn)
        assert margin == pytest.approx(value.margin, abs=0.001), value.cards


def test_the_sample_has_several_players_and_options():
    assert len(SOME) >= 30
    assert {puzzle.position.players for puzzle in SOME} >= {2, 3, 4}
    assert len(OPEN) >= 10
    assert len({str(puzzle.position.profile) for puzzle in SOME}) >= 8


def test_the_search_knows_that_a_stuck_player_passes():
    position = parse_position("1-20/1-20/1-18/1-20 G20 1 0 official")
    assert legal_turns(position) == (PASS,)
    assert Brute(position).margin(PASS) == -20
