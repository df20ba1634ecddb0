"""Puzzles that differ by the names of colours are one puzzle, and no others are."""

from __future__ import annotations

import pytest

from tests.puzzles.samples import EXAMPLE, puzzle, question
from trainer.puzzles.canonical import canonical_key, namings, renamed
from trainer.rules import Colour, legal_turns, parse_position

RICH = "-/9-13/-/11 R10,Y8,Y14,G1,B12 7!R11!G11/=Y15,B10 60 official"


def test_there_are_24_ways_to_name_four_colours_and_6_for_three():
    assert len(list(namings(parse_position(EXAMPLE)))) == 24
    three = parse_position("-/-/11/- R9,G10,G12 =Y11 55 official+colours3")
    assert len(list(namings(three))) == 6
    assert all(naming[Colour.BLUE] is Colour.BLUE for naming in namings(three))


@pytest.mark.parametrize("line", [EXAMPLE, RICH])
def test_every_renaming_is_the_same_puzzle_and_has_as_many_turns(line):
    position = parse_position(line)
    keys = set()
    for naming in namings(position):
        other = renamed(position, naming)
        assert len(legal_turns(other)) == len(legal_turns(position))
        keys.add(canonical_key(puzzle(str(other), "unload")))
    assert len(keys) == 1


def test_renaming_moves_rows_hands_absences_and_the_stock():
    position = parse_position(
        "1-20/9-13/1-20/3-20 Y8,Y14,B1 =Y1,Y2,Y3,Y4,Y5,Y6,Y7 =B2,Y15,Y16,Y17,Y18,Y19,Y20"
    )
    swapped = renamed(position, (Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW))
    assert str(swapped) == (
        "1-20/3-20/1-20/9-13 Y1,B8,B14 =B1,B2,B3,B4,B5,B6,B7 =Y2,B15,B16,B17,B18,B19,B20 official"
    )
    hidden = parse_position("-/-/-/11 R9,B10 7!R11!G11 70")
    turned = renamed(hidden, (Colour.YELLOW, Colour.RED, Colour.GREEN, Colour.BLUE))
    assert str(turned) == "-/-/-/11 Y9,B10 7!Y11!G11 70 official"


def test_a_start_number_goes_with_its_colour():
    position = parse_position("-/-/-/11 R9,B10,B12 =Y11 75 official+start=10/12/12/11")
    naming = (Colour.BLUE, Colour.YELLOW, Colour.GREEN, Colour.RED)
    assert renamed(position, naming).profile.starts == (11, 12, 12, 10)


@pytest.mark.parametrize(
    "other",
    [
        EXAMPLE.replace("R9", "R8"),
        EXAMPLE.replace("=Y11", "1"),
        EXAMPLE.replace("official", "classic"),
        EXAMPLE.replace("=Y11 75", "=Y11/1 74"),
        EXAMPLE.replace("=Y11", "=R11"),
    ],
)
def test_another_card_hand_rule_or_player_is_another_puzzle(other):
    assert canonical_key(puzzle(other)) != canonical_key(puzzle())


def test_another_goal_or_another_drawn_card_is_another_puzzle():
    assert canonical_key(puzzle(goal="unload")) != canonical_key(puzzle())
    stuck = "-/-/-/11 R9 3 75 official"
    assert canonical_key(question(stuck, "B12")) != canonical_key(question(stuck, "B10"))
    yellow = "-/-/-/11 Y9 3 75 official"
    assert canonical_key(question(yellow, "B12")) == canonical_key(question(stuck, "B12"))
    assert canonical_key(question(yellow, "R3")) == canonical_key(question(stuck, "G3"))
