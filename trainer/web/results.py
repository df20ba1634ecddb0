"""What a class has done: the matrix, tasks, pupils, weeks, as a spreadsheet; and the demo class.

In: a signed-in teacher; wishes in the address (one set, minutes, a table and its separator).
Out: pages, and CSV files. One form makes a demo class, another deletes it.
Owns: which wishes there are.
Knows: the endpoints of classes and puzzles, by name; nothing of what is withheld from pupils.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from trainer.classes import concerns, demo, spreadsheet
from trainer.classes.reports import Report, minutes, report
from trainer.classes.turn_reports import frequent, puzzles_of, task_report
from trainer.classes.weeks import Week, weeks
from trainer.i18n.messages import message
from trainer.puzzles.grading import grade_turn, solutions
from trainer.puzzles.schema import Goal, Puzzle
from trainer.web import (
    clock,
    notices,
    plots,
    puzzle_views,
    results_export,
    results_views,
    results_words,
)
from trainer.web import puzzle_wording as words
from trainer.web.board import view_position
from trainer.web.cards import faces
from trainer.web.database import sessions
from trainer.web.language import speech
from trainer.web.puzzle_views import Told
from trainer.web.signed_in import required_teacher, teachers_only
from trainer.web.task_names import task_name

blueprint = Blueprint("results", __name__)

ROOM = "/teach/classes/<room>/results"
MOST_FREQUENT = 6
"""So many misconceptions are named on a page."""


@blueprint.context_processor
def _words() -> dict[str, object]:
    return {"results_words": results_words, "minutes": minutes}


@blueprint.get(ROOM)
@teachers_only
def index(room: str) -> str:
    """Who needs help, and the matrix of pupils and tasks; of one set, if the address says so."""
    found = _report(room)
    needing = concerns.concerns(found)
    chosen = next((one for one in found.sets if one.id == request.args.get("set")), None)
    shown = replace(found, sets=(chosen,)) if chosen else found
    known = _puzzles(shown)
    return render_template(
        "results/index.html",
        room=found.room,
        report=shown,
        sets=[one for one in found.sets if one.tasks],
        chosen=chosen,
        times=request.args.get("show") == "times",
        needing=needing,
        matrix=results_views.matrix(shown, [one.pupil for one in needing]),
        frequent=frequent(shown, known)[:MOST_FREQUENT],
        task_name=task_name,
        tables=results_export.TABLES,
        separators=results_words.SEPARATORS,
        usual=_usual_separator(),
    )


@blueprint.get(f"{ROOM}/<int:task>")
@teachers_only
def task(room: str, task: int) -> str:
    """One task: which turns were chosen, by whom, and what each of them stands for."""
    found = _report(room)
    known = puzzles_of(sessions(), [found.task(task)[1]])
    value = task_report(found, task, known)
    return render_template(
        "results/task.html",
        room=found.room,
        report=found,
        found=value,
        name=task_name(value.task),
        lines=results_views.lines(value),
        entries=[results_views.entry(found, one, value.task, known) for one in found.members],
        column=found.column(task),
        median=found.median_seconds(task),
        day_of=clock.day_of,
        **_puzzle(value.puzzle),
        **_neighbours(found, task),
    )


def _puzzle(puzzle: Puzzle | None) -> dict[str, Any]:
    """What is shown of the puzzle itself, and why its best turn is best."""
    if puzzle is None:
        return {"board": None, "why": ()}
    mode: Any = "mark" if puzzle.goal is Goal.LEGAL else "lay"
    why: tuple[Told, ...] = ()
    if puzzle.goal not in (Goal.LEGAL, Goal.OUTCOME):
        best = solutions(puzzle)[0].turn
        why = puzzle_views.turn_answer(puzzle, grade_turn(puzzle, best), puzzle.position.table).why
    return {
        "board": view_position(puzzle.position, mode=mode),
        "question": words.QUESTIONS[puzzle.goal],
        "assignment": words.task(puzzle),
        "drawn": faces(puzzle.question.drawn if puzzle.question else ()),
        "hand": faces(sorted(puzzle.position.hand)),
        "unload": puzzle.goal is Goal.UNLOAD,
        "why": why,
    }


def _neighbours(found: Report, task: int) -> dict[str, Any]:
    """The tasks before and after this one."""
    ids = [one.id for _, one in found.tasks]
    place = ids.index(task)
    return {
        "before": found.tasks[place - 1][1] if place else None,
        "after": found.tasks[place + 1][1] if place + 1 < len(ids) else None,
        "task_name": task_name,
    }


@blueprint.get(f"{ROOM}/pupils/<pupil>")
@teachers_only
def pupil(room: str, pupil: str) -> str:
    """One pupil: all tasks and answers, what goes wrong most, the weeks, the live rounds."""
    found = _report(room)
    member = found.member(pupil)
    known = _puzzles(found)
    needing = {one.pupil.id: one.reasons for one in concerns.concerns(found)}
    return render_template(
        "results/pupil.html",
        room=found.room,
        report=found,
        pupil=member,
        total=found.row(pupil),
        reasons=needing.get(pupil, ()),
        sets=[
            (given, [results_views.entry(found, member, one, known) for one in given.tasks])
            for given in found.sets
            if given.tasks
        ],
        frequent=frequent(found, known, pupil)[:MOST_FREQUENT],
        weeks=_week_plots(weeks(found, clock.day_of, pupil)),
        rounds=[one for one in found.rounds if pupil in one.joined],
        day_of=clock.day_of,
        task_name=task_name,
    )


@blueprint.get(f"{ROOM}/progress")
@teachers_only
def progress(room: str) -> str:
    """The class from week to week."""
    found = _report(room)
    return render_template(
        "results/progress.html",
        room=found.room,
        report=found,
        weeks=_week_plots(weeks(found, clock.day_of)),
        day_of=clock.day_of,
    )


def _week_plots(found: tuple[Week, ...]) -> dict[str, Any] | None:
    """Weeks as columns: tasks done; answers, and how many of them were right."""
    if not any(one.done or one.answers for one in found):
        return None
    most = max(one.answers for one in found)
    return {
        "lines": found,
        "done": plots.columns([one.done for one in found]),
        "most_done": max(one.done for one in found),
        "answers": plots.columns([one.answers for one in found]),
        "right": plots.columns([one.right for one in found], top=most),
        "most_answers": most,
    }


@blueprint.get(f"{ROOM}/export")
@teachers_only
def export(room: str) -> Response:
    """A table as a CSV file: ``table`` of results_export.TABLES, ``separator`` as in forms."""
    table = request.args.get("table", "tasks")
    if table not in results_export.TABLES:
        abort(404)
    found = _report(room)
    dialect = spreadsheet.dialect_of(speech().code, request.args.get("separator", ""))
    file = spreadsheet.written(results_export.rows(found, _puzzles(found), table), dialect)
    response = make_response(file)
    response.headers["Content-Type"] = "text/csv; charset=utf-8"
    name = f"{found.room.name}-{table}-{clock.today().isoformat()}.csv"
    response.headers.set("Content-Disposition", "attachment", filename=_file_name(name))
    response.headers["Cache-Control"] = "no-store"
    return response


def _file_name(text: str) -> str:
    return "".join(one if one.isalnum() or one in "-_." else "_" for one in text)


@blueprint.post("/teach/classes/demo")
@teachers_only
def make_demo() -> Response:
    """Make the teacher's demo class, or find the one that there is, and lead to its results."""
    made = demo.make(
        sessions(),
        required_teacher().teacher,
        speech().code,
        speech().render,
        clock.now(),
    )
    return make_response(redirect(url_for(".index", room=made.id), 303))


@blueprint.post("/teach/classes/<room>/demo/delete")
@teachers_only
def erase_demo(room: str) -> Response:
    """Delete a demo class at once and for good."""
    demo.erase(sessions(), required_teacher().teacher, room)
    notices.tell(message("The demo class has been deleted."))
    return make_response(redirect(url_for("classes.index"), 303))


def _report(room: str) -> Report:
    return report(sessions(), required_teacher().teacher, room, clock.now())


def _puzzles(found: Report) -> dict[int, Puzzle]:
    return puzzles_of(sessions(), [one for _, one in found.tasks])


def _usual_separator() -> str:
    usual = spreadsheet.dialect_of(speech().code).separator
    return next(name for name, sign in spreadsheet.SEPARATORS.items() if sign == usual)
