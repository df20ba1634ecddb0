"""Codes of questions on paper: what is asked and in which colours, in a few letters.

A code holds all that is needed to ask the question again, so nothing is stored: six letters for
a puzzle of the bank, eight for an exercise (the last of them finds slips), sixteen for a puzzle
that somebody has set up. Letters as in `codes`, none of which looks like another.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import Final

from trainer.classes import codes
from trainer.classes.worksheets import SHEET_SEEDS, Item, OfBank, Own, Practice, Question
from trainer.lessons.practice import LEVELS, NoSuchExerciseError
from trainer.puzzles import bank
from trainer.puzzles.canonical import Naming
from trainer.puzzles.recolouring import SAME
from trainer.rules import Colour
from trainer.rules.profile import Base

SHORT: Final = 6
WHOLE: Final = 10
EXERCISE: Final = 8
OWN: Final = 16
LENGTHS: Final = (SHORT, EXERCISE, WHOLE, OWN)
MOST_IN_ADDRESS: Final = 24

_BASE: Final = len(codes.ALPHABET)
_NAMINGS: Final[tuple[Naming, ...]] = tuple(permutations(Colour))
_MARKS: Final = _BASE**SHORT // len(_NAMINGS)
"""So many puzzles can be told apart in a short code."""

_RULES: Final[tuple[Base, ...]] = ("official", "classic")
PRINTED_KINDS: Final = (
    "missing",
    "opener",
    "how-many",
    "fits",
    "judge",
    "must-lay",
    "left-over",
    "what-now",
    "penalty",
    "session",
    "option",
    "unlocks",
    "reading",
    "cheapest",
)
"""Kinds of exercises by their number in a code: new ones are added at the end, for good."""


def code_of(question: Question) -> str:
    """The code of a question, without hyphens."""
    item = question.item
    if isinstance(item, Practice):
        number = PRINTED_KINDS.index(item.kind)
        number = number * len(LEVELS) + item.level - LEVELS[0]
        number = number * len(_RULES) + _RULES.index(item.base)
        number = number * SHEET_SEEDS + item.seed
        return _letters(number * _BASE + _check(number), EXERCISE)
    naming = _NAMINGS.index(question.naming)
    if isinstance(item, Own):
        return _letters(int(item.link, 16) * len(_NAMINGS) + naming, OWN)
    mark = _mark(item.id)
    if _by_mark().get(mark) == item.id:
        return _letters(mark * len(_NAMINGS) + naming, SHORT)
    return _letters(int(item.id, 16) * len(_NAMINGS) + naming, WHOLE)


def read_code(text: str) -> tuple[Item, Naming] | None:
    """What a code stands for, in whatever way it was typed; None where it stands for nothing."""
    code = codes.normal(text)
    if len(code) not in LENGTHS or not set(code) <= set(codes.ALPHABET):
        return None
    number = _number(code)
    if len(code) == EXERCISE:
        practice = _practice(*divmod(number, _BASE))
        return None if practice is None else (practice, SAME)
    mark, naming = divmod(number, len(_NAMINGS))
    item = _puzzle(mark, len(code))
    return None if item is None else (item, _NAMINGS[naming])


def read_codes(text: str) -> list[tuple[Item, Naming]] | None:
    """Codes joined by hyphens, as an address holds them; None if one stands for nothing."""
    found = [read_code(part) for part in text.split("-")[: MOST_IN_ADDRESS + 1]]
    known = [one for one in found if one is not None]
    return known if len(known) == len(found) <= MOST_IN_ADDRESS else None


def _practice(number: int, check: int) -> Practice | None:
    if check != _check(number):
        return None
    number, seed = divmod(number, SHEET_SEEDS)
    number, rules = divmod(number, len(_RULES))
    kind, level = divmod(number, len(LEVELS))
    if kind >= len(PRINTED_KINDS):
        return None
    found = Practice(PRINTED_KINDS[kind], LEVELS[level], _RULES[rules], seed)
    try:
        return found if found.exercise else None
    except NoSuchExerciseError:
        return None


def _puzzle(mark: int, length: int) -> OfBank | Own | None:
    if length == OWN:
        return Own(f"{mark:016x}") if mark < 16**16 else None
    if length == WHOLE:
        return OfBank(f"{mark:010x}") if mark < 16**10 else None
    name = _by_mark().get(mark)
    return None if name is None else OfBank(name)


def _mark(puzzle: str) -> int:
    return int(puzzle, 16) % _MARKS


@lru_cache(maxsize=1)
def _by_mark() -> dict[int, str]:
    """The puzzles of the bank by their marks; of two with the same, the first."""
    found: dict[int, str] = {}
    for puzzle in bank.load().puzzles:
        found.setdefault(_mark(puzzle.id), puzzle.id)
    return found


def _check(number: int) -> int:
    """A check letter: it differs after any one wrong letter and most swapped neighbours."""
    total = 0
    for place in range(1, EXERCISE):
        number, digit = divmod(number, _BASE)
        total += _WEIGHTS[place % len(_WEIGHTS)] * digit
    return total % _BASE


_WEIGHTS: Final = (1, 3, 5, 7, 9, 13, 15, 17, 19, 21)
"""None shares a divisor with 22, so each weighted letter counts in full."""


def _letters(number: int, length: int) -> str:
    found = ""
    for _ in range(length):
        number, digit = divmod(number, _BASE)
        found = codes.ALPHABET[digit] + found
    return found


def _number(code: str) -> int:
    number = 0
    for letter in code:
        number = number * _BASE + codes.ALPHABET.index(letter)
    return number
