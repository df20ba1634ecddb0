"""How pupils come in: by their class card, or by the class code as somebody new; and out.

In: codes from addresses (QR) or typed, names, the pupil or guest at this browser.
Out: pages that ask; a browser that is signed in once somebody has said yes.
Owns: nothing. No address signs anybody in by being looked at.
Knows: `trainer.classes.joining`; the pupils' own page and live rounds by name.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

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

from trainer.classes import codes, joining, names
from trainer.classes import sessions as browsers
from trainer.classes.access import NotFoundError
from trainer.classes.joining import ArchivedError, Door, Enrolled, Holder, TwoPeopleError, WaitError
from trainer.classes.pupils import CARD_LENGTH, FullError
from trainer.i18n.messages import Message, message, message_n
from trainer.web import clock, learner, notices, onward, signed_in
from trainer.web.database import sessions

blueprint = Blueprint("joining", __name__)

LONGEST = 40
"""Of what is typed into the field for a code, so many characters are looked at."""


@blueprint.after_request
def _keep_nothing(response: Response) -> Response:
    """These pages hold codes and names: no cache keeps them."""
    response.headers["Cache-Control"] = "no-store"
    return response


blueprint.app_template_filter("code")(codes.spaced)


@blueprint.get("/join")
def index() -> Response:
    """Where a code is typed: of a card, of a class or of a live round."""
    return _ask(request.args.get("code", "")[:LONGEST])


def _ask(typed: str, problem: Message | None = None, status: int = 200) -> Response:
    values = {"typed": typed, "problem": problem, "onward": _onward()}
    return make_response(render_template("joining/index.html", **values), status)


@blueprint.post("/join")
def find() -> Response:
    """Lead to what the typed code is for."""
    typed = request.form.get("code", "")[:LONGEST]
    code = codes.normal(typed)
    kind = joining.kind_of(sessions(), code)
    if kind == "live" and _has("playing.show"):
        return _to(url_for("playing.show", code=code))
    if kind == "class":
        return _to(url_for(".enrol", code=code, next=_onward()))
    if kind != "card":
        return _ask(typed, _unknown(code), 422)
    try:
        joining.holder(sessions(), code, clock.now())
    except NotFoundError:
        return _ask(typed, _unknown(code), 422)
    except WaitError as error:
        return _wait(typed, error)
    return _to(url_for(".card", code=code, next=_onward()))


def _unknown(code: str) -> Message:
    """What to say to a code that opens nothing, by what kind of code it looks like."""
    strange = "".join(dict.fromkeys(one for one in code if one not in codes.ALPHABET))
    if not code:
        return message("Type the code that is on your card, or the code that your teacher shows.")
    if strange:
        return message("No code has these characters in it: %(letters)s", letters=strange)
    if len(code) == CARD_LENGTH:
        return message("There is no class card with this code. Look at each letter once more.")
    if len(code) == joining.JOIN_LENGTH:
        return message(
            "No class takes new pupils by this code now, and no live round has it. "
            "Look at each letter once more, or ask your teacher."
        )
    return message_n(
        "A class card has 10 letters and digits, a class code has 6. You have typed %(num)s.",
        "A class card has 10 letters and digits, a class code has 6. You have typed %(num)s.",
        len(code),
    )


def _wait(typed: str, error: WaitError) -> Response:
    text = message_n(
        "Too many wrong codes have been typed for this class. Try again in %(num)s second.",
        "Too many wrong codes have been typed for this class. Try again in %(num)s seconds.",
        error.seconds,
    )
    response = _ask(typed, text, 429)
    response.headers["Retry-After"] = str(error.seconds)
    return response


@blueprint.get("/card/<code>")
def card(code: str) -> Response:
    """Ask whether the reader is the one whose card this is."""
    normal = codes.normal(code[:LONGEST])
    if len(normal) == joining.JOIN_LENGTH:
        return _to(url_for(".enrol", code=normal, next=_onward()))
    try:
        found = joining.holder(sessions(), normal, clock.now())
    except NotFoundError:
        return _ask(codes.spaced(normal), _unknown(normal), 404)
    except WaitError as error:
        return _wait(codes.spaced(normal), error)
    return _ask_who(normal, found)


def _ask_who(
    code: str, found: Holder, problem: Message | None = None, status: int = 200
) -> Response:
    seat = signed_in.pupil()
    values = {
        "code": code,
        "holder": found,
        "seat": seat,
        "same": seat is not None and seat.pupil == found.pupil,
        "elsewhere": seat is not None and seat.room != found.room,
        "onward": _onward(),
        "home": _home(),
        "problem": problem,
    }
    status = 410 if found.archived else status
    return make_response(render_template("joining/card.html", **values), status)


@blueprint.post("/card/<code>")
def show_card(code: str) -> Response:
    """Sign the browser in: somebody has said yes."""
    old = request.cookies.get("pupil", "")
    return _show(code, lambda: joining.sign_in(sessions(), code, old, clock.now()))


@blueprint.get("/card/<code>/both")
def asked_both(code: str) -> Response:
    """Back to the question, for whoever changes the language of the answer."""
    return _to(url_for(".card", code=code))


@blueprint.post("/card/<code>/both")
def both(code: str) -> Response:
    """The same for somebody who is signed in by a card of another class, and is both."""
    seat = signed_in.pupil()
    if seat is None or seat.pupil != request.form.get("pupil"):
        return _to(url_for(".card", code=code, next=_onward()))
    return _show(code, lambda: joining.sign_in_as_well(sessions(), code, seat.pupil, clock.now()))


def _show(code: str, sign_in: Callable[[], str]) -> Response:
    code = codes.normal(code[:LONGEST])
    try:
        secret = sign_in()
    except NotFoundError:
        return _ask(codes.spaced(code), _unknown(code), 404)
    except WaitError as error:
        return _wait(codes.spaced(code), error)
    except (ArchivedError, TwoPeopleError) as error:
        found = joining.holder(sessions(), code, clock.now())
        two = isinstance(error, TwoPeopleError)
        return _ask_who(code, found, TWO_PEOPLE if two else None, 409)
    signed_in.send("pupil", secret)
    return _to(_onward() or _home())


TWO_PEOPLE = message("These are two pupils: there is a class that both of them are in.")


@blueprint.get("/join/<code>")
def enrol(code: str) -> Response:
    """Ask a new pupil for a name, or somebody known whether to join as they are."""
    normal = codes.normal(code[:LONGEST])
    if len(normal) == CARD_LENGTH:
        return _to(url_for(".card", code=normal, next=_onward()))
    try:
        return _ask_name(normal, joining.door(sessions(), normal))
    except NotFoundError:
        return _ask(codes.spaced(normal), _unknown(normal), 404)


def _ask_name(
    code: str, found: Door, problem: Message | None = None, status: int = 200
) -> Response:
    seat = signed_in.pupil()
    values = {
        "code": code,
        "door": found,
        "seat": seat,
        "known": seat is None and not learner.summary().is_empty,
        "key": request.form.get("key") or secrets.token_urlsafe(12),
        "typed": request.form.get("name", "")[: 2 * names.LONGEST],
        "longest": names.LONGEST,
        "along": "along" in request.form,
        "onward": _onward(),
        "problem": problem,
    }
    return make_response(render_template("joining/enrol.html", **values), status)


@blueprint.post("/join/<code>")
def join(code: str) -> Response:
    """Make a new pupil, or give somebody who is signed in a second place; sign the browser in."""
    code = codes.normal(code[:LONGEST])
    try:
        found = joining.door(sessions(), code)
        return _join(code, found)
    except NotFoundError:
        return _ask(codes.spaced(code), _unknown(code), 404)
    except FullError:
        full = message("This class has no room for more pupils. Tell your teacher.")
        return _ask_name(code, found, full, 409)


def _join(code: str, found: Door) -> Response:
    seat, myself = signed_in.pupil(), request.form.get("pupil")
    if myself:
        if seat is None or seat.pupil != myself:
            return _to(url_for(".enrol", code=code, next=_onward()))
        return _welcome(_enrol(code, seat.name, seat.learner))
    name = names.tidy(request.form.get("name", ""))
    if not name:
        return _ask_name(code, found, message("Type your name: your teacher sees it."), 422)
    along = learner.current() if seat is None and "along" in request.form else None
    return _welcome(_enrol(code, name, along))


def _enrol(code: str, name: str, person: str | None) -> Enrolled:
    key = request.form.get("key", "")[:LONGEST] or secrets.token_urlsafe(12)
    old = request.cookies.get("pupil", "")
    now = clock.now()
    return joining.enrol(sessions(), code, name, key, learner=person, old=old, now=now)


def _welcome(made: Enrolled) -> Response:
    signed_in.send("pupil", made.secret)
    if made.again:
        notices.tell(message("You were in this class already. Nothing has changed."))
    return _to(url_for(".welcome", next=_onward()))


@blueprint.get("/welcome")
def welcome() -> Response:
    """Who has just joined, and the card to be written down."""
    seat = signed_in.pupil()
    if seat is None:
        return _to(url_for(".index"))
    shown = joining.fresh_card(sessions(), seat.pupil, clock.now())
    values = {"seat": seat, "card": shown, "onward": _onward() or _home()}
    return make_response(render_template("joining/welcome.html", **values))


@blueprint.post("/sign-out")
def sign_out() -> Response:
    """Sign the pupil out of this browser."""
    seat = signed_in.pupil()
    browsers.end_pupil(sessions(), signed_in.forget("pupil"))
    if seat is not None:
        notices.tell(message("%(name)s is signed out of this device.", name=seat.name))
    return _to(url_for(".index"))


def _onward() -> str:
    """Where the reader was on the way to; '' for nowhere."""
    return onward.wished() or ""


def _home() -> str:
    return url_for("tasks.home" if _has("tasks.home") else "home.index")


def _has(endpoint: str) -> bool:
    return endpoint in current_app.view_functions


def _to(address: str) -> Response:
    return make_response(redirect(address, 303))
