"""Practice: exercises without end, one address each.

In: addresses (chapter, rules, exercise, perhaps an answer), forms with an answer.
Out: pages; the verdict alone where a script asks for it.
Owns: the names of the parameters (``mark``, ``marks``, ``choice``, ``number``, ``check``).
Knows: the makers of exercises, and where a learner's level is kept.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from flask import url_for as address_of
from werkzeug.datastructures import MultiDict

from trainer.classes.answering import record_exercise
from trainer.i18n.messages import Message, message
from trainer.learners.practice import PracticeRecord, practice_record
from trainer.lessons.checking import Attempt, Outcome, Verdict
from trainer.lessons.course import course
from trainer.lessons.practice import (
    CHAPTER_KINDS,
    KINDS,
    LEVELS,
    SEEDS,
    Exercise,
    NoSuchExerciseError,
    exercise,
    first,
    following,
    kinds_of,
)
from trainer.lessons.practice_kinds.parts import Marks, Pick
from trainer.lessons.schema import Chapter
from trainer.rules import Profile
from trainer.rules.cards import join
from trainer.rules.profile import Base
from trainer.web import clock, learner, rules_choice
from trainer.web.board import BoardView, view_table
from trainer.web.cards import CardFace, face, faces
from trainer.web.database import sessions
from trainer.web.exercises import Way, read_cards, read_number, way
from trainer.web.fragments import answer, wants_fragment
from trainer.web.wording import profile_messages, refusal_message

blueprint = Blueprint("practice", __name__)

_NOTHING = {
    "marks": message("Mark a card first, then check."),
    "pick": message("Choose an answer first."),
    "number": message("Type a whole number first, then check."),
}


@dataclass(frozen=True)
class ChapterLine:
    """A chapter in the list: what can be practised, and how far the learner is."""

    chapter: Chapter
    kinds: tuple[Message, ...]
    record: PracticeRecord


@dataclass(frozen=True)
class Said:
    """A verdict as the page says it. ``card``: the card that a rule forbids."""

    outcome: Outcome
    reply: Message
    card: CardFace | None = None


@dataclass(frozen=True)
class Sheet:
    """All that the template of an exercise draws. ``way``: how it is answered."""

    chapter: Chapter
    exercise: Exercise
    way: Way
    board: BoardView | None
    rules: tuple[Message, ...]
    record: PracticeRecord
    onward: str
    given: Attempt
    said: Said | None = None
    query: str = ""

    @property
    def counted(self) -> bool:
        """Whether the learner's level already takes this exercise into account."""
        return self.record.last == _name(self.exercise)


@blueprint.get("/practice/")
def index() -> str:
    """What can be practised, chapter by chapter."""
    base = _wished_rules()
    lines = [
        ChapterLine(
            chapter,
            tuple(KINDS[name].title for name in kinds_of(chapter.id, base)),
            _record(chapter.id),
        )
        for chapter in course()
        if chapter.id in CHAPTER_KINDS
    ]
    return render_template("practice/index.html", lines=lines, base=base)


@blueprint.get("/practice/<chapter>/")
def begin(chapter: str) -> Response:
    """Lead to a fresh exercise of a chapter, at the learner's level."""
    _chapter(chapter)
    level = _record(chapter).standing.level
    found = first(chapter, level, _wished_rules(), secrets.randbelow(SEEDS))
    response = make_response(redirect(_address(chapter, found), 303))
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/practice/<chapter>/<rules>/<code>")
def show(chapter: str, rules: str, code: str) -> str:
    """One exercise; with ``check`` in the address, also what is said to the answer there."""
    lesson, one = _chapter(chapter), _exercise(chapter, rules, code)
    given = _attempt(request.args)
    verdict = one.check(given) if "check" in request.args else None
    # The browser gets its id now, so that a double click on a first answer is one learner.
    learner.reserve()
    sheet = _sheet(lesson, one, given, _record(chapter), verdict)
    return render_template("practice/exercise.html", sheet=sheet)


@blueprint.post("/practice/<chapter>/<rules>/<code>")
def check(chapter: str, rules: str, code: str) -> Response:
    """Check an answer; the first one counts. Without a script the reply is a page to reload."""
    lesson, one = _chapter(chapter), _exercise(chapter, rules, code)
    given = _attempt(request.form)
    verdict = one.check(given)
    record = _record(chapter)
    if verdict.outcome is not Outcome.NOTHING:
        own = learner.reserve()
        now = clock.now()
        record = record_exercise(sessions(), own, chapter, _name(one), verdict.right, now)
    if not wants_fragment():
        return make_response(redirect(f"{_address(chapter, one)}{_query(given)}#result", 303))
    sheet = _sheet(lesson, one, given, record, verdict)
    return answer("practice/verdict.html", "practice/verdict.html", sheet=sheet)


