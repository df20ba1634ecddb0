"""What is stored: said in plain words, shown, handed over, deleted; and moved to another device."""

from __future__ import annotations

import ast
import json
import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient

import trainer.web
from tests.classes.cast import Cast
from tests.classes.test_personal_data import fill, personal
from tests.web.conftest import LANGUAGES, MakeApp
from tests.web.people import browser_of_pupil, browser_of_teacher, sessions_of, stage
from trainer.classes import codes, personal_data
from trainer.config import Settings
from trainer.learners import guests
from trainer.learners.progress import Answer, record_attempt
from trainer.puzzles import bank
from trainer.storage.class_tables import Classroom, Erasure, Pupil
from trainer.storage.database import reading, writing
from trainer.storage.tables import Learner
from trainer.web import data_sheet, learner, privacy

WEB = Path(trainer.web.__file__).parent


@pytest.fixture
def everybody(app: Flask) -> Cast:
    return stage(app)


@pytest.fixture
def teacher(app: Flask, everybody: Cast) -> FlaskClient:
    return browser_of_teacher(app, everybody.teacher)


@pytest.fixture
def ana(app: Flask, everybody: Cast) -> FlaskClient:
    return browser_of_pupil(app, everybody.pupil)


def token(client: FlaskClient, address: str) -> str:
    found = re.search(r'name="csrf_token" value="([^"]+)"', client.get(address).text)
    assert found is not None, address
    return found[1]


def data_page(everybody: Cast) -> str:
    return f"/en/teach/classes/{everybody.room.id}/pupils/{everybody.members[0].id}/data"


def rows(app: Flask, table: type) -> int:
    with reading(sessions_of(app)) as session:
        return session.scalar(sa.select(sa.func.count()).select_from(table)) or 0


# What is kept


def scripts_and_modules_that_set_cookies() -> set[str]:
    found = {path.name for path in (WEB / "static").glob("*.js") if sets_one(path.read_text())}
    for path in WEB.glob("*.py"):
        tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        calls = (node.func for node in tree if isinstance(node, ast.Call))
        names = {one.attr for one in calls if isinstance(one, ast.Attribute)}
        found |= {path.name} if "set_cookie" in names else set()
    return found


def sets_one(script: str) -> bool:
    return re.search(r"document\.cookie\s*=[^=]", script) is not None


def test_the_page_names_every_cookie_that_the_code_can_set(app: Flask):
    # A new cookie fails here until the page says what it is for.
    with app.test_request_context("/en/"):
        known = list(privacy.cookies())
    owners = {one.owner for one in known}
    assert scripts_and_modules_that_set_cookies() | {"security.py"} == owners
    assert {one.name for one in known if one.owner == "signed_in.py"} == {"teacher", "pupil"}
    assert len({one.name for one in known}) == len(known)


def test_a_cookie_lives_as_long_as_the_page_says(app: Flask, client: FlaskClient):
    with app.test_request_context("/en/"):
        lives = {one.name: one.life for one in privacy.cookies()}
    puzzle = bank.load().puzzles[0].id
    answers = [
        client.get(f"/en/puzzles/{puzzle}"),
        client.post("/language", data={"language": "fr", "next": "/en/"}),
        client.post(
            "/en/lessons/rules",
            data={"rules": "classic", "csrf_token": token(client, "/en/lessons/")},
        ),
    ]
    ages = {}
    for header in (one for answer in answers for one in answer.headers.getlist("Set-Cookie")):
        name, age = header.split("=")[0], re.search(r"Max-Age=(\d+)", header)
        expires = re.search(r"Expires=([^;]+)", header)
        if age is not None:
            ages[name] = timedelta(seconds=int(age[1]))
        elif expires is not None:
            end = datetime.strptime(expires[1], "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC)
            ages[name] = timedelta(days=round((end - datetime.now(UTC)) / timedelta(days=1)))
    assert set(ages) == {"learner", "session", "language", "rules"}
    assert {name: lives[name] for name in ages} == ages


def test_the_script_that_sets_the_zone_keeps_it_as_long_as_the_page_says(app: Flask):
    with app.test_request_context("/en/"):
        (zone,) = (one for one in privacy.cookies() if one.owner == "zone.js")
    text = (WEB / "static" / "zone.js").read_text()
    assert f"{zone.name}=" in text
    assert f"max-age=${{{zone.days} * 86400}}" in text


def test_no_other_place_of_the_browser_is_used_but_the_tab(app: Flask):
    for script in (WEB / "static").glob("*.js"):
        text = script.read_text(encoding="utf-8")
        assert not re.search(r"localStorage|indexedDB|sendBeacon|\bcaches\b", text), script.name


def test_nothing_in_the_program_asks_for_the_address_of_a_device():
    for path in WEB.parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"remote_addr|access_route|forwarded.for", text, re.I), path


