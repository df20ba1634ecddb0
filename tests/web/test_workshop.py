"""The workshop: faults in words, nothing lost, bounded analyses, own puzzles behind links."""

from __future__ import annotations

import html
import re
import threading
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import MakeApp
from trainer.config import Settings
from trainer.engine import Evaluation
from trainer.engine.worker import Task
from trainer.web import desk as desks
from trainer.web.desk import ROUNDS, BusyError, desk
from trainer.web.workshop_form import read_draft

EXACT = "-/-/-/11 R9,B10,B12 =Y11 75 official"
SAMPLED = "-/-/-/11 R9,B10,B12 3/3/3 67 official"
FIELDS = {"base": "official", "low-B": "11", "high-B": "11", "hand": "R9 B10 B12", "other-1": "7"}
LINES = (
    EXACT,
    SAMPLED,
    "9-13/-/11/10-12 R7,R14 3!R8!G12/=Y11 45 classic+draw3+pass+max15",
    "5/-/-/- R9,G4,G6 3/3 20 official+max10+colours3",
    "10/-/-/- R9,G12 5 72 official+start=10/12/12/10",
    "1-20/1-20/1-20/9-20 B8 =B6,B7 =B5,B1,B3,B2,B4 classic+free11",
)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, make_lasting_app: MakeApp) -> Flask:
    folder = str(tmp_path_factory.mktemp("workshop"))
    app = make_lasting_app(Settings.from_environment({"TRAINER_DATA": folder}))
    app.config["WTF_CSRF_ENABLED"] = False
    return app


