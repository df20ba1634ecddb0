"""The chapters in their order, read from ``content/*.toml`` and checked against the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TypeVar

import msgspec

from trainer.lessons.facts import UnknownFactError, as_text, expected, written
from trainer.lessons.schema import (
    Chapter,
    Choose,
    Continue,
    Legal,
    Order,
    Play,
    Reply,
    Step,
    cards,
    kind,
    read_chapter,
)
from trainer.rules import MalformedError
from trainer.rules.profile import Base

_Item = TypeVar("_Item")

RESERVED = frozenset({"end", "afresh", "check"})
"""Names that the site uses for pages beside the steps of a chapter."""

CHAPTERS = (
    "goal-and-deck",
    "setting-up",
    "ordinary-turn",
    "draw-turn-and-pass",
    "end-and-score",
    "origins-and-variants",
    "worked-example",
    "tempo",
    "reading-draws",
    "bottlenecks",
    "ends",
    "endgame",
)
"""The order in which the chapters are taught; a file of that name holds each."""

_MATCHERS: Mapping[str, frozenset[str]] = {
    "continue": frozenset(),
    "play": frozenset({"cards", "has", "lacks", "refusal"}),
    "legal": frozenset({"cards", "has", "lacks"}),
    "choose": frozenset(),
    "count": frozenset({"number"}),
    "order": frozenset({"cards", "first"}),
}


class ContentError(ValueError):
    """A lesson file that cannot be used; names the file, the step and the fault."""

    def __init__(self, file: str, place: str, fault: str) -> None:
        super().__init__(f"{file}: {place}: {fault}")
        self.file = file
        self.place = place
        self.fault = fault


@dataclass(frozen=True)
class Course:
    """All chapters, in order."""

    chapters: tuple[Chapter, ...]

    def __iter__(self) -> Iterator[Chapter]:
        return iter(self.chapters)

    def chapter(self, name: str) -> Chapter | None:
        """The chapter of that name."""
        return next((chapter for chapter in self.chapters if chapter.id == name), None)

    def after(self, chapter: Chapter) -> Chapter | None:
        """The chapter that follows."""
        return _neighbour(self.chapters, chapter, 1)

    def by(self, base: Base) -> Course:
        """The course as these rules have it: without the steps about the other rules."""
        return Course(tuple(chapter.by(base) for chapter in self.chapters))

    def before(self, chapter: Chapter) -> Chapter | None:
        """The chapter that precedes."""
        return _neighbour(self.chapters, chapter, -1)


def next_step(chapter: Chapter, step: Step) -> Step | None:
    """The step that follows in the chapter, None after its last."""
    return _neighbour(chapter.steps, step, 1)


def previous_step(chapter: Chapter, step: Step) -> Step | None:
    """The step that precedes in the chapter, None before its first."""
    return _neighbour(chapter.steps, step, -1)


def _neighbour(items: tuple[_Item, ...], item: _Item, step: int) -> _Item | None:
    index = items.index(item) + step
    return items[index] if 0 <= index < len(items) else None


@lru_cache(maxsize=1)
def course() -> Course:
    """The course that ships with the program; read once. Raises ContentError."""
    folder = resources.files("trainer.lessons") / "content"
    return Course(
        tuple(load(f"{name}.toml", (folder / f"{name}.toml").read_bytes()) for name in CHAPTERS)
    )


def load_file(path: Path) -> Chapter:
    """One chapter from a file; raises ContentError."""
    return load(path.name, path.read_bytes())


def load(file: str, content: bytes) -> Chapter:
    """One chapter, with every answer compared to the rules; raises ContentError."""
    try:
        chapter = read_chapter(content)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise ContentError(file, "file", str(error)) from error
    if f"{chapter.id}.toml" != file:
        raise ContentError(file, "id", f"is {chapter.id!r}, not the file's name")
    for name, times in Counter(step.id for step in chapter).items():
        if times > 1:
            raise ContentError(file, name, "two steps have this id")
    for step in chapter:
        _check_step(file, step)
    return chapter


def _check_step(file: str, step: Step) -> None:
    try:
        faults = [*_faults(step), *_disagreement(step)]
    except MalformedError as error:
        raise ContentError(file, step.id, str(error)) from error
    except UnknownFactError as error:
        raise ContentError(file, step.id, f"the rules know no such fact: {error}") from error
    for fault in faults:
        raise ContentError(file, step.id, fault)


def _faults(step: Step) -> Iterator[str]:
    if step.id in RESERVED:
        yield "this id is reserved"
    if not isinstance(step, Continue) and not step.praise:
        yield "no praise for the right answer"
    if isinstance(step, Play | Legal) and not (step.picture and step.picture.position):
        yield "no hand to play from"
    for reply in step.replies:
        yield from _reply_faults(step, reply)
    if isinstance(step, Choose):
        yield from _choice_faults(step)
    if isinstance(step, Order) and len(set(cards(step.cards))) < 2:
        yield "fewer than two cards to order"


def _reply_faults(step: Step, reply: Reply) -> Iterator[str]:
    if len(reply.matchers) != 1:
        yield f"a reply needs exactly one condition, has {reply.matchers}: {reply.reply}"
    for name in set(reply.matchers) - _MATCHERS[kind(step)]:
        yield f"a reply to {kind(step)!r} cannot depend on {name!r}"
    for name in set(reply.matchers) & {"cards", "has", "lacks", "first"}:
        cards(getattr(reply, name))


def _choice_faults(step: Choose) -> Iterator[str]:
    names = [choice.id for choice in step.choices]
    if len(set(names)) < len(names):
        yield "two choices have the same id"
    if step.answer not in names:
        yield f"the answer {step.answer!r} is no choice"
    for choice in step.choices:
        if bool(choice.reply) is (choice.id == step.answer):
            yield f"choice {choice.id!r}: every wrong choice needs a reply, the right one has none"
    for hand in step.hands.values():
        cards(hand)


def _disagreement(step: Step) -> Iterator[str]:
    told, true = written(step), expected(step)
    if told != true:
        yield f"says {as_text(told)}, the rules say {as_text(true)}"
    if true == frozenset():
        yield "no answer is right"
