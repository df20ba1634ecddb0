"""Teachers' accounts on the site: in, up, out; browsers, password, recovery codes, leaving."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from tests.classes.hashing import cheap_hashes
from tests.web.conftest import LANGUAGES, MakeApp
from tests.web.people import browser_of_pupil, browser_of_teacher, sessions_of, stage
from trainer.classes import passwords, signing_up
from trainer.classes.passwords import BusyError
from trainer.classes.teachers import GUESSES
from trainer.config import Settings
from trainer.storage.class_tables import Teacher, TeacherSession
from trainer.storage.database import reading, writing
from trainer.web import account_forms, browser_names, clock

__all__ = ["cheap_hashes"]
pytestmark = pytest.mark.usefixtures("cheap_hashes")

NAME, PASSWORD, NEW = "Ms Frizzle", "seatbelts everyone", "raise your hands"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
CODE = re.compile(r"<code[^>]*>([A-Z0-9-]{19})</code>")


def post(client: FlaskClient, path: str, page: str | None = None, **fields: str) -> TestResponse:
    """Fill in the form on a page and send it, hidden fields and all."""
    path, page = f"/en/teach/{path}", f"/en/teach/{page or path}"
    form = re.search(rf'<form[^>]*action="{path}".*?</form>', client.get(page).text, re.DOTALL)
    assert form is not None, page
    hidden = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form[0])
    return client.post(path, data={**dict(hidden), **fields}, headers={"User-Agent": FIREFOX})


def sign_up(client: FlaskClient, name: str = NAME, password: str = PASSWORD) -> TestResponse:
    return post(client, "sign-up", name=name, new_password=password)


def sign_in(client: FlaskClient, name: str = NAME, password: str = PASSWORD) -> TestResponse:
    return post(client, "sign-in", name=name, password=password)


def is_signed_in(client: FlaskClient) -> bool:
    return client.get("/en/teach/account").status_code == 200


def cookies(answer: TestResponse) -> dict[str, str]:
    return {one.partition("=")[0]: one for one in answer.headers.getlist("Set-Cookie")}


def secret(client: FlaskClient) -> str | None:
    found = client.get_cookie("teacher")
    return None if found is None else found.value


def wrong(answer: TestResponse, name: str) -> str:
    """What stands at a field of a refused form; the summary says the same and leads there."""
    field = re.search(rf'<input[^>]*id="{name}"[^>]*>', answer.text)
    assert field is not None
    assert 'aria-invalid="true"' in field[0]
    described = re.search(r'aria-describedby="([^"]*)"', field[0])
    assert described is not None
    assert f"{name}-wrong" in described[1].split()
    said = re.search(rf'id="{name}-wrong">([^<]*)<', answer.text)
    assert said is not None
    assert f'<a href="#{name}">{said[1]}</a>' in answer.text
    assert 'id="problems" tabindex="-1" autofocus' in answer.text
    return said[1]


@pytest.fixture
def teacher(app: Flask) -> FlaskClient:
    """A browser in which a teacher has signed up."""
    client = app.test_client()
    assert sign_up(client).status_code == 303
    return client


@pytest.fixture
def site(settings: Settings, make_app: MakeApp) -> Callable[[str], FlaskClient]:
    """Makes a site where sign-up is open, by invitation, or closed."""
    return lambda policy: make_app(replace(settings, sign_up=policy)).test_client()


# Signing up


def test_from_sign_up_through_the_codes_to_sign_out_and_in_again(client: FlaskClient):
    answer = sign_up(client)
    assert (answer.status_code, answer.location) == (303, "/en/teach/account/recovery-codes")
    codes = CODE.findall(client.get(answer.location).text)
    assert len(set(codes)) == 8
    assert is_signed_in(client)
    assert post(client, "sign-out", "account").status_code == 303
    assert not is_signed_in(client)
    assert sign_in(client, "ms  FRIZZLE").status_code == 303
    assert is_signed_in(client)


def test_all_that_is_wrong_is_said_at_its_field_and_the_name_is_kept(client: FlaskClient):
    answer = sign_up(client, "x", "too short")
    assert answer.status_code == 422
    assert wrong(answer, "name") == "The name needs at least 2 letters."
    assert wrong(answer, "new_password") == "The new password needs at least 10 characters."
    assert 'value="x"' in answer.text
    assert "too short" not in answer.text
    assert "<title>Not right yet: Make a teacher’s account" in answer.text


def test_a_name_that_is_taken_is_one_clear_error(teacher: FlaskClient, app: Flask):
    other = app.test_client()
    answer = sign_up(other, " MS frizzle", "another password of mine")
    assert answer.status_code == 422
    assert "has this name already" in wrong(answer, "name")
    assert not is_signed_in(other)


def test_the_sign_up_form_sent_twice_makes_one_account_with_the_same_codes(app: Flask):
    client, twin = app.test_client(), app.test_client()
    page = client.get("/en/teach/sign-up").text
    hidden = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page))
    session = client.get_cookie("session")
    assert session is not None
    twin.set_cookie("session", session.value)
    fields = {**hidden, "name": NAME, "new_password": PASSWORD}
    shown = []
    # The second click is sent before the first one is answered.
    for browser in (client, twin):
        answer = browser.post("/en/teach/sign-up", data=fields)
        assert answer.status_code == 303
        shown.append(CODE.findall(browser.get(answer.location).text))
    assert shown[0] == shown[1]
    assert len(shown[0]) == 8


def test_by_invitation_a_link_lets_one_teacher_in(site: Callable[[str], FlaskClient]):
    client = site("invitation")
    code = signing_up.invite(sessions_of(client.application))
    page = client.get(f"/en/teach/sign-up?invitation={code}").text
    assert f'name="invitation" value="{code}"' in page
    answer = post(client, "sign-up", name=NAME, new_password=PASSWORD, invitation=code)
    assert answer.status_code == 303
    other = client.application.test_client()
    answer = post(
        other, "sign-up", name="Dr Outsider", new_password=PASSWORD, invitation=code.lower()
    )
    assert answer.status_code == 422
    assert "it has been used" in wrong(answer, "invitation")
    assert f'value="{code.lower()}"' in answer.text


def test_by_invitation_nobody_gets_in_without_one(site: Callable[[str], FlaskClient]):
    client = site("invitation")
    answer = post(client, "sign-up", name=NAME, new_password=PASSWORD)
    assert answer.status_code == 422
    assert wrong(answer, "invitation") == "To sign up here you need the code of an invitation."


def test_where_sign_up_is_closed_it_says_whom_to_ask(site: Callable[[str], FlaskClient]):
    client = site("closed")
    answer = client.get("/en/teach/sign-up")
    assert answer.status_code == 403
    assert "Ask the person who runs it" in answer.text
    page = client.get("/en/teach/sign-in").text
    assert "/teach/sign-up" not in page
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token is not None
    form = {"csrf_token": token[1], "name": NAME, "new_password": PASSWORD}
    assert client.post("/en/teach/sign-up", data=form).status_code == 403
    assert signing_up.count(sessions_of(client.application)) == 0


# Signing in


def test_a_wrong_password_and_an_unknown_name_are_told_the_same(teacher: FlaskClient, app: Flask):
    known, unknown = app.test_client(), app.test_client()
    answers = [
        sign_in(known, NAME, "a wrong password"),
        sign_in(unknown, "Nobody", "a wrong password"),
    ]
    assert [one.status_code for one in answers] == [422, 422]
    said = {wrong(one, "name") for one in answers}
    assert said == {"This name and this password do not belong together."}
    assert 'value="Nobody"' in answers[1].text
    assert "a wrong password" not in answers[0].text
    assert not is_signed_in(known)


def test_after_too_many_tries_one_is_told_how_long_to_wait(teacher: FlaskClient, app: Flask):
    stranger = app.test_client()
    for _ in range(GUESSES.free):
        sign_in(stranger, NAME, "a wrong password")
    answer = sign_in(stranger)
    assert answer.status_code == 429
    assert 25 <= int(answer.headers["Retry-After"]) <= 30
    assert re.search(r"too many wrong tries\. You can try again in \d+ seconds", answer.text)


def test_a_whole_school_behind_one_address_is_not_locked_out(teacher: FlaskClient, app: Flask):
    sign_up(app.test_client(), "Mr Co-Teacher", "another password of mine")
    for _ in range(GUESSES.free + 1):
        sign_in(app.test_client(), NAME, "a wrong password")
    assert (
        sign_in(app.test_client(), "Mr Co-Teacher", "another password of mine").status_code == 303
    )


def test_the_teachers_own_browser_is_let_in_while_strangers_guess(teacher: FlaskClient, app: Flask):
    post(teacher, "sign-out", "account")
    for _ in range(GUESSES.free + 1):
        stranger = sign_in(app.test_client(), NAME, "a wrong password")
    assert stranger.status_code == 429
    assert sign_in(teacher).status_code == 303


def test_a_mark_of_a_known_browser_cannot_be_made_up(teacher: FlaskClient, app: Flask):
    own = teacher.get_cookie("known")
    assert own is not None
    entry, _, signature = own.value.partition(":")
    for value in (f"{entry}:x{signature[1:]}", f"{entry[:-1]}x:{signature}", entry, "é", ""):
        stranger = app.test_client()
        stranger.set_cookie("known", value)
        for _ in range(GUESSES.free + 1):
            answer = sign_in(stranger, NAME, "a wrong password")
        assert answer.status_code == 429
        # Each was counted with the others, for the name.
        assert sign_in(app.test_client(), NAME, "a wrong password").status_code == 429


def test_a_browser_of_the_staff_room_knows_several_accounts(teacher: FlaskClient, app: Flask):
    post(teacher, "sign-out", "account")
    for number in range(9):
        sign_up(teacher, f"Colleague {number}")
        post(teacher, "sign-out", "account")
    known = teacher.get_cookie("known")
    assert known is not None
    assert known.value.count("~") == 8
    assert len(known.value) < 600


def test_each_sign_in_brings_a_new_secret_and_ends_the_old_one(teacher: FlaskClient, app: Flask):
    first = secret(teacher)
    assert first is not None
    # Somebody else has put a cookie of their own into this browser.
    victim = app.test_client()
    victim.set_cookie("teacher", first)
    sign_up_answer = app.test_client()
    sign_up(sign_up_answer, "Dr Outsider")
    victim.set_cookie("teacher", "chosen by somebody else")
    sign_in(victim, "Dr Outsider")
    assert secret(victim) not in (first, "chosen by somebody else", None)
    again = app.test_client()
    again.set_cookie("teacher", "chosen by somebody else")
    assert not is_signed_in(again)


def test_whoever_is_signed_in_is_led_on(teacher: FlaskClient):
    for page in ("sign-in", "sign-up"):
        answer = teacher.get(f"/en/teach/{page}?next=/en/progress")
        assert (answer.status_code, answer.location) == (303, "/en/progress")
    assert teacher.get("/en/teach/sign-in").location.startswith("/en/teach/")


@pytest.mark.parametrize(
    ("wish", "place"),
    [
        ("/en/progress?x=1", "/en/progress?x=1"),
        ("/ru/progress", "/en/progress"),
        ("https://evil.example/en/", None),
        ("//evil.example/en/", None),
        ("/\\evil.example/en/", None),
        ("/en/\nevil", None),
        ("javascript:alert(1)", None),
        ("/api/puzzles", None),
        ("/en/" + "x" * 600, None),
    ],
)
def test_a_sign_in_leads_on_to_pages_of_this_site_only(
    teacher: FlaskClient, app: Flask, wish: str, place: str | None
):
    client = app.test_client()
    client.get("/en/teach/sign-in")
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/en/teach/sign-in").text)
    assert token is not None
    form = {"csrf_token": token[1], "name": NAME, "password": PASSWORD, "next": wish}
    location = client.post("/en/teach/sign-in", data=form).location
    assert location == place if place else location.startswith("/en/teach/")


def test_the_wish_survives_errors_and_the_way_to_another_form(client: FlaskClient):
    page = client.get("/en/teach/account")
    assert (page.status_code, page.location) == (303, "/en/teach/sign-in?next=/en/teach/account")
    form = client.get(page.location).text
    assert 'name="next" value="/en/teach/account"' in form
    assert "/en/teach/sign-up?next=/en/teach/account" in form
    answer = client.post(
        "/en/teach/sign-in",
        data={
            "csrf_token": re.findall(r'name="csrf_token" value="([^"]+)"', form)[0],
            "name": NAME,
            "password": "a wrong password",
            "next": "/en/teach/account",
        },
    )
    assert 'name="next" value="/en/teach/account"' in answer.text


def test_a_busy_site_says_so_and_keeps_the_name(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
):
    def busy(*_: object) -> bool:
        raise BusyError

    monkeypatch.setattr(passwords, "matches", busy)
    answer = sign_in(client)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert f'value="{NAME}"' in answer.text
    assert "The site is busy at this moment." in answer.text


@pytest.mark.parametrize("https", [False, True])
def test_the_cookies_are_out_of_reach_of_scripts_and_other_sites(
    settings: Settings, make_app: MakeApp, https: bool
):
    client = make_app(replace(settings, https=https)).test_client()
    sent = cookies(sign_up(client))
    assert {"teacher", "known"} <= set(sent)
    for name in ("teacher", "known"):
        assert "HttpOnly" in sent[name]
        assert "SameSite=Lax" in sent[name]
        assert ("Secure" in sent[name]) == https


@pytest.mark.parametrize(
    "path",
    [
        "sign-in",
        "sign-up",
        "sign-out",
        "recover",
        "account/password",
        "account/browsers",
        "account/recovery-codes",
        "account/recovery-codes/kept",
        "account/delete",
    ],
)
def test_no_other_site_can_send_a_form(teacher: FlaskClient, path: str):
    assert teacher.post(f"/en/teach/{path}", data={"name": NAME}).status_code == 400
    assert is_signed_in(teacher)


def test_pages_that_speak_of_passwords_are_kept_by_no_cache(teacher: FlaskClient):
    for page in ("account", "account/password", "account/recovery-codes", "account/delete"):
        assert teacher.get(f"/en/teach/{page}").headers["Cache-Control"] == "no-store"


def test_password_managers_know_what_belongs_where(teacher: FlaskClient, client: FlaskClient):
    def fields(browser: FlaskClient, page: str) -> list[str]:
        main = browser.get(f"/en/teach/{page}").text.partition("<main")[2]
        return re.findall(r'autocomplete="([^"]+)"', main)

    assert fields(client, "sign-in") == ["username", "current-password"]
    assert fields(client, "sign-up") == ["username", "new-password"]
    assert fields(client, "recover") == ["username", "off", "new-password"]
    assert fields(teacher, "account/password") == ["username", "current-password", "new-password"]


# Signing out, browsers


def test_signing_out_ends_the_session_not_only_the_cookie(teacher: FlaskClient, app: Flask):
    old = secret(teacher)
    assert old is not None
    answer = post(teacher, "sign-out", "account")
    assert "You are signed out." in teacher.get(answer.location).text
    thief = app.test_client()
    thief.set_cookie("teacher", old)
    assert not is_signed_in(thief)


def test_the_account_lists_browsers_in_short_and_ends_them(teacher: FlaskClient, app: Flask):
    others = [app.test_client() for _ in range(3)]
    for other in others:
        sign_in(other)
    page = teacher.get("/en/teach/account").text
    assert page.count("Firefox on Windows <") == page.count("this browser") == 1
    assert page.count('name="browser" value="') == 4
    key = re.findall(r'name="browser" value="(\d+)"', page)[0]
    answer = post(teacher, "account/browsers", "account", browser=key)
    assert "1 browser is signed out." in teacher.get(answer.location).text
    assert sum(map(is_signed_in, others)) == 2
    post(teacher, "account/browsers", "account", browser="others")
    assert not any(map(is_signed_in, others))
    assert is_signed_in(teacher)


@pytest.mark.parametrize("browser", ["", "x", "-1", "9" * 30, "²", "0"])
def test_a_browser_that_is_none_ends_nothing(teacher: FlaskClient, app: Flask, browser: str):
    sign_in(app.test_client())
    answer = post(teacher, "account/browsers", "account", browser=browser)
    assert "0 browsers are signed out." in teacher.get(answer.location).text


def test_nobody_ends_the_browsers_of_somebody_else(teacher: FlaskClient, app: Flask):
    outsider = app.test_client()
    sign_up(outsider, "Dr Outsider")
    sign_in(app.test_client(), "Dr Outsider")
    with reading(sessions_of(app)) as session:
        first = session.scalars(select(TeacherSession.id).order_by(TeacherSession.id)).first()
    post(outsider, "account/browsers", "account", browser=str(first))
    assert is_signed_in(teacher)


@pytest.mark.parametrize(
    ("agent", "short"),
    [
        (FIREFOX, "Firefox/Windows"),
        ("Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Version/17.5 Safari/604.1", "Safari/iPad"),
        ("Mozilla/5.0 (X11; CrOS x86_64) Chrome/126.0 Safari/537.36", "Chrome/ChromeOS"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge/Windows"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36", "Chrome/Android"),
        ("curl/8.0", ""),
        ("", ""),
    ],
)
def test_a_browser_is_named_in_short(agent: str, short: str):
    assert browser_names.short_name(agent) == short


# Password and recovery codes


def test_a_new_password_holds_at_once(teacher: FlaskClient, app: Flask):
    elsewhere = app.test_client()
    sign_in(elsewhere)
    answer = post(teacher, "account/password", password=PASSWORD, new_password=NEW)
    assert "Your new password holds." in teacher.get(answer.location).text
    assert is_signed_in(teacher)
    assert not is_signed_in(elsewhere)
    assert sign_in(app.test_client()).status_code == 422
    assert sign_in(app.test_client(), NAME, NEW).status_code == 303


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"password": "a guess", "new_password": NEW}, "password"),
        ({"password": PASSWORD, "new_password": "1234567890"}, "new_password"),
        ({}, "new_password"),
    ],
)
def test_a_refused_new_password_is_explained(
    teacher: FlaskClient, fields: dict[str, str], field: str
):
    answer = post(teacher, "account/password", **fields)
    assert answer.status_code == 422
    assert wrong(answer, field)
    assert all(value not in answer.text for value in fields.values())


def test_the_codes_are_shown_again_for_ten_minutes_and_to_their_teacher_only(
    teacher: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
):
    page = "/en/teach/account/recovery-codes"
    assert CODE.findall(teacher.get(page).text) == CODE.findall(teacher.get(page).text) != []
    # Another teacher at the same browser, within the same minutes.
    mine = secret(teacher)
    assert mine is not None
    other = app.test_client()
    sign_up(other, "Dr Outsider")
    theirs = secret(other)
    assert theirs is not None
    teacher.set_cookie("teacher", theirs)
    assert CODE.findall(teacher.get(page).text) == []
    teacher.set_cookie("teacher", mine)
    later = clock.now() + account_forms.SHOWN_FOR
    monkeypatch.setattr(clock, "now", lambda: later)
    assert CODE.findall(teacher.get(page).text) == []
    assert "You have 8 recovery codes left." in teacher.get(page).text


def test_once_they_are_kept_the_codes_are_not_shown_again(teacher: FlaskClient):
    page = "account/recovery-codes"
    assert post(teacher, f"{page}/kept", page).status_code == 303
    assert CODE.findall(teacher.get(f"/en/teach/{page}").text) == []


def test_a_code_sets_a_new_password_once_and_says_how_many_are_left(
    teacher: FlaskClient, app: Flask
):
    code = CODE.findall(teacher.get("/en/teach/account/recovery-codes").text)[0]
    client = app.test_client()
    answer = post(client, "recover", name=NAME, code=code.lower(), new_password=NEW)
    assert answer.status_code == 303
    assert "You have 7 recovery codes left." in client.get(answer.location).text
    assert not is_signed_in(teacher)
    stranger = app.test_client()
    answer = post(stranger, "recover", name=NAME, code=code, new_password="yet another one")
    assert answer.status_code == 422
    assert "the code has been used before" in wrong(answer, "code")
    assert code not in answer.text


def test_new_codes_take_the_place_of_the_old_ones_after_the_password(teacher: FlaskClient):
    page = "account/recovery-codes"
    old = CODE.findall(teacher.get(f"/en/teach/{page}").text)
    post(teacher, f"{page}/kept", page)
    answer = post(teacher, page, password="a guess")
    assert answer.status_code == 422
    assert wrong(answer, "password") == "This is not your password."
    answer = post(teacher, page, password=PASSWORD)
    new = CODE.findall(teacher.get(answer.location).text)
    assert len(new) == 8
    assert not set(new) & set(old)


def test_codes_may_be_guessed_at_for_a_while_only(teacher: FlaskClient, app: Flask):
    stranger = app.test_client()
    form = {"name": NAME, "code": "AAAA-AAAA-AAAA-AAAA", "new_password": NEW}
    answers = [post(stranger, "recover", **form) for _ in range(GUESSES.free + 1)]
    assert [one.status_code for one in answers] == [422] * GUESSES.free + [429]
    assert "AAAA-AAAA" not in answers[0].text


# Leaving


def owner(app: Flask) -> FlaskClient:
    """The browser of the teacher of the cast, with a password."""
    everybody = stage(app)
    with writing(sessions_of(app)) as session:
        row = session.scalars(
            select(Teacher).where(Teacher.public_id == everybody.teacher.id)
        ).one()
        row.password = passwords.hashed(PASSWORD)
    return browser_of_teacher(app, everybody.teacher)


def teachers_left(app: Flask) -> int:
    with reading(sessions_of(app)) as session:
        return session.scalar(select(func.count()).select_from(Teacher)) or 0


def test_before_the_account_goes_one_is_told_what_becomes_of_each_class(app: Flask):
    client = owner(app)
    page = client.get("/en/teach/account/delete").text
    assert "These classes pass to a co-teacher" in page
    assert re.search(r"7b</bdi>.*3 pupils.*Mr Co-Teacher", page)
    assert "These classes are deleted too" not in page
    answer = post(client, "account/delete", password=PASSWORD, word="Delete")
    assert "Your account is deleted." in client.get(answer.location).text
    assert teachers_left(app) == 2
    assert not is_signed_in(client)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"password": PASSWORD, "word": "yes"}, "word"),
        ({"password": "a guess", "word": "delete"}, "password"),
        ({"password": PASSWORD, "word": "delete", "told": "earlier"}, "password"),
    ],
)
def test_the_account_does_not_go_by_mistake(app: Flask, fields: dict[str, str], field: str):
    answer = post(owner(app), "account/delete", **fields)
    assert answer.status_code == 422
    assert wrong(answer, field)
    assert teachers_left(app) == 3


# What every page says about who is here


def test_a_signed_in_teacher_sees_the_way_to_the_account_on_every_page(
    teacher: FlaskClient, client: FlaskClient
):
    for page in ("/en/", "/en/puzzles/", "/en/nowhere"):
        text = teacher.get(page).text
        assert "Signed in as a teacher:" in text
        assert NAME in text
        assert "/en/teach/account" in text
        assert "Sign in as a teacher" not in text
        text = client.get(page).text
        assert "/en/teach/account" not in text
        assert "Sign in as a teacher" in text


def test_a_name_is_text_and_nothing_else(client: FlaskClient):
    sign_up(client, '<b>Bold</b> & "quoted"')
    for page in ("", "teach/account", "teach/account/password", "teach/account/recovery-codes"):
        text = client.get(f"/en/{page}").text
        assert "<b>Bold" not in text
        assert "&lt;b&gt;Bold" in text


def test_pupils_have_no_account(app: Flask):
    client = browser_of_pupil(app, stage(app).pupil)
    assert client.get("/en/teach/account").status_code == 303
    assert "Signed in as a teacher" not in client.get("/en/").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_every_language(teacher: FlaskClient, app: Flask, language: str):
    for page in ("account", "account/password", "account/recovery-codes", "account/delete"):
        assert teacher.get(f"/{language}/teach/{page}").status_code == 200
    for page in ("sign-in", "sign-up", "recover"):
        assert app.test_client().get(f"/{language}/teach/{page}").status_code == 200


def test_a_teacher_is_signed_in_in_every_language_at_once(teacher: FlaskClient):
    assert NAME in teacher.get("/ru/teach/account").text