def text(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def workshop(client: FlaskClient, language: str = "en", **fields: str) -> str:
    return client.get(f"/{language}/workshop/?{urlencode(fields)}").text


def test_an_empty_form_has_no_faults(client: FlaskClient) -> None:
    page = client.get("/en/workshop/")
    assert page.status_code == 200
    assert "not right yet" not in page.text
    assert "Set-Cookie" not in page.headers


def test_fields_make_the_position_and_an_empty_stock_is_all_the_rest(client: FlaskClient) -> None:
    page = workshop(client, **FIELDS)
    assert "-/-/-/11 R9,B10,B12 7 69 official" in page
    assert "Let the engine weigh every turn" in page


@pytest.mark.parametrize("line", LINES)
@pytest.mark.usefixtures("in_english")
def test_a_line_fills_the_fields_and_the_fields_give_the_line_back(line: str) -> None:
    filled = read_draft({"line": line})
    assert filled.line == line, filled.problems
    assert read_draft(filled.fields).line == line


@pytest.mark.parametrize("code", ["en", "it", "ru", "pt"])
def test_cards_are_typed_as_they_are_labelled_in_each_language(app: Flask, code: str) -> None:
    with app.test_request_context(f"/{code}/"):
        filled = read_draft({"line": "-/-/-/11 R9,Y10,G12,B12 7 68 official"})
        assert read_draft(filled.fields).line == filled.line


@pytest.mark.parametrize(
    ("changes", "anchor", "said"),
    [
        ({"hand": "R9 XX"}, "hand", "“XX” is no card."),
        ({"hand": ""}, "hand", "Nothing was entered."),
        ({"hand": "R9 R9"}, "hand", "Every card exists only once."),
        ({"hand": "R9 B11"}, "hand", "Every card exists only once."),
        ({"low-B": "12", "high-B": "14"}, "low-B", "its opening card, the 11"),
        ({"low-B": "x"}, "low-B", "A number is needed here."),
        ({"other-1": ""}, "other-1", "Two to six people can play."),
        ({"stock": "5"}, "hand", "table, hands and stock have 16"),
        ({"other-1": "7", "lacks-1": "B9 Q2"}, "lacks-1", "“Q2” is no card."),
        ({"start": "10/10"}, "start", "There is no such option of the rules."),
        ({"start": "10/10/12/12", "highest": "max10"}, "start", "contradict each other"),
        ({"other-1": "90"}, "hand", "do not add up"),
    ],
)
def test_what_is_wrong_is_said_in_words_at_its_field_and_nothing_is_lost(
    client: FlaskClient, changes: dict[str, str], anchor: str, said: str
) -> None:
    fields = {**FIELDS, **changes}
    page = workshop(client, **fields)
    notice = re.search(r'id="problems".*?</ul>', page, re.S)
    assert notice is not None
    assert f'href="#{anchor}"' in notice[0]
    assert said in text(notice[0])
    for name, value in fields.items():
        if value and name not in ("base", "highest"):
            assert f'name="{name}" value="{html.escape(value)}"' in page


def test_all_faults_are_told_at_once(client: FlaskClient) -> None:
    page = workshop(client, **{**FIELDS, "hand": "XX", "low-R": "15", "stock": "Z1"})
    assert "3 things are not right yet" in page


def test_a_line_that_is_wrong_stays_in_its_field(client: FlaskClient) -> None:
    page = workshop(client, line="-/-/-/11 R9,B77 7 69")
    assert 'value="-/-/-/11 R9,B77 7 69"' in page
    assert "is no card" in page


def test_a_hand_with_too_many_turns_is_not_analysed(client: FlaskClient) -> None:
    cards = ",".join(f"{c}{n}" for c in "RYGB" for n in range(1, 21) if n not in (10, 11))
    line = f"11/11/11/11 {cards} =R10,Y10 2 official"
    assert "allows so many turns" in workshop(client, line=line)
    assert client.get(f"/en/workshop/analysis?{urlencode({'line': line})}").status_code == 422


def test_an_exact_value_is_named_exact_and_needs_one_look(client: FlaskClient) -> None:
    page = client.get(f"/en/workshop/analysis?{urlencode({'line': EXACT})}").text
    assert "These values are exact" in page
    assert "data-sharpen" not in page
    assert [text(v) for v in re.findall(r'<td class="value">.*?</td>', page)] == [
        "−9",
        "−19",
        "−21",
    ]


def test_each_look_plays_more_deals_and_leads_to_the_next(client: FlaskClient) -> None:
    for number, (worlds, _) in enumerate(ROUNDS[:2], 1):
        address = f"/en/workshop/analysis?{urlencode({'line': SAMPLED, 'round': number})}"
        page = client.get(address).text
        assert f"{worlds:,} random deals" in page
        assert f'name="round" value="{number + 1}"' in page
        assert "data-sharpen" in page
        assert 'class="spread"' in page


def test_a_busy_engine_says_so_keeps_the_position_and_names_a_time(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(task: Task) -> Evaluation:
        raise BusyError

    monkeypatch.setattr(desk, "analysed", full)
    for answer in (
        client.get(f"/en/workshop/analysis?{urlencode({'line': SAMPLED})}"),
        client.post("/en/workshop/keep", data={"line": SAMPLED, "goal": "best"}),
    ):
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) > 0
        assert "The engine is busy" in answer.text
        assert f'name="line" value="{SAMPLED}"' in answer.text


def kept(client: FlaskClient, line: str = EXACT, goal: str = "best") -> str:
    answer = client.post("/en/workshop/keep", data={"line": line, "goal": goal})
    assert answer.status_code == 303, text(answer.text)
    return answer.headers["Location"]


def test_a_kept_puzzle_is_solved_by_whoever_has_the_link(app: Flask, client: FlaskClient) -> None:
    address = kept(client)
    assert kept(client) == address
    stranger = app.test_client()
    page = stranger.get(address)
    assert "Set-Cookie" not in page.headers
    assert "This puzzle is yours" not in page.text
    assert "This puzzle is yours" in client.get(address).text
    for laid in ("B10,B12", "B12,B10"):
        assert 'class="panel result best"' in stranger.get(f"{address}?laid={laid}&check=1").text
    wrong = stranger.get(f"{address}?laid=B12&check=1").text
    assert "Why not your turn" in wrong
    assert f"{address}/replay?turn=B12" in wrong
    assert "must lay at least one card" in stranger.get(f"{address}?check=1").text


def test_only_the_owner_withdraws_and_the_link_tells_it(app: Flask, client: FlaskClient) -> None:
    address = kept(client)
    stranger = app.test_client()
    assert stranger.get(f"{address}/withdraw").status_code == 403
    assert stranger.post(f"{address}/withdraw").status_code == 403
    assert "Withdraw this puzzle?" in client.get(f"{address}/withdraw").text
    assert client.post(f"{address}/withdraw").headers["Location"] == address
    gone = stranger.get(address)
    assert gone.status_code == 410
    assert "This puzzle was withdrawn" in gone.text
    assert client.get(f"{address}/replay").status_code == 404
    assert client.get("/en/own/0000000000000000").status_code == 404


@pytest.mark.parametrize(
    ("line", "goal", "said"),
    [
        (EXACT, "win", "The whole hand cannot be laid"),
        ("-/-/-/11 R9,Y9 =Y11 76 official", "legal", "No card of the hand fits"),
        ("-/-/-/11 B12 =Y11 77 official", "best", "Every turn is right here"),
    ],
)
def test_what_makes_no_puzzle_is_not_kept(
    client: FlaskClient, line: str, goal: str, said: str
) -> None:
    answer = client.post("/en/workshop/keep", data={"line": line, "goal": goal})
    assert answer.status_code == 422
    assert said in text(answer.text)
    assert line in answer.text


def test_the_form_that_keeps_asks_for_its_token(app: Flask) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    try:
        answer = app.test_client().post("/en/workshop/keep", data={"line": EXACT, "goal": "best"})
        assert answer.status_code == 400
    finally:
        app.config["WTF_CSRF_ENABLED"] = False


def test_nobody_waits_in_a_long_line(monkeypatch: pytest.MonkeyPatch) -> None:
    busy, go = threading.Event(), threading.Event()
    small = desks.Desk(1)

    def slow(task: Task) -> Evaluation:
        busy.set()
        go.wait(10)
        raise BusyError

    monkeypatch.setattr(small.worker, "ask", slow)

    def occupy() -> None:
        with pytest.raises(BusyError):
            small.analysed(Task(EXACT, 1, 1.0))

    first = threading.Thread(target=occupy)
    first.start()
    assert busy.wait(10)
    with pytest.raises(BusyError):
        small.analysed(Task(EXACT, 2, 1.0))
    go.set()
    first.join()
    # The place is free again after a failure.
    monkeypatch.setattr(small.worker, "ask", lambda task: "found")
    assert small.analysed(Task(EXACT, 3, 1.0)) == "found"


def test_a_process_that_dies_is_replaced() -> None:
    fresh = desks.Desk()
    try:
        first = fresh.analysed(Task(EXACT, 1, 1.0))
        assert fresh.worker._process is not None
        fresh.worker._process.kill()
        fresh.worker._process.wait()
        assert fresh.analysed(Task(EXACT, 2, 1.0)).turns == first.turns
    finally:
        fresh.worker.close()


def test_an_answer_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "GRACE_SECONDS", 0.0)
    slow = desks.Desk()
    try:
        with pytest.raises(BusyError):
            slow.analysed(Task(SAMPLED, 250_000, 0.01))
    finally:
        slow.worker.close()
