"""Numbers, dates and lists as each language writes them."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from trainer.i18n import formatting

NB, THIN = "\u00a0", "\u202f"
#: Locale data of different Babel versions prefer one no-break space or the other.
SAME_SPACE = str.maketrans({THIN: NB})
LOCALES = ("en_GB", "ru", "fr", "pt_PT", "es", "it")


@pytest.mark.parametrize(
    ("identifier", "text"),
    [
        ("en_GB", "−12,345.5"),
        ("ru", f"−12{NB}345,5"),
        ("fr", f"−12{NB}345,5"),
        ("pt_PT", f"−12{NB}345,5"),
        ("es", "−12.345,5"),
        ("it", "−12.345,5"),
    ],
)
def test_a_negative_number_has_a_real_minus(identifier: str, text: str) -> None:
    written = formatting.number(Locale.parse(identifier), -12345.5)
    assert written.translate(SAME_SPACE) == text


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (-9, 0, "−9"),
        (5, 0, "+5"),
        (0, 0, "0"),
        (-0.04, 1, "0.0"),
        (0.04, 1, "0.0"),
        (4.25, 1, "+4.3"),
        (-4.25, 1, "−4.3"),
        (-19, 1, "−19.0"),
    ],
)
def test_a_margin_shows_its_sign_but_nought_has_none(value: float, digits: int, text: str) -> None:
    assert formatting.signed(Locale.parse("en_GB"), value, digits) == text


@given(st.floats(-1000, 1000), st.sampled_from(LOCALES), st.integers(0, 2))
def test_no_number_is_written_with_a_hyphen(value: float, identifier: str, digits: int) -> None:
    locale = Locale.parse(identifier)
    texts = [
        formatting.number(locale, value),
        formatting.signed(locale, value, digits),
        formatting.percent(locale, value, digits),
    ]
    assert not any("-" in text for text in texts)


def test_a_hyphen_with_a_direction_mark_is_replaced_too() -> None:
    assert formatting.number(Locale.parse("he"), -5) == "−5"


@pytest.mark.parametrize(
    ("identifier", "text"),
    [("en_GB", "63%"), ("ru", f"63{NB}%"), ("fr", f"63{NB}%"), ("pt_PT", "63%")],
)
def test_a_percentage_has_the_space_of_its_language(identifier: str, text: str) -> None:
    assert formatting.percent(Locale.parse(identifier), 0.625).translate(SAME_SPACE) == text


def test_a_percentage_can_have_decimals() -> None:
    assert formatting.percent(Locale.parse("it"), 0.6254, 1) == "62,5%"


def test_dates_are_written_out() -> None:
    days = [
        formatting.day(Locale.parse(one), date(2026, 11, 30)).translate(SAME_SPACE)
        for one in LOCALES
    ]
    assert days == [
        "30 November 2026",
        f"30 ноября 2026{NB}г.",
        "30 novembre 2026",
        "30 de novembro de 2026",
        "30 de noviembre de 2026",
        "30 novembre 2026",
    ]
    moment = formatting.moment(Locale.parse("fr"), datetime(2026, 11, 30, 9, 5), "short")
    assert moment == "30/11/2026 09:05"


@pytest.mark.parametrize(
    ("identifier", "both", "either"),
    [
        ("en_GB", "A, B and C", "A, B or C"),
        ("ru", "A, B и C", "A, B или C"),
        ("fr", "A, B et C", "A, B ou C"),
        ("pt_PT", "A, B e C", "A, B ou C"),
        ("es", "A, B y C", "A, B o C"),
        ("it", "A, B e C", "A, B o C"),
    ],
)
def test_a_series_is_joined_as_in_speech(identifier: str, both: str, either: str) -> None:
    locale = Locale.parse(identifier)
    assert formatting.series(locale, ["A", "B", "C"]) == both
    assert formatting.series(locale, ["A", "B", "C"], "or") == either
    assert formatting.series(locale, ["A"]) == "A"


def test_french_counts_the_first_of_a_month_and_no_other_day() -> None:
    french = Locale.parse("fr")
    assert formatting.day(french, date(2026, 12, 1)) == "1er décembre 2026"
    assert formatting.day(french, date(2026, 12, 11)) == "11 décembre 2026"
    assert formatting.day(Locale.parse("es"), date(2026, 12, 1)) == "1 de diciembre de 2026"


@pytest.mark.parametrize(
    ("identifier", "four", "five"),
    [("es", "1481", "14.810"), ("it", "1481", "14.810"), ("en_GB", "1,481", "14,810")],
)
def test_four_digits_are_grouped_only_where_the_language_does(
    identifier: str, four: str, five: str
) -> None:
    locale = Locale.parse(identifier)
    assert formatting.number(locale, 1481) == four
    assert formatting.number(locale, 14810, 0) == five
