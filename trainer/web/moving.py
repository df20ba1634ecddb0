"""Taking one's progress along to another device, by a code.

In: the learner of this browser; on the other device, the code as it is typed.
Out: the code; on the other device, the cookie of the learner.
Owns: the question what becomes of a browser's own progress; ``move_code`` of the session cookie.
Knows: the learner's page of progress, by name. Pupils need no code: they have their card.
"""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)

from trainer.classes import moving
from trainer.classes.merging import TwoPeopleError
from trainer.classes.moving import WrongCodeError
from trainer.web import learner, signed_in
from trainer.web.database import sessions

blueprint = Blueprint("moving", __name__)

LONGEST = 40
SHOWN = "move_code"
TOGETHER, APART = "together", "apart"


@blueprint.get("/progress/move")
def index() -> Response:
    """Both halves: a code for another device, and the field for a code from one."""
    return _page()


@blueprint.post("/progress/move/code")
def make() -> Response:
    """Make a code; the browser that it is shown in keeps it until it is used or too old."""
    if signed_in.pupil() is None:
        made = moving.make(sessions(), learner.current() or "")
        if made is not None:
            session[SHOWN] = made.code
    return make_response(redirect(url_for("moving.index"), 303))


@blueprint.get("/progress/move/code")
def made() -> Response:
    """Where a change of the language leads to."""
    return make_response(redirect(url_for("moving.index")))


@blueprint.post("/progress/move")
def take() -> Response:
    """Be the learner of the code from now on, after a question where need be."""
    if signed_in.pupil() is not None:
        return make_response(redirect(url_for("moving.index"), 303))
    code, keep = request.form.get("code", "")[:LONGEST], request.form.get("keep", "")
    try:
        other = moving.whose(sessions(), code)
        if other == learner.current():
            return make_response(_page(typed=code, fault="same"), 422)
        if keep not in (TOGETHER, APART) and not learner.summary().is_empty:
            return make_response(_question(code))
        own = learner.current() if keep == TOGETHER else None
        learner.become(moving.take(sessions(), code, own))
    except WrongCodeError:
        return make_response(_page(typed=code, fault="wrong"), 422)
    except TwoPeopleError:
        return make_response(_question(code, two=True), 422)
    flash("moved")
    return make_response(redirect(url_for("guest.progress"), 303))


def _page(*, typed: str = "", fault: str = "") -> Response:
    response = make_response(
        render_template(
            "guest/move.html",
            summary=learner.summary(),
            code=_shown_code(),
            typed=typed,
            fault=fault,
            minutes=moving.VALID.seconds // 60,
        )
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def _shown_code() -> str | None:
    """The code that this browser has asked for, while it is good."""
    code = session.get(SHOWN)
    if code is None:
        return None
    try:
        good = moving.whose(sessions(), code) == learner.current()
    except WrongCodeError:
        good = False
    if not good:
        session.pop(SHOWN)
    return code if good else None


def _question(code: str, *, two: bool = False) -> str:
    """What becomes of the progress that this browser has already."""
    return render_template("guest/move_question.html", code=code, two=two)
