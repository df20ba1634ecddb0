"""By which rules the reader plays: chosen once, remembered by the browser, followed by the course.

In: the cookie ``rules``, the form that chooses, the class of the pupil at this browser.
Out: the rules in force for lessons and practice.
Owns: the cookie, which holds one word, and who has chosen it where that was a pupil; it decides
about nothing but which steps are shown.
Knows: the names of the rule profiles.
"""

from __future__ import annotations

from flask import Response, current_app, request

from trainer.rules.profile import BASES, Base
from trainer.web import signed_in

COOKIE = "rules"
COOKIE_SECONDS = 400 * 24 * 3600
DEFAULT: Base = "official"

_NAMES: tuple[Base, ...] = ("official", "classic")
assert set(_NAMES) == set(BASES)


def read(text: str) -> Base | None:
    """The rules of that name."""
    return next((base for base in _NAMES if base == text), None)


def chosen() -> Base | None:
    """What the reader has chosen; None for one who has not chosen yet.

    Pupils share devices: the choice of one is not the choice of the next.
    """
    base, _, who = request.cookies.get(COOKIE, "").partition(".")
    return read(base) if who == _who() else None


def of_class() -> Base | None:
    """The rules of the class of the pupil at this browser; None for everybody else."""
    seat = signed_in.pupil()
    return read(seat.profile.partition("+")[0]) if seat else None


def preferred() -> Base:
    """The rules that the course follows: those chosen, else the class's, else the official ones."""
    return chosen() or of_class() or DEFAULT


def remember(response: Response, base: Base) -> Response:
    """Let the answer carry the choice to the browser."""
    who = _who()
    response.set_cookie(
        COOKIE,
        f"{base}.{who}" if who else base,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure or bool(current_app.config["SESSION_COOKIE_SECURE"]),
    )
    return response


def _who() -> str:
    seat = signed_in.pupil()
    return seat.pupil if seat else ""
