"""What is found in code, templates and content, and in which order."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from hypothesis import given
from hypothesis import strategies as st

from tests.i18n.conftest import REPOSITORY
from trainer.i18n.content import content_texts, has_words
from trainer.i18n.extraction import (
    ExtractionError,
    SourceTree,
    extract_messages,
    unmarked_messages,
)


def extracted(root: Path, **files: str) -> Catalog:
    """Extract from a tree with these texts as its code, page, lesson or puzzle."""
    places = {
        "code": "trainer/code.py",
        "page": "templates/page.html",
        "lesson": "trainer/lessons/content/lesson.toml",
        "puzzle": "puzzles/puzzle.toml",
    }
    for name, text in files.items():
        path = root / places[name]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return extract_messages(SourceTree(root))


def ids(catalog: Catalog) -> list[object]:
    return [(entry.context, entry.id) if entry.context else entry.id for entry in catalog][1:]


def test_every_marker_is_found_in_code(tmp_path: Path) -> None:
    catalog = extracted(
        tmp_path,
        code=(
            'a = message("outer %(w)s", w=message("inner"))\n'
            'b = message_n("%(num)s " "card", "%(num)s cards", len(x))\n'
            'c = message_c("button", "Open")\n'
            'd = message_nc("row", "%(num)s one", "%(num)s many", 2)\n'
        ),
    )
    assert ids(catalog) == [
        "outer %(w)s",
        "inner",
        ("%(num)s card", "%(num)s cards"),
        ("button", "Open"),
        ("row", ("%(num)s one", "%(num)s many")),
    ]


def test_templates_are_read_with_blocks_calls_and_comments(tmp_path: Path) -> None:
    catalog = extracted(
        tmp_path,
        page=(
            "{# Translators: a heading #}\n<h1>{{ _('Cards') }}</h1>\n"
            "{% trans n=3 %}\n  one <b>row</b>\n{% pluralize %}\n  %{{ n }} rows\n{% endtrans %}\n"
            "{{ pgettext('button', 'Open') }} {{ npgettext('x', '%(num)s a', '%(num)s b', 2) }}\n"
        ),
    )
    assert ids(catalog)[0] == "Cards"
    assert catalog["Cards"].auto_comments == ["a heading"]
    assert ("one <b>row</b>", "%%%(n)s rows") in ids(catalog)
    assert ("button", "Open") in ids(catalog)
    assert ("x", ("%(num)s a", "%(num)s b")) in ids(catalog)


def test_a_template_with_a_syntax_error_is_an_error_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(ExtractionError) as caught:
        extracted(tmp_path, page="{{ _('Cards') }}\n{% if %}")
    assert (caught.value.place, caught.value.line) == ("templates/page.html", 2)


@pytest.mark.parametrize(
    "code",
    [
        "message(text)",
        'message(f"{n} cards")',
        'message_n("one", many, 3)',
        'message_c(context, "Open")',
        'message("a" + "b")',
        'Message("A sentence")',
    ],
)
def test_a_marker_without_literals_is_an_error(tmp_path: Path, code: str) -> None:
    assert [line for line, _fault in unmarked_messages(f"\n{code}")] == [2]
    with pytest.raises(ExtractionError, match=r"trainer/code\.py:1"):
        extracted(tmp_path, code=code)


def test_a_text_from_a_content_file_may_be_made_a_message() -> None:
    assert list(unmarked_messages("Message(step.text)\nself.message(text)")) == []


LESSON = """
id = "start"
title = "The first row"
summary = ["You know rows.", "{B10}"]

[[steps]]
id = "lay"
text = ["Lay {B10}.", '''
Two lines.

And more.''']
answers = ["draw", "B10"]
fact = "none"
[[steps.replies]]
cards = "R9"
reply = "Red is closed."
[[steps.choices]]
id = "left"
label = "The left neighbour"
[steps.labels]
one = "First"
two = "Second"
"""


def test_texts_of_lessons_are_found_and_nothing_else(tmp_path: Path) -> None:
    catalog = extracted(tmp_path, lesson=LESSON)
    assert ids(catalog) == [
        "The first row",
        "You know rows.",
        "Lay {B10}.",
        "Two lines.\n\nAnd more.",
        "Red is closed.",
        "The left neighbour",
        "First",
        "Second",
    ]
    place = "trainer/lessons/content/lesson.toml"
    entry = catalog["Red is closed."]
    assert entry.locations == [(place, 16)]
    assert entry.auto_comments == [f"{place}, steps[lay].replies[0].reply"]


def test_a_content_file_that_is_no_toml_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ExtractionError, match="lesson"):
        extracted(tmp_path, lesson="title = ")


@pytest.mark.parametrize(
    ("text", "words"),
    [("{B10}", False), ("{B10}, {R9}", False), ("11", False), ("B10,B12", False), ("Red", True)],
)
def test_a_value_without_words_is_no_text(text: str, words: bool) -> None:
    assert has_words(text) is words


@given(st.permutations(["code", "page", "lesson", "puzzle"]))
def test_the_order_does_not_depend_on_the_file_system(
    tmp_path_factory: pytest.TempPathFactory, order: list[str]
) -> None:
    texts = {
        "code": 'x = message("In code")',
        "page": "{{ _('On a page') }}",
        "lesson": 'title = "In a lesson"',
        "puzzle": 'title = "In a puzzle"',
    }
    root = tmp_path_factory.mktemp("tree")
    catalog = extracted(root, **{name: texts[name] for name in order})
    assert ids(catalog) == ["In a lesson", "In a puzzle", "On a page", "In code"]


def test_the_repositorys_own_sources_can_be_read() -> None:
    assert len(extract_messages(SourceTree(REPOSITORY))) > 0


def test_content_files_of_the_repository_hold_texts_under_known_keys_only() -> None:
    # A sentence under a key that the extraction does not know would stay English for ever.
    for path in SourceTree(REPOSITORY).content_files():
        for place, value in _strings(path):
            looks_like_a_sentence = value.endswith((".", "!", "?", "…")) and " " in value
            assert not looks_like_a_sentence, f"{path.name}: {place} is never translated"


def _strings(path: Path) -> list[tuple[str, str]]:
    extracted_texts = {text for _place, text in content_texts(path)}
    found: list[tuple[str, str]] = []

    def walk(value: object, place: str) -> None:
        if isinstance(value, dict):
            for key, below in value.items():
                walk(below, f"{place}.{key}")
        elif isinstance(value, list):
            for below in value:
                walk(below, place)
        elif isinstance(value, str) and value not in extracted_texts:
            found.append((place, value))

    walk(tomllib.loads(path.read_text(encoding="utf-8")), "")
    return found
