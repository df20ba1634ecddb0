"""Teaching a class together: invitations, co-teachers, handing a class over, leaving it.

In: forms of teachers; the link of an invitation.
Out: pages; a link that is shown once.
Owns: nothing.
Knows: `trainer.classes.invitations` and `staff`; the settings of a class and the list by name.
"""

from __future__ import annotations

from flask import Blueprint, Response, flash, make_response, render_template, request, url_for
from werkzeug.exceptions import Forbidden

from trainer.classes import invitations, names, staff
from trainer.classes.access import NotFoundError
from trainer.classes.invitations import ClosedError, Opened, State
from trainer.classes.staff import Colleague
from trainer.i18n.messages import message
from trainer.web import clock, notices
from trainer.web.database import sessions
from trainer.web.rooms import key_of_form, me, room_of, to
from trainer.web.signed_in import teachers_only

blueprint = Blueprint("colleagues", __name__)

LINK = "invitation"
"""The category of the flashed link: the page after the form shows it, and no other."""
GONE = frozenset({State.ACCEPTED, State.EXPIRED, State.WITHDRAWN, State.GONE})


def _settings(room: str) -> Response:
    return to(url_for("classes.settings", room=room, _anchor="teachers"))


@blueprint.post("/teach/classes/<room>/invitations")
@teachers_only
def invite(room: str) -> Response:
    """Make an invitation, once however often the form is sent."""
    note = names.tidy(request.form.get("note", ""))
    secret = invitations.invite(sessions(), me(), room, note, key_of_form(), clock.now())
    flash(url_for(".look", secret=secret, _external=True), LINK)
    return _settings(room)


@blueprint.post("/teach/classes/<room>/invitations/<int:number>/withdraw")
@teachers_only
def withdraw(room: str, number: int) -> Response:
    """Take an invitation back."""
    invitations.withdraw(sessions(), me(), room, number, clock.now())
    notices.tell(message("The invitation is withdrawn: its link opens nothing any more."))
    return _settings(room)


@blueprint.get("/teach/invitations/<secret>")
@teachers_only
def look(secret: str) -> Response:
    """What the link of an invitation leads to, and how it stands with it."""
    try:
        return _look(secret, invitations.look(sessions(), me(), secret, clock.now()))
    except NotFoundError:
        return _look(secret, None)


def _look(secret: str, found: Opened | None) -> Response:
    status = 404 if found is None else 410 if found.state in GONE else 200
    values = {"secret": secret, "found": found}
    return make_response(render_template("classes/invitation.html", **values), status)


@blueprint.post("/teach/invitations/<secret>")
@teachers_only
def accept(secret: str) -> Response:
    """Become a co-teacher."""
    try:
        room = invitations.accept(sessions(), me(), secret, clock.now())
    except ClosedError:
        return _look(secret, invitations.look(sessions(), me(), secret, clock.now()))
    except NotFoundError:
        return _look(secret, None)
    notices.tell(message("You teach the class %(name)s now.", name=room_of(room).name))
    return to(url_for("classes.show", room=room))


@blueprint.post("/teach/classes/<room>/teachers/<colleague>/remove")
@teachers_only
def dismiss(room: str, colleague: str) -> Response:
    """Take a co-teacher's access away."""
    staff.dismiss(sessions(), me(), room, colleague)
    notices.tell(message("The co-teacher has no access to this class any more."))
    return _settings(room)


@blueprint.get("/teach/classes/<room>/hand-over/<colleague>")
@teachers_only
def ask_hand_over(room: str, colleague: str) -> str:
    """Ask before a class gets another owner."""
    found = room_of(room)
    if found.role != "owner":
        raise Forbidden
    return render_template("classes/hand_over.html", room=found, to=_colleague(room, colleague))


def _colleague(room: str, colleague: str) -> Colleague:
    all_ = staff.colleagues(sessions(), me(), room)
    found = next((one for one in all_ if one.id == colleague and one.role == "co"), None)
    if found is None:
        raise NotFoundError(colleague)
    return found


@blueprint.post("/teach/classes/<room>/hand-over/<colleague>")
@teachers_only
def hand_over(room: str, colleague: str) -> Response:
    """Make a co-teacher the owner."""
    staff.hand_over(sessions(), me(), room, colleague)
    notices.tell(message("The class has a new owner. You are a co-teacher of it now."))
    return _settings(room)


@blueprint.get("/teach/classes/<room>/leave")
@teachers_only
def ask_leave(room: str) -> str:
    """Ask before a co-teacher leaves."""
    found = room_of(room)
    if found.role == "owner":
        raise Forbidden
    return render_template("classes/leave.html", room=found)


@blueprint.post("/teach/classes/<room>/leave")
@teachers_only
def leave(room: str) -> Response:
    """Stop teaching a class."""
    name = room_of(room).name
    staff.leave(sessions(), me(), room)
    notices.tell(message("You do not teach the class %(name)s any more.", name=name))
    return to(url_for("classes.index"))
