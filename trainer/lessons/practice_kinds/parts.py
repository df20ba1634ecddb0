"""What an exercise consists of: a scene to look at, a task, and one way to answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from trainer.i18n.messages import Message
from trainer.lessons.checking import NOTHING, Attempt, Outcome, Verdict
from trainer.rules import Card, Profile, Refusal, Table


@dataclass(frozen=True)
class Group:
    """Some cards that belong together, and what they are."""

    title: Message
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Scene:
    """What is shown: a table, groups of cards, facts in words, a sheet of scores.

    ``scores``: penalties game by game, ``scores[i][seat]``. ``rules``: a profile to be spelled
    out because the question turns on its options.
    """

    table: Table | None = None
    groups: tuple[Group, ...] = ()
    facts: tuple[Message, ...] = ()
    scores: tuple[tuple[int, ...], ...] = ()
    rules: Profile | None = None


@dataclass(frozen=True)
class Told:
    """What is said to a wrong answer: words, or the rule that a card breaks."""

    reply: Message | None = None
    refusal: Refusal | None = None
    card: Card | None = None

    def verdict(self) -> Verdict:
        """The same as a verdict."""
        return Verdict(Outcome.WRONG, self.reply, self.refusal, self.card)


@dataclass(frozen=True)
class Choice:
    """One of several answers: words or cards (or both), and what is said to it if wrong."""

    id: str
    label: Message | None = None
    cards: tuple[Card, ...] = ()
    told: Told = field(default_factory=Told)


@dataclass(frozen=True)
class Pick:
    """Choose one; ``answer`` is the id of the right choice."""

    choices: tuple[Choice, ...]
    answer: str

    def check(self, attempt: Attempt) -> Verdict:
        """Judge the choice."""
        if attempt.choice == self.answer:
            return Verdict(Outcome.RIGHT)
        picked = next((one for one in self.choices if one.id == attempt.choice), None)
        return NOTHING if picked is None else picked.told.verdict()


@dataclass(frozen=True)
class Marks:
    """Mark all right ones among ``cards``.

    ``wrong``: what is said to a card that must not be marked; ``missed``: to one overlooked.
    """

    cards: tuple[Card, ...]
    answer: frozenset[Card]
    wrong: Mapping[Card, Told] = field(default_factory=dict, hash=False)
    missed: Mapping[Card, Told] = field(default_factory=dict, hash=False)

    def check(self, attempt: Attempt) -> Verdict:
        """Judge the marks: a wrong one is spoken of before one that is missing."""
        marked = set(attempt.cards)
        if marked == self.answer:
            return Verdict(Outcome.RIGHT)
        if not marked or not marked <= set(self.cards):
            return NOTHING
        for card in sorted(marked - self.answer):
            return self.wrong[card].verdict()
        return self.missed[min(self.answer - marked)].verdict()


@dataclass(frozen=True)
class Number:
    """Give a number; ``replies`` to likely wrong ones, ``reply`` to all others."""

    answer: int
    reply: Message
    replies: Mapping[int, Message] = field(default_factory=dict, hash=False)

    def check(self, attempt: Attempt) -> Verdict:
        """Judge the number."""
        if attempt.number is None:
            return NOTHING
        if attempt.number == self.answer:
            return Verdict(Outcome.RIGHT)
        return Told(self.replies.get(attempt.number, self.reply)).verdict()


Question = Pick | Marks | Number


@dataclass(frozen=True)
class Content:
    """An exercise without its address. ``rule``: why the right answer is right."""

    task: Message
    scene: Scene
    question: Question
    rule: Message


Maker = Callable[[Random, int, Profile], Content]
"""Makes an exercise from a generator, a level of 1 to 5 and the rules in force."""


def token(card: Card) -> str:
    """A card inside a text, drawn by the page."""
    return f"{{{card}}}"
