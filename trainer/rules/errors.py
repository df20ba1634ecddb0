"""What can be wrong with a text or a turn, as values; sentences are made above."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trainer.rules.cards import Card


class Field(StrEnum):
    """The part of a text form that is at fault."""

    POSITION = "POSITION"
    TABLE = "TABLE"
    HAND = "HAND"
    OTHERS = "OTHERS"
    STOCK = "STOCK"
    PROFILE = "PROFILE"
    TURN = "TURN"
    CARD = "CARD"


class Fault(StrEnum):
    """What is wrong with a field."""

    MISSING = "missing"
    SURPLUS = "surplus"
    EMPTY = "empty"
    NOT_A_CARD = "not-a-card"
    NOT_IN_DECK = "not-in-the-deck"
    REPEATED = "card-twice"
    NOT_FOUR_ROWS = "not-four-rows"
    NOT_A_ROW = "not-a-row"
    NOT_A_COUNT = "not-a-count"
    PLAYERS = "not-2-to-6-players"
    WRONG_TOTAL = "cards-do-not-add-up-to-the-deck"
    IMPOSSIBLE = "no-deal-fits-what-is-known"
    UNKNOWN_PROFILE = "unknown-profile"
    UNKNOWN_OPTION = "unknown-option"
    CONTRADICTION = "options-contradict-each-other"


class Refusal(StrEnum):
    """The rule that a turn, or one card of it, breaks."""

    NOT_IN_HAND = "not-in-hand"
    ALREADY_LAID = "already-laid"
    ROW_CLOSED = "row-closed"
    NOT_NEXT = "not-next"
    REPEATED = "card-twice"
    MUST_PLAY = "must-play"
    MUST_OPEN = "must-open"
    MUST_DRAW = "must-draw"
    MUST_PASS = "must-pass"
    GAME_OVER = "game-over"


class RulesError(ValueError):
    """Base of all errors of the rules."""


class MalformedError(RulesError):
    """A text or value that stands for nothing; names the field, the fault and the culprit."""

    def __init__(self, field: Field, fault: Fault, detail: str = "") -> None:
        tail = f": {detail}" if detail else ""
        super().__init__(f"{field}: {fault.value.replace('-', ' ')}{tail}")
        self.field = field
        self.fault = fault
        self.detail = detail


class IllegalTurnError(RulesError):
    """A turn that the rules forbid here; ``card`` is the first card at fault, if one is."""

    def __init__(self, refusal: Refusal, card: Card | None = None) -> None:
        tail = f": {card}" if card is not None else ""
        super().__init__(f"TURN: {refusal.value.replace('-', ' ')}{tail}")
        self.refusal = refusal
        self.card = card


class AmbiguousError(RulesError):
    """A text that may mean several cards."""

    def __init__(self, text: str, candidates: Iterable[Card]) -> None:
        self.text = text
        self.candidates = tuple(candidates)
        super().__init__(f"TURN: ambiguous: {text}: {','.join(map(str, self.candidates))}")
