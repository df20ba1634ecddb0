"""Plural rules: how many forms a language has, and which number takes which form.

Babel 2.19 gives French, Spanish, Italian and Portuguese a third form for round millions.
Translators' tools and the usual catalogs have two, and a catalog with a header for three
and strings for two shows English without a word of warning. So the rules of our languages
are pinned here; any other language gets Babel's rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from gettext import GNUTranslations
from io import BytesIO
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.plurals import get_plural

#: Numbers that together meet every form of every rule that we know.
SAMPLES: Final = (*range(0, 131), 200, 1000, 1_000_000, 2_000_000)


@dataclass(frozen=True, slots=True)
class PluralRule:
    """The value of a `Plural-Forms` header: `forms` is the count, `expression` is C for `n`."""

    forms: int
    expression: str

    @property
    def header(self) -> str:
        """The value as it stands in a catalog."""
        return f"nplurals={self.forms}; plural={self.expression};"

    def chooser(self) -> Callable[[int], int]:
        """Return the function from a number to the index of its form.

        Raises `ValueError` for an expression that gettext does not understand.
        """
        catalog = Catalog(charset="utf-8", fuzzy=False)
        catalog.mime_headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Plural-Forms", self.header),
        ]
        catalog.add(("one", "many"), tuple(str(index) for index in range(self.forms)))
        buffer = BytesIO()
        write_mo(buffer, catalog)
        buffer.seek(0)
        # under another name than the marker's, so that these two words are nobody's message
        lookup = GNUTranslations(buffer).ngettext

        def choose(count: int) -> int:
            form = lookup("one", "many", count)
            if not form.isdigit():
                raise ValueError(f"no form for {count}")
            return int(form)

        return choose

    def agrees_with(self, other: PluralRule) -> bool:
        """Tell whether two rules give every number the same form, however they are written."""
        try:
            mine, theirs = self.chooser(), other.chooser()
            same = all(mine(count) == theirs(count) for count in SAMPLES)
        except (ValueError, ZeroDivisionError):
            return False
        return self.forms == other.forms and same

    def counts_by_form(self) -> tuple[tuple[int, ...], ...]:
        """Return, for each form, the numbers up to 130 that take it."""
        choose = self.chooser()
        found: list[list[int]] = [[] for _ in range(self.forms)]
        for count in range(0, 131):
            found[choose(count)].append(count)
        return tuple(tuple(numbers) for numbers in found)


_RUSSIAN = "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"
_TWO_FROM_TWO = PluralRule(2, "(n > 1)")
_TWO_BUT_ONE = PluralRule(2, "(n != 1)")

PINNED: Final = {
    "ru": PluralRule(3, _RUSSIAN),
    "fr": _TWO_FROM_TWO,
    "pt_BR": _TWO_FROM_TWO,
    "pt": _TWO_BUT_ONE,
    "es": _TWO_BUT_ONE,
    "it": _TWO_BUT_ONE,
    "ca": _TWO_BUT_ONE,
}


def plural_rule(locale: Locale) -> PluralRule:
    """Return the rule for a locale: pinned for it or for its language, else Babel's."""
    pinned = PINNED.get(str(locale)) or PINNED.get(locale.language)
    if pinned is not None:
        return pinned
    plural = get_plural(str(locale))
    return PluralRule(plural.num_plurals, plural.plural_expr)


def header_rule(catalog: Catalog) -> PluralRule:
    """Return the rule that a catalog's own header states."""
    return PluralRule(catalog.num_plurals, catalog.plural_expr)
