"""The database of the site.

In: settings.
Out: `sessions`, which the use cases of trainer.learners ask for.
Owns: the engine of this process; the answer to a reader when the database cannot be reached.
Knows: no table.
"""

from __future__ import annotations

from flask import Flask, Response, current_app
from sqlalchemy import Engine
from sqlalchemy.exc import DataError, OperationalError
from werkzeug.exceptions import BadRequest, ServiceUnavailable

from trainer.config import Settings
from trainer.storage import database
from trainer.storage.database import Sessions
from trainer.web import errors


def install(app: Flask, settings: Settings) -> None:
    """Make the database or bring it up to date, and open it; raises DatabaseError."""
    database.upgrade(settings)
    engine = database.create_engine(settings)
    app.extensions["engine"] = engine
    app.extensions["sessions"] = database.session_factory(engine)
    app.register_error_handler(OperationalError, _unreachable)
    # PostgreSQL takes no text with a NUL in it; no page of ours sends one.
    app.register_error_handler(DataError, lambda _error: errors.show(BadRequest()))


def sessions() -> Sessions:
    """The sessions of this app's database."""
    found: Sessions = current_app.extensions["sessions"]
    return found


def forget_connections(app: Flask) -> None:
    """Leave the parent process its connections; to be called in a child after a fork."""
    engine: Engine = app.extensions["engine"]
    engine.dispose(close=False)


def _unreachable(error: OperationalError) -> Response:
    current_app.logger.error("the database cannot be used: %s", error.orig)
    return errors.show(ServiceUnavailable())
