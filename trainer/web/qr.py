"""QR codes as pictures within a page.

In: a text, mostly an address.
Out: an ``<svg>`` with its name for those who do not see it; dark on white in every colour scheme.
Owns: nothing.
Knows: no page. Templates call ``qr(text, label)``.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

import segno
from flask import Flask
from markupsafe import Markup

QUIET_ZONE = 4
"""Light modules around the code: readers need them."""


@lru_cache(maxsize=512)
def _drawing(text: str) -> str:
    out = BytesIO()
    segno.make(text, error="m", micro=False, boost_error=False).save(
        out,
        kind="svg",
        border=QUIET_ZONE,
        xmldecl=False,
        svgns=False,
        nl=False,
        omitsize=True,
        svgclass=None,
        lineclass=None,
        dark="#000",
        light="#fff",
    )
    return out.getvalue().decode()


def qr(text: str, label: str) -> Markup:
    """The code of a text (at most some hundred letters) as SVG without inline styles."""
    head = Markup('<svg class="qr" role="img" aria-label="{}"').format(label)
    return head + Markup(_drawing(text).removeprefix("<svg"))


def install(app: Flask) -> None:
    """Give ``qr`` to all templates."""
    app.jinja_env.globals["qr"] = qr
