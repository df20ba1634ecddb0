"""Does a translation keep what is not words: placeholders, tags, cards, emphasis, numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from trainer.i18n.checks import parts
from trainer.i18n.checks.finding import Fault, Unit

_NUMBER = re.compile(r"\d+(?:[.,\u00a0\u202f ]\d{3})*(?!\d)")
_LIMIT = re.compile(r"at most (\d+) characters")
#: A button's text may grow to this many characters whatever its source, and to double.
_SHORT_BUTTON = 24


def markup_faults(unit: Unit) -> Iterator[Fault]:
    """Compare the parts of a translation that are not words with those of its source."""
    yield from _placeholder_faults(unit)
    yield from _tag_faults(unit)
    yield from _token_faults(unit)
    yield from _layout_faults(unit)
    yield from _length_faults(unit)


def _difference(source: Counter[str], text: Counter[str]) -> str:
    missing, extra = source - text, text - source
    said = [f"lacks {name}" for name in missing] + [f"has {name} in addition" for name in extra]
    return ", ".join(said)


def _placeholder_faults(unit: Unit) -> Iterator[Fault]:
    source, text = set(parts.placeholders(unit.source)), set(parts.placeholders(unit.text))
    if unit.form is not None:
        # Whether a plural form needs its count is another check's business.
        source.discard("num")
        text.discard("num")
    if source != text:
        yield Fault("placeholders", _difference(Counter(source), Counter(text)))
    if parts.stray_percents(unit.source) != parts.stray_percents(unit.text):
        yield Fault("placeholders", "a percent sign differs; a placeholder is written %(name)s")


def _tag_faults(unit: Unit) -> Iterator[Fault]:
    source, text = parts.tags(unit.source), parts.tags(unit.text)
    if source != text:
        yield Fault("tags", _difference(source, text))
    elif not parts.nested_properly(unit.text) and parts.nested_properly(unit.source):
        yield Fault("tags", "the tags are not closed in the right order")
    if unit.text.count("<") != unit.source.count("<"):
        yield Fault("tags", "a < differs")


def _token_faults(unit: Unit) -> Iterator[Fault]:
    source, text = parts.card_tokens(unit.source), parts.card_tokens(unit.text)
    if source != text:
        yield Fault("cards", _difference(source, text))
    if unit.text.count("{") != sum(text.values()) + _other_braces(unit.source):
        yield Fault("cards", "a brace that is not a card like {B10}")
    if len(parts.EMPHASIS.findall(unit.source)) != len(parts.EMPHASIS.findall(unit.text)):
        yield Fault("emphasis", "the number of *emphasised* passages differs")
    elif unit.source.count("*") != unit.text.count("*"):
        yield Fault("emphasis", "an asterisk differs")


def _other_braces(source: str) -> int:
    return source.count("{") - sum(parts.card_tokens(source).values())


def _layout_faults(unit: Unit) -> Iterator[Fault]:
    source, text = unit.source, unit.text
    if source[:1].isspace() != text[:1].isspace() or source[-1:].isspace() != text[-1:].isspace():
        yield Fault("whitespace", "the spaces at the beginning or the end differ")
    if source.count("\n") != text.count("\n"):
        yield Fault("whitespace", "the number of lines differs")
    if unit.form is None and _numbers(source) != _numbers(text):
        yield Fault("numbers", _difference(_numbers(source), _numbers(text)))


def _numbers(text: str) -> Counter[str]:
    bare = parts.BRACES.sub(" ", parts.PLACEHOLDER.sub(" ", parts.TAG.sub(" ", text)))
    return Counter(re.sub(r"\D", "", number) for number in _NUMBER.findall(bare))


def _length_faults(unit: Unit) -> Iterator[Fault]:
    limits = [int(found) for note in unit.notes for found in _LIMIT.findall(note)]
    if unit.context == "button":
        limits.append(max(_SHORT_BUTTON, 2 * len(unit.source)))
    if limits and len(unit.text) > min(limits):
        yield Fault("length", f"{len(unit.text)} characters, at most {min(limits)} fit")
