"""Checks, the certificate and the choice of the rules in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, sideways_scroll
from tests.browser.conftest import Visit
from tests.browser.pressing import follow
from tests.browser.test_home import LANGUAGES
from tests.browser.test_lessons import answer_rightly, answer_wrongly, go_on
from tests.lessons.answers import right_answer
from tests.web.test_checks import SEED, right_fields
from tests.web.test_lessons import fields
from trainer.lessons.chapter_check import questions
from trainer.lessons.course import course
from trainer.lessons.schema import Chapter

CHAPTERS = course().by("official").chapters
OTHER = [chapter for chapter in course().by("classic") if chapter not in CHAPTERS]
Pairs = list[tuple[str, str]]


def send(page: Page, path: str, values: Pairs) -> None:
    """Post a form of the page behind its back, as it would."""
    token = re.search(r'csrf_token" value="([^"]+)"', page.request.get(path).text())
    assert token
    reply = page.request.post(
        path.partition("?")[0],
        data=urlencode([("csrf_token", token[1]), *values]),
        headers={"content-type": "application/x-www-form-urlencoded"},
    )
    assert reply.ok


def right_pairs(chapter: Chapter) -> Pairs:
    pairs: Pairs = [("seed", str(SEED))]
    for number, one in enumerate(questions(chapter.id, "official", SEED)):
        for name, value in right_fields(number, one).items():
            pairs += [(name, each) for each in ([value] if isinstance(value, str) else value)]
    return pairs


def complete(page: Page) -> None:
    for chapter in CHAPTERS:
        for step in chapter:
            path = f"/en/lessons/{chapter.id}/{step.id}"
            send(page, path, list(fields(right_answer(step)).items()))
        send(page, f"/en/lessons/{chapter.id}/check?seed={SEED}", right_pairs(chapter))


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.id)
def test_a_check_is_clean_before_and_after_its_answers(visit: Visit, chapter: Chapter) -> None:
    page = visit(f"/en/lessons/{chapter.id}/check?seed={SEED}", width=320, height=640)
    # With nothing chosen the same elements stand there as after the answers.
    assert chapter is not CHAPTERS[0] or faults(page) == []
    assert sideways_scroll(page) <= 0
    for name, value in right_pairs(chapter)[1:]:
        field = page.locator(f"[name='{name}']")
        if name.startswith("number"):
            field.fill(value)
        else:
            page.locator(f"[name='{name}'][value='{value}']").check()
    follow(page.locator(".questions .primary"))
    expect(page.locator("#result.best")).to_be_visible()
    assert faults(page) == []
    assert sideways_scroll(page) <= 0


@pytest.mark.parametrize("scripts", [True, False])
def test_an_empty_check_is_explained(visit: Visit, scripts: bool) -> None:
    page = visit("/en/lessons/end-and-score/check", scripts=scripts)
    follow(page.locator(".questions .primary"))
    expect(page.locator("#result.refused")).to_be_visible()
    expect(page.locator(".fared .solution")).to_have_count(4)
    if scripts:
        assert faults(page) == []


@pytest.mark.parametrize("chapter", OTHER, ids=lambda chapter: chapter.id)
def test_the_other_rules_are_chosen_once_and_taught_to_the_end(
    visit: Visit, chapter: Chapter
) -> None:
    page = visit("/en/lessons/", width=390)
    follow(page.locator("[name=rules][value=classic]"))
    expect(page.locator("[name=rules][value=classic]")).to_have_attribute("aria-pressed", "true")
    page.goto(f"/en/lessons/{chapter.id}/{chapter.steps[0].id}")
    for step in chapter:
        expect(page).to_have_url(re.compile(f"/{chapter.id}/{step.id}$"))
        answer_wrongly(page, step)
        answer_rightly(page, step)
        assert faults(page) == []
        go_on(page, step)
    expect(page.locator("h1")).to_contain_text("Chapter finished")


def test_the_certificate_is_one_page_with_the_name_in_every_language(
    visit: Visit, tmp_path: Path
) -> None:
    page = visit("/en/lessons/certificate")
    assert faults(page) == []
    complete(page)
    for language in LANGUAGES:
        page.goto(f"/{language}/lessons/certificate")
        page.locator("#who").fill("Ada")
        assert faults(page) == []
        file = tmp_path / "certificate.pdf"
        page.pdf(path=file, prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", file.read_bytes())) == 1
    page.emulate_media(media="print")
    for hidden in (".top", ".foot", ".way", "label"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator("#who")).to_be_visible()
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 320, "height": 640})
    assert sideways_scroll(page) <= 0
