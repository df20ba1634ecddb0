"""The reference pages as they ship with the program; read once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import resources
from typing import TypeVar

import msgspec

from trainer.lessons.course import ContentError, course
from trainer.lessons.reference.schema import (
    Faq,
    Glossary,
    Guide,
    Origins,
    QuickStart,
    Sheet,
    Term,
    read,
)
from trainer.lessons.schema import Chapter, Step

_Record = TypeVar("_Record", bound=msgspec.Struct)

GUIDES = (
    "goal-and-deck",
    "setting-up",
    "ordinary-turn",
    "draw-turn-and-pass",
    "end-and-score",
    "origins-and-variants",
    "worked-example",
    "tactics",
)
"""The teacher's pages, in order; the file ``guide-NAME.toml`` holds each."""


def load(file: str, kind: type[_Record]) -> _Record:
    """One file of this folder; raises ContentError naming the file and the place."""
    content = (resources.files("trainer.lessons.reference") / file).read_bytes()
    return parse(file, content, kind)


def parse(file: str, content: bytes, kind: type[_Record]) -> _Record:
    """A record from TOML; raises ContentError naming the file and the place."""
    try:
        found = read(content, kind)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise ContentError(file, "file", str(error)) from error
    assert isinstance(found, kind)
    return found


@lru_cache(maxsize=1)
def faq() -> Faq:
    """The questions."""
    return load("faq.toml", Faq)


@lru_cache(maxsize=1)
def glossary() -> Glossary:
    """The terms."""
    return load("glossary.toml", Glossary)


@lru_cache(maxsize=1)
def quick_start() -> QuickStart:
    """The game in two minutes."""
    return load("quickstart.toml", QuickStart)


@lru_cache(maxsize=1)
def sheet() -> Sheet:
    """The rule sheet."""
    return load("sheet.toml", Sheet)


@lru_cache(maxsize=1)
def origins() -> Origins:
    """History and options."""
    return load("origins.toml", Origins)


@lru_cache(maxsize=1)
def guides() -> tuple[Guide, ...]:
    """The teacher's pages."""
    return tuple(load(f"guide-{name}.toml", Guide) for name in GUIDES)


def guide(name: str) -> Guide | None:
    """The teacher's page of that name."""
    return next((one for one in guides() if one.id == name), None)


def guide_for(chapter: str) -> Guide | None:
    """The teacher's page that accompanies a chapter of the course."""
    return next((one for one in guides() if chapter in one.chapters), None)


@lru_cache(maxsize=1)
def _new_terms() -> dict[tuple[str, str], tuple[Term, ...]]:
    return first_appearances(course(), glossary().terms)


def new_terms(chapter: str, step: str) -> tuple[Term, ...]:
    """The terms that appear for the first time in the course at this step."""
    return _new_terms().get((chapter, step), ())


def first_appearances(
    chapters: Iterable[Chapter], terms: Iterable[Term]
) -> dict[tuple[str, str], tuple[Term, ...]]:
    """For each step, by (chapter, step): the terms whose English words come up there first."""
    found: dict[tuple[str, str], tuple[Term, ...]] = {}
    waiting = list(terms)
    for chapter in chapters:
        for step in chapter:
            here = tuple(term for term in waiting if _mentions(step, term))
            waiting = [term for term in waiting if term not in here]
            if here:
                found[chapter.id, step.id] = here
    return found


def _mentions(step: Step, term: Term) -> bool:
    return any(_pattern(term.words).search(text) for text in _texts(step)) if term.words else False


def _texts(step: Step) -> Iterator[str]:
    yield from (step.title, *step.text, step.task)


@lru_cache(maxsize=256)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    joined = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"\b(?:{joined})\b", re.IGNORECASE)
