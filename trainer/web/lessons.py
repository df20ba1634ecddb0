"""The lessons: the list of chapters, a page for each step, the end of a chapter.

In: addresses (chapter, step, what is answered), forms with an answer.
Out: pages; the verdict alone where a script asks for it.
Owns: nothing; a step answered rightly is stored as done before the page says so.
Knows: the course, and that a page that is only looked at stores no answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from trainer.learners.progress import ChapterProgress
from trainer.lessons.chapter_check import MARK
from trainer.lessons.checking import check
from trainer.lessons.course import Course, course, next_step, previous_step
from trainer.lessons.schema import Chapter, Continue, Step
from trainer.puzzles import bank
from trainer.puzzles.schema import Puzzle
from trainer.web import learner, lesson_steps, rules_choice
from trainer.web.fragments import answer, wants_fragment

blueprint = Blueprint("lessons", __name__)


@dataclass(frozen=True)
class ChapterLine:
    """A chapter in the list: what is done of it, and the step at which to go on."""

    number: int
    chapter: Chapter
    progress: ChapterProgress
    resume: Step
    done: int

    @property
    def begun(self) -> bool:
        """Whether anything of it is done."""
        return self.done > 0

    @property
    def checked(self) -> bool:
        """Whether the check at its end is passed."""
        return MARK in self.progress.done


@dataclass(frozen=True)
class Place:
    """Where a step stands: its neighbours' addresses, and which steps of the chapter are done."""

    number: int
    chapter: Chapter
    step: Step
    done: frozenset[str]
    back: str | None
    onward: str

    @property
    def is_done(self) -> bool:
        """Whether this step is done."""
        return self.step.id in self.done


@blueprint.get("/lessons/")
def index() -> str:
    """All chapters, what is done, and where to go on."""
    found = learner.summary()
    lines = [
        _line(number, chapter, found.chapter(chapter.id))
        for number, chapter in enumerate(_course(), 1)
    ]
    unfinished = [line for line in lines if not line.progress.is_done]
    # Where somebody is in the middle of a chapter, that one comes first.
    here = next((line for line in unfinished if line.begun), None)
    return render_template(
        "lessons/index.html",
        lines=lines,
        here=here or next(iter(unfinished), None),
        complete=all(line.progress.is_done and line.checked for line in lines),
        rules=rules_choice.preferred(),
        chosen=rules_choice.chosen() is not None or rules_choice.of_class() is not None,
    )


@blueprint.post("/lessons/rules")
def choose_rules() -> Response:
    """Remember by which rules the reader plays; the course follows them from now on."""
    base = rules_choice.read(request.form.get("rules", ""))
    if base is None:
        abort(400)
    return rules_choice.remember(make_response(redirect(url_for("lessons.index"), 303)), base)


def _course() -> Course:
    """The course by the rules that the reader has chosen."""
    return course().by(rules_choice.preferred())


def _line(number: int, chapter: Chapter, own: ChapterProgress) -> ChapterLine:
    names = [step.id for step in chapter]
    resume = chapter.step(own.resume(names)) or chapter.steps[0]
    return ChapterLine(number, chapter, own, resume, len(own.done.intersection(names)))


@blueprint.get("/lessons/<chapter>/")
def resume(chapter: str) -> Response:
    """Lead to the step of a chapter at which the learner goes on."""
    found = _chapter(chapter)
    line = _line(0, found, learner.chapter_progress(chapter))
    return make_response(redirect(url_for("lessons.step", chapter=chapter, step=line.resume.id)))


@blueprint.get("/lessons/<chapter>/<step>")
def step(chapter: str, step: str) -> str:
    """One step; with ``check`` in the address, also what is said to the answer there."""
    lesson, one = _step(chapter, step)
    given = lesson_steps.attempt(one, request.args)
    verdict = check(one, given) if "check" in request.args else None
    # The browser gets its id now, so that a double click on a first answer is one learner.
    learner.reserve()
    learner.note_visit(chapter, step)
    return render_template(
        "lessons/step.html",
        place=_place(lesson, one, learner.chapter_progress(chapter)),
        step=one,
        shown=lesson_steps.view(one),
        verdict=lesson_steps.answered(one, verdict) if verdict else None,
        address=lesson_steps.query(given),
    )


