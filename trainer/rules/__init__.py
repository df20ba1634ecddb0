"""The game: immutable values, no clock, no input or output, no words of a human language.

One noun a file: ``cards``, ``profile`` (which rules are in force), ``table``, ``turn``,
``position`` (what one player knows), ``game`` (what is true), ``session``, and ``notation``
(the text forms). Randomness is passed in.
"""

from trainer.rules.cards import Card, Colour
from trainer.rules.errors import (
    AmbiguousError,
    Fault,
    Field,
    IllegalTurnError,
    MalformedError,
    Refusal,
    RulesError,
)
from trainer.rules.game import Game, Move
from trainer.rules.notation import parse_position, parse_turn
from trainer.rules.position import Position, Seen, Unseen
from trainer.rules.profile import Profile
from trainer.rules.session import Session
from trainer.rules.table import Table
from trainer.rules.turn import DRAW, PASS, Draw, Lay, Pass, Turn, legal_turns

__all__ = [
    "DRAW",
    "PASS",
    "AmbiguousError",
    "Card",
    "Colour",
    "Draw",
    "Fault",
    "Field",
    "Game",
    "IllegalTurnError",
    "Lay",
    "MalformedError",
    "Move",
    "Pass",
    "Position",
    "Profile",
    "Refusal",
    "RulesError",
    "Seen",
    "Session",
    "Table",
    "Turn",
    "Unseen",
    "legal_turns",
    "parse_position",
    "parse_turn",
]
