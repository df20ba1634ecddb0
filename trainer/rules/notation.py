"""Reading the text forms of positions and turns; ``str`` of the values writes them.

A position is one line, fields separated by one space::

    TABLE   HAND         OTHERS  STOCK PROFILE
    -/-/-/11 R9,B10,B12  =Y11    75    official
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from trainer.rules.cards import Card, Colour
from trainer.rules.errors import (
    AmbiguousError,
    Fault,
    Field,
    IllegalTurnError,
    MalformedError,
    Refusal,
)
from trainer.rules.position import Hand, Position, Seen, Unseen
from trainer.rules.profile import Profile
from trainer.rules.table import Row, Table
from trainer.rules.turn import DRAW, PASS, Draw, Pass, Turn, check_turn, legal_turns

LONGEST = 1000
"""No canonical position is longer; anything above is refused before it is read."""

_ROW = re.compile(r"([1-9]|1[0-9]|20)(?:-([1-9]|1[0-9]|20))?")
_COUNT = re.compile(r"0|[1-9][0-9]?")
_FIELDS = (Field.TABLE, Field.HAND, Field.OTHERS, Field.STOCK, Field.PROFILE)
LETTERS: Mapping[str, Colour] = {colour.letter: colour for colour in Colour}


def parse_position(text: str) -> Position:
    """Read a position line; raises MalformedError naming the field and its fault."""
    if len(text) > LONGEST:
        raise MalformedError(Field.POSITION, Fault.SURPLUS, f"over {LONGEST} characters")
    parts = text.strip().split(" ")
    if len(parts) > len(_FIELDS):
        raise MalformedError(Field.POSITION, Fault.SURPLUS, repr(" ".join(parts[5:])))
    profile = Profile.parse(parts[4]) if len(parts) == len(_FIELDS) else Profile()
    table = parse_table(parts[0], profile)
    for field in _FIELDS[len(parts) : 4]:
        raise MalformedError(field, Fault.MISSING)
    hand = _cards(parts[1], Field.HAND)
    others = tuple(_other(part) for part in parts[2].split("/"))
    return Position(table, frozenset(hand), others, _stock(parts[3]))


def parse_table(text: str, profile: Profile) -> Table:
    """Read ``-/-/-/9-13``."""
    parts = text.split("/")
    if len(parts) != len(Colour):
        raise MalformedError(Field.TABLE, Fault.NOT_FOUR_ROWS, repr(text))
    red, yellow, green, blue = map(_row, parts)
    return Table((red, yellow, green, blue), profile)


def parse_turn(text: str, position: Position, letters: Mapping[str, Colour] = LETTERS) -> Turn:
    """Read what a player typed: cards in any order, ``draw`` or ``pass``; checks that it is legal.

    Spaces may stand for commas and case is free. A number alone means the only card of the hand
    with that number. ``letters`` are the colour labels of the reader's language.
    Raises MalformedError, AmbiguousError or IllegalTurnError.
    """
    words = [word for word in re.split(r"[\s,;]+", text.strip()) if word]
    if not words:
        raise MalformedError(Field.TURN, Fault.EMPTY)
    for special in (DRAW, PASS):
        if [word.lower() for word in words] == [str(special)]:
            return _special_turn(special, position)
    return check_turn(position, [_typed_card(word, position.hand, letters) for word in words])


def _special_turn(turn: Draw | Pass, position: Position) -> Turn:
    legal = legal_turns(position)
    if turn in legal:
        return turn
    instead = {DRAW: Refusal.MUST_DRAW, PASS: Refusal.MUST_PASS}
    raise IllegalTurnError(instead.get(legal[0], Refusal.MUST_PLAY))


def _typed_card(word: str, hand: frozenset[Card], letters: Mapping[str, Colour]) -> Card:
    if word.isascii() and word.isdecimal():
        candidates = sorted(card for card in hand if card.number == int(word))
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            raise AmbiguousError(word, candidates)
    for label in sorted(letters, key=len, reverse=True):
        if word.lower().startswith(label.lower()):
            return Card.parse(letters[label].letter + word[len(label) :], Field.TURN)
    return Card.parse(word.upper(), Field.TURN)


def _row(text: str) -> Row | None:
    if text == "-":
        return None
    match = _ROW.fullmatch(text)
    # "11-11" is refused: a row has one text form, so that printing gives back what was read
    if match is None or match[1] == match[2]:
        raise MalformedError(Field.TABLE, Fault.NOT_A_ROW, repr(text))
    return Row(int(match[1]), int(match[2] or match[1]))


def _cards(text: str, field: Field) -> tuple[Card, ...]:
    if not text:
        raise MalformedError(field, Fault.EMPTY)
    cards = tuple(Card.parse(part, field) for part in text.split(","))
    for card in cards:
        if cards.count(card) > 1:
            raise MalformedError(field, Fault.REPEATED, str(card))
    return cards


def _count(text: str, field: Field) -> int:
    if _COUNT.fullmatch(text) is None:
        raise MalformedError(field, Fault.NOT_A_COUNT, repr(text))
    return int(text)


def _other(text: str) -> Hand:
    if text.startswith("="):
        return Seen(frozenset(_cards(text[1:], Field.OTHERS)))
    count, *lacks = text.split("!")
    absent = _cards(",".join(lacks), Field.OTHERS) if lacks else ()
    return Unseen(_count(count, Field.OTHERS), frozenset(absent))


def _stock(text: str) -> int | tuple[Card, ...]:
    return _cards(text[1:], Field.STOCK) if text.startswith("=") else _count(text, Field.STOCK)
