"""The line protocol."""

from __future__ import annotations

import pytest

from tests.engine.positions import KNOWN, THREE
from trainer.engine.protocol import LONGEST, Protocol

STUCK = "-/-/-/11 R9,B2 5 72 official"
PASSING = "1-20/1-20/1-18/1-19 B20 1 1 official"


def answers(*lines: str) -> list[list[str]]:
    protocol = Protocol()
    return [list(protocol.answer(line)) for line in lines]


def test_the_example_is_answered_to_the_letter() -> None:
    _, turns, go = answers(f"position {KNOWN}", "turns", "go")
    assert turns == ["turns B10 B12 B10,B12"]
    assert go == [
        "info turn B10,B12 margin -9.00 low -9.00 high -9.00 win 0.000 method exact",
        "info turn B12 margin -19.00 low -19.00 high -19.00 win 0.000 method exact",
        "info turn B10 margin -21.00 low -21.00 high -21.00 win 0.000 method exact",
        "bestturn B10,B12",
    ]


def test_a_position_that_is_right_has_no_answer() -> None:
    assert answers(f"position {KNOWN}") == [[]]


def test_a_stuck_player_draws() -> None:
    _, turns, go = answers(f"position {STUCK}", "turns", "go worlds 5")
    assert turns == ["turns draw"]
    assert go[0].startswith("info turn draw margin ")
    assert go[-1] == "bestturn draw"


def test_a_sampled_answer_keeps_within_its_interval_and_repeats_for_its_seed() -> None:
    _, one, two = answers(f"position {THREE}", "go worlds 20 seed 4", "go seed 4 worlds 20")
    assert one == two
    for line in one[:-1]:
        words = line.split()
        margin, low, high = (float(words[words.index(k) + 1]) for k in ("margin", "low", "high"))
        assert low <= margin <= high
        assert words[-1] == "sampled"


@pytest.mark.parametrize(
    "line",
    [
        "position x",
        "position",
        "turns now",
        "go worlds",
        "go worlds 0",
        "go worlds 2.5",
        "go depth 3",
        "go worlds 5 worlds 5",
        "go seconds nan",
        "go seconds -1",
        "go seed -1",
        "isready?",
        "hello",
        "position " + "x" * LONGEST,
    ],
)
def test_an_error_is_one_line_and_the_engine_lives_on(line: str) -> None:
    protocol = Protocol()
    list(protocol.answer(f"position {THREE}"))
    (answer,) = protocol.answer(line)
    assert answer.startswith("error ")
    assert list(protocol.answer("isready")) == ["readyok"]


def test_after_a_refused_position_there_is_none() -> None:
    assert answers(f"position {KNOWN}", "position x", "turns")[2] == ["error no position"]


def test_empty_lines_say_nothing_and_quit_ends() -> None:
    protocol = Protocol()
    assert list(protocol.answer("\n")) == []
    assert not protocol.over
    assert list(protocol.answer("quit")) == []
    assert protocol.over


@pytest.mark.parametrize("name", ["worlds", "seconds", "seed"])
def test_a_number_that_is_none_is_named(name: str) -> None:
    _, (answer,) = answers(f"position {KNOWN}", f"go {name} x")
    assert answer == f"error {name} is not a number: 'x'"
