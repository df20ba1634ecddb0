"""Checks at the end of chapters, and the certificate at the end of the course."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.conftest import LANGUAGES
from tests.web.test_lessons import finish
from tests.web.test_pseudo_walk import Page, pseudo, without_language_names
from trainer.lessons.chapter_check import NEEDED, QUESTIONS, questions
from trainer.lessons.course import course
from trainer.lessons.practice import Exercise
from trainer.lessons.practice_kinds.parts import Marks, Pick
from trainer.lessons.schema import Chapter
from trainer.rules.profile import BASES, Base

CHAPTERS = course().by("official").chapters
every_chapter = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.id)
SEED = 7

__all__ = ["pseudo"]


def right_fields(number: int, one: Exercise) -> dict[str, str | list[str]]:
    question = one.content.question
    if isinstance(question, Marks):
        return {f"mark-{number}": [str(card) for card in sorted(question.answer)]}
    if isinstance(question, Pick):
        return {f"choice-{number}": question.answer}
    return {f"number-{number}": str(question.answer)}


def send(client: FlaskClient, chapter: Chapter, right: int, language: str = "en") -> TestResponse:
    """Answer the first ``right`` questions rightly, and leave the others open."""
    path = f"/{language}/lessons/{chapter.id}/check"
    token = re.search(r'csrf_token" value="([^"]+)"', client.get(f"{path}?seed={SEED}").text)
    assert token
    data: dict[str, str | list[str]] = {"csrf_token": token[1], "seed": str(SEED)}
    for number, one in enumerate(questions(chapter.id, "official", SEED)[:right]):
        data |= right_fields(number, one)
    return client.post(path, data=data)


def complete(client: FlaskClient, chapter: Chapter) -> None:
    finish(client, chapter)
    send(client, chapter, QUESTIONS)


@pytest.mark.parametrize("base", BASES)
@every_chapter
def test_a_check_asks_four_different_questions_and_needs_three(
    chapter: Chapter, base: Base
) -> None:
    # The page says these numbers in words.
    assert (QUESTIONS, NEEDED) == (4, 3)
    for seed in range(5):
        asked = questions(chapter.id, base, seed)
        assert len(asked) == QUESTIONS
        contents = [one.content for one in asked]
        assert all(one not in contents[:place] for place, one in enumerate(contents))
        assert asked == questions(chapter.id, base, seed)


@every_chapter
def test_three_right_answers_pass_and_two_do_not(client: FlaskClient, chapter: Chapter) -> None:
    for right, words in ((2, "Not passed yet"), (3, "You have passed the check!")):
        reply = send(client, chapter, right)
        assert reply.status_code == 303
        page = client.get(reply.location).text
        assert words in page
        assert f"Right answers: {right} of 4" in page
    assert "Check passed" in client.get(f"/en/lessons/{chapter.id}/end").text


def test_a_failed_check_leaves_nothing_behind_and_offers_new_questions(
    client: FlaskClient,
) -> None:
    chapter = CHAPTERS[0]
    page = client.get(send(client, chapter, 2).location).text
    assert "Not answered" in page
    assert "The right answer:" in page
    assert f'href="/en/lessons/{chapter.id}/check"' in page
    assert "Check passed" not in client.get(f"/en/lessons/{chapter.id}/end").text


def test_a_check_begins_with_a_fresh_seed_and_a_reload_keeps_it(client: FlaskClient) -> None:
    path = f"/en/lessons/{CHAPTERS[0].id}/check"
    first, second = client.get(path), client.get(path)
    assert first.status_code == 303
    assert first.location != second.location
    assert client.get(first.location).status_code == 200


def test_looking_at_right_answers_stores_nothing(client: FlaskClient) -> None:
    chapter = CHAPTERS[0]
    location = send(client, chapter, 4).location
    client.get(f"/en/lessons/{chapter.id}/check?seed={SEED}")
    other = client.application.test_client()
    assert "You have passed" in other.get(location).text
    assert "Check passed" not in other.get(f"/en/lessons/{chapter.id}/end").text


def test_a_check_alone_does_not_finish_a_chapter(client: FlaskClient) -> None:
    chapter = CHAPTERS[0]
    send(client, chapter, 4)
    page = client.get(f"/en/lessons/{chapter.id}/end").text
    assert "Check passed" in page
    assert "Not finished yet" in page


def test_starting_a_chapter_afresh_forgets_its_check(client: FlaskClient) -> None:
    chapter = CHAPTERS[0]
    complete(client, chapter)
    path = f"/en/lessons/{chapter.id}/afresh"
    token = re.search(r'csrf_token" value="([^"]+)"', client.get(path).text)
    assert token
    client.post(path, data={"csrf_token": token[1]})
    assert "Check passed" not in client.get("/en/lessons/").text


@pytest.mark.parametrize("query", ["seed=x", "seed=²", f"seed={'9' * 30}", "seed=-1"])
def test_nonsense_for_a_seed_leads_to_a_fresh_check(client: FlaskClient, query: str) -> None:
    reply = client.get(f"/en/lessons/goal-and-deck/check?{query}")
    assert reply.status_code == 303


@pytest.mark.parametrize("rest", ["mark-0=XX&check=1", "number-0=abc&check=1", "choice-9=z&check="])
def test_nonsense_for_an_answer_is_no_error(client: FlaskClient, rest: str) -> None:
    for chapter in CHAPTERS:
        path = f"/en/lessons/{chapter.id}/check?seed=3&{rest}"
        assert client.get(path).status_code == 200


def test_a_check_of_nothing_is_not_found(client: FlaskClient) -> None:
    assert client.get("/en/lessons/nothing/check?seed=1").status_code == 404


def test_the_certificate_waits_until_all_is_done(client: FlaskClient) -> None:
    page = client.get("/en/lessons/certificate").text
    assert "Your certificate is waiting" in page
    assert 'id="who"' not in page
    finish(client, CHAPTERS[0])
    page = client.get("/en/lessons/certificate").text
    assert f'href="/en/lessons/{CHAPTERS[0].id}/check"' in page
    assert f'href="/en/lessons/{CHAPTERS[1].id}/"' in page


def test_the_certificate_names_every_chapter_and_sends_no_name(client: FlaskClient) -> None:
    for chapter in CHAPTERS:
        complete(client, chapter)
    for language in LANGUAGES:
        page = client.get(f"/{language}/lessons/certificate").text
        article = page[page.index('<article class="certificate">') : page.index("</article>")]
        assert article.count("<li>") == len(CHAPTERS)
        assert str(datetime.now(UTC).year) in article
        assert "<form" not in article
        assert 'name="' not in article
        assert f"/{language}/lessons/certificate" in client.get(f"/{language}/lessons/").text


def bare_words(client: FlaskClient, path: str) -> list[str]:
    return without_language_names(Page(client.get(path).text).bare, client)


@every_chapter
def test_checks_say_nothing_that_came_through_no_catalog(
    pseudo: FlaskClient, chapter: Chapter
) -> None:
    path = f"/xa/lessons/{chapter.id}/check?seed={SEED}"
    assert bare_words(pseudo, path) == []
    # Wrong answers, as far as any can be foreseen: each has words of its own.
    wrong = "&".join(f"number-{n}=999&choice-{n}=0&mark-{n}=R1" for n in range(QUESTIONS))
    for rest in ("check=1", f"{wrong}&check=1"):
        assert bare_words(pseudo, f"{path}&{rest}") == []


def test_the_certificate_says_nothing_that_came_through_no_catalog(pseudo: FlaskClient) -> None:
    assert bare_words(pseudo, "/xa/lessons/certificate") == []
    pseudo.application.config["WTF_CSRF_ENABLED"] = True
    for chapter in CHAPTERS:
        complete(pseudo, chapter)
    assert "certificate" in pseudo.get("/xa/lessons/certificate").text
    assert bare_words(pseudo, "/xa/lessons/certificate") == []


def test_a_field_without_a_name_is_no_answer(client: FlaskClient) -> None:
    path = f"/en/lessons/{CHAPTERS[0].id}/check"
    token = re.search(r'csrf_token" value="([^"]+)"', client.get(f"{path}?seed={SEED}").text)
    assert token
    reply = client.post(path, data={"csrf_token": token[1], "seed": str(SEED), "": "x"})
    assert reply.status_code == 303
