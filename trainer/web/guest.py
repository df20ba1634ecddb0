"""A learner's own pages: progress, taking the data along, deleting it.

In: the learner of this browser, a guest or a pupil.
Out: pages and one JSON file.
Owns: the deletion, which asks first; of a pupil it asks for a word.
Knows: which chapters and puzzles exist, to name them and to lead to them.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import (
    Blueprint,
    Response,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from trainer.classes import personal_data
from trainer.i18n.messages import Message
from trainer.learners.progress import ChapterProgress, PuzzleRecord, Summary
from trainer.lessons.course import course
from trainer.lessons.schema import Chapter
from trainer.puzzles import bank
from trainer.web import confirming, learner, signed_in
from trainer.web.data_file import as_file
from trainer.web.data_sheet import class_parts, sheets
from trainer.web.database import sessions
from trainer.web.rules_choice import preferred

blueprint = Blueprint("guest", __name__)

FILE_NAME = "elfer-raus-progress.json"


@dataclass(frozen=True)
class ChapterLine:
    """One chapter on the page: its title, how many of its steps are done, where to go on."""

    chapter: str
    title: Message
    step: str
    done: int
    steps: int
    progress: ChapterProgress


@dataclass(frozen=True)
class PuzzleLine:
    """One puzzle on the page; ``number`` is its place in the bank, None if it has left it."""

    number: int | None
    record: PuzzleRecord


@blueprint.get("/progress")
def progress() -> str:
    """What is done, and where to go on."""
    found = learner.summary()
    return render_template(
        "guest/progress.html",
        summary=found,
        chapters=[_chapter_line(chapter, found) for chapter in course().by(preferred())],
        puzzles=[PuzzleLine(_number(one.puzzle), one) for one in found.puzzles],
        solved=sum(bank.load().get(one.puzzle) is not None for one in found.solved),
        total=len(bank.load().puzzles),
        rooms=_rooms(),
    )


def _rooms() -> list[str]:
    """The names of the classes in which the learner stands."""
    found = learner.current()
    return [] if found is None else personal_data.room_names(sessions(), found)


def _chapter_line(chapter: Chapter, found: Summary) -> ChapterLine:
    steps = [step.id for step in chapter.steps]
    own = found.chapter(chapter.id)
    return ChapterLine(
        chapter=chapter.id,
        title=Message(chapter.title),
        step=own.resume(steps),
        done=len(own.done.intersection(steps)),
        steps=len(steps),
        progress=own,
    )


def _number(puzzle: str) -> int | None:
    known = bank.load()
    return None if known.get(puzzle) is None else known.number(puzzle)


@blueprint.get("/progress/data")
def stored() -> str:
    """All that is stored about the learner, for people."""
    data = personal_data.of_learner(sessions(), learner.current() or "")
    return render_template(
        "guest/data.html",
        learner=data["learner"],
        sheets=sheets(data),
        classes=class_parts(data),
    )


@blueprint.get("/progress/export")
def export() -> Response:
    """The same as a JSON file to keep."""
    return as_file(personal_data.of_learner(sessions(), learner.current() or ""), FILE_NAME)


@blueprint.get("/progress/delete")
def ask() -> str:
    """Ask before anything is deleted."""
    return _asked()


@blueprint.post("/progress/delete")
def delete() -> Response:
    """Delete everything about the learner, in every class, and the cookies."""
    if _rooms() and not confirming.is_word(request.form.get("word", "")):
        return make_response(_asked(wrong=True), 422)
    found = learner.current()
    if found is not None:
        was_pupil = signed_in.pupil() is not None
        personal_data.erase_learner(sessions(), found)
        if was_pupil:
            signed_in.forget("pupil")
        learner.forget(found)
    flash("deleted")
    return make_response(redirect(url_for("guest.progress"), 303))


def _asked(*, wrong: bool = False) -> str:
    return render_template(
        "guest/delete.html", summary=learner.summary(), rooms=_rooms(), wrong=wrong
    )
