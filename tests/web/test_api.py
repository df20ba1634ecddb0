"""The API against its own description: whatever is asked, the answer is as described."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.positions import games
from tests.web.conftest import MakeApp
from trainer.config import Settings
from trainer.engine import Evaluation
from trainer.engine.worker import Task, work
from trainer.puzzles.bank import load
from trainer.puzzles.grading import solutions
from trainer.puzzles.schema import Goal
from trainer.web.desk import BusyError, desk

ROOT = "/api/v1"
PUZZLES = load().puzzles
EXAMPLE = next(p for p in PUZZLES if p.line == "-/-/-/11 R9,B10,B12 =Y11 75 official")
KINDS = {goal: next(p for p in PUZZLES if p.goal is goal) for goal in Goal}
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, make_lasting_app: MakeApp) -> Flask:
    folder: Path = tmp_path_factory.mktemp("api")
    return make_lasting_app(Settings.from_environment({"TRAINER_DATA": str(folder)}))


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="module")
def description(client: FlaskClient) -> dict[str, Any]:
    answer = client.get(f"{ROOT}/openapi.json")
    found: dict[str, Any] = answer.json
    return found


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyses happen here, with few deals: what is tested is the form of the answers."""

    def analysed(task: Task) -> Evaluation:
        return work(Task(task.line, min(task.worlds, 20), 0.2, task.seed))

    monkeypatch.setattr(desk, "analysed", analysed)


