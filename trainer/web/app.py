"""The site.

In: settings, and the catalogs of the languages.
Out: a Flask app for a production server.
Owns: the order in which the parts are joined; nothing else.
Knows: every blueprint by name only, so that pages stay independent of one another.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from flask import Flask

from trainer.config import Settings, data_folder
from trainer.i18n.catalogs import Catalogs
from trainer.i18n.pseudo import with_pseudo
from trainer.web import (
    assets,
    class_work,
    database,
    errors,
    housekeeping,
    language,
    learner,
    qr,
    security,
    signed_in,
    text,
    whose,
)

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PAGES = (
    "home",
    "lessons",
    "checks",
    "puzzles",
    "training",
    "faults",
    "workshop",
    "replay",
    "embed",
    "practice",
    "reference",
    "guest",
    "tasks",
    "accounts",
    "moving",
    "data",
    "help",
    "results",
    "live",
    "playing",
    "joining",
    "classes",
    "colleagues",
    "pupils",
    "going_on",
    "paper",
    "paper_cards",
    "paper_check",
)
"""Modules of trainer.web with a ``blueprint`` whose pages live under a language prefix."""

PLAIN = ("api", "live_code", "short")
"""Modules whose addresses have no language."""

LARGEST_REQUEST = 64 * 1024


def create_app(
    settings: Settings, *, catalogs: Catalogs | None = None, testing: bool = False
) -> Flask:
    """Make the site. ``catalogs`` replaces those of the translations folder.

    ``testing`` lets exceptions through to the test; form tokens are still asked for.
    """
    app = Flask("trainer.web", template_folder=str(data_folder("templates")), static_folder=None)
    app.config.update(
        TESTING=testing,
        SECRET_KEY=security.secret_key(settings.secret_key_file),
        SESSION_COOKIE_SECURE=settings.https,
        MAX_CONTENT_LENGTH=LARGEST_REQUEST,
        PREFERRED_URL_SCHEME="https" if settings.https else "http",
    )
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.extensions["settings"] = settings
    if settings.https:
        app.wsgi_app = _behind_https(app.wsgi_app)  # type: ignore[assignment, method-assign]
    language.install(app, catalogs or _catalogs(settings))
    assets.install(app)
    security.install(app)
    text.install(app)
    errors.install(app)
    database.install(app, settings)
    learner.install(app)
    signed_in.install(app)
    housekeeping.install(app)
    qr.install(app)
    whose.install(app)
    class_work.install(app)
    _add_pages(app)
    return app


def _catalogs(settings: Settings) -> Catalogs:
    folder = data_folder("translations")
    known = Catalogs.load(folder)
    return with_pseudo(known, folder) if settings.pseudo else known


def _behind_https(site: WSGIApplication) -> WSGIApplication:
    """Whatever the proxy in front says or leaves out, the reader has come by HTTPS."""

    def secure(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return site(environ | {"wsgi.url_scheme": "https"}, start_response)

    return secure


def _add_pages(app: Flask) -> None:
    app.register_blueprint(assets.blueprint)
    app.register_blueprint(language.blueprint)
    security.csrf.exempt(language.blueprint)
    for name in PAGES:
        page = import_module(f"trainer.web.{name}").blueprint
        app.register_blueprint(page, url_prefix=language.PREFIX)
    for name in PLAIN:
        app.register_blueprint(import_module(f"trainer.web.{name}").blueprint)
    app.jinja_env.globals["has_page"] = app.view_functions.__contains__
