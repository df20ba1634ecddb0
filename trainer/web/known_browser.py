"""The accounts to which this browser has been signed in before.

In: the signed cookie ``known``: for each such account (its public id) a random mark.
Out: marks, under which wrong passwords are counted apart from those of strangers.
Owns: the cookie. It opens nothing: whoever has it may only guess in peace from strangers.
Knows: no page.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from datetime import timedelta

from flask import Response, current_app, request
from itsdangerous import BadSignature, Signer

COOKIE = "known"
COOKIE_AGE = timedelta(days=400)
MOST = 8
"""A browser of the staff room knows so many teachers, those who came last."""
_ENTRY = re.compile(r"([0-9a-f]{24})~([A-Za-z0-9_-]{16})")


def marks() -> Mapping[str, str]:
    """The mark of each account that this browser knows."""
    try:
        text = _signer().unsign(request.cookies.get(COOKIE, "")).decode("ascii", "replace")
    except BadSignature:
        return {}
    return dict(_ENTRY.findall(text))


def remember(response: Response, teacher: str) -> None:
    """Let this browser know an account (public id) from now on."""
    known = {one: mark for one, mark in marks().items() if one != teacher}
    own = marks().get(teacher) or secrets.token_urlsafe(12)
    kept = [*known.items(), (teacher, own)][-MOST:]
    text = ".".join(f"{one}~{mark}" for one, mark in kept)
    response.set_cookie(
        COOKIE,
        _signer().sign(text).decode("ascii"),
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure or bool(current_app.config["SESSION_COOKIE_SECURE"]),
    )


def _signer() -> Signer:
    key = current_app.secret_key
    if key is None:
        raise RuntimeError("the app has no secret key")
    return Signer(key, salt="known", key_derivation="hmac", digest_method=hashlib.sha256, sep=":")