def faults(value: object, schema: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[str]:
    """What a value has that its schema does not allow: the part of JSON Schema that is used."""
    if "$ref" in schema:
        yield from faults(value, known[schema["$ref"].rsplit("/", 1)[-1]], known)
        return
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    allowed = tuple(kind for name in kinds for kind in TYPES[name])
    if not isinstance(value, allowed) or (isinstance(value, bool) and "boolean" not in kinds):
        yield f"{value!r} is no {kinds}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{value!r} is none of {schema['enum']}"
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"{value!r} does not match"
    if isinstance(value, int | float):
        low, high = schema.get("minimum", value), schema.get("maximum", value)
        if not low <= value <= high:
            yield f"{value!r} is out of range"
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{len(value)} items"
        for item in value:
            yield from faults(item, schema["items"], known)
    if isinstance(value, dict):
        if set(value) != set(schema["properties"]):
            yield f"properties {sorted(value)}"
            return
        for name, part in schema["properties"].items():
            yield from (f"{name}: {fault}" for fault in faults(value[name], part, known))


def ask(
    client: FlaskClient, description: Mapping[str, Any], path: str, values: Mapping[str, Any]
) -> Any:
    """Ask a described address, and hold the answer against the description."""
    inside = {name: value for name, value in values.items() if f"{{{name}}}" in path}
    query = {name: value for name, value in values.items() if name not in inside}
    operation = description["paths"][path]["get"]
    answer = client.get(ROOT + path.format(**inside), query_string=query)
    assert str(answer.status_code) in operation["responses"], (path, values, answer.text)
    described = operation["responses"][str(answer.status_code)]["content"]
    assert list(described) == [answer.mimetype]
    schema = described[answer.mimetype]["schema"]
    assert list(faults(answer.json, schema, description["components"]["schemas"])) == []
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Set-Cookie" not in answer.headers
    return answer


words = st.text(
    st.characters(blacklist_categories=("Cs",), blacklist_characters="/?#%\x00"), max_size=60
)
cards = st.lists(st.sampled_from(["R9", "B10", "B12", "R21", "b10", "", "draw", "-"]), max_size=4)
answers = st.one_of(words, cards.map(",".join), st.sampled_from(["draw", "pass", "play", "-"]))
positions = st.one_of(
    games().map(lambda game: str(game.view())), words, st.just("-/-/-/11 R9,B10,B12 =Y11 75")
)
numbers = st.one_of(st.integers(-5, 25_000), st.sampled_from(["x", "1e3", "", "٣", "9" * 30]))


@given(name=st.one_of(st.sampled_from([p.id for p in PUZZLES]), words.filter(bool)), answer=answers)
@settings(max_examples=150)
def test_whatever_is_answered_the_reply_is_as_described(
    client: FlaskClient, description: dict[str, Any], name: str, answer: str
) -> None:
    if name in (".", ".."):
        return
    ask(client, description, "/puzzles/{id}", {"id": name})
    ask(client, description, "/puzzles/{id}/check", {"id": name, "answer": answer})


@given(day=st.one_of(st.dates().map(str), words))
@settings(max_examples=60)
def test_whatever_day_is_asked_for_the_reply_is_as_described(
    client: FlaskClient, description: dict[str, Any], day: str
) -> None:
    ask(client, description, "/daily", {"date": day})


@given(position=positions, worlds=numbers, seed=numbers, more=st.booleans())
@settings(max_examples=80)
def test_whatever_is_analysed_the_reply_is_as_described(
    client: FlaskClient,
    description: dict[str, Any],
    position: str,
    worlds: object,
    seed: object,
    more: bool,
) -> None:
    values = {"position": position, "worlds": worlds, "seed": seed} | ({"x": 1} if more else {})
    ask(client, description, "/analyse", values)


@given(line=games().map(lambda game: str(game.view())))
@settings(max_examples=30)
def test_a_position_of_a_game_is_always_analysed(
    client: FlaskClient, description: dict[str, Any], line: str
) -> None:
    answer = ask(client, description, "/analyse", {"position": line, "worlds": 5})
    assert answer.status_code == 200 or answer.json["fault"] == "too-many-turns"


def test_the_example_has_its_values(client: FlaskClient, description: dict[str, Any]) -> None:
    found = ask(client, description, "/analyse", {"position": EXAMPLE.line}).json
    assert found["method"] == "exact"
    assert [(turn["cards"], turn["margin"]) for turn in found["turns"]] == [
        (["B10", "B12"], -9.0),
        (["B12"], -19.0),
        (["B10"], -21.0),
    ]


def test_every_best_turn_of_the_bank_counts(client: FlaskClient, description: Any) -> None:
    turns = [p for p in PUZZLES if p.goal not in (Goal.LEGAL, Goal.OUTCOME)]
    for puzzle in turns[:: max(1, len(turns) // 40)]:
        for value in solutions(puzzle)[:4]:
            reverse = ",".join(reversed(str(value.turn).split(",")))
            values = {"id": puzzle.id, "answer": reverse}
            assert ask(client, description, "/puzzles/{id}/check", values).json["solved"]


def test_marks_and_choices_are_checked(client: FlaskClient, description: Any) -> None:
    legal, question = KINDS[Goal.LEGAL], KINDS[Goal.OUTCOME]
    marks = ",".join(map(str, legal.fitting))
    path = "/puzzles/{id}/check"
    assert ask(client, description, path, {"id": legal.id, "answer": marks}).json["solved"]
    assert not ask(client, description, path, {"id": legal.id, "answer": "-"}).json["solved"]
    assert question.question is not None
    right = question.question.answer.value
    assert ask(client, description, path, {"id": question.id, "answer": right}).json["solved"]


def test_a_refused_turn_names_the_rule_and_the_card(client: FlaskClient, description: Any) -> None:
    found = ask(client, description, "/puzzles/{id}/check", {"id": EXAMPLE.id, "answer": "R9"}).json
    assert (found["verdict"], found["refusal"], found["card"]) == ("illegal", "row-closed", "R9")


def test_today_is_the_day_unless_one_is_named(client: FlaskClient, description: Any) -> None:
    before = datetime.now(UTC).date()
    found = date.fromisoformat(ask(client, description, "/daily", {}).json["date"])
    assert before <= found <= datetime.now(UTC).date()
    one, two = (ask(client, description, "/daily", {"date": "2026-03-01"}).json for _ in range(2))
    assert one == two


@pytest.mark.parametrize(
    ("path", "field", "fault"),
    [
        ("/analyse", "position", "missing-parameter"),
        ("/analyse?position=-/-/-/11+R9,B99+7+69", "position", "not-a-card"),
        ("/analyse?position=x&position=y", "position", "repeated-parameter"),
        (f"/analyse?position={'x' * 1001}", "position", "too-long"),
        ("/analyse?position=x&worlds=0", "worlds", "out-of-range"),
        ("/analyse?position=x&seed=y", "seed", "not-a-number"),
        ("/analyse?position=x&depth=3", "depth", "unknown-parameter"),
        ("/daily?date=2026-02-30", "date", "not-a-date"),
        (f"/puzzles/{EXAMPLE.id}/check", "answer", "missing-parameter"),
        (f"/puzzles/{EXAMPLE.id}/check?answer=B10;B12", "answer", "not-a-card"),
        ("/puzzles/0000000000", "id", "no-such-puzzle"),
    ],
)
def test_an_error_names_the_parameter_and_the_fault(
    client: FlaskClient, path: str, field: str, fault: str
) -> None:
    answer = client.get(ROOT + path)
    assert answer.mimetype == "application/problem+json"
    assert (answer.json["field"], answer.json["fault"]) == (field, fault)
    assert answer.json["status"] == answer.status_code


def test_a_busy_engine_says_when_to_come_again(
    client: FlaskClient, description: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(task: Task) -> Evaluation:
        raise BusyError

    monkeypatch.setattr(desk, "analysed", full)
    answer = ask(client, description, "/analyse", {"position": EXAMPLE.line})
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0


def test_it_only_reads(client: FlaskClient) -> None:
    for path in ("/daily", "/puzzles/x", "/analyse", "/nowhere", "/"):
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            answer = client.open(ROOT + path, method=method)
            assert answer.status_code in (400, 405), (path, method)
            if answer.status_code == 405:
                assert "GET" in answer.headers["Allow"]
    assert client.get(f"{ROOT}/nowhere").mimetype == "application/problem+json"
    assert client.get(f"{ROOT}/nowhere").status_code == 404


def test_a_fault_of_ours_is_a_problem_object_too(
    settings: Settings, make_app: MakeApp, monkeypatch: Any
) -> None:
    def broken(task: Task) -> Evaluation:
        raise RuntimeError("no")

    monkeypatch.setattr(desk, "analysed", broken)
    site = make_app(settings, testing=False)
    answer = site.test_client().get(f"{ROOT}/analyse", query_string={"position": EXAMPLE.line})
    assert answer.status_code == 500
    assert answer.json["fault"] == "server-error"


def test_the_description_names_every_address_that_answers(
    app: Flask, description: dict[str, Any]
) -> None:
    served = {
        rule.rule.removeprefix(ROOT).replace("<puzzle>", "{id}")
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("api.") and "nowhere" not in rule.endpoint
    }
    assert served == {*description["paths"], "/openapi.json"}
    assert description["openapi"].startswith("3.1")
