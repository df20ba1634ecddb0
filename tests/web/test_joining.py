"""How pupils come in by their card or by the class code, and out again."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.classes.cast import Cast
from tests.web.forms import form_with, press, said
from tests.web.people import browser_of_pupil, sessions_of, stage
from trainer.classes import classrooms, codes, joining, pupils
from trainer.classes.pupils import Member
from trainer.learners import guests
from trainer.learners.progress import Answer, record_attempt
from trainer.storage.class_tables import Classroom, Guessing, Pupil
from trainer.storage.database import reading, writing
from trainer.web import learner


@pytest.fixture
def everybody(app: Flask) -> Cast:
    return stage(app)


@pytest.fixture
def open_code(app: Flask, everybody: Cast) -> str:
    """The code of class 7b, which takes new pupils."""
    classrooms.set_joining(sessions_of(app), everybody.teacher.id, everybody.room.id, True)
    return everybody.room.join_code


def card_of(member: Member) -> str:
    assert member.card is not None
    return member.card


def names_in(app: Flask, everybody: Cast) -> list[str]:
    found = pupils.members(sessions_of(app), everybody.teacher.id, everybody.room.id)
    return [one.name for one in found]


def who(client: FlaskClient) -> str:
    """What the strip at the top of each page says about who is here."""
    found = re.search(r'<section class="person.*?</p>', client.get("/en/").text, re.DOTALL)
    return re.sub(r"<[^>]+>", "", found[0]).strip() if found else ""


# The card


def test_looking_at_a_card_asks_and_signs_nobody_in(client: FlaskClient, everybody: Cast):
    page = client.get(f"/en/card/{card_of(everybody.members[0])}")
    assert page.status_code == 200
    assert "Are you Ana, class 7b?" in said(page)
    assert page.headers["Cache-Control"] == "no-store"
    assert client.get_cookie("pupil") is None
    assert who(client) == ""


def test_saying_yes_signs_in(client: FlaskClient, everybody: Cast):
    page = client.get(f"/en/card/{card_of(everybody.members[0])}")
    answer = press(client, page, "Yes, that is me", follow=False)
    assert answer.status_code == 303
    assert who(client) == "You are here as Ana, class 7b."
    again = client.get(f"/en/card/{card_of(everybody.members[0])}")
    assert "You are here as Ana already" in said(again)


def test_yes_said_twice_signs_in_once(client: FlaskClient, everybody: Cast):
    page = client.get(f"/en/card/{card_of(everybody.members[0])}")
    for _ in range(2):
        assert press(client, page, "Yes, that is me", follow=False).status_code == 303
    assert who(client) == "You are here as Ana, class 7b."


@pytest.mark.parametrize(
    "change", [str.lower, codes.spaced, lambda code: f" {code[:5]}-{code[5:]} "]
)
def test_a_code_is_read_in_any_case_and_with_hyphens(client: FlaskClient, everybody: Cast, change):
    page = client.get("/en/join")
    answer = press(client, page, "Go on", code=change(card_of(everybody.members[1])))
    assert "Are you Ben, class 7b?" in said(answer)


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("", "Type the code that is on your card"),
        ("KMPT7X3QA0", "No code has these characters in it: 0"),
        ("AAAAAAAAAA", "There is no class card with this code."),
        ("AAAAAA", "No class takes new pupils by this code now"),
        ("AAA", "A class card has 10 letters and digits, a class code has 6. You have typed 3."),
    ],
)
def test_a_code_that_opens_nothing_says_which_kind_it_looked_like(
    client: FlaskClient, everybody: Cast, typed: str, problem: str
):
    answer = press(client, client.get("/en/join"), "Go on", code=typed)
    assert answer.status_code == 422
    assert problem in said(answer)
    assert form_with(answer, "Go on")[0].fields["code"] == [typed]


def test_unknown_and_renewed_cards_are_404(client: FlaskClient, app: Flask, everybody: Cast):
    ana, now = everybody.members[0], datetime.now(UTC)
    where = everybody.teacher.id, everybody.room.id
    pupils.renew(sessions_of(app), *where, [ana.id], now)
    for code in (card_of(ana), "AAAAAAAAAA", "-", "%00", "x" * 300):
        assert client.get(f"/en/card/{code}").status_code == 404


def test_wrong_codes_are_counted_for_the_class_and_not_for_the_address(
    client: FlaskClient, app: Flask, everybody: Cast
):
    tag, free = everybody.room.tag, joining.CARD_LIMIT.free
    for _ in range(free):
        assert client.get(f"/en/card/{tag}{codes.new_code(6)}").status_code == 404
    refused = app.test_client().get(f"/en/card/{card_of(everybody.members[0])}")
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) <= 5
    assert "Too many wrong codes have been typed for this class." in said(refused)
    other = pupils.members(sessions_of(app), everybody.outsider.id, everybody.other_room.id)[0]
    assert client.get(f"/en/card/{card_of(other)}").status_code == 200


def test_guesses_at_letters_that_no_card_begins_with_leave_no_trace(
    client: FlaskClient, app: Flask, everybody: Cast
):
    client.get("/en/card/AAAAAAAAAA")
    with reading(sessions_of(app)) as session:
        assert session.query(Guessing).count() == 0


def test_the_card_of_an_archived_class_says_so(client: FlaskClient, app: Flask, everybody: Cast):
    page = client.get(f"/en/card/{card_of(everybody.members[0])}")
    classrooms.archive(sessions_of(app), everybody.teacher.id, everybody.room.id)
    assert press(client, page, "Yes, that is me").status_code == 410
    answer = client.get(f"/en/card/{card_of(everybody.members[0])}")
    assert (answer.status_code, who(client)) == (410, "")
    assert "This class is archived" in said(answer)
    classrooms.restore(sessions_of(app), everybody.teacher.id, everybody.room.id)
    assert client.get(f"/en/card/{card_of(everybody.members[0])}").status_code == 200


def test_the_next_pupil_at_a_shared_device_takes_the_place_of_the_last(app: Flask, everybody: Cast):
    client = browser_of_pupil(app, everybody.pupil)
    page = client.get(f"/en/card/{card_of(everybody.members[1])}")
    assert "Somebody is signed in on this device: Ana, class 7b." in said(page)
    assert "I am both of them" not in said(page)
    press(client, page, "Yes, that is me")
    assert who(client) == "You are here as Ben, class 7b."
    # The session of the last one has ended, it is not only out of sight.
    assert who(browser_of_pupil(app, everybody.pupil)) == ""


def test_signing_out_brings_the_guest_back(app: Flask, everybody: Cast):
    client = browser_of_pupil(app, everybody.pupil)
    answer = press(client, client.get("/en/"), "That is not me: sign out")
    assert "Ana is signed out of this device." in said(answer)
    assert who(client) == ""
    assert who(browser_of_pupil(app, everybody.pupil)) == ""


def test_after_the_card_the_reader_goes_on_to_where_they_were_going(
    client: FlaskClient, everybody: Cast
):
    page = client.get(f"/en/card/{card_of(everybody.members[0])}?next=/en/puzzles/%3Fpage=2")
    answer = press(client, page, "Yes, that is me", follow=False)
    assert answer.location == "/en/puzzles/?page=2"


@pytest.mark.parametrize("wish", ["https://evil.example/", "//evil.example/", "/\\evil.example"])
def test_no_address_leads_to_another_site(client: FlaskClient, everybody: Cast, wish: str):
    address = f"/en/card/{card_of(everybody.members[0])}"
    page = client.get(address, query_string={"next": wish})
    answer = press(client, page, "Yes, that is me", follow=False)
    assert answer.location.startswith("/en/")


# The same person in two classes


def zoe_of(app: Flask, everybody: Cast) -> Member:
    return pupils.members(sessions_of(app), everybody.outsider.id, everybody.other_room.id)[0]


def test_who_has_cards_of_two_classes_can_keep_everything_together(app: Flask, everybody: Cast):
    client, zoe = browser_of_pupil(app, everybody.pupil), zoe_of(app, everybody)
    page = client.get(f"/en/card/{card_of(zoe)}")
    assert "I am both of them" in said(page)
    assert press(client, page, "Yes, both are me", follow=False).status_code == 303
    assert who(client) == "You are here as Zoe, class Chess · 7b."
    assert zoe_of(app, everybody).learner == everybody.members[0].learner
    # Both classes are named: the tasks at hand may be those of either.
    assert who(browser_of_pupil(app, everybody.pupil)) == "You are here as Ana, class 7b · Chess."


def test_a_stale_page_makes_nobody_somebody_else(app: Flask, everybody: Cast):
    client, zoe = browser_of_pupil(app, everybody.pupil), zoe_of(app, everybody)
    page = client.get(f"/en/card/{card_of(zoe)}")
    ben = client.get(f"/en/card/{card_of(everybody.members[1])}")
    press(client, ben, "Yes, that is me")
    press(client, page, "Yes, both are me")
    assert zoe_of(app, everybody).learner == zoe.learner


# The class code


def test_enrolling_is_off_at_first(client: FlaskClient, everybody: Cast):
    answer = client.get(f"/en/join/{everybody.room.join_code}")
    assert answer.status_code == 404
    assert "No class takes new pupils by this code now" in said(answer)


def test_a_new_pupil_joins_and_sees_the_card_once(
    client: FlaskClient, app: Flask, everybody: Cast, open_code: str
):
    page = press(client, client.get("/en/join"), "Go on", code=open_code.lower())
    assert "Join the class 7b" in said(page)
    answer = press(client, page, "Join", name="  Cleo\u202e ")
    assert "Hello Cleo, you are in the class 7b" in said(answer)
    made = next(
        one
        for one in pupils.members(sessions_of(app), everybody.teacher.id, everybody.room.id)
        if one.name == "Cleo"
    )
    assert made.enrolled
    assert codes.spaced(card_of(made)) in said(answer)
    assert 'class="qr"' in answer.text
    assert who(client) == "You are here as Cleo, class 7b."


def test_the_card_of_a_pupil_on_the_list_is_never_shown_to_the_browser(app: Flask, everybody: Cast):
    answer = browser_of_pupil(app, everybody.pupil).get("/en/welcome")
    assert codes.spaced(card_of(everybody.members[0])) not in answer.text
    assert 'class="qr"' not in answer.text


def test_a_double_click_makes_one_pupil(
    client: FlaskClient, app: Flask, everybody: Cast, open_code: str
):
    page = client.get(f"/en/join/{open_code}")
    first, second = (press(client, page, "Join", name="Cleo") for _ in range(2))
    assert said(first) == said(second)
    assert names_in(app, everybody).count("Cleo") == 1


def test_the_class_code_never_lets_anyone_be_somebody_who_is_there(
    client: FlaskClient, app: Flask, everybody: Cast, open_code: str
):
    press(client, client.get(f"/en/join/{open_code}"), "Join", name="Ana")
    assert names_in(app, everybody) == ["Ana", "Ana", "Ben", "Ben"]
    with reading(sessions_of(app)) as session:
        assert len({row.learner_id for row in session.query(Pupil)}) == 5


def test_the_next_child_with_the_same_name_at_the_same_page_is_another_pupil(
    client: FlaskClient, app: Flask, everybody: Cast, open_code: str
):
    page = client.get(f"/en/join/{open_code}")
    press(client, page, "Join", name="Cleo")
    with writing(sessions_of(app)) as session:
        row = session.query(Pupil).filter_by(name="Cleo").one()
        row.joined_at -= joining.TWICE
    press(client, page, "Join", name="Cleo")
    assert names_in(app, everybody).count("Cleo") == 2


def test_a_pupil_who_joins_a_second_class_loses_nothing(
    app: Flask, everybody: Cast, open_code: str
):
    zoe = zoe_of(app, everybody)
    client = app.test_client()
    press(client, client.get(f"/en/card/{card_of(zoe)}"), "Yes, that is me")
    page = client.get(f"/en/join/{open_code}")
    assert "Join as Zoe?" in said(page)
    answer = press(client, page, "Yes, join as Zoe")
    assert "Hello Zoe, you are in the class 7b" in said(answer)
    found = pupils.members(sessions_of(app), everybody.teacher.id, everybody.room.id)
    assert [one.learner for one in found if one.name == "Zoe"] == [zoe.learner]
    press(client, page, "Yes, join as Zoe")
    again = press(client, client.get(f"/en/join/{open_code}"), "Yes, join as Zoe")
    assert "You were in this class already." in said(again)
    assert names_in(app, everybody).count("Zoe") == 1


def test_whoever_is_not_the_pupil_at_the_device_joins_as_somebody_new(
    app: Flask, everybody: Cast, open_code: str
):
    client = browser_of_pupil(app, everybody.pupil)
    page = client.get(f"/en/join/{open_code}")
    press(client, page, "Join", name="Cleo")
    assert who(client) == "You are here as Cleo, class 7b."
    stale = press(client, page, "Yes, join as Ana")
    assert "Join as Cleo?" in said(stale)


def test_a_guest_may_take_along_what_was_done_in_this_browser(
    client: FlaskClient, app: Flask, everybody: Cast, open_code: str
):
    person = guests.new_id()
    record_attempt(sessions_of(app), person, "form", Answer("blue", "B10,B12", solved=True))
    with app.test_request_context("/en/"):
        signed = learner._signer().sign(person).decode()
    client.set_cookie("learner", signed)
    page = client.get(f"/en/join/{open_code}")
    assert "Take along what has been done in this browser so far" in said(page)
    press(client, page, "Join", name="Cleo", along="1")
    with reading(sessions_of(app)) as session:
        row = session.query(Pupil).filter_by(name="Cleo").one()
        assert row.came_along
    other = app.test_client()
    other.set_cookie("learner", signed)
    press(other, other.get(f"/en/join/{open_code}"), "Join", name="Dan")
    with reading(sessions_of(app)) as session:
        assert not session.query(Pupil).filter_by(name="Dan").one().came_along


@pytest.mark.parametrize("name", ["", "  \u200b ", "\u202e"])
def test_a_name_is_asked_for(
    client: FlaskClient, app: Flask, everybody: Cast, open_code: str, name
):
    answer = press(client, client.get(f"/en/join/{open_code}"), "Join", name=name)
    assert answer.status_code == 422
    assert "Type your name: your teacher sees it." in said(answer)
    assert len(names_in(app, everybody)) == 3


def test_a_class_takes_no_more_than_two_hundred(
    client: FlaskClient, app: Flask, everybody: Cast, open_code: str
):
    where = everybody.teacher.id, everybody.room.id
    pupils.add(sessions_of(app), *where, [f"Pupil {n}" for n in range(197)])
    answer = press(client, client.get(f"/en/join/{open_code}"), "Join", name="Cleo")
    assert answer.status_code == 409
    assert "This class has no room for more pupils." in said(answer)


def test_a_renewed_class_code_opens_and_the_old_one_does_not(
    client: FlaskClient, app: Flask, everybody: Cast, open_code: str
):
    where = sessions_of(app), everybody.teacher.id, everybody.room.id
    classrooms.renew_join_code(*where, open_code)
    classrooms.renew_join_code(*where, open_code)
    with reading(sessions_of(app)) as session:
        code = session.query(Classroom).filter_by(public_id=everybody.room.id).one().join_code
    assert client.get(f"/en/join/{open_code}").status_code == 404
    assert client.get(f"/en/join/{code}").status_code == 200


# Short addresses for QR codes


@pytest.mark.parametrize(
    ("headers", "cookie", "language"),
    [
        ({}, "", "fr"),
        ({"Accept-Language": "ru-RU,ru"}, "", "ru"),
        ({"Accept-Language": "xx"}, "", "fr"),
        ({"Accept-Language": "ru"}, "it", "it"),
    ],
)
def test_a_short_address_leads_to_the_readers_language_else_to_that_of_the_class(
    app: Flask, everybody: Cast, headers: dict[str, str], cookie: str, language: str
):
    classrooms.set_joining(sessions_of(app), everybody.outsider.id, everybody.other_room.id, True)
    client = app.test_client()
    if cookie:
        client.set_cookie("language", cookie)
    card = card_of(zoe_of(app, everybody))
    for short, long in (("c", "card"), ("j", "join")):
        code = card if short == "c" else everybody.other_room.join_code
        answer = client.get(f"/{short}/{code}", headers=headers)
        assert (answer.status_code, answer.location) == (302, f"/{language}/{long}/{code}")
        assert answer.headers["Cache-Control"] == "no-store"
        assert {"Accept-Language", "Cookie"} <= set(answer.vary)


def test_a_short_address_tells_nothing_about_secrets(client: FlaskClient, everybody: Cast):
    tag = everybody.other_room.tag
    known = client.get(f"/c/{tag}AAAAAA").location
    assert known == f"/fr/card/{tag}AAAAAA"
    assert client.get(f"/j/{everybody.other_room.join_code}").location.startswith("/en/")
    assert client.get("/c/%20").location == "/en/card/-"


@pytest.mark.parametrize(
    ("typed", "page"),
    [
        ("/join", "/ru/join"),
        ("/join/", "/ru/join"),
        ("/ru/join/", "/ru/join"),
        ("/class", "/ru/class/"),
        ("/class/", "/ru/class/"),
        ("/ru/class", "/ru/class/"),
        ("/live", "/ru/live"),
        ("/live/", "/ru/live"),
        ("/en/live/", "/en/live"),
        ("/live/ABC", "/ru/live/ABC"),
        ("/en/live/ABC/", "/en/live/ABC"),
        ("/l/", "/ru/live"),
        ("/join/CARD", "/ru/join/CARD"),
        ("/ru/card/ABC/", "/ru/card/ABC"),
    ],
)
def test_an_address_that_was_shortened_by_hand_leads_on(app: Flask, typed: str, page: str):
    client = app.test_client()
    client.set_cookie("language", "ru")
    first = client.get(typed)
    assert first.status_code in (302, 308)
    if typed != "/ru/class":
        assert first.headers["Cache-Control"] == "no-store"
        assert {"Accept-Language", "Cookie"} <= set(first.vary)
    last = client.get(typed, follow_redirects=True)
    assert last.request.path == page


def test_the_language_of_the_class_is_offered_and_not_forced(app: Flask, everybody: Cast):
    client, zoe = app.test_client(), zoe_of(app, everybody)
    page = client.get(f"/en/card/{card_of(zoe)}")
    answer = press(client, page, "Français")
    assert answer.request.path == f"/fr/card/{card_of(zoe)}"
    back = client.get(f"/en/card/{card_of(zoe)}")
    assert "Your class speaks another language." not in said(back)


# The rules of the class


def test_the_rules_of_the_class_hold_for_its_pupils_until_they_choose(app: Flask, everybody: Cast):
    client, zoe = app.test_client(), zoe_of(app, everybody)
    press(client, client.get(f"/en/card/{card_of(zoe)}"), "Yes, that is me")
    page = client.get("/en/lessons/")
    assert 'value="classic" aria-pressed="true"' in page.text
    assert "Which rules do you play by?" not in page.text
    press(client, page, "official rules")
    assert 'value="official" aria-pressed="true"' in client.get("/en/lessons/").text
    card = f"/en/card/{card_of(everybody.members[0])}"
    press(client, client.get(card), "Yes, that is me")
    page = client.get("/en/lessons/")
    press(client, page, "Italian family rules")
    press(client, client.get(f"/en/card/{card_of(zoe)}"), "Yes, that is me")
    # The choice of the one is not the choice of the next at the same device.
    assert 'value="classic" aria-pressed="true"' in client.get("/en/lessons/").text


def test_forms_without_a_token_do_nothing(app: Flask, everybody: Cast, open_code: str):
    client = app.test_client()
    card = card_of(everybody.members[0])
    for path in (f"/en/card/{card}", f"/en/join/{open_code}", "/en/join", "/en/sign-out"):
        assert client.post(path, data={"name": "Cleo"}).status_code == 400
    assert len(names_in(app, everybody)) == 3
