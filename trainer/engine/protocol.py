"""The line protocol of ``trainer engine``: lines in, lines out, nothing else.

``position POSITION`` sets the position (no answer). ``turns`` lists its legal turns. ``go
[worlds N] [seconds S] [seed K]`` evaluates them: one ``info`` line each, best first, then
``bestturn``. ``isready`` answers ``readyok``, ``quit`` ends. Whatever is wrong is one line
``error …``, and the engine lives on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from trainer.engine.analysis import analyse
from trainer.engine.evaluation import Evaluation, TurnValue
from trainer.rules import Position, legal_turns, parse_position

LONGEST = 2000
"""Characters of a line; a longer one is an error, whatever it says."""


Number = TypeVar("Number", int, float)


class Protocol:
    """One conversation; ``over`` once ``quit`` has been said."""

    def __init__(self) -> None:
        self.position: Position | None = None
        self.over = False
        self._commands: dict[str, Callable[[str], Iterator[str]]] = {
            "position": self._position,
            "turns": self._turns,
            "go": self._go,
            "isready": self._isready,
            "quit": self._quit,
        }

    def answer(self, line: str) -> Iterator[str]:
        """The lines that answer a line, one by one as they are known."""
        try:
            if len(line) > LONGEST:
                raise ValueError("line too long")
            word, _, rest = line.strip().partition(" ")
            if not word:
                return
            if word not in self._commands:
                raise ValueError(f"unknown command {word[:40]!r}")
            yield from self._commands[word](rest.strip())
        except ValueError as error:
            yield "error " + " ".join(str(error).split())

    def _position(self, rest: str) -> Iterator[str]:
        # A position that is refused must not leave the one before it in force.
        self.position = None
        self.position = parse_position(rest)
        yield from ()

    def _turns(self, rest: str) -> Iterator[str]:
        _nothing("turns", rest)
        yield " ".join(["turns", *map(str, legal_turns(self._current()))])

    def _go(self, rest: str) -> Iterator[str]:
        worlds, seconds, seed = _limits(rest.split())
        evaluation = analyse(self._current(), worlds=worlds, seconds=seconds, seed=seed)
        for value in evaluation.turns:
            yield _info(value, evaluation)
        yield f"bestturn {evaluation.best.turn}"

    def _isready(self, rest: str) -> Iterator[str]:
        _nothing("isready", rest)
        yield "readyok"

    def _quit(self, rest: str) -> Iterator[str]:
        _nothing("quit", rest)
        self.over = True
        yield from ()

    def _current(self) -> Position:
        if self.position is None:
            raise ValueError("no position")
        return self.position


def _nothing(command: str, rest: str) -> None:
    if rest:
        raise ValueError(f"{command} takes no words")


def _limits(words: list[str]) -> tuple[int | None, float | None, int]:
    """The numbers of ``go``; ValueError for anything else."""
    if len(words) % 2:
        raise ValueError("go takes pairs: worlds N, seconds S, seed K")
    given: dict[str, str] = {}
    for name, text in zip(words[::2], words[1::2], strict=True):
        if name not in ("worlds", "seconds", "seed") or name in given:
            raise ValueError(f"go cannot take {name[:40]!r}")
        given[name] = text
    worlds = _number(int, "worlds", given["worlds"]) if "worlds" in given else None
    seconds = _number(float, "seconds", given["seconds"]) if "seconds" in given else None
    return worlds, seconds, _number(int, "seed", given.get("seed", "0"))


def _number(kind: Callable[[str], Number], name: str, text: str) -> Number:
    """A number of ``go``, or a ValueError that names it."""
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"{name} is not a number: {text[:40]!r}") from None


def _info(value: TurnValue, evaluation: Evaluation) -> str:
    margin = value.margin.points
    low, high = (margin, margin) if value.interval is None else value.interval
    return (
        f"info turn {value.turn} margin {_points(margin)} low {_points(low)} "
        f"high {_points(high)} win {value.win:.3f} method {evaluation.method}"
    )


def _points(value: float) -> str:
    """Two decimals, and no minus sign before a zero."""
    return f"{round(value, 2) + 0.0:.2f}"
