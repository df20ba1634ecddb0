"""The puzzle of a day: the same for everyone, a pure function of the date and the bank.

Time is cut into blocks of 92 days, and the puzzles into five parts by their ids. Each block takes
its puzzles from one part, the next block from the next, so four blocks (368 days) lie between two
uses of a part: nothing comes again within a year. Within a block each day takes the puzzle with
the highest draw for that day that the block has not had. A puzzle that joins the bank changes
only the days for which its draw is the highest.

A part with fewer than 92 puzzles begins again when it is used up: a bank of 500 suffices.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from functools import lru_cache

from trainer.puzzles.schema import Goal, Puzzle

BLOCK = 92
PARTS = 5
GOALS = (Goal.BEST, Goal.UNLOAD, Goal.WIN)
"""A puzzle of the day asks for a turn; rule questions have their place in the lessons."""


def suitable(puzzles: Iterable[Puzzle]) -> tuple[str, ...]:
    """The ids that can be a puzzle of the day, in the order of the ids."""
    return tuple(sorted(puzzle.id for puzzle in puzzles if puzzle.goal in GOALS))


def puzzle_of(day: date, ids: Sequence[str]) -> str | None:
    """The id of a day's puzzle out of the `suitable` ones; None if there are none."""
    if not ids:
        return None
    block, place = divmod(day.toordinal(), BLOCK)
    return _block(block, tuple(ids))[place]


def latest(day: date, ids: Sequence[str], days: int) -> list[tuple[date, str]]:
    """The puzzles of so many days, the day itself first."""
    dates = (day - timedelta(days=back) for back in range(days))
    return [(one, found) for one in dates if (found := puzzle_of(one, ids)) is not None]


@lru_cache(maxsize=8)
def _block(block: int, ids: tuple[str, ...]) -> tuple[str, ...]:
    part = [one for one in ids if _draw(one) % PARTS == block % PARTS] or list(ids)
    chosen: list[str] = []
    left: set[str] = set()
    for place in range(BLOCK):
        left = left or set(part)
        best = max(left, key=lambda one: (_draw(f"{block * BLOCK + place} {one}"), one))
        left.remove(best)
        chosen.append(best)
    return tuple(chosen)


def _draw(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
