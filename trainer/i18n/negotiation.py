"""Which language a browser asks for: the Accept-Language header against what there is.

Pure functions. `pt-BR` gets Portuguese, `es-MX` Spanish.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

#: Headers are cut here: nobody wants that many languages, and a page must not count them.
_MOST_RANGES: Final = 50
_TAG = re.compile(r"\*|[A-Za-z]{1,8}(?:[-_][A-Za-z0-9]{1,8})*")
_QUALITY = re.compile(r"q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)", re.IGNORECASE)


class Wish(NamedTuple):
    """One wish of a reader: a language tag (or `*`) and how much it is wanted, 0 to 1."""

    tag: str
    quality: float

    @property
    def language(self) -> str:
        """The language without script and region."""
        return base_language(self.tag)


def parse_wishes(header: str | None) -> tuple[Wish, ...]:
    """Read an Accept-Language header, best wish first; equal wishes keep their order.

    A part that is not well formed is passed over; a header of nonsense gives no wish.
    """
    parts = (header or "").split(",")[:_MOST_RANGES]
    wishes = [wish for wish in map(_wish, parts) if wish is not None]
    return tuple(sorted(wishes, key=lambda wish: -wish.quality))


def _wish(part: str) -> Wish | None:
    tag, *options = (piece.strip() for piece in part.split(";"))
    if not _TAG.fullmatch(tag):
        return None
    quality = 1.0
    for option in options:
        match = _QUALITY.fullmatch(option)
        if match is None:
            return None
        quality = float(match.group(1))
    return Wish(tag.replace("_", "-").lower(), quality)


def base_language(tag: str) -> str:
    """Return the language of a tag without script and region: `pt-BR` is `pt`."""
    return re.split("[-_]", tag, maxsplit=1)[0].lower()


def negotiate(header: str | None, languages: Sequence[str], default: str = "en") -> str:
    """Return the language code of `languages` that the header wants most, else `default`.

    A code may carry a region itself (`zh-TW`): the whole tag is tried first, then the base
    language. A language
    refused with `q=0` is not chosen, not even by `*`.
    """
    wishes = parse_wishes(header)
    best = _highest(wishes)
    for wish in wishes:
        if best.get(wish.language, 0) == 0:
            continue
        found = _first(languages, wish, best, default)
        if found is not None:
            return found
    return default


def _highest(wishes: Iterable[Wish]) -> dict[str, float]:
    # `en-GB, en;q=0` wants English: the best wish for a base language counts.
    best: dict[str, float] = {}
    for wish in wishes:
        best[wish.language] = max(wish.quality, best.get(wish.language, 0))
    return best


def _first(
    languages: Sequence[str], wish: Wish, best: dict[str, float], default: str
) -> str | None:
    if wish.tag == "*":
        # "Anything" leaves the choice to us: the default unless it was named itself.
        candidates = [default, *languages]
        return next((code for code in candidates if base_language(code) not in best), None)
    exact = [code for code in languages if code.lower() == wish.tag]
    alike = [code for code in languages if base_language(code) == wish.language]
    return next(iter(exact + alike), None)
