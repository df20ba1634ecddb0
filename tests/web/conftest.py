"""A site with an empty database, and browsers that keep cookies but run no scripts.

What is the same for every site is made once in a process: catalogs, compiled templates, the
database that is copied. ``make_app`` makes a site with them; each test has its own site and its
own database, of the kind that tests/conftest.py decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from tests.databases import Databases
from trainer.config import Settings, data_folder
from trainer.i18n.catalogs import Catalogs
from trainer.web.app import create_app
from trainer.web.assets import FOLDER, Assets

LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")

MakeApp = Callable[..., Flask]
Builder = Callable[..., tuple[str, str]]


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


def remembering(compile_builder: Callable[..., Builder]) -> Callable[..., Builder]:
    """The same functions that build addresses for all sites: nine tenths of making one."""
    known: dict[object, Builder] = {}

    def remembered(rule: Rule, append_unknown: bool = True) -> Builder:
        key = rule.rule, tuple(rule._trace), repr(rule.defaults), append_unknown
        if key not in known:
            known[key] = compile_builder(rule, append_unknown)
        return known[key]

    return remembered


@pytest.fixture(scope="session")
def once() -> Iterator[None]:
    """What making a site works out, it works out once in a process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", remembering(Rule._compile_builder))
        ours, load = Assets.load(), Assets.load
        patch.setattr(
            Assets, "load", lambda folder=FOLDER: ours if folder == FOLDER else load(folder)
        )
        yield


@pytest.fixture(scope="session")
def make_site(once: None) -> MakeApp:
    """Make a site on the database of the settings, which is there already."""
    catalogs, compiled = Catalogs.load(data_folder("translations")), Compiled()

    def make(settings: Settings, *, testing: bool = True) -> Flask:
        known = None if settings.pseudo else catalogs
        app = create_app(settings, catalogs=known, testing=testing)
        app.jinja_env.bytecode_cache = compiled
        return app

    return make


@contextmanager
def sites(databases: Databases, make_site: MakeApp) -> Iterator[MakeApp]:
    """Make sites, each in the data folder of its settings and on an empty database of its own."""
    with ExitStack() as lent:

        def make(settings: Settings, *, testing: bool = True) -> Flask:
            app = make_site(lent.enter_context(databases.lend(settings)), testing=testing)
            lent.callback(app.extensions["engine"].dispose)
            return app

        yield make


@pytest.fixture
def make_app(databases: Databases, make_site: MakeApp) -> Iterator[MakeApp]:
    """Makes sites that live as long as one test."""
    with sites(databases, make_site) as make:
        yield make


@pytest.fixture(scope="module")
def make_lasting_app(databases: Databases, make_site: MakeApp) -> Iterator[MakeApp]:
    """Makes sites that all tests of a file share."""
    with sites(databases, make_site) as make:
        yield make


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
