"""A teacher's classes: the list, a class's own page, its settings, archive, bin and deletion.

In: forms of a teacher who is signed in.
Out: pages; changes that are stored before the next page says so.
Owns: nothing. What goes away can be brought back from where it went.
Knows: `trainer.classes.classrooms`; the pages of pupils, tasks, results, rounds and paper by name.
"""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, make_response, render_template, request, url_for
from werkzeug.exceptions import Forbidden

from trainer.classes import classrooms, codes, invitations, pupils, staff
from trainer.classes.access import Room
from trainer.classes.classrooms import InactiveError
from trainer.classes.marks import ChangedError
from trainer.i18n.messages import Message, message
from trainer.web import clock, confirming, notices, room_form
from trainer.web.database import sessions
from trainer.web.room_form import RoomForm
from trainer.web.rooms import key_of_form, me, room_of, to
from trainer.web.signed_in import teachers_only

blueprint = Blueprint("classes", __name__)
blueprint.app_template_global("first_day")(room_form.earliest)
blueprint.app_template_global("last_day")(room_form.latest)
blueprint.app_template_global("day_of")(clock.day_of)


@blueprint.get("/teach/")
@teachers_only
def index() -> str:
    """All classes of the teacher: those that go on, the archive, the bin."""
    lines = classrooms.lines(sessions(), me())
    kept = [one for one in lines if one.room.removed_at is None]
    return render_template(
        "classes/index.html",
        active=[one for one in kept if one.room.archived_at is None],
        archived=[one for one in kept if one.room.archived_at is not None],
        # For co-teachers a class that is deleted is gone; the owner can bring it back.
        bin=[one for one in lines if one.room.removed_at is not None and one.room.role == "owner"],
    )


@blueprint.get("/teach/classes/new")
@teachers_only
def new() -> Response:
    """Ask what the new class is called."""
    return _ask_new(room_form.fresh())


def _ask_new(form: RoomForm, status: int = 200) -> Response:
    values = {"form": form, "key": key_of_form()}
    return make_response(render_template("classes/new.html", **values), status)


@blueprint.post("/teach/classes/new")
@teachers_only
def create() -> Response:
    """Make the class, once however often the form is sent, and go on to its pupils."""
    form = room_form.sent()
    if form.problems:
        return _ask_new(form, 422)
    made = classrooms.create(
        sessions(),
        me(),
        form.name,
        form.language,
        form.profile,
        form.expires_on,
        key=key_of_form(),
        now=clock.now(),
    )
    return to(url_for("pupils.add", room=made.id))


@blueprint.get("/teach/classes/<room>")
@teachers_only
def show(room: str) -> str:
    """A class's own page: its pupils, their cards, the class code."""
    found = room_of(room)
    return render_template(
        "classes/show.html",
        room=found,
        entries=pupils.roster(sessions(), me(), room),
        moved=pupils.moved_on(sessions(), me(), room),
        gone=len(pupils.gone(sessions(), me(), room)),
        now=clock.now(),
        all_ticked=request.args.get("tick") == "all",
    )


@blueprint.post("/teach/classes/<room>/joining")
@teachers_only
def joining(room: str) -> Response:
    """Turn enrolling by the class code on or off, or give the class a new code."""
    wish = request.form.get("do")
    room_of(room)  # whoever asks for nothing learns nothing either
    try:
        if wish == "renew":
            old = request.form.get("code", "")
            classrooms.renew_join_code(sessions(), me(), room, old)
            notices.tell(message("The class has a new class code. The old one opens nothing."))
        elif wish in ("on", "off"):
            classrooms.set_joining(sessions(), me(), room, wish == "on")
    except InactiveError:
        notices.tell(message("Restore the class first: it is archived."), "bad")
    return to(url_for(".show", room=room, _anchor="joining"))


