"""Reporting a fault of a puzzle.

In: a form with a kind and, if the reader likes, a few words.
Out: the form, a thank-you, or why no more is taken today.
Owns: nothing; a report is stored by trainer.learners.faults.
Knows: the bank. A report is stored once for each form, and so many a day for a learner.
"""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from trainer.learners import faults
from trainer.learners.faults import Fault, TooManyReportsError
from trainer.puzzles import bank
from trainer.web import clock, learner
from trainer.web.database import sessions
from trainer.web.fault_words import KINDS
from trainer.web.language import speech

blueprint = Blueprint("faults", __name__)


@blueprint.get("/puzzles/<puzzle>/fault")
def ask(puzzle: str) -> str:
    """The form, or the thank-you after it."""
    learner.reserve()
    return _page(puzzle, thanks="thanks" in request.args)


@blueprint.post("/puzzles/<puzzle>/fault")
def send(puzzle: str) -> Response | tuple[str, int]:
    """Store a report."""
    if bank.load().get(puzzle) is None:
        abort(404)
    kind = request.form.get("kind", "")
    if kind not in list(Fault):
        return _page(puzzle, missing=True), 400
    try:
        faults.report(
            sessions(),
            learner.reserve(),
            request.form.get(learner.FIELD, ""),
            puzzle,
            Fault(kind),
            request.form.get("text", "").replace("\0", ""),
            speech().code,
            clock.now(),
        )
    except TooManyReportsError:
        return _page(puzzle, full=True), 429
    return make_response(redirect(url_for(".ask", puzzle=puzzle, thanks=1), 303))


def _page(puzzle: str, *, thanks: bool = False, missing: bool = False, full: bool = False) -> str:
    if bank.load().get(puzzle) is None:
        abort(404)
    return render_template(
        "training/fault.html",
        puzzle=puzzle,
        number=bank.load().number(puzzle),
        kinds=KINDS,
        chosen=request.form.get("kind", ""),
        text=request.form.get("text", "")[: faults.LONGEST],
        longest=faults.LONGEST,
        per_day=faults.PER_DAY,
        thanks=thanks,
        missing=missing,
        full=full,
    )
