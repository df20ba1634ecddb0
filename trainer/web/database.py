"""The database of the site.

In: settings.
Out: `sessions`, which the use cases of trainer.learners ask for.
Owns: the engine of this process; the answer to a reader when the database cannot be reached.
Knows: no table.
"""

from __future__ import annotations

from flask import Flask, Response, current_app
from flask_sqlalchemy_lite import SQLAlchemy
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool
from werkzeug.exceptions import ServiceUnavailable

from trainer.config import Settings
from trainer.storage import database
from trainer.storage.database import Sessions
from trainer.web import errors

db = SQLAlchemy(session_options={"expire_on_commit": False})


def install(app: Flask, settings: Settings) -> None:
    """Make the database or bring it up to date, and open it; raises DatabaseError."""
    database.upgrade(settings)
    options = database.engine_options(settings)
    if app.testing:
        # A test's app is thrown away: it must not hold on to files.
        options["poolclass"] = NullPool
    app.config["SQLALCHEMY_ENGINES"] = {"default": options}
    db.init_app(app)
    with app.app_context():
        database.prepare(db.engine)
    app.register_error_handler(OperationalError, _unreachable)


def sessions() -> Sessions:
    """The sessions of this app's database."""
    return db.sessionmaker


def forget_connections(app: Flask) -> None:
    """Leave the parent process its connections; to be called in a child after a fork."""
    with app.app_context():
        db.engine.dispose(close=False)


def _unreachable(error: OperationalError) -> Response:
    current_app.logger.error("the database cannot be used: %s", error.orig)
    return errors.show(ServiceUnavailable())
