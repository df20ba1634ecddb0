"""Checking a worksheet at home: whoever has the sheet asks about one question after another.

In: the codes of questions, as a QR code or people bring them, and an answer.
Out: the question to answer, what is said to the answer. Nothing is stored, no cookie is set.
Owns: nothing.
Knows: what a code stands for (`paper_codes`), the sheet of a puzzle (`solving`), exercises.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from flask import url_for as address_of
from werkzeug.datastructures import MultiDict

from trainer.classes.paper_codes import code_of, read_code, read_codes
from trainer.classes.worksheets import Item, Practice, Question
from trainer.i18n.messages import Message, message
from trainer.lessons.checking import Attempt, Outcome, Verdict
from trainer.lessons.practice import Exercise
from trainer.puzzles.canonical import Naming
from trainer.puzzles.recolouring import recoloured, recolourings
from trainer.rules import Profile
from trainer.web import paper_views
from trainer.web.board import BoardView, view_table
from trainer.web.cards import CardFace, face
from trainer.web.exercises import Way, read_cards, read_number, way
from trainer.web.fragments import answer
from trainer.web.paper_finding import find, kept_back
from trainer.web.paper_views import Line
from trainer.web.solving import sheet as sheet_of
from trainer.web.wording import profile_messages, refusal_message

blueprint = Blueprint("paper_check", __name__)

NO_SUCH_CODE = message("No question has this code. Look at the sheet again, letter by letter.")
NOTHING = message("Nothing is answered yet.")
LONGEST = 60


@dataclass(frozen=True)
class Said:
    """A verdict about an exercise as the page says it. ``card``: the card that a rule forbids."""

    outcome: Outcome
    reply: Message
    card: CardFace | None = None
    solution: Line | None = None


@dataclass(frozen=True)
class Asked:
    """An exercise as the page asks it. ``way``: how it is answered."""

    exercise: Exercise
    way: Way
    board: BoardView | None
    rules: tuple[Message, ...]
    given: Attempt
    said: Said | None = None


@blueprint.get("/paper/check")
def index() -> Response:
    """A field for the code of a question; leads to the question."""
    typed = request.args.get("code", "")[:LONGEST].strip()
    found = _question(*pair) if (pair := read_code(typed)) else None
    if found is not None:
        return make_response(redirect(address_of(".show", codes=code_of(found)), 303))
    problem = NO_SUCH_CODE if typed else None
    page = render_template("paper/check_code.html", typed=typed, problem=problem)
    return make_response(page, 422 if problem else 200)


@blueprint.get("/paper/check/<codes>")
@blueprint.get("/paper/check/<codes>/<int:number>")
def show(codes: str, number: int = 1) -> Response:
    """One question of a sheet; with ``check`` in the address, what is said to the answer there."""
    pairs = read_codes(codes)
    if not pairs or not 1 <= number <= len(pairs):
        abort(404)
    question = _question(*pairs[number - 1])
    again = address_of(".show", codes=codes, number=number)
    shared: dict[str, Any] = {
        "codes": codes,
        "number": number,
        "count": len(pairs),
        "again": again,
        "code": paper_views.shown_code(question) if question else "",
        "title": paper_views.title(question) if question else message("This puzzle is gone"),
    }
    if question is None:
        return make_response(render_template("paper/check_gone.html", **shared), 410)
    elsewhere = kept_back(question)
    if elsewhere is not None:
        return make_response(redirect(elsewhere, 303))
    if question.exercise is not None:
        asked = _asked(question.exercise, request.args)
        return answer("paper/check_exercise.html", "paper/verdict.html", asked=asked, **shared)
    assert question.puzzle is not None
    shown = sheet_of(question.puzzle, request.args)
    return answer(
        "paper/check_puzzle.html", "workshop/verdict.html", sheet=shown, replay="", **shared
    )


def _question(item: Item, naming: Naming) -> Question | None:
    """What a code stands for; None where there is no such puzzle in these colours (any more)."""
    if isinstance(item, Practice):
        return Question(item, exercise=item.exercise)
    puzzle = find(item)
    if puzzle is None or naming not in recolourings(puzzle.position):
        return None
    return Question(item, naming, recoloured(puzzle, naming))


def _asked(one: Exercise, values: MultiDict[str, str]) -> Asked:
    scene, given = one.content.scene, _attempt(values)
    return Asked(
        exercise=one,
        way=way(one),
        board=view_table(scene.table) if scene.table else None,
        rules=tuple(profile_messages(scene.rules or Profile.parse(one.base))),
        given=given,
        said=_said(one, one.check(given)) if "check" in values else None,
    )


def _attempt(values: MultiDict[str, str]) -> Attempt:
    """The answer in the address; what cannot be read is no answer."""
    return Attempt(
        cards=read_cards(values.getlist("mark")),
        choice=values.get("choice", ""),
        number=read_number(values.get("number", "")),
    )


def _said(one: Exercise, verdict: Verdict) -> Said:
    if verdict.outcome is Outcome.NOTHING:
        return Said(verdict.outcome, NOTHING)
    if verdict.right:
        return Said(verdict.outcome, one.content.rule)
    shown = Said(verdict.outcome, one.content.rule, solution=paper_views.solution_line(one))
    if verdict.reply is not None:
        return replace(shown, reply=verdict.reply)
    assert verdict.refusal is not None
    rule = refusal_message(verdict.refusal, verdict.card, one.content.scene.table)
    return replace(shown, reply=rule, card=face(verdict.card) if verdict.card else None)
