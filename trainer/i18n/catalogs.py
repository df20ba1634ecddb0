"""Catalogs in memory: which languages there are, and a `Translator` for each.

The `.po` files are read once, at start, so that no compiled file can be missing or stale.
Nothing here is global and nothing changes after loading: a `Catalogs` and its translators
may be shared by any number of threads. A catalog or an entry that is broken is logged and
left out; the reader then sees the English text, never a broken page.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final, Literal

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from trainer.i18n import formatting
from trainer.i18n.messages import Message, Parameter

SOURCE_LANGUAGE: Final = "en"
#: The source texts are in British spelling; dates and lists follow suit ("A, B and C").
SOURCE_LOCALE: Final = "en_GB"
CATALOG_PATH: Final = Path("LC_MESSAGES") / "messages.po"

_LOG = logging.getLogger(__name__)
_PLACEHOLDER = re.compile(r"%\((\w+)\)s")
_BARE_PERCENT = re.compile(r"(?<!%)(?:%%)*%(?![%(])")
_LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z]{2,4})?")

Direction = Literal["ltr", "rtl"]


class CatalogError(ValueError):
    """A catalog file cannot be used; says which file and why."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


def read_catalog(path: Path) -> Catalog:
    """Read one `.po` file strictly.

    Raises `CatalogError` when the file is missing, not UTF-8 or not a well-formed catalog.
    """
    try:
        with path.open("rb") as file:
            return read_po(file, abort_invalid=True)
    except (OSError, PoFileError, ValueError, LookupError, IndexError) as fault:
        raise CatalogError(path, str(fault) or type(fault).__name__) from fault


@dataclass(frozen=True, slots=True)
class Translator:
    """Everything that one language needs; immutable and safe to share between threads.

    `code` is the language in addresses (`pt`), `html_lang` the value for HTML (`pt-PT`),
    `locale` Babel's locale, `name` the language's own name for it.
    """

    code: str
    locale: Locale
    html_lang: str
    direction: Direction
    name: str
    _texts: NullTranslations

    def gettext(self, text: str, /) -> str:
        """Return the translation of `text`, or `text`."""
        # The empty id is the catalog's header, which is nobody's text.
        return self._texts.gettext(text) if text else ""

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        """Return the translated form for `count`."""
        return self._texts.ngettext(one, many, count)

    def pgettext(self, context: str, text: str, /) -> str:
        """Return the translation of `text` in its context."""
        return self._texts.pgettext(context, text)

    def npgettext(self, context: str, one: str, many: str, count: int, /) -> str:
        """Return the translated form for `count` in its context."""
        return self._texts.npgettext(context, one, many, count)

    def render(self, message: Message) -> str:
        """Turn a message into plain text (not HTML) in this language."""
        params = self._params(message)
        if not params:
            return self._lookup(message)
        return self._filled(self._lookup(message), message, params)

    def _lookup(self, message: Message) -> str:
        text, context, plural, count = message.id, message.context, message.plural, message.count
        if plural is None or count is None:
            return self.gettext(text) if context is None else self.pgettext(context, text)
        if context is None:
            return self.ngettext(text, plural, count)
        return self.npgettext(context, text, plural, count)

    def _params(self, message: Message) -> dict[str, str]:
        given: dict[str, Parameter] = dict(message.params)
        if message.count is not None:
            given.setdefault("num", message.count)
        return {name: self._written(value) for name, value in given.items()}

    def _written(self, value: Parameter) -> str:
        if isinstance(value, Message):
            return self.render(value)
        return value if isinstance(value, str) else formatting.number(self.locale, value)

    def _filled(self, text: str, message: Message, params: Mapping[str, str]) -> str:
        try:
            return text % params
        except (KeyError, ValueError, TypeError):
            _LOG.warning("%s: cannot fill in %r; shown without its values", self.code, message.id)
            return text


def entry_sources(entry: Entry) -> tuple[str, ...]:
    """Return the source texts of an entry: one, or singular and plural."""
    return tuple(entry.id) if isinstance(entry.id, (list, tuple)) else (entry.id,)


def entry_texts(entry: Entry) -> tuple[str, ...]:
    """Return the translated texts of an entry, one a plural form; empty where missing."""
    if isinstance(entry.string, (list, tuple)):
        return tuple(text or "" for text in entry.string)
    return (entry.string or "",)


def _entry_is_sound(entry: Entry) -> bool:
    """Tell whether a translation is complete and can be filled in wherever its source can."""
    sources, texts = entry_sources(entry), entry_texts(entry)
    allowed = {name for source in sources for name in _PLACEHOLDER.findall(source)}
    # Templates fill in every text, so a percent sign that the source lacks would break a page.
    bare = any(_BARE_PERCENT.search(source) for source in sources)
    return all(texts) and all(_text_is_sound(text, allowed, bare) for text in texts)


