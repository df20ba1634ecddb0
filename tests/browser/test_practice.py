"""Practice in a real browser: by pointer, by keyboard, on a small phone, without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, sideways_scroll
from tests.browser.conftest import Visit
from tests.browser.pressing import click, follow, follow_by_key
from tests.browser.test_home import LANGUAGES
from tests.lessons.test_practice import right_attempt, wrong_attempts
from trainer.lessons.checking import Attempt
from trainer.lessons.practice import CHAPTER_KINDS, KINDS, Exercise, exercise

CHAPTER_OF = {kind: chapter for chapter, kinds in CHAPTER_KINDS.items() for kind in kinds}
EXERCISES = [exercise(kind.name, 3, kind.only or "official", 11) for kind in KINDS.values()]
every_kind = pytest.mark.parametrize("one", EXERCISES, ids=lambda one: one.kind.name)


def address(one: Exercise, language: str = "en") -> str:
    return f"/{language}/practice/{CHAPTER_OF[one.kind.name]}/{one.base}/{one.code}"


def give(page: Page, attempt: Attempt) -> None:
    if attempt.choice:
        click(page.locator(f"[name=choice][value='{attempt.choice}']"))
        return
    for box in page.locator("[name=mark]").all():
        box.set_checked(box.get_attribute("value") in map(str, attempt.cards))
    if attempt.number is not None:
        page.locator("#number").fill(str(attempt.number))
    click(page.locator(".practice-answer .primary"))


def turn_of(one: Exercise) -> str:
    """A language for each kind: together they go through all of them."""
    return LANGUAGES[list(KINDS).index(one.kind.name) % len(LANGUAGES)]


@every_kind
def test_a_wrong_and_a_right_answer_on_a_small_phone(visit: Visit, one: Exercise) -> None:
    page = visit(address(one, turn_of(one)), width=320, height=640)
    assert faults(page, everything=True) == []
    give(page, wrong_attempts(one)[0])
    expect(page.locator("#result .result.refused")).to_be_visible()
    expect(page.locator("#result h2")).to_be_focused()
    page.locator("#result summary").click()
    assert faults(page, everything=True) == []
    assert sideways_scroll(page) <= 0
    give(page, right_attempt(one))
    expect(page.locator("#result .result.best")).to_be_visible()
    assert sideways_scroll(page) <= 0


@pytest.mark.parametrize("kind", ["fits", "judge", "penalty"])
def test_without_scripts_the_answer_is_a_page_that_can_be_reloaded(visit: Visit, kind: str) -> None:
    one = exercise(kind, 1, "official", 5)
    page = visit(address(one), scripts=False)
    give(page, wrong_attempts(one)[0])
    expect(page.locator(".result.refused")).to_be_visible()
    page.reload()
    expect(page.locator(".result.refused")).to_be_visible()
    give(page, right_attempt(one))
    expect(page.locator(".result.best")).to_be_visible()
    follow(page.locator("#result a[rel~=next]"))
    expect(page).to_have_url(re.compile(rf"/practice/{CHAPTER_OF[kind]}/official/[\w-]+$"))
    assert not page.url.endswith(one.code)


def test_with_scripts_a_reload_and_another_language_keep_the_answer(visit: Visit) -> None:
    one = exercise("fits", 2, "official", 5)
    page = visit(address(one))
    give(page, right_attempt(one))
    expect(page.locator("#result .result.best")).to_be_visible()
    page.reload()
    expect(page.locator("#result .result.best")).to_be_visible()
    page.locator("[data-menu] summary").click()
    follow(page.locator("[data-language] button[value=fr]"))
    expect(page).to_have_url(re.compile(rf"/fr/practice/.*{one.code}"))
    expect(page.locator("#result .result.best")).to_be_visible()
    marked = page.locator("[name=mark]:checked").evaluate_all("all => all.map(one => one.value)")
    assert sorted(marked) == sorted(map(str, right_attempt(one).cards))


def tab_to(page: Page, selector: str, most: int = 60) -> None:
    for _ in range(most):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def test_cards_are_marked_and_checked_by_keyboard_alone(visit: Visit) -> None:
    one = exercise("fits", 2, "official", 5)
    page = visit(address(one))
    for card in sorted(right_attempt(one).cards):
        tab_to(page, f"[name=mark][value={card}]")
        page.keyboard.press("Space")
    tab_to(page, ".practice-answer .primary")
    page.keyboard.press("Enter")
    expect(page.locator("#result h2")).to_be_focused()
    expect(page.locator("#result .result.best")).to_be_visible()
    tab_to(page, "#result a[rel~=next]", most=3)
    follow_by_key(page)
    expect(page).not_to_have_url(re.compile(one.code))


def test_a_card_to_mark_is_read_with_its_full_name(visit: Visit) -> None:
    one = exercise("fits", 1, "official", 5)
    page = visit(address(one))
    names = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
    for card in sorted(right_attempt(one).cards):
        name = f"{names[str(card)[0]]} {card.number}"
        expect(page.get_by_role("checkbox", name=name, exact=True)).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_list_of_exercises_is_clean(visit: Visit, dark: bool) -> None:
    page = visit("/en/practice/", width=320, dark=dark)
    assert faults(page) == []
    assert sideways_scroll(page) <= 0
