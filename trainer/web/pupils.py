"""The pupils of a class: adding them by their names, their cards, removing, merging, moving.

In: pasted names, files, forms of a teacher.
Out: pages that show what would happen; changes that are stored before the next page says so.
Owns: nothing. What was removed by mistake is undone by a button, or from the bin.
Knows: `trainer.classes.pupils`, `merging`, `going_on`; the class's own page by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from flask import (
    Blueprint,
    Response,
    current_app,
    make_response,
    render_template,
    request,
    url_for,
)

from trainer.classes import merging, names, pupils, text_files
from trainer.classes.access import NotFoundError, Room
from trainer.classes.classrooms import InactiveError
from trainer.classes.merging import TwoPeopleError
from trainer.classes.names import Found
from trainer.classes.pupils import FullError, Member
from trainer.i18n.messages import Message, message, message_n
from trainer.web import clock, notices
from trainer.web.database import sessions
from trainer.web.rooms import key_of_form, me, room_of, to
from trainer.web.signed_in import teachers_only

blueprint = Blueprint("pupils", __name__)

LARGEST_LIST = 512 * 1024
"""Bytes of a form with a pasted table or a file."""


@blueprint.url_value_preprocessor
def _allow_lists(_endpoint: str | None, _values: dict[str, object] | None) -> None:
    # Before the token of the form is looked at, for that reads the form.
    request.max_content_length = request.max_form_memory_size = LARGEST_LIST


def _class_page(room: str) -> Response:
    return to(url_for("classes.show", room=room))


# Adding


@blueprint.get("/teach/classes/<room>/pupils/add")
@teachers_only
def add(room: str) -> Response:
    """Where names are pasted or typed."""
    return _ask_names(room_of(room))


def _ask_names(
    room: Room, typed: str = "", problem: Message | None = None, status: int = 200
) -> Response:
    values = {"room": room, "typed": typed, "problem": problem, "most": names.MOST}
    return make_response(render_template("pupils/add.html", **values), status)


@blueprint.post("/teach/classes/<room>/pupils/add")
@teachers_only
def preview(room: str) -> Response:
    """Show which names were found, before anybody is added."""
    found_room, typed, file = room_of(room), request.form.get("names", ""), _uploaded()
    if "back" in request.form:
        return _ask_names(found_room, typed)
    if not text_files.is_text(file):
        return _ask_names(found_room, typed, NO_TEXT, 422)
    text = "\n".join(part for part in (typed, text_files.decode(file)) if part.strip())
    found = names.parse(text)
    if not found.names and not found.heading:
        problem = message("There is no name in it yet. Write one name in each line.")
        return _ask_names(found_room, text, problem, 422)
    if len(found.names) > names.MOST:
        return _ask_names(found_room, text, _too_many(len(found.names)), 422)
    return _preview(found_room, found)


def _uploaded() -> bytes:
    file = request.files.get("file")
    if file is None:
        return b""
    data: bytes = file.read()
    file.close()
    return data


NO_TEXT = message(
    "This file holds no plain text. Save your spreadsheet as CSV first, or copy the names and "
    "paste them here."
)


def _too_many(count: int) -> Message:
    return message_n(
        "That is %(num)s name. A class holds at most %(most)s pupils.",
        "These are %(num)s names. A class holds at most %(most)s pupils.",
        count,
        most=names.MOST,
    )


def _preview(room: Room, found: Found) -> Response:
    there = {one.name.casefold() for one in pupils.members(sessions(), me(), room.id)}
    values = {
        "room": room,
        "found": found,
        "repeated": names.repeated(found.names),
        "known": [one for one in dict.fromkeys(found.names) if one.casefold() in there],
        "longest": names.LONGEST,
        "key": key_of_form(),
    }
    return make_response(render_template("pupils/preview.html", **values))


@blueprint.post("/teach/classes/<room>/pupils/")
@teachers_only
def create(room: str) -> Response:
    """Add the names of the preview, once however often the form is sent."""
    found = room_of(room)
    chosen = [
        *names.lines(request.form.get("heading", "")),
        *names.lines(request.form.get("names", "")),
    ]
    if not chosen:
        return _ask_names(found)
    try:
        made = pupils.add(sessions(), me(), room, chosen, clock.now(), key=key_of_form())
    except FullError as error:
        return _ask_names(found, "\n".join(chosen), _full(error), 422)
    except InactiveError:
        return _ask_names(found, "\n".join(chosen), INACTIVE, 409)
    added = message_n(
        "%(num)s pupil is in the class, with a card.",
        "%(num)s pupils are in the class, each with a card.",
        len(made),
    )
    notices.tell(added, onward=_printing(room))
    return _class_page(room)


def _printing(room: str) -> tuple[Message, str] | None:
    """A link to the cards that are of today."""
    if "paper_cards.pupils" not in current_app.view_functions:
        return None
    since = clock.today().isoformat()
    address = url_for("paper_cards.pupils", room=room, since=since)
    return message("Print the class cards"), address


INACTIVE = message("This class is archived. Restore it first, on the page with the settings.")


def _full(error: FullError) -> Message:
    if error.left == 0:
        return message("This class is full: no pupil can be added.")
    return message_n(
        "This class has room for %(num)s more pupil only.",
        "This class has room for %(num)s more pupils only.",
        error.left,
    )


# One pupil


@blueprint.get("/teach/classes/<room>/pupils/<pupil>")
@teachers_only
def show(room: str, pupil: str) -> Response:
    """A pupil's page for teachers: name, card, and what can be done."""
    return _show(room, pupil)


