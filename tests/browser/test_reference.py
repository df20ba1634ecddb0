"""The pages to look things up in: clean, narrow, dark, right to left of paper, one sheet long."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.axe import faults, looks, sideways_scroll
from tests.browser.conftest import Visit
from tests.browser.test_home import LANGUAGES

pytestmark = looks
PATHS = (
    "/rules/",
    "/rules/quick-start?rules=classic",
    "/rules/questions",
    "/rules/glossary",
    "/rules/sheet/official",
    "/rules/origins",
    "/teachers/",
    "/teachers/ordinary-turn",
    "/teachers/tactics",
)
A4 = {"width": 210, "height": 297}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_clean_on_a_small_phone(visit: Visit, language: str) -> None:
    page = visit(f"/{language}{PATHS[0]}", width=320, height=640)
    for path in PATHS:
        page.goto(f"/{language}{path}")
        assert faults(page) == [], path
        assert sideways_scroll(page) <= 0, path


@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_clean_in_the_dark(visit: Visit, path: str) -> None:
    assert faults(visit(f"/en{path}", dark=True)) == []


def pages_of(page: Page, tmp_path: Path) -> int:
    """How many sheets the page prints on; paper size and margins are its own."""
    file = tmp_path / "page.pdf"
    page.pdf(path=file, prefer_css_page_size=True, format="A4")
    counts = re.findall(rb"/Type\s*/Pages\b[^>]*?/Count\s+(\d+)", file.read_bytes())
    counts += re.findall(rb"/Count\s+(\d+)[^>]*?/Type\s*/Pages\b", file.read_bytes())
    return max(map(int, counts))


@pytest.mark.parametrize("rules", ["official", "classic"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_sheet_prints_on_one_page(
    visit: Visit, tmp_path: Path, language: str, rules: str
) -> None:
    page = visit(f"/{language}/rules/sheet/{rules}")
    assert pages_of(page, tmp_path) == 1
    # The paper is used: a reader at the table needs no magnifying glass.
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    sizes = page.locator(".box p").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 14


def test_a_text_that_is_far_too_long_would_be_noticed(visit: Visit, tmp_path: Path) -> None:
    page = visit("/en/rules/sheet/official")
    page.evaluate("""
        const box = document.querySelector(".box");
        for (let i = 0; i < 12; i++) box.after(box.cloneNode(true));
    """)
    assert pages_of(page, tmp_path) > 1


@pytest.mark.parametrize("guide", ["goal-and-deck", "ordinary-turn", "tactics"])
def test_a_teachers_page_prints_on_two_sheets_at_most(
    visit: Visit, tmp_path: Path, guide: str
) -> None:
    for language in ("en", "ru"):
        assert pages_of(visit(f"/{language}/teachers/{guide}"), tmp_path) <= 2


def test_what_is_only_for_the_screen_is_not_printed(visit: Visit) -> None:
    page = visit("/en/rules/sheet/official")
    page.emulate_media(media="print")
    for selector in (".top", ".foot", ".way", ".rules-choice"):
        assert not page.locator(selector).is_visible()
    assert page.locator(".sheet").is_visible()


def test_a_link_to_a_term_shows_where_it_is(visit: Visit) -> None:
    page = visit("/en/rules/glossary#stock")
    assert page.locator("#stock:target").count() == 1
