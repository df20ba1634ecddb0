"""Numbers, dates and lists as each language writes them, through Babel.

Every function takes the Babel locale first and returns plain text. A negative number has a
real minus sign (U+2212), whatever the locale data say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from babel import Locale
from babel.dates import format_date, format_datetime
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

MINUS = "\u2212"
#: CLDR writes some negative numbers with a hyphen, with or without a direction mark.
_HYPHENS = ("\u200e-", "\u200f-", "\u061c-", "-")

#: These languages write four digits in one piece, 1481, and group from five on: 14.810.
_GROUP_FROM_FIVE = frozenset({"es", "it", "pt", "ru"})

Number = int | float | Decimal


def _with_minus(text: str) -> str:
    for hyphen in _HYPHENS:
        text = text.replace(hyphen, MINUS)
    return text


def _rounded(value: Number, digits: int) -> Decimal:
    exact = Decimal(str(value))
    rounded = exact.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)
    # No reader wants to see a negative zero.
    return abs(rounded) if rounded == 0 else rounded


def _pattern(digits: int) -> str:
    return "#,##0" + ("." + "0" * digits if digits else "")


def number(locale: Locale, value: Number, digits: int | None = None) -> str:
    """Write a number; `digits` fixes the decimals, without it up to three are shown."""
    pattern = None if digits is None else _pattern(digits)
    value = value if digits is None else _rounded(value, digits)
    grouped = not -10_000 < value < 10_000 or locale.language not in _GROUP_FROM_FIVE
    text = format_decimal(value, pattern, locale=locale, group_separator=grouped)
    return _with_minus(text)


def signed(locale: Locale, value: Number, digits: int = 0) -> str:
    """Write a margin or a difference with its sign: `+5`, `−9`, `0`."""
    rounded = _rounded(value, digits)
    text = number(locale, rounded, digits)
    return "+" + text if rounded > 0 else text


def percent(locale: Locale, share: Number, digits: int = 0) -> str:
    """Write a share of one as a percentage: 0.625 is `63 %` in French."""
    # Babel takes the decimals of the locale's pattern unless they are left to the value.
    rounded = _rounded(Decimal(str(share)) * 100, digits) / 100
    return _with_minus(format_percent(rounded, locale=locale, decimal_quantization=False))


def day(
    locale: Locale, value: date, style: Literal["short", "medium", "long", "full"] = "long"
) -> str:
    """Write a date in the style of the locale."""
    return _ordinal_first(locale, value, format_date(value, style, locale=locale))


def moment(
    locale: Locale, value: datetime, style: Literal["short", "medium", "long"] = "medium"
) -> str:
    """Write a date with its time of day."""
    return _ordinal_first(locale, value, format_datetime(value, style, locale=locale))


def _ordinal_first(locale: Locale, value: date, text: str) -> str:
    # French counts the first of a month and no other day: "1er décembre", "2 décembre".
    if locale.language == "fr" and value.day == 1:
        return re.sub(r"\b1(?= [^\W\d])", "1er", text, count=1)
    return text


def series(locale: Locale, parts: Sequence[str], kind: Literal["and", "or"] = "and") -> str:
    """Join parts as in speech: `A, B and C`."""
    return format_list(list(parts), "standard" if kind == "and" else "or", locale=locale)
