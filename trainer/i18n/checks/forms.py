"""Is everything there: no gap, nothing fuzzy, the right plural header and forms."""

from __future__ import annotations

from collections.abc import Iterator

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry

from trainer.i18n.catalogs import entry_sources, entry_texts
from trainer.i18n.checks.finding import Fault
from trainer.i18n.checks.parts import placeholders
from trainer.i18n.plurals import PluralRule, header_rule, plural_rule


def header_faults(catalog: Catalog, locale: Locale) -> Iterator[Fault]:
    """Compare a catalog's plural header with the language's rule."""
    wanted = plural_rule(locale)
    if not header_rule(catalog).agrees_with(wanted):
        yield Fault("plural-header", f"the header must be Plural-Forms: {wanted.header}")


def entry_faults(entry: Entry, rule: PluralRule) -> Iterator[Fault]:
    """Find gaps in one entry; `rule` is the language's plural rule."""
    texts = entry_texts(entry)
    if entry.fuzzy:
        yield Fault("fuzzy", "the translation is marked as fuzzy: check it and remove the mark")
    if not any(text.strip() for text in texts):
        yield Fault("untranslated", "there is no translation")
        return
    if len(entry_sources(entry)) == 1:
        return
    if len(texts) != rule.forms or not all(text.strip() for text in texts):
        filled = sum(bool(text.strip()) for text in texts)
        yield Fault("plural-forms", f"{filled} forms of {rule.forms} are filled")
        return
    yield from _count_faults(entry, rule)


def _count_faults(entry: Entry, rule: PluralRule) -> Iterator[Fault]:
    # "One card" may stand for 1 alone; a form that serves several numbers must show which.
    if "num" not in placeholders(entry_sources(entry)[1]):
        return
    for form, (text, counts) in enumerate(
        zip(entry_texts(entry), rule.counts_by_form(), strict=True)
    ):
        if len(counts) > 1 and "num" not in placeholders(text):
            some = ", ".join(str(count) for count in counts[:3])
            yield Fault("plural-count", f"form {form} serves {some} … and lacks %(num)s")
