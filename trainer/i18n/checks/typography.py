"""Punctuation as each language sets it: spaces, quotation marks, dashes, opening marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from trainer.i18n.checks.finding import Fault, Unit
from trainer.i18n.checks.parts import MARK, prose

THIN: Final = "\u202f"
FIXED: Final = "\u00a0"


class Habit(NamedTuple):
    """A pattern that good typography does not contain, and what to write instead."""

    pattern: re.Pattern[str]
    advice: str


def _habits(*pairs: tuple[str, str]) -> tuple[Habit, ...]:
    return tuple(Habit(re.compile(pattern), advice) for pattern, advice in pairs)


EVERYWHERE: Final = _habits(
    (r"\.\.\.", "three dots: use …"),
    (r'"', "a straight quotation mark: use typographic ones"),
    (r"'", "a straight apostrophe: use ’"),
    (r"(?<=\S)[ \u00a0]{2,}(?=\S)", "two spaces in a row"),
    (r"[ \u00a0\u202f][,.](?=\s|$)", "a space before a comma or full stop"),
    (r"\([ \u00a0]|[ \u00a0]\)", "a space inside brackets"),
    (r"--| - ", "a hyphen for a dash: use – or —"),
    (r"(?:^|[\s(])-\d", "a hyphen for a minus: use −"),
    (r"(?<=[\d\ue000]) %", "an ordinary space before %: use a no-break space (U+00A0) or none"),
)
_TIGHT_MARKS: Final = (r"(?<=\S)[ \u00a0\u202f][;:!?](?=\s|$)", "a space before ; : ! or ?")
_TIGHT_QUOTES: Final = (r"«\s|\s»", "a space inside « »")
_LATIN: Final = _habits(
    _TIGHT_MARKS, _TIGHT_QUOTES, ("[„‚‟]", "quotation marks of another language")
)

BY_LANGUAGE: Final[dict[str, tuple[Habit, ...]]] = {
    "en": _habits(_TIGHT_MARKS, ("[«»„‚‟]", "quotation marks of another language: use “ ”")),
    "fr": _habits(
        (rf"(?<![{THIN};!?])[;!?]", "no narrow no-break space (U+202F) before ; ! or ?"),
        (rf"(?<!{FIXED}):(?=\s|$)", "no no-break space (U+00A0) before :"),
        (rf"«(?!{FIXED})|(?<!{FIXED})»", "no no-break space (U+00A0) inside « »"),
        ("[“”„‟]", "quotation marks of another language: use « »"),
    ),
    "ru": _habits(
        _TIGHT_MARKS,
        _TIGHT_QUOTES,
        (r"”|^[^„]*“", "quotation marks of another language: use « » and inside them „ “"),
        # The letter ё is written in full: children read it.
        (
            r"(?i)\b(?:зелен(?:ый|ая|ое|ые|ого|ой|ому|ую|ым|ых|ыми|ом)|желт\w+|еще|"
            r"счет(?:ом|е|у)?|расчет\w*|(?!вы)\w*йдет|придет|идет|ждет|берет|кладет|"
            r"(?:раз|с|от|вы|по)?дает(?:ся)?|(?:о|до)стает(?:ся)?|причем|прием|объем|"
            r"вдвоем|втроем|ее|нее|свое|мое|твое)\b",
            "ё written as е",
        ),
    ),
    "es": (*_LATIN, *_habits((r"[¿¡]\s", "a space after ¿ or ¡"))),
    "it": _LATIN,
    "pt": _LATIN,
}
_PAIRS: Final = (("(", ")"), ("«", "»"), ("[", "]"))
_QUOTE_PAIRS: Final = {"ru": ("„", "“")}
_ENDINGS: Final = {".": ".", "!": "!", "?": "?", ":": ":", "…": "…", ";": ";", "؟": "?", "。": "."}
#: English gives these a capital wherever they stand, other languages do not.
_CAPITAL_IN_ENGLISH: Final = re.compile(r"(?:English|German|Italian)\b")
_CLOSERS: Final = " \u00a0\u202f\n”“»)]*’" + MARK


def typography_faults(unit: Unit, names: Iterable[str] = ()) -> Iterator[Fault]:
    """Find bad habits in one text; `names` (such as “Elfer raus!”) keep their own marks."""
    names = tuple(names)
    text = prose(unit.text, names)
    yield from bad_habits(text, unit.language)
    if unit.language == "es":
        yield from _opening_faults(text)
    source = prose(unit.source, names)
    yield from _ending_faults(source, text)
    yield from _capital_faults(source, text)


def bad_habits(text: str, language: str) -> Iterator[Fault]:
    """Find what no text of the language should contain; `text` is prose without markup."""
    for pattern, advice in (*EVERYWHERE, *BY_LANGUAGE.get(language, ())):
        match = pattern.search(text)
        if match:
            around = text[max(0, match.start() - 8) : match.end() + 8].replace(MARK, "…")
            yield Fault("typography", f"{advice}: ‹{around.strip()}›")
    for left, right in (*_PAIRS, _QUOTE_PAIRS.get(language, ("“", "”"))):
        if text.count(left) != text.count(right):
            yield Fault("typography", f"{left} and {right} do not pair")


def _opening_faults(text: str) -> Iterator[Fault]:
    for opening, closing in (("¿", "?"), ("¡", "!")):
        if text.count(opening) != text.count(closing):
            yield Fault("typography", f"every {closing} needs its {opening}")


def _ending(text: str) -> str:
    return _ENDINGS.get(text.rstrip(_CLOSERS)[-1:], "")


def _ending_faults(source: str, text: str) -> Iterator[Fault]:
    wanted, given = _ending(source), _ending(text)
    # How loud a sentence is may differ between languages; whether it ends may not.
    same = {".": "!", "!": "."}
    if wanted != given and same.get(wanted) != given:
        yield Fault("ending", f"ends with {given or 'no mark'}, the source with {wanted or 'none'}")


def _capital_faults(source: str, text: str) -> Iterator[Fault]:
    first, second = source.lstrip("“¿¡«„‘( \n")[:1], text.lstrip("“¿¡«„‘( \u00a0\n")[:1]
    both = first.isalpha() and second.isalpha() and second.upper() != second.lower()
    if _CAPITAL_IN_ENGLISH.match(source):
        return
    if both and first.islower() != second.islower():
        yield Fault("capital", "begins with a capital where the source does not, or the reverse")
