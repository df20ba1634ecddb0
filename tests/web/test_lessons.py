"""Lesson pages without scripts: every step answered, nothing lost, nothing counted twice."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.lessons.answers import right_answer, wrong_answer
from tests.web.conftest import LANGUAGES
from trainer.lessons.checking import Attempt
from trainer.lessons.course import course
from trainer.lessons.schema import Chapter, Continue, Step
from trainer.puzzles import bank
from trainer.rules.cards import join

CHAPTERS = course().by("official").chapters
STEPS = [(chapter, step) for chapter in CHAPTERS for step in chapter]
FIRST = "/en/lessons/goal-and-deck/first-card"
every_chapter = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.id)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def address(chapter: Chapter, step: Step, language: str = "en") -> str:
    return f"/{language}/lessons/{chapter.id}/{step.id}"


def fields(attempt: Attempt) -> dict[str, str]:
    found = {"turn": join(attempt.cards), "choice": attempt.choice}
    if attempt.number is not None:
        found["number"] = str(attempt.number)
    return {name: value for name, value in found.items() if value}


def post(client: FlaskClient, path: str, **values: str) -> TestResponse:
    """Post a form of the page, with its token; a refused token would be a 400."""
    page = client.get(path).text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token, "a page without a form"
    return client.post(path, data={"csrf_token": token[1], **values})


def answer(client: FlaskClient, chapter: Chapter, step: Step, language: str = "en") -> TestResponse:
    return post(client, address(chapter, step, language), **fields(right_answer(step)))


def finish(client: FlaskClient, chapter: Chapter, *, but: str = "") -> None:
    for step in chapter:
        if step.id != but:
            answer(client, chapter, step)


def done(page: str) -> list[bool]:
    """Which steps the way through the chapter shows as done."""
    return ["done" in found for found in re.findall(r'class="(dot[^"]*)"', page)]


@every_language
@every_chapter
def test_a_wrong_and_a_right_answer_to_every_step_without_a_script(
    client: FlaskClient, chapter: Chapter, language: str
) -> None:
    for step in chapter:
        path = address(chapter, step, language)
        wrong = wrong_answer(step)
        if wrong is not None:
            reply = post(client, path, **fields(wrong))
            assert reply.status_code == 303
            page = client.get(reply.location).text
            assert 'class="panel result refused"' in page
            assert not done(page)[chapter.index(step)]
        reply = answer(client, chapter, step, language)
        assert reply.status_code == 303
        page = client.get(reply.location).text
        if not isinstance(step, Continue):
            assert 'class="panel result best"' in page
            assert done(page)[chapter.index(step)]
    end = client.get(f"/{language}/lessons/{chapter.id}/end").text
    assert "missing-title" not in end


@every_chapter
def test_the_reply_to_a_wrong_answer_names_no_raw_card_or_field(
    client: FlaskClient, chapter: Chapter
) -> None:
    for step in chapter:
        wrong = wrong_answer(step)
        page = client.get(address(chapter, step)).text
        if wrong is not None:
            page += client.get(post(client, address(chapter, step), **fields(wrong)).location).text
        shown = re.sub(r"<script.*?</script>", "", page, flags=re.S)
        assert not re.search(r"\{[RYGB]\d+\}|%\(", shown)


def test_a_right_answer_is_kept_and_shown_after_a_reload(client: FlaskClient) -> None:
    reply = post(client, FIRST, turn="B12")
    assert reply.location.endswith("/first-card?laid=B12&check=1#result")
    for _ in range(2):
        page = client.get(reply.location).text
        assert "That is right!" in page
        assert 'aria-pressed="true"' in page


def test_the_same_answer_twice_counts_once(client: FlaskClient) -> None:
    for _ in range(2):
        post(client, FIRST, turn="B12")
    assert done(client.get(FIRST).text).count(True) == 1


def test_looking_at_an_answer_stores_nothing(client: FlaskClient) -> None:
    client.get(f"{FIRST}?laid=B12&check=1")
    assert not any(done(client.get(FIRST).text))


def test_another_browser_does_not_see_what_is_done(app: Flask) -> None:
    one, other = app.test_client(), app.test_client()
    post(one, FIRST, turn="B12")
    assert any(done(one.get(FIRST).text))
    assert not any(done(other.get(FIRST).text))


def test_a_refused_card_is_answered_in_the_words_of_the_step(client: FlaskClient) -> None:
    page = client.get(f"{FIRST}?laid=R9").text
    assert "is red, so it belongs in the red row" in page
    assert "its 11 must be laid first" not in re.sub(r"<script.*?</script>", "", page, flags=re.S)


def test_a_refused_card_that_the_step_does_not_foresee_is_answered_with_the_rule(
    client: FlaskClient,
) -> None:
    page = client.get(f"{FIRST}?laid=B12&typed=G1").text
    assert "This card is not in your hand." in page


def test_checking_before_answering_is_no_error_of_the_reader(client: FlaskClient) -> None:
    for path, words in (
        (FIRST, "Lay a card first"),
        ("/en/lessons/goal-and-deck/own-colour", "Mark a card first"),
        ("/en/lessons/goal-and-deck/row-start", "Put all the cards in order first"),
        ("/en/lessons/goal-and-deck/penalty", "Type a whole number first"),
        ("/en/lessons/setting-up/deal", "Choose an answer first"),
    ):
        page = client.get(post(client, path).location).text
        assert words in page
        assert 'class="panel result unanswered"' in page


@pytest.mark.parametrize("number", ["12345678", "-1", "1.5", "five", "²", " "])
def test_what_is_no_whole_number_is_asked_for_again(client: FlaskClient, number: str) -> None:
    reply = post(client, "/en/lessons/goal-and-deck/penalty", number=number)
    assert "Type a whole number first" in client.get(reply.location).text


def test_an_answer_that_the_page_does_not_offer_is_no_answer(client: FlaskClient) -> None:
    reply = post(client, "/en/lessons/setting-up/deal", choice="<b>")
    assert "Choose an answer first" in client.get(reply.location).text


def test_a_script_gets_the_reply_alone(client: FlaskClient) -> None:
    page = client.get(FIRST).text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token
    data = {"csrf_token": token[1], "turn": "B12"}
    reply = client.post(FIRST, data=data, headers={"X-Fragment": "1"})
    assert reply.status_code == 200
    assert reply.text.lstrip().startswith("<section")
    assert 'data-address="?laid=B12&amp;check=1"' in reply.text


@every_language
def test_switching_the_language_keeps_the_step_and_the_answer(
    client: FlaskClient, language: str
) -> None:
    path = "/lessons/ordinary-turn/one-after-another?check=1&laid=B12,B13"
    page = client.get(f"/en{path}").text
    chosen = re.search(r'name="next" value="([^"]+)"', page)
    assert chosen
    data = {"language": language, "next": chosen[1].replace("&amp;", "&")}
    reply = client.post("/language", data=data)
    assert reply.location == f"/{language}{path}"


def test_going_back_and_on_is_always_possible(client: FlaskClient) -> None:
    for chapter, step in STEPS:
        page = client.get(address(chapter, step)).text
        index = chapter.index(step)
        before = chapter.steps[index - 1].id if index else None
        links = set(re.findall(r'href="(/en/lessons/[^"]+)"', page))
        assert before is None or f"/en/lessons/{chapter.id}/{before}" in links
        after = chapter.steps[index + 1].id if index + 1 < len(chapter.steps) else "end"
        assert isinstance(step, Continue) or f"/en/lessons/{chapter.id}/{after}" in links


def test_a_step_to_read_leads_on_once_it_is_read(client: FlaskClient) -> None:
    reply = post(client, "/en/lessons/ordinary-turn/our-agreement")
    assert (reply.status_code, reply.location) == (303, "/en/lessons/ordinary-turn/end")
    page = client.get("/en/lessons/ordinary-turn/our-agreement").text
    assert done(page)[-1]


def test_what_we_agreed_on_and_whose_rules_apply_is_said(client: FlaskClient) -> None:
    page = client.get("/en/lessons/ordinary-turn/our-agreement").text
    assert "Our agreement" in page
    assert "Italian family rules" in page
    assert "Our agreement" not in client.get(FIRST).text


def test_a_made_up_opponent_is_not_shown(client: FlaskClient) -> None:
    page = client.get(FIRST).text
    assert "Opponent" not in page
    assert "Stock" not in page


def test_the_list_leads_to_the_first_step_and_later_to_where_one_left_off(
    client: FlaskClient,
) -> None:
    first, second = CHAPTERS[0], CHAPTERS[1]
    assert f'href="{address(first, first.steps[0])}">Begin' in client.get("/en/lessons/").text
    answer(client, first, first.steps[0])
    page = client.get("/en/lessons/").text
    assert f'href="{address(first, first.steps[1])}">Go on' in page
    assert "Steps done: 1 of 8" in page
    finish(client, first)
    page = client.get("/en/lessons/").text
    assert f'href="{address(second, second.steps[0])}">Go on' in page
    assert "Finished" in page


def test_a_chapter_begun_comes_before_one_that_is_not(client: FlaskClient) -> None:
    third = CHAPTERS[2]
    answer(client, third, third.steps[0])
    page = client.get("/en/lessons/").text
    assert f'href="{address(third, third.steps[1])}">Go on' in page


def test_one_returns_to_the_step_looked_at_last(client: FlaskClient) -> None:
    chapter = CHAPTERS[1]
    answer(client, chapter, chapter.steps[0])
    client.get(address(chapter, chapter.steps[4]))
    reply = client.get(f"/en/lessons/{chapter.id}/")
    assert reply.location == address(chapter, chapter.steps[4])


def test_the_list_says_when_all_is_done(client: FlaskClient) -> None:
    for chapter in CHAPTERS:
        finish(client, chapter)
    page = client.get("/en/lessons/").text
    assert "You have finished all the chapters." in page
    assert page.count("Finished</span>") == len(CHAPTERS)


def test_the_end_says_what_is_learnt_and_leads_on(client: FlaskClient) -> None:
    chapter, following = CHAPTERS[0], CHAPTERS[1]
    finish(client, chapter)
    page = client.get(f"/en/lessons/{chapter.id}/end").text
    assert "Chapter finished: The cards and the goal" in page
    assert "What you have learnt" in page
    assert f'href="/en/lessons/{following.id}/"' in page


@every_chapter
def test_the_end_leads_to_a_puzzle_about_the_chapter(client: FlaskClient, chapter: Chapter) -> None:
    page = client.get(f"/en/lessons/{chapter.id}/end").text
    link = re.search(r'href="(/en/puzzles/([^"/]+))">Try a puzzle about it', page)
    assert link
    puzzle = bank.load().get(link[2])
    assert puzzle
    assert chapter.puzzles in puzzle.themes
    assert client.get(link[1]).status_code == 200


def test_the_end_says_which_steps_are_still_to_do(client: FlaskClient) -> None:
    chapter = CHAPTERS[0]
    finish(client, chapter, but="both-ends")
    page = client.get(f"/en/lessons/{chapter.id}/end").text
    assert "Not finished yet" in page
    missing = re.findall(r'<li><a href="([^"]+)">Step', page)
    assert missing == [f"/en/lessons/{chapter.id}/both-ends"]


def test_a_finished_chapter_can_be_repeated_without_losing_anything(client: FlaskClient) -> None:
    chapter = CHAPTERS[0]
    finish(client, chapter)
    wrong = wrong_answer(chapter.steps[1])
    assert wrong
    post(client, address(chapter, chapter.steps[1]), **fields(wrong))
    assert all(done(client.get(address(chapter, chapter.steps[1])).text))


def test_starting_afresh_asks_first_and_touches_one_chapter_only(client: FlaskClient) -> None:
    first, second = CHAPTERS[0], CHAPTERS[1]
    for chapter in (first, second):
        answer(client, chapter, chapter.steps[0])
    question = client.get(f"/en/lessons/{first.id}/afresh")
    assert "Start this chapter afresh?" in question.text
    assert done(client.get(address(first, first.steps[0])).text)[0]
    reply = post(client, f"/en/lessons/{first.id}/afresh")
    assert reply.location == address(first, first.steps[0])
    page = client.get(reply.location).text
    assert "This chapter starts afresh." in page
    assert not any(done(page))
    assert done(client.get(address(second, second.steps[0])).text)[0]


def test_starting_afresh_by_a_link_is_impossible(client: FlaskClient) -> None:
    post(client, FIRST, turn="B12")
    assert client.post("/en/lessons/goal-and-deck/afresh").status_code == 400
    client.get("/en/lessons/goal-and-deck/afresh")
    assert any(done(client.get(FIRST).text))


@pytest.mark.parametrize(
    "path",
    [
        "/en/lessons/nothing/",
        "/en/lessons/nothing/end",
        "/en/lessons/nothing/afresh",
        "/en/lessons/nothing/first-card",
        "/en/lessons/goal-and-deck/nothing",
        "/xx/lessons/",
    ],
)
def test_what_does_not_exist_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "query",
    ["laid=%00", "laid=B12," * 60, "laid=X&check=1", "typed=%F0%9F%98%80", "number=9&check="],
)
def test_nonsense_in_the_address_is_no_error(client: FlaskClient, query: str) -> None:
    assert client.get(f"{FIRST}?{query}").status_code == 200


@every_chapter
def test_a_page_is_small(client: FlaskClient, chapter: Chapter) -> None:
    for step in chapter:
        path = f"{address(chapter, step)}?check=1"
        reply = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert len(reply.data) < 30_000
