"""The bench: rows of speeds, and a yardstick program beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from trainer.engine import bench as module
from trainer.engine.bench import YardstickError, bench, endgames
from trainer.rules import parse_position

SPEAKS = """#!/bin/sh
if [ "$1" = bench ]; then echo "$2 games, $3 players, policy $4: 1000 games/s"; fi
if [ "$1" = time ]; then cat >/dev/null; echo "3 positions, 9 nodes, 0.500 s"; fi
"""


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GAMES", 20)
    monkeypatch.setattr(module, "REFERENCE_GAMES", 2)
    monkeypatch.setattr(module, "ENDGAMES", 3)
    monkeypatch.setattr(module, "ENDGAME_CARDS", 12)


def program(folder: Path, text: str) -> str:
    path = folder / "yardstick"
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def test_every_row_has_a_kernel_and_a_reference_speed() -> None:
    rows = [row.record() for row in bench(rounds=2)]
    assert [row["name"] for row in rows] == ["dump", "hold", "dump-4", "hold-4", "exact"]
    for row in rows:
        assert row["kernel"] > 0  # type: ignore[operator]
        assert row["reference"] > 0  # type: ignore[operator]
        assert row["yardstick"] is row["ratio"] is None


def test_a_yardstick_gives_ratios_with_their_spread(tmp_path: Path) -> None:
    for row in bench(program(tmp_path, SPEAKS), rounds=3):
        assert row.yardstick == (6.0 if row.name == "exact" else 1000.0)
        assert row.ratio is not None
        assert row.spread is not None
        low, high = row.spread
        assert low <= row.ratio <= high


@pytest.mark.parametrize("text", ["#!/bin/sh\necho hello\n", "#!/bin/sh\nexit 1\n", "no program"])
def test_a_yardstick_that_tells_no_speed_is_an_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(YardstickError):
        list(bench(program(tmp_path, text), rounds=1))


def test_only_endgames_of_two_are_solved() -> None:
    position = parse_position("-/-/-/11 R9,B10,B12 3/3/3 67 official")
    with pytest.raises(ValueError, match="not an endgame"):
        list(bench(positions=[position], rounds=1))


def test_endgames_are_the_same_each_time_and_open() -> None:
    first, second = endgames(3, 14), endgames(3, 14)
    assert first == second
    assert all(position.is_open for position in first)