@pytest.mark.parametrize("days", [90, 365])
def test_the_numbers_are_those_of_the_settings(tmp_path: Path, make_app: MakeApp, days: int):
    environment = {
        "TRAINER_DATA": str(tmp_path),
        "TRAINER_NAMES_DAYS": str(days),
        "TRAINER_OPERATOR": "School <of> Example, office@example.org",
        "TRAINER_HTTPS": "1",
    }
    text = make_app(Settings.from_environment(environment)).test_client().get("/en/privacy").text
    assert f"{days} days after the class has ended, the names go" in text
    assert "School &lt;of&gt; Example, office@example.org" in text
    assert "set up for HTTPS only" in text


def test_without_an_operator_the_page_says_whom_to_ask(client: FlaskClient):
    text = client.get("/en/privacy").text
    assert "The school or the people who gave you this address" in text
    assert "180 days after" in text
    assert "not been here for 400 days" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_leads_to_what_is_kept(client: FlaskClient, language: str):
    assert f'href="/{language}/privacy"' in client.get(f"/{language}/").text
    assert client.get(f"/{language}/privacy").status_code == 200


def test_looking_at_what_is_kept_leaves_no_trace(app: Flask, client: FlaskClient):
    assert client.get("/en/privacy").headers.getlist("Set-Cookie") == []


# A pupil's data for the teacher


def test_the_teachers_of_the_class_see_it_and_nobody_else(app: Flask, everybody: Cast):
    page = data_page(everybody)
    seen = {
        name: [
            browser_of_teacher(app, person).get(page + part).status_code
            for part in ("", "/export", "/delete")
        ]
        for name, person in (
            ("teacher", everybody.teacher),
            ("co-teacher", everybody.co_teacher),
            ("outsider", everybody.outsider),
        )
    }
    assert seen == {"teacher": [200] * 3, "co-teacher": [200] * 3, "outsider": [404] * 3}
    for client in (browser_of_pupil(app, everybody.pupil), app.test_client()):
        for part in ("", "/export", "/delete"):
            assert client.get(page + part).status_code == 303


def test_the_page_names_the_pupil_the_class_and_the_card(teacher: FlaskClient, everybody: Cast):
    text = teacher.get(data_page(everybody)).text
    for shown in ("Ana", "7b", codes.spaced(everybody.members[0].card or "?")):
        assert shown in text


def test_the_file_has_the_same(teacher: FlaskClient, everybody: Cast):
    answer = teacher.get(data_page(everybody) + "/export")
    assert answer.mimetype == "application/json"
    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"] == "no-store"
    data = json.loads(answer.text)
    assert (data["name"], data["class"]) == ("Ana", "7b")


def test_deleting_asks_for_a_word(app: Flask, teacher: FlaskClient, everybody: Cast):
    page = data_page(everybody) + "/delete"
    form = {"csrf_token": token(teacher, page)}
    for word in ("", "yes", "deleted"):
        answer = teacher.post(page, data={**form, "word": word})
        assert answer.status_code == 422
        assert "That was another word" in answer.text
    assert rows(app, Pupil) == 4
    answer = teacher.post(page, data={**form, "word": " “Delete” "})
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/en/teach/classes/{everybody.room.id}"
    assert "Ana has been deleted for good." in teacher.get(answer.headers["Location"]).text
    assert rows(app, Pupil) == 3
    assert teacher.post(page, data={**form, "word": "delete"}).status_code == 404


def test_deleting_needs_the_form_of_this_site(app: Flask, teacher: FlaskClient, everybody: Cast):
    answer = teacher.post(data_page(everybody) + "/delete", data={"word": "delete"})
    assert answer.status_code == 400
    assert rows(app, Pupil) == 4


