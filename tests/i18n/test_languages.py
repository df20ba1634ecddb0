"""Catalog files: adding a language, updating without noise, compiling."""

from __future__ import annotations

from gettext import GNUTranslations

import pytest
from babel.messages.plurals import get_plural

from tests.i18n.conftest import REPOSITORY, SOUND, Checkout
from trainer.i18n.catalogs import Catalogs, find_languages
from trainer.i18n.messages import message, message_n


def test_the_six_languages_of_the_site_are_there() -> None:
    catalogs = Catalogs.load(REPOSITORY / "translations")
    assert {"en", "es", "fr", "it", "pt", "ru"} <= set(catalogs.languages)
    assert catalogs.translator("pt").html_lang == "pt-PT"


def test_a_seventh_language_is_one_command_and_no_code(checkout: Checkout) -> None:
    result = checkout.run("init", "de")
    assert result.exit_code == 0
    checkout.change(
        "de", 'msgid "Next turn"\nmsgstr ""', 'msgid "Next turn"\nmsgstr "Nächster Zug"'
    )
    checkout.change("de", 'msgstr[0] ""', 'msgstr[0] "Noch %(num)s Karte."')
    checkout.change("de", 'msgstr[1] ""', 'msgstr[1] "Noch %(num)s Karten."')
    catalogs = Catalogs.load(checkout.translations)
    assert catalogs.languages == ("en", "de", "es", "fr", "it", "pt", "ru")
    german = catalogs.translator("de")
    assert (german.html_lang, german.name) == ("de", "Deutsch")
    assert german.pgettext("button", "Next turn") == "Nächster Zug"
    counted = message_n("%(num)s card is left.", "%(num)s cards are left.", 2)
    assert german.render(counted) == "Noch 2 Karten."
    assert german.render(message("Well done, %(name)s!", name="Ada")) == "Well done, Ada!"
    rules = {finding.rule for finding in checkout.check()}
    assert rules == {"untranslated"}


@pytest.mark.parametrize(
    ("language", "complaint"),
    [("ru", "there already"), ("en", "source language"), ("klingon", "no such"), ("", "no such")],
)
def test_a_language_that_cannot_be_added_is_refused(
    checkout: Checkout, language: str, complaint: str
) -> None:
    result = checkout.run("init", language)
    assert result.exit_code != 0
    assert complaint in result.output


def test_a_regional_language_can_have_a_code_of_its_own(checkout: Checkout) -> None:
    assert checkout.run("init", "pt-BR", "--code", "pt-BR").exit_code == 0
    brazilian = Catalogs.load(checkout.translations).translator("pt-BR")
    assert str(brazilian.locale) == "pt_BR"
    assert "plural=(n > 1);" in checkout.text("pt-BR")


@pytest.mark.parametrize("language", ["fr", "es", "it", "pt"])
def test_a_new_catalog_has_two_plural_forms_where_babel_would_write_three(
    sound_checkout: Checkout, language: str
) -> None:
    text = sound_checkout.text(language)
    assert "nplurals=2;" in text
    assert "msgstr[1]" in text
    assert "msgstr[2]" not in text


def test_babels_header_over_two_strings_would_show_english(checkout: Checkout) -> None:
    # The trap that the pinned headers are for, as Babel 2.19 sets it.
    babels = get_plural("fr").plural_forms
    if get_plural("fr").num_plurals == 2:
        pytest.skip("this Babel has two forms for French")
    checkout.change("fr", "nplurals=2; plural=(n > 1);", babels)
    french = Catalogs.load(checkout.translations).translator("fr")
    one, many = "%(num)s card is left.", "%(num)s cards are left."
    assert [french.ngettext(one, many, n) for n in (1, 2)] == [one, many]
    assert "plural-header" in checkout.rules()
    # Updating mends it.
    assert checkout.run("update").exit_code == 0
    assert "nplurals=2; plural=(n > 1);" in checkout.text("fr")


def test_an_update_without_news_changes_no_file(checkout: Checkout) -> None:
    before = {code: checkout.text(code) for code in SOUND}
    result = checkout.run("update")
    assert result.exit_code == 0
    assert "updated" not in result.output
    assert {code: checkout.text(code) for code in SOUND} == before


