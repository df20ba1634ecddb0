"""The form of the workshop: a position in fields, and what is wrong with them in words.

In: the parameters of an address: fields typed by hand, or the line of a position.
Out: the fields as they are to be shown again, the position if there is one, the faults.
Owns: the names of the fields. Nothing that was typed is ever lost.
Knows: the labels on the cards in the language of the page; the text forms of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from trainer.i18n.messages import Message, message, message_c
from trainer.rules import Card, Colour, MalformedError, Position, Profile, Seen, Unseen
from trainer.rules.errors import Fault, Field
from trainer.rules.notation import parse_position
from trainer.rules.position import Hand
from trainer.rules.profile import BASES
from trainer.rules.table import Row, Table
from trainer.web.cards import CardFace, face, labels
from trainer.web.language import speech
from trainer.web.wording import FAULTS, LABELS, ROW_NAMES

RIVALS = range(1, 6)
LONGEST = 500

FIELD_NAMES: dict[Field, Message] = {
    Field.POSITION: message_c("part of a position", "Position"),
    Field.TABLE: message_c("part of a position", "Table"),
    Field.HAND: message_c("part of a position", "Your hand"),
    Field.OTHERS: message_c("part of a position", "Other players"),
    Field.STOCK: message_c("part of a position", "Stock"),
    Field.PROFILE: message_c("part of a position", "Rules"),
    Field.CARD: message_c("part of a position", "Position"),
    Field.TURN: message_c("part of a position", "Position"),
}
"""What the parts of a position are called."""

ANCHORS = {
    Field.TABLE: "low-R",
    Field.HAND: "hand",
    Field.OTHERS: "other-1",
    Field.STOCK: "stock",
    Field.PROFILE: "base",
}
"""The field of the form that a fault leads to, unless a nearer one is known."""

OPTIONS = ("draw", "elevens", "highest", "pass", "colours", "start")
"""Parameters whose value is an option of the rules, or nothing."""


@dataclass(frozen=True)
class Problem:
    """What is wrong: the part, the sentence, the cards it is about, the field of the form."""

    part: Message
    text: Message
    cards: tuple[CardFace, ...] = ()
    anchor: str = ""


@dataclass(frozen=True)
class Draft:
    """What stands in the form. ``fields``: by name; ``position``: None while there are faults."""

    fields: Mapping[str, str] = field(default_factory=dict)
    line: str = ""
    position: Position | None = None
    problems: tuple[Problem, ...] = ()

    def has_fault(self, anchor: str) -> bool:
        """Whether a fault leads to a field."""
        return any(problem.anchor == anchor for problem in self.problems)


class FieldError(Exception):
    """A fault of one field of the form."""

    def __init__(self, error: MalformedError, anchor: str) -> None:
        super().__init__(str(error))
        self.error = error
        self.anchor = anchor


def read_draft(given: Mapping[str, str]) -> Draft:
    """The draft that an address asks for; an empty one without faults where it asks for none."""
    given = {name: value.strip()[:LONGEST] for name, value in given.items()}
    if given.get("line"):
        return _from_line(given["line"])
    if "hand" not in given:
        return Draft({"base": "official"})
    return _from_fields(given)


def _from_line(line: str) -> Draft:
    line = re.sub(r"\s+", " ", line)
    try:
        position = parse_position(line)
    except MalformedError as error:
        return Draft({"base": "official"}, line, None, (_problem(error, "line"),))
    return Draft(_fields_of(position), str(position), position)


def _fields_of(position: Position) -> dict[str, str]:
    """The fields that give a position."""
    table, profile = position.table, position.profile
    fields = {"base": profile.base, "hand": write_cards(sorted(position.hand))}
    options = str(profile).split("+")[1:]
    fields |= {name: _option_in(name, options) for name in OPTIONS}
    for colour, row in zip(Colour, table.rows, strict=True):
        if row is not None:
            fields[f"low-{colour.letter}"] = str(row.low)
            fields[f"high-{colour.letter}"] = str(row.high)
    for number, hand in enumerate(position.others, 1):
        if isinstance(hand, Seen):
            fields[f"other-{number}"] = write_cards(sorted(hand.cards))
        else:
            fields[f"other-{number}"] = str(hand.count)
            fields[f"lacks-{number}"] = write_cards(sorted(hand.lacks))
    stock = position.stock
    fields["stock"] = str(stock) if isinstance(stock, int) else write_cards(stock)
    return fields


def _option_in(name: str, options: list[str]) -> str:
    starts = {"draw": "draw", "highest": "max", "pass": "pass", "colours": "colours"}
    if name == "elevens":
        return next((one for one in options if one in ("elevens", "free11")), "")
    if name == "start":
        return next((one.removeprefix("start=") for one in options if one.startswith("start=")), "")
    return next((one for one in options if one.startswith(starts[name])), "")


def _from_fields(given: Mapping[str, str]) -> Draft:
    """Read every field, so that all faults are told at once."""
    try:
        profile = _profile(given)
    except MalformedError as error:
        return Draft(given, "", None, (_problem(error, _rules_anchor(error)),))
    reader = _Reader(given, profile)
    try:
        position = reader.position()
    except MalformedError as error:
        return Draft(given, "", None, (*reader.problems, _problem(error, total=reader.total)))
    if position is None:
        return Draft(given, "", None, tuple(reader.problems))
    return Draft(given, str(position), position)


def _profile(given: Mapping[str, str]) -> Profile:
    base = given.get("base") or "official"
    parts = [base]
    for name in OPTIONS:
        value = given.get(name, "")
        if value:
            parts.append(f"start={value}" if name == "start" else value)
    return Profile.parse("+".join(parts))


def _rules_anchor(error: MalformedError) -> str:
    return "start" if error.fault in (Fault.UNKNOWN_OPTION, Fault.CONTRADICTION) else "base"


class _Reader:
    """Reads the fields one by one; ``problems`` are those found so far."""

    def __init__(self, given: Mapping[str, str], profile: Profile) -> None:
        self.given = given
        self.profile = profile
        self.problems: list[Problem] = []
        self.total = 0

    def position(self) -> Position | None:
        """The position of the form; None where a field is at fault, MalformedError for a
        fault of all together."""
        red, yellow, green, blue = (self._row(colour) for colour in Colour)
        hand = self._cards("hand", Field.HAND, needed=True)
        wanted = [number for number in RIVALS if self.given.get(f"other-{number}")]
        others = [self._other(number) for number in wanted]
        stock = self._stock()
        if self.problems:
            return None
        table = Table((red, yellow, green, blue), self.profile)
        if not others:
            raise MalformedError(Field.OTHERS, Fault.PLAYERS)
        self.total = len(table.cards) + len(hand) + sum(other.count for other in others)
        rest = len(self.profile.deck) - self.total if stock is None else stock
        self.total += 0 if stock is None else stock if isinstance(stock, int) else len(stock)
        if isinstance(rest, int) and rest < 0:
            raise MalformedError(Field.POSITION, Fault.WRONG_TOTAL)
        return Position(table, frozenset(hand), tuple(others), rest)

    def _fail(self, field: Field, fault: Fault, detail: str, anchor: str) -> None:
        self.problems.append(_problem(MalformedError(field, fault, detail), anchor))

    def _row(self, colour: Colour) -> Row | None:
        names = f"low-{colour.letter}", f"high-{colour.letter}"
        low, high = (self.given.get(name, "") for name in names)
        if not low and not high:
            return None
        for name, text in zip(names, (low, high), strict=True):
            if text and not _is_number(text):
                self._fail(Field.TABLE, Fault.NOT_A_COUNT, colour.letter, name)
                return None
        row = Row(int(low or high), int(high or low))
        start, highest = self.profile.starts[colour], self.profile.highest
        if colour >= self.profile.colours or not 1 <= row.low <= start <= row.high <= highest:
            self._fail(Field.TABLE, Fault.NOT_A_ROW, f"{colour.letter} {start}", names[0])
            return None
        return row

    def _cards(self, name: str, field: Field, *, needed: bool = False) -> tuple[Card, ...]:
        text = self.given.get(name, "")
        if needed and not text:
            self._fail(field, Fault.EMPTY, "", name)
        try:
            return read_cards(text, field)
        except MalformedError as error:
            self.problems.append(_problem(error, name))
            return ()

    def _other(self, number: int) -> Hand:
        text = self.given[f"other-{number}"]
        if not _is_number(text):
            return Seen(frozenset(self._cards(f"other-{number}", Field.OTHERS)))
        return Unseen(int(text), frozenset(self._cards(f"lacks-{number}", Field.OTHERS)))

    def _stock(self) -> int | tuple[Card, ...] | None:
        """None: all the cards that are left."""
        text = self.given.get("stock", "")
        if not text:
            return None
        return int(text) if _is_number(text) else self._cards("stock", Field.STOCK)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 2


def read_cards(text: str, field: Field = Field.CARD) -> tuple[Card, ...]:
    """Cards as readers type them, with the labels of their language or the letters R Y G B.

    Raises MalformedError with the word that is no card, or the card that is there twice.
    """
    cards = tuple(_typed(word, field) for word in re.split(r"[\s,;]+", text) if word)
    for card in cards:
        if cards.count(card) > 1:
            raise MalformedError(field, Fault.REPEATED, str(card))
    return cards


def _typed(word: str, field: Field) -> Card:
    found = sorted(labels().items(), key=lambda item: -len(item[0]))
    for label, colour in found:
        number = word[len(label) :]
        if word.casefold().startswith(label.casefold()) and _is_number(number):
            return Card.parse(f"{colour.letter}{int(number)}", field)
    try:
        return Card.parse(word.upper(), field)
    except MalformedError:
        raise MalformedError(field, Fault.NOT_A_CARD, word) from None


def write_cards(cards: Iterable[Card]) -> str:
    """Cards as a reader of the page would type them."""
    render = speech().render
    return " ".join(f"{render(LABELS[card.colour])}{card.number}" for card in cards)


def _problem(error: MalformedError, anchor: str = "", total: int = 0) -> Problem:
    """A fault as a sentence."""
    shown = tuple(_named_cards(error))
    anchor = anchor or ANCHORS.get(error.field, "hand")
    return Problem(FIELD_NAMES[error.field], _sentence(error, total), shown, anchor)


def _sentence(error: MalformedError, total: int) -> Message:
    if error.fault is Fault.NOT_A_ROW and re.fullmatch(r"[RYGB] \d+", error.detail):
        return message(
            "A row holds its opening card, the %(number)s, and goes from a lower to a higher "
            "number without a gap.",
            number=error.detail[2:],
        )
    if error.fault is Fault.NOT_A_CARD and error.detail:
        return message("“%(word)s” is no card.", word=error.detail.strip("'")[:40])
    if error.fault is Fault.WRONG_TOTAL and (total or error.detail):
        found = str(total) if total else error.detail.split(" ")[0]
        return message(
            "The cards do not add up to the whole deck: table, hands and stock have %(number)s.",
            number=found,
        )
    if error.fault is Fault.SURPLUS:
        return message("This line is too long for a position.")
    return FAULTS[error.fault]


def _named_cards(error: MalformedError) -> Iterator[CardFace]:
    if error.fault in (Fault.REPEATED, Fault.NOT_IN_DECK):
        try:
            yield face(Card.parse(error.detail))
        except MalformedError:
            return


def row_names() -> list[tuple[str, Message]]:
    """The letter and the name of each row, for the fields of the table."""
    return [(colour.letter, ROW_NAMES[colour]) for colour in Colour]


def bases() -> tuple[str, ...]:
    """The codes of the rules that the form offers."""
    return tuple(BASES)
