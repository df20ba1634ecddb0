"""Pages and the parts of pages that `fragment.js` asks for.

A form marked ``data-fragment="#target"`` is sent by fetch with the header ``X-Fragment``; the
answer is then only the part that goes into the target. Without JavaScript the same form
gets the whole page.
"""

from __future__ import annotations

from flask import Response, make_response, render_template, request

HEADER = "X-Fragment"


def wants_fragment() -> bool:
    """Whether the page asks for a part of itself."""
    return HEADER in request.headers


def answer(page: str, fragment: str, status: int = 200, **values: object) -> Response:
    """Render the template ``fragment`` for a page that asks for it, else ``page``."""
    response = make_response(render_template(fragment if wants_fragment() else page, **values))
    response.status_code = status
    response.vary.add(HEADER)
    if wants_fragment():
        response.headers[HEADER] = "1"
    return response
