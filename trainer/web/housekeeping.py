"""The chores of a running site: what has been kept long enough goes, once a day.

In: the settings; that a process of the site is running.
Out: nothing that a page waits for. Errors are logged.
Owns: one thread in each process, which sleeps nearly always and dies with it.
Knows: no page; the database says which process does today's chores.
"""

from __future__ import annotations

import os
import threading

from flask import Flask, Response

from trainer.classes import retention
from trainer.config import Settings
from trainer.storage.database import Sessions

FIRST_SECONDS = 30.0
"""A site that has just started has better things to do."""
AGAIN_SECONDS = 15 * 60.0
SWITCH = "HOUSEKEEPING"


def install(app: Flask) -> None:
    """Begin with the first answer of each process; tests ask for it by ``HOUSEKEEPING``."""
    app.config.setdefault(SWITCH, not app.testing)
    app.after_request(lambda response: _begin_after(app, response))


def _begin_after(app: Flask, response: Response) -> Response:
    if app.config[SWITCH] and app.extensions.get("housekeeper") != os.getpid():
        response.call_on_close(lambda: start(app))
    return response


def start(app: Flask) -> None:
    """Let this process look after the chores from now on; twice is as once."""
    if not app.config[SWITCH] or app.extensions.get("housekeeper") == os.getpid():
        return
    app.extensions["housekeeper"] = os.getpid()
    threading.Thread(target=_keep_house, args=(app,), name="housekeeping", daemon=True).start()


def _keep_house(app: Flask) -> None:
    sleep = threading.Event()
    sleep.wait(FIRST_SECONDS)
    while True:
        look(app)
        sleep.wait(AGAIN_SECONDS)


def look(app: Flask) -> bool:
    """Do the chores if they are due and nobody else does them; returns whether they were done."""
    settings: Settings = app.extensions["settings"]
    sessions: Sessions = app.extensions["sessions"]
    try:
        return retention.tidy_if_due(sessions, settings.names_days)
    except Exception:
        app.logger.exception("housekeeping")
        return False
