"""The workshop in a real browser: from the form to a kept puzzle, with and without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import faults, sideways_scroll
from tests.browser.conftest import Visit
from tests.browser.pressing import click, follow, press
from trainer.puzzles.bank import load
from trainer.puzzles.schema import Goal

EXACT = "-/-/-/11 R9,B10,B12 =Y11 75 official"
SAMPLED = "-/-/-/11 R9,B10,B12 3/3/3 67 official"
PUZZLES = load().puzzles
EXAMPLE = next(p for p in PUZZLES if p.line == EXACT)
THREE = next(p for p in PUZZLES if p.line == SAMPLED)
QUESTION = next(p for p in PUZZLES if p.goal is Goal.OUTCOME)
PAGES = (
    "/en/workshop/",
    "/ru/workshop/?hand=XX&low-R=15&other-1=7",
    f"/it/workshop/?line={quote(SAMPLED)}",
    f"/fr/workshop/analysis?line={quote(EXACT)}",
    f"/es/puzzles/{THREE.id}/replay?turn=B10,B12&step=3",
    f"/pt/embed/{THREE.id}?laid=B10,B12&check=1",
    f"/ru/embed/{QUESTION.id}?check=1",
)


def fill(page: Page) -> None:
    page.get_by_label("from").last.fill("11")
    page.get_by_label("to", exact=True).last.fill("11")
    page.get_by_label("Your hand").fill("r9 b10, B12")
    page.get_by_label("Cards").first.fill("Y11")
    follow(page.get_by_role("button", name="Show my position"))


@pytest.mark.parametrize("scripts", [True, False])
def test_from_the_form_to_a_puzzle_that_a_friend_solves(visit: Visit, scripts: bool) -> None:
    page = visit("/en/workshop/", scripts=scripts)
    fill(page)
    expect(page.locator("#position code")).to_have_text(EXACT)
    click(page.get_by_role("button", name="Let the engine weigh every turn"))
    expect(page.locator(".weighed .value")).to_have_text(["−9", "−19", "−21"])
    if scripts:
        expect(page.locator(".weighed h2")).to_be_focused()
    follow(page.get_by_role("button", name="Keep this puzzle"))
    expect(page.get_by_role("heading", name="This puzzle is yours")).to_be_visible()
    friend = visit(page.url, scripts=scripts)
    press(friend, "B12", "B10")
    click(friend.get_by_role("button", name="Check my turn"))
    expect(friend.locator(".result.best")).to_be_visible()
    assert friend.context.cookies() == []
    follow(page.get_by_role("link", name="Withdraw this puzzle"))
    follow(page.get_by_role("button", name="Withdraw it"))
    expect(page.locator("h1")).to_have_text("This puzzle was withdrawn")
    friend.reload()
    expect(friend.locator("h1")).to_have_text("This puzzle was withdrawn")


def test_the_answer_sharpens_by_itself_and_the_reader_stays_where_they_are(visit: Visit) -> None:
    page = visit(f"/en/workshop/analysis?line={quote(SAMPLED)}")
    page.get_by_label("What to look for").select_option("legal")
    page.get_by_label("What to look for").focus()
    expect(page.locator(".weighed")).to_have_attribute("data-round", "3", timeout=30_000)
    expect(page.get_by_label("What to look for")).to_be_focused()
    expect(page.get_by_label("What to look for")).to_have_value("legal")
    expect(page.locator("[data-sharpen]")).to_have_count(0)
    assert page.locator("meter, progress").get_attribute("value") == "3"


def test_without_scripts_a_closer_look_is_a_button(visit: Visit) -> None:
    page = visit(f"/en/workshop/analysis?line={quote(SAMPLED)}", scripts=False)
    click(page.get_by_role("button", name="Look closer"))
    expect(page.locator(".weighed")).to_have_attribute("data-round", "2")
    expect(page.locator(".turns .spread").first).to_be_attached()


def test_a_fault_leads_to_its_field_and_nothing_is_lost(visit: Visit) -> None:
    page = visit("/en/workshop/")
    page.get_by_label("Your hand").fill("R9 XX")
    page.get_by_label("Cards").first.fill("7")
    follow(page.get_by_role("button", name="Show my position"))
    expect(page.locator("#problems")).to_contain_text("“XX” is no card.")
    page.locator("#problems a").first.click()
    expect(page.get_by_label("Your hand")).to_have_value("R9 XX")
    expect(page.get_by_label("Your hand")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Cards").first).to_have_value("7")


@pytest.mark.parametrize("scripts", [True, False])
def test_the_replay_goes_step_by_step(visit: Visit, scripts: bool) -> None:
    page = visit(f"/en/puzzles/{EXAMPLE.id}?laid=B12&check=1", scripts=scripts)
    follow(page.get_by_role("link", name="See how it goes on"))
    expect(page.locator(".side")).to_have_count(2)
    click(page.get_by_role("button", name="Next step"))
    expect(page.locator("#step-said")).to_contain_text("Step 2 of")
    if scripts:
        expect(page.locator(".steps [data-focus]")).to_be_focused()
    expect(page.get_by_role("button", name="To the end")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#best-title ~ .end")).to_contain_text("−9")
    expect(page.locator("#own-title ~ .end")).to_contain_text("−19")
    click(page.get_by_role("button", name="Previous step"))
    expect(page.locator("#step-said")).to_contain_text("Step 1 of")
    page.reload()
    expect(page.locator(".side")).to_have_count(2)


def test_another_deal_is_a_tap_away(visit: Visit) -> None:
    page = visit(f"/en/puzzles/{THREE.id}/replay?turn=B10,B12")
    before = page.locator(".hands").first.inner_text()
    page.get_by_role("button", name="Another deal").click()
    page.wait_for_url(re.compile("seed=1"))
    assert page.locator(".hands").first.inner_text() != before


@pytest.fixture
def club(site: str) -> Iterator[str]:
    """The address of a page of another site, with a puzzle in a frame."""
    tag = f'<iframe src="{site}/en/embed/{EXAMPLE.id}" width="700" height="900"></iframe>'

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f"<!doctype html><title>A club</title>{tag}".encode())

        def log_message(self, *_values: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server, ThreadPoolExecutor(1) as thread:
        thread.submit(server.serve_forever)
        # By another name than the site's own: to the browser these are two sites.
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_frame_works_on_a_page_of_another_site(
    browser: Browser, club: str, scripts: bool
) -> None:
    context = browser.new_context(java_script_enabled=scripts)
    try:
        page = context.new_page()
        page.goto(club)
        frame = page.locator("iframe").element_handle().content_frame()
        assert frame is not None
        press(frame, "B10", "B12")
        click(frame.get_by_role("button", name="Check my turn"))
        expect(frame.locator(".result.best")).to_be_visible()
        assert context.cookies() == []
    finally:
        context.close()


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_and_a_small_phone_shows_it_all(visit: Visit, path: str) -> None:
    for options in ({"width": 320, "height": 640}, {"dark": True}):
        page = visit(path, **options)
        page.wait_for_load_state("networkidle")
        assert faults(page, everything=True) == []
        assert sideways_scroll(page) <= 0
