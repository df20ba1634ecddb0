"""Worksheets: the form that asks for one, and the sheets to print.

In: the form; addresses of worksheets, which say all that is on them.
Out: pages made to be printed from a browser. Nothing is stored.
Owns: the addresses of worksheets.
Knows: the form (`paper_order`), what is drawn (`paper_views`), where answers are checked, by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from flask import url_for as address_of
from markupsafe import Markup

from trainer.classes import worksheets
from trainer.classes.paper_codes import code_of
from trainer.classes.printing import Paperwork, paperwork
from trainer.classes.worksheets import Question, variant_letters
from trainer.i18n.messages import Message
from trainer.lessons.course import course
from trainer.lessons.practice import CHAPTER_KINDS
from trainer.puzzles import bank
from trainer.puzzles.schema import LEVELS, Puzzle
from trainer.puzzles.themes import THEMES
from trainer.web import paper_views
from trainer.web import puzzle_wording as words
from trainer.web.database import sessions
from trainer.web.language import speaking, speech
from trainer.web.paper_finding import find, kept_back
from trainer.web.paper_order import (
    Form,
    Order,
    Problem,
    asked_for,
    first_form,
    form_of,
    home_language,
    new_seed,
    order_of,
    read_form,
    read_order,
)
from trainer.web.signed_in import required_teacher, teachers_only
from trainer.web.text import said
from trainer.web.wording import CSS_NAMES

blueprint = Blueprint("paper", __name__)

MOST_LISTED = 60
MOST_QUESTIONS = 1000
"""So many questions one page prints; what is more comes in parts, each a page of its own."""


# Worksheets: the form


@blueprint.get("/paper/")
def home() -> Response:
    """What can be printed without a class."""
    return _form(None, _changed(None))


@blueprint.post("/paper/")
def make() -> Response:
    """Lead to the worksheet that the form asks for."""
    return _make(None)


@blueprint.get("/teach/classes/<room>/paper/")
@teachers_only
def index(room: str) -> Response:
    """What can be printed for a class."""
    paper = _paperwork(room)
    return _form(paper, _changed(paper))


@blueprint.post("/teach/classes/<room>/paper/")
@teachers_only
def make_for(room: str) -> Response:
    """Lead to the worksheet for the class."""
    return _make(_paperwork(room))


def _paperwork(room: str) -> Paperwork:
    return paperwork(sessions(), required_teacher().teacher, room)


def _changed(paper: Paperwork | None) -> Form:
    """The form of the print in the address, to change it; else a new one."""
    order = read_order(request.args, paper) if "items" in request.args else None
    return form_of(order, paper) if order else first_form(paper, request.args.get("tasks", ""))


def _make(paper: Paperwork | None) -> Response:
    form = read_form(request.form, paper)
    if "list" in request.form:
        return _form(paper, form, listing=True)
    seed = new_seed()
    asked = asked_for(form, paper, find, seed)
    if asked.problems:
        return _form(paper, form, asked.problems, listing=bool(form.picked))
    query = order_of(form, asked.items, paper, seed).address
    if asked.lessons:
        query["lessons"] = str(asked.lessons)
    return make_response(redirect(_address("sheet", paper, **query), 303))


def _form(
    paper: Paperwork | None, form: Form, problems: Sequence[Problem] = (), *, listing: bool = False
) -> Response:
    known = [one for one in enumerate(bank.load().puzzles, 1) if form.suits(one[1])]
    page = render_template(
        "paper/index.html",
        paper=paper,
        form=form,
        problems=problems,
        faulty={field for field, _ in problems},
        home=home_language(paper),
        here=_address("make", paper),
        sets=[(one.id, one.title) for one in paper.sets] if paper else [],
        themes=[(one.code, said(one.name)) for one in THEMES.values()],
        levels=[(str(level), f"{level} · {said(words.level_name(level))}") for level in LEVELS],
        chapters=[
            (one.id, speech().gettext(one.title)) for one in course() if one.id in CHAPTER_KINDS
        ],
        listed=[Listed(*one) for one in known[:MOST_LISTED]] if listing else None,
        unlisted=max(0, len(known) - MOST_LISTED),
        goal_names=words.GOAL_NAMES,
        colours=CSS_NAMES,
    )
    return make_response(page, 422 if problems else 200)


@dataclass(frozen=True)
class Listed:
    """A puzzle to tick, with its number in the bank."""

    number: int
    puzzle: Puzzle


_OF_ALL = {"sheet": "paper.sheet", "make": "paper.make", "index": "paper.home"}
_OF_CLASS = {"sheet": "paper.sheet_for", "make": "paper.make_for", "index": "paper.index"}


def _address(page: str, paper: Paperwork | None, **query: str) -> str:
    """The address of a page of prints, for a class or for all."""
    values: dict[str, Any] = dict(query)
    if paper is None:
        return address_of(_OF_ALL[page], **values)
    return address_of(_OF_CLASS[page], room=paper.room.id, **values)


# Worksheets: the sheets


@dataclass(frozen=True)
class Copy:
    """One sheet of the print. ``name`` is empty on a sheet for all."""

    letter: str
    language: str
    name: str = ""
    html: Markup = field(default_factory=Markup)


@dataclass(frozen=True)
class Row:
    """A question in the list beside the sheets, with the addresses that change it."""

    title: Message
    source: Message
    exchange: str
    leave_out: str


@blueprint.get("/paper/sheet")
def sheet() -> str:
    """The worksheets that the address asks for."""
    return _sheet(None)


@blueprint.get("/teach/classes/<room>/paper/sheet")
@teachers_only
def sheet_for(room: str) -> str:
    """The same for a class."""
    return _sheet(_paperwork(room))


def _sheet(paper: Paperwork | None) -> str:
    order = read_order(request.args, paper)
    if order is None:
        abort(404)
    found = worksheets.questions(order.sheet, find)
    asked = next(iter(found.values()))
    if not asked:
        abort(404)
    closed = _closed(asked) if order.key and paper is None else {}
    keys = paper_views.answer_key(found) if order.key else []
    wanted = _wanted(order, paper)
    parts = _parts(order, paper, wanted, len(asked))
    part = next((one for one in parts if one.current), None)
    return render_template(
        "paper/sheet.html",
        paper=paper,
        parts=parts,
        everybody=wanted,
        room_name=paper.room.name if paper else "",
        order=order,
        number=number_of(order),
        home=home_language(paper),
        copies=_copies(order, paper, found, wanted[part.first - 1 : part.last] if part else wanted),
        keys=[one for one in keys if one.number not in closed],
        closed=closed,
        rows=_rows(order, paper, asked),
        gone=len(order.sheet.items) - len(asked),
        lessons=request.args.get("lessons", 0, type=int),
        change=_address("index", paper, **order.address),
        mix=_again(order, paper, replace(order.sheet, seed=new_seed())),
    )


def _closed(asked: Sequence[Question]) -> dict[int, str]:
    """The numbers of questions whose answers a pupil must wait for, and where each leads."""
    found = {number: kept_back(one) for number, one in enumerate(asked, 1)}
    return {number: address for number, address in found.items() if address}


def number_of(order: Order, letter: str = "") -> str:
    """The number of a worksheet, with its variant if there are several."""
    return (
        f"{order.sheet.seed} · {letter}"
        if letter and order.sheet.variants > 1
        else order.sheet.seed
    )


@dataclass(frozen=True)
class Part:
    """Some of the sheets of a large print, counted from 1, and the page that prints them."""

    first: int
    last: int
    address: str
    current: bool


def _parts(
    order: Order, paper: Paperwork | None, wanted: Sequence[Copy], questions: int
) -> list[Part]:
    """The parts of a print that is too large for one page; none for any other."""
    sheets = max(1, MOST_QUESTIONS // questions)
    firsts = range(0, len(wanted), sheets)
    if len(firsts) < 2:
        return []
    here = min(max(1, request.args.get("part", 1, type=int)), len(firsts))
    return [
        Part(
            first + 1,
            min(first + sheets, len(wanted)),
            _address("sheet", paper, **order.address, part=str(number)),
            number == here,
        )
        for number, first in enumerate(firsts, 1)
    ]


def _copies(
    order: Order,
    paper: Paperwork | None,
    found: Mapping[str, Sequence[Question]],
    wanted: Sequence[Copy],
) -> list[Copy]:
    """The wanted sheets in the order in which they are printed, each in its language."""
    bodies: dict[tuple[str, str], Markup] = {}
    copies = []
    for copy in wanted:
        with speaking(copy.language):
            key = copy.language, copy.letter
            if key not in bodies:
                asked = paper_views.asked(found[copy.letter])
                html = render_template(
                    "paper/questions.html", questions=asked, note=paper_views.BEST_TURN
                )
                bodies[key] = Markup(html)
            html = _one(order, paper, copy, found[copy.letter], bodies[key])
        copies.append(replace(copy, html=html))
    return copies


def _wanted(order: Order, paper: Paperwork | None) -> list[Copy]:
    """The sheets without what is on them."""
    if paper is None or not order.each:
        return [
            Copy(letter, language) for language in order.languages for letter in order.sheet.letters
        ]
    # Everybody in the class counts, so that who gets a sheet alone gets the same one as before.
    letters = variant_letters(order.sheet, [one.id for one in paper.pupils])
    home = home_language(paper)
    return [
        Copy(letter, order.language_of(one.short, home), one.name)
        for one, letter in zip(paper.pupils, letters, strict=True)
        if order.pupils is None or one.short in order.pupils
    ]


def _one(
    order: Order,
    paper: Paperwork | None,
    copy: Copy,
    questions: Sequence[Question],
    body: Markup,
) -> Markup:
    codes = "-".join(map(code_of, questions))
    place = address_of("paper_check.index", _external=True)
    html = render_template(
        "paper/one.html",
        order=order,
        copy=copy,
        body=body,
        number=number_of(order, copy.letter),
        room_name=paper.room.name if paper else "",
        address=address_of("paper_check.show", codes=codes, _external=True),
        place=place.partition("://")[2],
    )
    return Markup(html)


def _rows(order: Order, paper: Paperwork | None, asked: Sequence[Question]) -> list[Row]:
    """What is on the sheet, and how it can be changed."""
    rows = []
    for question in asked:
        place = order.sheet.items.index(question.item)
        fewer = worksheets.without(order.sheet, place)
        rows.append(
            Row(
                paper_views.title(question),
                paper_views.source(question),
                _again(order, paper, worksheets.exchanged(order.sheet, place, _alike(question))),
                _again(order, paper, fewer) if fewer.items else "",
            )
        )
    return rows


def _again(order: Order, paper: Paperwork | None, sheet: worksheets.Sheet) -> str:
    return _address("sheet", paper, **replace(order, sheet=sheet).address)


def _alike(question: Question) -> list[Puzzle]:
    """Puzzles that can stand in for this one."""
    one = question.puzzle
    if one is None:
        return []
    base = one.position.profile.base
    return [
        other
        for other in bank.load().puzzles
        if (other.goal, other.level) == (one.goal, one.level)
        and other.position.profile.base == base
    ]
