"""A balanced bank out of everything that was found: many themes, all levels, few gifts.

Greedy: of all candidates the one is taken next that brings most of what the choice has least of.
The order of the candidates decides nothing but ties, so the choice is the same every time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

from trainer.engine.evaluation import Method
from trainer.puzzles.canonical import canonical_key
from trainer.puzzles.grading import solutions
from trainer.puzzles.mining.digging import errs
from trainer.puzzles.mining.games import NATURAL
from trainer.puzzles.schema import Goal, Puzzle

QUOTAS: dict[str, int] = {
    "exact": 280,
    "sampled": 280,
    "enumerated": 30,
    "win": 30,
    "unload": 30,
    "legal": 35,
    "outcome": 35,
}
"""How many best-turn puzzles of each method, and puzzles of each other goal, are chosen."""

GIFTS: dict[str, Fraction] = {"dump": Fraction(1, 5), "hold": Fraction(9, 20)}
"""What part of the best-turn puzzles a natural player may solve."""

COMMON = frozenset({"open-hands", "empty-stock", "short-deck", "absences", "what-fits", "may-pass"})
"""Themes that come by themselves and are no reason to choose a puzzle."""

SIZES = (4, 8, 16, 32)
"""Classes of numbers of legal turns, which count as a trait like a theme."""


@dataclass(frozen=True)
class Candidate:
    """A puzzle with what it would bring to a choice."""

    puzzle: Puzzle
    group: str
    traits: tuple[str, ...]
    gifts: frozenset[str]

    @classmethod
    def of(cls, puzzle: Puzzle) -> Candidate:
        """Look at a puzzle."""
        best = puzzle.goal is Goal.BEST
        group = puzzle.certificate.method.value if best else puzzle.goal.value
        right = {value.turn for value in solutions(puzzle)} if best else set()
        gifts = [name for name in NATURAL if best and not errs(puzzle.position, right, name)]
        return cls(puzzle, group, tuple(_traits(puzzle)), frozenset(gifts))


def _traits(puzzle: Puzzle) -> Iterable[str]:
    yield from (theme for theme in puzzle.themes if theme not in COMMON)
    yield f"level {puzzle.level}"
    yield f"players {puzzle.position.players}"
    yield f"rules {puzzle.position.profile}"
    yield f"size {sum(len(puzzle.turns) > size for size in SIZES)}"
    yield f"answers {min(len(solutions(puzzle)), 3)}"


@dataclass
class Choice:
    """What has been chosen so far, and how often each trait is in it."""

    quotas: dict[str, int]
    puzzles: list[Puzzle] = field(default_factory=list)
    traits: Counter[str] = field(default_factory=Counter)
    groups: Counter[str] = field(default_factory=Counter)
    gifts: Counter[str] = field(default_factory=Counter)
    best: int = 0

    def value(self, candidate: Candidate) -> float:
        """What a candidate would bring: rare traits much, common ones little."""
        own = (self.traits[f"{candidate.group} {trait}"] for trait in candidate.traits)
        everywhere = (self.traits[trait] for trait in candidate.traits)
        lack = sum(1 / (1 + count) for count in (*own, *everywhere))
        return lack / sqrt(len(candidate.traits))

    def wants(self, candidate: Candidate) -> bool:
        """Whether there is room for it, and it does not make the bank too easy to guess."""
        if self.groups[candidate.group] >= self.quotas.get(candidate.group, 0):
            return False
        return all(self.gifts[name] < GIFTS[name] * (self.best + 1) for name in candidate.gifts)

    def take(self, candidate: Candidate) -> None:
        """Choose a candidate."""
        self.puzzles.append(candidate.puzzle)
        self.groups[candidate.group] += 1
        self.best += candidate.group in set(Method)
        self.gifts.update(candidate.gifts)
        for trait in candidate.traits:
            self.traits.update((trait, f"{candidate.group} {trait}"))


def choose(
    found: Iterable[Puzzle], bank: Sequence[Puzzle], quotas: dict[str, int] | None = None
) -> list[Puzzle]:
    """Choose puzzles to be added to a bank; none that the bank has under other colours."""
    known = {canonical_key(puzzle) for puzzle in bank}
    choice = Choice(QUOTAS if quotas is None else quotas)
    left: list[Candidate] = []
    for puzzle in found:
        key = canonical_key(puzzle)
        if key not in known:
            known.add(key)
            left.append(Candidate.of(puzzle))
    for puzzle in bank:
        choice.traits.update(_traits(puzzle))
    while left:
        left = [one for one in left if choice.groups[one.group] < choice.quotas.get(one.group, 0)]
        wanted = [one for one in left if choice.wants(one)]
        if not wanted:
            break
        taken = max(wanted, key=choice.value)
        choice.take(taken)
        left.remove(taken)
    return choice.puzzles
