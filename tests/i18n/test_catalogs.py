"""Catalogs in memory: languages, lookups, broken files, threads."""

from __future__ import annotations

import logging
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from trainer.i18n.catalogs import CATALOG_PATH, CatalogError, Catalogs, load_translator
from trainer.i18n.messages import Message, message, message_c, message_n, message_nc

PLURALS = {
    "ru": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
    "(n%100<10 || n%100>=20) ? 1 : 2);",
    "fr": "nplurals=2; plural=(n > 1);",
}


def write_catalog(folder: Path, code: str, body: str, language: str | None = None) -> Path:
    """Write a catalog with a sound header."""
    path = folder / code / CATALOG_PATH
    path.parent.mkdir(parents=True, exist_ok=True)
    plural = PLURALS.get(code, "nplurals=2; plural=(n != 1);")
    header = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        f'"Language: {language or code}\\n"\n"Plural-Forms: {plural}\\n"\n\n'
    )
    path.write_text(header + body, encoding="utf-8")
    return path


CARDS = """
msgid "%(num)s card"
msgid_plural "%(num)s cards"
msgstr[0] "%(num)s карта"
msgstr[1] "%(num)s карты"
msgstr[2] "%(num)s карт"

msgctxt "button"
msgid "Open"
msgstr "Открыть"

msgid "Hello, %(name)s!"
msgstr "Здравствуйте, %(name)s!"
"""


def test_english_is_there_without_a_catalog_and_comes_first(tmp_path: Path) -> None:
    write_catalog(tmp_path, "ru", CARDS)
    write_catalog(tmp_path, "de", "")
    catalogs = Catalogs.load(tmp_path)
    assert catalogs.languages == ("en", "de", "ru")
    assert catalogs.translator("en").gettext("Play") == "Play"
    assert "ru" in catalogs
    assert "xx" not in catalogs


def test_a_missing_folder_gives_english_alone(tmp_path: Path) -> None:
    assert Catalogs.load(tmp_path / "nowhere").languages == ("en",)


def test_an_unknown_language_is_a_key_error(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        Catalogs.load(tmp_path).translator("xx")


def test_the_header_says_which_portuguese_it_is(tmp_path: Path) -> None:
    write_catalog(tmp_path, "pt", "", language="pt_PT")
    translator = Catalogs.load(tmp_path).translator("pt")
    assert (translator.code, translator.html_lang, str(translator.locale)) == (
        "pt",
        "pt-PT",
        "pt_PT",
    )
    assert translator.name == "Português"
    assert translator.direction == "ltr"


def test_a_right_to_left_language_says_so(tmp_path: Path) -> None:
    write_catalog(tmp_path, "he", "")
    assert Catalogs.load(tmp_path).translator("he").direction == "rtl"


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 карт"),
        (1, "1 карта"),
        (2, "2 карты"),
        (5, "5 карт"),
        (11, "11 карт"),
        (21, "21 карта"),
        (22, "22 карты"),
        (100, "100 карт"),
    ],
)
def test_russian_has_a_form_for_one_few_and_many(tmp_path: Path, count: int, text: str) -> None:
    write_catalog(tmp_path, "ru", CARDS)
    russian = Catalogs.load(tmp_path).translator("ru")
    assert russian.render(message_n("%(num)s card", "%(num)s cards", count)) == text


def test_contexts_and_parameters_are_rendered(tmp_path: Path) -> None:
    write_catalog(tmp_path, "ru", CARDS)
    russian = Catalogs.load(tmp_path).translator("ru")
    assert russian.render(message_c("button", "Open")) == "Открыть"
    assert russian.render(message("Open")) == "Open"
    assert russian.render(message("Hello, %(name)s!", name="Ия")) == "Здравствуйте, Ия!"
    counted = message_nc("table", "%(num)s row", "%(num)s rows", 3)
    assert russian.render(counted) == "3 rows"


def test_numbers_and_messages_as_parameters_are_written_in_the_language(tmp_path: Path) -> None:
    write_catalog(tmp_path, "fr", 'msgid "points"\nmsgstr "points (fr)"\n')
    french = Catalogs.load(tmp_path).translator("fr")
    text = french.render(message("%(n)s %(what)s", n=-1.5, what=message("points")))
    assert text == "−1,5 points (fr)"


def test_a_text_without_parameters_keeps_its_percent_sign(tmp_path: Path) -> None:
    english = Catalogs.load(tmp_path).translator("en")
    assert english.render(Message("50 % of all")) == "50 % of all"