@blueprint.post("/lessons/<chapter>/<step>")
def check_answer(chapter: str, step: str) -> Response:
    """Check an answer; a right one is stored. Without a script the reply is a page to reload."""
    lesson, one = _step(chapter, step)
    given = lesson_steps.attempt(one, request.form)
    verdict = check(one, given)
    progress = learner.chapter_progress(chapter)
    if verdict.right:
        progress = learner.store_step(chapter, step, [each.id for each in lesson])
    if isinstance(one, Continue):
        return make_response(redirect(_onward(lesson, one), 303))
    if not wants_fragment():
        here = url_for("lessons.step", chapter=chapter, step=step)
        return make_response(redirect(f"{here}{lesson_steps.query(given)}#result", 303))
    return answer(
        "lessons/verdict.html",
        "lessons/verdict.html",
        place=_place(lesson, one, progress),
        step=one,
        verdict=lesson_steps.answered(one, verdict),
        address=lesson_steps.query(given),
    )


@blueprint.get("/lessons/<chapter>/end")
def end(chapter: str) -> str:
    """The end of a chapter: what was learnt, what is still to do, where to go on."""
    lesson = _chapter(chapter)
    progress = learner.chapter_progress(chapter)
    return render_template(
        "lessons/end.html",
        number=_number(lesson),
        chapter=lesson,
        progress=progress,
        missing=[step for step in lesson if step.id not in progress.done],
        following=_course().after(lesson),
        checked=MARK in progress.done,
        puzzle=_fitting_puzzle(lesson),
    )


@blueprint.get("/lessons/<chapter>/afresh")
def ask_afresh(chapter: str) -> str:
    """Ask before the steps of a chapter are forgotten."""
    lesson = _chapter(chapter)
    return render_template(
        "lessons/afresh.html", chapter=lesson, progress=learner.chapter_progress(chapter)
    )


@blueprint.post("/lessons/<chapter>/afresh")
def start_afresh(chapter: str) -> Response:
    """Forget the steps of a chapter and begin with its first."""
    lesson = _chapter(chapter)
    learner.forget_chapter(chapter)
    flash("afresh")
    first = lesson.steps[0].id
    return make_response(redirect(url_for("lessons.step", chapter=chapter, step=first), 303))


def _chapter(name: str) -> Chapter:
    found = _course().chapter(name)
    if found is None:
        abort(404)
    return found


def _number(lesson: Chapter) -> int:
    return [chapter.id for chapter in course()].index(lesson.id) + 1


def _step(chapter: str, name: str) -> tuple[Chapter, Step]:
    """A step and its chapter; a step about the other rules comes with the chapter by those."""
    whole = course().chapter(chapter)
    found = whole.step(name) if whole else None
    if whole is None or found is None:
        abort(404)
    return whole.by(found.only or rules_choice.preferred()), found


def _place(lesson: Chapter, one: Step, progress: ChapterProgress) -> Place:
    before = previous_step(lesson, one)
    back = url_for("lessons.step", chapter=lesson.id, step=before.id) if before else None
    return Place(_number(lesson), lesson, one, progress.done, back, _onward(lesson, one))


def _onward(lesson: Chapter, one: Step) -> str:
    after = next_step(lesson, one)
    if after is None:
        return url_for("lessons.end", chapter=lesson.id)
    return url_for("lessons.step", chapter=lesson.id, step=after.id)


def _fitting_puzzle(lesson: Chapter) -> Puzzle | None:
    """The easiest puzzle that practises the chapter, an unsolved one first."""
    solved = learner.solved_puzzles()
    fitting = [puzzle for puzzle in bank.load().puzzles if lesson.puzzles in puzzle.themes]
    return min(fitting, key=lambda puzzle: (puzzle.id in solved, puzzle.level), default=None)
