"""Are the words those of the language: nothing left in English, the glossary's terms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from trainer.i18n.checks import parts
from trainer.i18n.checks.finding import Fault, Unit
from trainer.i18n.checks.glossary import Glossary, Term, stem_pattern

#: English words that none of our Latin-written languages has, and that few sentences lack.
_ENGLISH: Final = re.compile(
    r"\b(?:the|and|with|your|you|which|this|that|these|those|from|they|their|when|what|"
    r"where|cards?|should|would|isn’t|don’t|can’t)\b",
    re.IGNORECASE,
)
_SENTENCE_END: Final = re.compile(r"(?<=[.!?…:])\s+|\n")
_LATIN_WORD: Final = re.compile(r"[A-Za-zÀ-ÖØ-öø-ɏ]+(?:[-’][A-Za-zÀ-ÖØ-öø-ɏ]+)*")
_CYRILLIC: Final = re.compile(r"[\u0400-\u04ff]+")
_CYRILLIC_LANGUAGES: Final = frozenset({"ru", "uk", "be", "bg", "sr", "mk"})
#: A sentence this long that stands unchanged in a translation was forgotten.
_FEWEST_WORDS: Final = 3


def english_faults(unit: Unit, glossary: Glossary) -> Iterator[Fault]:
    """Find English that was left in a translation."""
    names = glossary.names
    source, text = parts.prose(unit.source, names), parts.prose(unit.text, names)
    if not parts.has_letters(source):
        return
    if source.strip() == text.strip():
        if not glossary.may_stay(unit.language, unit.source):
            yield Fault("english", "the English text was left as it is")
        return
    found = _ENGLISH.search(text)
    if found:
        yield Fault("english", f"an English word was left: {found.group()}")
    for sentence in _SENTENCE_END.split(source):
        words = parts.TYPED_CARD.sub("", sentence)
        if len(re.findall(r"[a-z]{2,}", words)) >= _FEWEST_WORDS and sentence in text:
            yield Fault("english", f"a sentence was left in English: {sentence}")


def script_faults(unit: Unit, glossary: Glossary) -> Iterator[Fault]:
    """Find words in the wrong alphabet: Latin ones in Russian, Cyrillic ones elsewhere."""
    text = parts.TYPED_CARD.sub("", parts.prose(unit.text, glossary.names))
    if unit.language in _CYRILLIC_LANGUAGES:
        allowed = glossary.foreign_words(unit.language)
        strange = [word for word in _LATIN_WORD.findall(text) if word not in allowed]
    else:
        strange = _CYRILLIC.findall(text)
    if strange:
        yield Fault("script", f"a word in another alphabet: {', '.join(strange)}")


def glossary_faults(unit: Unit, glossary: Glossary) -> Iterator[Fault]:
    """Find terms that contradict the glossary, and the wrong form of address."""
    text = _folded(parts.prose(unit.text, glossary.names))
    source = parts.prose(unit.source, glossary.names)
    for term in glossary.terms:
        if term.is_meant(source, unit.places):
            yield from _term_faults(term, unit.language, text)
    for style in glossary.styles.get(unit.language, ()):
        match = style.pattern.search(parts.prose(unit.text, glossary.names))
        if match:
            yield Fault("style", f"“{match.group().strip()}”: {style.reason}")


def _folded(text: str) -> str:
    return text.casefold().replace("ё", "е")


def _term_faults(term: Term, language: str, text: str) -> Iterator[Fault]:
    wording = term.wordings.get(language)
    if wording is None:
        return
    for stem in wording.reject:
        if stem_pattern(_folded(stem)).search(text):
            yield Fault("glossary", f"“{term.name}” is not “{stem}…” here")
    accepted = wording.accept
    if accepted and not any(stem_pattern(_folded(stem)).search(text) for stem in accepted):
        yield Fault("glossary", f"“{term.name}” should be “{'…” or “'.join(accepted)}…”")
