"""Error pages: in the reader's language, with a way on, without a traceback."""

from __future__ import annotations

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

from tests.web.conftest import LANGUAGES, MakeApp
from trainer.config import Settings
from trainer.puzzles import bank
from trainer.web import errors, language
from trainer.web.app import LARGEST_REQUEST

CODES = (400, 403, 404, 405, 413, 418, 429, 500, 502, 503)


@pytest.fixture
def app(settings: Settings, make_app: MakeApp) -> Flask:
    """A site that behaves as in production, with pages that fail in every way."""
    app = make_app(settings, testing=False)
    app.add_url_rule("/<language:lang>/fail/<int:code>", view_func=abort, endpoint="fail")
    app.add_url_rule("/<language:lang>/crash", view_func=crash)
    app.add_url_rule(
        "/<language:lang>/form", view_func=lambda: "taken", methods=["POST"], endpoint="form"
    )
    return app


def crash() -> str:
    raise RuntimeError("secret detail")


@pytest.mark.parametrize("code", CODES)
def test_every_error_has_a_page_with_a_way_home(client: FlaskClient, code: int) -> None:
    answer = client.get(f"/en/fail/{code}")
    assert answer.status_code == code
    assert 'href="/en/"' in answer.text
    assert "<h1>" in answer.text
    assert "noindex" in answer.text


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_speaks_the_readers_language(app: Flask, code: str) -> None:
    client = app.test_client()
    expected = app.extensions["catalogs"].translator(code).render(errors.TROUBLES[404].title)
    answer = client.get(f"/{code}/nowhere")
    assert answer.status_code == 404
    assert expected in answer.text
    assert answer.headers["Content-Language"].startswith(code)


def test_a_crash_shows_no_traceback(client: FlaskClient) -> None:
    answer = client.get("/fr/crash")
    assert answer.status_code == 500
    assert "secret detail" not in answer.text
    assert "Traceback" not in answer.text
    assert "<h1>" in answer.text


def test_an_error_page_that_fails_itself_still_speaks(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errors, "answer", crash)
    answer = client.get("/en/nowhere")
    assert answer.status_code == 404
    assert "There is no such page" in answer.text
    assert "secret" not in answer.text


def test_a_wrong_method_names_the_right_ones(client: FlaskClient) -> None:
    answer = client.put("/en/")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_too_large_a_request_is_refused(client: FlaskClient) -> None:
    answer = client.post("/en/form", data={"turn": "x" * (LARGEST_REQUEST + 1)})
    assert answer.status_code == 413


def test_a_form_without_its_token_is_refused_and_brings_a_new_one(client: FlaskClient) -> None:
    client.set_cookie("session", "of an earlier visit")
    answer = client.post("/en/form", data={"turn": "B10"}, headers={"X-Fragment": "1"})
    assert answer.status_code == 400
    assert "Nothing has been changed" in answer.text
    token = answer.headers["X-Form-Token"]
    again = client.post("/en/form", data={"turn": "B10", "csrf_token": token})
    assert again.text == "taken"


def test_a_script_gets_the_part_and_not_the_page(client: FlaskClient) -> None:
    answer = client.get("/en/nowhere", headers={"X-Fragment": "1"})
    assert answer.status_code == 404
    assert "<html" not in answer.text
    assert 'role="alert"' in answer.text
    assert answer.headers["X-Fragment"] == "1"


def test_every_trouble_is_told_in_two_sentences_of_its_own() -> None:
    told = [(one.title.id, one.advice.id) for one in errors.TROUBLES.values()]
    assert len(set(told)) == len(told)


def test_a_missing_slash_is_added(client: FlaskClient) -> None:
    answer = client.get("/ru")
    assert answer.status_code == 308
    assert answer.headers["Location"].endswith("/ru/")
    assert language.COOKIE not in answer.headers.get("Set-Cookie", "")


def test_a_browser_without_cookies_is_told_what_it_needs(app: Flask) -> None:
    puzzle = bank.load().puzzles[0]
    answer = app.test_client(use_cookies=False).post(
        f"/en/puzzles/{puzzle.id}", data={"turn": "B10"}
    )
    assert answer.status_code == 400
    assert "The cookies of this site are missing" in answer.text
