"""The short addresses of live rounds, without a language: for QR codes, for typing, for phones.

In: the code of a round.
Out: the way to the page in the reader's language; the version of a round as JSON with a tag.
Owns: nothing.
Knows: the page of pupils (`playing`) by name. Nothing here tells whether a round exists, except
to the phones of its class.
"""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, request, url_for

from trainer.classes import codes, live_answers
from trainer.web import clock
from trainer.web.database import sessions
from trainer.web.language import wished_language

blueprint = Blueprint("live_code", __name__)

LONGEST = 40
"""Of a code in an address, so many characters are looked at."""


@blueprint.get("/l")
def enter() -> Response:
    """The short address that stands on the projector: where the code is typed."""
    return _led(url_for("playing.enter", lang=wished_language()))


@blueprint.get("/l/<code>")
def lead(code: str) -> Response:
    """Where the QR code leads: in the reader's language, else that of the class."""
    known = codes.normal(code[:LONGEST])
    way = live_answers.way_in(sessions(), known)
    language = wished_language(way.language) if way else wished_language()
    if not known:
        return enter()
    return _led(url_for("playing.show", code=known, lang=language))


def _led(address: str) -> Response:
    response = make_response(redirect(address))
    response.vary.update(("Accept-Language", "Cookie"))
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@blueprint.get("/l/<code>/state")
def state(code: str) -> Response:
    """What every phone asks for every second or two: one number."""
    secret = request.cookies.get("pupil", "")
    known = codes.normal(code[:LONGEST])
    version = live_answers.version(sessions(), secret, known, clock.now()) if secret else None
    if version is None:
        response = make_response({}, 404)
    else:
        response = make_response({"v": version})
        response.set_etag(str(version))
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.add("Cookie")
    response.make_conditional(request)
    return response
