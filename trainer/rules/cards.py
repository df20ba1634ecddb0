"""Cards and colours."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from trainer.rules.errors import Fault, Field, MalformedError

HIGHEST = 20
"""The highest number of the full deck."""

_CARD = re.compile(r"([RYGB])([1-9]|1[0-9]|20)")


class Colour(IntEnum):
    """The four colours, in the order in which every text names them."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3

    @property
    def letter(self) -> str:
        """R, Y, G or B, whatever the language of the reader."""
        return "RYGB"[self]


class Card(NamedTuple):
    """One card; sorts by colour, then number. ``str`` gives the text form, ``R9``."""

    colour: Colour
    number: int

    def __str__(self) -> str:
        return f"{self.colour.letter}{self.number}"

    @property
    def ordinal(self) -> int:
        """0 to 79: colour times 20 plus number minus 1."""
        return self.colour * HIGHEST + self.number - 1

    @classmethod
    def at(cls, ordinal: int) -> Card:
        """The card with that ordinal."""
        return cls(Colour(ordinal // HIGHEST), ordinal % HIGHEST + 1)

    @classmethod
    def parse(cls, text: str, field: Field = Field.CARD) -> Card:
        """Read ``R9``; raises MalformedError naming ``field``."""
        match = _CARD.fullmatch(text)
        if match is None:
            raise MalformedError(field, Fault.NOT_A_CARD, repr(text))
        return cls(Colour("RYGB".index(match[1])), int(match[2]))


def join(cards: Iterable[Card], separator: str = ",") -> str:
    """The text form of several cards, in the order given."""
    return separator.join(map(str, cards))


def points(cards: Iterable[Card]) -> int:
    """The penalty for being caught with these cards: the sum of their numbers."""
    return sum(card.number for card in cards)
