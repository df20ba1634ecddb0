"""What a form was made from: a short mark of the stored values, that comes back with the form."""

from __future__ import annotations

import hashlib

LENGTH = 12


class ChangedError(ValueError):
    """Somebody has stored other values since the form was made."""


def mark(*values: object) -> str:
    """The same for the same values, in every process; values with a lasting ``repr`` alone."""
    return hashlib.sha256(repr(values).encode()).hexdigest()[:LENGTH]


def require_same(basis: str, stored: str, wanted: str) -> None:
    """Raise ChangedError where the form was made from something else than what is stored.

    ``basis``: the mark that came with the form, '' for none. A form that comes twice finds what it
    wanted (its mark is ``wanted``) stored already, and is right.
    """
    if basis and stored not in (basis, wanted):
        raise ChangedError(basis)
