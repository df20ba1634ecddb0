"""Catalog files: writing them so that only real changes show in a diff, making and merging.

No dates that move, no line numbers, no wrapping, entries in the order of the template.
"""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from trainer.i18n.catalogs import (
    CATALOG_PATH,
    entry_sources,
    entry_texts,
    find_languages,
    read_catalog,
)
from trainer.i18n.plurals import plural_rule

TEMPLATE_NAME: Final = "messages.pot"
PROJECT: Final = "Elfer trainer"
#: gettext asks for a date; this one stands still.
FIXED_DATE: Final = "2026-11-30 12:00+0000"
_KEPT_HEADERS: Final = ("Project-Id-Version", "Last-Translator", "Language-Team")
#: What Babel and gettext put where nobody has written anything.
_STAND_INS = re.compile(r"PROJECT|FULL NAME|<LL@li\.org>|^$")

_PLACE = re.compile(r"%\(\w+\)")


class LanguageError(ValueError):
    """A language cannot be added; says why."""


def template_path(folder: Path) -> Path:
    """Return the template's place in the translations folder."""
    return folder / TEMPLATE_NAME


def catalog_path(folder: Path, code: str) -> Path:
    """Return the place of a language's catalog in the translations folder."""
    return folder / code / CATALOG_PATH


def write_template(path: Path, template: Catalog) -> bool:
    """Write the template; return whether the file changed."""
    header = [
        ("Project-Id-Version", PROJECT),
        ("MIME-Version", "1.0"),
        ("Content-Type", "text/plain; charset=UTF-8"),
        ("Content-Transfer-Encoding", "8bit"),
        ("Plural-Forms", "nplurals=2; plural=(n != 1);"),
    ]
    return _write(path, f"# Messages of {PROJECT}.", header, template)


def write_catalog(path: Path, catalog: Catalog, locale: Locale, *, prune: bool = False) -> bool:
    """Write a language's catalog with the right header; return whether the file changed."""
    given = dict(catalog.mime_headers)
    header = [
        *((name, _kept(name, given.get(name, ""), locale)) for name in _KEPT_HEADERS),
        ("PO-Revision-Date", FIXED_DATE),
        ("Language", str(locale)),
        ("MIME-Version", "1.0"),
        ("Content-Type", "text/plain; charset=UTF-8"),
        ("Content-Transfer-Encoding", "8bit"),
        ("Plural-Forms", plural_rule(locale).header),
    ]
    comment = catalog.header_comment
    if _STAND_INS.search(comment):
        comment = f"# {locale.english_name} translation of {PROJECT}."
    return _write(path, comment, header, catalog, prune=prune)


def _kept(name: str, value: str, locale: Locale) -> str:
    if value and not _STAND_INS.search(value):
        return value
    language = locale.get_language_name("en") or str(locale)
    stand_ins = {"Project-Id-Version": PROJECT, "Language-Team": language}
    return stand_ins.get(name, f"{PROJECT} translators")


def _write(
    path: Path,
    comment: str,
    header: list[tuple[str, str]],
    catalog: Catalog,
    *,
    prune: bool = False,
) -> bool:
    _mark_formats(catalog)
    lines = [comment, 'msgid ""', 'msgstr ""', *(f'"{name}: {text}\\n"' for name, text in header)]
    body = BytesIO()
    write_po(
        body,
        catalog,
        width=0,
        omit_header=True,
        include_lineno=False,
        ignore_obsolete=prune,
    )
    data = ("\n".join(lines) + "\n\n").encode() + body.getvalue().rstrip() + b"\n"
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return True


def _mark_formats(catalog: Catalog) -> None:
    # Babel takes "50 % of" for a format; only our named places are.
    for entry in (*catalog, *catalog.obsolete.values()):
        entry.flags.discard("python-format")
        if any(_PLACE.search(source) for source in entry_sources(entry)):
            entry.flags.add("python-format")


def merge(catalog: Catalog, template: Catalog, locale: Locale) -> Catalog:
    """Bring a catalog up to the template: same entries, same order, translations kept.

    Nothing is guessed for a new sentence. A sentence that went away is kept as obsolete
    and comes back with its translation when it returns.
    """
    for key, entry in list(catalog.obsolete.items()):
        if key not in catalog:
            catalog[entry.id] = entry
    catalog.obsolete.clear()
    catalog.mime_headers = [("Plural-Forms", plural_rule(locale).header)]
    catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
    _forget_empty(catalog)
    return catalog


def _forget_empty(catalog: Catalog) -> None:
    for key, entry in list(catalog.obsolete.items()):
        if not any(entry_texts(entry)):
            del catalog.obsolete[key]


def update_catalog(folder: Path, code: str, template: Catalog, *, prune: bool = False) -> bool:
    """Merge the template into one language's file; return whether the file changed.

    Raises `CatalogError` when the file cannot be read.
    """
    path = catalog_path(folder, code)
    catalog = read_catalog(path)
    locale = catalog.locale or Locale.parse(code, sep="-")
    return write_catalog(path, merge(catalog, template, locale), locale, prune=prune)


def update_all(folder: Path, template: Catalog, *, prune: bool = False) -> dict[str, bool]:
    """Merge the template into every catalog; return which files changed."""
    return {
        code: update_catalog(folder, code, template, prune=prune) for code in find_languages(folder)
    }


def add_language(folder: Path, identifier: str, template: Catalog, code: str | None = None) -> Path:
    """Make the catalog of a new language and return its path.

    `identifier` is Babel's (`de`, `pt_PT`, also written `pt-PT`); `code` is the language in
    addresses, by default the base language. Raises `LanguageError` when the language is not
    known, is English, or is there already.
    """
    try:
        locale = Locale.parse(identifier.replace("-", "_"))
    except (UnknownLocaleError, ValueError, TypeError) as fault:
        raise LanguageError(f"{identifier}: no such language") from fault
    code = code or locale.language
    path = catalog_path(folder, code)
    if code == "en":
        raise LanguageError("English is the source language and has no catalog")
    if path.exists():
        raise LanguageError(f"{code}: the language is there already")
    catalog = Catalog(locale=locale, charset="utf-8", fuzzy=False)
    write_catalog(path, merge(catalog, template, locale), locale)
    return path


def compile_all(folder: Path) -> dict[str, Path]:
    """Write a compiled `.mo` beside every catalog; return their paths by language.

    The site does not need them: it reads the catalogs themselves.
    """
    written = {}
    for code in find_languages(folder):
        path = catalog_path(folder, code)
        buffer = BytesIO()
        write_mo(buffer, read_catalog(path))
        target = path.with_suffix(".mo")
        target.write_bytes(buffer.getvalue())
        written[code] = target
    return written
