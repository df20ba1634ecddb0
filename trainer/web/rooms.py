"""What the pages of a class share: whose they are, which class, the answer to a form.

In: the teacher who is signed in, the id in the address.
Out: the class as a value; redirects.
Owns: nothing.
Knows: no page.
"""

from __future__ import annotations

import secrets

from flask import Response, make_response, redirect, request

from trainer.classes import access
from trainer.classes.access import Room
from trainer.storage.database import reading
from trainer.web.database import sessions
from trainer.web.signed_in import required_teacher

LONGEST_KEY = 40


def me() -> str:
    """The id of the teacher who is signed in."""
    return required_teacher().teacher


def room_of(room: str) -> Room:
    """A class of the teacher who is signed in; 404 for every other."""
    with reading(sessions()) as session:
        return access.room(session, me(), room)


def to(address: str) -> Response:
    """The answer to a form: another page."""
    return make_response(redirect(address, 303))


def key_of_form() -> str:
    """The key that a form carries, so that it does its work once; a new one for a new form."""
    return request.form.get("key", "")[:LONGEST_KEY] or secrets.token_urlsafe(12)
