"""Each check finds its defect in a broken copy and says nothing about the sound one."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.i18n.conftest import Checkout

NB, THIN = "\u00a0", "\u202f"


def test_the_sound_copy_is_silent(sound_checkout: Checkout) -> None:
    assert sound_checkout.check() == []


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="GNU gettext is not installed")
@pytest.mark.parametrize("code", ["ru", "fr", "pt", "es", "it"])
def test_msgfmt_is_silent_on_what_we_write(sound_checkout: Checkout, code: str) -> None:
    run = subprocess.run(
        ["msgfmt", "--check", "-o", "-", str(sound_checkout.catalog(code))],
        capture_output=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")


BROKEN = {
    "a sentence without translation": ("it", "Turno successivo", "", {"untranslated"}),
    "a plural form without translation": ("ru", "Осталось %(num)s карт.", "", {"plural-forms"}),
    "a sentence left in English": (
        "fr",
        'msgstr "La première rangée"',
        'msgstr "The first row"',
        {"english", "glossary"},
    ),
    "an English sentence among others": (
        "es",
        "El mazo está vacío: pasas.",
        "El mazo está vacío: you pass.",
        {"english"},
    ),
    "a placeholder of another name": (
        "fr",
        f"%(name)s{THIN}!",
        f"%(nom)s{THIN}!",
        {"placeholders"},
    ),
    "a placeholder that is gone": ("it", "Ben fatto, %(name)s!", "Ben fatto!", {"placeholders"}),
    "a percent sign too many": ("it", "Il tallone è vuoto", "Il tallone è 100 % vuoto", None),
    "a tag that differs": ("pt", "<b>azul</b>", "<i>azul</i>", {"tags"}),
    "a tag that is not closed": ("pt", "<b>azul</b>", "<b>azul", {"tags"}),
    "tags in the wrong order": ("pt", "<b>azul</b>", "</b>azul<b>", {"tags"}),
    "a card that differs": ("es", "después {B12}", "después {B13}", {"cards"}),
    "a card that is spelt wrongly": ("es", "después {B12}", "después {12B}", {"cards"}),
    "emphasis that is gone": ("ru", "*сейчас*", "сейчас", {"emphasis"}),
    "emphasis that does not end": ("ru", "*сейчас*", "*сейчас", {"emphasis"}),
    "a number that differs": ("it", "dice «11»", "dice «12»", {"numbers"}),
    "a count that is not shown": (
        "ru",
        "Осталась %(num)s карта.",
        "Осталась карта.",
        {"plural-count"},
    ),
    "a space at the end": ("it", "Turno successivo", "Turno successivo ", {"whitespace"}),
    "a line break too many": ("it", "passi.", "\\npassi.", {"whitespace"}),
    "a button that is too long": (
        "it",
        "Turno successivo",
        "Vai al turno successivo adesso",
        {"length"},
    ),
    "French ! without its space": ("fr", f"%(name)s{THIN}!", "%(name)s!", {"typography"}),
    "French ! with an ordinary space": ("fr", f"%(name)s{THIN}!", "%(name)s !", {"typography"}),
    "French ? without its space": ("fr", f"elle{THIN}?", "elle?", {"typography"}),
    "French ; without its space": ("fr", f"jeu{THIN};", "jeu;", {"typography"}),
    "French : without its space": ("fr", f"vide{NB}:", "vide:", {"typography"}),
    "French : with a narrow space": ("fr", f"vide{NB}:", f"vide{THIN}:", {"typography"}),
    "French quotation marks without space": ("fr", f"«{NB}11{NB}»", "«11»", {"typography"}),
    "English quotation marks in French": ("fr", f"«{NB}11{NB}»", "“11”", {"typography"}),
    "a Spanish question without ¿": ("es", "¿Encaja", "Encaja", {"typography"}),
    "a Spanish exclamation without ¡": ("es", "¡Muy", "Muy", {"typography"}),
    "English quotation marks in Russian": ("ru", "«11»", "“11”", {"typography"}),
    "Russian е for ё": ("ru", "пуст:", "еще пуст:", {"typography"}),
    "straight quotation marks": ("it", "«11»", '\\"11\\"', {"typography"}),
    "a straight apostrophe": ("it", "l’etichetta", "l'etichetta", {"typography"}),
    "three dots": ("it", "passi.", "passi...", {"typography"}),
    "a hyphen for a dash": ("ru", "— это", "- это", {"typography"}),
    "a space before a colon": ("it", "vuoto:", "vuoto :", {"typography"}),
    "two spaces": ("it", "Il tallone", "Il  tallone", {"typography"}),
    "a quotation mark without its partner": ("it", "«11»", "«11", {"typography"}),
    "a full stop that is gone": ("it", "passi.", "passi", {"ending"}),
    "a question that became a statement": ("it", "va bene?", "va bene.", {"ending"}),
    "a capital that is gone": ("it", "Turno successivo", "turno successivo", {"capital"}),
    "a Latin word in Russian": ("ru", "Отлично", "Super", {"script"}),
    "a Latin letter in a Russian word": ("ru", "Отлично", "Oтлично", {"script"}),
    "a Cyrillic letter in Italian": ("it", "passi.", "passі.", {"script"}),
    "another word for a term": ("it", "Il tallone", "Il mazzo", {"glossary"}),
    "a word that the glossary rejects": ("pt", "A primeira fila", "A primeira linha, fila", None),
    "Russian ты": ("ru", "вы пасуете", "ты пасуешь", {"style"}),
    "Russian Вы with a capital": ("ru", "вы пасуете", "Вы пасуете", {"style"}),
    "French tu": ("fr", "vous passez", "tu passes", {"style"}),
    "Portuguese você": ("pt", "passe a vez", "você passa a vez", {"style"}),
    "a Brazilian gerund": ("pt", "passe a vez", "está passando", {"style"}),
    "Spanish usted": ("es", "pasas", "usted pasa", {"style"}),
    "Italian voi": ("it", "passi", "voi passate", {"style"}),
}
ALSO = {
    "a percent sign too many": {"placeholders", "numbers", "typography", "msgfmt"},
    "a word that the glossary rejects": {"glossary"},
}


@pytest.mark.parametrize("defect", BROKEN)
def test_a_defect_is_found(checkout: Checkout, defect: str) -> None:
    code, old, new, rules = BROKEN[defect]
    checkout.change(code, old, new)
    found = checkout.check()
    own = {finding.rule for finding in found} - {"msgfmt"}
    assert own == (rules or ALSO[defect] - {"msgfmt"})
    assert {finding.file for finding in found} == {f"translations/{code}/LC_MESSAGES/messages.po"}


def test_a_finding_names_the_line_of_its_message(checkout: Checkout) -> None:
    checkout.change("it", "Turno successivo", "")
    (finding,) = checkout.check()
    lines = checkout.text("it").splitlines()
    assert lines[finding.line - 1] == 'msgid "Next turn"'
    assert "untranslated" in str(finding)
    assert "[Next turn]" in str(finding)


def test_a_fuzzy_entry_is_found(checkout: Checkout) -> None:
    checkout.change("it", 'msgctxt "button"', '#, fuzzy\nmsgctxt "button"')
    assert checkout.rules() == {"fuzzy"}


def test_a_comment_waives_a_rule_for_one_entry(checkout: Checkout) -> None:
    checkout.change("it", "Turno successivo", "Prossimo giro")
    assert checkout.rules() == {"glossary"}
    checkout.change("it", 'msgctxt "button"', '#  allow: glossary\nmsgctxt "button"')
    assert checkout.rules() == set()


def test_a_term_means_something_else_on_pages_that_are_named(checkout: Checkout) -> None:
    checkout.change("it", "Turno successivo", "Prossimo giro")
    assert checkout.rules() == {"glossary"}
    glossary = checkout.translations / "glossary.toml"
    text = glossary.read_text(encoding="utf-8")
    turn = 'english = ["turn", "turns"]'
    assert turn in text
    glossary.write_text(text.replace(turn, f'{turn}\noutside = ["trainer/"]'), encoding="utf-8")
    assert checkout.rules() == set()


def test_a_gap_cannot_be_waived(checkout: Checkout) -> None:
    checkout.change("it", "Turno successivo", "")
    checkout.change("it", 'msgctxt "button"', '#  allow: untranslated\nmsgctxt "button"')
    assert checkout.rules() == {"untranslated"}


def test_words_that_are_alike_in_both_languages_may_stay(checkout: Checkout) -> None:
    glossary = checkout.translations / "glossary.toml"
    checkout.change("it", 'msgstr "La prima fila"', 'msgstr "The first row"')
    text = glossary.read_text(encoding="utf-8")
    glossary.write_text(
        text.replace("[identical]", "[identical]\nxx = []").replace(
            'it = ["No"', 'it = ["The first row", "No"'
        ),
        encoding="utf-8",
    )
    assert checkout.rules() == {"glossary"}


@pytest.mark.parametrize(
    ("code", "header"),
    [
        # What Babel 2.19 writes for French, Spanish, Italian and Portuguese on its own.
        (
            "fr",
            "nplurals=3; plural=(n == 0 || n == 1) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;",
        ),
        ("es", "nplurals=3; plural=(n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2);"),
        ("pt", "nplurals=2; plural=(n > 1);"),
        ("it", "nplurals=1; plural=0;"),
        ("ru", "nplurals=2; plural=(n != 1);"),
        ("ru", "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);"),
    ],
)
def test_a_wrong_plural_header_is_found(checkout: Checkout, code: str, header: str) -> None:
    lines = checkout.text(code).splitlines(keepends=True)
    changed = [
        f'"Plural-Forms: {header}\\n"\n' if line.startswith('"Plural-Forms') else line
        for line in lines
    ]
    assert changed != lines
    checkout.catalog(code).write_text("".join(changed), encoding="utf-8")
    # With fewer forms in the header than strings below it Babel does not even read the file.
    assert checkout.rules() & {"plural-header", "unreadable"}


def test_a_header_that_is_written_differently_but_means_the_same_is_sound(
    checkout: Checkout,
) -> None:
    checkout.change("fr", "plural=(n > 1);", "plural=n>=2;")
    assert checkout.rules() == set()


def test_a_changed_source_makes_template_and_catalogs_stale(checkout: Checkout) -> None:
    page = checkout.root / "templates" / "page.html"
    page.write_text(page.read_text(encoding="utf-8") + '{{ _("A new sentence.") }}')
    found = checkout.check()
    assert {finding.rule for finding in found} == {"stale"}
    assert {finding.file for finding in found} == {"translations/messages.pot"} | {
        f"translations/{code}/LC_MESSAGES/messages.po" for code in ("ru", "fr", "pt", "es", "it")
    }


def test_a_sentence_that_is_gone_makes_the_catalogs_stale(checkout: Checkout) -> None:
    (checkout.root / "trainer" / "words.py").write_text("", encoding="utf-8")
    assert checkout.rules() == {"stale"}


def test_a_missing_template_is_stale(checkout: Checkout) -> None:
    (checkout.translations / "messages.pot").unlink()
    assert checkout.rules() == {"stale"}


def test_a_catalog_that_cannot_be_read_is_one_finding(checkout: Checkout) -> None:
    checkout.catalog("it").write_text("msgnothing\n", encoding="utf-8")
    (finding,) = checkout.check()
    assert finding.rule == "unreadable"


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="GNU gettext is not installed")
def test_a_message_that_is_there_twice_is_found_by_msgfmt(checkout: Checkout) -> None:
    twice = '\nmsgid "The first row"\nmsgstr "La prima fila"\n'
    checkout.catalog("it").write_text(checkout.text("it") + twice, encoding="utf-8")
    assert checkout.rules() == {"msgfmt"}


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("Don't wait.", "typography"),
        ('Say \\"yes\\".', "typography"),
        ("Wait...", "typography"),
        ("Lay it - now.", "typography"),
        ("Hello, %(name)d.", "placeholders"),
        ("Hello, %s.", "placeholders"),
        ("Hello, {name}.", "placeholders"),
        ("100 % of %(name)s", "placeholders"),
        ("A <b>bold word.", "tags"),
        ("A *strong word.", "emphasis"),
        (" A space", "whitespace"),
    ],
)
def test_a_fault_of_the_english_source_is_found(
    checkout: Checkout, sentence: str, rule: str
) -> None:
    path = checkout.root / "trainer" / "words.py"
    path.write_text(CODE_WITH % sentence, encoding="utf-8")
    found = [finding for finding in checkout.check() if finding.rule != "stale"]
    assert rule in {finding.rule for finding in found}
    assert {(finding.file, finding.line) for finding in found} == {("trainer/words.py", 2)}


CODE_WITH = 'from trainer.i18n.messages import message\nx = message("%s")\n'


def test_a_waiver_in_the_source_covers_the_english_text(checkout: Checkout) -> None:
    path = checkout.root / "trainer" / "words.py"
    comment = "# Translators: allow: typography\nx ="
    source = (CODE_WITH % "Wait...").replace("x =", comment)
    path.write_text(source, encoding="utf-8")
    assert checkout.rules() == {"stale"}


def test_the_commands_status_says_whether_there_are_faults(checkout: Checkout) -> None:
    assert checkout.run("check").exit_code == 0
    checkout.change("it", "Turno successivo", "")
    result = checkout.run("check", "it")
    assert result.exit_code == 1
    assert "translations/it/LC_MESSAGES/messages.po" in result.output
    assert checkout.run("check", "ru").exit_code == 0
    assert checkout.run("check", "--rule", "tags").exit_code == 0