def test_the_empty_text_is_not_the_header(tmp_path: Path) -> None:
    write_catalog(tmp_path, "ru", CARDS)
    assert Catalogs.load(tmp_path).translator("ru").gettext("") == ""


def test_a_broken_catalog_is_logged_and_shown_in_english(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = write_catalog(tmp_path, "ru", CARDS)
    path.write_text(path.read_text(encoding="utf-8") + "\nmsgbroken here\n", encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        russian = Catalogs.load(tmp_path).translator("ru")
    assert russian.gettext("Open") == "Open"
    assert str(russian.locale) == "ru"
    assert str(path) in caplog.text


@pytest.mark.parametrize("garbage", [b"\xff\xfe\x00", b'msgid "a', b'msgstr[x] "b"\n', b""])
def test_garbage_never_stops_the_site(tmp_path: Path, garbage: bytes) -> None:
    path = write_catalog(tmp_path, "ru", CARDS)
    path.write_bytes(garbage)
    assert Catalogs.load(tmp_path).translator("ru").gettext("Play") == "Play"


def test_a_broken_plural_rule_never_stops_the_site(tmp_path: Path) -> None:
    path = write_catalog(tmp_path, "ru", CARDS)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("n%10==1", "n %%% import os"), encoding="utf-8")
    assert Catalogs.load(tmp_path).translator("ru").gettext("Play") == "Play"


def test_a_folder_of_an_unknown_language_is_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_catalog(tmp_path, "qq", "", language="qq_QQ")
    with caplog.at_level(logging.WARNING):
        assert Catalogs.load(tmp_path).languages == ("en",)
    assert "qq_QQ" in caplog.text
    with pytest.raises(CatalogError):
        load_translator(tmp_path / "qq")


@pytest.mark.parametrize("bad", ["%(nom)s !", "%(name)d", "100 % %(name)s", "%(name"])
def test_a_translation_with_a_wrong_placeholder_falls_back_to_english(
    tmp_path: Path, bad: str
) -> None:
    write_catalog(tmp_path, "fr", f'msgid "Hello, %(name)s!"\nmsgstr "{bad}"\n')
    french = Catalogs.load(tmp_path).translator("fr")
    assert french.render(message("Hello, %(name)s!", name="Zoé")) == "Hello, Zoé!"


def test_a_percent_sign_that_the_source_lacks_falls_back_to_english(tmp_path: Path) -> None:
    body = 'msgid "Share"\nmsgstr "Part en %"\n\nmsgid "Half, 50 % of"\nmsgstr "50 % de"\n'
    write_catalog(tmp_path, "fr", body)
    french = Catalogs.load(tmp_path).translator("fr")
    assert french.gettext("Share") == "Share"
    assert french.gettext("Half, 50 % of") == "50 % de"


def test_a_plural_with_a_missing_form_falls_back_to_english(tmp_path: Path) -> None:
    body = 'msgid "%(num)s a"\nmsgid_plural "%(num)s as"\nmsgstr[0] "%(num)s x"\nmsgstr[1] ""\n'
    write_catalog(tmp_path, "fr", body)
    french = Catalogs.load(tmp_path).translator("fr")
    assert [french.ngettext("%(num)s a", "%(num)s as", n) for n in (1, 2)] == [
        "%(num)s a",
        "%(num)s as",
    ]


def test_a_fuzzy_entry_is_not_shown(tmp_path: Path) -> None:
    write_catalog(tmp_path, "fr", '#, fuzzy\nmsgid "Play"\nmsgstr "Jeu"\n')
    assert Catalogs.load(tmp_path).translator("fr").gettext("Play") == "Play"


def test_messages_are_values() -> None:
    one = message("Hello, %(name)s!", name="A")
    assert one == message("Hello, %(name)s!", name="A")
    assert one != message("Hello, %(name)s!", name="B")
    assert len({one, message("Hello, %(name)s!", name="A")}) == 1
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(ValueError, match="belong together"):
        Message("card", plural="cards")


def test_thirty_two_threads_in_six_languages_never_mix(tmp_path: Path) -> None:
    codes = ("en", "ru", "fr", "pt", "es", "it")
    for code in codes[1:]:
        write_catalog(tmp_path, code, f'msgid "word"\nmsgstr "{code}-word"\n')
    catalogs = Catalogs.load(tmp_path)

    def read(index: int) -> bool:
        code = codes[index % len(codes)]
        wanted = "word" if code == "en" else f"{code}-word"
        translator = catalogs.translator(code)
        return all(translator.render(message("word")) == wanted for _ in range(300))

    with ThreadPoolExecutor(32) as pool:
        assert all(pool.map(read, range(96)))
