"""Several pupils at one browser, and pupils whose card has ended: whose is the answer?"""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.classes.cast import NOW, Cast, seated
from tests.classes.given import FIRST, SECOND, draft, puzzle
from tests.web.forms import form_with, press, said
from tests.web.people import browser_of_pupil, browser_of_teacher, sessions_of, stage
from trainer.classes import assignments, classrooms, live
from trainer.classes.live import Ask
from trainer.classes.paper_codes import code_of
from trainer.classes.pupils import Member
from trainer.classes.tasksets import TaskSet
from trainer.classes.worksheets import OfBank, Question
from trainer.learners.attempts import puzzle_record
from trainer.puzzles.bank import load
from trainer.puzzles.schema import Goal
from trainer.storage.class_tables import LiveAnswer, TaskAnswer
from trainer.storage.database import reading
from trainer.web import clock, data_sheet

BEST, WORST = (",".join(FIRST.turns[number].cards) for number in (0, -1))
FRAGMENT = {"X-Fragment": "1"}


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW + timedelta(hours=1))


@pytest.fixture
def everybody(app: Flask) -> Cast:
    return stage(app)


@pytest.fixture
def pupil(app: Flask, everybody: Cast) -> FlaskClient:
    return browser_of_pupil(app, everybody.pupil)


def give(app: Flask, everybody: Cast, **values: object) -> TaskSet:
    at = everybody.teacher.id, everybody.room.id
    return assignments.create(sessions_of(app), *at, draft(puzzle(FIRST), **values), now=NOW)


def address(made: TaskSet) -> str:
    return f"/en/class/tasks/{made.id}/{made.tasks[0].id}"


def answers(app: Flask) -> int:
    with reading(sessions_of(app)) as session:
        return session.query(TaskAnswer).count() + session.query(LiveAnswer).count()


def ana(everybody: Cast) -> Member:
    return next(one for one in everybody.members if one.id == everybody.pupil.id)


def leah(everybody: Cast) -> Member:
    return next(one for one in everybody.members if one.id != everybody.pupil.id)


def other_card(app: Flask, everybody: Cast, client: FlaskClient) -> None:
    """Somebody else of the class says at the same browser that a card is theirs."""
    client.set_cookie("pupil", seated(sessions_of(app), leah(everybody)).secret)


def send(client: FlaskClient, page: TestResponse, turn: str, **headers: str) -> TestResponse:
    form, _ = form_with(page, "Check my turn")
    fields = {name: values[0] for name, values in form.fields.items()} | {"turn": turn}
    return client.post(form.action, data=fields, headers=headers)


@pytest.mark.parametrize("headers", [{}, FRAGMENT], ids=["page", "script"])
def test_an_answer_of_an_old_page_is_not_stored_for_whoever_is_here_now(
    app: Flask, everybody: Cast, pupil: FlaskClient, headers: dict[str, str]
):
    made = give(app, everybody)
    page = pupil.get(address(made))
    other_card(app, everybody, pupil)
    refused = send(pupil, page, BEST, **headers)
    assert refused.status_code == 409
    assert f"{leah(everybody).name} is here now. Nothing was stored." in said(refused)
    assert ("<html" in refused.text) == (not headers)
    assert answers(app) == 0
    # What was laid is kept, for both of them.
    assert f'href="{address(made)}?laid={BEST}"' in refused.text
    lead = re.search(r'href="(/en/join\?next=[^"]+)"', refused.text)
    assert lead is not None
    assert unquote(lead[1]) == f"/en/join?next={address(made)}?laid={BEST}"
    # With a page of their own, the answer is theirs.
    send(pupil, pupil.get(address(made)), BEST)
    assert answers(app) == 1


def test_the_same_holds_for_puzzles_lessons_and_exercises(
    app: Flask, everybody: Cast, pupil: FlaskClient
):
    page = pupil.get(f"/en/puzzles/{FIRST.id}?level=2")
    other_card(app, everybody, pupil)
    refused = send(pupil, page, BEST)
    assert refused.status_code == 409
    for member in everybody.members[:2]:
        assert puzzle_record(sessions_of(app), member.learner, FIRST.id) is None
    for path in ("/en/lessons/ordinary-turn/what-fits", "/en/practice/ordinary-turn/"):
        page = pupil.get(path, follow_redirects=True)
        assert 'name="made_for" value="' in page.text, path


