"""Results of a class in a real browser: every language, a phone, the keyboard, paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, sideways_scroll
from tests.browser.conftest import Visit
from tests.browser.pressing import follow
from tests.browser.test_accounts import sign_up

LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")


def results(visit: Visit, language: str = "en", **wishes: object) -> Page:
    """The results of a new teacher's demo class."""
    page = visit(f"/{language}/", **wishes)
    sign_up(page, language)
    token = page.locator('input[name="csrf_token"]').first.get_attribute("value") or ""
    made = page.request.post(f"/{language}/teach/classes/demo", form={"csrf_token": token})
    page.goto(made.url)
    expect(page.locator(".matrix tbody tr")).to_have_count(14)
    return page


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_on_any_page_of_results(visit: Visit, language: str) -> None:
    page = results(visit, language)
    address = page.url
    task = page.locator(".matrix .tasks a").nth(5).get_attribute("href") or ""
    pupil = page.locator(".matrix tbody th a").nth(1).get_attribute("href") or ""
    found = faults(page)
    for path in (f"{address}?show=times", f"{address}/progress", task, pupil):
        page.goto(path)
        found += faults(page)
    assert found == []


def test_axe_finds_nothing_in_the_dark_on_a_phone(visit: Visit) -> None:
    page = results(visit, width=360, dark=True)
    assert faults(page) == []


def test_on_a_phone_the_matrix_scrolls_in_its_frame_and_names_stay(visit: Visit) -> None:
    page = results(visit, width=320, height=640)
    assert sideways_scroll(page) == 0
    frame = page.get_by_role("group", name="How far everybody is")
    frame.focus()
    expect(frame).to_be_focused()
    name = page.locator(".matrix tbody th").first
    head = page.locator(".matrix thead").first
    frame.evaluate("frame => frame.scrollTo(0, 0)")
    before = name.bounding_box(), head.bounding_box()
    frame.evaluate("frame => frame.scrollTo(400, 0)")
    assert frame.evaluate("frame => frame.scrollLeft") == 400
    after = name.bounding_box()
    assert before[0] is not None
    assert after is not None
    assert after["x"] == pytest.approx(before[0]["x"], abs=1)
    frame.evaluate("frame => frame.scrollTo(400, 200)")
    assert before[1] is not None
    assert (head.bounding_box() or {})["y"] == pytest.approx(before[1]["y"], abs=1)
    for link in (".matrix .tasks a", ".matrix tbody th a", ".views a:not([aria-current])"):
        page.goto(page.url)
        follow(page.locator(link).first)
        assert sideways_scroll(page) == 0
        page.go_back()


def test_a_state_is_told_by_its_shape_and_in_words(visit: Visit) -> None:
    page = results(visit)
    shapes = set()
    for cell in page.locator(".matrix tbody td:not(.sum)").all()[:75]:
        shapes.add(cell.locator("svg.state use").get_attribute("href"))
        assert cell.inner_text().strip()
    assert shapes == {"#st-done", "#st-missed", "#st-begun", "#st-open"}
    assert page.locator("symbol#st-done path").count() == 1


def test_the_pages_of_a_class_stand_still_when_one_goes_through_them(visit: Visit) -> None:
    page = results(visit)
    links = page.locator(".room-nav a").evaluate_all("all => all.map(one => one.href)")
    tops = set()
    for link in links:
        page.goto(link)
        tops.add(round((page.locator(".room-nav").bounding_box() or {})["y"]))
    assert len(links) == 6
    assert len(tops) == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_one_set_and_its_minutes_are_chosen_by_a_form(visit: Visit, scripts: bool) -> None:
    page = results(visit, scripts=scripts)
    page.get_by_label("Tasks", exact=True).select_option(label="What is your best turn?")
    page.get_by_label("Show", exact=True).select_option(label="Minutes at each task")
    follow(page.get_by_role("button", name="Show", exact=True))
    expect(page.locator(".matrix .tasks th")).to_have_count(5)
    expect(page.locator("#matrix-title")).to_have_text("Minutes at each task")


def test_the_matrix_is_printed_across_the_sheet_with_whole_names(visit: Visit) -> None:
    page = results(visit)
    page.emulate_media(media="print")
    cut = """cells => cells.filter(cell =>
        cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 1
    ).map(cell => cell.textContent.trim())"""
    page.set_viewport_size({"width": 1047, "height": 718})
    assert page.locator(".matrix tbody th, .matrix thead th").evaluate_all(cut) == []
    assert page.locator(".matrix-frame").evaluate("one => getComputedStyle(one).overflowX") == (
        "visible"
    )
    for hidden in (".room-nav", ".help-now", ".pick"):
        expect(page.locator(hidden).first).to_be_hidden()
    paper = page.pdf(prefer_css_page_size=True).decode("latin-1")
    boxes = set(re.findall(r"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", paper))
    assert {(round(float(wide)), round(float(high))) for wide, high in boxes} == {(842, 595)}
    assert len(re.findall(r"/Type /Page\b", paper)) <= 2


def test_the_demo_class_goes_at_once(visit: Visit) -> None:
    page = results(visit)
    address = page.url
    token = page.locator('.demo-mark input[name="csrf_token"]').get_attribute("value") or ""
    gone = address.replace("/results", "/demo/delete")
    page.request.post(gone, form={"csrf_token": token}, max_redirects=0)
    page.goto(address)
    expect(page.locator("h1")).not_to_have_text("Results")


def test_on_a_screen_that_is_wide_enough_the_page_scrolls_and_the_head_stays(visit: Visit) -> None:
    page = results(visit, width=1366, height=768)
    frame = page.locator(".matrix-frame")
    assert frame.evaluate("frame => frame.scrollHeight - frame.clientHeight") == 0
    assert sideways_scroll(page) == 0
    page.locator(".matrix tbody tr").nth(12).evaluate("row => row.scrollIntoView(false)")
    head = page.locator(".matrix thead").bounding_box()
    assert head is not None
    assert abs(head["y"]) <= 1


def test_on_a_phone_weeks_and_answers_of_a_live_round_fit_the_screen(visit: Visit) -> None:
    page = results(visit, width=320, height=640)
    live = page.locator('a[href*="/live/"][href$="/results"]').get_attribute("href") or ""
    for path in (f"{page.url}/progress", live):
        page.goto(path)
        assert sideways_scroll(page) == 0
        hidden = "frames => frames.map(frame => frame.scrollWidth - frame.clientWidth)"
        assert set(page.locator(".roll-frame").evaluate_all(hidden)) == {0}
    # An answer in words has the whole line.
    assert (page.locator(".live-roll tbody th").first.bounding_box() or {})["width"] > 250
