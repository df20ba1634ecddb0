"""The API for other programs: read-only JSON under /api/v1/.

In: addresses; parameters are read by `api_description`.
Out: JSON that any site may read; errors as problem objects that name the field.
Owns: nothing. No cookie is read or set, nothing is stored.
Knows: the bank, the puzzle of the day, the desk with its limits.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from flask import Blueprint, Response, current_app, request, url_for
from werkzeug.exceptions import HTTPException

from trainer.config import Settings
from trainer.engine.worker import Task
from trainer.i18n.catalogs import SOURCE_LANGUAGE
from trainer.learners import daily as days
from trainer.puzzles import bank
from trainer.puzzles.grading import Result, grade_choice, grade_marks, solutions
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal, Puzzle
from trainer.puzzles.workshop import can_be_analysed
from trainer.rules import Card, MalformedError, parse_position
from trainer.web.api_description import (
    ANALYSE,
    CHECK,
    DAILY,
    PUZZLE,
    ROOT,
    Operation,
    Parameter,
    openapi,
)
from trainer.web.desk import RETRY_SECONDS, BusyError, desk
from trainer.web.solving import SPECIAL, graded

blueprint = Blueprint("api", __name__, url_prefix=ROOT)

PROBLEM = "application/problem+json"


class ProblemError(Exception):
    """What is wrong with a request; ``field`` is the parameter, ``fault`` a fixed code."""

    def __init__(self, status: int, fault: str, field: str | None = None, detail: str = "") -> None:
        super().__init__(fault)
        self.status = status
        self.fault = fault
        self.field = field
        self.detail = detail


@blueprint.get("/openapi.json")
def description() -> Response:
    """What the API offers."""
    return _json(openapi(request.url_root))


@blueprint.get("/daily")
def daily() -> Response:
    """The puzzle of a day."""
    text = str(_read(DAILY).get("date", ""))
    try:
        day = date.fromisoformat(text) if text else datetime.now(UTC).date()
    except ValueError:
        raise ProblemError(400, "not-a-date", "date", text) from None
    found = days.puzzle_of(day, days.suitable(bank.load().puzzles))
    puzzle = bank.load().get(found or "")
    if puzzle is None:
        raise ProblemError(404, "no-such-puzzle", "date")
    return _json({"date": day.isoformat(), "puzzle": _puzzle(puzzle)})


@blueprint.get("/puzzles/<puzzle>")
def puzzle(puzzle: str) -> Response:
    """A puzzle by its id; its solution is not told."""
    _read(PUZZLE)
    return _json(_puzzle(_find(puzzle)))


@blueprint.get("/puzzles/<puzzle>/check")
def check(puzzle: str) -> Response:
    """What an answer is worth."""
    text = str(_read(CHECK)["answer"])
    found = _find(puzzle)
    if found.question is not None:
        return _json(_choice(found, text))
    if found.goal is Goal.LEGAL:
        marks = grade_marks(found, () if text == "-" else _cards(text))
        right = ",".join(map(str, sorted(found.fitting)))
        return _json(_checked(found, text, marks.solved, marks.verdict, marks.credit, [right]))
    if text not in SPECIAL:
        _cards(text)
    return _json(_turn(found, text, graded(found, text)))


@blueprint.get("/analyse")
def analyse() -> Response:
    """The value of every turn of a position."""
    given = _read(ANALYSE)
    try:
        position = parse_position(str(given["position"]))
    except MalformedError as error:
        raise ProblemError(400, error.fault.value, "position", str(error)) from None
    if not can_be_analysed(position):
        raise ProblemError(400, "too-many-turns", "position")
    settings: Settings = current_app.extensions["settings"]
    task = Task(
        str(position), int(given["worlds"]), settings.analysis_seconds, seed=int(given["seed"])
    )
    try:
        return _json(desk.analysed(task).record())
    except BusyError:
        raise ProblemError(503, "busy") from None


@blueprint.route(
    "/<path:rest>", methods=["GET", "POST", "PUT", "PATCH", "DELETE"], endpoint="nowhere"
)
@blueprint.route("/", defaults={"rest": ""}, methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
def nowhere(rest: str) -> Response:
    """Everything else."""
    if request.method != "GET":
        raise ProblemError(405, "method-not-allowed")
    raise ProblemError(404, "no-such-address")


def _find(name: str) -> Puzzle:
    found = bank.load().get(name)
    if found is None:
        raise ProblemError(404, "no-such-puzzle", "id", name[:40])
    return found


def _read(operation: Operation) -> dict[str, str | int]:
    """The parameters of the query as described, with their defaults; raises ProblemError."""
    for name, values in request.args.lists():
        if name not in operation.query:
            raise ProblemError(400, "unknown-parameter", name[:40])
        if len(values) > 1:
            raise ProblemError(400, "repeated-parameter", name)
    found: dict[str, str | int] = {}
    for name, parameter in operation.query.items():
        value = request.args.get(name)
        if value is not None:
            found[name] = _value(parameter, value)
        elif parameter.required:
            raise ProblemError(400, "missing-parameter", name)
        elif "default" in parameter.schema:
            found[name] = parameter.schema["default"]
    return found


def _value(parameter: Parameter, text: str) -> str | int:
    schema, name = parameter.schema, parameter.name
    if schema["type"] == "integer":
        if not (text.isascii() and text.removeprefix("-").isdecimal() and len(text) <= 20):
            raise ProblemError(400, "not-a-number", name, text[:40])
        if not schema["minimum"] <= int(text) <= schema["maximum"]:
            raise ProblemError(400, "out-of-range", name, text)
        return int(text)
    if len(text) > schema.get("maxLength", 100):
        raise ProblemError(400, "too-long", name)
    if not text:
        raise ProblemError(400, "missing-parameter", name)
    return text


def _cards(text: str) -> list[Card]:
    try:
        return [Card.parse(word) for word in text.split(",")]
    except MalformedError as error:
        raise ProblemError(400, error.fault.value, "answer", error.detail) from None


def _puzzle(puzzle: Puzzle) -> dict[str, Any]:
    question = puzzle.question
    return {
        "id": puzzle.id,
        "url": url_for("puzzles.show", lang=SOURCE_LANGUAGE, puzzle=puzzle.id, _external=True),
        "position": puzzle.line,
        "goal": puzzle.goal.value,
        "level": puzzle.level,
        "themes": list(puzzle.themes),
        "players": puzzle.position.players,
        "method": puzzle.certificate.method.value,
        "turns": len(puzzle.turns),
        "drawn": list(question.drawn) if question else [],
        "choices": [choice.value for choice in question.choices] if question else [],
    }


def _choice(puzzle: Puzzle, text: str) -> dict[str, Any]:
    question = puzzle.question
    if question is None or text not in list(question.choices):
        raise ProblemError(400, "not-a-choice", "answer", text[:40])
    result = grade_choice(puzzle, Happening(text))
    right = [question.answer.value]
    return _checked(puzzle, text, result.solved, result.verdict, result.credit, right)


def _turn(puzzle: Puzzle, text: str, result: Result) -> dict[str, Any]:
    right = [str(value.turn) for value in solutions(puzzle)]
    said = _checked(puzzle, text, result.solved, result.verdict, result.credit, right)
    if result.value is not None:
        said |= {"answer": str(result.value.turn), "loss": result.loss}
        said |= {"margin": result.value.margin}
    if result.refusal is not None:
        card = str(result.culprit) if result.culprit else None
        said |= {"refusal": result.refusal.value, "card": card}
    return said


def _checked(
    puzzle: Puzzle, text: str, solved: bool, verdict: str, credit: float, right: list[str]
) -> dict[str, Any]:
    nothing = dict.fromkeys(("loss", "margin", "refusal", "card"))
    return {
        "puzzle": puzzle.id,
        "answer": text,
        "solved": solved,
        "verdict": str(verdict),
        "credit": credit,
        **nothing,
        "solutions": right,
    }


def _json(
    data: Mapping[str, object], status: int = 200, kind: str = "application/json"
) -> Response:
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Response(body, status, mimetype=kind)


@blueprint.errorhandler(ProblemError)
def _problem(problem: ProblemError) -> Response:
    title = problem.fault.replace("-", " ")
    data = {
        "type": "about:blank",
        "title": title[0].upper() + title[1:],
        "status": problem.status,
        "field": problem.field,
        "fault": problem.fault,
        "detail": problem.detail,
    }
    response = _json(data, problem.status, PROBLEM)
    if problem.status == 503:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    if problem.status == 405:
        response.headers["Allow"] = "GET, HEAD, OPTIONS"
    return response


@blueprint.errorhandler(HTTPException)
def _unforeseen(error: HTTPException) -> Response:
    if error.code is not None and error.code < 500:
        return _problem(ProblemError(error.code, "no-such-address"))
    return _problem(ProblemError(500, "server-error"))


@blueprint.after_request
def _open_to_all(response: Response) -> Response:
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    fresh = "public, max-age=60" if response.status_code == 200 else "no-store"
    response.headers.setdefault("Cache-Control", fresh)
    return response
