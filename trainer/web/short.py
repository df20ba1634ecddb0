"""Addresses without a language, short enough for a QR code on paper.

In: the code of a class card, or of a class.
Out: a redirect to the page in the reader's language.
Owns: the order of languages: the one chosen by hand, the browser's, then the class's.
Knows: the pages that pupils come in by, by name.
"""

from __future__ import annotations

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
def enrol(code: str) -> Response:
    """To the page where a new pupil joins a class."""
    return _lead("joining.enrol", code)


def _lead(endpoint: str, code: str) -> Response:
    code = codes.normal(code[:LONGEST]) or "-"
    own = joining.language_of(sessions(), code)
    language = wished_language(own) if own and own in catalogs() else wished_language()
    onward = request.args.get("next")
    answer = make_response(redirect(url_for(endpoint, lang=language, code=code, next=onward)))
    answer.vary.update(("Accept-Language", "Cookie"))
    answer.headers["Cache-Control"] = "no-store"
    return answer
