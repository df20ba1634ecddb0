"""Exercises on a page: how one is answered, and what a form brings as an answer.

In: exercises, the values of forms and addresses.
Out: the way of answering, cards and numbers; what cannot be read is no answer.
Owns: nothing.
Knows: no page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from trainer.lessons.practice import Exercise
from trainer.lessons.practice_kinds.parts import Marks, Pick
from trainer.rules import Card, MalformedError

LONGEST_NUMBER = 4
MOST_CARDS = 80

Way = Literal["marks", "pick", "number"]


def way(one: Exercise) -> Way:
    """How an exercise is answered."""
    question = one.content.question
    if isinstance(question, Marks):
        return "marks"
    return "pick" if isinstance(question, Pick) else "number"


def read_cards(names: Sequence[str]) -> tuple[Card, ...]:
    """The cards of these names, in order; none if one of them is no card."""
    try:
        return tuple(sorted({Card.parse(name) for name in names[:MOST_CARDS]}))
    except MalformedError:
        return ()


def read_number(text: str) -> int | None:
    """A whole number as a reader types it."""
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else None
