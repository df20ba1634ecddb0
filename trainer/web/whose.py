"""Whom a form of answers was made for: what an old page sends for somebody else is not stored.

In: the hidden field ``made_for`` of forms of answers; the pupil at this browser.
Out: a refusal with the way back to what was laid, where the two are not the same learner.
Owns: the field. Forms that were made for guests have none and are taken from everybody.
Knows: where the form of a live question leads back to, by name.
"""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Flask, Response, request, url_for

from trainer.classes.codes import digest
from trainer.web import signed_in
from trainer.web.board import turn_of_form
from trainer.web.fragments import answer
from trainer.web.laying import LONGEST
from trainer.web.solving import SPECIAL

FIELD = "made_for"
_NOT_KEPT = frozenset({FIELD, "csrf_token", "submission", "turn", "special"})
_MOST_KEPT = 40


def made_for() -> str:
    """What the field holds: a mark of the pupil at this browser, '' for everybody else."""
    seat = signed_in.pupil()
    return _mark(seat.learner) if seat else ""


def _mark(learner: str) -> str:
    return digest(f"{FIELD}\0{learner}")[:16]


def install(app: Flask) -> None:
    """Look at every form that is sent, and give templates ``made_for``."""
    app.before_request(_refuse)
    app.jinja_env.globals["made_for"] = made_for


def _refuse() -> Response | None:
    made = request.form.get(FIELD, "") if request.method == "POST" else ""
    seat = signed_in.pupil() if made else None
    if seat is None or made == _mark(seat.learner):
        return None
    return answer("whose/page.html", "whose/part.html", 409, seat=seat, back=way_back())


def way_back() -> str:
    """The page of the form that was sent, with what was laid or filled in."""
    kept = dict(request.args) | {k: v for k, v in request.form.items() if k not in _NOT_KEPT}
    turn = turn_of_form()
    if turn:
        kept |= {"turn" if turn in SPECIAL else "laid": turn}
    path = request.path
    if request.endpoint == "playing.send":
        given = request.view_args or {}
        path = url_for("playing.show", code=given["code"])
        kept |= {"q": str(given["place"] + 1), "change": "1"}
    shown = {k[:LONGEST]: v[:LONGEST] for k, v in list(kept.items())[:_MOST_KEPT] if v}
    return path + ("?" + urlencode(shown, safe=",") if shown else "")
