"""The glossary file: which word each language uses for each term of the game.

`translations/glossary.toml` holds terms (English words, and for each language the stems
that are accepted or rejected), words that may stay as they are, and rules of style.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

GLOSSARY_NAME: Final = "glossary.toml"


class GlossaryError(ValueError):
    """The glossary file cannot be read; says where and why."""


@dataclass(frozen=True, slots=True)
class Wording:
    """How one language says a term: word stems, one of which must occur; none of `reject` may."""

    accept: tuple[str, ...] = ()
    reject: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """One concept: the English `words` for it, phrases where they mean something else.

    A text all of whose places begin with one of `outside` speaks of something else.
    """

    name: str
    words: re.Pattern[str]
    unless: re.Pattern[str] | None
    wordings: Mapping[str, Wording]
    outside: tuple[str, ...] = ()

    def is_meant(self, source: str, places: Sequence[str] = ()) -> bool:
        """Tell whether an English text that stands in these files speaks of this concept."""
        if self.outside and places and all(place.startswith(self.outside) for place in places):
            return False
        if self.unless is not None:
            source = self.unless.sub(" ", source)
        return self.words.search(source) is not None


@dataclass(frozen=True, slots=True)
class Style:
    """A pattern that a language's texts avoid, and the reason."""

    pattern: re.Pattern[str]
    reason: str


@dataclass(frozen=True, slots=True)
class Glossary:
    """All terms, names that no language translates, and exceptions by language."""

    terms: tuple[Term, ...] = ()
    names: tuple[str, ...] = ()
    identical: Mapping[str, frozenset[str]] = field(default_factory=dict)
    foreign: Mapping[str, frozenset[str]] = field(default_factory=dict)
    styles: Mapping[str, tuple[Style, ...]] = field(default_factory=dict)

    def may_stay(self, language: str, source: str) -> bool:
        """Tell whether a language may use this English text unchanged."""
        return any(
            source.strip() in self.identical.get(key, frozenset()) for key in ("all", language)
        )

    def foreign_words(self, language: str) -> frozenset[str]:
        """Return the Latin words that a language in another alphabet may contain."""
        return self.foreign.get(language, frozenset()) | self.foreign.get("all", frozenset())


@lru_cache(maxsize=2048)
def stem_pattern(stem: str) -> re.Pattern[str]:
    """Return the pattern of a stem at the start of a word; `=` at its end asks for the whole word.

    Several stems with spaces between them match in this order with at most one word between.
    """
    between = r"\w*\W+(?:\w+\W+)?"
    words = [re.escape(word.rstrip("=")) + (r"\b" * word.endswith("=")) for word in stem.split()]
    return re.compile(r"\b" + between.join(words))


def load_glossary(path: Path) -> Glossary:
    """Read the glossary file. Raises `GlossaryError` when it is missing or malformed."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return Glossary(
            terms=tuple(_term(record) for record in data.get("term", [])),
            names=tuple(sorted(data.get("names", []), key=len, reverse=True)),
            identical=_word_sets(data.get("identical", {})),
            foreign=_word_sets(data.get("foreign", {})),
            styles=_styles(data.get("style", [])),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, re.error) as fault:
        raise GlossaryError(f"{path}: {fault}") from fault


def _term(record: Mapping[str, Any]) -> Term:
    known = {"name", "english", "unless", "outside"}
    wordings = {key: _wording(value) for key, value in record.items() if key not in known}
    unless = record.get("unless")
    return Term(
        name=record["name"],
        words=_any_of(record["english"]),
        unless=_any_of(unless) if unless else None,
        wordings=wordings,
        outside=tuple(record.get("outside", ())),
    )


def _wording(record: Mapping[str, Any]) -> Wording:
    unknown = record.keys() - {"accept", "reject"}
    if unknown:
        raise ValueError(f"unknown key {', '.join(sorted(unknown))}")
    return Wording(tuple(record.get("accept", ())), tuple(record.get("reject", ())))


def _any_of(words: list[str]) -> re.Pattern[str]:
    choices = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"\b(?:{choices})\b", re.IGNORECASE)


def _word_sets(record: Mapping[str, list[str]]) -> dict[str, frozenset[str]]:
    return {language: frozenset(words) for language, words in record.items()}


def _styles(records: list[Mapping[str, str]]) -> dict[str, tuple[Style, ...]]:
    found: dict[str, tuple[Style, ...]] = {}
    for record in records:
        style = Style(re.compile(record["pattern"]), record["reason"])
        found[record["language"]] = (*found.get(record["language"], ()), style)
    return found
