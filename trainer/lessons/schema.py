"""Chapters and steps as records, read strictly from TOML.

A step has texts (messages of the catalogs), at most one picture, and one thing to do. Its
picture is either a whole ``position`` line, or a partial one: a ``table`` and, where cards are
to be laid, a ``hand``, for moments at which nobody's other cards matter yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from trainer.engine.evaluation import Grade, Method, grade
from trainer.lessons.picture import Picture
from trainer.rules import Card, Refusal
from trainer.rules.profile import Base

Name = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
"""A name in addresses: small letters, digits and single hyphens."""
ChoiceName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9,-]+$", max_length=40)]
Text = Annotated[str, Meta(min_length=1)]


class Reply(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is said to one wrong answer. Exactly one of the other fields says which.

    ``cards``: these and no others, in this order where the order is the question. ``has``: all
    of these among others. ``lacks``: one of these is not among them. ``first``: the order begins
    with this card. ``refusal``: the rule that the answer breaks. ``number``: this count.
    """

    reply: Text
    cards: str | None = None
    has: str | None = None
    lacks: str | None = None
    first: str | None = None
    refusal: Refusal | None = None
    number: int | None = None

    @property
    def matchers(self) -> list[str]:
        """The names of the fields that say when it is given."""
        fields = ("cards", "has", "lacks", "first", "refusal", "number")
        return [name for name in fields if getattr(self, name) is not None]


class Choice(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One of several answers; ``reply`` is said to whoever wrongly picks it."""

    id: ChoiceName
    label: Text
    reply: str = ""


class _Step(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """What all steps have.

    ``text``: paragraphs. ``task``: exactly what to do. ``praise``: said to the right answer.
    ``reply``: said to a wrong one that neither a reply of its own nor a broken rule answers.
    ``only``: the rule profile that the step is about, where the two differ. ``agreement``: the
    sources are silent or disagree, and the step states what this project has agreed on.
    """

    id: Name
    title: Text
    text: tuple[Text, ...]
    task: Text
    praise: str = ""
    reply: str = ""
    replies: tuple[Reply, ...] = ()
    position: str = ""
    table: str = ""
    hand: str = ""
    profile: str = ""
    only: Base | None = None
    agreement: bool = False

    @property
    def picture(self) -> Picture | None:
        """What is shown, if anything; raises MalformedError naming the field."""
        if not (self.position or self.table):
            return None
        return Picture.read(self.position, self.table, self.hand, self.profile)


class Continue(_Step, frozen=True, tag="continue"):
    """Read, and go on."""


class Scored(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the engine has found about every legal turn of a position, frozen with the step.

    ``losses``: by turn, how many points it is behind the best one. ``method`` exact: proven;
    sampled: over ``worlds`` random deals from ``seed``. Pages never compute it again.
    """

    method: Method
    engine: Text
    losses: dict[str, float]
    worlds: int = 0
    seed: int = 0

    @property
    def best(self) -> frozenset[frozenset[Card]]:
        """Every turn that is as good as the best one, as a set of cards."""
        return frozenset(
            frozenset(cards(turn))
            for turn, loss in self.losses.items()
            if grade(loss) is Grade.BEST
        )


class Play(_Step, frozen=True, tag="play"):
    """Lay cards. ``answers``: the turns that are right, as text; ``fact``: why (see facts).

    ``scored``: belongs to the fact ``best``.
    """

    answers: Annotated[tuple[str, ...], Meta(min_length=1)]
    fact: Text
    scored: Scored | None = None

    @property
    def turns(self) -> frozenset[frozenset[Card]]:
        """The right answers as sets of cards: the same cards are the same turn."""
        return frozenset(frozenset(cards(answer)) for answer in self.answers)


class Legal(_Step, frozen=True, tag="legal"):
    """Mark every card of the hand that fits; the rules know which."""


class Choose(_Step, frozen=True, tag="choose"):
    """Pick one of several answers.

    ``hands``: cards of the players that the question is about, by choice, in turn order.
    """

    choices: Annotated[tuple[Choice, ...], Meta(min_length=2, max_length=6)]
    answer: ChoiceName
    fact: Text
    hands: dict[str, str] = {}


class Count(_Step, frozen=True, tag="count"):
    """Give a number. ``show``: cards shown beside the question."""

    answer: int
    fact: Text
    show: str = ""


class Order(_Step, frozen=True, tag="order"):
    """Put cards in order.

    ``answer``: the one right order; without it, every order in which each card fits the
    pictured table after the ones before it is right.
    """

    cards: Text
    fact: Text
    answer: str = ""

    @property
    def picture(self) -> Picture:
        """The table, with the cards to order as a hand."""
        return Picture.read("", self.table or "-/-/-/-", self.cards, self.profile)


Step = Continue | Play | Legal | Choose | Count | Order
Kind = Literal["continue", "play", "legal", "choose", "count", "order"]


class Chapter(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Some steps with one aim.

    ``summary``: what has been learnt, shown at its end. ``puzzles``: the theme of the puzzles
    that practise it.
    """

    id: Name
    title: Text
    aim: Text
    summary: tuple[Text, ...]
    puzzles: str = ""
    steps: Annotated[tuple[Step, ...], Meta(min_length=1)]

    def step(self, name: str) -> Step | None:
        """The step of that name."""
        return next((step for step in self.steps if step.id == name), None)

    def by(self, base: Base) -> Chapter:
        """The chapter as these rules have it: without the steps about the other rules."""
        kept = tuple(step for step in self.steps if step.only in (None, base))
        return msgspec.structs.replace(self, steps=kept)

    def index(self, step: Step) -> int:
        """Where a step stands, from 0."""
        return [one.id for one in self.steps].index(step.id)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)


def kind(step: Step) -> Kind:
    """The name of what a step asks for, as the file writes it."""
    tag: Kind = step.__struct_config__.tag  # type: ignore[assignment]
    return tag


def cards(text: str) -> tuple[Card, ...]:
    """The cards of ``R9,B10`` in the order written; raises MalformedError."""
    return tuple(Card.parse(part) for part in text.split(",")) if text else ()


def read_chapter(content: bytes) -> Chapter:
    """A chapter from TOML; raises msgspec.ValidationError naming the place, or DecodeError."""
    return msgspec.toml.decode(content, type=Chapter)
