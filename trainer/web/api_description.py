"""What the API offers, in one place: its operations, parameters and results.

`trainer.web.api` reads its parameters by these lines, and `/api/v1/openapi.json` is made of them,
so that what is described is what is done. Texts here are for programmers, in English only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trainer import __version__
from trainer.engine.evaluation import Grade, Method
from trainer.puzzles.grading import Verdict
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal
from trainer.rules.errors import Fault, Refusal
from trainer.rules.notation import LONGEST

ROOT = "/api/v1"
MOST_WORLDS = 20_000
MOST_SEED = 2**32 - 1
OWN_FAULTS = (
    *("unknown-parameter", "repeated-parameter", "missing-parameter", "not-a-number"),
    *("out-of-range", "too-long", "not-a-date", "no-such-puzzle", "no-such-address"),
    *("not-a-choice", "too-many-turns", "busy", "method-not-allowed", "server-error"),
)

Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Parameter:
    """One parameter; ``schema`` in the words of JSON Schema, with its default if it has one."""

    name: str
    description: str
    schema: Schema
    where: str = "query"
    required: bool = False


@dataclass(frozen=True)
class Operation:
    """One address that can be asked; ``result`` names a schema, ``errors`` lists statuses."""

    name: str
    path: str
    summary: str
    result: str
    parameters: tuple[Parameter, ...] = ()
    errors: tuple[int, ...] = (400,)

    @property
    def query(self) -> dict[str, Parameter]:
        """The parameters of the query, by name."""
        return {one.name: one for one in self.parameters if one.where == "query"}


_ID = Parameter(
    "id",
    "The id of a puzzle of the bank.",
    {"type": "string", "pattern": "^[0-9a-f]{10}$"},
    where="path",
    required=True,
)
DAILY = Operation(
    "daily",
    "/daily",
    "The puzzle of a day, the same for everyone on that date.",
    "Daily",
    (
        Parameter(
            "date",
            "The day as YYYY-MM-DD; today in UTC if left out. Pass the reader's own calendar day.",
            {"type": "string", "format": "date"},
        ),
    ),
    (400, 404),
)
PUZZLE = Operation("puzzle", "/puzzles/{id}", "A puzzle by its id.", "Puzzle", (_ID,), (400, 404))
CHECK = Operation(
    "check",
    "/puzzles/{id}/check",
    "What an answer to a puzzle is worth, from its frozen evaluation. Nothing is stored.",
    "Check",
    (
        _ID,
        Parameter(
            "answer",
            "The cards of a turn (B10,B12), draw or pass; for the goal legal the marked cards; "
            "for the goal outcome the code of a choice.",
            {"type": "string", "minLength": 1, "maxLength": 400},
            required=True,
        ),
    ),
    (400, 404),
)
ANALYSE = Operation(
    "analyse",
    "/analyse",
    "The value of every legal turn of a position, within the time that this site allows.",
    "Analysis",
    (
        Parameter(
            "position",
            "The line of a position: -/-/-/11 R9,B10,B12 =Y11 75 official",
            {"type": "string", "minLength": 1, "maxLength": LONGEST},
            required=True,
        ),
        Parameter(
            "worlds",
            "How many deals to play at most, where the value cannot be proven.",
            {"type": "integer", "minimum": 1, "maximum": MOST_WORLDS, "default": 3_000},
        ),
        Parameter(
            "seed",
            "Chooses the deals.",
            {"type": "integer", "minimum": 0, "maximum": MOST_SEED, "default": 1},
        ),
    ),
    (400, 503),
)
OPERATIONS = (DAILY, PUZZLE, CHECK, ANALYSE)


def _object(**properties: Schema) -> dict[str, Any]:
    """An object that has exactly these properties."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _one_of(values: Any) -> dict[str, Any]:
    return {"type": "string", "enum": [str(value.value) for value in values]}


def _list(items: Schema) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _or_null(schema: Schema) -> dict[str, Any]:
    kind = {"type": [schema["type"], "null"]}
    values = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, **kind, **values}


_TEXT, _NUMBER, _WHOLE, _YES = (
    {"type": kind} for kind in ("string", "number", "integer", "boolean")
)
_CARDS = _list({"type": "string"})
SCHEMAS: dict[str, dict[str, Any]] = {
    "Puzzle": _object(
        id=_ID.schema,
        url=_TEXT,
        position=_TEXT,
        goal=_one_of(Goal),
        level={"type": "integer", "minimum": 1, "maximum": 5},
        themes=_list(_TEXT),
        players={"type": "integer", "minimum": 2, "maximum": 6},
        method=_one_of(Method),
        turns=_WHOLE,
        drawn=_CARDS,
        choices=_list(_one_of(Happening)),
    ),
    "Daily": _object(
        date={"type": "string", "format": "date"}, puzzle={"$ref": "#/components/schemas/Puzzle"}
    ),
    "Check": _object(
        puzzle=_ID.schema,
        answer=_TEXT,
        solved=_YES,
        verdict=_one_of(Verdict),
        credit={"type": "number", "minimum": 0, "maximum": 1},
        loss=_or_null(_NUMBER),
        margin=_or_null(_NUMBER),
        refusal=_or_null(_one_of(Refusal)),
        card=_or_null(_TEXT),
        solutions=_list(_TEXT),
    ),
    "Turn": _object(
        cards=_CARDS,
        margin=_NUMBER,
        interval={"type": ["array", "null"], "items": _NUMBER, "minItems": 2, "maxItems": 2},
        error=_NUMBER,
        win=_NUMBER,
        penalty=_NUMBER,
        loss=_NUMBER,
        grade=_one_of(Grade),
    ),
    "Analysis": _object(
        position=_TEXT,
        method=_one_of(Method),
        worlds=_WHOLE,
        kernel={"type": "string", "enum": ["c", "python"]},
        turns=_list({"$ref": "#/components/schemas/Turn"}),
    ),
    "Problem": _object(
        type=_TEXT,
        title=_TEXT,
        status=_WHOLE,
        field=_or_null(_TEXT),
        fault={"type": "string", "enum": sorted({*map(str, Fault), *OWN_FAULTS})},
        detail=_TEXT,
    ),
}
ERRORS = {
    400: "Something in the request is wrong: field and fault say what.",
    404: "There is no such puzzle, or no puzzle of that day.",
    503: "The engine is busy: try again after the seconds of Retry-After.",
}


def openapi(server: str) -> dict[str, Any]:
    """The description in the form of OpenAPI 3.1; ``server``: the address of this site."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Elfer raus! trainer",
            "version": __version__,
            "summary": "Puzzles of the card game Elfer raus!, and the value of every turn.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": server.rstrip("/") + ROOT}],
        "paths": {one.path: {"get": _operation(one)} for one in OPERATIONS},
        "components": {"schemas": SCHEMAS},
    }


def _operation(operation: Operation) -> dict[str, Any]:
    result = {"$ref": f"#/components/schemas/{operation.result}"}
    return {
        "operationId": operation.name,
        "summary": operation.summary,
        "parameters": [_parameter(one) for one in operation.parameters],
        "responses": {
            "200": {
                "description": "The answer.",
                "content": {"application/json": {"schema": result}},
            }
        }
        | {str(status): _error(status) for status in operation.errors},
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "in": parameter.where,
        "required": parameter.required,
        "description": parameter.description,
        "schema": dict(parameter.schema),
    }


def _error(status: int) -> dict[str, Any]:
    problem = {"$ref": "#/components/schemas/Problem"}
    retry = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}
    return {
        "description": ERRORS[status],
        "content": {"application/problem+json": {"schema": problem}},
    } | ({"headers": retry} if status == 503 else {})
