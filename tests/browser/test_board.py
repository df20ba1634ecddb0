"""The script of the board: the same rules as the server's, one answer for one submit."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from trainer.puzzles.bank import load
from trainer.puzzles.schema import Goal
from trainer.rules import Colour, Profile, Table
from trainer.rules.notation import parse_table
from trainer.web.laying import read_laying

TABLES = (
    ("-/-/-/11", "official"),
    ("1-20/5-11/-/2-20", "official"),
    ("9-13/11-19/11/-", "classic"),
    ("-/5/1-6/4-10", "classic+max10"),
    ("11/-/10-15/11-12", "official+max15"),
    ("12/-/10-13/9-10", "official+start=12/10/11/10"),
    ("-/11-14/10-11/-", "official+colours3"),
)
REFUSALS = """async ([address, known, hand, cards]) => {
  const { Laying } = await import(address);
  const laying = new Laying(known, hand);
  return cards.map((card) => laying.refusal(card));
}"""
LAID = """async ([address, known, hand, wanted]) => {
  const { Laying } = await import(address);
  return wanted.map((cards) => {
    const laying = new Laying(known, hand);
    laying.add(cards);
    return laying.laid.join(",");
  });
}"""


def script_address(page: Page) -> str:
    found: str = page.evaluate("document.querySelector('script[type=module]').src")
    return found.replace("site.js", "laying.js")


def known(table: Table) -> dict[str, Any]:
    colours = [colour for colour in Colour if colour < table.profile.colours]
    return {
        "mode": "lay",
        "rows": {colour.letter: table.rows[colour] for colour in colours},
        "starts": {card.colour.letter: card.number for card in table.profile.start_cards},
        "highest": table.profile.highest,
        "laid": [],
        "labels": {},
    }


@pytest.mark.parametrize(("text", "profile"), TABLES)
def test_script_and_server_refuse_the_same_cards_for_the_same_reason(
    visit: Visit, text: str, profile: str
) -> None:
    page = visit("/en/")
    table = parse_table(text, Profile.parse(profile))
    deck = sorted(table.profile.deck)
    hand = [card for card in deck if card not in table.cards and card.number % 3]
    expected = [read_laying(table, frozenset(hand), str(card)).refusal for card in deck]
    arguments = [script_address(page), known(table), list(map(str, hand)), list(map(str, deck))]
    assert page.evaluate(REFUSALS, arguments) == expected


@pytest.mark.parametrize(("text", "profile"), TABLES)
def test_script_and_server_lay_the_same_cards_in_the_same_order(
    visit: Visit, text: str, profile: str
) -> None:
    page = visit("/en/")
    table = parse_table(text, Profile.parse(profile))
    hand = sorted(table.profile.deck - table.cards)
    near = [card for card in hand if abs(card.number - 11) < 5]
    wanted = [list(map(str, pair)) for pair in product(near, near)]
    expected = [read_laying(table, frozenset(hand), ",".join(pair)).text for pair in wanted]
    arguments = [script_address(page), known(table), list(map(str, hand)), wanted]
    assert page.evaluate(LAID, arguments) == expected


def test_a_card_can_be_laid_and_taken_back_on_the_table_itself(visit: Visit) -> None:
    page = visit("/en/")
    page.locator("[data-place=B12]").click()
    expect(page.locator("[data-card=B12]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-place=B12]").click()
    expect(page.locator("[data-card=B12]")).to_have_attribute("aria-pressed", "false")


def test_a_laid_card_flies_to_its_place_and_leaves_nothing_behind(visit: Visit) -> None:
    page = visit("/en/", motion=True)
    page.locator("[data-card=B12]").click()
    expect(page.locator(".flying")).to_have_count(0)
    expect(page.locator("[data-place=B12] .card")).to_be_visible()


def test_a_double_submit_is_sent_once(visit: Visit) -> None:
    page = visit("/en/?laid=B10")
    asked: list[str] = []

    def slowly(route: Route) -> None:
        asked.append(route.request.url)
        page.wait_for_timeout(200)
        route.continue_()

    page.route("**/en/?*check=1*", slowly)
    page.evaluate("for (const _ of 'abc') document.querySelector('.primary').click()")
    expect(page.locator("#verdict .result")).to_be_visible()
    assert len(asked) == 1


def test_the_verdict_gets_the_focus_so_that_it_is_read(visit: Visit) -> None:
    page = visit("/en/?laid=B10")
    page.locator(".primary").press("Enter")
    expect(page.locator("#verdict h2")).to_be_focused()


def test_a_form_from_an_earlier_visit_is_sent_again_by_itself(visit: Visit) -> None:
    example = next(one for one in load().puzzles if one.goal is Goal.BEST)
    page = visit(f"/en/puzzles/{example.id}")
    page.locator("[data-card=B12]").click()
    page.context.clear_cookies()
    page.locator("[data-fragment] .primary").click()
    expect(page.locator(".result").first).to_be_visible()
    expect(page.locator("[role=alert].bad")).to_have_count(0)


def test_the_language_menu_closes_by_escape_and_gives_the_focus_back(visit: Visit) -> None:
    page = visit("/en/")
    page.locator("[data-menu] summary").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator("[data-language]")).to_be_hidden()
    expect(page.locator("[data-menu] summary")).to_be_focused()


def test_the_first_tab_stop_leads_past_the_header(visit: Visit) -> None:
    page = visit("/en/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_every_control_of_the_board_is_large_enough_for_a_thumb(visit: Visit) -> None:
    page = visit("/en/", width=320)
    for control in page.locator(".play button, .play input:not([type=hidden]), header a").all():
        box = control.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, control.evaluate("one => one.outerHTML")
