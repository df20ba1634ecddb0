"""Names from whatever teachers paste, type or upload."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trainer.classes import names
from trainer.classes.names import LONGEST, lines, parse, repeated, tidy
from trainer.classes.spreadsheet import dialect_of, written
from trainer.classes.text_files import decode

SCRIPTS = {
    "utf-8": ["Zoë", "Łukasz", "Нина", "李雷", "محمد"],
    "utf-8-sig": ["Zoë", "Нина", "李雷"],
    "utf-16": ["Zoë", "Нина", "李雷"],
    "cp1252": ["Zoë", "José", "Chloé", "Jürgen", "Åsa"],
    "cp1251": ["Нина", "Пётр", "Анна Семёнова", "Илья"],
}


@pytest.mark.parametrize(
    ("pasted", "expected"),
    [
        ("Ana\nBen\nBen", ["Ana", "Ben", "Ben"]),
        ("  Ana \r\n\r\n\tBen\n", ["Ana", "Ben"]),
        ("Ana\tMüller\nBen\tStone", ["Ana Müller", "Ben Stone"]),
        ("1. Ana\n2. Ben\n10) Cy", ["Ana", "Ben", "Cy"]),
        ("1 Ana\n2 Ben", ["Ana", "Ben"]),
        ("- Ana\n• Ben", ["Ana", "Ben"]),
        ("1\tAna\tStone\t7b\n2\tBen\tHill\t7b", ["Ana Stone", "Ben Hill"]),
        ("Name\nAna\nBen", ["Ana", "Ben"]),
        ("Имя\nНина\nПётр", ["Нина", "Пётр"]),
        ("Vorname/Nachname\nAna Müller", ["Ana Müller"]),
        ("Nom;Prénom\nDupont;Zoé\nMartin;Luc", ["Zoé Dupont", "Luc Martin"]),
        ("Nachname\tVorname\nMüller\tAna", ["Ana Müller"]),
        ("Nome;Cognome\nAda;Rossi", ["Ada Rossi"]),
        ("Nr;Name;Vorname;Klasse\n1;Müller;Ana;7b", ["Ana Müller"]),
        ("Full name,First name\nAna Stone,Ana", ["Ana Stone"]),
        ("Фамилия\tИмя\tОтчество\nСемёнова\tНина\tПетровна", ["Нина Семёнова"]),
        ("Apellidos;Nombre;Correo\nGarcía López;Ana;ana@x.example", ["Ana García López"]),
        ("Aluno\tTurma\nRui\t7B", ["Rui"]),
        ("Ana, Ben, Cy, Dan", ["Ana", "Ben", "Cy", "Dan"]),
        ("Stone, Ana\nHill, Ben", ["Stone Ana", "Hill Ben"]),
        ('"Stone, Ana"\n"Hill ""B"" Ben"', ["Stone, Ana", 'Hill "B" Ben']),
        ('"Ana;Stone\nBen;Hill', ["Ana;Stone", "Ben Hill"]),
        ("sep=;\nAna;Stone", ["Ana Stone"]),
        ("25\t\n26\tAna", ["Ana"]),
        ("'=Ana\tStone\nBen\tHill", ["=Ana Stone", "Ben Hill"]),
        ("Emma;Child\nTim;Schüler", ["Emma Child", "Tim Schüler"]),
        ("", []),
        (" \n\t\n;;\n", []),
    ],
)
def test_what_is_pasted_becomes_names(pasted: str, expected: list[str]):
    assert list(parse(pasted).names) == expected


def test_a_heading_is_left_out_and_said():
    assert parse("Nom;Prénom\nDupont;Zoé").heading == "Nom Prénom"
    assert parse("Ana\nName").heading == ""
    assert parse("Name").names == ()


def test_a_heading_further_down_is_a_pupil():
    assert list(parse("Ana\nName").names) == ["Ana", "Name"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("  Ana\u00a0 Maria ", "Ana Maria"),
        ("Zoe\u0308", "Zoë"),
        ("A\u202ena\u202c", "Ana"),
        ("A\x00n\x07a", "Ana"),
        ("A\u200bna\ufeff", "Ana"),
        ("Ana\u2028Ben", "Ana Ben"),
        ("\u200d\u200c", ""),
        ("\u0301", ""),
        ("\u3164", ""),
        ("\u2800\u115f\uffa0", ""),
        ("Ana\u3164", "Ana"),
        ("نیلوفر\u200cها", "نیلوفر\u200cها"),
        ("Z" + "\u0316" * 20, "Z" + "\u0316" * 3),
        ("🦊", "🦊"),
        ("x" * 80, "x" * LONGEST),
        ("A\ud800na", "Ana"),
    ],
)
def test_a_name_is_tidied(typed: str, expected: str):
    assert tidy(typed) == expected


@given(st.text(max_size=100))
@example("a" * 59 + " b")
@example("a" * 59 + "e\u0301")
def test_a_tidy_name_stays_as_it_is(text: str):
    name = tidy(text)
    assert tidy(name) == name
    assert len(name) <= LONGEST
    assert unicodedata.is_normalized("NFC", name)
    assert name == name.strip()
    assert not any(unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp") for one in name)
    assert not set(name) & set("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@given(st.text())
def test_whatever_is_pasted_gives_names_that_are_read_again_as_they_are(text: str):
    found = parse(text).names
    assert all(found)
    assert lines("\n".join(found)) == found


@given(st.lists(st.from_regex(r"[A-ZÀ-Þ][a-zß-ö]{2,9}", fullmatch=True), min_size=2))
def test_a_list_of_first_names_is_that_list(typed: list[str]):
    if not parse(typed[0] + "\n\u0041na").heading:
        assert list(parse("\n".join(typed)).names) == typed


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_a_table_that_this_site_has_written_comes_back(language: str):
    rows = [["Name", "Class card"], ["=Ana", "KMPT-7X3Q-AA"], ["Ben, the 2nd", "KMPT-7X3Q-AC"]]
    text = decode(written(rows, dialect_of(language)))
    assert list(parse(text).names) == ["=Ana", "Ben, the 2nd"]


@pytest.mark.parametrize(
    ("encoding", "name"), [(one, name) for one, found in SCRIPTS.items() for name in found]
)
def test_a_file_is_read_in_whatever_encoding_it_was_written(encoding: str, name: str):
    text = f"Name;Klasse\r\n{name};7b\r\n{name};7b\r\n"
    assert decode(text.encode(encoding)) == text
    assert list(parse(text).names) == [name, name]


@given(st.binary())
def test_any_file_is_read_somehow(data: bytes):
    parse(decode(data))


def test_names_that_are_too_long_are_counted():
    found = parse("Ana\n" + "x" * 61)
    assert found.shortened == 1
    assert [len(name) for name in found.names] == [3, 60]


def test_namesakes_are_named_once():
    assert repeated(["Ben", "Ana", "Cy", "ben", "ANA", "BEN"]) == ["Ben", "Ana"]
    assert repeated(["Ana", "Ben"]) == []
    assert names.MOST == 200


def test_names_are_in_the_order_in_which_people_look_for_them():
    assert sorted(
        ["Zoe", "Élise", "ben", "Eva", "Ben", "Ёлка", "Женя", "Дима"], key=names.order
    ) == [
        "ben",
        "Ben",
        "Élise",
        "Eva",
        "Zoe",
        "Дима",
        "Ёлка",
        "Женя",
    ]


@pytest.mark.parametrize(
    ("pasted", "expected", "heading"),
    [
        ("Name;Class\nO'Neill, Pat;7b", ["O'Neill, Pat"], "Name Class"),
        ("Name,Class\nSmith; John\nLee, Ann", ["Smith John", "Lee Ann"], "Name Class"),
        ("Name,First\nLovelace,Ada", ["Ada Lovelace"], "Name First"),
        ("Last\tFirst\nLovelace\tAda", ["Ada Lovelace"], "Last First"),
        ("Ann,Last\nBen,Given", ["Ann Last", "Ben Given"], ""),
    ],
)
def test_a_heading_is_known_whatever_parts_its_cells(
    pasted: str, expected: list[str], heading: str
):
    found = parse(pasted)
    assert (list(found.names), found.heading) == (expected, heading)


def test_each_line_is_parted_by_what_stands_in_it():
    assert parse("O'Neill, Pat").names == parse("O'Neill, Pat\nSmith; John").names[:1]