def test_an_outsider_cannot_delete(app: Flask, everybody: Cast):
    outsider = browser_of_teacher(app, everybody.outsider)
    form = {"csrf_token": token(outsider, "/en/progress/move"), "word": "delete"}
    answer = outsider.post(data_page(everybody) + "/delete", data=form)
    assert answer.status_code == 404
    assert rows(app, Pupil) == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_word_is_one_of_the_page(app: Flask, everybody: Cast, language: str):
    teacher = browser_of_teacher(app, everybody.teacher)
    page = data_page(everybody).replace("/en/", f"/{language}/") + "/delete"
    with app.test_request_context(f"/{language}/"):
        from trainer.web.confirming import word_to_type

        word = word_to_type()
    form = {"csrf_token": token(teacher, page), "word": word.upper()}
    assert teacher.post(page, data=form).status_code == 303


def test_a_name_that_has_gone_reads_as_a_number(app: Flask, teacher: FlaskClient, everybody: Cast):
    with writing(sessions_of(app)) as session:
        session.execute(sa.update(Pupil).values(name="#07"))
    room = f"/en/teach/classes/{everybody.room.id}"
    pupil = f"pupils/{everybody.members[0].id}"
    for page in (data_page(everybody), room, f"{room}/{pupil}", f"{room}/results/{pupil}"):
        text = teacher.get(page).text
        assert "Pupil 7" in text, page
        assert ">#07<" not in text, page


def test_the_page_of_a_pupil_who_has_left_leads_to_the_data(
    app: Flask, teacher: FlaskClient, everybody: Cast
):
    page = data_page(everybody)
    for column in ("removed_at", "moved_at"):
        with writing(sessions_of(app)) as session:
            gone = {"removed_at": None, "moved_at": None, column: datetime.now(UTC)}
            session.execute(sa.update(Pupil).values(**gone))
        assert page in teacher.get(page.removesuffix("/data")).text
        assert teacher.get(page).status_code == 200


def test_a_teacher_takes_the_own_data_along(app: Flask, teacher: FlaskClient, everybody: Cast):
    answer = teacher.get("/en/teach/account/export")
    assert "attachment" in answer.headers["Content-Disposition"]
    data = json.loads(answer.text)
    assert data["name"] == "Ms Teacher"
    assert [(one["name"], one["role"]) for one in data["classes"]] == [("7b", "owner")]
    assert everybody.teacher.secret not in answer.text
    assert "/en/teach/account/export" in teacher.get("/en/teach/account").text
    assert app.test_client().get("/en/teach/account/export").status_code == 303


# What teachers are told on the pages of a class


def class_row(app: Flask, everybody: Cast, **values: object) -> None:
    with writing(sessions_of(app)) as session:
        mine = sa.update(Classroom).where(Classroom.public_id == everybody.room.id)
        session.execute(mine.values(**values))


def test_teachers_are_told_before_a_class_ends(app: Flask, teacher: FlaskClient, everybody: Cast):
    soon = date.today() + timedelta(days=10)
    class_row(app, everybody, expires_on=soon)
    assert "This class ends on" in teacher.get(data_page(everybody)).text
    class_row(app, everybody, expires_on=soon + timedelta(days=100))
    assert "This class ends on" not in teacher.get(data_page(everybody)).text


def test_teachers_are_told_before_the_names_go(app: Flask, teacher: FlaskClient, everybody: Cast):
    class_row(app, everybody, archived_at=datetime.now(UTC) - timedelta(days=160))
    assert "the names of its pupils go" in teacher.get(data_page(everybody)).text


def test_teachers_see_that_a_pupil_has_deleted_everything(
    app: Flask, teacher: FlaskClient, everybody: Cast
):
    page = data_page(everybody)
    personal_data.erase_learner(sessions_of(app), everybody.members[1].learner)
    text = teacher.get(page).text
    assert "a pupil deleted everything" in text
    assert "Ben" not in text


# One's own data


def test_a_pupil_sees_everything_on_one_page(app: Flask, everybody: Cast, ana: FlaskClient):
    puzzle = bank.load().puzzles[0].id
    answer = Answer(puzzle, "B12", solved=False, loss=1.5)
    record_attempt(sessions_of(app), everybody.members[0].learner, "form", answer)
    text = ana.get("/en/progress/data").text
    card = codes.spaced(everybody.members[0].card or "?")
    for shown in ("Ana", "7b", card, "Puzzle 1", "B12", "1.5"):
        assert shown in text
    data = json.loads(ana.get("/en/progress/export").text)
    assert [one["class"] for one in data["classes"]] == ["7b"]
    assert data["puzzle_answers"][0]["puzzle"] == puzzle


