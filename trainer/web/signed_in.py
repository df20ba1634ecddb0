"""Who is signed in at this browser: a teacher, a pupil, both or nobody.

In: the cookies ``teacher`` and ``pupil``, which hold a random secret each.
Out: `teacher()`, `pupil()`; the guard `teachers_only` for pages of teachers.
Owns: the two cookies.
Knows: the page where teachers sign in, by name.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Literal, ParamSpec
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Forbidden, HTTPException, NotFound

from trainer.classes import sessions as browsers
from trainer.classes.access import ForbiddenError, NotFoundError, places
from trainer.classes.sessions import Seat, SignedIn
from trainer.i18n.messages import message
from trainer.storage.database import reading
from trainer.web import errors, notices
from trainer.web.database import sessions

Cookie = Literal["teacher", "pupil"]
COOKIE_AGE = {"teacher": browsers.TEACHER_IDLE, "pupil": timedelta(days=400)}
SIGN_IN = "accounts.sign_in"
SIGNED_OUT = message(
    "You were signed out; nothing was saved. Sign in again, and you come back to the form."
)

P = ParamSpec("P")


def teacher() -> SignedIn | None:
    """The teacher at this browser; None for everybody else."""
    if "teacher" not in g:
        secret = request.cookies.get("teacher", "")
        g.teacher = browsers.teacher_at(sessions(), secret) if secret else None
    found: SignedIn | None = g.teacher
    return found


def required_teacher() -> SignedIn:
    """The teacher at this browser, in a page guarded by `teachers_only`."""
    found = teacher()
    if found is None:
        abort(404)
    return found


def pupil() -> Seat | None:
    """The pupil whose card was shown at this browser; None for everybody else."""
    if "pupil" not in g:
        secret = request.cookies.get("pupil", "")
        g.pupil = browsers.pupil_at(sessions(), secret) if secret else None
    found: Seat | None = g.pupil
    return found


def pupil_rooms() -> list[str]:
    """The names of the classes of the pupil at this browser, the one of the card first."""
    seat = pupil()
    if seat is None:
        return []
    with reading(sessions()) as session:
        others = [one.room_name for one in places(session, seat.learner) if one.room != seat.room]
    return [seat.room_name, *others]


def teachers_only(view: Callable[P, ResponseReturnValue]) -> Callable[P, ResponseReturnValue]:
    """Guard a page: whoever is not signed in as a teacher is led to sign in, whatever exists.

    For a teacher, what is not theirs does not exist (404), and what only the owner of a class
    may do is refused (403).
    """

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        if teacher() is None:
            return redirect(url_for(SIGN_IN, next=_way_back()), 303)
        return view(*args, **kwargs)

    return guarded


def _way_back() -> str | None:
    """Where to go on after signing in; for a form its page, and word that nothing was saved."""
    if request.method == "GET":
        return request.full_path.rstrip("?")
    notices.tell(SIGNED_OUT, "bad")
    try:
        page = urlsplit(request.referrer or "")
    except ValueError:
        page = urlsplit("")
    before = page.path + (f"?{page.query}" if page.query else "")
    places = [before, request.path] if page.netloc == request.host else [request.path]
    return next((one for one in places if _is_page(one)), None)


def _is_page(address: str) -> bool:
    adapter = current_app.create_url_adapter(request)
    if adapter is None:
        return False
    try:
        adapter.match(address.partition("?")[0], method="GET")
    except HTTPException:
        return False
    return True


def send(cookie: Cookie, secret: str) -> None:
    """Let the answer of this request bring a secret to the browser."""
    _changes()[cookie] = secret
    g.pop(cookie, None)


def forget(cookie: Cookie) -> str:
    """Take the cookie away from this browser; returns the secret that it held."""
    _changes()[cookie] = None
    setattr(g, cookie, None)
    return request.cookies.get(cookie, "")


def install(app: Flask) -> None:
    """Send the cookies, answer for what is not there, and tell templates who is here."""
    app.after_request(_send_cookies)
    app.register_error_handler(NotFoundError, lambda _error: _answer(404))
    app.register_error_handler(ForbiddenError, lambda _error: _answer(403))
    app.jinja_env.globals.update(signed_in_teacher=teacher, signed_in_pupil=pupil)
    app.jinja_env.globals["pupil_rooms"] = pupil_rooms


def _answer(status: int) -> ResponseReturnValue:
    return errors.show(NotFound() if status == 404 else Forbidden())


def _changes() -> dict[Cookie, str | None]:
    if "cookie_changes" not in g:
        g.cookie_changes = {}
    found: dict[Cookie, str | None] = g.cookie_changes
    return found


def _send_cookies(response: Response) -> Response:
    secure = request.is_secure or bool(current_app.config["SESSION_COOKIE_SECURE"])
    for name, secret in g.get("cookie_changes", {}).items():
        if secret is None:
            response.delete_cookie(name, httponly=True, samesite="Lax", secure=secure)
        else:
            response.set_cookie(
                name,
                secret,
                max_age=COOKIE_AGE[name],
                httponly=True,
                samesite="Lax",
                secure=secure,
            )
    if "teacher" in g or "pupil" in g:
        response.vary.add("Cookie")
    return response
