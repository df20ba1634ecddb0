"""The habits in a real browser: hints, rating, daily across midnight, streak, review, reports."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, sideways_scroll
from tests.browser.conftest import Visit
from tests.browser.pressing import click, follow, follow_by_key, press
from trainer.learners.daily import puzzle_of, suitable
from trainer.puzzles.bank import load
from trainer.puzzles.schema import Goal, Puzzle
from trainer.web import clock

LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")
PUZZLES = load().puzzles
PUZZLE, OTHER = [
    one
    for one in PUZZLES
    if one.goal is Goal.BEST and len(one.turns) < 12 and one.turns[0].turn.cards
][:2]
PAGES = ("puzzles/daily", "puzzles/streak", "puzzles/reviews", "progress/training")


def address(puzzle: Puzzle, language: str = "en") -> str:
    return f"/{language}/puzzles/{puzzle.id}"


def answer(page: Page, puzzle: Puzzle, *, solved: bool) -> None:
    """Answer as a reader does, and wait for what is said to it."""
    if puzzle.question is not None:
        right = puzzle.question.answer
        code = right if solved else next(c for c in puzzle.question.choices if c is not right)
        page.locator(f"[value={code.value}]").check()
    elif puzzle.answer is not None:
        wrong = [str(card) for card in puzzle.position.hand if card not in puzzle.fitting]
        press(page, *(puzzle.answer if solved else wrong))
    else:
        turn = puzzle.turns[0 if solved else -1]
        if turn.turn.cards:
            press(page, *turn.cards)
        else:
            click(page.locator(f"[name=special][value={turn.cards[0]}]"))
    if puzzle.question or puzzle.answer or turn.turn.cards:
        click(page.locator(".play [data-fragment] .primary, .question .primary"))
    expect(page.locator("#result .result")).to_be_visible()


def rated(page: Page) -> int:
    export = page.context.request.get("/en/progress/export").json()
    return len(export.get("rated_answers", []))


def test_hints_appear_in_place_and_whoever_follows_them_solves_it(visit: Visit) -> None:
    page = visit(address(PUZZLE))
    first = PUZZLE.turns[0].cards[0]
    press(page, first)
    for number in (1, 2, 3):
        page.locator("#hints button").click()
        expect(page.locator(".hint-list > li")).to_have_count(number)
        expect(page.locator("#hints-title")).to_be_focused()
    # What was laid is still there, and so are the hints after a reload.
    expect(page.locator(f"[data-card={first}]")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.locator(".hint-list > li")).to_have_count(3)
    page.goto(address(PUZZLE))
    answer(page, PUZZLE, solved=True)
    expect(page.locator(".result.best .notes")).to_contain_text("You had 3 hints")


def test_hints_work_without_scripts_and_keep_what_is_laid(visit: Visit) -> None:
    page = visit(address(PUZZLE), scripts=False)
    first = PUZZLE.turns[0].cards[0]
    press(page, first)
    click(page.locator("#hints button"))
    expect(page.locator(".hint-list > li")).to_have_count(1)
    expect(page.locator(f"[data-card={first}]")).to_have_attribute("aria-pressed", "true")
    click(page.locator("#hints button"))
    expect(page.locator(".hint-list > li")).to_have_count(2)


def test_a_double_click_two_tabs_and_the_back_button_are_rated_once(visit: Visit) -> None:
    page = visit(address(PUZZLE))
    second = visit(address(PUZZLE), beside=page)
    press(page, *PUZZLE.turns[-1].cards)
    page.locator(".play [data-fragment] .primary").dblclick()
    expect(page.locator(".notes")).to_contain_text(re.compile(r"Your rating: 1,\d+ \(−\d+\)"))
    answer(second, PUZZLE, solved=True)
    expect(second.locator(".notes")).to_contain_text("Only your first answer")
    page.go_back()
    page.goto(address(PUZZLE))
    answer(page, PUZZLE, solved=True)
    assert rated(page) == 1


def test_a_rating_can_be_hidden_and_shown_again(visit: Visit) -> None:
    page = visit(address(PUZZLE))
    answer(page, PUZZLE, solved=True)
    page.goto("/en/progress/training")
    expect(page.locator(".figure")).to_be_visible()
    follow(page.get_by_role("button", name="Hide my rating"))
    expect(page.locator(".figure")).to_have_count(0)
    page.goto(address(OTHER))
    expect(page.locator(".kicker")).not_to_contain_text("rating")
    answer(page, OTHER, solved=True)
    expect(page.locator(".result")).not_to_contain_text("rating")
    page.goto("/en/progress/training")
    follow(page.get_by_role("button", name="Show my rating"))
    expect(page.locator(".figure")).to_be_visible()


def test_the_daily_puzzle_changes_at_midnight_in_two_time_zones(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = suitable(PUZZLES)
    # Browsers on two sides of the date line: it is never the same day for both.
    moment = datetime.now(UTC)
    east = visit("/en/puzzles/daily", timezone_id="Pacific/Kiritimati")
    west = visit("/en/puzzles/daily", timezone_id="Pacific/Pago_Pago")
    for page, hours in ((east, 14), (west, -11)):
        day = (moment + timedelta(hours=hours)).date()
        found = puzzle_of(day, ids)
        page.wait_for_selector(f"[data-day='{day.isoformat()}']")
        expect(page.locator("a.primary")).to_have_attribute("href", re.compile(found or "-"))
    assert east.locator("a.primary").get_attribute("href") != west.locator(
        "a.primary"
    ).get_attribute("href")
    # A day later the western browser meets what the eastern one met.
    expected = puzzle_of((moment + timedelta(hours=14)).date(), ids)
    later = moment + timedelta(hours=25)
    monkeypatch.setattr(clock, "now", lambda: later)
    west.context.clear_cookies()
    west.context.add_cookies([{"name": "zone", "value": "-660", "url": west.url}])
    page = west.context.request.get("/en/puzzles/daily").text()
    assert f"/en/puzzles/{expected}?way=daily" in page


def test_a_streak_from_its_beginning_to_its_end(visit: Visit) -> None:
    page = visit("/en/puzzles/streak")
    follow(page.get_by_role("button", name="Begin a streak"))
    for solved in (True, True, False):
        expect(page).to_have_url(re.compile("way=streak"))
        found = re.search(r"/puzzles/(\w{10})", page.url)
        puzzle = load().get(found[1] if found else "")
        assert puzzle is not None
        expect(page.locator("#hints")).to_contain_text("There are no hints in a streak.")
        answer(page, puzzle, solved=solved)
        if solved:
            before = page.url.split("?")[0]
            follow(page.locator(".result [rel=next]"))
            assert page.url.split("?")[0] != before
    expect(page.locator(".notes")).to_contain_text("Solved in a row: 2. Your best so far: 2.")
    follow(page.get_by_role("link", name="To your streaks"))
    expect(page.locator("main")).to_contain_text("Your best streak so far: 2")
    assert rated(page) == 0


def test_a_failed_puzzle_comes_back_for_review(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = visit(address(PUZZLE))
    answer(page, PUZZLE, solved=False)
    expect(page.locator(".notes")).to_contain_text("comes back for review on")
    page.goto("/en/puzzles/reviews")
    expect(page.locator("main")).to_contain_text("Nothing to review today.")
    later = datetime.now(UTC) + timedelta(days=2)
    monkeypatch.setattr(clock, "now", lambda: later)
    page.reload()
    follow(page.get_by_role("link", name="Begin the review"))
    expect(page.locator(".notice")).to_contain_text("A review: you missed this puzzle on")
    answer(page, PUZZLE, solved=True)
    expect(page.locator(".result [rel=next]")).to_contain_text("last review for today")


def test_the_link_is_copied_and_a_fault_reported_by_keyboard(visit: Visit) -> None:
    page = visit(address(PUZZLE))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator(".share [role=status]")).to_have_text("The link has been copied.")
    assert page.evaluate("navigator.clipboard.readText()").endswith(address(PUZZLE))
    page.get_by_role("link", name="Report a fault").focus()
    follow_by_key(page)
    page.locator("[name=kind]").first.focus()
    page.keyboard.press("Space")
    page.locator("textarea").focus()
    page.keyboard.type("Two turns are equal.")
    page.keyboard.press("Tab")
    follow_by_key(page)
    expect(page.locator(".notice.good")).to_contain_text("Thank you.")


def test_the_link_stands_there_without_scripts(visit: Visit) -> None:
    page = visit(address(PUZZLE), scripts=False)
    expect(page.get_by_role("link", name="Link to this puzzle")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the link")).to_have_count(0)
    page.locator(".words summary").click()
    expect(page.locator(".in-words")).to_contain_text("It is your turn.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(visit: Visit, language: str) -> None:
    dark = language in ("es", "ru")
    page = visit(address(PUZZLE, language), width=320 if language != "en" else 1120, dark=dark)
    page.locator("#hints button").click()
    expect(page.locator(".hint-list > li")).to_have_count(1)
    page.locator(".words summary").click()
    assert faults(page) == []
    answer(page, PUZZLE, solved=False)
    assert faults(page) == []
    assert sideways_scroll(page) <= 0
    page.goto(address(OTHER, language))
    answer(page, OTHER, solved=True)
    for path in (*PAGES, f"puzzles/{PUZZLE.id}/fault"):
        page.goto(f"/{language}/{path}")
        assert faults(page) == [], path
        assert sideways_scroll(page) <= 0, path


@pytest.mark.parametrize("month", [9, 11])
def test_the_days_before_fit_a_small_phone_in_months_with_long_names(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, month: int
) -> None:
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, month, 30, 12, tzinfo=UTC))
    # Without scripts the page does not ask once more for the day of this browser.
    page = visit("/en/puzzles/daily", width=320, scripts=False)
    for language in LANGUAGES:
        page.goto(f"/{language}/puzzles/daily")
        assert sideways_scroll(page) <= 0, language


@pytest.mark.parametrize("larger", [False, True])
def test_the_puzzles_tried_fit_a_small_phone_and_large_text(visit: Visit, larger: bool) -> None:
    page = visit(address(PUZZLE), width=390 if larger else 320)
    answer(page, PUZZLE, solved=True)
    page.goto(address(OTHER))
    answer(page, OTHER, solved=False)
    for language in LANGUAGES:
        page.goto(f"/{language}/progress")
        expect(page.locator(".tried tbody tr")).to_have_count(2)
        if larger:
            # As whoever sets twice the size in the browser sees it.
            page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert sideways_scroll(page) <= 0, language
        assert faults(page) == [], language
