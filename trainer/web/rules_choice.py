"""By which rules the reader plays: chosen once, remembered by the browser, followed by the course.

In: the cookie ``rules``, the form that chooses.
Out: the rules in force for lessons and practice.
Owns: the cookie, which holds one word and decides about nothing but which steps are shown.
Knows: the names of the rule profiles.
"""

from __future__ import annotations

from flask import Response, current_app, request

from trainer.rules.profile import BASES, Base

COOKIE = "rules"
COOKIE_SECONDS = 400 * 24 * 3600
DEFAULT: Base = "official"

_NAMES: tuple[Base, ...] = ("official", "classic")
assert set(_NAMES) == set(BASES)


def read(text: str) -> Base | None:
    """The rules of that name."""
    return next((base for base in _NAMES if base == text), None)


def chosen() -> Base | None:
    """What the reader has chosen; None for one who has not chosen yet."""
    return read(request.cookies.get(COOKIE, ""))


def preferred() -> Base:
    """The rules that the course follows: those chosen, else the official ones."""
    return chosen() or DEFAULT


def remember(response: Response, base: Base) -> Response:
    """Let the answer carry the choice to the browser."""
    response.set_cookie(
        COOKIE,
        base,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure or bool(current_app.config["SESSION_COOKIE_SECURE"]),
    )
    return response
