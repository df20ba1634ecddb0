"""The rules are chosen once, and the course follows them."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.web.test_lessons import answer, done, finish
from trainer.lessons.course import course
from trainer.lessons.schema import Chapter
from trainer.rules.profile import BASES, Base

DRAWING = "/en/lessons/draw-turn-and-pass/"
WHOLE = course().chapters


def choose(client: FlaskClient, base: str) -> None:
    page = client.get("/en/lessons/").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token
    reply = client.post("/en/lessons/rules", data={"csrf_token": token[1], "rules": base})
    assert (reply.status_code, reply.location) == (303, "/en/lessons/")


def steps_on(page: str, chapter: Chapter) -> list[str]:
    """The steps that the way through a chapter leads to."""
    found = re.findall(rf'href="/en/lessons/{chapter.id}/([^"]+)" class="dot', page)
    return [str(name) for name in found]


def pressed(page: str) -> list[str]:
    return re.findall(r'value="(official|classic)" aria-pressed="true"', page)


def test_before_a_choice_the_page_asks_and_the_official_rules_hold(client: FlaskClient) -> None:
    page = client.get("/en/lessons/").text
    assert "Which rules do you play by?" in page
    assert pressed(page) == ["official"]


def test_the_choice_is_remembered(client: FlaskClient) -> None:
    choose(client, "classic")
    page = client.get("/en/lessons/").text
    assert "Which rules do you play by?" not in page
    assert pressed(page) == ["classic"]
    choose(client, "official")
    assert pressed(client.get("/en/lessons/").text) == ["official"]


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("chapter", WHOLE, ids=lambda chapter: chapter.id)
def test_the_course_shows_what_the_chosen_rules_say(
    client: FlaskClient, chapter: Chapter, base: Base
) -> None:
    choose(client, base)
    steps = [step.id for step in chapter.by(base)]
    page = client.get(f"/en/lessons/{chapter.id}/{steps[0]}").text
    assert steps_on(page, chapter) == steps
    assert f"Step 1 of {len(steps)}" in page


def test_a_chapter_is_finished_by_the_steps_of_the_chosen_rules(client: FlaskClient) -> None:
    whole = course().chapter("draw-turn-and-pass")
    assert whole is not None
    choose(client, "classic")
    finish(client, whole.by("classic"))
    assert "Chapter finished" in client.get(f"{DRAWING}end").text


def test_a_link_to_a_step_about_the_other_rules_still_works(client: FlaskClient) -> None:
    chapter = course().chapter("draw-turn-and-pass")
    assert chapter is not None
    step = chapter.step("draw-once")
    assert step is not None
    page = client.get(f"{DRAWING}draw-once").text
    assert "Italian family rules" in page
    assert answer(client, chapter, step).status_code == 303
    page = client.get(f"{DRAWING}draw-once").text
    assert done(page)[steps_on(page, chapter).index("draw-once")]


def test_what_is_done_outlives_a_change_of_the_rules(client: FlaskClient) -> None:
    chapter = course().chapter("draw-turn-and-pass")
    assert chapter is not None
    answer(client, chapter, chapter.steps[0])
    choose(client, "classic")
    assert done(client.get(f"{DRAWING}nothing-fits").text)[0]


def test_unknown_rules_are_refused(client: FlaskClient) -> None:
    page = client.get("/en/lessons/").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token
    data = {"csrf_token": token[1], "rules": "mine"}
    assert client.post("/en/lessons/rules", data=data).status_code == 400
    client.set_cookie("rules", "mine")
    assert pressed(client.get("/en/lessons/").text) == ["official"]