def _sheet(
    lesson: Chapter, one: Exercise, given: Attempt, record: PracticeRecord, verdict: Verdict | None
) -> Sheet:
    scene = one.content.scene
    after = following(lesson.id, one, record.standing.level)
    return Sheet(
        chapter=lesson,
        exercise=one,
        way=way(one),
        board=view_table(scene.table) if scene.table else None,
        rules=tuple(profile_messages(scene.rules or Profile.parse(one.base))),
        record=record,
        onward=_address(lesson.id, after),
        given=given,
        said=_said(one, verdict) if verdict else None,
        query=_query(given),
    )


def _said(one: Exercise, verdict: Verdict) -> Said:
    if verdict.outcome is Outcome.NOTHING:
        return Said(verdict.outcome, _NOTHING[way(one)])
    if verdict.right:
        return Said(verdict.outcome, one.content.rule)
    if verdict.reply is not None:
        return Said(verdict.outcome, verdict.reply)
    assert verdict.refusal is not None
    rule = refusal_message(verdict.refusal, verdict.card, one.content.scene.table)
    return Said(verdict.outcome, rule, face(verdict.card) if verdict.card else None)


def _chapter(name: str) -> Chapter:
    found = course().chapter(name)
    if found is None or name not in CHAPTER_KINDS:
        abort(404)
    return found


def _exercise(chapter: str, rules: str, code: str) -> Exercise:
    kind, level, seed = _parts(code)
    base = rules_choice.read(rules)
    if base is None or kind not in kinds_of(chapter, base):
        abort(404)
    try:
        return exercise(kind, level, base, seed)
    except NoSuchExerciseError:
        abort(404)


def _parts(code: str) -> tuple[str, int, int]:
    """Kind, level and seed of ``fits-2-1234``, written in just this way."""
    kind, level, seed = (["", "", *code.rsplit("-", 2)])[-3:]
    numbers = [text for text in (level, seed) if text.isascii() and text.isdecimal()]
    if len(numbers) < 2 or len(seed) > len(str(SEEDS)) or str(int(seed)) != seed:
        abort(404)
    if level not in map(str, LEVELS):
        abort(404)
    return kind, int(level), int(seed)


def _wished_rules() -> Base:
    """The rules that the address asks for, else those that the reader plays by."""
    return rules_choice.read(request.args.get("rules", "")) or rules_choice.preferred()


def _name(one: Exercise) -> str:
    return f"{one.base}/{one.code}"


def _address(chapter: str, one: Exercise) -> str:
    return address_of("practice.show", chapter=chapter, rules=one.base, code=one.code)


def _record(chapter: str) -> PracticeRecord:
    found = learner.current()
    if found is None:
        return PracticeRecord(chapter)
    return practice_record(sessions(), found, chapter)


def _attempt(values: Mapping[str, str]) -> Attempt:
    """The answer that a form or an address brings; what cannot be read is no answer."""
    marks = values.getlist("mark") if isinstance(values, MultiDict) else []
    text = ",".join(marks) or values.get("marks", "")
    return Attempt(
        cards=read_cards(text.split(",")) if text else (),
        choice=values.get("choice", ""),
        number=read_number(values.get("number", "")),
    )


def _query(given: Attempt) -> str:
    """The part of the address that shows an answer, checked, once more."""
    values = {"marks": join(given.cards), "choice": given.choice}
    if given.number is not None:
        values["number"] = str(given.number)
    known = {name: value for name, value in values.items() if value}
    return "?" + urlencode({**known, "check": "1"}, safe=",")


@blueprint.app_template_global("solution")
def solution(one: Exercise) -> tuple[Message | None, list[CardFace], int | None]:
    """The right answer of an exercise: words, cards or a number."""
    question = one.content.question
    if isinstance(question, Marks):
        return None, faces(sorted(question.answer)), None
    if isinstance(question, Pick):
        right = next(choice for choice in question.choices if choice.id == question.answer)
        return right.label, faces(right.cards), None
    return None, [], question.answer
