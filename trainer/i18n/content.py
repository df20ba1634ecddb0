"""Texts of lesson and puzzle files: which values of a TOML file are messages.

The rule: the value of a key in `TEXT_KEYS`, at any depth, is a text if it is a string, a
list of strings or a table of strings. A value without words (a card, a number, a turn) is
none.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from trainer.i18n.messages import TEXT_KEYS

#: A card in a text, drawn as a card by the page: `{B10}`.
CARD_TOKEN = re.compile(r"\{([RYGB](?:1\d|20|[1-9]))\}")
_WORD = re.compile(r"[^\W\d_]{2}|[a-z]")


class ContentText(NamedTuple):
    """One text of a content file and where it stands (`steps[lay].replies[0].text`)."""

    place: str
    text: str


def content_texts(path: Path) -> Iterator[ContentText]:
    """Yield the texts of one TOML file in the order of the file.

    Raises `ValueError` (from the TOML reader) when the file is not well formed.
    """
    with path.open("rb") as file:
        yield from _inside(tomllib.load(file), "")


def _inside(value: Any, place: str) -> Iterator[ContentText]:
    if isinstance(value, dict):
        for key, below in value.items():
            there = f"{place}.{key}" if place else key
            yield from _text_value(below, there) if key in TEXT_KEYS else _inside(below, there)
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from _inside(below, f"{place}[{_label(below, index)}]")


def _label(value: Any, index: int) -> str:
    # A name of its own does not change when an element is put in before it.
    name = value.get("id") if isinstance(value, dict) else None
    return name if isinstance(name, str) else str(index)


def _text_value(value: Any, place: str) -> Iterator[ContentText]:
    if isinstance(value, str):
        if has_words(value):
            yield ContentText(place, value)
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from _text_value(below, f"{place}[{_label(below, index)}]")
    elif isinstance(value, dict):
        if TEXT_KEYS & value.keys() or not all(isinstance(text, str) for text in value.values()):
            yield from _inside(value, place)
        else:
            for key, text in value.items():
                yield from _text_value(text, f"{place}.{key}")


def line_of(text: str, source: str) -> int:
    """Return the line of a TOML source on which a text begins; 1 if it is not found."""
    beginning = text.strip().split("\n", 1)[0][:40].split('"', 1)[0]
    position = source.find(beginning)
    return source.count("\n", 0, max(position, 0)) + 1


def has_words(text: str) -> bool:
    """Tell whether there is anything to translate in a text."""
    return _WORD.search(CARD_TOKEN.sub("", text)) is not None
