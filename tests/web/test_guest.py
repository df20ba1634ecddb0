"""A learner's own pages: what is done, a copy to keep, deleting it; nothing for outsiders."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
import sqlalchemy as sa
from flask import Blueprint, Flask, render_template_string, request
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner

from tests.web.conftest import MakeApp
from trainer.config import Settings
from trainer.learners import guests
from trainer.learners.progress import Answer
from trainer.lessons.course import course
from trainer.storage.tables import ChapterVisit, Learner, LessonStep, PuzzleAttempt
from trainer.web import learner
from trainer.web.database import sessions

TABLES = (Learner, PuzzleAttempt, LessonStep, ChapterVisit)
FORM = (
    '<form method="post"><input name="csrf_token" value="{{ csrf_token() }}">'
    '<input name="submission" value="{{ submission_key() }}"></form>'
)

# What the pages of puzzles and lessons do, without their looks.
pages = Blueprint("pages", __name__)


@pages.get("/try")
def form() -> str:
    return render_template_string(FORM)


@pages.post("/try")
def send() -> str:
    turn = request.form["turn"]
    stored = learner.store_answer(Answer("blue", turn, solved=turn == "B10,B12", loss=0.0))
    return str(stored.number)


@pages.post("/step/<step>")
def do_step(step: str) -> str:
    chapter = course().chapters[0]
    steps = [one.id for one in chapter.steps]
    return str(learner.store_step(chapter.id, steps[int(step)], steps).is_done)


class Form(NamedTuple):
    csrf_token: str
    submission: str


def open_form(client: FlaskClient) -> Form:
    text = client.get("/en/try").text
    return Form(*re.findall(r'value="([^"]+)"', text))


@pytest.fixture
def app(tmp_path: Path, make_app: MakeApp) -> Flask:
    settings = Settings.from_environment({"TRAINER_DATA": str(tmp_path)})
    app = make_app(settings)
    app.register_blueprint(pages, url_prefix="/<language:lang>")
    return app


@pytest.fixture
def pupil(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def outsider(app: Flask) -> FlaskClient:
    return app.test_client()


def rows(app: Flask) -> list[int]:
    """How many learners, answers, steps and visits are stored."""
    with app.app_context(), sessions()() as session:
        return [session.scalar(sa.select(sa.func.count()).select_from(t)) or 0 for t in TABLES]


def solve(client: FlaskClient, turn: str = "B10,B12") -> Form:
    sent = open_form(client)
    assert client.post("/en/try", data={**sent._asdict(), "turn": turn}).status_code == 200
    return sent


def delete(client: FlaskClient, **options: object) -> object:
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/en/progress/delete").text)
    assert token is not None
    return client.post("/en/progress/delete", data={"csrf_token": token[1]}, **options)


def test_looking_around_stores_nothing(app: Flask, pupil: FlaskClient):
    for address in ("/en/progress", "/en/progress/delete", "/en/progress/export", "/en/try"):
        assert pupil.get(address).status_code == 200
    assert rows(app) == [0, 0, 0, 0]


def test_a_newcomer_is_told_how_progress_comes_about(pupil: FlaskClient):
    text = pupil.get("/en/progress").text
    assert "Nothing is stored yet" in text
    assert "/en/progress/delete" not in text


def test_a_solved_puzzle_is_on_the_page_once(app: Flask, pupil: FlaskClient):
    solve(pupil)
    solve(pupil)
    text = pupil.get("/en/progress").text
    assert "You have solved 1 puzzle." in text
    assert rows(app) == [1, 2, 0, 0]


def test_a_lesson_step_is_on_the_page(pupil: FlaskClient):
    token = open_form(pupil).csrf_token
    steps = len(course().chapters[0].steps)
    pupil.post("/en/step/0", data={"csrf_token": token})
    assert f"Steps done: 1 of {steps}" in pupil.get("/en/progress").text
    for step in range(steps):
        pupil.post(f"/en/step/{step}", data={"csrf_token": token})
    text = pupil.get("/en/progress").text
    assert "You have finished 1 chapter." in text
    assert f"Steps done: {steps} of {steps}" in text


def test_a_double_submit_is_stored_once(app: Flask, pupil: FlaskClient):
    data = {**open_form(pupil)._asdict(), "turn": "B12"}
    assert [pupil.post("/en/try", data=data).text for _ in range(3)] == ["1", "1", "1"]
    assert rows(app) == [1, 1, 0, 0]


def test_the_first_answer_sent_twice_at_once_is_one_learner(app: Flask, pupil: FlaskClient):
    data = {**open_form(pupil)._asdict(), "turn": "B12"}
    cookies = "; ".join(f"{c.key}={c.value}" for c in pupil._cookies.values())  # type: ignore[union-attr]
    for _ in range(2):
        # Neither request has seen the other's answer: both bring the same cookies.
        twin = app.test_client(use_cookies=False)
        assert twin.post("/en/try", data=data, headers={"Cookie": cookies}).text == "1"
    assert rows(app) == [1, 1, 0, 0]


def test_the_back_button_and_another_turn_is_a_second_attempt(app: Flask, pupil: FlaskClient):
    sent = solve(pupil, "B12")
    answer = pupil.post("/en/try", data={**sent._asdict(), "turn": "B10,B12"})
    assert answer.text == "2"
    assert "You have solved 1 puzzle." in pupil.get("/en/progress").text


def test_two_tabs_are_two_attempts_of_one_learner(app: Flask, pupil: FlaskClient):
    first, second = open_form(pupil), open_form(pupil)
    for number, tab in enumerate((second, first), 1):
        answer = pupil.post("/en/try", data={**tab._asdict(), "turn": "B12"})
        assert answer.text == str(number)
    assert rows(app)[:2] == [1, 2]


def test_an_outsider_sees_nothing_of_it(app: Flask, pupil: FlaskClient, outsider: FlaskClient):
    solve(pupil)
    assert "Nothing is stored yet" in outsider.get("/en/progress").text
    assert outsider.get("/en/progress/export").json["learner"] is None
    outsider.get("/en/try")
    assert "nothing to delete" in outsider.get("/en/progress/delete").text
    assert rows(app) == [1, 1, 0, 0]


def test_a_cookie_made_by_somebody_else_counts_for_nothing(
    app: Flask, pupil: FlaskClient, outsider: FlaskClient
):
    solve(pupil)
    with app.app_context(), sessions()() as session:
        own = session.scalars(sa.select(Learner.public_id)).one()
    forged = TimestampSigner("a guess", salt="learner").sign(own).decode()
    for value in (own, forged, f"{own}.x.y", "..", "é"):
        outsider.set_cookie(learner.COOKIE, value)
        assert "Nothing is stored yet" in outsider.get("/en/progress").text


def test_a_form_without_a_key_is_stored_all_the_same(app: Flask, pupil: FlaskClient):
    token = open_form(pupil).csrf_token
    pupil.post("/en/try", data={"csrf_token": token, "turn": "B12"})
    assert rows(app) == [1, 1, 0, 0]


def test_an_answer_from_another_site_is_refused(app: Flask, pupil: FlaskClient):
    sent = open_form(pupil)
    answer = pupil.post("/en/try", data={"submission": sent.submission, "turn": "B12"})
    assert answer.status_code == 400
    assert rows(app) == [0, 0, 0, 0]


@pytest.mark.parametrize("https", [False, True])
def test_the_cookie_holds_for_a_year_and_is_out_of_reach_of_scripts(
    tmp_path: Path, pupil: FlaskClient, https: bool
):
    base = "https://localhost" if https else "http://localhost"
    header = _learner_cookie(pupil.get("/en/try", base_url=base).headers.getlist("Set-Cookie"))
    assert "HttpOnly" in header
    assert "SameSite=Lax" in header
    assert "Path=/" in header
    assert ("Secure" in header) == https
    age = re.search(r"Max-Age=(\d+)", header)
    assert age is not None
    assert timedelta(days=365) <= timedelta(seconds=int(age[1])) <= timedelta(days=400)


def test_the_setting_for_https_marks_the_cookie_too(tmp_path: Path, make_app: MakeApp):
    environment = {"TRAINER_DATA": str(tmp_path), "TRAINER_HTTPS": "1"}
    app = make_app(Settings.from_environment(environment))
    app.register_blueprint(pages, url_prefix="/<language:lang>")
    header = _learner_cookie(app.test_client().get("/en/try").headers.getlist("Set-Cookie"))
    assert "Secure" in header


def _learner_cookie(headers: list[str]) -> str:
    found = [header for header in headers if header.startswith("learner=")]
    assert len(found) == 1
    return found[0]


def test_the_cookie_is_renewed_while_it_is_used(
    app: Flask, pupil: FlaskClient, monkeypatch: pytest.MonkeyPatch
):
    solve(pupil)
    assert pupil.get("/en/progress").headers.getlist("Set-Cookie") == []
    month = datetime.now(UTC) + timedelta(days=31)

    class Later(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:
            return month

    monkeypatch.setattr(learner, "datetime", Later)
    assert _learner_cookie(pupil.get("/en/progress").headers.getlist("Set-Cookie"))
    assert "You have solved 1 puzzle." in pupil.get("/en/progress").text


def test_the_copy_is_a_json_file_with_ones_own_data(pupil: FlaskClient, outsider: FlaskClient):
    solve(pupil)
    solve(outsider, "B12")
    answer = pupil.get("/ru/progress/export")
    assert answer.mimetype == "application/json"
    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"] == "no-store"
    data = json.loads(answer.text)
    assert guests.is_id(data["learner"]["id"])
    assert [one["answer"] for one in data["puzzle_answers"]] == ["B10,B12"]


def test_deleting_asks_first(app: Flask, pupil: FlaskClient):
    solve(pupil)
    text = pupil.get("/en/progress/delete").text
    assert "Nobody can bring them back" in text
    assert rows(app) == [1, 1, 0, 0]


def test_deleting_needs_the_form_of_this_site(app: Flask, pupil: FlaskClient):
    solve(pupil)
    assert pupil.post("/en/progress/delete").status_code == 400
    assert rows(app) == [1, 1, 0, 0]


def test_deleting_takes_rows_and_cookie_away_and_says_so(app: Flask, pupil: FlaskClient):
    solve(pupil)
    answer = delete(pupil, follow_redirects=True)
    assert answer.status_code == 200
    assert answer.request.path == "/en/progress"
    assert "Your progress has been deleted." in answer.text
    assert pupil.get_cookie(learner.COOKIE) is None
    assert rows(app) == [0, 0, 0, 0]
    # Said once; a reload does not delete again and does not say so again.
    again = pupil.get("/en/progress").text
    assert "has been deleted" not in again
    assert "Nothing is stored yet" in again


def test_deleting_leaves_others_alone(app: Flask, pupil: FlaskClient, outsider: FlaskClient):
    solve(pupil)
    solve(outsider)
    delete(pupil)
    assert rows(app) == [1, 1, 0, 0]
    assert "You have solved 1 puzzle." in outsider.get("/en/progress").text


def test_deleting_twice_does_no_harm(app: Flask, pupil: FlaskClient):
    sent = solve(pupil)
    delete(pupil)
    answer = pupil.post(
        "/en/progress/delete", data={"csrf_token": sent.csrf_token}, follow_redirects=True
    )
    assert answer.status_code == 200
    assert rows(app) == [0, 0, 0, 0]


def test_after_deleting_one_starts_as_somebody_new(app: Flask, pupil: FlaskClient):
    solve(pupil)
    before = pupil.get_cookie(learner.COOKIE)
    delete(pupil)
    solve(pupil)
    after = pupil.get_cookie(learner.COOKIE)
    assert before is not None
    assert after is not None
    assert before.value.split(".")[0] != after.value.split(".")[0]


def test_a_puzzle_that_has_left_the_bank_does_not_break_the_page(pupil: FlaskClient):
    solve(pupil)
    text = pupil.get("/en/progress").text
    assert "No longer here" in text
    # It stays a solved puzzle of the person, and is none of those that can be solved now.
    assert "You have solved 1 puzzle." in text
    assert re.search(r"Solved: 0 of \d+", text)


def test_a_database_that_fails_is_a_page_not_a_traceback(app: Flask, pupil: FlaskClient):
    solve(pupil)
    engine: sa.Engine = app.extensions["engine"]

    @sa.event.listens_for(engine, "do_connect")
    def gone(dialect: sa.Dialect, *_more: object) -> None:
        raise dialect.loaded_dbapi.OperationalError("the server is gone")

    engine.dispose()
    answer = pupil.get("/en/progress")
    assert answer.status_code == 503
    assert "busy" in answer.text


@pytest.mark.parametrize("code", ["en", "ru", "fr", "pt", "es", "it"])
def test_the_pages_answer_in_every_language(pupil: FlaskClient, code: str):
    solve(pupil)
    for page in ("progress", "progress/delete"):
        assert pupil.get(f"/{code}/{page}").status_code == 200
