"""What a check says, and what it looks at: one translated text beside its source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from babel.messages.catalog import Message as Entry

from trainer.i18n.catalogs import entry_sources, entry_texts

_WAIVER = re.compile(r"\ballow:\s*([\w\s,-]+)")


class Fault(NamedTuple):
    """A broken rule and what is wrong, before it is known where."""

    rule: str
    detail: str


class Finding(NamedTuple):
    """One fault in one place. `line` counts from 1; `text` is the English message or empty."""

    file: str
    line: int
    text: str
    rule: str
    detail: str

    def __str__(self) -> str:
        shown = " ".join(self.text.split())
        quoted = f" [{shown[:80] + ('…' if len(shown) > 80 else '')}]" if shown else ""
        return f"{self.file}:{self.line}: {self.rule}: {self.detail}{quoted}"


@dataclass(frozen=True, slots=True)
class Unit:
    """One text in one language beside its English source.

    `form` is the index of the plural form, `None` where there is no plural. `source` of a
    plural form is the English plural. `notes` are the comments of the entry, `places` the files
    in which the text stands.
    """

    language: str
    source: str
    text: str
    form: int | None = None
    context: str | None = None
    notes: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


def units(entry: Entry, language: str) -> Iterator[Unit]:
    """Yield a unit for each text of an entry, plural forms one by one."""
    sources, texts = entry_sources(entry), entry_texts(entry)
    counted = len(sources) > 1
    notes = (*entry.auto_comments, *entry.user_comments)
    places = tuple(name for name, _line in entry.locations)
    for index, text in enumerate(texts):
        form = index if counted else None
        yield Unit(language, sources[-1], text, form, entry.context, notes, places)


def waived_rules(entry: Entry) -> frozenset[str]:
    """Return the rules that a comment such as `allow: glossary, length` waives."""
    waived: set[str] = set()
    for comment in (*entry.user_comments, *entry.auto_comments):
        for match in _WAIVER.finditer(comment):
            waived.update(name.strip() for name in match.group(1).split(","))
    return frozenset(waived)
