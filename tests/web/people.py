"""Browsers in which somebody of the cast of tests.classes.cast is signed in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient

from tests.classes.cast import Cast, Person, cast
from trainer.storage.class_tables import Classroom, PupilSession, TeacherSession
from trainer.storage.database import Sessions, writing


def sessions_of(app: Flask) -> Sessions:
    """The database of a site."""
    found: Sessions = app.extensions["sessions"]
    return found


def stage(app: Flask) -> Cast:
    """Bring the cast into a site's empty database."""
    return stage_in(sessions_of(app))


def stage_in(sessions: Sessions) -> Cast:
    """The same by the database alone.

    A site has the real clock: there everybody was here just now, and the classes go on.
    """
    found, now = cast(sessions), datetime.now(UTC)
    with writing(sessions) as session:
        for table in (TeacherSession, PupilSession):
            session.execute(sa.update(table).values(seen_at=now))
        session.execute(sa.update(Classroom).values(expires_on=now.date() + timedelta(days=300)))
    return found


def browser_of_teacher(app: Flask, teacher: Person) -> FlaskClient:
    """A browser in which a teacher is signed in."""
    client = app.test_client()
    client.set_cookie("teacher", teacher.secret)
    return client


def browser_of_pupil(app: Flask, pupil: Person) -> FlaskClient:
    """A browser in which a pupil has shown a card."""
    client = app.test_client()
    client.set_cookie("pupil", pupil.secret)
    return client
