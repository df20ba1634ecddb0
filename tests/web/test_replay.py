"""The replay: two lines side by side, step by step, by addresses alone."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from trainer.puzzles.bank import load
from trainer.puzzles.grading import solutions
from trainer.puzzles.schema import Goal, Puzzle

PUZZLES = load().puzzles
EXACT = next(p for p in PUZZLES if p.line == "-/-/-/11 R9,B10,B12 =Y11 75 official")
SAMPLED = next(p for p in PUZZLES if p.line.startswith("-/-/-/11 R9,B10,B12 3/3/3"))
RULE = next(p for p in PUZZLES if p.goal is Goal.OUTCOME)


def address(puzzle: Puzzle, query: str = "") -> str:
    return f"/en/puzzles/{puzzle.id}/replay{query}"


def boards(page: str) -> list[str]:
    return re.findall(r'<h2 id="(\w+)-title">', page)


def last_step(page: str) -> int:
    found = re.search(r"Step \d+ of (\d+)", page)
    assert found is not None
    return int(found[1])


def test_the_best_turn_and_the_own_one_stand_side_by_side(client: FlaskClient) -> None:
    page = client.get(address(EXACT, "?turn=B12")).text
    assert boards(page) == ["best", "own"]
    assert "this line is certain" in page
    assert "Another deal" not in page


def test_a_best_turn_of_ones_own_stands_alone(client: FlaskClient) -> None:
    for value in solutions(SAMPLED):
        page = client.get(address(SAMPLED, f"?turn={value.turn}")).text
        assert boards(page) == ["best"]


def test_steps_lead_to_the_end_and_its_result(client: FlaskClient) -> None:
    first = client.get(address(EXACT, "?turn=B12")).text
    assert "Your result" not in first
    last = client.get(address(EXACT, f"?turn=B12&step={last_step(first) - 1}")).text
    assert re.findall(r"Your result: (\S+)<", last) == ["−9", "−19"]
    beyond = client.get(address(EXACT, "?turn=B12&step=9999")).text
    assert re.findall(r"Your result: (\S+)<", beyond) == ["−9", "−19"]


def test_another_deal_is_another_game_of_the_same_turn(client: FlaskClient) -> None:
    pages = {client.get(address(SAMPLED, f"?turn=B10,B12&seed={n}")).text for n in (1, 1, 2)}
    assert len(pages) == 2
    assert "Another deal" in pages.pop()


def test_a_script_gets_the_two_tables_alone(client: FlaskClient) -> None:
    part = client.get(address(EXACT, "?turn=B12"), headers={"X-Fragment": "1"}).text
    assert "<html" not in part
    assert boards(part) == ["best", "own"]


@pytest.mark.parametrize("turn", ["R9", "B10,B10", "draw", "XX", "B13"])
def test_a_turn_that_the_rules_refuse_has_no_replay(client: FlaskClient, turn: str) -> None:
    assert client.get(address(EXACT, f"?turn={turn}")).status_code == 404


def test_a_question_has_no_replay(client: FlaskClient) -> None:
    assert client.get(address(RULE)).status_code == 404
    assert client.get("/en/puzzles/0000000000/replay").status_code == 404


def test_the_answer_to_a_puzzle_leads_to_the_replay_of_that_turn(client: FlaskClient) -> None:
    page = client.get(f"/en/puzzles/{EXACT.id}?laid=B12&check=1").text
    assert f'href="/en/puzzles/{EXACT.id}/replay?turn=B12"' in page


def test_every_puzzle_about_turns_can_be_replayed(client: FlaskClient) -> None:
    about_turns = [p for p in PUZZLES if p.goal not in (Goal.LEGAL, Goal.OUTCOME)]
    for puzzle in about_turns[:: max(1, len(about_turns) // 12)]:
        turn = puzzle.turns[-1].turn
        page = client.get(address(puzzle, f"?turn={turn}&step=9999"))
        assert page.status_code == 200, puzzle.id
        assert "Your result" in page.text
