"""Puzzles for a set that the teacher does not choose one by one.

They are the first of the bank, which begins with the easiest, that have the wished theme and
level, follow the rules of the class, and were never given to it, not even in a set that was
removed. Nothing is left to chance: who asks for five more gets the next five.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from trainer.puzzles.schema import Puzzle
from trainer.rules.profile import Base

MOST = 20
"""So many are picked at once at most."""


def pick(
    puzzles: Iterable[Puzzle],
    count: int,
    base: Base,
    given: Collection[str],
    theme: str = "",
    level: int | None = None,
) -> list[str]:
    """The ids of so many puzzles, or of fewer where there are no more."""
    fitting = (
        one.id
        for one in puzzles
        if one.position.profile.base == base
        and one.id not in given
        and (not theme or theme in one.themes)
        and level in (None, one.level)
    )
    return [name for name, _ in zip(fitting, range(count), strict=False)]
