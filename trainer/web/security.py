"""Headers, cookies and the protection of forms.

A page runs no script and no style but our files, loads nothing from elsewhere and cannot be
framed. Tokens of forms do not expire, so that no pupil loses work to a clock.
"""

from __future__ import annotations

import gzip
import os
import secrets
from datetime import timedelta
from pathlib import Path

from flask import Flask, Response, g, request, session
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect, generate_csrf

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FRAMED = {
    name: value
    for name, value in {
        **HEADERS,
        "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
        "Cross-Origin-Resource-Policy": "cross-origin",
    }.items()
    if name != "X-Frame-Options"
}
"""The headers of a page that any site may put into a frame."""
WORTH_PACKING = 600

csrf = CSRFProtect()


class Sessions(SecureCookieSessionInterface):
    """Marks the session cookie Secure wherever the page came by HTTPS."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie may travel by HTTPS only."""
        return bool(app.config["SESSION_COOKIE_SECURE"]) or request.is_secure


def secret_key(file: Path) -> bytes:
    """The key that signs cookies; made on first use, readable by the owner alone.

    Several processes may start at once: the first to create the file decides.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}.{secrets.token_hex(4)}")
    if not file.exists():
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_hex(32), encoding="ascii")
        try:
            os.link(draft, file)
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            draft.replace(file)
        draft.unlink(missing_ok=True)
    return file.read_bytes().strip()


def form_token() -> str:
    """The token of a form on this page; its session outlives the browser window."""
    if not session.permanent:
        session.permanent = True
    return str(generate_csrf())


def allow_framing() -> None:
    """Let any site frame the page that is being made; for pages that act for nobody."""
    g.may_be_framed = True


def install(app: Flask) -> None:
    """Protect every form, and add the headers to every answer."""
    app.config.update(
        WTF_CSRF_TIME_LIMIT=None,
        # The token is proof enough, and some readers' browsers send no referrer.
        WTF_CSRF_SSL_STRICT=False,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        SESSION_REFRESH_EACH_REQUEST=False,
    )
    app.session_interface = Sessions()
    csrf.init_app(app)
    # Flask-WTF offers its own to templates both ways; ours has to come after it in both.
    app.jinja_env.globals["csrf_token"] = form_token
    app.context_processor(lambda: {"csrf_token": form_token})
    app.after_request(_add_headers)
    app.after_request(_pack)


def accepts_gzip() -> bool:
    """Whether the browser reads compressed answers."""
    return request.accept_encodings["gzip"] > 0


def _add_headers(response: Response) -> Response:
    for name, value in (FRAMED if g.get("may_be_framed") else HEADERS).items():
        response.headers.setdefault(name, value)
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    if response.mimetype == "text/html":
        # A page may show a reader's progress: no shared cache keeps it.
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def _pack(response: Response) -> Response:
    # Form tokens are signed anew for each answer, so compression gives none of them away.
    if response.mimetype not in ("text/html", "application/json") or response.direct_passthrough:
        return response
    response.vary.add("Accept-Encoding")
    if not accepts_gzip() or response.content_encoding or response.is_streamed:
        return response
    body = response.get_data()
    if len(body) >= WORTH_PACKING:
        response.set_data(gzip.compress(body, 5))
        response.content_encoding = "gzip"
    return response
