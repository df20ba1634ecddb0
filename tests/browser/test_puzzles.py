"""Puzzles in a real browser: by tap, key and typed text, with and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, sideways_scroll
from tests.browser.conftest import Visit
from tests.browser.pressing import click, follow, press
from trainer.puzzles.bank import load
from trainer.puzzles.schema import Goal, Puzzle

LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")
PUZZLES = load().puzzles
EXAMPLE = next(one for one in PUZZLES if one.goal is Goal.BEST)
LEGAL = next(one for one in PUZZLES if one.goal is Goal.LEGAL)
QUESTION = next(one for one in PUZZLES if one.goal is Goal.OUTCOME)
SAMPLED = next(one for one in PUZZLES if one.line.startswith("-/-/-/11 R9,B10,B12 3/3/3"))
KINDS = {
    one.goal.value: one
    for one in reversed(PUZZLES)
    if (len(one.turns) < 40 and one.certificate.method == "exact") or one.goal is not Goal.BEST
} | {"sampled": SAMPLED}


def address(puzzle: Puzzle, language: str = "en") -> str:
    return f"/{language}/puzzles/{puzzle.id}"


def check(page: Page) -> None:
    click(page.locator("[data-fragment] .primary"))


def blue_row(page: Page) -> list[str]:
    return page.locator("[data-track=B] .place .card-number").all_inner_texts()


def attempts(page: Page) -> int:
    """What the learner's own page says: how many puzzles are on it."""
    export = page.context.request.get("/en/progress/export").json()
    return len(export["puzzle_answers"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("order", [("B12", "B10"), ("B10", "B12")])
def test_both_orders_solve_it_in_every_language(
    visit: Visit, language: str, order: tuple[str, ...]
) -> None:
    page = visit(address(EXAMPLE, language))
    press(page, *order)
    assert blue_row(page) == ["10", "11", "12"]
    check(page)
    expect(page.locator(".result.best")).to_be_visible()
    expect(page.locator("[data-card=R9]")).to_have_attribute("aria-pressed", "false")
    assert page.locator(".turns .value").all_inner_texts() == ["−9", "−19", "−21"]


def test_two_turns_that_are_equally_good_both_count(visit: Visit) -> None:
    for card in ("B10", "B12"):
        page = visit(address(SAMPLED))
        press(page, card)
        check(page)
        expect(page.locator(".result.best")).to_be_visible()
    page = visit(address(SAMPLED))
    press(page, "B10", "B12")
    check(page)
    expect(page.locator(".result.mistake")).to_contain_text("Why not your turn")


def test_a_card_that_does_not_fit_is_refused_with_the_rule(visit: Visit) -> None:
    page = visit(address(EXAMPLE))
    press(page, "R9")
    expect(page.locator("[data-live]")).to_contain_text("its 11 must be laid first")
    check(page)
    expect(page.locator(".result.refused")).to_contain_text("must lay at least one card")
    assert attempts(page) == 0


def test_the_keyboard_alone_solves_it_and_the_answer_gets_the_focus(visit: Visit) -> None:
    page = visit(address(EXAMPLE))
    page.locator("[data-card=R9]").focus()
    for key in ("ArrowRight", "Enter", "ArrowRight", "Space"):
        page.keyboard.press(key)
    page.locator("[data-fragment] .primary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".result.best h2")).to_be_focused()


def test_a_typed_turn_solves_it(visit: Visit) -> None:
    page = visit(address(EXAMPLE))
    page.locator("[name=typed]").fill("b12 10")
    page.keyboard.press("Enter")
    check(page)
    expect(page.locator(".result.best")).to_be_visible()


def test_a_double_click_is_one_attempt(visit: Visit) -> None:
    page = visit(address(EXAMPLE))
    press(page, "B12")
    page.locator("[data-fragment] .primary").dblclick()
    expect(page.locator(".result.mistake")).to_be_visible()
    assert attempts(page) == 1


def test_a_reload_shows_the_answer_again_and_counts_nothing(visit: Visit) -> None:
    page = visit(address(EXAMPLE))
    press(page, "B12", "B10")
    check(page)
    expect(page.locator(".result.best")).to_be_visible()
    assert page.url.endswith("?laid=B12,B10&check=1")
    page.reload()
    expect(page.locator(".result.best")).to_be_visible()
    assert blue_row(page) == ["10", "11", "12"]
    assert attempts(page) == 1


def test_going_back_loses_nothing(visit: Visit) -> None:
    page = visit(address(EXAMPLE))
    press(page, "B12", "B10")
    check(page)
    follow(page.locator(".result [rel=next]"))
    expect(page).to_have_url(re.compile(r"/puzzles/(?!" + EXAMPLE.id + ")"))
    page.go_back()
    assert blue_row(page) == ["10", "11", "12"]
    expect(page.locator(".result.best")).to_be_visible()
    assert attempts(page) == 1


def test_two_tabs_answer_for_themselves(visit: Visit) -> None:
    one = visit(address(EXAMPLE))
    two = visit(address(EXAMPLE), beside=one)
    press(one, "B12")
    press(two, "B12", "B10")
    check(one)
    expect(one.locator(".result.mistake")).to_be_visible()
    check(two)
    expect(two.locator(".result.best")).to_be_visible()
    assert blue_row(one) == ["11", "12"]
    assert attempts(one) == 2
    one.goto("/en/puzzles/")
    assert one.locator(".puzzle-line.done").count() == 1


def test_switching_the_language_keeps_table_and_answer(visit: Visit) -> None:
    page = visit(address(EXAMPLE))
    press(page, "B12", "B10")
    check(page)
    expect(page.locator(".result.best")).to_be_visible()
    page.locator("[data-menu] summary").click()
    follow(page.locator("[data-language] [value=ru]"))
    expect(page).to_have_url(re.compile("/ru/puzzles/"))
    assert blue_row(page) == ["10", "11", "12"]
    expect(page.locator(".result.best")).to_be_visible()


def test_a_change_of_the_turn_takes_the_old_answer_away(visit: Visit) -> None:
    page = visit(address(EXAMPLE))
    press(page, "B12")
    check(page)
    expect(page.locator(".result")).to_be_visible()
    press(page, "B10")
    expect(page.locator(".result")).to_have_count(0)


def test_cards_are_marked_and_stay_in_the_hand(visit: Visit) -> None:
    page = visit(address(LEGAL))
    press(page, *(LEGAL.answer or ()))
    check(page)
    expect(page.locator(".result.best")).to_be_visible()
    wrong = next(str(c) for c in sorted(LEGAL.position.hand) if c not in LEGAL.fitting)
    press(page, wrong)
    expect(page.locator(".result")).to_have_count(0)
    check(page)
    expect(page.locator(".result.refused")).to_be_visible()


def test_a_question_is_answered_by_choosing(visit: Visit) -> None:
    page = visit(address(QUESTION))
    check(page)
    expect(page.locator(".result")).to_contain_text("Choose one of the answers first")
    page.locator("[value=choose]").check()
    expect(page.locator(".result")).to_have_count(0)
    check(page)
    expect(page.locator(".result.refused")).to_be_visible()
    page.locator("[value=lay-and-end]").check()
    check(page)
    expect(page.locator(".result.best")).to_contain_text("that ends the turn")


def test_everything_works_without_scripts(visit: Visit) -> None:
    page = visit(address(EXAMPLE), scripts=False)
    press(page, "R9")
    expect(page.locator("[data-live].refusal")).to_be_visible()
    press(page, "B12", "B10")
    check(page)
    expect(page.locator(".result.best")).to_be_visible()
    page.reload()
    assert attempts(page) == 1
    page = visit(address(LEGAL), scripts=False)
    press(page, *(LEGAL.answer or ()))
    check(page)
    expect(page.locator(".result.best")).to_be_visible()
    page = visit(address(QUESTION), scripts=False)
    page.locator("[value=lay-and-end]").check()
    check(page)
    expect(page.locator(".result.best")).to_be_visible()


def test_a_lost_connection_says_so_and_loses_nothing(visit: Visit) -> None:
    page = visit(address(EXAMPLE))
    press(page, "B12", "B10")
    page.context.set_offline(True)
    check(page)
    expect(page.locator("#lost")).to_be_visible()
    page.context.set_offline(False)
    page.locator("[data-retry]").click()
    expect(page.locator(".result.best")).to_be_visible()
    assert attempts(page) == 1


@pytest.mark.parametrize("width", [320, 390, 1120])
@pytest.mark.parametrize("kind", list(KINDS))
def test_no_page_scrolls_sideways(visit: Visit, kind: str, width: int) -> None:
    page = visit(address(KINDS[kind], "ru"), width=width)
    assert sideways_scroll(page) <= 0
    answer(page, KINDS[kind])
    assert sideways_scroll(page) <= 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", list(KINDS))
def test_axe_finds_nothing_before_and_after_an_answer(
    visit: Visit, language: str, kind: str
) -> None:
    dark = language in ("es", "ru")
    page = visit(address(KINDS[kind], language), width=390 if dark else 1120, dark=dark)
    # All that is there before an answer is there after it too.
    assert language != "en" or faults(page) == []
    answer(page, KINDS[kind])
    assert faults(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_in_the_list(visit: Visit, language: str) -> None:
    page = visit(f"/{language}/puzzles/", width=320 if language == "fr" else 1120)
    assert faults(page) == []
    assert sideways_scroll(page) <= 0


def answer(page: Page, puzzle: Puzzle) -> None:
    """Give a legal answer, not always the right one, and wait for what is said to it."""
    if puzzle.question is not None:
        page.locator(f"[value={puzzle.question.choices[-1].value}]").check()
    elif puzzle.answer is not None:
        press(page, puzzle.answer[0])
    else:
        press(page, *puzzle.turns[-1].cards)
    check(page)
    expect(page.locator("#result .result")).to_be_visible()