def _text_is_sound(text: str, allowed: set[str], bare: bool) -> bool:
    if not set(_PLACEHOLDER.findall(text)) <= allowed:
        return False
    if bare and not allowed:
        return True
    try:
        text % dict.fromkeys(allowed, "")
    except (KeyError, ValueError, TypeError):
        return False
    return True


def compile_catalog(catalog: Catalog, origin: str = "catalog") -> NullTranslations:
    """Make the lookup for a catalog in memory, without the entries that are not sound."""
    for entry in list(catalog):
        if not entry.id or not entry.string or not any(entry.string):
            continue
        if not entry.fuzzy and not _entry_is_sound(entry):
            _LOG.warning("%s: the entry %r is not sound; shown in English", origin, entry.id)
            entry.string = ""
    _forget_untranslated(catalog)
    buffer = BytesIO()
    write_mo(buffer, catalog)
    buffer.seek(0)
    return GNUTranslations(buffer)


def _forget_untranslated(catalog: Catalog) -> None:
    # Babel writes a plural entry of empty strings into the compiled form; gettext would then
    # show nothing at all instead of the English text.
    for entry in list(catalog):
        if entry.id and isinstance(entry.string, (list, tuple)) and not all(entry.string):
            entry.string = ""


def make_translator(
    code: str,
    identifier: str,
    texts: NullTranslations | None = None,
    *,
    html_lang: str | None = None,
    direction: Direction | None = None,
    name: str | None = None,
) -> Translator:
    """Build a translator; `identifier` is Babel's (`pt_PT`), without texts it speaks English.

    Raises `UnknownLocaleError` or `ValueError` for an identifier that Babel does not know.
    """
    locale = Locale.parse(identifier, sep="_")
    own_name = name or locale.get_language_name(locale) or code
    return Translator(
        code=code,
        locale=locale,
        html_lang=html_lang or identifier.replace("_", "-"),
        direction=direction or ("rtl" if locale.text_direction == "rtl" else "ltr"),
        name=own_name[:1].upper() + own_name[1:],
        _texts=texts or NullTranslations(),
    )


def load_translator(folder: Path) -> Translator:
    """Load the language of one folder (`translations/pt`).

    A broken catalog is logged and gives English texts. Raises `CatalogError` only when not
    even the language is known.
    """
    code = folder.name
    path = folder / CATALOG_PATH
    try:
        catalog = read_catalog(path)
        texts = compile_catalog(catalog, str(path))
    except (CatalogError, ValueError, KeyError, SyntaxError) as fault:
        _LOG.warning("catalog left out, %s is shown in English: %s", code, fault)
        return _known_language(code, code.replace("-", "_"), None, path)
    return _known_language(code, catalog.locale_identifier or code, texts, path)


def _known_language(
    code: str, identifier: str, texts: NullTranslations | None, path: Path
) -> Translator:
    try:
        return make_translator(code, identifier, texts)
    except (UnknownLocaleError, ValueError) as fault:
        raise CatalogError(path, f"unknown language {identifier}") from fault


def find_languages(folder: Path) -> tuple[str, ...]:
    """Return the language codes that have a catalog below `folder`, sorted."""
    if not folder.is_dir():
        return ()
    return tuple(
        sorted(
            entry.name
            for entry in folder.iterdir()
            if _LANGUAGE_CODE.fullmatch(entry.name) and (entry / CATALOG_PATH).is_file()
        )
    )


@dataclass(frozen=True, slots=True)
class Catalogs:
    """All languages of the site; English first, the others by their code."""

    _translators: Mapping[str, Translator]

    @classmethod
    def load(cls, folder: Path) -> Catalogs:
        """Load every catalog below `folder` (`translations/`); never fails on a bad one."""
        found = {SOURCE_LANGUAGE: make_translator(SOURCE_LANGUAGE, SOURCE_LOCALE, html_lang="en")}
        for code in find_languages(folder):
            if code == SOURCE_LANGUAGE:
                continue
            try:
                found[code] = load_translator(folder / code)
            except CatalogError as fault:
                _LOG.warning("language left out: %s", fault)
        return cls(found)

    @property
    def languages(self) -> tuple[str, ...]:
        """The language codes, English first."""
        return tuple(self._translators)

    def __iter__(self) -> Iterator[Translator]:
        return iter(self._translators.values())

    def __contains__(self, code: object) -> bool:
        return code in self._translators

    def __len__(self) -> int:
        return len(self._translators)

    def translator(self, code: str) -> Translator:
        """Return the translator for a language code; `KeyError` if there is none."""
        return self._translators[code]

    def with_translators(self, *more: Translator) -> Catalogs:
        """Return these catalogs and further languages (the pseudo-languages)."""
        return Catalogs({**self._translators, **{one.code: one for one in more}})
