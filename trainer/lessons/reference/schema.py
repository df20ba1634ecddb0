"""Records of the reference pages, read strictly from TOML.

Texts are messages of the catalogs; ``{B10}`` in them is drawn as a card.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from trainer.lessons.schema import Name, Text, cards
from trainer.rules import Card, MalformedError, Profile, Table
from trainer.rules.notation import parse_table
from trainer.rules.profile import Base

Texts = Annotated[tuple[Text, ...], Meta(min_length=1)]


class _Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all records share: unknown keys are errors."""


class Figure(_Record, frozen=True, kw_only=True):
    """A small picture: some rows of a table, and some cards beside it.

    ``table`` as in a position. ``laid``: the cards of it to be shown as just laid. ``cards``: a
    hand, or the cards that the text speaks of. ``caption``: what the picture shows, in words.
    """

    caption: Text
    table: str = ""
    laid: str = ""
    cards: str = ""
    profile: str = "official"

    def __post_init__(self) -> None:
        if not self.table and not self.cards:
            raise ValueError("a picture needs a table or cards")
        try:
            self._check()
        except MalformedError as error:
            raise ValueError(str(error)) from error

    def _check(self) -> None:
        laid = self.rows.cards if self.rows else frozenset()
        for card in self.fresh:
            if card not in laid:
                raise ValueError(f"{card} is shown as just laid, but is not on the table")
        for card in self.shown:
            if card in laid or card not in Profile.parse(self.profile).deck:
                raise ValueError(f"{card} is on the table already, or not in the deck")

    @property
    def rows(self) -> Table | None:
        """The table, if there is one."""
        return parse_table(self.table, Profile.parse(self.profile)) if self.table else None

    @property
    def fresh(self) -> tuple[Card, ...]:
        """The cards on the table that are shown as just laid."""
        return cards(self.laid)

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards beside the table, in the order written."""
        return cards(self.cards)


class Question(_Record, frozen=True, kw_only=True):
    """A question that people ask. ``summary``: the rule in one sentence, said first.

    ``note``: what the sources leave open and this project has agreed on, if anything.
    """

    id: Name
    question: Text
    summary: Text
    text: tuple[Text, ...] = ()
    note: str = ""
    figure: Figure


class Questions(_Record, frozen=True, kw_only=True):
    """Questions about one subject."""

    id: Name
    title: Text
    questions: Annotated[tuple[Question, ...], Meta(min_length=1)]


class Faq(_Record, frozen=True, kw_only=True):
    """All questions."""

    groups: tuple[Questions, ...]


class Term(_Record, frozen=True, kw_only=True):
    """A word of the game. ``words``: how English lesson texts write it (whole words)."""

    id: Name
    term: Text
    definition: Text
    words: tuple[str, ...] = ()
    figure: Figure | None = None


class Glossary(_Record, frozen=True, kw_only=True):
    """All terms, in the order in which the rules need them."""

    terms: tuple[Term, ...]


class Stage(_Record, frozen=True, kw_only=True):
    """One stage of the quick start. ``only``: the rules that it belongs to."""

    id: Name
    title: Text
    text: Texts
    only: Base | None = None
    figure: Figure | None = None


class QuickStart(_Record, frozen=True, kw_only=True):
    """The game in two minutes."""

    stages: tuple[Stage, ...]


class Box(_Record, frozen=True, kw_only=True):
    """One box of the rule sheet."""

    title: Text
    text: Texts
    only: Base | None = None
    figure: Figure | None = None


class Sheet(_Record, frozen=True, kw_only=True):
    """The rule sheet: one page."""

    boxes: tuple[Box, ...]

    def for_rules(self, base: Base) -> list[Box]:
        """The boxes of the sheet for one of the two rule profiles."""
        return [box for box in self.boxes if box.only in (None, base)]


class Section(_Record, frozen=True, kw_only=True):
    """A titled piece of text. ``note``: our agreement, marked as such."""

    id: Name
    title: Text
    text: Texts
    note: str = ""


class Comparison(_Record, frozen=True, kw_only=True):
    """One point on which the two profiles are set side by side."""

    title: Text
    labels: dict[Base, Text]
    note: str = ""


Source = Literal["both", "house", "edition", "junior", "later"]


class Option(_Record, frozen=True, kw_only=True):
    """One option of the rules. ``id``: as a position writes it; ``note``: our agreement."""

    id: str
    title: Text
    text: Text
    source: Source
    note: str = ""


class Origins(_Record, frozen=True, kw_only=True):
    """Where the game comes from, and how its rules differ. ``summary``: all our agreements."""

    sections: tuple[Section, ...]
    comparisons: tuple[Comparison, ...]
    options: tuple[Option, ...]
    summary: Texts


class Mistake(_Record, frozen=True, kw_only=True):
    """What pupils get wrong, and what to ask them then."""

    mistake: Text
    ask: Text


class Activity(_Record, frozen=True, kw_only=True):
    """Something to do with real cards. ``minutes``: how long it takes."""

    title: Text
    minutes: Annotated[int, Meta(ge=1, le=60)]
    materials: Text
    text: Texts
    closing: str = ""


class Answer(_Record, frozen=True, kw_only=True):
    """A question to the class and its answer."""

    question: Text
    reply: Text
    figure: Figure | None = None


class Guide(_Record, frozen=True, kw_only=True):
    """A teacher's page. ``chapters``: the chapters of the course that it accompanies."""

    id: Name
    chapters: tuple[Name, ...]
    title: Text
    aim: Text
    minutes: Annotated[int, Meta(ge=5, le=90)]
    intro: Texts
    mistakes: Annotated[tuple[Mistake, ...], Meta(min_length=2)]
    activity: Activity
    answers: Annotated[tuple[Answer, ...], Meta(min_length=3)]
    note: str = ""


def read(content: bytes, kind: type[msgspec.Struct]) -> object:
    """A record from TOML; raises msgspec.ValidationError naming the place, or DecodeError."""
    return msgspec.toml.decode(content, type=kind)
