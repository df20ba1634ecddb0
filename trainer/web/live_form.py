"""Choosing the puzzles of a live round: suggestions by theme and level, own ones, numbers, links.

In: the address (wishes), the form (what is ticked and what is typed).
Out: suggested puzzles; the chosen ones in order, or what could not be understood.
Owns: how many are suggested, and the limits of what may be typed.
Knows: the bank, own puzzles; a link is anything that ends in the id of a puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from trainer.classes.live import MOST_QUESTIONS, Ask, puzzle_of
from trainer.i18n.messages import Message, message, message_n
from trainer.learners import own_puzzles
from trainer.puzzles import bank
from trainer.puzzles.schema import LEVELS, Puzzle
from trainer.puzzles.themes import THEMES
from trainer.rules import MalformedError, Profile
from trainer.storage.database import Sessions

COUNTS = (1, 3, 5, 8, 10)
USUAL_COUNT = 3
LONGEST = 4000
OWN = "own:"
"""Before the link of an own puzzle, in the values of tick boxes."""

OWN_LENGTH = 16
"""Letters of the link of an own puzzle; a puzzle of the bank has fewer."""

_ADDRESS = re.compile(r"(?:^|/)(puzzles|own)/([0-9a-f]{10,16})/?(?:[?#].*)?$")


@dataclass(frozen=True)
class Wishes:
    """What a teacher would like: a theme (or any, empty), a level, how many, which draw of them."""

    theme: str = ""
    level: int = 1
    count: int = USUAL_COUNT
    draw: int = 0

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Wishes:
        """The wishes in an address; what cannot be is left out."""
        theme, level = given.get("theme", ""), _number(given.get("level", ""), 1)
        count, draw = (
            _number(given.get("count", ""), USUAL_COUNT),
            _number(given.get("draw", ""), 0),
        )
        return cls(
            theme=theme if theme in THEMES else "",
            level=level if level in LEVELS else 1,
            count=count if count in COUNTS else USUAL_COUNT,
            draw=draw % 1000,
        )


@dataclass(frozen=True)
class Line:
    """A puzzle that can be ticked: the value of its box, its number in the bank (None: own)."""

    value: str
    number: int | None
    puzzle: Puzzle


@dataclass(frozen=True)
class Chosen:
    """What the form says: the questions in order, or why there are none."""

    asks: tuple[Ask, ...] = ()
    problems: tuple[tuple[str, Message], ...] = ()


def suggested(wishes: Wishes, profile: str, seed: str, used: Iterable[str]) -> list[Line]:
    """Puzzles of a level and theme, under the rules of the class if there are any.

    Those of earlier rounds (``used``) come again only when nothing else is left.
    """
    rules = _profile(profile)
    known = [
        puzzle
        for puzzle in bank.load().puzzles
        if puzzle.level == wishes.level and (not wishes.theme or wishes.theme in puzzle.themes)
    ]
    before, random = frozenset(used), Random(f"{seed}:{wishes.draw}")
    random.shuffle(known)
    known.sort(key=lambda one: (one.id in before, _distance(one, rules)))
    chosen = sorted(known[: wishes.count], key=lambda one: bank.load().number(one.id))
    return [Line(one.id, bank.load().number(one.id), one) for one in chosen]


def _distance(puzzle: Puzzle, rules: Profile | None) -> int:
    profile = puzzle.position.profile
    if rules is None or profile == rules:
        return 0
    return 1 if profile.base == rules.base else 2


def _profile(text: str) -> Profile | None:
    try:
        return Profile.parse(text)
    except MalformedError:
        return None


def own_lines(sessions: Sessions, learner: str | None) -> list[Line]:
    """The puzzles that the teacher's browser has set up in the workshop, the newest first."""
    kept = own_puzzles.of_learner(sessions, learner) if learner else []
    return [
        Line(f"{OWN}{one.link}", None, one.puzzle) for one in kept[:30] if one.puzzle is not None
    ]


def chosen(sessions: Sessions, ticked: Sequence[str], typed: str) -> Chosen:
    """The questions of a round: what is ticked, then what is typed; each puzzle once."""
    words = typed[:LONGEST].replace(",", " ").replace(";", " ").split()
    asks = {value: _ticked(value) for value in ticked} | {word: _typed(word) for word in words}
    found = tuple(dict.fromkeys(ask for ask in asks.values() if ask is not None))
    if not asks:
        return Chosen(problems=(("puzzles", message("Choose at least one puzzle.")),))
    if len(asks) > MOST_QUESTIONS:
        return Chosen(problems=(("more", _too_many()),))
    for word, ask in asks.items():
        if ask is None or puzzle_of(sessions, ask) is None:
            return Chosen(problems=(("more", _not_found(word)),))
    return Chosen(found)


def _ticked(value: str) -> Ask | None:
    own = value.startswith(OWN)
    reference = value.removeprefix(OWN)
    if not re.fullmatch(r"[0-9a-f]{10,16}", reference):
        return None
    return Ask("own" if own else "puzzle", reference)


def _typed(word: str) -> Ask | None:
    """A number of the bank, the address of a puzzle, or what such an address ends in."""
    if re.fullmatch(r"[0-9]{1,6}", word):
        place = int(word) - 1
        known = bank.load().puzzles
        return Ask("puzzle", known[place].id) if 0 <= place < len(known) else None
    found = _ADDRESS.search(word)
    if found is None:
        return _ticked(OWN + word if len(word) == OWN_LENGTH else word)
    return Ask("own" if found[1] == "own" else "puzzle", found[2])


def _not_found(word: str) -> Message:
    return message(
        "There is no puzzle “%(word)s”. Write the number of a puzzle, or the link to one.",
        word=word[:60],
    )


def _too_many() -> Message:
    return message_n(
        "A round has room for %(num)s puzzle.",
        "A round has room for %(num)s puzzles.",
        MOST_QUESTIONS,
    )


def _number(text: str, otherwise: int) -> int:
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else otherwise
