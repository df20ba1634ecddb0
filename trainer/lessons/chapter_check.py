"""The check at the end of a chapter: a few fresh exercises, decided by a seed alone."""

from __future__ import annotations

from random import Random
from typing import Final

from trainer.lessons.practice import SEEDS, Exercise, exercise, kinds_of
from trainer.rules.profile import Base

QUESTIONS: Final = 4
NEEDED: Final = 3
"""So many right answers pass the check."""

LEVEL: Final = 2
MARK: Final = "check"
"""The name under which a passed check is stored beside the steps of its chapter."""


def questions(chapter: str, base: Base, seed: int) -> tuple[Exercise, ...]:
    """The exercises of a check, all different; empty for a chapter without exercises."""
    kinds, random, found = kinds_of(chapter, base), Random(seed), list[Exercise]()
    while kinds and len(found) < QUESTIONS:
        kind = kinds[len(found) % len(kinds)]
        one = exercise(kind, LEVEL, base, random.randrange(SEEDS))
        if all(one.content != other.content for other in found):
            found.append(one)
    return tuple(found)
