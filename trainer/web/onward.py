"""Where to go after signing in: an address of this site that a page has asked for.

In: the parameter ``next`` of the address, or the field of that name of a form.
Out: an address of this site, in the language of the page, or nothing.
Owns: nothing.
Knows: what an address of a page looks like; other sites and everything else are left alone.
"""

from __future__ import annotations

from flask import request

from trainer.web.language import in_language, speech

FIELD = "next"
LONGEST = 500


def wished() -> str | None:
    """The page that was asked for, safe to redirect to; None for none or for any other site."""
    path = request.values.get(FIELD, "")
    if not path or len(path) > LONGEST:
        return None
    home = f"/{speech().code}/"
    found = in_language(path, speech().code)
    return None if found == home else found
