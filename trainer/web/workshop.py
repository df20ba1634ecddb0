"""The workshop: set up a position, have it analysed, keep it as a puzzle with a link.

In: addresses with the fields or the line of a position, forms that keep or withdraw.
Out: pages; the result alone where a script asks for it, each time a little sharper.
Owns: nothing; own puzzles live in the database, analyses happen at the desk.
Knows: the form (`workshop_form`), the desk, the sheet of a puzzle (`solving`).
"""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, abort, current_app, make_response, redirect, request, url_for

from trainer.config import Settings
from trainer.engine import Evaluation
from trainer.i18n.messages import Message, message
from trainer.learners import own_puzzles
from trainer.learners.own_puzzles import Kept, TooManyError
from trainer.puzzles.grading import grade_turn
from trainer.puzzles.schema import Goal
from trainer.puzzles.workshop import GOALS, Unfit, UnfitError, can_be_analysed, draft, own_puzzle
from trainer.rules import Position
from trainer.web import learner, puzzle_views
from trainer.web import puzzle_wording as words
from trainer.web.board import view_position
from trainer.web.cards import faces
from trainer.web.database import sessions
from trainer.web.desk import RETRY_SECONDS, ROUNDS, SEED, BusyError, desk, is_last, round_task
from trainer.web.fragments import answer
from trainer.web.puzzle_views import Answer
from trainer.web.solving import sheet
from trainer.web.workshop_form import RIVALS, bases, read_draft, row_names

blueprint = Blueprint("workshop", __name__)

TOO_LARGE = message(
    "This hand allows so many turns that the engine cannot weigh them all here. "
    "Take some cards out of it."
)
UNFIT = {
    Unfit.TOO_MANY_TURNS: message("A puzzle with so many turns would be no pleasure to solve."),
    Unfit.NO_CHOICE: message("Every turn is right here, so there is nothing to find."),
    Unfit.NO_WAY_OUT: message("The whole hand cannot be laid in one turn here."),
    Unfit.NOTHING_FITS: message("No card of the hand fits, so there is nothing to mark."),
    Unfit.CONTRADICTS: message(
        "What would solve this is not the best turn, and the puzzle would teach a mistake."
    ),
}
TOO_MANY = message("You keep as many puzzles as there is room for. Withdraw one first.")


@blueprint.get("/workshop/")
def index() -> str:
    """The form, what is wrong with what stands in it, and the position once it is right."""
    return _form(read_draft(request.args), 200).get_data(as_text=True)


def _form(found: object, status: int) -> Response:
    position = getattr(found, "position", None)
    known = learner.current()
    return answer(
        "workshop/index.html",
        "workshop/index.html",
        status,
        draft=found,
        rows=row_names(),
        rivals=RIVALS,
        bases=bases(),
        too_large=TOO_LARGE if position and not can_be_analysed(position) else None,
        board=view_position(position) if position else None,
        hand=faces(sorted(position.hand)) if position else (),
        own=own_puzzles.of_learner(sessions(), known) if known else (),
        goal_names=words.GOAL_NAMES,
    )


@blueprint.get("/workshop/analysis")
def analysis() -> Response:
    """The value of every turn, as far as this round looks; a script asks for the next one."""
    found = read_draft({"line": request.args.get("line", "")})
    if found.position is None or not can_be_analysed(found.position):
        return _form(found, 422)
    return _analysed(found.position, _round())


def _round() -> int:
    number = request.args.get("round", 1, type=int)
    return min(max(number, 1), len(ROUNDS))


def _analysed(position: Position, number: int, trouble: Message | None = None) -> Response:
    try:
        evaluation = _evaluate(position, number)
    except BusyError:
        return _busy(position, number)
    return _result(position, number, evaluation, trouble)


def _evaluate(position: Position, number: int) -> Evaluation:
    settings: Settings = current_app.extensions["settings"]
    return desk.analysed(round_task(position, number, settings.analysis_seconds))


def _busy(position: Position, number: int) -> Response:
    response = _page(position, number, 503, busy=True)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def _result(
    position: Position, number: int, evaluation: Evaluation, trouble: Message | None
) -> Response:
    return _page(
        position,
        number,
        422 if trouble else 200,
        puzzle=draft(evaluation, Goal.BEST, SEED),
        answer=_told(evaluation),
        last=is_last(evaluation, number),
        trouble=trouble,
    )


def _told(evaluation: Evaluation) -> Answer:
    """The values and reasons as after a solved puzzle; no turn is the reader's own."""
    record = draft(evaluation, Goal.BEST, SEED)
    told = puzzle_views.turn_answer(
        record, grade_turn(record, evaluation.best.turn), evaluation.position.table
    )
    rows = tuple(replace(row, own=False) for row in told.rows)
    return replace(told, rows=rows)


def _page(position: Position, number: int, status: int, **values: object) -> Response:
    return answer(
        "workshop/analysis.html",
        "workshop/result.html",
        status,
        position=position,
        line=str(position),
        round=number,
        rounds=len(ROUNDS),
        board=view_position(position),
        hand=faces(sorted(position.hand)),
        goals=[(goal.value, words.GOAL_NAMES[goal]) for goal in GOALS],
        chosen=request.form.get("goal", Goal.BEST.value),
        **values,
    )


@blueprint.post("/workshop/keep")
def keep() -> Response:
    """Keep the position as a puzzle, with the values of the closest look."""
    found = read_draft({"line": request.form.get("line", "")})
    goal = request.form.get("goal", "")
    if found.position is None or not can_be_analysed(found.position) or goal not in GOALS:
        return _form(found, 422)
    try:
        evaluation = _evaluate(found.position, len(ROUNDS))
        puzzle = own_puzzle(evaluation, Goal(goal), SEED)
        kept = own_puzzles.keep(sessions(), learner.reserve(), puzzle)
    except BusyError:
        return _busy(found.position, 1)
    except UnfitError as error:
        return _result(found.position, len(ROUNDS), evaluation, UNFIT[error.reason])
    except TooManyError:
        return _result(found.position, len(ROUNDS), evaluation, TOO_MANY)
    return make_response(redirect(url_for(".own", link=kept.link), 303))


@blueprint.get("/own/<link>")
def own(link: str) -> Response:
    """A reader's puzzle, to be solved by whoever has the link; answers are not stored."""
    kept = _find(link)
    if kept.puzzle is None:
        return answer("workshop/withdrawn.html", "workshop/withdrawn.html", 410, kept=kept)
    return answer(
        "workshop/own.html",
        "workshop/verdict.html",
        kept=kept,
        sheet=sheet(kept.puzzle, request.args),
        again=url_for(".own", link=link),
        replay=url_for("replay.own", link=link),
        mine=kept.owner == learner.current(),
        address=url_for(".own", link=link, _external=True),
    )


def _find(link: str) -> Kept:
    kept = own_puzzles.by_link(sessions(), link)
    if kept is None:
        abort(404)
    return kept


@blueprint.get("/own/<link>/withdraw")
def ask(link: str) -> Response:
    """Ask before a puzzle is withdrawn."""
    kept = _find(link)
    if kept.owner != learner.current():
        abort(403)
    if kept.puzzle is None:
        return make_response(redirect(url_for(".own", link=link), 303))
    return answer("workshop/withdraw.html", "workshop/withdraw.html", kept=kept)


@blueprint.post("/own/<link>/withdraw")
def withdraw(link: str) -> Response:
    """Withdraw a puzzle; for its owner alone."""
    _find(link)
    if not own_puzzles.withdraw(sessions(), learner.current() or "", link):
        abort(403)
    return make_response(redirect(url_for(".own", link=link), 303))
