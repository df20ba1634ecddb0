"""Practice without end: exercises made on the fly, each a pure function of its address.

An exercise is decided by its kind, its level (1 to 5), the rules in force and a seed; the rules
core knows its answer. The level follows the learner, and the next exercise always differs
from the one before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from trainer.i18n.messages import Message, message
from trainer.lessons.checking import Attempt, Verdict
from trainer.lessons.practice_kinds import dealing, drawing, laying, scoring
from trainer.lessons.practice_kinds.parts import Content, Maker
from trainer.rules import Profile
from trainer.rules.profile import BASES, Base

LEVELS: Final = range(1, 6)
SEEDS: Final = 2**32
STREAK: Final = 2
"""So many right answers in a row raise the level, so many wrong ones lower it."""


@dataclass(frozen=True)
class Kind:
    """One kind of exercise. ``only``: the rules that it is about, where the two differ."""

    name: str
    title: Message
    make: Maker
    only: Base | None = None


KINDS: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for kind in (
        Kind("missing", message("What is missing?"), dealing.missing),
        Kind("opener", message("Who opens?"), dealing.opener),
        Kind("how-many", message("Dealing and taking turns"), dealing.how_many),
        Kind("fits", message("Which cards fit?"), laying.fits),
        Kind("judge", message("Is this allowed?"), laying.judge),
        Kind("must-lay", message("Which 11s must be laid?"), laying.must_lay, "classic"),
        Kind("left-over", message("The longest turn"), laying.left_over),
        Kind("what-now", message("What happens now?"), drawing.what_now),
        Kind("penalty", message("How many points?"), scoring.penalty),
        Kind("session", message("Who wins the session?"), scoring.session_winner),
        Kind("option", message("Other rules"), dealing.option),
        Kind("unlocks", message("What does it open?"), laying.unlocks),
        Kind("reading", message("What a draw tells"), drawing.reading),
        Kind("cheapest", message("Fewest points left"), scoring.cheapest),
    )
}

CHAPTER_KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "goal-and-deck": ("missing",),
    "setting-up": ("opener", "how-many"),
    "ordinary-turn": ("fits", "judge", "must-lay", "left-over"),
    "draw-turn-and-pass": ("what-now",),
    "end-and-score": ("penalty", "session"),
    "origins-and-variants": ("option",),
    "worked-example": ("left-over", "what-now"),
    "tempo": ("unlocks",),
    "reading-draws": ("reading",),
    "bottlenecks": ("unlocks", "fits"),
    "ends": ("unlocks", "penalty"),
    "endgame": ("cheapest", "left-over"),
}
"""The exercises at the close of each chapter, in the order in which they take turns."""


@dataclass(frozen=True)
class Exercise:
    """An exercise with its address; equal addresses give equal exercises."""

    kind: Kind
    level: int
    base: Base
    seed: int
    content: Content

    @property
    def code(self) -> str:
        """The address in one word, ``fits-2-1234``; unique together with the rules."""
        return f"{self.kind.name}-{self.level}-{self.seed}"

    def check(self, attempt: Attempt) -> Verdict:
        """Judge an answer."""
        return self.content.question.check(attempt)


class NoSuchExerciseError(ValueError):
    """An address that leads to no exercise."""


@lru_cache(maxsize=256)
def exercise(kind: str, level: int, base: Base, seed: int) -> Exercise:
    """The exercise of an address; raises NoSuchExerciseError."""
    found = KINDS.get(kind)
    if found is None or level not in LEVELS or base not in BASES or not 0 <= seed < SEEDS:
        raise NoSuchExerciseError(f"{kind}-{level}-{seed} {base}")
    if found.only not in (None, base):
        raise NoSuchExerciseError(f"{kind} {base}")
    profile: Profile = BASES[base]
    return Exercise(found, level, base, seed, found.make(Random(seed), level, profile))


def kinds_of(chapter: str, base: Base) -> tuple[str, ...]:
    """The kinds of exercises of a chapter by these rules; empty for an unknown chapter."""
    names = CHAPTER_KINDS.get(chapter, ())
    return tuple(name for name in names if KINDS[name].only in (None, base))


def first(chapter: str, level: int, base: Base, seed: int) -> Exercise:
    """The exercise to begin with; raises NoSuchExerciseError for an unknown chapter."""
    kinds = kinds_of(chapter, base)
    if not kinds:
        raise NoSuchExerciseError(chapter)
    return exercise(kinds[seed % len(kinds)], level, base, seed)


def following(chapter: str, now: Exercise, level: int) -> Exercise:
    """The exercise after this one: the chapter's next kind, and never the same again."""
    kinds = kinds_of(chapter, now.base)
    if not kinds:
        raise NoSuchExerciseError(chapter)
    place = kinds.index(now.kind.name) + 1 if now.kind.name in kinds else 0
    seed = now.seed
    while True:
        seed = _next_seed(seed)
        after = exercise(kinds[place % len(kinds)], level, now.base, seed)
        if after.content != now.content:
            return after


def _next_seed(seed: int) -> int:
    # A full-period generator (Knuth): every seed comes once before any comes again.
    return (1664525 * seed + 1013904223) % SEEDS


@dataclass(frozen=True)
class Standing:
    """A learner's level, and how many answers in a row were right (or wrong: below 0)."""

    level: int = 1
    streak: int = 0

    def after(self, right: bool) -> Standing:
        """The standing after one more answer."""
        streak = max(self.streak, 0) + 1 if right else min(self.streak, 0) - 1
        if abs(streak) < STREAK:
            return Standing(self.level, streak)
        level = self.level + (1 if right else -1)
        return Standing(min(max(level, LEVELS[0]), LEVELS[-1]), 0)
