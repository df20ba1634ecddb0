"""Real pages, real forms: a double submit, the back button, two tabs, a reload, no script.

Nothing is lost and nothing is counted twice.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import MakeApp
from trainer.config import Settings
from trainer.lessons.course import course
from trainer.puzzles import bank
from trainer.puzzles.schema import Goal, Puzzle
from trainer.web import learner


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, make_lasting_app: MakeApp) -> Flask:
    folder: Path = tmp_path_factory.mktemp("data")
    return make_lasting_app(Settings.from_environment({"TRAINER_DATA": str(folder)}))


@pytest.fixture
def pupil(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return next(one for one in bank.load().puzzles if one.goal is Goal.BEST)


class Tab:
    """A puzzle page that is open in a browser; its form can be sent as often as one likes."""

    def __init__(self, client: FlaskClient, puzzle: Puzzle) -> None:
        self.client = client
        self.puzzle = puzzle
        self.address = f"/en/puzzles/{puzzle.id}"
        text = client.get(self.address).text
        self.fields = {
            name: re.search(rf'name="{name}" value="([^"]*)"', text)[1]  # type: ignore[index]
            for name in ("csrf_token", "submission")
        }

    def send(self, turn: int) -> str:
        """Send the turn of that rank (0 the best, -1 the worst); what the browser shows then."""
        cards = ",".join(self.puzzle.turns[turn].cards)
        answer = self.client.post(
            self.address, data={**self.fields, "turn": cards}, follow_redirects=True
        )
        assert answer.status_code == 200
        return answer.request.full_path


def attempts(client: FlaskClient) -> list[bool]:
    """Of each stored attempt, whether it solved the puzzle."""
    return [one["solved"] for one in client.get("/en/progress/export").json["puzzle_answers"]]


def test_a_double_submit_counts_once(pupil: FlaskClient, puzzle: Puzzle):
    tab = Tab(pupil, puzzle)
    tab.send(-1)
    tab.send(-1)
    assert attempts(pupil) == [False]


def test_back_and_another_turn_loses_neither(pupil: FlaskClient, puzzle: Puzzle):
    tab = Tab(pupil, puzzle)
    tab.send(-1)
    tab.send(0)
    assert attempts(pupil) == [False, True]


def test_two_tabs_solve_the_puzzle_once(pupil: FlaskClient, puzzle: Puzzle):
    first, second = Tab(pupil, puzzle), Tab(pupil, puzzle)
    second.send(0)
    first.send(0)
    assert attempts(pupil) == [True, True]
    assert "You have solved 1 puzzle." in pupil.get("/en/progress").text


def test_reloading_the_verdict_counts_nothing(pupil: FlaskClient, puzzle: Puzzle):
    verdict = Tab(pupil, puzzle).send(0)
    for _ in range(3):
        assert pupil.get(verdict).status_code == 200
    assert attempts(pupil) == [True]


def test_an_answer_sent_before_deleting_does_not_come_back(pupil: FlaskClient, puzzle: Puzzle):
    tab = Tab(pupil, puzzle)
    tab.send(0)
    pupil.post("/en/progress/delete", data={"csrf_token": tab.fields["csrf_token"]})
    assert attempts(pupil) == []
    # A tab that is still open goes on, as somebody new.
    tab.send(-1)
    assert attempts(pupil) == [False]


def test_the_page_leads_to_every_puzzle_tried_and_every_chapter(pupil: FlaskClient, puzzle: Puzzle):
    Tab(pupil, puzzle).send(0)
    text = pupil.get("/en/progress").text
    addresses = re.findall(r'href="(/en/(?:puzzles|lessons)/[^"]+)"', text)
    assert f"/en/puzzles/{puzzle.id}" in addresses
    for chapter in course():
        assert any(address.startswith(f"/en/lessons/{chapter.id}/") for address in addresses)
    for address in addresses:
        assert pupil.get(address).status_code == 200


def test_a_guest_is_the_same_in_every_language(pupil: FlaskClient, puzzle: Puzzle):
    Tab(pupil, puzzle).send(0)
    first = pupil.get_cookie(learner.COOKIE)
    pupil.get(f"/ru/puzzles/{puzzle.id}")
    assert pupil.get_cookie(learner.COOKIE) == first
    assert pupil.get("/fr/progress/export").json["puzzle_answers"] != []
