"""Pseudo-languages: changed beyond doubt, but with every part in place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.i18n.conftest import ENGLISH, Checkout
from trainer.i18n.catalogs import CatalogError, Catalogs
from trainer.i18n.checks import parts
from trainer.i18n.messages import message, message_c, message_n
from trainer.i18n.pseudo import outside_brackets, pseudo_text, with_pseudo


@pytest.mark.parametrize("english", ENGLISH)
@pytest.mark.parametrize("right_to_left", [False, True])
def test_parts_that_are_not_words_are_kept(english: str, right_to_left: bool) -> None:
    text = pseudo_text(english, right_to_left=right_to_left)
    assert parts.placeholders(text) == parts.placeholders(english)
    assert parts.tags(text) == parts.tags(english)
    assert parts.card_tokens(text) == parts.card_tokens(english)
    assert len(parts.EMPHASIS.findall(text)) == len(parts.EMPHASIS.findall(english))
    assert outside_brackets(text) == ""


@pytest.mark.parametrize("english", [text for text in ENGLISH if len(text) > 12])
def test_texts_grow_by_about_two_fifths(english: str) -> None:
    assert 1.25 < len(pseudo_text(english)) / len(english) < 1.75


@given(st.text(alphabet=st.characters(codec="ascii"), max_size=80))
def test_no_ascii_word_is_left_outside_kept_parts(english: str) -> None:
    text = parts.BRACES.sub("", parts.prose(pseudo_text(english)))
    for mark in parts.MARK, "%%":
        text = text.replace(mark, "")
    assert not any(word.isascii() and word.isalpha() for word in text.split())


def test_each_paragraph_has_its_own_brackets() -> None:
    text = pseudo_text("One.\n\nTwo.")
    first, second = text.split("\n\n")
    assert first.startswith("⟦")
    assert first.endswith("⟧")
    assert second.startswith("⟦")


def test_what_stands_outside_brackets_is_found_even_around_nested_ones() -> None:
    assert outside_brackets("a⟦b⟦c⟧d⟧e") == "ae"


def test_pseudo_languages_join_the_others_and_translate_everything(
    sound_checkout: Checkout,
) -> None:
    catalogs = with_pseudo(Catalogs.load(sound_checkout.translations), sound_checkout.translations)
    assert catalogs.languages[-2:] == ("xa", "xb")
    left, right = catalogs.translator("xa"), catalogs.translator("xb")
    assert (left.direction, right.direction) == ("ltr", "rtl")
    assert (left.html_lang, right.html_lang) == ("en-XA", "ar-XB")
    for translator in (left, right):
        texts = [
            translator.render(message("The first row")),
            translator.render(message_c("button", "Next turn")),
            translator.render(message_n("%(num)s card is left.", "%(num)s cards are left.", 1)),
            translator.render(message_n("%(num)s card is left.", "%(num)s cards are left.", 7)),
        ]
        assert [outside_brackets(text) for text in texts] == [""] * 4
        assert "7" in texts[-1]


def test_a_text_that_was_never_extracted_stays_plain(sound_checkout: Checkout) -> None:
    catalogs = with_pseudo(Catalogs.load(sound_checkout.translations), sound_checkout.translations)
    assert catalogs.translator("xa").gettext("Forgotten") == "Forgotten"


def test_without_a_template_there_is_no_pseudo_language(checkout: Checkout) -> None:
    (checkout.translations / "messages.pot").unlink()
    with pytest.raises(CatalogError):
        with_pseudo(Catalogs.load(checkout.translations), checkout.translations)


def test_the_command_writes_both_as_catalogs(checkout: Checkout) -> None:
    result = checkout.run("pseudo", str(checkout.root / "pseudo"))
    assert result.exit_code == 0
    for code in ("xa", "xb"):
        path = checkout.root / "pseudo" / code / "LC_MESSAGES" / "messages.po"
        assert "⟦" in path.read_text(encoding="utf-8")
