"""``trainer analyse`` keeps its contract."""

from __future__ import annotations

import io
import json

import pytest

from trainer.cli import main

KNOWN = "-/-/-/11 R9,B10,B12 =Y11 75"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output, standard error."""
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    out, err = capsys.readouterr()
    return int(stop.value.code or 0), out, err


def test_the_example_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "analyse", KNOWN, "--json")
    record = json.loads(out)
    assert status == 0
    assert record["method"] == "exact"
    assert record["position"] == KNOWN + " official"
    margins = {",".join(turn["cards"]): turn["margin"] for turn in record["turns"]}
    assert margins == {"B10,B12": -9, "B12": -19, "B10": -21}
    assert [turn["grade"] for turn in record["turns"]] == ["best", "mistake", "blunder"]


def test_a_sampled_position_names_its_deals_and_intervals(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = "-/-/-/11 R9,B10,B12 3/3/3 67 official"
    status, out, err = run(capsys, "analyse", text, "--json", "--worlds", "30", "--seed", "7")
    record = json.loads(out)
    assert (status, err) == (0, "")
    assert (record["method"], record["worlds"]) == ("sampled", 30)
    for turn in record["turns"]:
        low, high = turn["interval"]
        assert low <= turn["margin"] <= high


def test_without_json_each_turn_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "analyse", KNOWN)
    assert status == 0
    assert out.splitlines()[0].startswith("exact")
    assert out.splitlines()[1].split() == [
        "-9.00",
        "win",
        "0.000",
        "penalty",
        "9.00",
        "best",
        "B10,B12",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ("analyse", "x"),
        ("analyse", KNOWN, "--worlds", "0"),
        ("analyse", KNOWN, "--worlds", "many"),
        ("analyse", KNOWN, "--seconds", "0"),
        ("analyse", KNOWN, "--seconds", "nan"),
        ("analyse", KNOWN, "--seed", "-1"),
        ("analyse", KNOWN, "--model", "genius"),
        ("analyse",),
        ("analyse", "-/-/-/11 R9,B10,B12 =Y11 74"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert out == ""
    assert len(err.splitlines()) == 1


def test_the_engine_talks_over_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = f"isready\nposition {KNOWN}\nturns\nnonsense\ngo\nquit\nisready\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    status, out, err = run(capsys, "engine")
    assert (status, err) == (0, "")
    answers = out.splitlines()
    assert answers[:2] == ["readyok", "turns B10 B12 B10,B12"]
    assert answers[2].startswith("error ")
    assert answers[-1] == "bestturn B10,B12"


def test_a_match_reports_margin_interval_and_games(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "match", "hold", "dump", "--games", "20", "--seed", "1", "--json")
    record = json.loads(out)
    assert status == 0
    assert record["games"] == 20
    low, high = record["interval"]
    assert low < record["margin"] < high


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", "hold", "genius"),
        ("match", "hold"),
        ("match", "hold", "dump", "--players", "7"),
        ("match", "hold", "dump", "--games", "0"),
        ("match", "hold", "dump", "--profile", "house"),
    ],
)
def test_a_match_that_cannot_be_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out, len(err.splitlines())) == (2, "", 1)


def test_a_bench_with_no_such_yardstick_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, err = run(capsys, "bench", "--rounds", "1", "--yardstick", "/nowhere", "--json")
    assert (status, out, len(err.splitlines())) == (2, "", 1)


def test_an_output_that_is_full_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(io.StringIO):
        def write(self, text: str, /) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("sys.stdout", Full())
    status, _, err = run(capsys, "turns", KNOWN)
    assert (status, err) == (2, "trainer: error: [Errno 28] No space left on device\n")
