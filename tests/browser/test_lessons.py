"""The lessons in a real browser: every step of every chapter in every language."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, sideways_scroll
from tests.browser.conftest import Visit
from tests.browser.pressing import click, follow, follow_by_key, press, undo
from tests.browser.test_home import LANGUAGES
from tests.lessons.answers import right_answer, wrong_answer
from trainer.lessons.checking import Attempt
from trainer.lessons.course import course
from trainer.lessons.schema import Chapter, Choose, Continue, Count, Play, Step, kind
from trainer.web.lesson_steps import query

CHAPTERS = course().by("official").chapters
FIRST = "/en/lessons/goal-and-deck/first-card"
SECOND = "/en/lessons/goal-and-deck/both-ends"
every_chapter = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.id)


def covering(chapters: Sequence[Chapter]) -> list[Chapter]:
    """Chapters that have steps of every kind, each adding one at least."""
    chosen: list[Chapter] = []
    known: set[str] = set()
    for chapter in sorted(chapters, key=lambda one: -len({kind(step) for step in one})):
        if not known.issuperset(kinds := {kind(step) for step in chapter}):
            chosen.append(chapter)
            known |= kinds
    return chosen


every_kind_of_step = pytest.mark.parametrize(
    "chapter", covering(CHAPTERS), ids=lambda chapter: chapter.id
)


def give(page: Page, step: Step, attempt: Attempt) -> None:
    """Answer a step by pointer, in place of what was answered before, and have it checked."""
    match step:
        case Choose():
            click(page.locator(f"[name=choice][value='{attempt.choice}']"))
        case Count():
            page.locator("#number").fill(str(attempt.number))
            click(page.locator(".counting .primary"))
        case Continue():
            follow(page.locator(".counting .primary"))
        case _:
            clear(page)
            press(page, *map(str, attempt.cards))
            click(page.locator(".actions .primary"))


def clear(page: Page) -> None:
    while page.locator("[data-undo]:not([aria-disabled=true])").count():
        undo(page)


def refused_card(step: Step) -> str | None:
    """A card of the hand that cannot be laid at the beginning of the step."""
    if not isinstance(step, Play) or step.picture is None or step.picture.position is None:
        return None
    held, table = step.picture.position.hand, step.picture.table
    return next((str(card) for card in sorted(held) if not table.fits(card)), None)


def answer_wrongly(page: Page, step: Step) -> None:
    """Press a card that is refused, and have a wrong answer checked."""
    wrong = wrong_answer(step)
    card = refused_card(step)
    if card is not None:
        press(page, card)
        expect(page.locator("[data-live].refusal")).not_to_be_empty()
    if wrong is not None:
        give(page, step, wrong)
        expect(page.locator("#result .result.refused")).to_be_visible()
    assert isinstance(step, Continue) or card or wrong


def answer_rightly(page: Page, step: Step) -> None:
    """Have a right answer checked; where there is nothing to answer, that is to go on."""
    if not isinstance(step, Continue):
        give(page, step, right_answer(step))
        expect(page.locator("#result .result.best")).to_be_visible()


def go_on(page: Page, step: Step) -> None:
    if isinstance(step, Continue):
        give(page, step, right_answer(step))
    else:
        follow(page.locator("#result a[rel=next]"))


@every_chapter
def test_every_step_takes_a_wrong_and_a_right_answer_on_a_small_phone(
    visit: Visit, chapter: Chapter
) -> None:
    page = visit(f"/en/lessons/{chapter.id}/{chapter.steps[0].id}", width=320, height=640)
    for step in chapter:
        expect(page).to_have_url(re.compile(f"/en/lessons/{chapter.id}/{step.id}$"))
        answer_wrongly(page, step)
        assert sideways_scroll(page) <= 0
        answer_rightly(page, step)
        assert faults(page) == []
        assert sideways_scroll(page) <= 0
        go_on(page, step)
    expect(page).to_have_url(re.compile(f"/{chapter.id}/end$"))
    expect(page.locator("#missing-title")).to_have_count(0)
    assert faults(page) == []
    assert sideways_scroll(page) <= 0


@pytest.mark.parametrize("language", LANGUAGES[1:])
@every_chapter
def test_every_step_and_its_answer_are_clean_in_every_other_language(
    visit: Visit, chapter: Chapter, language: str
) -> None:
    here = f"/{language}/lessons/{chapter.id}"
    page = visit(f"{here}/end", width=320, height=640)
    assert faults(page) == []
    for step in chapter:
        # The answer stands in the address, as it does after a reload.
        page.goto(f"{here}/{step.id}{query(right_answer(step))}")
        assert faults(page) == []
        assert sideways_scroll(page) <= 0


@every_kind_of_step
def test_a_chapter_is_done_without_scripts(visit: Visit, chapter: Chapter) -> None:
    page = visit(f"/en/lessons/{chapter.id}/{chapter.steps[0].id}", scripts=False)
    tried = set()
    for step in chapter:
        wrong = wrong_answer(step)
        if wrong is not None and kind(step) not in tried:
            give(page, step, wrong)
            expect(page.locator("#result .result.refused")).to_be_visible()
            tried.add(kind(step))
        answer_rightly(page, step)
        go_on(page, step)
    expect(page.locator("h1")).to_contain_text("Chapter finished")


def tab_to(page: Page, selector: str, *, most: int = 60) -> None:
    for _ in range(most):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def give_by_keys(page: Page, step: Step, attempt: Attempt) -> None:
    match step:
        case Choose():
            tab_to(page, f"[name=choice][value='{attempt.choice}']")
        case Count():
            tab_to(page, "#number")
            page.keyboard.type(str(attempt.number))
        case Continue():
            tab_to(page, ".counting .primary")
            follow_by_key(page)
            return
        case _:
            tab_to(page, "[name=typed]")
            page.keyboard.type(",".join(map(str, attempt.cards)))
            page.keyboard.press("Enter")
            page.keyboard.press("Shift+Tab")
            tab_to(page, ".actions .primary")
    page.keyboard.press("Enter")


@every_kind_of_step
def test_a_chapter_is_done_by_keyboard_alone(visit: Visit, chapter: Chapter) -> None:
    page = visit(f"/en/lessons/{chapter.id}/{chapter.steps[0].id}")
    for step in chapter:
        give_by_keys(page, step, right_answer(step))
        if not isinstance(step, Continue):
            expect(page.locator("#result h2")).to_be_focused()
            tab_to(page, "#result a[rel=next]", most=3)
            follow_by_key(page)
            expect(page).not_to_have_url(re.compile(f"/{step.id}"))
    expect(page.locator("h1")).to_contain_text("Chapter finished")


def test_a_refused_card_is_answered_in_the_words_of_the_step(visit: Visit) -> None:
    page = visit(FIRST)
    press(page, "R9")
    live = page.locator("[data-live]")
    expect(live).to_contain_text("is red, so it belongs in the red row.")
    expect(live).not_to_contain_text("must be laid first")
    press(page, "B12")
    expect(live).to_contain_text("Now on the table.")


def test_a_reload_keeps_what_is_laid_and_what_was_said(visit: Visit) -> None:
    page = visit(SECOND)
    press(page, "B10")
    page.reload()
    expect(page.locator("[data-card=B10]")).to_have_attribute("aria-pressed", "true")
    page.locator(".actions .primary").click()
    expect(page.locator("#result")).to_contain_text("The high end of the row is still free.")
    page.reload()
    expect(page.locator("#result")).to_contain_text("The high end of the row is still free.")
    press(page, "B13")
    expect(page.locator("#result")).to_be_empty()


def test_back_and_forward_bring_back_each_answer(visit: Visit) -> None:
    page = visit(FIRST)
    press(page, "B12")
    page.locator(".actions .primary").click()
    follow(page.locator("#result a[rel=next]"))
    expect(page).to_have_url(re.compile("/both-ends$"))
    press(page, "B13")
    page.go_back()
    expect(page.locator("[data-card=B12]")).to_have_attribute("aria-pressed", "true")
    page.go_forward()
    expect(page.locator("[data-card=B13]")).to_have_attribute("aria-pressed", "true")


def test_a_choice_and_a_number_survive_a_reload(visit: Visit) -> None:
    page = visit("/en/lessons/setting-up/deal")
    page.locator("[name=choice][value='15']").click()
    expect(page.locator("#result .refused")).to_be_visible()
    page.reload()
    expect(page.locator("[name=choice][value='15']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#result .refused")).to_be_visible()
    page.goto("/en/lessons/setting-up/stock")
    page.locator("#number").fill("60")
    page.locator(".counting .primary").click()
    expect(page.locator("#result .refused")).to_be_visible()
    page.reload()
    expect(page.locator("#number")).to_have_value("60")


def test_the_order_so_far_is_shown_and_kept(visit: Visit) -> None:
    page = visit("/en/lessons/goal-and-deck/row-start", width=390)
    order = page.locator("[data-order] li")
    press(page, "G11", "G13")
    expect(order).to_have_count(2)
    expect(order.first).to_contain_text("green 11")
    page.reload()
    expect(order.nth(1)).to_contain_text("green 13")
    press(page, "G11")
    expect(order).to_have_count(1)
    expect(order.first).to_contain_text("green 13")


@pytest.mark.parametrize("scripts", [True, False])
def test_the_language_changes_in_mid_step_and_the_table_stays(visit: Visit, scripts: bool) -> None:
    page = visit(SECOND, scripts=scripts)
    press(page, "B10")
    page.locator(".menu summary").click()
    follow(page.locator("[name=language][value=ru]"))
    expect(page).to_have_url(re.compile(r"/ru/lessons/goal-and-deck/both-ends\?laid=B10"))
    expect(page.locator("[data-card=B10]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-place=B10] .card")).to_be_visible()


def test_the_way_shows_what_is_done_and_a_wrong_answer_never_blocks_it(visit: Visit) -> None:
    page = visit(SECOND)
    press(page, "B10")
    page.locator(".actions .primary").click()
    expect(page.locator("#result .refused")).to_be_visible()
    follow(page.locator("a[rel=prev]"))
    expect(page).to_have_url(re.compile("/first-card$"))
    page.go_back()
    follow(page.locator(".skip-step"))
    expect(page).to_have_url(re.compile("/own-colour$"))
    expect(page.locator(".dot.done")).to_have_count(0)


def test_a_double_click_on_the_check_button_counts_once(visit: Visit) -> None:
    page = visit(FIRST)
    press(page, "B12")
    page.locator(".actions .primary").dblclick()
    expect(page.locator("#result .best")).to_be_visible()
    page.goto("/en/lessons/")
    expect(page.locator(".done-so-far").first).to_contain_text("1 of 8")


def test_starting_afresh_asks_first(visit: Visit) -> None:
    page = visit(FIRST)
    press(page, "B12")
    page.locator(".actions .primary").click()
    expect(page.locator("#result .best")).to_be_visible()
    page.goto("/en/lessons/")
    follow(page.get_by_role("link", name="Start this chapter afresh"))
    assert faults(page) == []
    follow(page.get_by_role("button", name="Start afresh"))
    expect(page).to_have_url(re.compile("/first-card$"))
    expect(page.locator(".dot.done")).to_have_count(0)


@pytest.mark.parametrize(("width", "dark"), [(320, False), (1120, True)])
def test_the_lists_of_chapters_and_of_what_is_missing_are_clean(
    visit: Visit, width: int, dark: bool
) -> None:
    page = visit(FIRST, width=width, dark=dark)
    press(page, "B12")
    page.locator(".actions .primary").click()
    expect(page.locator("#result .best")).to_be_visible()
    assert faults(page) == []
    for place in ("", "goal-and-deck/end"):
        page.goto(f"/en/lessons/{place}")
        assert faults(page) == []
        assert sideways_scroll(page) <= 0


@every_chapter
def test_the_pages_are_clean_in_the_dark_on_a_desk(visit: Visit, chapter: Chapter) -> None:
    page = visit("/en/", dark=True)
    for step in {kind(step): step for step in chapter}.values():
        page.goto(f"/en/lessons/{chapter.id}/{step.id}")
        assert faults(page) == []


def test_a_step_prints_with_its_picture_and_its_choices(visit: Visit) -> None:
    page = visit("/en/lessons/ordinary-turn/must-play")
    page.emulate_media(media="print")
    for shown in (".task", ".table", ".shown-hand", ".option >> nth=0"):
        expect(page.locator(shown)).to_be_visible()
    for hidden in (".way", ".onward", ".top"):
        expect(page.locator(hidden)).to_be_hidden()
