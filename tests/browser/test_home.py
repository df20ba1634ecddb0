"""The home page in a real browser: the blue example by tap, key and typed text."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, sideways_scroll
from tests.browser.conftest import Visit
from tests.browser.pressing import click, follow, press, undo

LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")


def laid_in_blue(page: Page) -> list[str]:
    return page.locator("[data-track=B] .place .card-number").all_inner_texts()


def query(page: Page) -> str:
    found: str = page.evaluate("location.search")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("order", [("B12", "B10"), ("B10", "B12")])
def test_either_order_is_the_best_turn_in_every_language(
    visit: Visit, language: str, order: tuple[str, ...]
) -> None:
    page = visit(f"/{language}/")
    press(page, *order)
    assert laid_in_blue(page) == ["10", "11", "12"]
    page.locator(".primary").click()
    expect(page.locator("#verdict .result.best")).to_be_visible()
    expect(page.locator("[data-card=R9]")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#verdict .value").first).to_have_text("−9")


def test_a_card_of_a_closed_row_is_refused_with_the_rule(visit: Visit) -> None:
    page = visit("/en/")
    press(page, "R9")
    live = page.locator("[data-live]")
    expect(live).to_contain_text("red 9")
    expect(live).to_contain_text("This row is not open yet: its 11 must be laid first.")
    assert page.locator("[data-track=R] .place .card-number").count() == 0


def test_undo_takes_back_the_last_card_and_says_so(visit: Visit) -> None:
    page = visit("/en/")
    press(page, "B12", "B10")
    page.locator("[data-undo]").click()
    assert laid_in_blue(page) == ["11", "12"]
    expect(page.locator("[data-live]")).to_contain_text("Back in your hand.")
    press(page, "B12")
    assert laid_in_blue(page) == ["11"]


def test_the_row_says_in_words_what_it_shows(visit: Visit) -> None:
    page = visit("/en/")
    sentence = page.locator("[data-track=B] [data-sentence]")
    expect(sentence).to_have_text("Laid: 11. Next: 10 or 12.")
    press(page, "B12")
    expect(sentence).to_have_text("Laid: 11 to 12. Next: 10 or 13.")


def test_the_keyboard_alone_lays_and_takes_back(visit: Visit) -> None:
    page = visit("/en/")
    page.locator("[data-card=R9]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert laid_in_blue(page) == ["10", "11", "12"]
    page.keyboard.press("u")
    page.keyboard.press("Backspace")
    assert laid_in_blue(page) == ["11"]


@pytest.mark.parametrize("text", ["B10,B12", "b12 b10", "12, 10"])
def test_a_turn_can_be_typed(visit: Visit, text: str) -> None:
    page = visit("/en/")
    page.locator("[name=typed]").fill(text)
    page.keyboard.press("Enter")
    assert laid_in_blue(page) == ["10", "11", "12"]


def test_typed_letters_may_be_those_on_the_cards(visit: Visit) -> None:
    page = visit("/en/")
    label = page.locator("[data-card=B10] .card-band").inner_text()
    for address in ("/ru/", "/pt/"):
        page = visit(address)
        label = page.locator("[data-card=B10] .card-band").inner_text().strip()
        page.locator("[name=typed]").fill(f"{label}10")
        page.keyboard.press("Enter")
        assert laid_in_blue(page) == ["10", "11"]


def test_text_that_is_no_card_is_answered_and_kept(visit: Visit) -> None:
    page = visit("/en/")
    page.locator("[name=typed]").fill("blau")
    page.keyboard.press("Enter")
    expect(page.locator("[data-live]")).to_contain_text("Type a card")
    expect(page.locator("[name=typed]")).to_have_value("blau")


def test_reload_and_language_switch_keep_what_is_on_the_table(visit: Visit) -> None:
    page = visit("/en/")
    press(page, "B12")
    assert query(page) == "?laid=B12"
    page.reload()
    assert laid_in_blue(page) == ["11", "12"]
    page.locator("[data-menu] summary").click()
    follow(page.locator("[data-language] [value=fr]"))
    assert page.url.endswith("/fr/?laid=B12")
    assert laid_in_blue(page) == ["11", "12"]
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_going_back_finds_the_table_as_it_was_left(visit: Visit) -> None:
    page = visit("/en/")
    press(page, "B10")
    page.goto("/ru/")
    page.go_back()
    assert laid_in_blue(page) == ["10", "11"]


def test_a_change_of_the_table_clears_the_old_verdict(visit: Visit) -> None:
    page = visit("/en/")
    press(page, "B12")
    page.locator(".primary").click()
    expect(page.locator("#verdict .result.mistake")).to_be_visible()
    press(page, "B10")
    expect(page.locator("#verdict .result")).to_have_count(0)


def test_a_lost_connection_says_so_and_loses_nothing(visit: Visit) -> None:
    page = visit("/en/")
    press(page, "B12", "B10")
    page.context.set_offline(True)
    page.locator(".primary").click()
    expect(page.locator("#lost")).to_be_visible()
    assert laid_in_blue(page) == ["10", "11", "12"]
    page.context.set_offline(False)
    page.locator("[data-retry]").click()
    expect(page.locator("#verdict .result.best")).to_be_visible()
    expect(page.locator("#lost")).to_be_hidden()


def test_it_all_works_without_scripts(visit: Visit) -> None:
    page = visit("/ru/", scripts=False)
    press(page, "R9")
    expect(page.locator("[data-live].refusal")).to_be_visible()
    press(page, "B12", "B10")
    assert laid_in_blue(page) == ["10", "11", "12"]
    undo(page)
    assert laid_in_blue(page) == ["11", "12"]
    page.locator("[name=typed]").fill("10")
    click(page.locator("[data-typed] button"))
    assert laid_in_blue(page) == ["10", "11", "12"]
    click(page.locator(".primary"))
    expect(page.locator(".result.best")).to_be_visible()
    page.locator("[data-menu] summary").click()
    follow(page.locator("[data-language] [value=it]"))
    assert re.search(r"/it/\?", page.url)
    assert laid_in_blue(page) == ["10", "11", "12"]


@pytest.mark.parametrize("width", [320, 390, 700, 1120])
def test_the_page_never_scrolls_sideways(visit: Visit, width: int) -> None:
    page = visit("/ru/", width=width)
    press(page, "B12")
    page.locator(".primary").click()
    expect(page.locator("#verdict .result")).to_be_visible()
    assert sideways_scroll(page) <= 0


@pytest.mark.parametrize("scripts", [True, False])
def test_a_narrow_table_opens_at_what_is_laid(visit: Visit, scripts: bool) -> None:
    page = visit("/en/", width=360, scripts=scripts)
    eleven = page.locator("[data-place=B11]")
    expect(eleven).to_be_in_viewport(ratio=1)
    label = page.locator("[data-track=B] .track-name")
    expect(label).to_be_in_viewport(ratio=1)


def test_the_focused_card_is_never_under_the_action_bar(visit: Visit) -> None:
    page = visit("/en/", width=320, height=480)
    for _ in range(30):
        page.keyboard.press("Tab")
        covered = page.evaluate(
            """() => {
              const on = document.activeElement;
              if (!on.matches("[data-card], [name=typed]")) return false;
              const box = on.getBoundingClientRect();
              const top = document.elementFromPoint(box.x + box.width / 2, box.bottom - 4);
              return !on.contains(top);
            }"""
        )
        assert not covered


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "dark"), [(320, True), (1120, False)])
def test_axe_finds_nothing_on_the_home_page(
    visit: Visit, language: str, width: int, dark: bool
) -> None:
    page = visit(f"/{language}/", width=width, dark=dark)
    assert faults(page) == []
    press(page, "R9", "B12")
    page.locator(".primary").click()
    expect(page.locator("#verdict .result")).to_be_visible()
    assert faults(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_on_an_error_page(visit: Visit, language: str) -> None:
    page = visit(f"/{language}/no-such-page", width=390)
    expect(page.locator("h1")).to_be_visible()
    assert faults(page) == []


def test_the_action_bar_stays_in_view_on_a_phone(visit: Visit) -> None:
    page = visit("/en/", width=360, height=640)
    page.locator("[data-track=R]").scroll_into_view_if_needed()
    for name in ("[data-undo]", ".primary"):
        expect(page.locator(name)).to_be_in_viewport(ratio=1)
    page.locator("[data-typed] button").scroll_into_view_if_needed()
    expect(page.locator("[data-typed] button")).to_be_in_viewport(ratio=1)