def _show(
    room: str, pupil: str, typed: str | None = None, problem: Message | None = None
) -> Response:
    found = pupils.member(sessions(), me(), room, pupil)
    values = {
        "room": room_of(room),
        "pupil": found,
        "typed": found.name if typed is None else typed,
        "problem": problem,
        "now": clock.now().isoformat(),
        "longest": names.LONGEST,
    }
    status = 200 if problem is None else 422
    return make_response(render_template("pupils/show.html", **values), status)


@blueprint.post("/teach/classes/<room>/pupils/<pupil>")
@teachers_only
def rename(room: str, pupil: str) -> Response:
    """Give a pupil another name."""
    typed = request.form.get("name", "")
    name = names.tidy(typed)
    try:
        if not name:
            return _show(room, pupil, "", NO_NAME)
        if names.is_too_long(typed):
            return _show(room, pupil, typed, LONG_NAME)
        pupils.rename(sessions(), me(), room, pupil, name)
    except NotFoundError:
        return _gone(room, pupil)
    notices.tell(message("The name is %(name)s now.", name=name))
    return to(url_for(".show", room=room, pupil=pupil))


NO_NAME = message("Write a name: a first name or a nickname is enough.")
LONG_NAME = message_n(
    "The name can have %(num)s letter at most.",
    "The name can have %(num)s letters at most.",
    names.LONGEST,
)


def _gone(room: str, pupil: str) -> Response:
    """Lead to what has become of a pupil who was in the class when the page was made."""
    room_of(room)
    notices.tell(message("Nothing was changed: this pupil is not in the class any more."), "bad")
    try:
        pupils.member(sessions(), me(), room, pupil)
    except NotFoundError:
        return _class_page(room)
    return to(url_for(".show", room=room, pupil=pupil))


# Cards


def _moment(name: str) -> datetime | None:
    """A moment that a page has put into a form."""
    try:
        found = datetime.fromisoformat(request.form.get(name, ""))
        return found.astimezone(UTC) if found.tzinfo else None
    except (ValueError, OverflowError):  # also the first and the last day of all calendars
        return None


def _chosen() -> Sequence[str]:
    return request.form.getlist("pupil")[: names.MOST]


@blueprint.post("/teach/classes/<room>/pupils/cards")
@teachers_only
def renew(room: str) -> Response:
    """New cards for the chosen pupils; the old ones end at once."""
    now = clock.now()
    count = pupils.renew(sessions(), me(), room, _chosen(), _moment("now") or now, now)
    if count:
        text = message_n(
            "%(num)s class card is new. The old one opens nothing any more.",
            "%(num)s class cards are new. The old ones open nothing any more.",
            count,
        )
        notices.tell(text, onward=_printing(room))
    return _back_from_card(room)


