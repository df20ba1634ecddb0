"""Help for teachers: open to everybody, and true."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import LANGUAGES, MakeApp
from trainer.config import Settings
from trainer.lessons.course import course
from trainer.puzzles import bank
from trainer.puzzles.schema import Goal
from trainer.web.help import FIRST_PUZZLES, first_puzzles

PAGES = ("", "first-lesson", "other-lessons", "questions")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_open_to_everybody_and_leaves_no_trace(
    client: FlaskClient, language: str, page: str
):
    answer = client.get(f"/{language}/teach/help/{page}")
    assert answer.status_code == 200
    assert answer.headers.getlist("Set-Cookie") == []


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(client: FlaskClient, page: str):
    text = client.get(f"/en/teach/help/{page}").text
    main = text[text.index("<main") : text.index("</main")]
    links = set(re.findall(r'href="(/[^"]+)"', main))
    assert links
    for link in links:
        assert client.get(link).status_code in (200, 302, 303), link


def test_the_puzzles_of_the_first_lesson_are_what_the_plan_says():
    bank_ = bank.load()
    fits, both, one = (bank_.get(puzzle) for puzzle, _, _ in FIRST_PUZZLES)
    assert fits is not None
    assert both is not None
    assert one is not None
    assert fits.goal is Goal.LEGAL
    assert (fits.level, both.level) == (1, 1)
    # The same table and hand; what the other player holds decides.
    assert (both.position.table, both.position.hand) == (one.position.table, one.position.hand)
    best = [max(two.turns, key=lambda value: value.margin) for two in (both, one)]
    assert [str(value.turn) for value in best] == ["B10,B12", "B10"]


def test_the_plan_names_the_puzzles_by_their_numbers(client: FlaskClient):
    text = client.get("/en/teach/help/first-lesson").text
    for one in first_puzzles():
        assert f"Puzzle {one.number}<" in text
        assert f"/en/puzzles/{one.puzzle}" in text


def test_the_plan_names_the_lessons_by_their_titles(client: FlaskClient):
    text = client.get("/en/teach/help/first-lesson").text
    titles = {chapter.id: chapter.title for chapter in course()}
    for chapter in ("goal-and-deck", "ordinary-turn", "draw-turn-and-pass"):
        assert titles[chapter] in text


def test_the_minutes_follow_one_another_and_make_a_lesson(client: FlaskClient):
    text = client.get("/en/teach/help/first-lesson").text
    spans = [tuple(map(int, one)) for one in re.findall(r'"minutes">(\d+)–(\d+)<', text)]
    assert (spans[0][0], spans[-1][1]) == (0, 45)
    assert all(end == start for (_, end), (start, _) in pairwise(spans))


def test_the_numbers_are_those_of_the_settings(tmp_path: Path, make_app: MakeApp):
    environment = {"TRAINER_DATA": str(tmp_path), "TRAINER_NAMES_DAYS": "77"}
    client = make_app(Settings.from_environment(environment)).test_client()
    assert "77 days after the end the names go" in client.get("/en/teach/help/questions").text


@pytest.mark.parametrize("page", ["/en/teachers/", "/en/teach/help/questions"])
def test_the_pages_for_teachers_lead_to_the_help(client: FlaskClient, page: str):
    assert 'href="/en/teach/help/' in client.get(page).text
