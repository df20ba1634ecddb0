"""A site with an empty database, and browsers that keep cookies but run no scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from trainer.config import Settings
from trainer.web.app import create_app

LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings.from_environment({"TRAINER_DATA": str(tmp_path)})


@pytest.fixture
def app(settings: Settings) -> Flask:
    return create_app(settings, testing=True)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def in_english(app: Flask) -> Iterator[None]:
    """The inside of a request for an English page."""
    with app.test_request_context("/en/"):
        yield
