"""What is stored: the page that says it in plain words, and a pupil's data for the teacher.

In: the settings; the teacher's class and pupil.
Out: pages and JSON files.
Owns: the deletion for good, which asks for a word.
Knows: the page of the class's pupils, by name.
"""

from __future__ import annotations

from datetime import datetime

from flask import (
    Blueprint,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from trainer.classes import personal_data, retention, teacher_data
from trainer.classes.access import Room
from trainer.classes.access import room as room_of
from trainer.classes.personal_data import Held
from trainer.classes.retention import Warned
from trainer.config import Settings
from trainer.i18n.messages import message
from trainer.storage.database import reading
from trainer.web import clock, confirming, notices, privacy, signed_in
from trainer.web.data_file import as_file
from trainer.web.data_sheet import sheets
from trainer.web.database import sessions
from trainer.web.pupil_names import pupil_name
from trainer.web.signed_in import required_teacher, teachers_only
from trainer.web.text import day

blueprint = Blueprint("data", __name__)

FILE_NAME = "elfer-raus-pupil.json"
TEACHER_FILE_NAME = "elfer-raus-teacher.json"

blueprint.add_app_template_global(confirming.word_to_type)
blueprint.add_app_template_filter(pupil_name)


@blueprint.app_template_filter()
def stored_day(moment: str) -> str:
    """The day of a moment out of plain data."""
    return day(datetime.fromisoformat(moment))


@blueprint.app_template_global("class_warning")
def class_warning(room: object) -> Warned | None:
    """What the teachers of a class should know now about the time that it is kept."""
    settings: Settings = current_app.extensions["settings"]
    if not isinstance(room, Room):
        return None
    return retention.warning(room, settings.names_days, clock.today())


@blueprint.app_template_global("class_erasures")
def class_erasures(room: Room) -> list[datetime]:
    """When pupils of a class have deleted their data lately."""
    teacher = signed_in.teacher()
    if teacher is None:
        return []
    return personal_data.erasures(sessions(), teacher.teacher, room.id)


@blueprint.get("/privacy")
def privacy_page() -> str:
    """What is kept, why and how long."""
    return render_template("data/privacy.html", **privacy.values())


@blueprint.get("/teach/classes/<room>/pupils/<pupil>/data")
@teachers_only
def pupil(room: str, pupil: str) -> str:
    """All that a class holds about a pupil, on one page."""
    where, held = _find(room, pupil)
    return render_template("data/pupil.html", room=where, held=held, sheets=sheets(held.data))


@blueprint.get("/teach/classes/<room>/pupils/<pupil>/data/export")
@teachers_only
def export(room: str, pupil: str) -> Response:
    """The same as a JSON file."""
    return as_file(_find(room, pupil)[1].data, FILE_NAME)


@blueprint.get("/teach/classes/<room>/pupils/<pupil>/data/delete")
@teachers_only
def ask(room: str, pupil: str) -> str:
    """Ask for a word before a pupil is deleted for good."""
    return _asked(room, pupil)


@blueprint.post("/teach/classes/<room>/pupils/<pupil>/data/delete")
@teachers_only
def delete(room: str, pupil: str) -> Response:
    """Delete a pupil for good."""
    if not confirming.is_word(request.form.get("word", "")):
        return make_response(_asked(room, pupil, wrong=True), 422)
    name = personal_data.erase_pupil(sessions(), required_teacher().teacher, room, pupil)
    notices.tell(message("%(name)s has been deleted for good.", name=pupil_name(name)))
    return make_response(redirect(url_for("classes.show", room=room), 303))


@blueprint.get("/teach/account/export")
@teachers_only
def export_teacher() -> Response:
    """All that is stored about the teacher who is signed in, as a JSON file."""
    found = teacher_data.of_teacher(sessions(), required_teacher().teacher)
    return as_file(found, TEACHER_FILE_NAME)


def _find(room: str, pupil: str) -> tuple[Room, Held]:
    teacher = required_teacher().teacher
    held = personal_data.of_pupil(sessions(), teacher, room, pupil)
    with reading(sessions()) as session:
        return room_of(session, teacher, room), held


def _asked(room: str, pupil: str, *, wrong: bool = False) -> str:
    where, held = _find(room, pupil)
    return render_template("data/delete.html", room=where, held=held, wrong=wrong)
