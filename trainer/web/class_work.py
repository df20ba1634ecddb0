"""What a pupil's tasks and live rounds change about the other pages of the site.

In: the cookie `pupil`; which chapter, practice or puzzle a request is about.
Out: the way to the task's own page, or to the round, where a page would give its explanation
away; time on task.
Owns: the table of endpoints that are about a chapter, a practice or a puzzle.
Knows: endpoints by name. A request without that cookie costs nothing here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Flask, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from trainer.classes import live_answers, timing
from trainer.classes.answering import PuzzleTask, puzzle_tasks
from trainer.classes.live import Ask
from trainer.classes.tasksets import Kind
from trainer.classes.todo import Entry, entries_about
from trainer.i18n.messages import Message
from trainer.puzzles import bank
from trainer.web import clock, signed_in, task_words
from trainer.web.database import sessions
from trainer.web.laying import LONGEST

COOKIE = "pupil"

Subject = tuple[Kind, str]
"""What a request is about: the kind, and the id of the chapter or puzzle, or the link."""

_TELLING = frozenset(
    {
        "puzzles.show",
        "puzzles.check",
        "puzzles.hint",
        "replay.show",
        "replay.own",
        "workshop.own",
        "embed.show",
        "api.check",
    }
)
"""Endpoints that show an explanation, or lead there."""

_ARGUMENTS: Mapping[str, tuple[Kind, str]] = {
    "lessons": ("chapter", "chapter"),
    "checks": ("chapter", "chapter"),
    "practice": ("practice", "chapter"),
    "puzzles": ("puzzle", "puzzle"),
    "api": ("puzzle", "puzzle"),
    "workshop": ("own", "link"),
}


def subject() -> Subject | None:
    """What this request is about; None for a page that can be no task."""
    given = request.view_args or {}
    if request.blueprint in ("replay", "embed"):
        name = given.get("puzzle") or given.get("link", "")
        return ("puzzle" if bank.load().get(name) else "own"), name
    kind, argument = _ARGUMENTS.get(request.blueprint or "", (None, ""))
    return (kind, given[argument]) if kind and argument in given else None


def tasks_of(kind: Kind, reference: str) -> list[PuzzleTask]:
    """A puzzle as a task of the pupil at this browser, in each set."""
    seat = signed_in.pupil()
    return puzzle_tasks(sessions(), seat.learner, kind, reference, clock.now()) if seat else []


def withheld(tasks: list[PuzzleTask]) -> PuzzleTask | None:
    """The task that withholds a puzzle's explanation, an open one first; None where none does."""
    found = [one for one in tasks if not one.standing.explained]
    return min(found, key=lambda one: one.standing.finished, default=None)


def closed(kind: Kind, reference: str) -> str | None:
    """Where a puzzle's explanation leads the pupil at this browser instead; None for nowhere.

    To the round that asks it now, else to the task that withholds it.
    """
    seat = signed_in.pupil() if COOKIE in request.cookies else None
    if seat is None:
        return None
    if kind == "puzzle" or kind == "own":
        code = live_answers.open_question(sessions(), seat.learner, Ask(kind, reference))
        if code is not None:
            return url_for("playing.show", code=code)
    task = withheld(tasks_of(kind, reference))
    return url_for("tasks.task", given=task.given.id, task=task.id) if task else None


def note(kind: Kind, reference: str) -> None:
    """Note that the pupil at this browser is at a chapter, a practice or a puzzle."""
    seat = signed_in.pupil()
    if seat is not None:
        timing.note(sessions(), seat.learner, kind, reference, clock.now())


def entries(kind: Kind, reference: str) -> list[Entry]:
    """A chapter, a practice or a puzzle as a task of the pupil at this browser, for templates."""
    seat = signed_in.pupil() if COOKIE in request.cookies else None
    return entries_about(sessions(), seat.learner, kind, reference, clock.now()) if seat else []


def install(app: Flask) -> None:
    """Look at every request of a pupil."""
    app.jinja_env.globals.update(class_entries=entries, task_state=_state)
    app.before_request(_lead_to_task)
    app.after_request(_note_time)


def _state(one: Entry) -> Message:
    return task_words.state(one.given, one.task, one.standing)


def _lead_to_task() -> AnyResponse | None:
    if COOKIE not in request.cookies or request.endpoint not in _TELLING:
        return None
    about = subject()
    address = closed(*about) if about else None
    if address is None:
        return None
    if request.blueprint == "api":
        return _refusal()
    # What is laid on the table comes along.
    laid = request.form.get("turn") or request.args.get("laid", "")
    kept = {"laid": laid[:LONGEST]} if laid else {}
    return redirect(address + ("?" + urlencode(kept, safe=",") if kept else ""), 303)


def _refusal() -> Response:
    problem = {
        "type": "about:blank",
        "title": "Task of your class",
        "status": 403,
        "field": "id",
        "fault": "task-of-your-class",
        "detail": "",
    }
    return Response(json.dumps(problem), 403, mimetype="application/problem+json")


def _note_time(response: Response) -> Response:
    if COOKIE in request.cookies and response.status_code < 400:
        about = subject()
        if about is not None:
            note(*about)
    return response
