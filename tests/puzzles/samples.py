"""Puzzles that the tests are about, made from a position line."""

from __future__ import annotations

from functools import lru_cache

from trainer.puzzles.certificate import Order, certified
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal, Puzzle
from trainer.rules import Card, parse_position

EXAMPLE = "-/-/-/11 R9,B10,B12 =Y11 75 official"
GO_OUT = "-/11/-/9-12 Y12,B8,B13 =R11,Y10 70 official"
STUCK = "-/-/-/11 R9,Y3 3 74 official"


@lru_cache
def puzzle(line: str = EXAMPLE, goal: str = "best", worlds: int = 20) -> Puzzle:
    """A record as the authoring command makes it."""
    return certified(Order(parse_position(line), Goal(goal)), worlds=worlds)


@lru_cache
def question(line: str, drawn: str = "") -> Puzzle:
    """A question about what happens after some cards were drawn."""
    cards = tuple(filter(None, drawn.split(",")))
    choices = tuple(Happening)
    order = Order(parse_position(line), Goal.OUTCOME, drawn=cards, choices=choices)
    return certified(order, worlds=20)


def cards(text: str) -> list[Card]:
    """``B10,B12`` as cards."""
    return [Card.parse(part) for part in text.split(",") if part]
