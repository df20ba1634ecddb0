"""Paper: worksheets for a class and for everybody, checked at home; class cards; playing cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from html import unescape
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.classes.cast import Cast
from tests.conftest import Prepare
from tests.puzzles.samples import puzzle as sample
from tests.web.conftest import LANGUAGES
from tests.web.people import browser_of_pupil, browser_of_teacher, sessions_of, stage
from tests.web.test_pseudo_walk import Page, without_language_names
from trainer.classes import assignments, pupils
from trainer.classes.codes import ALPHABET, spaced
from trainer.classes.drafts import Draft, Wanted
from trainer.classes.paper_codes import read_codes
from trainer.classes.printing import SHORT_ID
from trainer.config import Settings, data_folder
from trainer.i18n.catalogs import Catalogs
from trainer.i18n.extraction import SourceTree, extract_messages
from trainer.i18n.pseudo import pseudo_translators
from trainer.learners import own_puzzles
from trainer.lessons.practice import CHAPTER_KINDS
from trainer.puzzles import bank
from trainer.puzzles.grading import solutions
from trainer.puzzles.recolouring import recoloured
from trainer.puzzles.schema import Goal
from trainer.web import paper
from trainer.web.app import create_app

FIRST = bank.load().puzzles[0].id
MIXED = f"{FIRST}.b5cf7aa70b.56174c45df.fits-2-official-5.left-over-2-official-6"
SHEET = f"/en/paper/sheet?items={MIXED}&seed=KM7X"


@pytest.fixture
def everybody(app: Flask) -> Cast:
    return stage(app)


@pytest.fixture
def teacher(app: Flask, everybody: Cast) -> FlaskClient:
    return browser_of_teacher(app, everybody.teacher)


def paper_of(everybody: Cast, page: str = "") -> str:
    return f"/en/teach/classes/{everybody.room.id}/paper/{page}"


def fill(client: FlaskClient, path: str, **values: object) -> TestResponse:
    """Send the form of a page."""
    page = client.get(path)
    token = re.search(r'name="csrf_token" value="([^"]+)"', page.text)
    assert token
    form = {"puzzles": "0", "exercises": "0", "language": ["en"], "key": "1", "for": "all"}
    return client.post(path, data={"csrf_token": token[1], **form, **values})


def follow(client: FlaskClient, answer: TestResponse) -> tuple[dict[str, list[str]], str]:
    """The parameters of the worksheet that a form leads to, and its page."""
    assert answer.status_code == 303, unescape(answer.text)
    page = client.get(answer.location)
    assert page.status_code == 200
    return parse_qs(urlsplit(answer.location).query), page.text


def sheets(html: str) -> list[str]:
    """The sheets of a page, without the answer key."""
    return re.findall(r'<article class="worksheet.*?</article>', html, re.DOTALL)


def letters(html: str) -> list[str]:
    """The variant of each sheet, and with it its number."""
    return [re.findall(r"(\w{4}(?: · [A-D])?)</b>", one)[0] for one in sheets(html)]


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def key_of(html: str) -> str:
    return html[html.index("ws-key") :]


# Worksheets for everybody


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_can_print_a_worksheet_in_every_language(
    client: FlaskClient, language: str
) -> None:
    assert client.get(f"/{language}/paper/").status_code == 200
    page = client.get(f"/{language}/paper/sheet?items={MIXED}&seed=KM7X&variants=1")
    assert page.status_code == 200
    assert not re.search(r"\{[RYGB]\d|%\(", text(page.text))
    assert len(re.findall(r"<h1[ >]", page.text)) == 1
    names = re.findall(r'\bid="([^"]+)"', page.text)
    assert len(names) == len(set(names))


def test_a_form_leads_to_an_address_that_says_all(client: FlaskClient) -> None:
    answer = fill(client, "/en/paper/", puzzles="3", exercises="2", chapter="ordinary-turn")
    query, page = follow(client, answer)
    items = query["items"][0].split(".")
    assert len(items) == 5
    assert all(item.split("-")[-2] == "official" for item in items[3:])
    assert len(sheets(page)) == 1
    assert page.count('class="ws-question"') == 5
    assert client.get(answer.location).text == page


def test_puzzles_have_the_theme_level_and_rules_that_were_asked_for(client: FlaskClient) -> None:
    answer = fill(client, "/en/paper/", puzzles="4", theme="hold-back", level="3", rules="classic")
    query, _page = follow(client, answer)
    for name in query["items"][0].split("."):
        found = bank.load().get(name)
        assert found is not None
        assert "hold-back" in found.themes
        assert (found.level, found.position.profile.base) == (3, "classic")


@pytest.mark.parametrize("chapter", sorted(CHAPTER_KINDS))
def test_every_kind_of_exercise_can_be_printed(client: FlaskClient, chapter: str) -> None:
    amount = len(CHAPTER_KINDS[chapter])
    answer = fill(
        client, "/en/paper/", exercises=str(amount), chapter=chapter, rules="classic", variants="1"
    )
    _query, page = follow(client, answer)
    for sheet in sheets(page):
        assert sheet.count('class="ws-question"') == amount
        assert sheet.count("ws-box") + sheet.count("ws-line short") > 0
    assert "key-question" in page


def test_puzzles_are_named_by_number_id_or_address(app: Flask, client: FlaskClient) -> None:
    with app.test_request_context():
        kept = own_puzzles.keep(sessions_of(app), "a" * 32, sample())
    named = f"1, {FIRST} http://x/ru/puzzles/b5cf7aa70b?level=1 http://x/en/own/{kept.link} 2;3"
    query, page = follow(client, fill(client, "/en/paper/", named=named))
    places = [one.id for one in bank.load().puzzles]
    wanted = [FIRST, "b5cf7aa70b", f"own-{kept.link}", places[1], places[2]]
    assert query["items"][0].split(".") == list(dict.fromkeys(wanted))
    assert "A puzzle from the workshop" in page


def test_puzzles_can_be_ticked_in_a_list(client: FlaskClient) -> None:
    listed = fill(client, "/en/paper/", list="1", theme="what-fits", puzzles="0", title="Mine")
    assert listed.status_code == 200
    assert 'value="Mine"' in listed.text
    ids = re.findall(r'name="pick" value="(\w+)"', listed.text)
    assert ids
    assert all("what-fits" in (bank.load().get(name) or sample()).themes for name in ids)
    query, _page = follow(client, fill(client, "/en/paper/", pick=ids[:2]))
    assert query["items"][0].split(".") == ids[:2]


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({}, "puzzles"),
        ({"puzzles": "25"}, "puzzles"),
        ({"puzzles": "many"}, "puzzles"),
        ({"exercises": "-1"}, "exercises"),
        ({"exercises": "3"}, "chapter"),
        ({"puzzles": "20", "exercises": "9", "chapter": "endgame"}, "puzzles"),
        ({"named": "0"}, "named"),
        ({"named": "1 nonsense"}, "named"),
        ({"named": "0123456789"}, "named"),
        ({"puzzles": "2", "theme": "what-fits", "level": "5"}, "theme"),
    ],
)
def test_what_cannot_be_printed_is_said_at_its_field_and_nothing_typed_is_lost(
    client: FlaskClient, values: dict[str, str], field: str
) -> None:
    answer = fill(client, "/en/paper/", **{"title": "Tuesday <b>", **values})
    assert answer.status_code == 422
    problems = re.search(r'id="problems".*?</ul>', answer.text, re.DOTALL)
    assert problems
    assert f'href="#{field}"' in problems[0]
    assert f'id="{field}"' in answer.text
    assert 'value="Tuesday &lt;b&gt;"' in answer.text
    for value in values.values():
        assert value in answer.text


def test_a_heading_is_printed_as_it_is_written(client: FlaskClient) -> None:
    answer = fill(client, "/en/paper/", puzzles="1", title="<i>Für Übermut</i>", language=["ru"])
    query, page = follow(client, answer)
    assert query["title"] == ["<i>Für Übermut</i>"]
    assert "&lt;i&gt;Für Übermut&lt;/i&gt;" in sheets(page)[0]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?items=&seed=KM7X",
        f"?items={FIRST}",
        f"?items={FIRST}&seed=km7x",
        f"?items={FIRST}.nonsense&seed=KM7X",
        f"?items={FIRST}.{FIRST}&seed=KM7X",
        "?items=0123456789&seed=KM7X",
        "?items=" + ".".join(f"fits-1-official-{n}" for n in range(25)) + "&seed=KM7X",
        "?items=opener-1-official-99999999&seed=KM7X",
    ],
)
def test_an_address_that_asks_for_nothing_is_not_found(client: FlaskClient, query: str) -> None:
    assert client.get(f"/en/paper/sheet{query}").status_code == 404


def test_variants_come_one_after_another_and_so_do_languages(client: FlaskClient) -> None:
    page = client.get(f"{SHEET}&variants=1&in=fr.ru").text
    assert letters(page) == [f"KM7X · {letter}" for letter in "ABCDABCD"]
    spoken = [re.search(r' lang="(\w\w)', one) for one in sheets(page)]
    assert [one and one[1] for one in spoken] == ["fr"] * 4 + ["ru"] * 4
    assert "Какой ход лучше всего?" in text(sheets(page)[4])
    assert "What is your best turn?" in text(key_of(page))


def test_variants_ask_the_same_in_other_colours_and_the_key_tells_each(
    client: FlaskClient,
) -> None:
    page = client.get(f"{SHEET}&variants=1").text
    bodies = [one[one.index("ws-question") :] for one in sheets(page)]
    assert len(set(bodies)) == 4
    first = re.findall(r'class="ws-code">.*?</span> ([\w-]+)</p>', "".join(bodies))
    assert len(set(first)) == len(first) == 20
    line = re.search(r'class="key-lines">(.*?)</div>', key_of(page), re.DOTALL)
    assert line
    answers = re.findall(r"(blue|red|green|yellow) 10.*?(\1) 12", line[1], re.DOTALL)
    assert len({colour for colour, _ in answers}) == 4


def test_an_answer_key_can_be_left_out(client: FlaskClient) -> None:
    assert "ws-key" in client.get(SHEET).text
    assert "ws-key" not in client.get(f"{SHEET}&key=0").text


def test_large_print_is_marked(client: FlaskClient) -> None:
    assert '<article class="worksheet big"' in client.get(f"{SHEET}&big=1").text


def test_a_question_is_exchanged_or_left_out_by_a_link(client: FlaskClient) -> None:
    page = client.get(SHEET).text
    links = [unescape(link) for link in re.findall(r'href="([^"]+)" rel="nofollow"', page)]
    items = [parse_qs(urlsplit(link).query)["items"][0].split(".") for link in links]
    exchanged = [one for one in items if len(one) == 5]
    fewer = [one for one in items if len(one) == 4]
    assert len(fewer) == 5
    assert len(exchanged) >= 5
    for place, one in enumerate(exchanged[:5]):
        changed = [n for n, item in enumerate(one) if item != MIXED.split(".")[n]]
        assert changed == [place]
    assert all(client.get(link).status_code == 200 for link in links)


def test_the_form_comes_back_filled_in_to_change_something(client: FlaskClient) -> None:
    page = client.get(f"{SHEET}&variants=1&big=1&title=Hello&in=ru").text
    link = re.search(r'href="(/en/paper/\?items[^"]+)"', page)
    assert link
    form = client.get(unescape(link[1])).text
    assert "\n".join(MIXED.split(".")) in form
    assert 'value="Hello"' in form
    for name, value in (("variants", "1"), ("big", "1"), ("language", "ru")):
        assert re.search(rf'name="{name}" value="{value}" checked', form), name
    answer = fill(client, "/en/paper/", named="\n".join(MIXED.split(".")))
    assert follow(client, answer)[0]["items"] == [MIXED]


def test_a_puzzle_that_is_gone_is_left_out_and_said(app: Flask, client: FlaskClient) -> None:
    kept = own_puzzles.keep(sessions_of(app), "a" * 32, sample())
    address = f"/en/paper/sheet?items={FIRST}.own-{kept.link}&seed=KM7X"
    assert client.get(address).text.count('class="ws-question"') == 2
    own_puzzles.withdraw(sessions_of(app), "a" * 32, kept.link)
    page = client.get(address).text
    assert page.count('class="ws-question"') == 1
    assert "1 puzzle is not there any more" in page


# Worksheets for a class

PAGES = ("", f"sheet?items={FIRST}&seed=KM7X", "cards")


@pytest.mark.parametrize("page", PAGES)
def test_who_gets_which_page(app: Flask, everybody: Cast, page: str) -> None:
    address = paper_of(everybody, page)
    for who in (everybody.teacher, everybody.co_teacher):
        assert browser_of_teacher(app, who).get(address).status_code == 200
    assert browser_of_teacher(app, everybody.outsider).get(address).status_code == 404
    for browser in (browser_of_pupil(app, everybody.pupil), app.test_client()):
        answer = browser.get(address)
        assert answer.status_code == 303
        assert "/teach/sign-in" in answer.location


def test_an_outsider_cannot_send_the_form(app: Flask, everybody: Cast) -> None:
    browser = browser_of_teacher(app, everybody.outsider)
    token = re.search(r'csrf_token" value="([^"]+)"', browser.get("/en/paper/").text)
    assert token
    data = {"csrf_token": token[1], "puzzles": "1"}
    assert browser.post(paper_of(everybody), data=data).status_code == 404
    assert app.test_client().post(paper_of(everybody), data=data).status_code in (303, 400)


def short(everybody: Cast) -> list[str]:
    return [one.id[:SHORT_ID] for one in everybody.members]


def test_each_pupil_gets_a_sheet_with_the_name_in_the_own_language(
    teacher: FlaskClient, everybody: Cast
) -> None:
    ids = short(everybody)
    answer = fill(
        teacher,
        paper_of(everybody),
        puzzles="2",
        variants="1",
        **{"for": "each", "pupil": ids, f"language-{ids[0]}": "ru"},
    )
    query, page = follow(teacher, answer)
    assert query["own"] == [f"{ids[0]}-ru"]
    assert "pupils" not in query
    names = [re.search(r'class="ws-name"><bdi[^>]*>([^<]+)', one) for one in sheets(page)]
    assert [name and name[1] for name in names] == ["Ana", "Ben", "Ben"]
    assert [' lang="ru"' in one for one in sheets(page)] == [True, False, False]
    assert all(one != other for one, other in pairwise(letters(page)))
    key = text(key_of(page))
    for name, letter in zip(("Ana", "Ben", "Ben"), letters(page), strict=True):
        assert f"{letter[-1]} {name}" in key


def test_a_lost_sheet_is_printed_again_for_one_pupil_with_the_same_variant(
    app: Flask, teacher: FlaskClient, everybody: Cast
) -> None:
    names = [f"Pupil {number:02}" for number in range(20)]
    pupils.add(sessions_of(app), everybody.teacher.id, everybody.room.id, names)
    address = paper_of(everybody, f"sheet?items={MIXED}&seed=KM7X&variants=1&each=1")
    page = teacher.get(address).text
    everyone = pupils.members(sessions_of(app), everybody.teacher.id, everybody.room.id)
    for number in (0, 7, 22):
        again = teacher.get(f"{address}&pupils={everyone[number].id[:SHORT_ID]}").text
        assert sheets(again) == [sheets(page)[number]]


def test_somebody_has_to_be_chosen(teacher: FlaskClient, everybody: Cast) -> None:
    answer = fill(teacher, paper_of(everybody), **{"puzzles": "1", "for": "each"})
    assert answer.status_code == 422
    assert "Choose at least one pupil." in answer.text


def test_names_of_pupils_never_become_markup(
    app: Flask, teacher: FlaskClient, everybody: Cast
) -> None:
    pupils.add(sessions_of(app), everybody.teacher.id, everybody.room.id, ["<script>&"])
    for page in (f"sheet?items={FIRST}&seed=KM7X&each=1", "cards", ""):
        answer = teacher.get(paper_of(everybody, page)).text
        assert "&lt;script&gt;&amp;" in answer
        assert "<script>&" not in answer


def test_a_set_of_tasks_is_printed_without_its_lessons(
    app: Flask, teacher: FlaskClient, everybody: Cast
) -> None:
    wanted = (
        Wanted("chapter", "ordinary-turn"),
        Wanted("puzzle", FIRST),
        Wanted("practice", "ordinary-turn", 9),
    )
    given = assignments.create(
        sessions_of(app), everybody.teacher.id, everybody.room.id, Draft("Week 1", wanted)
    )
    form = teacher.get(paper_of(everybody, f"?tasks={given.id}")).text
    assert re.search(rf'value="{given.id}" selected', form)
    answer = fill(teacher, paper_of(everybody), tasks=given.id, **{"practice-level": "3"})
    query, page = follow(teacher, answer)
    items = query["items"][0].split(".")
    assert items[0] == FIRST
    assert len(items) == 7
    assert all("-3-official-" in item for item in items[1:])
    assert "has 1 lesson too" in page


def test_tasks_of_another_class_are_no_tasks_here(
    app: Flask, teacher: FlaskClient, everybody: Cast
) -> None:
    other = assignments.create(
        sessions_of(app),
        everybody.outsider.id,
        everybody.other_room.id,
        Draft("Secret", (Wanted("puzzle", FIRST),)),
    )
    assert "Secret" not in teacher.get(paper_of(everybody, f"?tasks={other.id}")).text
    assert fill(teacher, paper_of(everybody), tasks=other.id).status_code == 422


# Checked at home


def codes_of(app: Flask, page: str) -> str:
    """What the QR code of the first sheet leads to; the codes beside the questions say the same."""
    shown = re.findall(r'class="ws-code">.*?</span> ([\w-]+)</p>', sheets(page)[0])
    return "-".join(code.replace("-", "") for code in shown)


def test_every_question_of_a_sheet_can_be_checked_at_home(app: Flask, client: FlaskClient) -> None:
    page = client.get(f"{SHEET}&variants=1").text
    codes = codes_of(app, page)
    pairs = read_codes(codes)
    assert pairs is not None
    for number in range(1, len(pairs) + 1):
        answer = client.get(f"/en/paper/check/{codes}/{number}")
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers
        assert f"Question {number}" in text(answer.text)
    item, naming = pairs[0]
    found = bank.load().get(str(item))
    assert found is not None
    asked = recoloured(found, naming)
    right = ",".join(solutions(asked)[0].cards)
    worst = ",".join(asked.turns[-1].cards)
    said = client.get(f"/en/paper/check/{codes}/1?laid={right}&check=1")
    assert "The best turn" in said.text
    said = client.get(f"/en/paper/check/{codes}/1?laid={worst}&check=1")
    assert "result blunder" in said.text


def test_a_first_look_at_a_question_tells_no_answer(app: Flask, client: FlaskClient) -> None:
    codes = codes_of(app, client.get(SHEET).text)
    for number in range(1, 6):
        page = client.get(f"/en/paper/check/{codes}/{number}").text
        assert 'class="panel result' not in page
        assert 'class="turns"' not in page


def test_exercises_are_checked_with_their_reason(app: Flask, client: FlaskClient) -> None:
    codes = codes_of(app, client.get(SHEET).text)
    pairs = read_codes(codes)
    assert pairs is not None
    marks, number = pairs[3][0].exercise, pairs[4][0].exercise  # type: ignore[union-attr]
    right = "&".join(f"mark={card}" for card in marks.content.question.answer)
    address = f"/en/paper/check/{codes}"
    assert "That is right!" in client.get(f"{address}/4?{right}&check=1").text
    wrong = next(c for c in marks.content.question.cards if c not in marks.content.question.answer)
    said = client.get(f"{address}/4?mark={wrong}&check=1").text
    assert "Not yet" in said
    assert "Show the answer" in said
    answer = number.content.question.answer
    assert "That is right!" in client.get(f"{address}/5?number={answer}&check=1").text
    assert "Not yet" in client.get(f"{address}/5?number={answer + 1}&check=1").text
    assert "Nothing to check" in client.get(f"{address}/5?check=1").text


@pytest.mark.parametrize("goal", [Goal.OUTCOME, Goal.LEGAL, Goal.WIN, Goal.UNLOAD])
def test_every_kind_of_puzzle_is_checked_in_its_own_colours(
    app: Flask, client: FlaskClient, goal: Goal
) -> None:
    one = next(p for p in bank.load().puzzles if p.goal is goal)
    page = client.get(f"/en/paper/sheet?items={one.id}&seed=KM7X&variants=1").text
    codes = codes_of(app, page)
    pairs = read_codes(codes)
    assert pairs is not None
    asked = recoloured(one, pairs[0][1])
    if asked.question is not None:
        query = f"choice={asked.question.answer}"
    elif goal is Goal.LEGAL:
        query = "laid=" + ",".join(map(str, asked.fitting))
    else:
        query = "laid=" + ",".join(solutions(asked)[0].cards)
    said = client.get(f"/en/paper/check/{codes}/1?{query}&check=1").text
    assert "panel result best" in said


def test_a_script_gets_the_verdict_alone(app: Flask, client: FlaskClient) -> None:
    codes = codes_of(app, client.get(SHEET).text)
    for number in (1, 4):
        address = f"/en/paper/check/{codes}/{number}?check=1&laid=B10"
        part = client.get(address, headers={"X-Fragment": "1"})
        assert part.headers["X-Fragment"] == "1"
        assert "<html" not in part.text
        assert "panel result" in part.text


def test_a_code_is_typed_as_it_comes(app: Flask, client: FlaskClient) -> None:
    code = codes_of(app, client.get(SHEET).text).split("-")[0]
    for typed in (code, spaced(code, 3), f"  {code.lower()[:3]} {code.lower()[3:]} "):
        answer = client.get("/en/paper/check", query_string={"code": typed})
        assert answer.status_code == 303
        assert answer.location == f"/en/paper/check/{code}"


@pytest.mark.parametrize("typed", ["KMP-T7X", "nonsense", "<b>", "9" * 16, "0" * 300])
def test_a_wrong_code_is_said_and_stays_typed(client: FlaskClient, typed: str) -> None:
    answer = client.get("/en/paper/check", query_string={"code": typed})
    assert answer.status_code == 422
    assert "No question has this code." in answer.text
    field = re.search(r'id="code"[^>]*value="([^"]*)"', answer.text)
    assert field
    assert unescape(field[1]) == typed[:60]


@pytest.mark.parametrize("path", ["AAAAAA", "x", "KMPT7X-", "-", "AAAAAA/2", "%3Cb%3E"])
def test_codes_that_stand_for_nothing_are_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(f"/en/paper/check/{path}").status_code == 404


def test_a_question_beyond_the_last_is_not_found(app: Flask, client: FlaskClient) -> None:
    codes = codes_of(app, client.get(SHEET).text)
    for number in (0, 6, 99999999999999999999):
        assert client.get(f"/en/paper/check/{codes}/{number}").status_code == 404


def test_a_puzzle_taken_back_since_then_is_said_to_be_gone(app: Flask, client: FlaskClient) -> None:
    kept = own_puzzles.keep(sessions_of(app), "a" * 32, sample())
    page = client.get(f"/en/paper/sheet?items=own-{kept.link}.{FIRST}&seed=KM7X").text
    codes = codes_of(app, page)
    assert client.get(f"/en/paper/check/{codes}").status_code == 200
    own_puzzles.withdraw(sessions_of(app), "a" * 32, kept.link)
    answer = client.get(f"/en/paper/check/{codes}")
    assert answer.status_code == 410
    assert "Ask your teacher" in answer.text
    assert client.get(f"/en/paper/check/{codes}/2").status_code == 200


# Class cards


def test_every_pupil_has_a_card_with_name_code_and_address(
    teacher: FlaskClient, everybody: Cast
) -> None:
    page = teacher.get(paper_of(everybody, "cards")).text
    assert page.count('class="class-card"') == 3
    for member in everybody.members:
        assert member.card is not None
        assert spaced(member.card) in page
    assert "localhost/en/join" in text(page)


def test_cards_speak_the_language_of_the_class_or_another(
    teacher: FlaskClient, everybody: Cast
) -> None:
    page = teacher.get(f"/ru{paper_of(everybody, 'cards')[3:]}").text
    assert '<section class="class-cards" lang="en"' in page
    page = teacher.get(paper_of(everybody, "cards?language=pt")).text
    assert '<section class="class-cards" lang="pt-PT"' in page
    assert "localhost/pt/join" in text(page)
    assert teacher.get(paper_of(everybody, "cards?language=xx")).status_code == 200


def test_some_cards_are_printed_alone(teacher: FlaskClient, everybody: Cast) -> None:
    ids = short(everybody)
    page = teacher.get(paper_of(everybody, f"cards?pupil={ids[0]}&pupil={ids[2]}")).text
    assert page.count('class="class-card"') == 2
    soon = date(2999, 1, 1).isoformat()
    page = teacher.get(paper_of(everybody, f"cards?since={soon}")).text
    assert page.count('class="class-card"') == 0
    assert "There is no card to print" in page
    page = teacher.get(paper_of(everybody, "cards?since=2000-01-01")).text
    assert page.count('class="class-card"') == 3
    page = teacher.get(paper_of(everybody, "cards?since=yesterday")).text
    assert page.count('class="class-card"') == 3


def test_a_pupil_without_a_card_is_named(app: Flask, teacher: FlaskClient, everybody: Cast) -> None:
    ana = everybody.members[0]
    pupils.revoke(sessions_of(app), everybody.teacher.id, everybody.room.id, [ana.id])
    page = teacher.get(paper_of(everybody, "cards")).text
    assert page.count('class="class-card"') == 2
    assert "These pupils have no card at the moment: Ana" in text(page)


# The cards of the game


def cards_of(html: str) -> list[str]:
    return [name for label in re.findall(r'role="img" aria-label="((?:\w+ \d+(?:, )?)+)"', html)
            for name in label.split(", ")]  # fmt: skip


@pytest.mark.parametrize(("size", "pages"), [("", 9), ("normal", 9), ("small", 5), ("huge", 9)])
def test_all_80_cards_are_there_once(client: FlaskClient, size: str, pages: int) -> None:
    page = client.get(f"/en/paper/cards?size={size}").text
    names = cards_of(page)
    assert len(names) == len(set(names)) == 80
    assert page.count('class="deck-page ') == pages
    assert page.count('class="pc ') == 80


def test_backs_follow_each_page_turned_over_its_long_edge(client: FlaskClient) -> None:
    page = client.get("/en/paper/cards?backs=1").text
    assert page.count('class="deck-page ') == 18
    last = page[page.rindex('class="deck-page') :]
    places = re.findall(r'href="#card-back" x="(\d+)" y="(\d+)"', last)
    # Eight cards on the last page: the free place is the right one in front, the left one behind.
    assert len(places) == 8
    assert ("4", "180") not in places
    assert ("130", "180") in places


def test_the_labels_on_the_cards_are_those_of_the_language(client: FlaskClient) -> None:
    assert client.get("/pt/paper/cards").text.count(">Vm</text>") == 20
    assert 'class="deck plain"' in client.get("/en/paper/cards?plain=1").text


# Every word through a catalog

PLACES = (
    "paper/",
    f"paper/sheet?items={MIXED}.own-0000000000000000&seed=3333&title=3&lessons=2",
    "paper/cards?backs=1",
    "paper/check",
    "paper/check?code=3",
)
# What people write themselves, codes, and where the site lives.
OWN = re.compile(
    r"\b(?:Ana|Ben|7b|Ms Teacher|localhost|paper|check|join|xa|xb|XA|XB|EN|en)\b"
    rf"|\b[{ALPHABET}]{{3,4}}-[{ALPHABET}-]+|\b[A-D]\b"
)
IN_ENGLISH = re.compile(r'<(article|section)[^>]* lang="en".*?</\1>', re.DOTALL)


@pytest.fixture
def pseudo(prepared: Prepare, settings: Settings) -> Iterator[Flask]:
    """A site that speaks the pseudo-languages, made from the texts as they are now."""
    fresh = pseudo_translators(extract_messages(SourceTree(Path(__file__).parents[2])))
    catalogs = Catalogs.load(data_folder("translations")).with_translators(*fresh)
    app = create_app(prepared(settings), catalogs=catalogs, testing=True)
    yield app
    app.extensions["engine"].dispose()


@pytest.mark.parametrize("language", ["xa", "xb"])
def test_no_print_says_anything_that_came_through_no_catalog(pseudo: Flask, language: str) -> None:
    everybody = stage(pseudo)
    ana, room = everybody.members[0].id, everybody.room.id
    pupils.revoke(sessions_of(pseudo), everybody.teacher.id, room, [ana])
    browser = browser_of_teacher(pseudo, everybody.teacher)
    each = f"sheet?items={FIRST}&seed=3333&each=1"
    for place in (*PLACES, *(f"teach/classes/{room}/paper/{one}" for one in ("", "cards", each))):
        page = browser.get(f"/{language}/{place}")
        assert page.status_code in (200, 422), place
        bare = without_language_names(Page(IN_ENGLISH.sub("", page.text)).bare, browser)
        left = (OWN.sub("", one) for one in bare)
        assert [one for one in left if re.search(r"[^\W\d_]", one)] == [], place


def test_more_questions_than_one_page_holds_come_in_parts(
    teacher: FlaskClient, everybody: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paper, "MOST_QUESTIONS", 5)
    values = {"for": "each", "pupil": short(everybody), "variants": "1"}
    answer = fill(teacher, paper_of(everybody), puzzles="2", **values)
    _, first = follow(teacher, answer)
    assert len(sheets(first)) == 2
    assert "All together there are 3 sheets, too many for one page." in text(first)
    assert "Sheets 1 to 2 Sheets 3 to 3" in text(first)
    assert "ws-key" not in first
    last = teacher.get(f"{answer.location}&part=2").text
    assert len(sheets(last)) == 1
    # The key comes once, with the variants of the whole class.
    assert text(key_of(last)).count("Ben") == 2
    assert "Ana" in text(key_of(last))
    for nonsense in ("0", "-3", "99", "x"):
        assert len(sheets(teacher.get(f"{answer.location}&part={nonsense}").text)) in (1, 2)
