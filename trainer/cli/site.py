"""``trainer serve``, ``trainer db``, ``trainer doctor``: the site and what it stands on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import click

from trainer.config import Settings
from trainer.storage import database
from trainer.storage.database import DatabaseError


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Port to listen on; 0 takes a free one.",
)
def serve(host: str, port: int) -> None:
    """Run the site until Ctrl-C; the database is made on first start."""
    from trainer.cli import server

    settings = Settings.from_environment()
    listener = server.listen(host, port)
    with listener:
        app = server.make_app(settings)
        greeting = server.greeting(app, listener, settings)
        if hasattr(os, "fork"):
            from trainer.cli import forking

            forking.run(app, listener, settings, greeting)
        else:
            server.run_threads(app, listener, settings, greeting)


@click.group()
def db() -> None:
    """Look after the database."""


@db.command()
def upgrade() -> None:
    """Make the database, or bring it to the newest schema."""
    settings = Settings.from_environment()
    try:
        database.upgrade(settings)
    except DatabaseError as error:
        raise click.ClickException(str(error)) from error
    where = database.shown(database.address(settings))
    click.echo(f"{where}: schema {database.head()}, nothing left to do")


@db.command()
def reports() -> None:
    """List what learners have reported as wrong with puzzles, the newest first."""
    from trainer.learners import faults

    with open_sessions() as sessions:
        for one in faults.reports(sessions):
            day = one.made_at.date().isoformat()
            click.echo(
                f"{day}  {one.puzzle}  {one.language}  {one.fault}  {' '.join(one.text.split())}"
            )


@db.command()
@click.argument("puzzle")
def withdraw(puzzle: str) -> None:
    """Undo what PUZZLE (its id) has done to ratings; its answers stay as a trace.

    Take the record out of its file first, so that it is not answered again.
    """
    from trainer.learners import ratings

    with open_sessions() as sessions:
        learners = ratings.withdraw(sessions, puzzle)
    click.echo(f"{puzzle}: ratings worked out again without it: {learners}")


@db.command()
def tidy() -> int:
    """Archive classes that have ended, and delete what has been kept long enough.

    A running site does the same once a day. /privacy says what is kept how long.
    """
    from trainer.classes import housekeeping, retention

    with open_sessions() as sessions:
        done = retention.tidy(sessions, Settings.from_environment().names_days)
        housekeeping.note(sessions, retention.TIDY, datetime.now(UTC))
    for name, count in done.items():
        click.echo(f"{name}: {'FAILED' if count is None else count}")
    return 1 if None in done.values() else 0


@contextmanager
def open_sessions() -> Iterator[database.Sessions]:
    """The database of the settings, brought up to date; one line for an error."""
    settings = Settings.from_environment()
    try:
        database.upgrade(settings)
    except DatabaseError as error:
        raise click.ClickException(str(error)) from error
    engine = database.create_engine(settings)
    try:
        yield database.session_factory(engine)
    finally:
        engine.dispose()


@click.command()
def doctor() -> int:
    """Show every setting, and whether each part of the site is in order."""
    from trainer.cli.checkup import settings_lines, state

    for line in settings_lines(Settings.from_environment()):
        click.echo(line)
    click.echo()
    findings = list(state(Settings.from_environment()))
    width = max(len(finding.part) for finding in findings)
    for finding in findings:
        mark = "ok    " if finding.good else "BROKEN"
        click.echo(f"{mark} {finding.part:{width}}  {finding.text}")
    return 0 if all(finding.good for finding in findings) else 1


commands: list[click.Command] = [serve, db, doctor]