def test_every_part_of_the_data_has_words_and_every_column_a_place(app: Flask):
    fill(sessions_of(app))
    with reading(sessions_of(app)) as session:
        who = session.scalars(sa.select(Learner.public_id)).one()
    data = personal_data.of_learner(sessions_of(app), who)
    with app.test_request_context("/en/"):
        for part in (data, data["classes"][0]):  # type: ignore[index]
            for name, found in data_sheet._parts(part):  # type: ignore[arg-type]
                shown = set(data_sheet.SHAPES[name][1])
                file_only = data_sheet.FILE_ONLY.get(name, frozenset())
                assert set(found[0]) <= shown | file_only | {"answers"}, name
            lists = {name for name, value in part.items() if isinstance(value, list)}
            assert lists <= set(data_sheet.SHAPES) | {"classes"}
        assert len(data_sheet.sheets(data)) + len(data_sheet.class_parts(data)[0].sheets) >= 15
    assert len(personal()) > 15


def test_a_lesson_and_its_practice_are_told_apart_among_the_tasks(app: Flask):
    cell = data_sheet.TASK.cell
    with app.test_request_context("/en/"):
        names = [cell("goal-and-deck", {"kind": kind}).text for kind in ("chapter", "practice")]
    assert names == ["The cards and the goal", "Practice: The cards and the goal"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_stored_the_page_shows_it(app: Flask, client: FlaskClient, language: str):
    fill(sessions_of(app))
    # A made-up id is none that the cookie may have: so the row gets a real one.
    real = guests.new_id()
    with writing(sessions_of(app)) as session:
        session.execute(sa.update(Learner).values(public_id=real))
    with app.test_request_context("/en/"):
        client.set_cookie(learner.COOKIE, learner._signer().sign(real).decode())
    answer = client.get(f"/{language}/progress/data")
    assert answer.status_code == 200
    assert answer.text.count("<table") >= 15


def test_a_guest_who_has_done_nothing_is_told_so(client: FlaskClient):
    assert "Nothing is stored about you." in client.get("/en/progress/data").text


def test_a_pupil_deletes_everything_after_a_word(app: Flask, everybody: Cast, ana: FlaskClient):
    page = "/en/progress/delete"
    text = ana.get(page).text
    assert "7b" in text
    assert "Your teachers will see that somebody has deleted their data." in text
    form = {"csrf_token": token(ana, page)}
    assert ana.post(page, data=form).status_code == 422
    assert rows(app, Learner) == 4
    assert ana.post(page, data={**form, "word": "delete"}).status_code == 303
    assert rows(app, Learner) == 3
    assert rows(app, Erasure) == 1
    assert ana.get_cookie("pupil") is None
    assert "Your progress has been deleted." in ana.get("/en/progress").text
    teacher = browser_of_teacher(app, everybody.teacher)
    assert teacher.get(data_page(everybody)).status_code == 404


def test_the_guest_whom_the_browser_knew_before_the_card_stays(
    app: Flask, everybody: Cast, ana: FlaskClient
):
    guest = guests.new_id()
    record_attempt(sessions_of(app), guest, "form", Answer("blue", "B12", solved=True))
    with app.test_request_context("/en/"):
        ana.set_cookie(learner.COOKIE, learner._signer().sign(guest).decode())
    page = "/en/progress/delete"
    ana.post(page, data={"csrf_token": token(ana, page), "word": "delete"})
    assert ana.get_cookie(learner.COOKIE) is not None
    assert "You have solved 1 puzzle." in ana.get("/en/progress").text


# To another device


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    """A guest's phone, on which a puzzle was solved."""
    return guest_browser(app, "blue")


@pytest.fixture
def laptop(app: Flask) -> FlaskClient:
    return app.test_client()


def guest_browser(app: Flask, *puzzles: str) -> FlaskClient:
    client, who = app.test_client(), guests.new_id()
    for puzzle in puzzles:
        record_attempt(sessions_of(app), who, "form", Answer(puzzle, "B12", solved=True))
    with app.test_request_context("/en/"):
        client.set_cookie(learner.COOKIE, learner._signer().sign(who).decode())
    return client


def shown_code(client: FlaskClient) -> str | None:
    found = re.search(r"big-code[^>]*>([^<]+)<", client.get("/en/progress/move").text)
    return found[1] if found else None


def make_code(client: FlaskClient) -> str:
    form = {"csrf_token": token(client, "/en/progress/move")}
    assert client.post("/en/progress/move/code", data=form).status_code == 303
    found = shown_code(client)
    assert found is not None
    return found


def bring(client: FlaskClient, code: str, **more: str):
    form = {"csrf_token": token(client, "/en/progress/move"), "code": code, **more}
    return client.post("/en/progress/move", data=form)


def test_a_code_brings_the_progress_to_another_device(phone: FlaskClient, laptop: FlaskClient):
    code = make_code(phone)
    assert re.fullmatch(r"[A-Z0-9]{5}-[A-Z0-9]{5}", code)
    answer = bring(laptop, code.lower())
    assert (answer.status_code, answer.headers["Location"]) == (303, "/en/progress")
    text = laptop.get("/en/progress").text
    assert "Your progress is here now." in text
    assert "You have solved 1 puzzle." in text
    assert "You have solved 1 puzzle." in phone.get("/en/progress").text


def test_the_code_stays_on_the_page_until_it_is_used(phone: FlaskClient, laptop: FlaskClient):
    code = make_code(phone)
    assert shown_code(phone) == code
    assert phone.get("/fr/progress/move/code").headers["Location"] == "/fr/progress/move"
    bring(laptop, code)
    assert shown_code(phone) is None
    assert bring(laptop, code).status_code == 422


def test_a_wrong_code_is_named_and_kept(laptop: FlaskClient):
    answer = bring(laptop, "AAAAA-AAAA")
    assert answer.status_code == 422
    assert "This code is not right" in answer.text
    assert 'value="AAAAA-AAAA"' in answer.text


def test_the_own_code_is_no_use_here(phone: FlaskClient):
    answer = bring(phone, make_code(phone))
    assert answer.status_code == 422
    assert "has that progress already" in answer.text


def test_a_browser_with_progress_of_its_own_is_asked(app: Flask, phone: FlaskClient):
    laptop = guest_browser(app, "red")
    code = make_code(phone)
    answer = bring(laptop, code)
    assert answer.status_code == 200
    assert "This browser has progress of its own" in answer.text
    assert "You have solved 1 puzzle." in laptop.get("/en/progress").text
    assert bring(laptop, code, keep="together").status_code == 303
    assert "You have solved 2 puzzles." in laptop.get("/en/progress").text
    assert "You have solved 2 puzzles." in phone.get("/en/progress").text


def test_or_its_own_stays_behind(app: Flask, phone: FlaskClient):
    laptop = guest_browser(app, "red", "green")
    assert bring(laptop, make_code(phone), keep="apart").status_code == 303
    assert "You have solved 1 puzzle." in laptop.get("/en/progress").text
    assert rows(app, Learner) == 2


def test_a_pupil_needs_no_code_and_gets_none(app: Flask, ana: FlaskClient, phone: FlaskClient):
    text = ana.get("/en/progress/move").text
    assert "your class card opens your progress on every device" in text
    form = {"csrf_token": token(phone, "/en/progress/move")}
    ana.set_cookie("session", phone.get_cookie("session").value)  # type: ignore[union-attr]
    assert ana.post("/en/progress/move/code", data=form).status_code == 303
    assert ana.post("/en/progress/move", data={**form, "code": "x"}).status_code == 303
    assert shown_code(ana) is None


def test_nothing_to_move_makes_no_code(app: Flask, laptop: FlaskClient):
    form = {"csrf_token": token(laptop, "/en/progress/move")}
    assert laptop.post("/en/progress/move/code", data=form).status_code == 303
    assert shown_code(laptop) is None


def test_a_visit_that_renews_the_cookie_keeps_what_is_stored(
    app: Flask, phone: FlaskClient, monkeypatch: pytest.MonkeyPatch
):
    long_ago = datetime.now(UTC) - timedelta(days=390)
    with writing(sessions_of(app)) as session:
        session.execute(sa.update(Learner).values(seen_at=long_ago))
    monkeypatch.setattr(learner, "RENEW_AFTER", timedelta(seconds=-1))
    phone.get("/en/progress")
    with reading(sessions_of(app)) as session:
        seen = session.scalars(sa.select(Learner.seen_at)).one()
    assert seen > long_ago + timedelta(days=380)
