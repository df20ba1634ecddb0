"""The text of a file whose encoding nobody has told: what spreadsheets write and once wrote."""

from __future__ import annotations

import codecs
from itertools import pairwise

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ARCHIVES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF")
_HIGH = 0xC0
"""From here on the Windows encodings have letters with accents, or those of Cyrillic."""


def is_text(data: bytes) -> bool:
    """Whether a file is text at all: a spreadsheet’s own file, or a picture, is not."""
    marked = any(data.startswith(mark) for mark, _ in _MARKS)
    return marked or not (data.startswith(_ARCHIVES) or b"\0" in data)


def decode(data: bytes) -> str:
    """The text of a file: UTF-8 or UTF-16 by its mark, UTF-8, else a Windows encoding by its look.

    Never fails: what cannot be read becomes U+FFFD.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1251" if _looks_cyrillic(data) else "cp1252", "replace")


def _looks_cyrillic(data: bytes) -> bool:
    """Cyrillic words are high bytes throughout; elsewhere an accent stands among plain letters."""
    pairs = sum(_is_high(one) and _is_high(two) for one, two in pairwise(data))
    return 2 * pairs > sum(map(_is_high, data))


def _is_high(byte: int) -> bool:
    # The Cyrillic letters with two dots stand apart from the others.
    return byte >= _HIGH or byte in (0xA8, 0xB8)
