"""The kernel's speed beside its reference in Python and, if given, beside a yardstick program.

All are measured in turns, a few rounds, in processor time: only ratios mean anything, and other
work on the machine must not count.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median

from trainer.engine import kernel
from trainer.engine.convert import rules_of, world_with_open_hands
from trainer.engine.kernel import DUMP, HOLD, Policy, Rules, World, reference
from trainer.rules import Game, Position, Profile

ROUNDS = 5
YARDSTICK_POLICIES = {"dump": "1", "hold": "3"}
NODES = 1 << 32
GAMES = 40_000 if kernel.KERNEL == "c" else 100
REFERENCE_GAMES = 100
ENDGAMES = 40
ENDGAME_CARDS = 24
REFERENCE_CARDS = 24


class YardstickError(ValueError):
    """The yardstick program cannot be run, or says something else than a speed."""


@dataclass(frozen=True)
class Row:
    """Something measured, per second of processor time: games, or positions solved.

    ``ratio``: kernel to yardstick, the median of the rounds; ``spread``: the least and the
    greatest of them. None where nothing was compared.
    """

    name: str
    kernel: float
    reference: float | None
    yardstick: float | None = None
    ratio: float | None = None
    spread: tuple[float, float] | None = None

    def record(self) -> dict[str, object]:
        """The row in the form of ``trainer bench --json``."""
        return {
            "name": self.name,
            "kernel": _significant(self.kernel),
            "reference": _significant(self.reference),
            "yardstick": _significant(self.yardstick),
            "ratio": _significant(self.ratio),
            "spread": None if self.spread is None else [_significant(x) for x in self.spread],
        }


def bench(
    yardstick: str | None = None, positions: Sequence[Position] = (), rounds: int = ROUNDS
) -> Iterator[Row]:
    """Measure row by row. ``positions``: endgames of two players to solve instead of our own.

    YardstickError, before anything is measured, where there is no such program.
    """
    if yardstick and shutil.which(yardstick) is None:
        raise YardstickError(f"yardstick: no program {yardstick}")
    for players in (2, 4):
        for name, policy in (("dump", DUMP), ("hold", HOLD)):
            yield _playouts(name, policy, players, yardstick, rounds)
    yield _exact(list(positions) or endgames(ENDGAMES, ENDGAME_CARDS), yardstick, rounds)


def _playouts(name: str, policy: Policy, players: int, yardstick: str | None, rounds: int) -> Row:
    rules, policies = Rules(), [policy] * players
    command = ["bench", str(GAMES), str(players), YARDSTICK_POLICIES[name]]
    return _compared(
        name if players == 2 else f"{name}-{players}",
        lambda seed: GAMES / _timed(lambda: kernel.games(rules, policies, seed, 0, GAMES)),
        lambda: (
            REFERENCE_GAMES
            / _timed(lambda: reference.games(rules, policies, 1, 0, REFERENCE_GAMES))
        ),
        (lambda: _asked(yardstick, command, "", r"([0-9.]+) games/s")) if yardstick else None,
        rounds,
    )


def _exact(positions: Sequence[Position], yardstick: str | None, rounds: int) -> Row:
    worlds = [(rules_of(position.profile), _opened(position)) for position in positions]
    small = [w for w in worlds if sum(h.bit_count() for h in w[1].hands) <= REFERENCE_CARDS]
    lines = "".join(f"{position}\n" for position in positions)

    def solve(_: int) -> float:
        return len(worlds) / _timed(lambda: [kernel.solve(r, w, NODES) for r, w in worlds])

    def refer() -> float:
        return len(small) / _timed(lambda: [reference.solve(r, w, NODES) for r, w in small])

    def ask() -> float:
        return len(worlds) / _asked(yardstick or "", ["time"], lines, r"([0-9.]+) s\s*$")

    # The reference solves the small ones only: it would take minutes for the others.
    return _compared("exact", solve, refer if small else None, ask if yardstick else None, rounds)


def _opened(position: Position) -> World:
    world = world_with_open_hands(position)
    if world is None or position.players != 2 or isinstance(world.stock, int):
        raise ValueError(f"not an endgame of two players: {position}")
    return world


def endgames(count: int, cards: int) -> list[Position]:
    """Endgames of two players with an empty stock and so many cards, from a fixed seed."""
    found: list[Position] = []
    random = Random(11)
    while len(found) < count:
        game = Game.deal(Profile(), 2, random)
        while game.winner is None and (game.stock or sum(map(len, game.hands)) > cards):
            game = game.play(min(game.legal_turns(), key=lambda turn: len(turn.cards)))
        if game.winner is None:
            found.append(game.view())
    return found


def _compared(
    name: str,
    own: Callable[[int], float],
    refer: Callable[[], float] | None,
    ask: Callable[[], float] | None,
    rounds: int,
) -> Row:
    """Each in turn, so that a change of the machine's speed meets all of them."""
    ours, theirs = list[float](), list[float]()
    for seed in range(rounds):
        ours.append(own(seed))
        if ask is not None:
            theirs.append(ask())
    ratios = [a / b for a, b in zip(ours, theirs, strict=False)]
    return Row(
        name,
        median(ours),
        refer() if refer is not None else None,
        median(theirs) if theirs else None,
        median(ratios) if ratios else None,
        (min(ratios), max(ratios)) if ratios else None,
    )


def _timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return max(time.process_time() - start, 1e-6)


def _asked(program: str, arguments: list[str], lines: str, pattern: str) -> float:
    """The number that the yardstick prints; YardstickError where it does not."""
    try:
        done = subprocess.run(
            [program, *arguments], input=lines, capture_output=True, text=True, timeout=600
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise YardstickError(f"yardstick: {error}") from error
    match = re.search(pattern, done.stdout)
    if match is None or not float(match[1]):
        raise YardstickError(f"yardstick: no speed in {done.stdout[:80]!r}")
    return float(match[1])


def _significant(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.4g}")
