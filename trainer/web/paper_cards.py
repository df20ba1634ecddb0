"""Cards to print and cut out: the class cards of pupils, and the 80 cards of the game.

In: addresses: whose cards, since when, in which language; size and look of playing cards.
Out: pages made to be printed from a browser, their sizes in millimetres.
Owns: how many cards a sheet of paper holds, on A4 and on Letter.
Knows: where a pupil signs in by card: by the address ``/c/<code>``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeVar

from flask import Blueprint, render_template, request
from flask import url_for as address_of
from markupsafe import Markup

from trainer.classes.codes import spaced
from trainer.classes.printing import Paperwork, Printed, paperwork
from trainer.rules.profile import OFFICIAL
from trainer.web.cards import faces
from trainer.web.clock import day_of
from trainer.web.database import sessions
from trainer.web.language import catalogs, speaking
from trainer.web.paper_order import home_language
from trainer.web.signed_in import required_teacher, teachers_only

blueprint = Blueprint("paper_cards", __name__)

CLASS_CARDS_A_PAGE: Final = 10

T = TypeVar("T")


# Class cards of pupils


@dataclass(frozen=True)
class ClassCard:
    """A pupil's class card. ``address``: what its QR code holds; ``size``: of the name."""

    name: str
    code: str
    address: str
    size: str


@blueprint.get("/teach/classes/<room>/paper/cards")
@teachers_only
def pupils(room: str) -> str:
    """The class cards of all pupils, or of some."""
    paper = paperwork(sessions(), required_teacher().teacher, room)
    language = request.args.get("language", "")
    if language not in catalogs():
        language = home_language(paper)
    since, chosen = _since(), request.args.getlist("pupil")
    wanted = [one for one in paper.pupils if _wanted(one, since, chosen)]
    cards = [card for one in wanted if (card := _card(one))]
    return render_template(
        "paper/class_cards.html",
        paper=paper,
        cards=cards,
        without=[one.name for one in wanted if one.card is None],
        language=language,
        since=since,
        chosen=chosen,
        pages=_drawn(_pages(cards, CLASS_CARDS_A_PAGE), paper, language),
    )


def _since() -> date | None:
    try:
        return date.fromisoformat(request.args.get("since", ""))
    except ValueError:
        return None


def _wanted(one: Printed, since: date | None, chosen: Sequence[str]) -> bool:
    if chosen and one.short not in chosen:
        return False
    return since is None or (one.card_made_at is not None and day_of(one.card_made_at) >= since)


def _card(one: Printed) -> ClassCard | None:
    if one.card is None:
        return None
    length = len(one.name)
    size = "longest" if length > 44 else "long" if length > 20 else ""
    # The address names no language: whoever scans it is asked in their own.
    return ClassCard(one.name, spaced(one.card), f"{request.url_root}c/{one.card}", size)


def _drawn(
    pages: Sequence[Sequence[ClassCard]], paper: Paperwork, language: str
) -> Iterator[Markup]:
    """The pages in the language of the cards."""
    with speaking(language):
        place = address_of("joining.index", _external=True).partition("://")[2]
        for cards in pages:
            html = render_template(
                "paper/class_cards_page.html", cards=cards, room=paper.room, place=place
            )
            yield Markup(html)


# The cards of the game


@dataclass(frozen=True)
class Cut:
    """How a page is cut into playing cards: so many across and down, each so large in mm."""

    name: str
    across: int
    down: int
    width: int
    height: int

    @property
    def total(self) -> int:
        """Cards on a page."""
        return self.across * self.down


EDGE: Final = 4
"""Millimetres around the cards for the marks where to cut."""

# Both fit on A4 (210 × 297) and on Letter (216 × 279) with the edges that printers leave white.
CUTS: Final = {cut.name: cut for cut in (Cut("normal", 3, 3, 63, 88), Cut("small", 4, 4, 44, 61))}


@blueprint.get("/paper/cards")
def deck() -> str:
    """The 80 cards of the game to cut out."""
    cut = CUTS.get(request.args.get("size", ""), CUTS["normal"])
    cards = faces(sorted(OFFICIAL.deck))
    return render_template(
        "paper/deck.html",
        cut=cut,
        edge=EDGE,
        pages=_pages(cards, cut.total),
        total=len(cards),
        backs="backs" in request.args,
        plain="plain" in request.args,
    )


def _pages(cards: Sequence[T], size: int) -> list[Sequence[T]]:
    return [cards[start : start + size] for start in range(0, len(cards), size)]
