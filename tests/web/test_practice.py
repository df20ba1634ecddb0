"""Practice pages: every exercise has an address that keeps it, and each answer counts once."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.lessons.test_practice import right_attempt, wrong_attempts
from trainer.lessons.checking import Attempt
from trainer.lessons.course import course
from trainer.lessons.practice import CHAPTER_KINDS, Exercise, exercise, kinds_of

CHAPTER, RULES = "ordinary-turn", "classic"
EXERCISES = [
    (chapter.id, base, exercise(kind, 2, base, 7))  # type: ignore[arg-type]
    for chapter in course()
    for base in ("official", "classic")
    for kind in kinds_of(chapter.id, base)  # type: ignore[arg-type]
]
every_exercise = pytest.mark.parametrize(
    ("chapter", "rules", "one"), EXERCISES, ids=[f"{c}/{b}/{e.code}" for c, b, e in EXERCISES]
)


def address(chapter: str, rules: str, one: Exercise, language: str = "en") -> str:
    return f"/{language}/practice/{chapter}/{rules}/{one.code}"


def form(attempt: Attempt) -> dict[str, object]:
    values: dict[str, object] = {}
    if attempt.cards:
        values["mark"] = [str(card) for card in attempt.cards]
    if attempt.choice:
        values["choice"] = attempt.choice
    if attempt.number is not None:
        values["number"] = str(attempt.number)
    return values


def post(client: FlaskClient, path: str, attempt: Attempt, fragment: bool = False) -> TestResponse:
    page = client.get(path).text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token is not None
    headers = {"X-Fragment": "1"} if fragment else {}
    return client.post(path, data={"csrf_token": token[1], **form(attempt)}, headers=headers)


@every_exercise
def test_a_right_answer_is_confirmed_on_a_page_of_its_own(
    client: FlaskClient, chapter: str, rules: str, one: Exercise
) -> None:
    answer = post(client, address(chapter, rules, one), right_attempt(one))
    assert answer.status_code == 303
    page = client.get(answer.headers["Location"])
    assert "That is right!" in page.text
    assert page.text.count('rel="next nofollow"') == 2


@every_exercise
def test_a_wrong_answer_gets_a_reply_and_the_answer_on_request(
    client: FlaskClient, chapter: str, rules: str, one: Exercise
) -> None:
    reply = post(client, address(chapter, rules, one), wrong_attempts(one)[0], fragment=True)
    assert reply.status_code == 200
    assert "<html" not in reply.text
    assert "Not yet" in reply.text
    assert "Show the answer" in reply.text


@every_exercise
def test_the_address_holds_the_exercise_in_every_language(
    client: FlaskClient, chapter: str, rules: str, one: Exercise
) -> None:
    codes = set()
    for language in ("en", "ru", "pt"):
        page = client.get(address(chapter, rules, one, language))
        assert page.status_code == 200
        places = re.findall(r'class="place (\w+)[^"]*" data-place="(\w+)"', page.text)
        answers = re.findall(r'name="(?:mark|choice)" value="([^"]+)"', page.text)
        codes.add((tuple(places), tuple(answers)))
    assert len(codes) == 1


def test_beginning_leads_to_a_fresh_exercise_that_no_cache_keeps(client: FlaskClient) -> None:
    first, second = (client.get(f"/en/practice/{CHAPTER}/?rules={RULES}") for _ in range(2))
    assert first.status_code == second.status_code == 303
    assert first.headers["Location"] != second.headers["Location"]
    assert f"/{RULES}/" in first.headers["Location"]
    assert first.headers["Cache-Control"] == "no-store"


def test_practice_follows_the_rules_that_the_reader_has_chosen(client: FlaskClient) -> None:
    assert "/official/" in client.get(f"/en/practice/{CHAPTER}/").headers["Location"]
    client.set_cookie("rules", "classic")
    assert "/classic/" in client.get(f"/en/practice/{CHAPTER}/").headers["Location"]
    asked = client.get(f"/en/practice/{CHAPTER}/?rules=official").headers["Location"]
    assert "/official/" in asked


def answer_rightly(client: FlaskClient, one: Exercise) -> None:
    post(client, address(CHAPTER, RULES, one), right_attempt(one))


def test_two_right_answers_lead_to_the_next_level(client: FlaskClient) -> None:
    for seed in (1, 2):
        answer_rightly(client, exercise("fits", 1, "classic", seed))
    began = client.get(f"/en/practice/{CHAPTER}/?rules={RULES}").headers["Location"]
    assert re.search(r"-2-\d+$", began)
    assert "Level 2 of 5" in client.get("/en/practice/").text
    assert "Right so far: 2 of 2" in client.get("/en/practice/").text


def test_answering_the_same_exercise_again_does_not_count(client: FlaskClient) -> None:
    for _ in range(3):
        answer_rightly(client, exercise("fits", 1, "classic", 1))
    assert "Right so far: 1 of 1" in client.get("/en/practice/").text


def test_looking_at_an_answer_counts_nothing(client: FlaskClient) -> None:
    one = exercise("penalty", 1, "official", 3)
    number = right_attempt(one).number
    path = f"/en/practice/end-and-score/official/{one.code}?number={number}&check=1"
    assert client.get(path).status_code == 200
    assert "Right so far" not in client.get("/en/practice/").text


def test_an_empty_answer_is_asked_for_and_counts_nothing(client: FlaskClient) -> None:
    one = exercise("fits", 1, "classic", 1)
    reply = post(client, address(CHAPTER, RULES, one), Attempt(), fragment=True)
    assert "Mark a card first, then check." in reply.text
    assert "Right so far" not in client.get("/en/practice/").text


@pytest.mark.parametrize(
    "path",
    [
        "no-chapter/",
        "no-chapter/official/fits-1-1",
        f"{CHAPTER}/house/fits-1-1",
        f"{CHAPTER}/official/fits-0-1",
        f"{CHAPTER}/official/fits-6-1",
        f"{CHAPTER}/official/fits-1-01",
        f"{CHAPTER}/official/fits-1-99999999999",
        f"{CHAPTER}/official/fits-1-",
        f"{CHAPTER}/official/fits",
        f"{CHAPTER}/official/penalty-1-1",
        f"{CHAPTER}/official/must-lay-1-1",
        f"{CHAPTER}/official/fits-١-1",
    ],
)
def test_an_address_without_exercise_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(f"/en/practice/{path}").status_code == 404


@pytest.mark.parametrize(
    "query",
    [
        "marks=X1&check=1",
        "number=abc&check=1",
        "choice=%3Cscript%3E&check=1",
        "number=99999&check=1",
    ],
)
def test_an_answer_that_cannot_be_read_is_no_answer(client: FlaskClient, query: str) -> None:
    for kind in ("fits", "judge", "left-over"):
        page = client.get(f"/en/practice/{CHAPTER}/official/{kind}-1-1?{query}")
        assert page.status_code == 200
        assert "<script>" not in page.text
        assert "Nothing to check so far" in page.text


def test_every_chapter_of_the_course_has_exercises_and_a_link_to_them(client: FlaskClient) -> None:
    index = client.get("/en/practice/").text
    for chapter in course():
        assert chapter.id in CHAPTER_KINDS
        assert f"/en/practice/{chapter.id}/" in index
        assert f"/en/practice/{chapter.id}/" in client.get(f"/en/lessons/{chapter.id}/end").text
