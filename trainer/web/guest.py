"""A learner's own pages: progress, taking the data along, deleting it.

In: the learner of this browser.
Out: pages and one JSON file.
Owns: the deletion, which asks first.
Knows: which chapters and puzzles exist, to name them and to lead to them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from flask import Blueprint, Response, flash, make_response, redirect, render_template, url_for

from trainer.i18n.messages import Message
from trainer.learners import progress as learners
from trainer.learners.progress import ChapterProgress, PuzzleRecord, Summary
from trainer.lessons.course import course
from trainer.lessons.schema import Chapter
from trainer.puzzles import bank
from trainer.web import learner
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
    )


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


@blueprint.get("/progress/export")
def export() -> Response:
    """All that is stored about the learner, as a JSON file to keep."""
    found = learners.export(sessions(), learner.current() or "")
    response = make_response(json.dumps(found, ensure_ascii=False, indent=2) + "\n")
    response.mimetype = "application/json"
    response.headers["Content-Disposition"] = f'attachment; filename="{FILE_NAME}"'
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/progress/delete")
def ask() -> str:
    """Ask before anything is deleted."""
    return render_template("guest/delete.html", summary=learner.summary())


@blueprint.post("/progress/delete")
def delete() -> Response:
    """Delete everything about the learner, the cookie too."""
    found = learner.current()
    if found is not None:
        learners.delete_learner(sessions(), found)
        learner.forget()
    flash("deleted")
    return make_response(redirect(url_for("guest.progress"), 303))
