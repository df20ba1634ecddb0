"""Several pupils at once: new cards, another class, next year's class of a whole class.

In: the pupils who are ticked on the page of a class.
Out: pages that ask and say what will happen; changes that can be undone where they can.
Owns: nothing.
Knows: `trainer.classes.going_on`; the class's own page and the list of classes by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from flask import Blueprint, Response, make_response, render_template, request, url_for

from trainer.classes import classrooms, going_on, names, pupils, staff
from trainer.classes.access import Room
from trainer.classes.classrooms import InactiveError
from trainer.classes.going_on import NextYear
from trainer.classes.pupils import FullError, Member
from trainer.i18n.messages import Message, message, message_n
from trainer.web import clock, notices, room_form
from trainer.web.database import sessions
from trainer.web.room_form import Problem, RoomForm
from trainer.web.rooms import key_of_form, me, room_of, to
from trainer.web.signed_in import teachers_only

blueprint = Blueprint("going_on", __name__)

NOBODY = message("Tick the pupils first, then choose what to do.")


def _class_page(room: str) -> Response:
    return to(url_for("classes.show", room=room))


def _ticked(room: str) -> list[Member]:
    """The pupils of the class who are ticked, by name."""
    wanted = frozenset(request.form.getlist("pupil"))
    return [one for one in pupils.members(sessions(), me(), room) if one.id in wanted]


def _nobody(room: str) -> Response:
    notices.tell(NOBODY, "bad")
    return _class_page(room)


@blueprint.get("/teach/classes/<room>/pupils/ask-cards")
@blueprint.get("/teach/classes/<room>/pupils/ask-move")
@teachers_only
def back(room: str) -> Response:
    """Whoever comes without a form (a language was chosen, say) begins on the class's page."""
    return _class_page(room_of(room).id)


@blueprint.post("/teach/classes/<room>/pupils/ask-cards")
@teachers_only
def ask_cards(room: str) -> Response:
    """Ask before several cards end."""
    chosen = _ticked(room)
    if not chosen:
        return _nobody(room)
    values = {"room": room_of(room), "chosen": chosen, "now": clock.now().isoformat()}
    return make_response(render_template("pupils/cards.html", **values))


@blueprint.post("/teach/classes/<room>/pupils/ask-move")
@teachers_only
def ask_move(room: str) -> Response:
    """Ask to which class."""
    chosen = _ticked(room)
    return _ask_move(room, chosen) if chosen else _nobody(room)


def _ask_move(
    room: str, chosen: Sequence[Member], problem: Message | None = None, status: int = 200
) -> Response:
    lines = classrooms.lines(sessions(), me())
    values = {
        "room": room_of(room),
        "chosen": chosen,
        "targets": [one for one in lines if one.room.is_active and one.room.id != room],
        "to": request.form.get("to", ""),
        "problem": problem,
    }
    return make_response(render_template("pupils/move.html", **values), status)


@blueprint.post("/teach/classes/<room>/pupils/move")
@teachers_only
def move(room: str) -> Response:
    """Move the pupils; asked twice, they are there once."""
    target, chosen = request.form.get("to", ""), request.form.getlist("pupil")
    if not target:
        return _ask_move(room, _ticked(room), message("Choose a class."), 422)
    now = clock.now()
    try:
        count = going_on.move(sessions(), me(), room, chosen[: names.MOST], target, now)
    except FullError as error:
        return _ask_move(room, _ticked(room), _full(error), 422)
    except InactiveError:
        return _ask_move(room, _ticked(room), message("That class is archived."), 409)
    _tell_moved(room, target, count, now)
    return _class_page(room)


def _full(error: FullError) -> Message:
    return message_n(
        "That class has room for %(num)s more pupil only.",
        "That class has room for %(num)s more pupils only.",
        error.left,
    )


def _tell_moved(room: str, target: str, count: int, now: datetime) -> None:
    text = message_n(
        "%(num)s pupil is in the class %(name)s now. The class card stays the same.",
        "%(num)s pupils are in the class %(name)s now. Their class cards stay the same.",
        count,
        name=room_of(target).name,
    )
    fields = [("from", target), ("at", now.isoformat())]
    notices.tell(text, undo=url_for(".move_back", room=room), fields=fields)


@blueprint.post("/teach/classes/<room>/pupils/move-back")
@teachers_only
def move_back(room: str) -> Response:
    """Undo a move: whoever went at that moment comes back."""
    room_of(room)
    try:
        moment = datetime.fromisoformat(request.form.get("at", ""))
        source = request.form.get("from", "")
        if moment.tzinfo:
            moment = moment.astimezone(UTC)
            going_on.move_back(sessions(), me(), room, source, moment, clock.now())
            notices.tell(message("They are back."))
    except (FullError, ValueError, OverflowError):
        notices.tell(message("They could not come back. Move them by hand."), "bad")
    return _class_page(room)


@blueprint.get("/teach/classes/<room>/next-year")
@teachers_only
def ask_next_year(room: str) -> Response:
    """Ask what next year's class is called and who goes along."""
    found = room_of(room)
    members = pupils.members(sessions(), me(), room)
    form = room_form.fresh(going_on.next_name(found.name))
    return _ask_next_year(found, form, members, frozenset(one.id for one in members))


def _ask_next_year(
    room: Room,
    form: RoomForm,
    members: Sequence[Member],
    ticked: frozenset[str],
    problems: Sequence[Problem] = (),
) -> Response:
    values = {
        "room": room,
        "form": form,
        "members": members,
        "ticked": ticked,
        "colleagues": [
            one for one in staff.colleagues(sessions(), me(), room.id) if one.id != me()
        ],
        "options": request.form if request.method == "POST" else {"tasks": "1", "archive": "1"},
        "key": key_of_form(),
        "problems": problems,
    }
    status = 422 if problems else 200
    return make_response(render_template("pupils/next_year.html", **values), status)


@blueprint.post("/teach/classes/<room>/next-year")
@teachers_only
def next_year(room: str) -> Response:
    """Make next year's class and move whoever is ticked, all at once."""
    found, chosen = room_of(room), request.form.getlist("pupil")[: names.MOST]
    name, expires = names.tidy(request.form.get("name", "")), request.form.get("expires", "")
    problems = list(room_form.end_problems(expires))
    if not name:
        problems.insert(0, ("name", message("Give the class a name, for example 7b.")))
    if problems:
        form = RoomForm(name=name, expires=expires)
        members = pupils.members(sessions(), me(), room)
        return _ask_next_year(found, form, members, frozenset(chosen), problems)
    wish = NextYear(
        name=name,
        expires_on=RoomForm(expires=expires).expires_on,
        pupils=chosen,
        tasks="tasks" in request.form,
        co_teachers="co_teachers" in request.form,
        archive="archive" in request.form,
    )
    made = going_on.go_on(sessions(), me(), room, wish, key_of_form(), clock.now())
    notices.tell(message("The class %(name)s is ready.", name=made.name))
    return to(url_for("classes.show", room=made.id))