@blueprint.post("/teach/classes/<room>/pupils/cards/revoke")
@teachers_only
def revoke(room: str) -> Response:
    """Take cards away until they are renewed."""
    pupils.revoke(sessions(), me(), room, _chosen())
    notices.tell(message("The card opens nothing any more, and the browsers are signed out."))
    return _back_from_card(room)


def _back_from_card(room: str) -> Response:
    one = request.form.get("from", "")
    return to(url_for(".show", room=room, pupil=one)) if one else _class_page(room)


# Removing and bringing back


@blueprint.post("/teach/classes/<room>/pupils/remove")
@teachers_only
def remove(room: str) -> Response:
    """Put pupils into the bin; the next page can undo it."""
    now = clock.now()
    gone = pupils.remove(sessions(), me(), room, _chosen(), now)
    if gone:
        text = message("%(name)s was removed.", name=gone[0].name)
        if len(gone) > 1:
            text = message_n(
                "%(num)s pupil was removed.", "%(num)s pupils were removed.", len(gone)
            )
        undo = url_for(".bring_back", room=room)
        notices.tell(text, undo=undo, fields=[("at", now.isoformat())])
    return _class_page(room)


@blueprint.post("/teach/classes/<room>/pupils/bring-back")
@teachers_only
def bring_back(room: str) -> Response:
    """Take pupils out of the bin: the chosen ones, or all who were removed at one moment."""
    try:
        count = pupils.bring_back(sessions(), me(), room, _chosen(), _moment("at"))
    except FullError as error:
        notices.tell(_full(error), "bad")
        return _class_page(room)
    if count:
        text = message_n("%(num)s pupil is back.", "%(num)s pupils are back.", count)
        notices.tell(text)
    return _class_page(room)


@blueprint.get("/teach/classes/<room>/pupils/bin")
@teachers_only
def bin_(room: str) -> str:
    """Who was removed and can come back."""
    gone = pupils.gone(sessions(), me(), room)
    return render_template("pupils/bin.html", room=room_of(room), gone=gone)


# Merging


@blueprint.get("/teach/classes/<room>/pupils/<pupil>/merge")
@teachers_only
def ask_merge(room: str, pupil: str) -> Response:
    """Ask into whom, then whether."""
    return _ask_merge(room, pupil, request.args.get("into", ""))


def _ask_merge(
    room: str, pupil: str, into: str, problem: Message | None = None, status: int = 200
) -> Response:
    members = pupils.members(sessions(), me(), room)
    one = next((member for member in members if member.id == pupil), None)
    if one is None:
        raise NotFoundError(pupil)
    others = [member for member in members if member.id != pupil]
    values = {
        "room": room_of(room),
        "pupil": one,
        "others": _alike(one, others),
        "into": next((member for member in others if member.id == into), None),
        "problem": problem,
    }
    return make_response(render_template("pupils/merge.html", **values), status)


def _alike(one: Member, others: Sequence[Member]) -> list[Member]:
    """Those first who are most likely the same person."""
    first = one.name.casefold().split()[0]
    return sorted(others, key=lambda other: first not in other.name.casefold().split())


@blueprint.post("/teach/classes/<room>/pupils/<pupil>/merge")
@teachers_only
def merge(room: str, pupil: str) -> Response:
    """Make one pupil of two."""
    into = request.form.get("into", "")
    kept = pupils.member(sessions(), me(), room, into)
    try:
        merging.merge(sessions(), me(), room, pupil, into)
    except TwoPeopleError:
        return _ask_merge(room, pupil, into, TWO_PEOPLE, 409)
    except NotFoundError:
        # The same form has come twice: the first has done it.
        return _class_page(room)
    notices.tell(message("It is one pupil now: %(name)s.", name=kept.name))
    return _class_page(room)


TWO_PEOPLE = message(
    "These two cannot become one: both were here before they came into your classes, as guests "
    "or in other classes. Remove the one that is not needed."
)
