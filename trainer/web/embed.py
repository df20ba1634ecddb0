"""A puzzle in a frame on somebody else's page, such as a club's.

In: addresses: a puzzle of the bank or the link of an own one, and the answer.
Out: a small page that any site may frame; the verdict alone where a script asks for it.
Owns: nothing. No cookie is set and nothing is stored, since frames cannot rely on cookies.
Knows: the sheet of a puzzle (`solving`).
"""

from __future__ import annotations

from flask import Blueprint, Response, abort, request, url_for

from trainer.learners import own_puzzles
from trainer.puzzles import bank
from trainer.puzzles.schema import Puzzle
from trainer.web.database import sessions
from trainer.web.fragments import answer
from trainer.web.security import allow_framing
from trainer.web.solving import sheet

blueprint = Blueprint("embed", __name__)


@blueprint.get("/embed/<puzzle>")
def show(puzzle: str) -> Response:
    """The frame, with what is said to the answer in its address."""
    found, home = _find(puzzle)
    allow_framing()
    return answer(
        "embed/page.html",
        "workshop/verdict.html",
        sheet=sheet(found, request.args),
        again=url_for(".show", puzzle=puzzle),
        replay="",
        home=home,
    )


def _find(name: str) -> tuple[Puzzle, str]:
    """The puzzle and the address of its own page."""
    found = bank.load().get(name)
    if found is not None:
        return found, url_for("puzzles.show", puzzle=name, _external=True)
    kept = own_puzzles.by_link(sessions(), name)
    if kept is None or kept.puzzle is None:
        abort(404)
    return kept.puzzle, url_for("workshop.own", link=name, _external=True)