@blueprint.get("/teach/classes/<room>/settings")
@teachers_only
def settings(room: str) -> Response:
    """Name, language, rules, last day; teachers; archive and deletion."""
    found = room_of(room)
    return _settings(found, room_form.of(found))


def _settings(found: Room, form: RoomForm, status: int = 200) -> Response:
    values = {
        "room": found,
        "form": form,
        "colleagues": staff.colleagues(sessions(), me(), found.id),
        "invitations": invitations.invitations(sessions(), me(), found.id, clock.now()),
        "me": me(),
        "key": key_of_form(),
    }
    return make_response(render_template("classes/settings.html", **values), status)


@blueprint.post("/teach/classes/<room>/settings")
@teachers_only
def change(room: str) -> Response:
    """Change what was said when the class was made."""
    found, form = room_of(room), room_form.sent()
    if form.expires == found.expires_on.isoformat():
        # A last day that is over already is no fault of this form.
        kept = tuple(one for one in form.problems if one[0] != "expires")
        form = replace(form, problems=kept)
    if form.problems:
        return _settings(found, form, 422)
    try:
        _store(room, form)
    except ChangedError:
        found = room_of(room)
        form = replace(form, basis=classrooms.mark_of(found), problems=[("", notices.CHANGED)])
        return _settings(found, form, 409)
    notices.tell(message("The settings are saved."))
    return to(url_for(".settings", room=room))


def _store(room: str, form: RoomForm) -> None:
    classrooms.change(
        sessions(),
        me(),
        room,
        name=form.name,
        language=form.language,
        profile=form.profile,
        expires_on=form.expires_on,
        basis=form.basis,
    )


@blueprint.post("/teach/classes/<room>/archive")
@teachers_only
def archive(room: str) -> Response:
    """End a class; its results stay to read."""
    classrooms.archive(sessions(), me(), room, clock.now())
    return _told(
        room,
        message("The class %(name)s is archived.", name=room_of(room).name),
        url_for(".restore", room=room),
    )


@blueprint.post("/teach/classes/<room>/restore")
@teachers_only
def restore(room: str) -> Response:
    """Let an archived class go on."""
    classrooms.restore(sessions(), me(), room, clock.now())
    notices.tell(message("The class %(name)s goes on.", name=room_of(room).name))
    return to(url_for(".show", room=room))


def _told(room: str, text: Message, undo: str) -> Response:
    notices.tell(text, undo=undo)
    return to(url_for(".index"))


@blueprint.get("/teach/classes/<room>/delete")
@teachers_only
def ask_delete(room: str) -> Response:
    """Ask for a word before a class goes into the bin."""
    return _ask_delete(room)


def _ask_delete(room: str, problem: Message | None = None, status: int = 200) -> Response:
    found = _owned(room)
    values = {"room": found, "problem": problem, "typed": request.form.get("word", "")[:100]}
    return make_response(render_template("classes/delete.html", **values), status)


def _owned(room: str) -> Room:
    found = room_of(room)
    if found.role != "owner":
        raise Forbidden
    return found


@blueprint.post("/teach/classes/<room>/delete")
@teachers_only
def delete(room: str) -> Response:
    """Put a class into the bin."""
    found, typed = _owned(room), request.form.get("word", "")
    if not (confirming.is_word(typed) or codes.normal(typed) == codes.normal(found.name) != ""):
        text = message("That is neither the word nor the name of the class: nothing is deleted.")
        return _ask_delete(room, text, 422)
    classrooms.remove(sessions(), me(), room, clock.now())
    return _told(
        room,
        message("The class %(name)s is in the bin, for 30 days.", name=found.name),
        url_for(".bring_back", room=room),
    )


@blueprint.post("/teach/classes/<room>/bring-back")
@teachers_only
def bring_back(room: str) -> Response:
    """Take a class out of the bin."""
    classrooms.bring_back(sessions(), me(), room)
    notices.tell(message("The class %(name)s is back.", name=room_of(room).name))
    return to(url_for(".show", room=room))
