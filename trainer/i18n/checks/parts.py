"""The parts of a text that are not words: placeholders, tags, cards, emphasis, names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from trainer.i18n.content import CARD_TOKEN

PLACEHOLDER: Final = re.compile(r"%\((\w+)\)s")
TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
ENTITY: Final = re.compile(r"&(?:#\d+|#x[\da-fA-F]+|\w+);")
ADDRESS: Final = re.compile(r"\b(?:https?://|www\.)\S+|\S+@\S+\.\w+")
BRACES: Final = re.compile(r"\{[^{}]*\}")
EMPHASIS: Final = re.compile(r"(?<![\w*])\*(?=[^\s*])[^*\n]*?(?<=[^\s*])\*(?![\w*])")
#: A card or a turn in letters, as people type them: `B10`, `B10,B12`.
TYPED_CARD: Final = re.compile(r"\b[RYGB](?:1\d|20|[1-9])\b")
#: Stands where a part was taken out; no letter, no digit, no space.
MARK: Final = "\ue000"


def placeholders(text: str) -> Counter[str]:
    """Count the placeholders of a text by name."""
    return Counter(PLACEHOLDER.findall(text))


def stray_percents(text: str) -> int:
    """Count percent signs that belong to no `%(name)s` and are not doubled."""
    return PLACEHOLDER.sub("", text).replace("%%", "").count("%")


def tags(text: str) -> Counter[str]:
    """Count the tags of a text, with their attributes."""
    return Counter(TAG.findall(text))


def nested_properly(text: str) -> bool:
    """Tell whether every tag is closed in the right order (`<br>` needs no end)."""
    still_open: list[str] = []
    for tag in TAG.findall(text):
        name = re.sub(r"[^A-Za-z0-9].*", "", tag.strip("</>"), flags=re.DOTALL).lower()
        if tag.startswith("</"):
            if not still_open or still_open.pop() != name:
                return False
        elif not tag.endswith("/>") and name not in ("br", "wbr", "img"):
            still_open.append(name)
    return not still_open


def card_tokens(text: str) -> Counter[str]:
    """Count the drawn cards `{B10}` of a text."""
    return Counter(CARD_TOKEN.findall(text))


def prose(text: str, names: Iterable[str] = ()) -> str:
    """Return the text with everything but prose replaced by `MARK`; tags leave nothing."""
    text = TAG.sub("", text)
    for pattern in (ADDRESS, PLACEHOLDER, BRACES, ENTITY):
        text = pattern.sub(MARK, text)
    for name in names:
        text = text.replace(name, MARK)
    return EMPHASIS.sub(lambda match: match.group().strip("*"), text)


def has_letters(text: str) -> bool:
    """Tell whether a text has a word of at least two letters."""
    return re.search(r"[^\W\d_]{2}", text) is not None
