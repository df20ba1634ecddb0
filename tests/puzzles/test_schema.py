from __future__ import annotations

import json

import msgspec
import pytest

from tests.puzzles.samples import EXAMPLE, puzzle, question
from trainer.puzzles.schema import Goal, Puzzle, as_data, encode, puzzle_id
from trainer.rules import DRAW, Lay


def test_a_record_reads_back_as_it_was_written():
    for record in (puzzle(), puzzle(goal="legal"), question("-/-/-/11 R9 3 75 official", "B12")):
        assert msgspec.json.decode(encode(record), type=Puzzle) == record


def test_the_record_has_the_keys_of_the_contract_and_the_turns_of_the_analysis():
    data = json.loads(encode(puzzle()))
    assert {"id", "position", "goal", "themes", "level", "certificate", "turns"} <= set(data)
    assert data["turns"][0]["cards"] == ["B10", "B12"]
    assert data["turns"][0]["margin"] == -9
    shown = json.loads(json.dumps(as_data(puzzle())))
    assert set(shown) == set(data)
    assert shown["turns"][0] == data["turns"][0] | {"interval": None, "error": 0.0}


def test_the_id_depends_on_what_is_asked_and_on_nothing_else():
    assert puzzle_id(EXAMPLE, Goal.BEST) == puzzle().id
    assert puzzle(goal="unload").id != puzzle().id
    other_rules = EXAMPLE.replace("official", "classic")
    assert puzzle_id(other_rules, Goal.BEST) != puzzle().id
    assert puzzle_id(EXAMPLE, Goal.OUTCOME, ("B12",)) != puzzle_id(EXAMPLE, Goal.OUTCOME)


def test_records_cannot_be_changed():
    with pytest.raises(AttributeError):
        puzzle().level = 2


def test_a_turn_is_found_whatever_order_its_cards_are_in():
    value = puzzle().value_of(Lay(tuple(reversed(puzzle().turns[0].turn.cards))))
    assert value is puzzle().turns[0]
    assert puzzle().value_of(DRAW) is None


def test_points_left_are_counted_from_the_hand():
    record = puzzle()
    assert [record.points_left(value.turn) for value in record.turns] == [9, 19, 21]
    assert record.fewest_points == 9
