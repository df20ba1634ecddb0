"""The frame for other pages: may be framed, keeps nothing, and is alone in that."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from trainer.puzzles.bank import load
from trainer.puzzles.schema import Goal, Puzzle

PUZZLES = load().puzzles
EXAMPLE = next(p for p in PUZZLES if p.line == "-/-/-/11 R9,B10,B12 =Y11 75 official")
KINDS = [next(p for p in PUZZLES if p.goal is goal) for goal in Goal]


@pytest.mark.parametrize("puzzle", KINDS, ids=lambda p: p.goal.value)
def test_any_site_may_frame_it_and_it_sets_no_cookie(client: FlaskClient, puzzle: Puzzle) -> None:
    for query in ("", "?check=1", "?laid=R1&check=1"):
        page = client.get(f"/en/embed/{puzzle.id}{query}")
        assert page.status_code == 200
        assert "frame-ancestors *" in page.headers["Content-Security-Policy"]
        assert "X-Frame-Options" not in page.headers
        assert "Set-Cookie" not in page.headers
        assert "csrf" not in page.text


def test_every_other_page_forbids_frames(client: FlaskClient) -> None:
    for path in ("/en/", f"/en/puzzles/{EXAMPLE.id}", "/en/workshop/", "/en/embed/0000000000"):
        page = client.get(path)
        assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
        assert page.headers["X-Frame-Options"] == "DENY"


def test_it_is_solved_in_place_in_both_orders(client: FlaskClient) -> None:
    for laid in ("B10,B12", "B12,B10"):
        page = client.get(f"/en/embed/{EXAMPLE.id}?laid={laid}&check=1").text
        assert 'class="panel result best"' in page
    assert "Why not your turn" in client.get(f"/en/embed/{EXAMPLE.id}?laid=B12&check=1").text


def test_a_question_is_answered_in_it(client: FlaskClient) -> None:
    question = next(p for p in KINDS if p.goal is Goal.OUTCOME)
    assert question.question is not None
    for choice in question.question.choices:
        page = client.get(f"/en/embed/{question.id}?choice={choice.value}&check=1").text
        kind = "best" if choice is question.question.answer else "refused"
        assert f'class="panel result {kind}"' in page


def test_an_own_puzzle_can_be_framed_until_it_is_withdrawn(app: Flask) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    owner = app.test_client()
    answer = owner.post("/en/workshop/keep", data={"line": EXAMPLE.line, "goal": "best"})
    link = answer.headers["Location"].rsplit("/", 1)[-1]
    assert app.test_client().get(f"/fr/embed/{link}").status_code == 200
    owner.post(f"/en/own/{link}/withdraw")
    assert app.test_client().get(f"/fr/embed/{link}").status_code == 404


def test_its_only_link_leads_to_the_puzzle_in_a_window_of_its_own(client: FlaskClient) -> None:
    page = client.get(f"/ru/embed/{EXAMPLE.id}").text
    links = re.findall(r"<a [^>]*>", page)
    assert len(links) == 1
    assert f"/ru/puzzles/{EXAMPLE.id}" in links[0]
    assert 'target="_blank"' in links[0]
    assert 'rel="noopener"' in links[0]
