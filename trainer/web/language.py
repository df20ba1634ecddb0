"""Which language a page speaks, and how a reader changes it.

Every page lives under a prefix (``/ru/…``). The prefix decides; where there is none (the
root, an unknown prefix) the reader's own choice does, then the browser's wish, then English.
A choice made by hand is remembered in a cookie, which decides about nothing but the root.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode, urlsplit

import flask
from flask import (
    Blueprint,
    Flask,
    abort,
    current_app,
    g,
    redirect,
    request,
    url_for,
)
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response

from trainer.i18n.catalogs import SOURCE_LANGUAGE, Catalogs, Translator
from trainer.i18n.negotiation import negotiate

COOKIE = "language"
COOKIE_SECONDS = 365 * 24 * 3600
PREFIX = "/<language:lang>"

# What a browser, or something between it and the site, might read as another place.
STRANGE = re.compile(r"//|/\.\.?(/|$)|%(2e|2f|5c)", re.IGNORECASE)

blueprint = Blueprint("language", __name__)


def catalogs() -> Catalogs:
    """All languages of this site."""
    found: Catalogs = current_app.extensions["catalogs"]
    return found


def speech() -> Translator:
    """The language of the page that is being made."""
    translator: Translator | None = g.get("translator")
    if translator is None:
        translator = g.translator = catalogs().translator(_language_of_request())
    return translator


def _language_of_request() -> str:
    known = catalogs()
    first = request.path.split("/", 2)[1] if "/" in request.path else ""
    return first if first in known else wished_language()


@contextmanager
def speaking(code: str) -> Iterator[Translator]:
    """Make a part of a page in another language: words, cards and addresses.

    For prints that hold several languages; KeyError for a language that there is not.
    """
    before, g.translator = speech(), catalogs().translator(code)
    try:
        yield g.translator
    finally:
        g.translator = before


def wished_language(otherwise: str = SOURCE_LANGUAGE) -> str:
    """The reader's remembered choice, else the best language that the browser asks for.

    ``otherwise``: for a browser that asks for none that there is here.
    """
    known = catalogs()
    chosen = request.cookies.get(COOKIE, "")
    return (
        chosen
        if chosen in known
        else negotiate(request.headers.get("Accept-Language"), known.languages, otherwise)
    )


def in_language(path: str, code: str) -> str:
    """The address of the same page in another language; a foreign path leads to the home page.

    The result begins with ``/code/`` whatever is passed in, so it never leaves the site.
    """
    try:
        parts = urlsplit(path)
    except ValueError:
        return f"/{code}/"
    head, _, rest = parts.path.removeprefix("/").partition("/")
    foreign = parts.scheme or parts.netloc or not parts.path.startswith("/")
    strange = re.search(r"[\x00-\x20\\]", path) or STRANGE.search(parts.path)
    if foreign or strange or head not in catalogs():
        return f"/{code}/"
    return f"/{code}/{rest}" + (f"?{parts.query}" if parts.query else "")


def alternates() -> list[tuple[str, str]]:
    """(hreflang, absolute address) of this page in every language, and ``x-default``.

    ``x-default`` is the English page: an address that answers itself and does not redirect.
    """
    root = request.url_root.rstrip("/")
    pages = [(one.html_lang, root + in_language(request.path, one.code)) for one in catalogs()]
    return [*pages, ("x-default", root + in_language(request.path, SOURCE_LANGUAGE))]


def page_address() -> str:
    """The address to return to, with what is laid on the table in its plain form."""
    query = [(k, v) for k, v in request.args.items(multi=True) if k not in ("laid", "typed")]
    laid = g.get("laid", "")
    query += [("laid", laid)] if laid else []
    # Commas stay readable: ?laid=B12,B10
    return request.path + (f"?{urlencode(query, safe=',')}" if query else "")


@blueprint.get("/")
def root() -> Response:
    """Lead to the home page in the reader's language."""
    answer = redirect(url_for("home.index", lang=wished_language()))
    answer.vary.update(("Accept-Language", "Cookie"))
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


@blueprint.post("/language")
def choose() -> Response:
    """Remember the chosen language and return to the same page in it."""
    # No token is asked for, so that the switch works without any cookie; another site
    # could at most change the language, and even that is refused.
    code = request.form.get("language", "")
    if code not in catalogs() or request.headers.get("Sec-Fetch-Site") == "cross-site":
        abort(400)
    answer = redirect(in_language(request.form.get("next", ""), code), 303)
    answer.set_cookie(
        COOKIE,
        code,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure or bool(current_app.config["SESSION_COOKIE_SECURE"]),
    )
    return answer


def install(app: Flask, known: Catalogs) -> None:
    """Teach the app its languages: address prefix, template functions, response headers."""
    app.extensions["catalogs"] = known
    codes = "|".join(re.escape(code) for code in known.languages)
    converter = type("LanguageConverter", (BaseConverter,), {"regex": codes})
    app.url_map.converters["language"] = converter
    app.url_value_preprocessor(_drop_prefix)
    app.url_defaults(_add_prefix)
    app.after_request(_name_language)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    # Looked up at each call, so that one environment serves all languages at once.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: speech().gettext(text),
        lambda one, many, count: speech().ngettext(one, many, count),
        newstyle=True,
        pgettext=lambda context, text: speech().pgettext(context, text),
        npgettext=lambda context, one, many, count: speech().npgettext(context, one, many, count),
    )
    app.jinja_env.globals.update(speech=speech, catalogs=catalogs, alternates=alternates)
    app.jinja_env.globals["page_address"] = page_address


def _drop_prefix(_endpoint: str | None, values: dict[str, object] | None) -> None:
    if values:
        values.pop("lang", None)


def _add_prefix(endpoint: str, values: dict[str, object]) -> None:
    if "lang" not in values and current_app.url_map.is_endpoint_expecting(endpoint, "lang"):
        values["lang"] = speech().code


def _name_language(response: flask.Response) -> flask.Response:
    if response.mimetype == "text/html":
        response.headers.setdefault("Content-Language", speech().html_lang)
    return response
