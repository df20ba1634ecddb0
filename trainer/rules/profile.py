"""Which rules are in force: a base profile and its options."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Literal

from trainer.rules.cards import Card, Colour
from trainer.rules.errors import Fault, Field, MalformedError

Base = Literal["official", "classic"]

JUNIOR_START = 5
"""Where rows start in the deck 1 to 10, which has no 11 (our agreement)."""

PLAYERS = range(2, 7)

_STARTS = re.compile(r"start=(1[0-2])/(1[0-2])/(1[0-2])/(1[0-2])")
_ELEVENS = (11, 11, 11, 11)


@dataclass(frozen=True)
class Profile:
    """The rules of one game; ``str`` gives the canonical text form, ``classic+draw3``.

    ``draw_limit``: how many cards a stuck player draws at most. ``may_pass``: may pass although
    a card fits. ``must_open``: a held start card of a closed row must be laid. ``starts``: the
    number that opens each row, by colour. ``highest``: 20, 15 or 10. ``colours``: 4 or 3.
    """

    base: Base = "official"
    draw_limit: int = 3
    may_pass: bool = False
    must_open: bool = False
    starts: tuple[int, int, int, int] = _ELEVENS
    highest: int = 20
    colours: int = 4

    @classmethod
    def parse(cls, text: str) -> Profile:
        """Read ``official+pass``; raises MalformedError on anything unknown or contradictory."""
        base, *options = text.split("+")
        if base not in BASES:
            raise MalformedError(Field.PROFILE, Fault.UNKNOWN_PROFILE, repr(base))
        profile, seen = BASES[base], set[str]()
        for option in options:
            kind, apply = _option(option)
            if kind in seen:
                raise MalformedError(Field.PROFILE, Fault.CONTRADICTION, text)
            seen.add(kind)
            profile = apply(profile)
        if "start" in seen and "max10" in options:
            raise MalformedError(Field.PROFILE, Fault.CONTRADICTION, text)
        return profile

    def __str__(self) -> str:
        plain = BASES[self.base]
        options = []
        if self.draw_limit != plain.draw_limit:
            options.append(f"draw{self.draw_limit}")
        if self.may_pass:
            options.append("pass")
        if self.must_open != plain.must_open:
            options.append("elevens" if self.must_open else "free11")
        if self.highest != 10 and self.starts != _ELEVENS:
            options.append("start=" + "/".join(map(str, self.starts)))
        if self.highest != plain.highest:
            options.append(f"max{self.highest}")
        if self.colours != plain.colours:
            options.append("colours3")
        return "+".join([self.base, *options])

    @property
    def deck(self) -> frozenset[Card]:
        """All cards that are in the game."""
        return _deck(self.colours, self.highest)

    def start(self, colour: Colour) -> Card:
        """The card that opens the row of a colour."""
        return Card(colour, self.starts[colour])

    @property
    def start_cards(self) -> tuple[Card, ...]:
        """The opening card of each colour in the deck, in the order in which they begin a game."""
        return tuple(self.start(colour) for colour in Colour if colour < self.colours)

    def deal_size(self, players: int) -> int:
        """How many cards each of 2 to 6 players is dealt; what remains is the stock."""
        if players not in PLAYERS:
            raise MalformedError(Field.OTHERS, Fault.PLAYERS, str(players))
        return min(20, 3 * len(self.deck) // (4 * players))

    def with_drawn_starts(self, random: Random) -> Profile:
        """The edition's variant: draw 10 or 12 for each colour anew, at each deal."""
        if self.highest == 10:
            raise MalformedError(Field.PROFILE, Fault.CONTRADICTION, str(self))
        red, yellow, green, blue = (random.choice((10, 12)) for _ in Colour)
        return replace(self, starts=(red, yellow, green, blue))


OFFICIAL = Profile()
CLASSIC = Profile(base="classic", draw_limit=1, must_open=True)
BASES: dict[str, Profile] = {"official": OFFICIAL, "classic": CLASSIC}

_Change = Callable[[Profile], Profile]

# Option → what it decides (two options that decide the same thing contradict) and the change.
_OPTIONS: dict[str, tuple[str, _Change]] = {
    "draw1": ("draw", lambda profile: replace(profile, draw_limit=1)),
    "draw3": ("draw", lambda profile: replace(profile, draw_limit=3)),
    "pass": ("pass", lambda profile: replace(profile, may_pass=True)),
    "elevens": ("elevens", lambda profile: replace(profile, must_open=True)),
    "free11": ("elevens", lambda profile: replace(profile, must_open=False)),
    "max15": ("highest", lambda profile: replace(profile, highest=15)),
    "max10": (
        "highest",
        lambda profile: replace(profile, highest=10, starts=(JUNIOR_START,) * 4),
    ),
    "colours3": ("colours", lambda profile: replace(profile, colours=3)),
}


def _option(text: str) -> tuple[str, _Change]:
    if match := _STARTS.fullmatch(text):
        red, yellow, green, blue = map(int, match.groups())
        return "start", lambda profile: replace(profile, starts=(red, yellow, green, blue))
    if text not in _OPTIONS:
        raise MalformedError(Field.PROFILE, Fault.UNKNOWN_OPTION, repr(text))
    return _OPTIONS[text]


@lru_cache(maxsize=8)
def _deck(colours: int, highest: int) -> frozenset[Card]:
    return frozenset(
        Card(colour, number)
        for colour in Colour
        if colour < colours
        for number in range(1, highest + 1)
    )
