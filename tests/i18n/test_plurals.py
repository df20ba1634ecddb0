"""Plural rules: ours are pinned, since Babel 2.19 has a third form for round millions."""

from __future__ import annotations

import pytest
from babel import Locale
from babel.messages.plurals import get_plural

from trainer.i18n.plurals import PluralRule, plural_rule


@pytest.mark.parametrize(
    ("identifier", "forms", "chosen"),
    [
        # The form of 0, 1, 2, 5, 11, 21, 22, 100 and 1,000,000.
        ("ru", 3, [2, 0, 1, 2, 2, 0, 1, 2, 2]),
        ("fr", 2, [0, 0, 1, 1, 1, 1, 1, 1, 1]),
        ("es", 2, [1, 0, 1, 1, 1, 1, 1, 1, 1]),
        ("it", 2, [1, 0, 1, 1, 1, 1, 1, 1, 1]),
        ("pt_PT", 2, [1, 0, 1, 1, 1, 1, 1, 1, 1]),
        ("pt_BR", 2, [0, 0, 1, 1, 1, 1, 1, 1, 1]),
        ("de", 2, [1, 0, 1, 1, 1, 1, 1, 1, 1]),
        ("ar", 6, [0, 1, 2, 3, 4, 4, 4, 5, 5]),
    ],
)
def test_each_number_takes_the_form_of_its_language(
    identifier: str, forms: int, chosen: list[int]
) -> None:
    rule = plural_rule(Locale.parse(identifier))
    choose = rule.chooser()
    assert rule.forms == forms
    assert [choose(n) for n in (0, 1, 2, 5, 11, 21, 22, 100, 1_000_000)] == chosen


@pytest.mark.parametrize("identifier", ["fr", "es", "it", "pt_PT"])
def test_babels_third_form_is_not_taken_over(identifier: str) -> None:
    locale = Locale.parse(identifier)
    theirs = get_plural(identifier)
    babels = PluralRule(theirs.num_plurals, theirs.plural_expr)
    # Should Babel mend this one day, the pinned rule still says the same.
    assert plural_rule(locale).agrees_with(babels) == (babels.forms == 2)


def test_russian_agrees_with_babel() -> None:
    theirs = get_plural("ru")
    babels = PluralRule(theirs.num_plurals, theirs.plural_expr)
    assert plural_rule(Locale.parse("ru")).agrees_with(babels)


def test_rules_agree_by_meaning_and_not_by_letter() -> None:
    assert PluralRule(2, "n>1").agrees_with(PluralRule(2, "(n >= 2)"))
    assert not PluralRule(2, "n>1").agrees_with(PluralRule(2, "n!=1"))
    assert not PluralRule(3, "n>1").agrees_with(PluralRule(2, "n>1"))


@pytest.mark.parametrize("expression", ["n >", "import os", "n/0", "5"])
def test_a_rule_that_is_no_rule_agrees_with_none(expression: str) -> None:
    assert not PluralRule(2, expression).agrees_with(PluralRule(2, "n>1"))


def test_the_numbers_of_a_form_are_listed() -> None:
    ones, others = plural_rule(Locale.parse("it")).counts_by_form()
    assert ones == (1,)
    assert others[:3] == (0, 2, 3)
