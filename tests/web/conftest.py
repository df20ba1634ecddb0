"""A site with an empty database, and browsers that keep cookies but run no scripts.

What is the same for every site is made once in a process: catalogs, an empty database, compiled
templates. ``make_app`` makes a site with them; each test has its own site and its own database.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from trainer.config import Settings, data_folder
from trainer.i18n.catalogs import Catalogs
from trainer.web.app import create_app

LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")

MakeApp = Callable[..., Flask]


class Compiled(BytecodeCache):
    """Compiled templates in memory; the key holds what a template's source is."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        code = self.known.get((bucket.key, bucket.checksum))
        if code is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.known[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


@pytest.fixture(scope="session")
def make_app(migrated: Path) -> MakeApp:
    """Make a site in the data folder of the settings, its database empty and up to date."""
    catalogs, compiled = Catalogs.load(data_folder("translations")), Compiled()

    def make(settings: Settings, *, testing: bool = True) -> Flask:
        settings.data.mkdir(parents=True, exist_ok=True)
        shutil.copy(migrated, settings.data)
        app = create_app(settings, catalogs=catalogs, testing=testing)
        app.jinja_env.bytecode_cache = compiled
        return app

    return make


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings.from_environment({"TRAINER_DATA": str(tmp_path)})


@pytest.fixture
def app(settings: Settings, make_app: MakeApp) -> Flask:
    return make_app(settings)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def in_english(app: Flask) -> Iterator[None]:
    """The inside of a request for an English page."""
    with app.test_request_context("/en/"):
        yield