def test_what_a_guest_had_open_is_taken_from_whoever_comes_in(
    app: Flask, everybody: Cast, client: FlaskClient
):
    page = client.get(f"/en/puzzles/{FIRST.id}")
    assert 'name="made_for"' not in page.text
    other_card(app, everybody, client)
    assert send(client, page, BEST).status_code == 303


def test_a_live_round_stores_no_answer_for_somebody_else(
    app: Flask, everybody: Cast, pupil: FlaskClient
):
    at = sessions_of(app), everybody.teacher.id, everybody.room.id
    one = next(each for each in load().puzzles if each.goal is Goal.OUTCOME)
    made = live.start(*at, [Ask("puzzle", one.id)], "k" * 24)
    live.step(*at, made.id, "forward", made.version)
    page = pupil.get(f"/en/live/{made.code}")
    other_card(app, everybody, pupil)
    assert one.question is not None
    choice = one.question.answer.value
    refused = press(pupil, page, "Send my answer", choice=choice)
    assert refused.status_code == 409
    assert "Nothing was stored." in said(refused)
    assert f"/en/live/{made.code}?choice={choice}&amp;q=1&amp;change=1" in refused.text
    assert answers(app) == 0


# Nobody is signed in, or not in this class


@pytest.mark.parametrize("real", [True, False])
def test_a_task_without_a_card_asks_for_it_and_comes_back(
    app: Flask, everybody: Cast, client: FlaskClient, pupil: FlaskClient, real: bool
):
    made = give(app, everybody)
    at = address(made) if real else "/en/class/tasks/nothing/77"
    page = client.get(at + f"?laid={BEST}")
    assert page.status_code == 200
    assert "First show your class card" in said(page)
    lead = client.get("/en/join", query_string={"next": f"{at}?laid={BEST}"})
    card = ana(everybody).card
    shown = press(client, lead, "Go on", code=card)
    back = press(client, shown, "Yes, that is me", follow=False)
    assert back.location == f"{at}?laid={BEST}"
    there = client.get(back.location)
    assert (there.status_code == 200) == real
    if not real:
        assert there.location == "/en/class/"


def test_a_pupil_whose_card_ends_while_at_work_keeps_what_was_laid(
    app: Flask, everybody: Cast, pupil: FlaskClient
):
    made = give(app, everybody)
    page = pupil.get(address(made))
    pupil.delete_cookie("pupil")
    away = send(pupil, page, BEST)
    assert (away.status_code, away.location) == (303, f"{address(made)}?laid={BEST}")
    part = send(pupil, page, BEST, **FRAGMENT)
    assert "<html" not in part.text
    assert "First show your class card" in said(part)
    assert answers(app) == 0


def test_a_pupil_whose_class_has_ended_is_told_so(app: Flask, everybody: Cast, pupil: FlaskClient):
    made = give(app, everybody)
    page = pupil.get(address(made))
    classrooms.archive(sessions_of(app), everybody.teacher.id, everybody.room.id)
    for headers in ({}, FRAGMENT):
        away = send(pupil, page, BEST, **headers)
        assert (away.status_code, away.location) == (303, "/en/class/")
        there = pupil.get(away.location, headers=headers)
        assert "X-Fragment" not in there.headers
        assert "This task is not among yours any more. Nothing was stored." in said(there)
        assert "Your class has ended." in said(there)


# The same answer again


def test_the_same_wrong_answer_costs_one_try(app: Flask, everybody: Cast, pupil: FlaskClient):
    made = give(app, everybody, tries=2)
    send(pupil, pupil.get(address(made)), WORST)
    again = send(pupil, pupil.get(address(made)), WORST)
    assert again.location == f"{address(made)}?laid={WORST}&again=1#result"
    page = pupil.get(again.location)
    assert "You have tried this one already. It costs no try." in said(page)
    assert "You have 1 try left." in said(page)
    part = send(pupil, page, WORST, **FRAGMENT)
    assert "You have tried this one already" in said(part)
    assert answers(app) == 1
    record = puzzle_record(sessions_of(app), ana(everybody).learner, FIRST.id)
    assert record is not None
    assert record.attempts == 1


