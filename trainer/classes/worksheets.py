"""Worksheets as values: what is asked, in which colours, and who gets which variant.

Nothing of it is stored: items, seed and variant stand in the address of the sheet, so the same
address prints the same sheet again, and its answer key fits. Each question bears a code by which
it can be found from paper; `trainer.classes.paper_codes` writes and reads them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Final

from trainer.lessons.practice import (
    LEVELS,
    Exercise,
    NoSuchExerciseError,
    exercise,
    kinds_of,
)
from trainer.puzzles.canonical import Naming, card_renamed
from trainer.puzzles.recolouring import SAME, recoloured, recolourings
from trainer.puzzles.schema import Goal, Puzzle
from trainer.rules import Card
from trainer.rules.profile import BASES, Base

LETTERS: Final = "ABCD"
"""The variants of a sheet."""

MOST: Final = 24
"""So many questions a sheet has at most."""

SHEET_SEEDS: Final = 2**22
"""Exercises on paper have seeds below this, so that their codes stay short."""

_TRIES: Final = 40
"""Some exercises come in a few forms only: after so many a repeated one is taken."""

_BANK = re.compile(r"[0-9a-f]{10}")
_OWN = re.compile(r"own-([0-9a-f]{16})")
_PRACTICE = re.compile(r"([a-z-]+)-([1-5])-([a-z]+)-([0-9]{1,7})")


@dataclass(frozen=True)
class OfBank:
    """A puzzle of the bank."""

    id: str

    def __str__(self) -> str:
        return self.id


@dataclass(frozen=True)
class Own:
    """A puzzle that somebody has set up, by its link."""

    link: str

    def __str__(self) -> str:
        return f"own-{self.link}"


@dataclass(frozen=True)
class Practice:
    """An exercise, by its address."""

    kind: str
    level: int
    base: Base
    seed: int

    def __str__(self) -> str:
        return f"{self.kind}-{self.level}-{self.base}-{self.seed}"

    @property
    def exercise(self) -> Exercise:
        """The exercise itself; raises NoSuchExerciseError."""
        return exercise(self.kind, self.level, self.base, self.seed)


Item = OfBank | Own | Practice
"""What a sheet asks. ``str`` is its form in addresses."""

Find = Callable[[OfBank | Own], Puzzle | None]
"""Looks a puzzle up; None where there is none (any more)."""


@dataclass(frozen=True)
class Question:
    """A question in one variant: a puzzle in these colours, or an exercise."""

    item: Item
    naming: Naming = SAME
    puzzle: Puzzle | None = None
    exercise: Exercise | None = None


@dataclass(frozen=True)
class Sheet:
    """Items in order, the seed that everything follows from, and how many variants there are."""

    items: tuple[Item, ...]
    seed: str
    variants: int = 1

    @property
    def letters(self) -> str:
        """The letters of its variants."""
        return LETTERS[: self.variants]


def read_item(text: str) -> Item | None:
    """An item as addresses write it; None for anything else, exercises that do not exist too."""
    if _BANK.fullmatch(text):
        return OfBank(text)
    if match := _OWN.fullmatch(text):
        return Own(match[1])
    match = _PRACTICE.fullmatch(text)
    if match is None or match[3] not in BASES or int(match[4]) >= SHEET_SEEDS:
        return None
    base: Base = "classic" if match[3] == "classic" else "official"
    found = Practice(match[1], int(match[2]), base, int(match[4]))
    try:
        return found if str(found) == text and found.exercise else None
    except NoSuchExerciseError:
        return None


def questions(sheet: Sheet, find: Find) -> dict[str, tuple[Question, ...]]:
    """The questions of every variant, by its letter; a puzzle that is gone is left out.

    A puzzle is recoloured where the rules allow it. An exercise gives way to another of its kind
    and level: its answer is often a number, which no colour changes.
    """
    columns: list[Sequence[Question]] = []
    used: dict[str, set[object]] = {letter: set() for letter in sheet.letters}
    for place, item in enumerate(sheet.items):
        if isinstance(item, Practice):
            columns.append(_exercises(item, used))
        elif (puzzle := find(item)) is not None:
            columns.append(_puzzles(item, puzzle, sheet, place))
    return {
        letter: tuple(column[number] for column in columns)
        for number, letter in enumerate(sheet.letters)
    }


def _puzzles(item: OfBank | Own, puzzle: Puzzle, sheet: Sheet, place: int) -> list[Question]:
    chosen = namings_for(puzzle, sheet.variants, f"{sheet.seed}/{place}/{item}")
    return [Question(item, naming, recoloured(puzzle, naming)) for naming in chosen]


def namings_for(puzzle: Puzzle, variants: int, seed: str) -> list[Naming]:
    """A recolouring for each variant, the answers in other colours wherever that can be.

    One variant alone keeps the colours of the puzzle. Where the rules allow fewer recolourings
    than there are variants, they take turns.
    """
    if variants == 1:
        return [SAME]
    answer = _answer(puzzle)
    left = list(recolourings(puzzle.position))
    Random(seed).shuffle(left)
    chosen = [left.pop()]
    while left and len(chosen) < variants:
        unlike = max(left, key=lambda one: min(_unlikeness(answer, one, other) for other in chosen))
        left.remove(unlike)
        chosen.append(unlike)
    return [chosen[number % len(chosen)] for number in range(variants)]


def _answer(puzzle: Puzzle) -> frozenset[Card]:
    """The cards that somebody who copies would copy."""
    if puzzle.goal is Goal.LEGAL:
        return puzzle.fitting
    return frozenset(puzzle.turns[0].turn.cards)


def _unlikeness(answer: frozenset[Card], one: Naming, other: Naming) -> tuple[bool, int]:
    """Whether the answer differs between two recolourings, and how many colours do."""
    first = {card_renamed(card, one) for card in answer}
    return (
        first != {card_renamed(card, other) for card in answer},
        sum(a is not b for a, b in zip(one, other, strict=True)),
    )


def _exercises(item: Practice, used: Mapping[str, set[object]]) -> list[Question]:
    """An exercise for each variant; none twice on a sheet or among neighbours, if there are any."""
    found: list[Question] = []
    taken: list[object] = []
    for number, letter in enumerate(used):
        one = item if number == 0 else _unlike(item, [*taken, *used[letter]], f"{item}/{letter}")
        content = one.exercise.content
        taken.append(content)
        used[letter].add(content)
        found.append(Question(one, exercise=one.exercise))
    return found


def _unlike(item: Practice, taken: Sequence[object], seed: str) -> Practice:
    """Another exercise of the same kind and level that is none of those taken."""
    for number in range(_TRIES):
        found = _like(item, f"{seed}/{number}")
        if found.exercise.content not in taken:
            break
    return found


def _like(item: Practice, seed: str) -> Practice:
    return Practice(item.kind, item.level, item.base, _number(seed) % SHEET_SEEDS)


def practice_items(chapter: str, level: int, base: Base, amount: int, seed: str) -> list[Practice]:
    """Exercises of a chapter, its kinds taking turns, no two alike as long as there are others.

    Empty for a chapter without exercises or a level that does not exist.
    """
    kinds = kinds_of(chapter, base)
    if not kinds or level not in LEVELS:
        return []
    found: list[Practice] = []
    for number in range(amount):
        kind = kinds[number % len(kinds)]
        wish = Practice(kind, level, base, 0)
        taken = [one.exercise.content for one in found]
        found.append(_unlike(wish, taken, f"{seed}/{chapter}/{number}"))
    return found


def puzzle_items(puzzles: Sequence[Puzzle], amount: int, seed: str) -> list[OfBank]:
    """So many of these puzzles, drawn by the seed, in the order in which they stand."""
    places = Random(f"{seed}/puzzles").sample(range(len(puzzles)), min(amount, len(puzzles)))
    return [OfBank(puzzles[place].id) for place in sorted(places)]


def variant_letters(sheet: Sheet, names: Iterable[str]) -> list[str]:
    """A variant for each of those who get a sheet, in the order in which they sit.

    ``names``: what tells them apart (public ids). Neighbours in the list always differ; somebody
    who leaves or joins changes the variants of a few others at most.
    """
    found: list[int] = []
    for name in names:
        draw = _number(f"{sheet.seed}/{name}")
        own = draw % sheet.variants
        if found and own == found[-1] and sheet.variants > 1:
            own = (own + 1 + draw // sheet.variants % (sheet.variants - 1)) % sheet.variants
        found.append(own)
    return [LETTERS[number] for number in found]


def _number(text: str) -> int:
    """The same large number for the same text, in every process."""
    return int.from_bytes(sha256(text.encode()).digest()[:8])


def without(sheet: Sheet, place: int) -> Sheet:
    """The sheet without one of its items; counted from 0."""
    return Sheet(sheet.items[:place] + sheet.items[place + 1 :], sheet.seed, sheet.variants)


def exchanged(sheet: Sheet, place: int, puzzles: Sequence[Puzzle]) -> Sheet:
    """The sheet with another item instead: an exercise of the same kind, a puzzle out of these."""
    item = sheet.items[place]
    other: Item | None
    if isinstance(item, Practice):
        other = _unlike(item, _contents(sheet.items), f"{sheet.seed}/{item}")
    else:
        fresh = [one for one in puzzles if OfBank(one.id) not in sheet.items]
        other = next(iter(puzzle_items(fresh, 1, f"{sheet.seed}/{item}")), None)
    items = list(sheet.items)
    items[place] = other or item
    return Sheet(tuple(items), sheet.seed, sheet.variants)


def _contents(items: Iterable[Item]) -> list[object]:
    return [one.exercise.content for one in items if isinstance(one, Practice)]
