"""Pupils on the site: names pasted and uploaded, cards, removing, merging, moving, next year."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse

from tests.classes.cast import Cast
from tests.web.forms import form_with, press, said
from tests.web.people import browser_of_pupil, browser_of_teacher, sessions_of, stage
from trainer.classes import classrooms, joining, pupils
from trainer.classes.access import Room
from trainer.classes.names import MOST
from trainer.classes.pupils import Member
from trainer.learners.progress import Answer, record_attempt, summary

SHOW = "Show what was found"


@pytest.fixture
def everybody(app: Flask) -> Cast:
    return stage(app)


@pytest.fixture
def teacher(app: Flask, everybody: Cast) -> FlaskClient:
    return browser_of_teacher(app, everybody.teacher)


@pytest.fixture
def home(everybody: Cast) -> str:
    """The address of class 7b."""
    return f"/en/teach/classes/{everybody.room.id}"


def members(app: Flask, everybody: Cast, room: Room | None = None) -> list[Member]:
    where = everybody.teacher.id, (room or everybody.room).id
    return pupils.members(sessions_of(app), *where)


def names(app: Flask, everybody: Cast, room: Room | None = None) -> list[str]:
    return [one.name for one in members(app, everybody, room)]


def new_room(app: Flask, everybody: Cast, name: str = "8b") -> Room:
    made = everybody.teacher.id, name, "en", "official", everybody.room.expires_on
    return classrooms.create(sessions_of(app), *made)


# Adding


def paste(teacher: FlaskClient, home: str, text: str) -> TestResponse:
    return press(teacher, teacher.get(f"{home}/pupils/add"), SHOW, names=text)


def listed(page: TestResponse) -> list[str]:
    return re.findall(r"<li><bdi>([^<]*)</bdi></li>", page.text)


def test_names_are_shown_before_anybody_is_added(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    page = paste(teacher, home, "Nom;Prénom\nDupont;Zoé\nMartin;Luc")
    assert page.status_code == 200
    assert listed(page) == ["Zoé Dupont", "Luc Martin"]
    assert "“Nom Prénom” was taken for the heading" in said(page)
    assert len(members(app, everybody)) == 3
    answer = press(teacher, page, "Add 2 pupils")
    assert answer.request.path == home
    assert "2 pupils are in the class, each with a card." in said(answer)
    assert names(app, everybody) == ["Ana", "Ben", "Ben", "Luc Martin", "Zoé Dupont"]


def test_a_preview_that_is_sent_twice_adds_its_pupils_once(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    page = paste(teacher, home, "Cleo\nDan\nDan")
    for _ in range(2):
        answer = press(teacher, page, "Add 3 pupils")
        assert "3 pupils are in the class" in said(answer)
    assert names(app, everybody) == ["Ana", "Ben", "Ben", "Cleo", "Dan", "Dan"]


def test_the_list_can_be_changed_and_nothing_typed_is_lost(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    page = paste(teacher, home, "Cleo\nDan")
    back = press(teacher, page, "Change the list")
    assert form_with(back, SHOW)[0].fields["names"] == ["Cleo\nDan"]
    page = press(teacher, back, SHOW, names="Cleo\nDana")
    press(teacher, page, "Add 2 pupils")
    assert names(app, everybody) == ["Ana", "Ben", "Ben", "Cleo", "Dana"]


def test_what_was_taken_for_a_heading_can_be_a_pupil(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    page = paste(teacher, home, "Nom\nLuc")
    press(teacher, page, "Add 1 pupil", heading="Nom")
    assert names(app, everybody) == ["Ana", "Ben", "Ben", "Luc", "Nom"]


def test_namesakes_are_pointed_out(teacher: FlaskClient, home: str):
    page = said(paste(teacher, home, "Cleo\nCleo\nAna"))
    assert "There is more than one pupil with this name: Cleo." in page
    assert "Somebody of this name is in the class already: Ana." in page


@pytest.mark.parametrize("text", ["", " \n \u200b \n", ";;;\n;;;"])
def test_a_list_without_a_name_says_so(teacher: FlaskClient, home: str, text: str):
    page = paste(teacher, home, text)
    assert page.status_code == 422
    assert "There is no name in it yet." in said(page)


def test_too_many_names_are_refused_and_kept(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    text = "\n".join(f"Pupil {n:03}" for n in range(MOST + 1))
    page = paste(teacher, home, text)
    assert page.status_code == 422
    assert "These are 201 names. A class holds at most 200 pupils." in said(page)
    assert form_with(page, SHOW)[0].fields["names"] == [text]
    page = press(teacher, page, SHOW, names=text.rpartition("\n")[0])
    answer = press(teacher, page, "Add 200 pupils")
    assert answer.status_code == 422
    assert "This class has room for 197 more pupils only." in said(answer)
    assert len(members(app, everybody)) == 3


def upload(teacher: FlaskClient, home: str, data: bytes) -> TestResponse:
    file = FileStorage(BytesIO(data), filename="class.csv")
    return press(teacher, teacher.get(f"{home}/pupils/add"), SHOW, file=file)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_of_a_spreadsheet_is_read(teacher: FlaskClient, home: str, encoding: str):
    page = upload(teacher, home, "Nom;Prénom\r\nDupré;Zoé\r\nMartin;André\r\n".encode(encoding))
    assert listed(page) == ["Zoé Dupré", "André Martin"]


def test_a_large_list_and_a_broken_file_are_no_trouble(teacher: FlaskClient, home: str):
    long = "\n".join(f"{'Ж' * 55} {n:03}" for n in range(200))
    assert len(listed(paste(teacher, home, long))) == 200
    assert upload(teacher, home, bytes(range(1, 256)) * 20).status_code in (200, 422)
    assert paste(teacher, home, "x" * 600_000).status_code == 413


@pytest.mark.parametrize("data", [b"PK\x03\x04 and more", b"\xd0\xcf\x11\xe0", b"A\0n\0a\0"])
def test_a_file_that_is_no_text_is_told_what_to_do(teacher: FlaskClient, home: str, data: bytes):
    page = teacher.get(f"{home}/pupils/add")
    file = FileStorage(BytesIO(data), filename="class.xlsx")
    answer = press(teacher, page, SHOW, names="Cleo", file=file)
    assert answer.status_code == 422
    assert "Save your spreadsheet as CSV first" in said(answer)
    assert form_with(answer, SHOW)[0].fields["names"] == ["Cleo"]


def test_names_are_shown_as_text(teacher: FlaskClient, app: Flask, everybody: Cast, home: str):
    page = paste(teacher, home, "<b>Bold</b>\n{{ 7 * 7 }}\n%(name)s")
    answer = press(teacher, page, "Add 3 pupils")
    assert "&lt;b&gt;Bold&lt;/b&gt;" in answer.text
    assert "{{ 7 * 7 }}" in answer.text
    assert "<b>Bold" not in answer.text
    found = members(app, everybody)
    odd = next(one for one in found if one.name.startswith("%"))
    gone = press(teacher, teacher.get(f"{home}/pupils/{odd.id}"), "Remove from the class")
    assert "%(name)s was removed." in said(gone)


# One pupil, and cards


def test_a_pupil_is_renamed(teacher: FlaskClient, app: Flask, everybody: Cast, home: str):
    ana = f"{home}/pupils/{everybody.members[0].id}"
    assert "The name is Anna now." in said(
        press(teacher, teacher.get(ana), "Save the name", name=" Anna ")
    )
    answer = press(teacher, teacher.get(ana), "Save the name", name=" ")
    assert answer.status_code == 422
    assert "Write a name" in said(answer)
    assert names(app, everybody)[0] == "Anna"


def test_a_new_card_is_made_once_and_can_be_printed(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    old = everybody.members[0].card
    page = teacher.get(f"{home}/pupils/{everybody.members[0].id}")
    answer = press(teacher, page, "Make a new card")
    assert "1 class card is new. The old one opens nothing any more." in said(answer)
    card = members(app, everybody)[0].card
    assert card not in (None, old)
    press(teacher, page, "Make a new card")
    assert members(app, everybody)[0].card == card
    assert "Print the card" in said(answer)
    assert "You are here" not in browser_of_pupil(app, everybody.pupil).get("/en/").text


def test_a_card_is_taken_away_and_given_again(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    page = teacher.get(f"{home}/pupils/{everybody.members[0].id}")
    answer = press(teacher, page, "Take the card away")
    assert "The card was taken away: at present this pupil cannot come in." in said(answer)
    assert "revoked" in said(teacher.get(home))
    answer = press(teacher, answer, "Make a new card")
    assert members(app, everybody)[0].card is not None


def tick(app: Flask, everybody: Cast, *names_: str) -> list[str]:
    return [one.id for one in members(app, everybody) if one.name in names_]


def test_several_cards_are_renewed_after_a_question(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    ids = tick(app, everybody, "Ben")
    page = press(teacher, teacher.get(home), "New cards …", pupil=ids)
    assert "New class cards for 2 pupils?" in said(page)
    before = [one.card for one in members(app, everybody)]
    answer = press(teacher, page, "Make new cards")
    assert "2 class cards are new. The old ones open nothing any more." in said(answer)
    after = [one.card for one in members(app, everybody)]
    assert after[0] == before[0]
    assert set(after[1:]).isdisjoint(before)


def test_all_are_ticked_by_a_link_and_their_cards_printed_by_the_next(
    teacher: FlaskClient, everybody: Cast, home: str
):
    link = re.search(r'<a data-without-scripts href="([^"#]+)', teacher.get(home).text)
    assert link
    page = teacher.get(link[1])
    page = press(teacher, press(teacher, page, "New cards …"), "Make new cards")
    assert "3 class cards are new." in said(page)
    link = re.search(r'href="([^"]+since[^"]+)">Print the class cards', page.text)
    assert link
    printed = teacher.get(link[1].replace("&amp;", "&"))
    assert "3 cards are ready to print" in said(printed)


@pytest.mark.parametrize("button", ["New cards …", "Move to another class …"])
def test_nothing_is_asked_about_nobody(teacher: FlaskClient, home: str, button: str):
    answer = press(teacher, teacher.get(home), button)
    assert "Tick the pupils first, then choose what to do." in said(answer)
    for name in ("ask-cards", "ask-move"):
        assert teacher.get(f"{home}/pupils/{name}").location == home


# Removing


def test_who_was_removed_by_mistake_comes_back_at_once(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    page = press(teacher, teacher.get(home), "Remove", pupil=tick(app, everybody, "Ana"))
    assert "Ana was removed." in said(page)
    assert names(app, everybody) == ["Ben", "Ben"]
    page = press(teacher, page, "Undo")
    assert "1 pupil is back." in said(page)
    assert members(app, everybody) == list(everybody.members)


def test_undo_brings_back_all_of_them_however_many(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    pupils.add(
        sessions_of(app), everybody.teacher.id, everybody.room.id, [f"P {n}" for n in range(197)]
    )
    ids = [one.id for one in members(app, everybody)]
    page = press(teacher, teacher.get(home), "Remove", pupil=ids)
    assert "200 pupils were removed." in said(page)
    page = press(teacher, page, "Undo")
    assert "200 pupils are back." in said(page)


def test_the_bin_brings_back_whom_one_chooses(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    for name in ("Ana", "Ben"):
        press(teacher, teacher.get(home), "Remove", pupil=tick(app, everybody, name))
    page = teacher.get(home)
    assert "3 removed pupils can come back" in said(page)
    page = teacher.get(f"{home}/pupils/bin")
    answer = press(teacher, page, "Bring the ticked ones back", pupil=[everybody.members[0].id])
    assert "1 pupil is back." in said(answer)
    assert names(app, everybody) == ["Ana"]
    removed = teacher.get(f"{home}/pupils/{everybody.members[1].id}")
    assert "This pupil was removed on" in said(removed)
    press(teacher, removed, "Bring back")
    assert names(app, everybody) == ["Ana", "Ben"]


# Merging


def test_a_pupil_who_has_joined_again_becomes_the_one_on_the_list(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    ana = everybody.members[0]
    classrooms.set_joining(sessions_of(app), everybody.teacher.id, everybody.room.id, True)
    made = joining.enrol(sessions_of(app), everybody.room.join_code, "Ana B.", "key")
    double = next(one for one in members(app, everybody) if one.id == made.pupil)
    record_attempt(sessions_of(app), double.learner, "form", Answer("blue", "B10", solved=True))
    page = teacher.get(f"{home}/pupils/{double.id}/merge")
    # Whoever is most likely the same stands first.
    assert form_with(page, "Go on")[0].fields["into"] == [ana.id]
    page = press(teacher, page, "Go on")
    assert "Are Ana B. and Ana the same pupil?" in said(page)
    assert "This cannot be undone." in said(page)
    for _ in range(2):
        answer = press(teacher, page, "Yes, make one pupil of them")
        assert answer.status_code == 200
    assert members(app, everybody) == list(everybody.members)
    assert len(summary(sessions_of(app), ana.learner).solved) == 1


def test_two_who_cannot_be_one_stay_two_and_the_page_says_why(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    classrooms.set_joining(sessions_of(app), everybody.teacher.id, everybody.room.id, True)
    code = everybody.room.join_code
    ids = [
        joining.enrol(sessions_of(app), code, f"Guest {n}", "key", learner=str(n) * 32).pupil
        for n in (1, 2)
    ]
    page = teacher.get(f"{home}/pupils/{ids[0]}/merge?into={ids[1]}")
    answer = press(teacher, page, "Yes, make one pupil of them")
    assert answer.status_code == 409
    assert "These two cannot become one" in said(answer)


# Moving, and next year


def test_pupils_move_to_another_class_and_back(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    target = new_room(app, everybody)
    ids = tick(app, everybody, "Ana", "Ben")
    page = press(teacher, teacher.get(home), "Move to another class …", pupil=ids)
    assert "3 pupils move:" in said(page)
    for _ in range(2):
        answer = press(teacher, page, "Move them", to=target.id)
        assert "3 pupils are in the class 8b now. Their class cards stay the same." in said(answer)
    assert names(app, everybody, target) == ["Ana", "Ben", "Ben"]
    assert "Gone on to another class" in said(answer)
    assert "You are here as Ana, class 8b." in said(
        browser_of_pupil(app, everybody.pupil).get("/en/")
    )
    moved = teacher.get(f"{home}/pupils/{everybody.members[0].id}")
    assert "This pupil has gone on to another class" in said(moved)


def test_a_move_is_undone_at_once(teacher: FlaskClient, app: Flask, everybody: Cast, home: str):
    target = new_room(app, everybody)
    page = press(
        teacher,
        teacher.get(home),
        "Move to another class …",
        pupil=tick(app, everybody, "Ana"),
    )
    page = press(teacher, page, "Move them", to=target.id)
    answer = press(teacher, page, "Undo")
    assert "They are back." in said(answer)
    assert members(app, everybody) == list(everybody.members)
    assert names(app, everybody, target) == []


def test_a_class_is_asked_for(teacher: FlaskClient, app: Flask, everybody: Cast, home: str):
    for name in ("8a", "8b"):
        new_room(app, everybody, name)
    ids = tick(app, everybody, "Ana")
    page = press(teacher, teacher.get(home), "Move to another class …", pupil=ids)
    answer = press(teacher, page, "Move them", to=None)
    assert answer.status_code == 422
    assert "Choose a class." in said(answer)
    assert form_with(answer, "Move them")[0].fields["pupil"] == ids


def test_without_another_class_one_can_be_made(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    ids = tick(app, everybody, "Ana")
    page = press(teacher, teacher.get(home), "Move to another class …", pupil=ids)
    assert "You have no other class at present." in said(page)
    assert f"{home}/next-year" in page.text


def test_nobody_moves_into_the_class_of_an_outsider(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    new_room(app, everybody)
    ids = tick(app, everybody, "Ana")
    page = press(teacher, teacher.get(home), "Move to another class …", pupil=ids)
    answer = press(teacher, page, "Move them", to=everybody.other_room.id)
    assert answer.status_code == 404
    assert len(members(app, everybody)) == 3


def test_next_years_class_is_made_in_one_step(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    page = teacher.get(f"{home}/next-year")
    form, _ = form_with(page, "Make the class")
    assert form.fields["name"] == ["8b"]
    assert sorted(form.fields["pupil"]) == sorted(one.id for one in everybody.members)
    stays = everybody.members[0].id
    going = [one for one in form.fields["pupil"] if one != stays]
    for _ in range(2):
        answer = press(teacher, page, "Make the class", pupil=going)
        assert "The class 8b is ready." in said(answer)
    found = classrooms.rooms(sessions_of(app), everybody.teacher.id)
    assert [(one.name, one.is_active) for one in found] == [("8b", True), ("7b", False)]
    assert names(app, everybody, found[0]) == ["Ben", "Ben"]
    assert names(app, everybody) == ["Ana"]


def test_what_is_not_right_about_next_year_is_named_and_the_rest_is_kept(
    teacher: FlaskClient, everybody: Cast, home: str
):
    page = teacher.get(f"{home}/next-year")
    going = [everybody.members[1].id]
    answer = press(
        teacher, page, "Make the class", name=" ", expires="x", pupil=going, archive=None
    )
    assert answer.status_code == 422
    assert "Give the class a name" in said(answer)
    assert "Write the last day as year, month and day" in said(answer)
    form, _ = form_with(answer, "Make the class")
    assert form.fields["pupil"] == going
    assert "archive" not in form.fields
    assert form.fields["tasks"] == ["1"]


# Meanwhile


@pytest.mark.parametrize(
    "referrer", ["http://localhost{}/pupils/add", "https://example.org/", "//["]
)
def test_a_form_that_comes_signed_out_says_so_and_leads_back(
    teacher: FlaskClient, home: str, referrer: str
):
    form, _ = form_with(teacher.get(f"{home}/pupils/add"), SHOW)
    teacher.delete_cookie("teacher")
    page = teacher.post(
        f"{home}/pupils/add",
        data=form.fields,
        headers={"Referer": referrer.format(home)},
        follow_redirects=True,
    )
    assert page.request.path == "/en/teach/sign-in"
    assert page.request.args["next"] == f"{home}/pupils/add"
    assert "You were signed out; nothing was saved." in said(page)


def test_a_form_whose_address_is_no_page_leads_back_to_the_page_before(
    teacher: FlaskClient, home: str
):
    form, _ = form_with(teacher.get(f"{home}/settings"), "Put it into the archive")
    teacher.delete_cookie("teacher")
    headers = {"Referer": f"http://localhost{home}/settings?a=b"}
    answers = [
        teacher.post(f"{home}/archive", data=form.fields, headers=one) for one in (headers, {})
    ]
    assert answers[0].location == f"/en/teach/sign-in?next={home}/settings?a%3Db"
    assert answers[1].location == "/en/teach/sign-in"


def test_saving_the_name_of_a_pupil_who_was_removed_meanwhile_leads_to_the_way_back(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    pupil = members(app, everybody)[0].id
    page = teacher.get(f"{home}/pupils/{pupil}")
    colleague = everybody.co_teacher.id, everybody.room.id
    pupils.remove(sessions_of(app), *colleague, [pupil])
    answer = press(teacher, page, "Save the name", name="Anna")
    assert (answer.status_code, answer.request.path) == (200, f"{home}/pupils/{pupil}")
    assert "Nothing was changed: this pupil is not in the class any more." in said(answer)
    assert "Bring back" in said(answer)


def test_whoever_has_no_part_in_the_class_learns_nothing_of_its_pupils(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    pupil = members(app, everybody)[0].id
    page = teacher.get(f"{home}/pupils/{pupil}")
    outsider = browser_of_teacher(app, everybody.outsider)
    form, _ = form_with(page, "Save the name")
    token = form_with(outsider.get("/en/teach/classes/new"), "On to the pupils")[0]
    data = form.fields | {"csrf_token": token.fields["csrf_token"], "name": "Anna"}
    answer = outsider.post(f"{home}/pupils/{pupil}", data=data)
    assert answer.status_code == 404
    assert "My classes" in said(answer)


def test_a_name_that_is_too_long_is_not_cut_unsaid(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    page = teacher.get(f"{home}/pupils/{members(app, everybody)[0].id}")
    answer = press(teacher, page, "Save the name", name="x" * 61)
    assert answer.status_code == 422
    assert "The name can have 60 letters at most." in said(answer)
    assert "x" * 61 in answer.text
    assert names(app, everybody) == ["Ana", "Ben", "Ben"]


def test_a_full_class_is_called_full(teacher: FlaskClient, app: Flask, everybody: Cast, home: str):
    crowd = [f"Pupil {n:03}" for n in range(MOST - 3)]
    pupils.add(sessions_of(app), everybody.teacher.id, everybody.room.id, crowd)
    answer = press(teacher, paste(teacher, home, "One"), "Add 1 pupil")
    assert answer.status_code == 422
    assert "This class is full: no pupil can be added." in said(answer)
