"""Names as people paste, type or upload them: tidied, and told apart from what stands around them.

A name is at most LONGEST characters in Unicode's composed form (NFC), without control and
direction marks, with single spaces. `tidy` of a tidy name is that name.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from trainer.classes.headers import Column, columns_of, is_heading
from trainer.classes.spreadsheet import unguarded

LONGEST = 60
MOST = 200
"""A class has so many pupils at most."""

MARKS = 3
"""So many accents one on another; more of them climb over other lines."""

_JOINERS = "\u200c\u200d"
"""Invisible, but some scripts cannot be written without them."""

_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs by their category, and spaces to whoever looks at them."""

_NUMBERING = re.compile(r"\A\s*(?:\d{1,3}\s*[.):\]]\s*|\d{1,3}\s+|[-–—•*·]\s+)+(?=\S)")
_SEPARATORS = ("\t", ";", ",")
_SEP_LINE = re.compile(r"\Asep=.\s*\Z", re.IGNORECASE)
_MOST_CELLS = 2
_LIST_FROM = 3
"""One single row with so many cells is a list of people, not one person's row."""


@dataclass(frozen=True)
class Found:
    """The names in a text, in its order; the ``heading`` that was left out, '' for none.

    ``shortened``: how many were longer than LONGEST.
    """

    names: tuple[str, ...] = ()
    heading: str = ""
    shortened: int = 0


def tidy(text: str, longest: int = LONGEST) -> str:
    """One name as it is stored; '' where nothing is left that can be seen.

    ``longest``: so many characters are kept, of other texts of one line than names.
    """
    cut = _whole(text)[:longest].strip(" " + _JOINERS)
    return cut if any(unicodedata.category(one)[0] not in "ZCM" for one in cut) else ""


def is_too_long(text: str, longest: int = LONGEST) -> bool:
    """Whether `tidy` cuts something off that can be seen."""
    return len(_whole(text).strip(" " + _JOINERS)) > longest


def _whole(text: str) -> str:
    visible = "".join(_plain(letter) for letter in text)
    return _without_towers(unicodedata.normalize("NFC", " ".join(visible.split())))


def _plain(letter: str) -> str:
    kind = unicodedata.category(letter)
    if letter.isspace() or kind[0] == "Z" or letter in _BLANKS:
        return " "
    return "" if (kind[0] == "C" and letter not in _JOINERS) or letter == "\ufffd" else letter


def _without_towers(text: str) -> str:
    kept: list[str] = []
    height = 0
    for letter in text:
        height = height + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if height <= MARKS:
            kept.append(letter)
    return "".join(kept)


def lines(text: str) -> tuple[str, ...]:
    """The names of a list that was read before: one a line, and nothing guessed."""
    return tuple(filter(None, map(tidy, text.splitlines())))


def parse(text: str) -> Found:
    """The names in what was pasted: one a line, or rows of a spreadsheet with their heading."""
    found = _lines(text)
    if not found:
        return Found()
    separator = _separator(found)
    rows = [_split(line, _separator([line]) or separator) for line in found]
    columns = columns_of([*map(tidy, rows[0])])
    heading = is_heading([one for one, cell in zip(columns, rows[0], strict=True) if tidy(cell)])
    if heading and _separator(found[:1]) == separator:
        # A comma within a cell of the table parts nothing.
        raw = [_by_heading(_split(line, separator), columns) for line in found[1:]]
    else:
        raw = _without_heading(rows[1:] if heading else rows)
    names = [name for name in raw if tidy(name)]
    shortened = sum(map(is_too_long, names))
    left_out = " ".join(filter(None, map(tidy, rows[0]))) if heading else ""
    return Found(tuple(map(tidy, names)), left_out, shortened)


def order(name: str) -> tuple[str, str]:
    """What names are sorted by: É stands with E, and case does not matter."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(one for one in letters if not unicodedata.combining(one))
    return plain, name.casefold()


def repeated(names: Sequence[str]) -> list[str]:
    """The names that occur more than once: different pupils, who may want a letter more."""
    counts = Counter(name.casefold() for name in names)
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(name.casefold(), name)
    return [name for key, name in first.items() if counts[key] > 1]


def _lines(text: str) -> list[str]:
    """The lines that hold anything."""
    plain = text.removeprefix("\ufeff").replace("\x00", "")
    found = [line for line in plain.splitlines() if line.strip()]
    if found and _SEP_LINE.match(found[0]):
        found = found[1:]
    return [line for line in found if any(map(tidy, _split(line, _separator([line]))))]


def _separator(found: Sequence[str]) -> str | None:
    """What parts the cells of these lines; None where each line is one cell."""
    return next((one for one in _SEPARATORS if any(one in line for line in found)), None)


def _split(line: str, separator: str | None) -> list[str]:
    if separator is None:
        return [line]
    # Line by line: a quotation mark that nobody closes must not swallow the rest of the class.
    try:
        cells = next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        cells = line.split(separator)
    return [unguarded(cell.strip()) for cell in cells]


def _by_heading(row: list[str], columns: list[Column]) -> str:
    cells = {
        kind: [cell for one, cell in zip(columns, row, strict=False) if one == kind]
        for kind in columns
    }
    first, last = cells.get("first", []), cells.get("last", [])
    whole = cells.get("name", []) + cells.get("pupil", [])
    if first and last:
        parts = [*first, *last]
    elif whole and _holds(whole, first + last):
        parts = whole
    else:
        # "Name" beside "Vorname" is the last name, "Nome" beside "Cognome" the first one.
        parts = [*first, *whole, *last]
    return _bare(" ".join(parts))


def _holds(whole: list[str], parts: list[str]) -> bool:
    words = " ".join(whole).casefold().split()
    return all(word in words for word in " ".join(parts).casefold().split())


def _without_heading(rows: list[list[str]]) -> list[str]:
    if len(rows) == 1 and len(rows[0]) >= _LIST_FROM:
        return [_bare(cell) for cell in rows[0]]
    return [_joined(row) for row in rows]


def _joined(row: list[str]) -> str:
    """First and last name of a row; numbers, dates and addresses beside them are left out."""
    cells = [_bare(cell) for cell in row]
    if len(row) > 1:
        cells = [cell for cell in cells if tidy(cell) and not re.search(r"[\d@]", cell)]
    return " ".join(cells[:_MOST_CELLS])


def _bare(cell: str) -> str:
    """Without the number or the dash that a list begins its lines with."""
    return _NUMBERING.sub("", cell)
