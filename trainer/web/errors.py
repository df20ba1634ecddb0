"""Error pages in the reader's language; never a traceback, never an empty page."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from flask import Flask, Response, current_app, make_response, request
from flask_wtf.csrf import CSRFError
from markupsafe import escape
from werkzeug.exceptions import HTTPException

from trainer.i18n.messages import Message, message
from trainer.web.fragments import answer
from trainer.web.language import speech
from trainer.web.security import form_token


@dataclass(frozen=True)
class Trouble:
    """What an error page says: what happened, and what the reader can do."""

    title: Message
    advice: Message


TROUBLES = {
    400: Trouble(
        message("This request could not be read"),
        message("Go back, reload the page and try once more."),
    ),
    403: Trouble(
        message("This page is not open to you"),
        message("If you think it should be, ask the person who gave you the address."),
    ),
    404: Trouble(
        message("There is no such page"),
        message("Perhaps the address has a typing error, or the page has moved."),
    ),
    405: Trouble(
        message("The page cannot do that"),
        message("Go back to the page and use its buttons."),
    ),
    413: Trouble(
        message("That was too much at once"),
        message("What you sent is larger than this site accepts. Send less."),
    ),
    429: Trouble(
        message("Too many tries in a short time"),
        message("Wait a little, then try again."),
    ),
    500: Trouble(
        message("Something went wrong here"),
        message("It is our fault, not yours. Your progress is kept. Try again in a moment."),
    ),
    503: Trouble(
        message("The site is busy"),
        message("Try again in a moment. Nothing is lost."),
    ),
}
STALE_FORM = Trouble(
    message("This form is from an earlier visit"),
    message("Go back, reload the page and send it again. Nothing has been changed."),
)

NO_COOKIES = Trouble(
    message("The cookies of this site are missing"),
    message(
        "Perhaps they have just been deleted, or your browser keeps none. Nothing has been "
        "changed. Allow cookies for this site, go back, reload the page and try once more."
    ),
)


def trouble_for(error: HTTPException) -> Trouble:
    """The words for an error; one without words of its own gets those of its family."""
    if isinstance(error, CSRFError):
        return STALE_FORM if request.cookies else NO_COOKIES
    code = error.code or 500
    return TROUBLES.get(code, TROUBLES[500 if code >= 500 else 400])


def show(error: HTTPException) -> Response:
    """Answer with an error page, or with its part where a script asked."""
    if error.response is not None:
        return make_response(error.response)
    code = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if 300 <= code < 400:  # routing adds a slash by such an "error"
        return make_response(error.get_response())
    try:
        values = {"trouble": trouble_for(error), "code": int(code)}
        response = answer("errors/page.html", "errors/fragment.html", int(code), **values)
        if isinstance(error, CSRFError):
            # Lets fragment.js send the form again at once, with a token that is valid.
            response.headers["X-Form-Token"] = form_token()
    except Exception:
        current_app.logger.exception("the error page itself failed")
        response = _bare(trouble_for(error))
        response.status_code = int(code)
    response.vary.update(("Accept-Language", "Cookie"))
    if isinstance(allow := getattr(error, "valid_methods", None), (list, set, tuple)):
        response.allow.update(allow)
    return response


def _bare(trouble: Trouble) -> Response:
    words = speech()
    title, advice = escape(words.render(trouble.title)), escape(words.render(trouble.advice))
    return make_response(
        f'<!doctype html><html lang="{words.html_lang}"><meta charset="utf-8">'
        f"<title>{title}</title><h1>{title}</h1><p>{advice}</p></html>"
    )


def install(app: Flask) -> None:
    """Answer every error of every page.

    What nobody foresaw reaches `show` as InternalServerError, after Flask has logged it.
    """
    app.register_error_handler(HTTPException, show)
