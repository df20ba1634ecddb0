"""CSV that opens right in every country, runs nothing, and comes back as it was."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.classes.spreadsheet import (
    BOM,
    SEPARATORS,
    Dialect,
    dialect_of,
    guarded,
    unguarded,
    written,
)

ENGLISH = dialect_of("en")
FRENCH = dialect_of("fr")
dialects = st.sampled_from([ENGLISH, FRENCH, dialect_of("ru", "tab")])
# Everything that has ever begun a formula somewhere, often.
texts = st.text(
    st.one_of(st.sampled_from("=+-@\t\r\n＝＋－＠,;|\"' \u00a0a1"), st.characters(codec="utf-8")),
    max_size=12,
)


def read(file: bytes, separator: str) -> list[list[str]]:
    """The cells of a file, as a spreadsheet with this separator reads them."""
    text = file.decode().removeprefix(BOM)
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))


def runs(cell: str) -> bool:
    """Whether some spreadsheet might take a cell for a formula."""
    return bool(re.match('["\\s]*[=+\\-@＝＋－＠]', cell))


def test_an_english_file_has_commas_and_points_and_the_others_semicolons_and_commas():
    rows = [["Ana", 2.5, -3]]
    assert written(rows, ENGLISH).decode() == BOM + "Ana,2.5,-3\r\n"
    for language in ("ru", "fr", "pt", "es", "it"):
        assert written(rows, dialect_of(language)).decode() == BOM + "Ana;2,5;-3\r\n"


def test_the_separator_can_be_chosen_and_decimals_never_look_like_it():
    assert dialect_of("fr", "comma") == Dialect(",", ".")
    assert dialect_of("fr", "tab") == Dialect("\t", ",")
    assert dialect_of("en", "semicolon") == Dialect(";", ".")
    assert dialect_of("pt-BR", "no such thing") == FRENCH


def test_a_cell_with_a_separator_a_quote_or_a_line_end_is_quoted():
    file = written([['a"b', "c;d", "e\r\nf", "g,h"]], FRENCH).decode()
    assert file == BOM + '"a""b";"c;d";"e\r\nf";g,h\r\n'


def test_a_date_is_written_as_spreadsheets_of_every_country_read_it():
    row = [date(2026, 9, 1), datetime(2026, 9, 1, 8, 5, tzinfo=UTC), None]
    assert written([row], ENGLISH).decode() == BOM + "2026-09-01,2026-09-01 08:05,\r\n"


def test_numbers_have_two_decimals_at_most_and_no_negative_zero():
    assert written([[1.005, 1 / 3, -0.001, 10.0, 100]], FRENCH).decode() == (
        BOM + "1;0,33;0;10;100\r\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "＝1",
        "＋1",
        "－1",
        "＠x",
        '"=1',
        " =1",
        "\u00a0=1",
        "'=1",
        "\ufeff=1",
        '=HYPERLINK("http://example.org";"x")',
        "=cmd|' /C calc'!A0",
    ],
)
def test_what_looks_like_a_formula_begins_with_an_apostrophe(text: str):
    assert guarded(text).startswith("'")
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize(
    "name", ["Ana", "'t Hart", "O'Brien", "Jean-Luc", "Ann = Bo", "Дарья", "4"]
)
def test_a_name_stays_as_it_is(name: str):
    assert guarded(name) == unguarded(name) == name


@given(st.lists(st.lists(texts, min_size=1, max_size=4), max_size=4), dialects)
def test_the_csv_module_reads_back_what_was_written(rows: list[list[str]], dialect: Dialect):
    found = read(written(rows, dialect), dialect.separator)
    assert [[unguarded(cell) for cell in row] for row in found] == rows


@given(texts)
def test_no_text_begins_like_a_formula_and_each_comes_back(text: str):
    assert not runs(guarded(text))
    assert guarded(text)[:1] not in ("\t", "\r", "\n")
    assert unguarded(guarded(text)) == text


@given(st.lists(texts, min_size=1, max_size=4), dialects)
def test_even_with_the_wrong_separator_nothing_runs(row: list[str], dialect: Dialect):
    file = written([row], dialect)
    for separator in (*SEPARATORS.values(), "|"):
        assert not any(runs(cell) for found in read(file, separator) for cell in found)


@given(st.floats(-1e6, 1e6), dialects)
def test_a_number_is_read_back_as_the_number_that_it_was(value: float, dialect: Dialect):
    cell = read(written([[value]], dialect), dialect.separator)[0][0]
    assert float(cell.replace(dialect.decimal, ".")) == pytest.approx(value, abs=0.0051)
