"""The pages to look things up in: all there, linked, anchored, by the rules asked for."""

from __future__ import annotations

import re

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient

from tests.web.conftest import LANGUAGES
from trainer.lessons.course import course
from trainer.lessons.reference import library

PATHS = (
    "/rules/",
    "/rules/quick-start",
    "/rules/quick-start?rules=classic",
    "/rules/questions",
    "/rules/glossary",
    "/rules/sheet/official",
    "/rules/sheet/classic",
    "/rules/origins",
    "/teachers/",
    *(f"/teachers/{name}" for name in library.GUIDES),
)
LARGEST = 60_000


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_there_in_every_language(
    client: FlaskClient, path: str, language: str
) -> None:
    page = client.get(f"/{language}{path}", headers={"Accept-Encoding": "gzip"})
    assert page.status_code == 200
    assert len(page.data) < LARGEST
    assert page.headers["Content-Language"].startswith(language)


@pytest.mark.parametrize("path", PATHS)
def test_every_page_has_one_main_heading_and_no_card_left_undrawn(
    client: FlaskClient, path: str
) -> None:
    text = client.get(f"/en{path}").text
    assert len(re.findall(r"<h1[ >]", text)) == 1
    body = text[text.index("<main") :]
    assert not re.search(r"\{[RYGB]\d", body)
    assert "%(" not in body


@pytest.mark.parametrize("path", PATHS)
def test_no_link_or_anchor_leads_nowhere(client: FlaskClient, path: str) -> None:
    text = client.get(f"/en{path}").text
    names = re.findall(r'\bid="([^"]+)"', text)
    assert len(names) == len(set(names))
    main = text[text.index("<main") : text.index("</main>")]
    for link in sorted(set(re.findall(r'<a [^>]*href="([^"]+)"', main))):
        if link.startswith("#"):
            assert link[1:] in names
        else:
            assert client.get(link.replace("&amp;", "&")).status_code in (200, 302, 303)


def test_the_two_rule_profiles_have_quick_starts_of_their_own(client: FlaskClient) -> None:
    official = client.get("/en/rules/quick-start").text
    classic = client.get("/en/rules/quick-start?rules=classic").text
    assert "three cards at most" in official
    assert "Elevens go first" not in official
    assert "Draw one card from the stock." in classic
    assert "Elevens go first" in classic
    client.set_cookie("rules", "classic")
    assert "Elevens go first" in client.get("/en/rules/quick-start").text


@pytest.mark.parametrize(
    "path",
    ["/rules/sheet/house", "/rules/quick-start?rules=house", "/teachers/nobody", "/rules/nothing"],
)
def test_what_does_not_exist_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(f"/en{path}").status_code == 404


def test_what_is_our_agreement_is_marked_so(client: FlaskClient) -> None:
    text = client.get("/en/rules/origins").text
    for option in library.origins().options:
        if option.note:
            after = text[text.index(option.title) :]
            assert "Our agreement:" in after[: after.index("</li>")]


def test_each_term_has_its_anchor(client: FlaskClient) -> None:
    text = client.get("/en/rules/glossary").text
    for term in library.glossary().terms:
        assert f'id="{term.id}"' in text


def test_a_lesson_step_links_the_terms_that_it_brings_in(app: Flask) -> None:
    line = '{% from "macros/terms.html" import new_terms_line %}{{ new_terms_line(chapter, step) }}'
    found = {}
    with app.test_request_context("/en/"):
        for chapter in course():
            for step in chapter:
                html = render_template_string(line, chapter=chapter.id, step=step.id)
                for name in re.findall(r'/en/rules/glossary#([\w-]+)"', html):
                    assert name not in found
                    found[name] = step.id
    assert {"card", "row", "hand", "stock", "fit", "penalty"} <= set(found)


def test_a_term_can_be_linked_by_name(app: Flask) -> None:
    with app.test_request_context("/en/"):
        html = render_template_string(
            '{% from "macros/terms.html" import term %}{{ term("stock") }}'
        )
    assert html == '<a class="term" href="/en/rules/glossary#stock">stock</a>'


def test_a_picture_says_in_words_what_it_shows(client: FlaskClient) -> None:
    text = client.get("/en/rules/questions").text
    question = text[text.index('id="skip-number"') :]
    question = question[: question.index("</article>")]
    assert "Blue. Laid: 11 to 12. Next: 10 or 13." in question
    assert "The blue 14 does not fit yet" in question


def test_pages_that_help_are_linked_from_every_page(client: FlaskClient) -> None:
    home = client.get("/en/").text
    for path in ("/en/practice/", "/en/rules/", "/en/rules/quick-start", "/en/teachers/"):
        assert f'href="{path}"' in home
