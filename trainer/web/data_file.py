"""Stored data as a file to take along.

In: plain data.
Out: one JSON file, which no cache keeps.
Owns: nothing.
Knows: no page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from flask import Response, make_response


def as_file(data: Mapping[str, object], name: str) -> Response:
    """The data as an attachment of that name."""
    response = make_response(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    response.mimetype = "application/json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response
