"""Pseudo-languages: every message visibly changed, so that a text from elsewhere stands out.

`xa` is accented, about 40 % longer and in brackets ⟦…⟧; `xb` is the same from right to left.
Placeholders, tags, cards and emphasis stay as they are. They live in memory only, made from
the template catalog, so a text that was never extracted stays plain too.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog

from trainer.i18n.catalogs import (
    SOURCE_LOCALE,
    Catalogs,
    Translator,
    compile_catalog,
    entry_sources,
    make_translator,
    read_catalog,
)
from trainer.i18n.pofiles import template_path

LEFT: Final = "⟦"
RIGHT: Final = "⟧"
LEFT_TO_RIGHT: Final = "xa"
RIGHT_TO_LEFT: Final = "xb"
CODES: Final = (LEFT_TO_RIGHT, RIGHT_TO_LEFT)

_ACCENTED: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ",
)
_KEPT: Final = re.compile(r"%\(\w+\)s|%%|</?[A-Za-z][^<>]*>|&#?\w+;|\{[^{}]*\}|https?://\S+")
_WORD: Final = re.compile(r"[^\W\d_]+")
_BLOCK: Final = re.compile(r"[^\n]*\S[^\n]*")
_FILLER: Final = "ļöŕéɱ îþšûɱ ðöļöŕ šîţ åɱéţ "
_GROWTH: Final = 0.4
_OVERRIDE, _POP = "\u202e", "\u202c"


def pseudo_text(text: str, *, right_to_left: bool = False) -> str:
    """Return the pseudo-translation of an English text; each line has its own brackets."""
    return _BLOCK.sub(lambda line: _pseudo_line(line.group(), right_to_left), text)


def _pseudo_line(line: str, right_to_left: bool) -> str:
    length = len(_KEPT.sub("", line))
    filler = (_FILLER * (length // 20 + 1))[: max(1, round(length * _GROWTH))].strip()
    body = _outside_kept(f"{line.strip()} {filler}", right_to_left)
    return f"{LEFT}{body}{RIGHT}"


def _outside_kept(text: str, right_to_left: bool) -> str:
    parts, end = [], 0
    for match in _KEPT.finditer(text):
        parts += [_accented(text[end : match.start()], right_to_left), match.group()]
        end = match.end()
    return "".join([*parts, _accented(text[end:], right_to_left)])


def _accented(text: str, right_to_left: bool) -> str:
    text = text.translate(_ACCENTED)
    if not right_to_left:
        return text
    return _WORD.sub(lambda word: f"{_OVERRIDE}{word.group()}{_POP}", text)


def pseudo_catalog(template: Catalog, *, right_to_left: bool = False) -> Catalog:
    """Return a catalog with the pseudo-translation of every message of the template."""
    catalog = Catalog(charset="utf-8", fuzzy=False)
    catalog.mime_headers = [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Plural-Forms", "nplurals=2; plural=(n != 1);"),
    ]
    for entry in template:
        if entry.id:
            texts = [pseudo_text(one, right_to_left=right_to_left) for one in entry_sources(entry)]
            string = texts[0] if len(texts) == 1 else tuple(texts)
            catalog.add(entry.id, string, context=entry.context)
    return catalog


def pseudo_translators(template: Catalog) -> tuple[Translator, Translator]:
    """Return the translators of both pseudo-languages, left to right first."""
    return (
        make_translator(
            LEFT_TO_RIGHT,
            SOURCE_LOCALE,
            compile_catalog(pseudo_catalog(template)),
            html_lang="en-XA",
            name=pseudo_text("Pseudo"),
        ),
        make_translator(
            RIGHT_TO_LEFT,
            SOURCE_LOCALE,
            compile_catalog(pseudo_catalog(template, right_to_left=True)),
            html_lang="ar-XB",
            direction="rtl",
            name=pseudo_text("Pseudo", right_to_left=True),
        ),
    )


def with_pseudo(catalogs: Catalogs, folder: Path) -> Catalogs:
    """Return the catalogs and both pseudo-languages, made from the template in `folder`.

    Raises `CatalogError` when there is no template.
    """
    return catalogs.with_translators(*pseudo_translators(read_catalog(template_path(folder))))


def outside_brackets(text: str) -> str:
    """Return what of a page's text stands outside all brackets ⟦…⟧, which may be nested.

    On a page in a pseudo-language that is everything that came through no catalog.
    """
    depth, kept = 0, []
    for character in text:
        if character == LEFT:
            depth += 1
        elif character == RIGHT:
            depth = max(0, depth - 1)
        elif depth == 0:
            kept.append(character)
    return "".join(kept)
