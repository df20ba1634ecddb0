"""Addresses without a language: short ones for QR codes on paper, and those that people shorten.

In: the code of a class card, or of a class; what is left of a printed address when somebody
types it by hand: without its language, or with a slash at its end.
Out: a redirect to the page in the reader's language.
Owns: the order of languages: the one chosen by hand, the browser's, then the class's.
Knows: the pages that pupils come in by, by name.
"""

from __future__ import annotations

from urllib.parse import quote

from flask import Blueprint, Response, make_response, redirect, request, url_for

from trainer.classes import codes, joining
from trainer.web.database import sessions
from trainer.web.language import catalogs, wished_language

blueprint = Blueprint("short", __name__)

LONGEST = 40


@blueprint.get("/c/<code>")
def card(code: str) -> Response:
    """To the question whose card this is."""
    return _lead("joining.card", code)


@blueprint.get("/j/<code>")
@blueprint.get("/join/<code>")
def enrol(code: str) -> Response:
    """To the page where a new pupil joins a class."""
    return _lead("joining.enrol", code)


@blueprint.get("/join")
def join() -> Response:
    """To where a code is typed."""
    return _to(url_for("joining.index", lang=wished_language()))


@blueprint.get("/class")
@blueprint.get("/class/")
def own_class() -> Response:
    """To a pupil's own page."""
    return _to(url_for("tasks.home", lang=wished_language()))


@blueprint.get("/live")
def live() -> Response:
    """To where the code of a live round is typed."""
    return _to(url_for("playing.enter", lang=wished_language()))


@blueprint.get("/live/<code>")
def live_round(code: str) -> Response:
    """To a live round."""
    return _to(url_for("live_code.lead", code=code[:LONGEST]))


@blueprint.get("/join/")
@blueprint.get("/join/<code>/")
@blueprint.get("/live/")
@blueprint.get("/live/<code>/")
@blueprint.get("/c/<code>/")
@blueprint.get("/j/<code>/")
@blueprint.get("/l/")
@blueprint.get("/l/<code>/")
@blueprint.get("/<language:lang>/join/")
@blueprint.get("/<language:lang>/join/<code>/")
@blueprint.get("/<language:lang>/live/")
@blueprint.get("/<language:lang>/live/<code>/")
@blueprint.get("/<language:lang>/card/<code>/")
def without_slash(code: str = "") -> Response:
    """To the same address without the slash that somebody has typed at its end."""
    query = request.query_string.decode("ascii", "replace")
    return _to(quote(request.path.rstrip("/")) + (f"?{query}" if query else ""))


def _lead(endpoint: str, code: str) -> Response:
    code = codes.normal(code[:LONGEST]) or "-"
    own = joining.language_of(sessions(), code)
    language = wished_language(own) if own and own in catalogs() else wished_language()
    onward = request.args.get("next")
    return _to(url_for(endpoint, lang=language, code=code, next=onward))


def _to(address: str) -> Response:
    answer = make_response(redirect(address))
    answer.vary.update(("Accept-Language", "Cookie"))
    answer.headers["Cache-Control"] = "no-store"
    return answer
