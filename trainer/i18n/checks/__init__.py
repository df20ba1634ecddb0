"""Checks of the catalogs: what would embarrass us before a reader of another language.

`check_translations` runs them all. A comment `#  allow: RULE` above an entry (or in the
`Translators:` comment of the source) waives a rule for that entry; gaps cannot be waived.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry

from trainer.i18n.catalogs import CatalogError, entry_sources, find_languages, read_catalog
from trainer.i18n.checks.files import msgfmt_findings, stale_findings
from trainer.i18n.checks.finding import Fault, Finding, Unit, units, waived_rules
from trainer.i18n.checks.forms import entry_faults, header_faults
from trainer.i18n.checks.glossary import GLOSSARY_NAME, Glossary, load_glossary
from trainer.i18n.checks.markup import markup_faults
from trainer.i18n.checks.source import source_faults
from trainer.i18n.checks.typography import typography_faults
from trainer.i18n.checks.words import english_faults, glossary_faults, script_faults
from trainer.i18n.extraction import ExtractionError, SourceTree, extract_messages
from trainer.i18n.plurals import PluralRule, plural_rule
from trainer.i18n.pofiles import catalog_path, template_path

__all__ = ["Finding", "check_catalog", "check_source", "check_translations"]

_NEVER_WAIVED: Final = frozenset({"untranslated", "fuzzy", "plural-forms", "placeholders", "tags"})


def check_translations(
    folder: Path, tree: SourceTree, languages: tuple[str, ...] | None = None
) -> list[Finding]:
    """Check the template and the catalogs of `folder` against the sources of `tree`.

    Raises `GlossaryError` when the glossary cannot be read; all other faults are findings.
    """
    glossary = load_glossary(folder / GLOSSARY_NAME)
    try:
        fresh = extract_messages(tree)
    except ExtractionError as fault:
        return [Finding(fault.place, fault.line, "", "extraction", fault.fault)]
    found = list(check_source(fresh, glossary))
    found += stale_findings(template_path(folder), fresh, _shown(template_path(folder), tree))
    for code in languages or find_languages(folder):
        path = catalog_path(folder, code)
        found += check_catalog(path, code, glossary, fresh, _shown(path, tree))
    return found


def _shown(path: Path, tree: SourceTree) -> str:
    return tree.name(path) if path.is_relative_to(tree.root) else str(path)


def check_source(template: Catalog, glossary: Glossary) -> Iterator[Finding]:
    """Check the English messages themselves."""
    for entry in template:
        if entry.id:
            file, line = entry.locations[0] if entry.locations else ("source", 1)
            for fault in _allowed(entry, source_faults(entry, glossary)):
                yield Finding(file, line, entry_sources(entry)[0], *fault)


def check_catalog(
    path: Path,
    code: str,
    glossary: Glossary,
    template: Catalog | None = None,
    shown: str | None = None,
) -> Iterator[Finding]:
    """Check one catalog file; with a template also that it has the same messages."""
    name = shown or str(path)
    try:
        catalog = read_catalog(path)
    except CatalogError as fault:
        yield Finding(name, 1, "", "unreadable", fault.reason)
        return
    if catalog.locale is None:
        yield Finding(name, 1, "", "header", "no known language in the header")
        return
    yield from (Finding(name, 1, "", *fault) for fault in header_faults(catalog, catalog.locale))
    yield from _entries(catalog, catalog.locale, code, glossary, name)
    if template is not None:
        yield from stale_findings(path, template, name)
    yield from msgfmt_findings(path, name)


def _entries(
    catalog: Catalog, locale: Locale, code: str, glossary: Glossary, name: str
) -> Iterator[Finding]:
    rule = plural_rule(locale)
    for entry in catalog:
        if entry.id:
            for fault in _entry_faults(entry, code, rule, glossary):
                yield Finding(name, entry.lineno or 1, entry_sources(entry)[0], *fault)


def _entry_faults(entry: Entry, code: str, rule: PluralRule, glossary: Glossary) -> Iterator[Fault]:
    yield from entry_faults(entry, rule)
    # Plural forms often share a fault; once is enough.
    seen = dict.fromkeys(
        fault
        for unit in units(entry, code)
        if unit.text.strip()
        for fault in _unit_faults(unit, glossary)
    )
    yield from _allowed(entry, seen)


def _unit_faults(unit: Unit, glossary: Glossary) -> Iterator[Fault]:
    yield from markup_faults(unit)
    yield from typography_faults(unit, glossary.names)
    yield from english_faults(unit, glossary)
    yield from script_faults(unit, glossary)
    yield from glossary_faults(unit, glossary)


def _allowed(entry: Entry, faults: Iterator[Fault] | dict[Fault, None]) -> Iterator[Fault]:
    waived = waived_rules(entry) - _NEVER_WAIVED
    return (fault for fault in faults if fault.rule not in waived)
