"""What every production server needs; waitress, which serves where there is no fork.

Elsewhere gunicorn does (`trainer.cli.forking`).
"""

from __future__ import annotations

import errno
import socket
import sys
from typing import TYPE_CHECKING

import click

from trainer.config import Settings, SignUp
from trainer.lessons import course
from trainer.lessons.course import ContentError
from trainer.puzzles import bank
from trainer.puzzles.bank import PuzzleFileError
from trainer.storage.database import DatabaseError

if TYPE_CHECKING:
    from flask import Flask

THREADS = 4
BACKLOG = 512


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises ClickException with one line where that is impossible.

    Done before anything is loaded, so that a port in use is found at once.
    """
    try:
        family, _, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise click.ClickException(f"cannot listen on {host}: {error.strerror}") from error
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise click.ClickException(_why(host, port, error)) from error
    return listener


def _why(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is in use; choose another one with --port"
    return f"cannot listen on {host}, port {port}: {error.strerror}"


def make_app(settings: Settings) -> Flask:
    """The site; what prevents it from starting is one line."""
    from trainer.web.app import create_app

    try:
        app = create_app(settings)
    except DatabaseError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from error
    try:
        _warm(app)
    except (ContentError, PuzzleFileError) as error:
        raise click.ClickException(str(error)) from error
    return app


def _warm(app: Flask) -> None:
    """Load what the first reader of each worker would wait for; workers share it when forked."""
    bank.load()
    course.course()
    for name in app.jinja_env.list_templates(extensions=["html"]):
        app.jinja_env.get_template(name)


def greeting(app: Flask, listener: socket.socket, settings: Settings) -> str:
    """What to say when the site can be reached; until there is a teacher, how to become one."""
    from trainer.classes import signing_up

    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/"
    lines = [f"Serving on {address} (Ctrl-C stops)"]
    if not signing_up.count(app.extensions["sessions"]):
        lines.append(_first_steps(address, settings.sign_up))
    # Workers open connections of their own.
    app.extensions["engine"].dispose()
    return "\n".join(lines)


def _first_steps(address: str, sign_up: SignUp) -> str:
    how = {
        "open": f"Everybody who comes can become one at {address}en/teach/sign-up",
        "invitation": "`trainer teachers invite` lets one in",
        "closed": "Nobody can become one",
    }[sign_up]
    return f"There is no teacher yet. {how} (TRAINER_SIGN_UP={sign_up})"


def announce(greeting: str) -> None:
    """Say that the site can be reached."""
    click.echo(greeting)
    sys.stdout.flush()


def run_threads(app: Flask, listener: socket.socket, settings: Settings, greeting: str) -> None:
    """Serve with waitress: one process, as many threads as the workers would have had."""
    import waitress

    from trainer.web import housekeeping

    server = waitress.create_server(
        app, sockets=[listener], threads=settings.workers * THREADS, ident=None
    )
    announce(greeting)
    housekeeping.start(app)
    server.run()