def test_the_same_form_sent_twice_is_no_second_try_and_nothing_is_said_of_one(
    app: Flask, everybody: Cast, pupil: FlaskClient
):
    made = give(app, everybody, tries=2)
    page = pupil.get(address(made))
    assert send(pupil, page, WORST).location == send(pupil, page, WORST).location


def test_a_last_try_that_the_explanation_took_says_why(
    app: Flask, everybody: Cast, pupil: FlaskClient
):
    made = give(app, everybody, tries=2, explain="release")
    page = pupil.get(address(made))
    at = everybody.teacher.id, everybody.room.id, made.id
    assignments.release(sessions_of(app), *at, NOW)
    text = said(pupil.get(send(pupil, page, WORST).location))
    assert "Your teacher has shown the explanation, so you have no further try." in text
    assert "You have no try left." not in text


# What an open task or an open question keeps back


def test_paper_keeps_back_what_a_task_of_the_pupil_keeps_back(
    app: Flask, everybody: Cast, pupil: FlaskClient, client: FlaskClient
):
    sheet = f"/en/paper/sheet?items={FIRST.id}.{SECOND.id}&seed=KM7X&key=1"
    both = pupil.get(sheet)
    assert both.status_code == 200
    assert both.text.count("key-question") == 2
    made = give(app, everybody, explain="release")
    kept = pupil.get(sheet)
    assert kept.text.count("key-question") == 1
    assert f'<a href="{address(made)}">Question 1</a>' in kept.text
    assert client.get(sheet).text.count("key-question") == 2
    check = f"/en/paper/check/{code_of(Question(OfBank(FIRST.id)))}"
    for query in ("", f"?check=1&laid={BEST}"):
        assert pupil.get(check + query).location == address(made)
        assert client.get(check + query).status_code == 200


def test_while_a_question_is_open_no_page_tells_its_players_the_answer(
    app: Flask, everybody: Cast, pupil: FlaskClient, client: FlaskClient
):
    at = sessions_of(app), everybody.teacher.id, everybody.room.id
    made = live.start(*at, [Ask("puzzle", FIRST.id)], "k" * 24)
    ways = (
        f"/en/puzzles/{FIRST.id}?check=1&laid={BEST}",
        f"/en/puzzles/{FIRST.id}/replay?turn={BEST}",
        f"/en/embed/{FIRST.id}?check=1&laid={BEST}",
        f"/en/paper/check/{code_of(Question(OfBank(FIRST.id)))}?check=1&laid={BEST}",
    )
    api = f"/api/v1/puzzles/{FIRST.id}/check?answer={BEST}"
    assert pupil.get(api).status_code == 200
    made = live.step(*at, made.id, "forward", made.version)
    for way in ways:
        assert (pupil.get(way).location or "").startswith(f"/en/live/{made.code}"), way
        assert client.get(way).status_code == 200, way
    assert pupil.get(api).status_code == 403
    # Once it is revealed, the pages are as for everybody.
    made = live.step(*at, made.id, "forward", made.version)
    for way in (*ways, api):
        assert pupil.get(way).status_code == 200, way


def test_exercises_and_equal_names_are_told_in_words(app: Flask, everybody: Cast):
    with app.test_request_context("/en/"):
        cell = data_sheet._exercise("official/fits-1-3662306930", {})
    assert not cell.code
    teacher = browser_of_teacher(app, everybody.teacher)
    one, two = everybody.members[:2]
    page = teacher.get(f"/en/teach/classes/{everybody.room.id}/pupils/{one.id}/merge?into={two.id}")
    assert page.status_code == 200
    assert said(page).count("In the class since") == 2


def test_a_teacher_who_has_tried_a_card_at_the_own_browser_still_makes_worksheets(
    app: Flask, everybody: Cast
):
    """Their form asks for whom the sheets are: that is nobody's mark."""
    both = browser_of_teacher(app, everybody.teacher)
    both.set_cookie("pupil", everybody.pupil.secret)
    page = both.get(f"/en/teach/classes/{everybody.room.id}/paper/")
    sheet = press(both, page, "Show the worksheet")
    assert "sheets are ready to print" in said(sheet)
