"""Tables as CSV for any spreadsheet: it opens right in every country and runs nothing.

Texts that somebody has typed may look like formulas. Such a text gets an apostrophe before what
would begin the formula, and `unguarded` takes it away when the file comes back. The same is done
behind every character that another spreadsheet might take for the end of a cell, so that a file
that is opened with the wrong separator is as harmless.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

SEPARATORS: Mapping[str, str] = {"comma": ",", "semicolon": ";", "tab": "\t"}
"""What may stand between cells, by the name that a form gives it."""

BOM = "\ufeff"
"""It tells spreadsheets that what follows is UTF-8."""

DIGITS = 2
"""So many decimals a number has at most."""

_ENDS = ",;\t\r\n|"
"""What somebody's spreadsheet may take for the end of a cell."""

_SIGNS = "=+\\-@\uff1d\uff0b\uff0d\uff20"
"""What begins a formula, the full-width forms too."""

_SKIPPED = (
    "\"'`\u2018-\u201f\xab\xbb \x00-\x08\x0b\x0c\x0e-\x1f\x7f-\xa0\u1680\u180e"
    "\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff"
)
"""What a spreadsheet may drop before it looks for a formula: quotes, spaces and nothings."""

_FIRST = f"(?=[{_SKIPPED}]*[{_SIGNS}\t\r\n])"
_LATER = f"(?=[{_SKIPPED}]*[{_SIGNS}])"
_UNSAFE = re.compile(f"\\A{_FIRST}|(?<=[{_ENDS}]){_LATER}")
_GUARDED = re.compile(f"\\A'{_FIRST}|(?<=[{_ENDS}])'{_LATER}")

Cell = str | int | float | date | datetime | None
"""A date is written as 2026-09-01, a moment with hours and minutes, None as an empty cell."""


@dataclass(frozen=True)
class Dialect:
    """What stands between cells, and before decimals."""

    separator: str
    decimal: str


def dialect_of(language: str, separator: str = "") -> Dialect:
    """What spreadsheets expect where a language (``pt``) is spoken.

    ``separator``: a name of SEPARATORS that somebody has chosen instead; any other is ignored.
    """
    decimal = "." if language.partition("-")[0] == "en" else ","
    usual = "," if decimal == "." else ";"
    chosen = SEPARATORS.get(separator, usual)
    return Dialect(chosen, "." if chosen == "," else decimal)


def written(rows: Iterable[Sequence[Cell]], dialect: Dialect) -> bytes:
    """The file: UTF-8 with its mark, quoted after RFC 4180, lines ended by CR LF."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=dialect.separator, lineterminator="\r\n")
    writer.writerows([_shown(cell, dialect) for cell in row] for row in rows)
    return (BOM + text.getvalue()).encode()


def guarded(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return _UNSAFE.sub("'", text)


def unguarded(text: str) -> str:
    """The text as it was before `guarded`."""
    return _GUARDED.sub("", text)


def _shown(cell: Cell, dialect: Dialect) -> str:
    """A number of ours may begin with its sign; every text is guarded."""
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return cell.strftime("%Y-%m-%d %H:%M")
    if isinstance(cell, date):
        return cell.isoformat()
    return guarded(cell) if isinstance(cell, str) else _number(cell, dialect)


def _number(value: float, dialect: Dialect) -> str:
    rounded = round(value, DIGITS)
    if rounded == int(rounded):
        return str(int(rounded))
    return f"{rounded:.{DIGITS}f}".rstrip("0").replace(".", dialect.decimal)
