"""What the forms of accounts share: what was typed, what is wrong with it, recovery codes.

In: forms; the domain's refusals.
Out: a `Form` for the template, with the status that belongs to it.
Owns: in the session cookie, for some minutes, what lets a page show new recovery codes again.
Knows: no page.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from flask import Response, current_app, make_response, render_template, request, session

from trainer.classes import passwords
from trainer.classes.passwords import BusyError
from trainer.classes.recovery import codes_from
from trainer.classes.refusals import RefusedError
from trainer.i18n.messages import Message
from trainer.web import account_words, onward
from trainer.web.browser_names import short_name

SHOWN_FOR = timedelta(minutes=10)
SECRET = ("password", "new_password", "code")
"""Fields that are never sent back to the browser."""
SHORTEST_KEY, LONGEST_KEY = 16, 64


@dataclass(frozen=True)
class Form:
    """A form as the template shows it; ``problems``: sentences by field, ``trouble``: of none."""

    values: Mapping[str, str] = field(default_factory=dict)
    problems: Mapping[str, tuple[Message, ...]] = field(default_factory=dict)
    trouble: Message | None = None
    status: int = 200
    wait: int | None = None


def typed(*names: str) -> Form:
    """A form with what the address or the reader has filled in, passwords left out."""
    return Form({name: request.values.get(name, "") for name in names if name not in SECRET})


def attempt(form: Form, do: Callable[[], Response]) -> Response | Form:
    """What ``do`` answers, or the form with what is wrong with it."""
    try:
        return do()
    except RefusedError as error:
        status = 422 if error.wait is None else 429
        return Form(form.values, account_words.told(error.problems), None, status, error.wait)
    except BusyError:
        return Form(form.values, {}, account_words.BUSY, 503, 5)


def page(template: str, form: Form, **values: object) -> Response:
    """A page with a form; it may speak of passwords, so no cache keeps it."""
    values |= {"form": form, "next": onward.wished(), "shortest": passwords.SHORTEST}
    response = make_response(render_template(template, **values))
    response.status_code = form.status
    response.headers["Cache-Control"] = "no-store"
    if form.wait is not None:
        response.headers["Retry-After"] = str(form.wait)
    return response


def device() -> str:
    """What this browser calls itself, in short."""
    return short_name(request.headers.get("User-Agent", ""))


def secret_field(name: str) -> str:
    """A password or a code as it was typed."""
    return request.form.get(name, "")


def form_key() -> str:
    """The key of a form that makes recovery codes: the one it was sent with, or a new one."""
    sent = request.form.get("key", "")
    return sent if SHORTEST_KEY <= len(sent) <= LONGEST_KEY else secrets.token_urlsafe(24)


def new_codes(key: str) -> tuple[str, ...]:
    """The codes that a form makes; the same form, sent twice, the same codes."""
    secret = current_app.secret_key
    if secret is None:
        raise RuntimeError("the app has no secret key")
    site = secret.encode() if isinstance(secret, str) else secret
    return codes_from(hmac.digest(site, f"recovery codes {key}".encode(), hashlib.sha256))


def show_codes(key: str, now: datetime) -> None:
    """Let the page of recovery codes show those of a form for some minutes."""
    session["codes"] = {"key": key, "until": (now + SHOWN_FOR).timestamp()}


def shown_codes(now: datetime) -> tuple[str, ...]:
    """The codes that may still be shown, whoever's they are; none after some minutes."""
    known = session.get("codes")
    if not isinstance(known, dict) or known.get("until", 0) <= now.timestamp():
        hide_codes()
        return ()
    return new_codes(str(known.get("key", "")))


def hide_codes() -> None:
    """Show the codes no longer."""
    session.pop("codes", None)
