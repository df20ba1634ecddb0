"""The pages of teachers and pupils in the pseudo-languages; what people typed is marked in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import sqlalchemy as sa
from flask import Flask

from tests.web.conftest import MakeApp
from tests.web.people import browser_of_pupil, browser_of_teacher, sessions_of, stage
from tests.web.test_pseudo_walk import Page, walk, without_language_names
from trainer.classes import classrooms, codes, demo, invitations, live
from trainer.classes.live import Ask
from trainer.config import Settings
from trainer.puzzles import bank
from trainer.storage.class_tables import Classroom, Pupil, Teacher, TeacherSession
from trainer.storage.database import Sessions, reading, writing

CODE = re.compile(r"\b[A-Z0-9]{3,6}(-[A-Z0-9]{2,4})*\b|\b[A-Z]\b")
PER_KIND = 4
"""So many pages that differ only by an id are walked."""


@pytest.fixture
def app(tmp_path: Path, make_app: MakeApp) -> Flask:
    settings = Settings.from_environment({"TRAINER_DATA": str(tmp_path), "TRAINER_PSEUDO": "1"})
    app = make_app(settings)
    app.config["WTF_CSRF_ENABLED"] = False
    return app


@pytest.mark.parametrize("language", ["xa", "xb"])
def test_no_page_of_a_teacher_or_pupil_says_anything_that_came_through_no_catalog(
    app: Flask, language: str
):
    people = stage(app)
    sessions, teacher, room = sessions_of(app), people.teacher.id, people.room.id
    say = app.extensions["catalogs"].translator(language).render
    demo.make(sessions, teacher, language, say)
    classrooms.set_joining(sessions, teacher, room, True)
    with writing(sessions) as session:  # prints for pupils speak the language of the class
        session.execute(sa.update(Classroom).values(language=language))
    invitations.invite(sessions, teacher, room, "", "key")
    puzzle = bank.load().puzzles[0].id
    live.start(sessions, teacher, room, [Ask("puzzle", puzzle)], codes.new_public_id())
    names = typed_by_people(sessions)
    browsers = {
        f"/{language}/teach/": browser_of_teacher(app, people.teacher),
        f"/{language}/class/": browser_of_pupil(app, people.pupil),
    }
    for start, client in browsers.items():
        walked = 0
        for place, answer in walk(client, start, like=PER_KIND):
            bare = without_language_names(Page(answer.text).bare, client)
            assert [text for text in bare if said_by_us(text, names)] == [], place
            walked += 1
        assert walked > (30 if "teach" in start else 0)


def typed_by_people(sessions: Sessions) -> list[str]:
    """The names of people, classes and browsers, longest first."""
    columns = (Pupil.name, Classroom.name, Teacher.name, TeacherSession.device)
    with reading(sessions) as session:
        names = {name for column in columns for name in session.scalars(sa.select(column))}
    return sorted(names, key=len, reverse=True)


def said_by_us(text: str, names: list[str]) -> bool:
    """Whether letters are left once what people typed, and codes, are taken out."""
    for name in names:
        text = text.replace(name, "")
    return re.search(r"[^\W\d_]", CODE.sub("", text)) is not None
