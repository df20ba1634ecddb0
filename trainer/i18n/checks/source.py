"""Is the English source sound: typography, markup, placeholders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from babel.messages.catalog import Message as Entry

from trainer.i18n.catalogs import entry_sources
from trainer.i18n.checks import parts
from trainer.i18n.checks.finding import Fault
from trainer.i18n.checks.glossary import Glossary
from trainer.i18n.checks.typography import bad_habits
from trainer.i18n.content import CARD_TOKEN

_OTHER_FORMATS: Final = re.compile(r"%\(\w+\)(?!s)|(?<!%)%[sdfi]\b|\{\w*\}")


def source_faults(entry: Entry, glossary: Glossary) -> Iterator[Fault]:
    """Find faults in an English message itself."""
    for source in dict.fromkeys(entry_sources(entry)):
        yield from bad_habits(parts.prose(source, glossary.names), "en")
        yield from _markup_faults(source, "python-format" in entry.flags or _in_template(entry))
    if any(source != source.strip() for source in entry_sources(entry)):
        yield Fault("whitespace", "a message neither begins nor ends with a space")


def _in_template(entry: Entry) -> bool:
    return any(name.startswith("templates/") for name, _line in entry.locations)


def _markup_faults(source: str, is_filled_in: bool) -> Iterator[Fault]:
    for found in _OTHER_FORMATS.finditer(source):
        if CARD_TOKEN.fullmatch(found.group()) is None:
            yield Fault("placeholders", f"{found.group()}: a placeholder is written %(name)s")
    if is_filled_in and parts.stray_percents(source):
        yield Fault("placeholders", "a percent sign in a text with values is written %%")
    if not parts.nested_properly(source):
        yield Fault("tags", "the tags are not closed in the right order")
    if len(parts.EMPHASIS.findall(source)) * 2 != source.count("*"):
        yield Fault("emphasis", "an asterisk without its partner")
