"""The check at the end of a chapter, and the certificate at the end of the course.

In: addresses (chapter, seed, answers), the form with all answers of a check.
Out: pages; a passed check is stored before the page says so.
Owns: the names of the parameters (``seed``, ``mark-0``, ``choice-0``, ``number-0``, ``check``).
Knows: the course by the reader's rules. The name on a certificate never reaches the site.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from flask import url_for as address_of
from werkzeug.datastructures import MultiDict

from trainer.i18n.messages import Message
from trainer.learners.progress import ChapterProgress
from trainer.lessons.chapter_check import MARK, NEEDED, questions
from trainer.lessons.checking import Attempt, Outcome, Verdict
from trainer.lessons.course import Course, course
from trainer.lessons.practice import SEEDS, Exercise
from trainer.lessons.schema import Chapter
from trainer.rules import Profile
from trainer.rules.profile import Base
from trainer.web import learner, rules_choice
from trainer.web.board import BoardView, view_table
from trainer.web.cards import faces
from trainer.web.exercises import Way, read_cards, read_number, way
from trainer.web.wording import profile_messages, refusal_message

blueprint = Blueprint("checks", __name__)


@dataclass(frozen=True)
class Question:
    """One question as the template draws it. ``way``: how it is answered."""

    number: int
    exercise: Exercise
    way: Way
    board: BoardView | None
    rules: tuple[Message, ...]
    given: Attempt
    verdict: Verdict | None = None

    @property
    def right(self) -> bool:
        """Whether it is answered, and rightly."""
        return self.verdict is not None and self.verdict.right

    @property
    def reply(self) -> Message | None:
        """What is said to a wrong answer."""
        verdict = self.verdict
        if verdict is None or verdict.outcome is not Outcome.WRONG:
            return None
        if verdict.reply is not None:
            return verdict.reply
        assert verdict.refusal is not None
        table = self.exercise.content.scene.table
        return refusal_message(verdict.refusal, verdict.card, table)


@dataclass(frozen=True)
class Stage:
    """A chapter on the way to the certificate."""

    chapter: Chapter
    progress: ChapterProgress

    @property
    def checked(self) -> bool:
        """Whether its check is passed."""
        return MARK in self.progress.done

    @property
    def complete(self) -> bool:
        """Whether nothing of it is left to do."""
        return self.progress.is_done and self.checked


@blueprint.get("/lessons/<chapter>/check")
def show(chapter: str) -> Response:
    """The questions; with ``check`` in the address, also how the answers there fare."""
    lesson, seed = _chapter(chapter), _seed()
    if seed is None:
        fresh = address_of("checks.show", chapter=chapter, seed=secrets.randbelow(SEEDS))
        response = make_response(redirect(fresh, 303))
        response.headers["Cache-Control"] = "no-store"
        return response
    learner.reserve()
    found = _questions(lesson, seed, request.args, checked="check" in request.args)
    page = render_template(
        "checks/check.html",
        chapter=lesson,
        seed=seed,
        questions=found,
        checked="check" in request.args,
        right=_right(found),
        passed=_right(found) >= NEEDED,
        following=_course().after(lesson),
    )
    return make_response(page)


@blueprint.post("/lessons/<chapter>/check")
def answer(chapter: str) -> Response:
    """Judge all answers at once; a passed check is stored."""
    lesson, seed = _chapter(chapter), _seed()
    if seed is None:
        abort(400)
    found = _questions(lesson, seed, request.form, checked=True)
    if _right(found) >= NEEDED:
        learner.store_step(chapter, MARK, [*(step.id for step in lesson), MARK])
    given = [(name, value) for name, value in request.form.items(multi=True) if name[-1:].isdigit()]
    query = urlencode([("seed", str(seed)), *given, ("check", "1")])
    here = address_of("checks.show", chapter=chapter)
    return make_response(redirect(f"{here}?{query}#result", 303))


@blueprint.get("/lessons/certificate")
def certificate() -> str:
    """The certificate to print, or what is still to be done for it."""
    done = learner.summary()
    base = rules_choice.preferred()
    stages = [Stage(chapter, done.chapter(chapter.id)) for chapter in _course()]
    ends = [stage.progress.done_at for stage in stages if stage.progress.done_at is not None]
    return render_template(
        "checks/certificate.html",
        stages=stages,
        missing=[stage for stage in stages if not stage.complete],
        finished=max(ends, default=None),
        rules=profile_messages(Profile.parse(base))[0],
        fan=faces(Profile.parse(base).start_cards),
    )


def _course() -> Course:
    return course().by(rules_choice.preferred())


def _chapter(name: str) -> Chapter:
    found = _course().chapter(name)
    if found is None or not questions(name, rules_choice.preferred(), 0):
        abort(404)
    return found


def _seed() -> int | None:
    text = request.args.get("seed", "") or request.form.get("seed", "")
    known = text.isascii() and text.isdecimal() and len(text) <= len(str(SEEDS))
    return int(text) % SEEDS if known else None


def _right(found: list[Question]) -> int:
    return sum(question.right for question in found)


def _questions(
    lesson: Chapter, seed: int, values: MultiDict[str, str], *, checked: bool
) -> list[Question]:
    base = rules_choice.preferred()
    exercises = enumerate(questions(lesson.id, base, seed))
    return [_question(number, one, base, values, checked) for number, one in exercises]


def _question(
    number: int, one: Exercise, base: Base, values: MultiDict[str, str], checked: bool
) -> Question:
    scene, given = one.content.scene, _attempt(number, values)
    return Question(
        number=number,
        exercise=one,
        way=way(one),
        board=view_table(scene.table, key=f"board-{number}") if scene.table else None,
        rules=tuple(profile_messages(scene.rules or Profile.parse(base))),
        given=given,
        verdict=one.check(given) if checked else None,
    )


def _attempt(number: int, values: MultiDict[str, str]) -> Attempt:
    """The answer to a question of this number; what cannot be read is no answer."""
    return Attempt(
        cards=read_cards(values.getlist(f"mark-{number}")),
        choice=values.get(f"choice-{number}", ""),
        number=read_number(values.get(f"number-{number}", "")),
    )
