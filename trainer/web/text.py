"""Filters of templates: content texts with drawn cards, and numbers as a language writes them."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime

from flask import Flask, current_app
from markupsafe import Markup, escape

from trainer.i18n import formatting
from trainer.i18n.messages import Message
from trainer.rules import Card, MalformedError
from trainer.web.cards import face, faces
from trainer.web.language import speech

_TOKEN = re.compile(r"\{([RYGB][0-9]{1,2})\}|\*([^*\n]+)\*")


def rich(text: str | Message) -> Markup:
    """A content text as HTML: ``{B10}`` becomes a drawn card, ``*word*`` emphasis.

    Everything else is escaped. Empty lines part paragraphs only where `paragraphs` is used.
    """
    if isinstance(text, Message):
        text = speech().render(text)
    parts, end = [], 0
    for match in _TOKEN.finditer(text):
        parts += [escape(text[end : match.start()]), _marked(match)]
        end = match.end()
    return Markup("").join([*parts, escape(text[end:])])


def paragraphs(text: str | Message) -> Markup:
    """The same as `rich`, each block between empty lines a paragraph."""
    plain = speech().render(text) if isinstance(text, Message) else text
    blocks = (block.strip() for block in re.split(r"\n\s*\n", plain))
    return Markup("").join(Markup("<p>{}</p>").format(rich(block)) for block in blocks if block)


def _marked(match: re.Match[str]) -> Markup:
    if match[2] is not None:
        return Markup("<em>{}</em>").format(match[2])
    try:
        return drawn(Card.parse(match[1]))
    except MalformedError:
        return escape(match[0])


def drawn(card: Card | str) -> Markup:
    """One small card within a line of text."""
    macros = current_app.jinja_env.get_template("macros/cards.html").module
    draw: Callable[..., Markup] = macros.card  # type: ignore[attr-defined]
    return Markup(draw(face(card), "inline"))


def said(message: Message | str) -> str:
    """A message as plain text in the language of the page."""
    return speech().render(message) if isinstance(message, Message) else message


def number(value: float, digits: int | None = None) -> str:
    """A number as the language of the page writes it, with a real minus sign."""
    return formatting.number(speech().locale, value, digits)


def signed(value: float, digits: int = 0) -> str:
    """A margin with its sign."""
    return formatting.signed(speech().locale, value, digits)


def percent(share: float, digits: int = 0) -> str:
    """A share of one as a percentage."""
    return formatting.percent(speech().locale, share, digits)


def day(value: date | datetime) -> str:
    """A date as the language of the page writes it."""
    return formatting.day(speech().locale, value)


def install(app: Flask) -> None:
    """Give the filters to all templates, and ``face``/``faces`` as functions."""
    for one in (rich, paragraphs, said, number, signed, percent, day):
        app.jinja_env.filters[one.__name__] = one
    app.jinja_env.globals.update(face=face, faces=faces)
