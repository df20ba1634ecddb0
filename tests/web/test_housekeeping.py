"""The chores of a running site: no page waits for them, and tests are left alone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError

from trainer.classes import retention
from trainer.web import housekeeping


def keepers() -> list[threading.Thread]:
    return [one for one in threading.enumerate() if one.name == "housekeeping"]


def wait_for(what: Callable[[], bool]) -> bool:
    end = time.monotonic() + 20
    while not what() and time.monotonic() < end:
        time.sleep(0.02)
    return what()


def test_a_site_under_test_does_no_chores(client: FlaskClient):
    before = keepers()
    client.get("/en/").close()
    assert keepers() == before


def test_the_first_answer_begins_the_chores_and_each_further_one_does_not(
    app: Flask, monkeypatch: pytest.MonkeyPatch
):
    looks: list[int] = []
    monkeypatch.setattr(housekeeping, "look", lambda _app: looks.append(1))
    monkeypatch.setattr(housekeeping, "FIRST_SECONDS", 0.0)
    monkeypatch.setattr(housekeeping, "AGAIN_SECONDS", 1e6)
    app.config[housekeeping.SWITCH] = True
    before = keepers()
    for _ in range(3):
        app.test_client().get("/en/").close()
    assert wait_for(lambda: looks == [1])
    housekeeping.start(app)
    (mine,) = set(keepers()) - set(before)
    assert mine.daemon, "it holds up no worker that stops"


def test_a_look_does_the_chores_once_a_day(app: Flask):
    assert housekeeping.look(app)
    assert not housekeeping.look(app)


def test_a_database_that_is_away_is_logged_and_tried_again(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def away(*_arguments: object) -> bool:
        raise OperationalError("SELECT", None, Exception("gone"))

    monkeypatch.setattr(retention, "tidy_if_due", away)
    assert not housekeeping.look(app)
    assert "housekeeping" in caplog.text
