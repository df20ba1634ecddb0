"""The layout with words that are longer, that run from right to left, and twice as large."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Response

from tests.browser.axe import faults, looks, sideways_scroll
from tests.browser.conftest import running
from tests.databases import Databases
from trainer.config import Settings
from trainer.lessons.course import course
from trainer.puzzles import bank

Visit = Callable[..., Page]
pytestmark = looks

LARGEST_VISIT = 60_000
"""Bytes sent for a first visit: the page with its styles, scripts and pictures."""

PAGES = (
    "",
    "lessons/",
    *(f"lessons/{chapter.id}/{chapter.steps[0].id}" for chapter in course().chapters),
    f"lessons/{course().chapters[0].id}/end",
    "puzzles/",
    f"puzzles/{bank.load().puzzles[0].id}",
    f"puzzles/{bank.load().puzzles[0].id}?laid=B10&check=1",
    "practice/",
    "rules/",
    "progress",
    "teach/sign-up",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, databases: Databases) -> Iterator[str]:
    """A site that offers the pseudo-languages too."""
    folder = str(tmp_path_factory.mktemp("pseudo"))
    environment = {"TRAINER_DATA": folder, "TRAINER_PSEUDO": "1"}
    settings = Settings.from_environment(environment)
    with databases.lend(settings) as prepared, running(prepared) as address:
        yield address


@pytest.mark.parametrize("language", ["xa", "xb"])
@pytest.mark.parametrize("width", [320, 1120])
def test_the_layout_survives_longer_words_and_the_other_direction(
    visit: Visit, language: str, width: int
) -> None:
    page = visit(f"/{language}/", width=width)
    assert page.locator("html").get_attribute("dir") == ("rtl" if language == "xb" else "ltr")
    for place in PAGES:
        page.goto(f"/{language}/{place}")
        assert sideways_scroll(page) <= 0, place
    assert faults(page, everything=True) == []


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_zoomed_to_200_per_cent_nothing_is_cut_off(visit: Visit, language: str) -> None:
    # A browser zoomed to twice the size lays a window of 1280 pixels out as one of 640.
    page = visit(f"/{language}/", width=640, height=512, device_scale_factor=2)
    for place in PAGES:
        page.goto(f"/{language}/{place}")
        assert sideways_scroll(page) <= 0, place


@pytest.mark.parametrize("place", PAGES)
def test_a_first_visit_is_light(visit: Visit, place: str) -> None:
    page = visit("about:blank")
    sent: list[Response] = []
    page.on("response", lambda answer: sent.append(answer))
    page.goto(f"/ru/{place}", wait_until="networkidle")
    sizes = [answer.request.sizes()["responseBodySize"] for answer in sent]
    assert 0 < sum(sizes) < LARGEST_VISIT