def test_a_new_sentence_adds_its_lines_and_moves_no_others(checkout: Checkout) -> None:
    before = checkout.text("ru").splitlines()
    page = checkout.root / "templates" / "page.html"
    page.write_text('{{ _("A new first sentence.") }}' + page.read_text(encoding="utf-8"))
    assert checkout.run("update").exit_code == 0
    after = checkout.text("ru").splitlines()
    start = after.index('msgid "A new first sentence."') - 1
    assert after[start + 1 : start + 3] == ['msgid "A new first sentence."', 'msgstr ""']
    assert after[:start] + after[start + 4 :] == before


def test_a_sentence_that_changed_is_not_guessed(checkout: Checkout) -> None:
    page = checkout.root / "templates" / "page.html"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("you pass.", "so you pass."), encoding="utf-8")
    assert checkout.run("update").exit_code == 0
    assert "fuzzy" not in checkout.text("ru")
    assert 'msgid "The stock is empty: so you pass."\nmsgstr ""' in checkout.text("ru")


def test_a_sentence_that_returns_has_its_translation_again(checkout: Checkout) -> None:
    before = checkout.text("it")
    path = checkout.root / "trainer" / "words.py"
    code = path.read_text(encoding="utf-8")
    path.write_text("", encoding="utf-8")
    assert checkout.run("update").exit_code == 0
    assert '#~ msgstr "Turno successivo"' in checkout.text("it")
    assert checkout.rules() == set()
    path.write_text(code, encoding="utf-8")
    assert checkout.run("update").exit_code == 0
    assert checkout.text("it") == before


def test_a_percent_sign_alone_makes_no_format(checkout: Checkout) -> None:
    path = checkout.root / "trainer" / "lessons" / "content" / "start.toml"
    path.write_text('title = "50 % of all"', encoding="utf-8")
    assert checkout.run("update").exit_code == 0
    entry = checkout.text("it").split('msgid "50 % of all"')[0].rsplit("\n\n", 1)[1]
    assert "python-format" not in entry
    assert "python-format" in checkout.text("it")


def test_pruning_drops_what_is_gone(checkout: Checkout) -> None:
    (checkout.root / "trainer" / "words.py").write_text("", encoding="utf-8")
    assert checkout.run("update", "--prune").exit_code == 0
    assert "successivo" not in checkout.text("it")


def test_a_translators_comment_survives_an_update(checkout: Checkout) -> None:
    checkout.change("it", 'msgctxt "button"', '#  allow: glossary\nmsgctxt "button"')
    assert checkout.run("update").exit_code == 0
    assert '# allow: glossary\n#: trainer/words.py\nmsgctxt "button"' in checkout.text("it")


def test_files_hold_no_dates_that_move_and_no_line_numbers(sound_checkout: Checkout) -> None:
    template = (sound_checkout.translations / "messages.pot").read_text(encoding="utf-8")
    for text in (template, sound_checkout.text("ru")):
        assert "POT-Creation-Date" not in text
        assert "Generated-By" not in text
        assert "#: templates/page.html\n" in text


def test_compiled_catalogs_say_the_same(checkout: Checkout) -> None:
    assert checkout.run("compile").exit_code == 0
    for code in find_languages(checkout.translations):
        with checkout.catalog(code).with_suffix(".mo").open("rb") as file:
            compiled = GNUTranslations(file)
        translator = Catalogs.load(checkout.translations).translator(code)
        assert compiled.gettext("The first row") == translator.gettext("The first row")
        assert compiled.gettext("The first row") == SOUND[code][0]


def test_commands_refuse_a_folder_that_is_no_checkout(checkout: Checkout) -> None:
    result = Checkout(checkout.root / "templates").run("check")
    assert result.exit_code != 0
    assert "not a checkout" in result.output


def test_a_broken_source_is_one_line_and_no_traceback(checkout: Checkout) -> None:
    (checkout.root / "templates" / "page.html").write_text("{% if %}", encoding="utf-8")
    for command in ("extract", "update"):
        result = checkout.run(command)
        assert result.exit_code == 1
        assert result.output.strip().count("\n") == 0
    assert checkout.rules() == {"extraction"}


def test_a_header_that_somebody_filled_in_is_kept(checkout: Checkout) -> None:
    checkout.change("it", "Elfer trainer translators", "Ada Lovelace <ada@example.org>")
    assert checkout.run("update").exit_code == 0
    assert "Ada Lovelace <ada@example.org>" in checkout.text("it")
