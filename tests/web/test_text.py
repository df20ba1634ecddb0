"""Content texts in pages: drawn cards, emphasis, and nothing else."""

from __future__ import annotations

import pytest
from flask import Flask

from trainer.i18n.messages import message
from trainer.web.text import number, paragraphs, percent, rich, signed


@pytest.mark.usefixtures("in_english")
def test_a_card_in_a_text_is_drawn_with_its_full_name() -> None:
    html = rich("Lay {B10} now.")
    assert '<span class="vh">blue 10</span>' in html
    assert "{B10}" not in html
    assert html.startswith("Lay ")
    assert html.endswith(" now.")


@pytest.mark.usefixtures("in_english")
def test_emphasis_is_marked_and_all_else_escaped() -> None:
    assert rich("*not* <b>&") == "<em>not</em> &lt;b&gt;&amp;"


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize("text", ["{B21}", "{X1}", "{B0}", "{}", "2 * 3", "*"])
def test_what_only_looks_like_markup_stays(text: str) -> None:
    assert rich(text) == text


@pytest.mark.usefixtures("in_english")
def test_empty_lines_part_paragraphs() -> None:
    assert paragraphs("One.\n\nTwo\nlines.") == "<p>One.</p><p>Two\nlines.</p>"


def test_a_message_is_translated_and_its_values_escaped(app: Flask) -> None:
    with app.test_request_context("/en/"):
        assert rich(message("Laid: %(number)s.", number="<i>")) == "Laid: &lt;i&gt;."


def test_numbers_are_written_as_the_language_does(app: Flask) -> None:
    with app.test_request_context("/fr/"):
        assert number(-1.5) == "−1,5"
        assert percent(0.25).startswith("25")
    with app.test_request_context("/en/"):
        assert (number(-9), signed(5), signed(-5.5, 1)) == ("−9", "+5", "−5.5")
