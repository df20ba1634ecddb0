"""A teacher's classes on the site: list, new class, settings, colleagues, archive, bin."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.classes.cast import Cast
from tests.web.forms import form_with, press, said
from tests.web.people import browser_of_pupil, browser_of_teacher, sessions_of, stage
from trainer.classes import classrooms, invitations, pupils, staff
from trainer.classes.access import Room
from trainer.classes.classrooms import latest_end, usual_end
from trainer.storage.class_tables import ClassInvitation
from trainer.storage.database import writing
from trainer.web import clock


@pytest.fixture
def everybody(app: Flask) -> Cast:
    return stage(app)


@pytest.fixture
def teacher(app: Flask, everybody: Cast) -> FlaskClient:
    return browser_of_teacher(app, everybody.teacher)


@pytest.fixture
def co_teacher(app: Flask, everybody: Cast) -> FlaskClient:
    return browser_of_teacher(app, everybody.co_teacher)


@pytest.fixture
def outsider(app: Flask, everybody: Cast) -> FlaskClient:
    return browser_of_teacher(app, everybody.outsider)


@pytest.fixture
def home(everybody: Cast) -> str:
    """The address of class 7b."""
    return f"/en/teach/classes/{everybody.room.id}"


def rooms(app: Flask, everybody: Cast) -> list[Room]:
    return classrooms.rooms(sessions_of(app), everybody.teacher.id)


def test_on_every_page_of_a_class_the_menu_says_that_it_is_one_of_my_classes(
    teacher: FlaskClient, home: str
):
    pages = re.findall(r'href="(/en/teach/classes/[^"]*)"', teacher.get(home).text)
    assert {page.removeprefix(home) for page in pages} >= {"", "/tasks/", "/live/", "/paper/"}
    for page in ("/en/teach/classes/new", *pages):
        shown = teacher.get(page, follow_redirects=True).text
        assert '<a href="/en/teach/" aria-current="true">My classes</a>' in shown, page
    assert '<a href="/en/teach/" aria-current="page">' in teacher.get("/en/teach/").text
    assert '<a href="/en/teach/">' in teacher.get("/en/puzzles/").text


# The list, and a new class


def test_who_has_no_class_yet_is_told_how_quick_it_is(app: Flask, everybody: Cast):
    client = browser_of_teacher(app, everybody.outsider)
    classrooms.remove(sessions_of(app), everybody.outsider.id, everybody.other_room.id)
    press(client, client.get("/en/teach/"), "Bring it back: Chess")
    assert "Chess" in said(client.get("/en/teach/"))


def test_a_class_is_made_and_leads_on_to_its_pupils(
    teacher: FlaskClient, app: Flask, everybody: Cast
):
    page = teacher.get("/fr/teach/classes/new")
    onward = app.extensions["catalogs"].translator("fr").gettext("On to the pupils")
    form, _ = form_with(page, onward)
    assert form.fields["language"] == ["fr"]
    assert form.fields["profile"] == ["official"]
    assert form.fields["expires"] == [usual_end(clock.now().date()).isoformat()]
    answer = press(teacher, page, onward, follow=False, name="  8a\u202e ")
    made = rooms(app, everybody)[0]
    assert (answer.status_code, answer.location) == (
        303,
        f"/fr/teach/classes/{made.id}/pupils/add",
    )
    assert (made.name, made.language, made.profile, made.role) == ("8a", "fr", "official", "owner")


def test_a_form_that_comes_twice_makes_one_class(teacher: FlaskClient, app: Flask, everybody: Cast):
    page = teacher.get("/en/teach/classes/new")
    first, second = (press(teacher, page, "On to the pupils", name="8a") for _ in range(2))
    assert first.request.path == second.request.path
    assert len(rooms(app, everybody)) == 2


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"name": "  "}, "Give the class a name, for example 7b."),
        ({"language": "xx"}, "Choose a language from the list."),
        ({"profile": "mine"}, "Choose the rules that the class plays by."),
        ({"expires": "soon"}, "Write the last day as year, month and day: 2027-08-31."),
        ({"expires": "2020-01-01"}, "The last day of a class lies between"),
        ({"expires": "2999-01-01"}, "The last day of a class lies between"),
    ],
)
def test_what_is_not_right_is_named_and_the_rest_is_kept(
    teacher: FlaskClient, app: Flask, everybody: Cast, changes: dict[str, str], problem: str
):
    typed = {"name": "8a", "profile": "classic", "language": "ru"} | changes
    answer = press(teacher, teacher.get("/en/teach/classes/new"), "On to the pupils", **typed)
    assert answer.status_code == 422
    assert problem in said(answer)
    field = next(iter(changes))
    assert f'href="#{field}"' in answer.text
    assert f'id="{field}"' in answer.text
    kept, _ = form_with(answer, "On to the pupils")
    if field != "name":
        assert kept.fields["name"] == ["8a"]
    if field != "profile":
        assert kept.fields["profile"] == ["classic"]
    assert len(rooms(app, everybody)) == 1


def test_a_class_may_last_three_years(teacher: FlaskClient, app: Flask, everybody: Cast):
    last = latest_end(clock.now().date())
    page = teacher.get("/en/teach/classes/new")
    press(teacher, page, "On to the pupils", name="8a", expires=last.isoformat())
    assert rooms(app, everybody)[0].expires_on == last
    too_late = (last + timedelta(days=1)).isoformat()
    assert press(teacher, page, "On to the pupils", expires=too_late, name="9").status_code == 422


# The class's own page, and joining


def test_the_page_of_a_class_lists_its_pupils_with_their_cards(
    teacher: FlaskClient, everybody: Cast, home: str
):
    text = said(teacher.get(home))
    for one in everybody.members:
        assert one.card
        assert f"{one.card[:4]}-{one.card[4:8]}-{one.card[8:]}" in text
    assert "3 pupils" in text


def test_the_door_is_opened_shows_the_code_and_is_closed(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    page = teacher.get(home)
    assert everybody.room.join_code[:3] + "-" not in said(page)
    page = press(teacher, page, "Open the door")
    code = everybody.room.join_code
    assert f"{code[:3]}-{code[3:]}" in said(page)
    assert 'class="qr"' in page.text
    renewed = press(teacher, page, "New class code")
    again = press(teacher, page, "New class code")
    assert rooms(app, everybody)[0].join_code != code
    assert said(renewed) == said(again)
    assert "Open the door" in said(press(teacher, renewed, "Close the door"))


# Settings


def test_settings_are_changed(co_teacher: FlaskClient, app: Flask, everybody: Cast, home: str):
    page = co_teacher.get(f"{home}/settings")
    end = date.today() + timedelta(days=100)
    answer = press(
        co_teacher,
        page,
        "Save",
        name="7c",
        language="it",
        profile="classic",
        expires=end.isoformat(),
    )
    assert "The settings are saved." in said(answer)
    found = rooms(app, everybody)[0]
    assert (found.name, found.language, found.profile) == ("7c", "it", "classic")
    assert found.expires_on == end


def test_two_teachers_who_change_the_settings_hear_of_each_other(
    teacher: FlaskClient, co_teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    mine, hers = teacher.get(f"{home}/settings"), co_teacher.get(f"{home}/settings")
    assert "The settings are saved." in said(press(co_teacher, hers, "Save", name="Hers"))
    assert "The settings are saved." in said(press(co_teacher, hers, "Save", name="Hers"))
    answer = press(teacher, mine, "Save", name="Mine")
    assert answer.status_code == 409
    assert "This has been changed elsewhere" in said(answer)
    assert form_with(answer, "Save")[0].fields["name"] == ["Mine"]
    assert rooms(app, everybody)[0].name == "Hers"
    assert "The settings are saved." in said(press(teacher, answer, "Save"))
    assert rooms(app, everybody)[0].name == "Mine"


def test_a_class_whose_last_day_is_over_can_still_be_renamed(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    over = date.today() - timedelta(days=3)
    where = sessions_of(app), everybody.teacher.id, everybody.room.id
    classrooms.change(*where, name="7b", language="en", profile="official", expires_on=over)
    answer = press(teacher, teacher.get(f"{home}/settings"), "Save", name="7c")
    assert "The settings are saved." in said(answer)


def test_a_name_is_asked_for_in_the_settings_too(teacher: FlaskClient, home: str):
    answer = press(teacher, teacher.get(f"{home}/settings"), "Save", name=" ", language="ru")
    assert answer.status_code == 422
    assert form_with(answer, "Save")[0].fields["language"] == ["ru"]


# Archive, bin


def test_archiving_can_be_undone_at_once(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    page = press(teacher, teacher.get(f"{home}/settings"), "Put it into the archive")
    assert "The class 7b is archived." in said(page)
    assert not rooms(app, everybody)[0].is_active
    page = press(teacher, page, "Undo")
    assert "The class 7b goes on." in said(page)
    assert rooms(app, everybody)[0].is_active


def test_an_archived_class_is_read_and_takes_nobody(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    add = teacher.get(f"{home}/pupils/add")
    preview = press(teacher, add, "Show what was found", names="Cleo")
    classrooms.archive(sessions_of(app), everybody.teacher.id, everybody.room.id)
    page = teacher.get(home)
    assert "This class is archived" in said(page)
    assert "Ana" in said(page)
    assert "Nobody can be added to a class that is archived." in said(
        teacher.get(f"{home}/pupils/add")
    )
    refused = press(teacher, preview, "Add 1 pupil")
    assert refused.status_code == 409
    page = press(teacher, teacher.get("/en/teach/"), "Restore it: 7b")
    assert "The class 7b goes on." in said(page)


@pytest.mark.parametrize("word", ["delete", " Delete ", "“delete”", "7b", "7B"])
def test_a_class_is_deleted_by_a_word_or_its_name(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str, word: str
):
    page = press(teacher, teacher.get(f"{home}/delete"), "Delete the class", word=word)
    assert "The class 7b is in the bin, for 30 days." in said(page)
    assert rooms(app, everybody)[0].removed_at is not None
    page = press(teacher, page, "Undo")
    assert "The class 7b is back." in said(page)
    assert rooms(app, everybody)[0].removed_at is None


def test_the_word_is_that_of_the_language(teacher: FlaskClient, home: str):
    page = teacher.get(f"{home}/delete".replace("/en/", "/xx/", 1))
    assert page.status_code == 404
    assert "type the word “delete”" in said(teacher.get(f"{home}/delete"))


def test_another_word_deletes_nothing_and_stays_in_the_field(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    answer = press(teacher, teacher.get(f"{home}/delete"), "Delete the class", word="yes")
    assert answer.status_code == 422
    assert "nothing is deleted" in said(answer)
    assert form_with(answer, "Delete the class")[0].fields["word"] == ["yes"]
    assert rooms(app, everybody)[0].removed_at is None


def test_a_deleted_class_comes_back_from_the_list(
    teacher: FlaskClient, co_teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    classrooms.remove(sessions_of(app), everybody.teacher.id, everybody.room.id)
    page = teacher.get("/en/teach/")
    assert "After 30 days a class in the bin is deleted for good." in said(page)
    assert "7b" not in said(co_teacher.get("/en/teach/"))
    assert "Bring the class back" in said(teacher.get(home))
    page = press(teacher, page, "Bring it back: 7b")
    assert "The class 7b is back." in said(page)


# Colleagues


def link_on(page: TestResponse) -> str:
    found = re.search(r"http://localhost(/en/teach/invitations/[0-9a-f]+)", page.text)
    assert found
    return found[1]


def test_an_invitation_is_shown_once_and_makes_a_co_teacher(
    teacher: FlaskClient, outsider: FlaskClient, home: str
):
    page = press(teacher, teacher.get(f"{home}/settings"), "Make a link", note="Dr Outsider")
    link = link_on(page)
    assert link not in teacher.get(f"{home}/settings").text
    asked = outsider.get(link)
    assert "Teach the class 7b together?" in said(asked)
    assert "Ms Teacher invites you" in said(asked)
    answer = press(outsider, asked, "Accept the invitation")
    assert "You teach the class 7b now." in said(answer)
    listed = said(teacher.get(f"{home}/settings"))
    assert "accepted by Dr Outsider" in listed
    again = press(outsider, asked, "Accept the invitation", follow=False)
    assert again.location == home


def test_a_form_that_comes_twice_makes_one_invitation(
    teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    page = teacher.get(f"{home}/settings")
    links = [link_on(press(teacher, page, "Make a link", note="A")) for _ in range(2)]
    assert links[0] == links[1]
    where = everybody.teacher.id, everybody.room.id
    assert len(invitations.invitations(sessions_of(app), *where)) == 1


def test_an_invitation_that_cannot_be_accepted_says_why(
    teacher: FlaskClient, outsider: FlaskClient, app: Flask, everybody: Cast, home: str
):
    def new_link(note: str) -> str:
        return link_on(press(teacher, teacher.get(f"{home}/settings"), "Make a link", note=note))

    own = teacher.get(new_link("own"))
    assert (own.status_code, "You teach this class already" in said(own)) == (200, True)
    unknown = outsider.get("/en/teach/invitations/abc")
    assert (unknown.status_code, "no such invitation" in said(unknown)) == (404, True)
    assert outsider.post("/en/teach/invitations/abc").status_code == 400

    withdrawn = new_link("withdrawn")
    page = outsider.get(withdrawn)
    press(teacher, teacher.get(f"{home}/settings"), "Withdraw: withdrawn")
    for answer in (outsider.get(withdrawn), press(outsider, page, "Accept the invitation")):
        assert answer.status_code == 410
        assert "This invitation was withdrawn" in said(answer)

    expired = new_link("expired")
    with writing(sessions_of(app)) as session:
        for one in session.query(ClassInvitation):
            one.expires_at = clock.now() - timedelta(days=1)
    answer = outsider.get(expired)
    assert (answer.status_code, "This invitation has expired" in said(answer)) == (410, True)

    gone = new_link("gone")
    classrooms.remove(sessions_of(app), everybody.teacher.id, everybody.room.id)
    answer = outsider.get(gone)
    assert (answer.status_code, "This class was deleted" in said(answer)) == (410, True)


def test_a_used_invitation_says_so_without_saying_by_whom(
    teacher: FlaskClient, outsider: FlaskClient, co_teacher: FlaskClient, app: Flask, home: str
):
    link = link_on(press(teacher, teacher.get(f"{home}/settings"), "Make a link", note="A"))
    press(outsider, outsider.get(link), "Accept the invitation")
    press(co_teacher, co_teacher.get(f"{home}/leave"), "Leave the class")
    answer = co_teacher.get(link)
    assert answer.status_code == 410
    assert "This invitation has been used already" in said(answer)
    assert "Outsider" not in said(answer)


def test_opening_an_invitation_signed_out_leads_to_signing_in_and_back(
    app: Flask, client: FlaskClient, everybody: Cast
):
    secret = invitations.invite(
        sessions_of(app), everybody.teacher.id, everybody.room.id, "", "k", clock.now()
    )
    answer = client.get(f"/en/teach/invitations/{secret}")
    assert answer.status_code == 303
    assert answer.location.startswith("/en/teach/sign-in?next=")
    assert secret in answer.location


def test_an_owner_removes_a_co_teacher_and_hands_the_class_over(
    teacher: FlaskClient, co_teacher: FlaskClient, app: Flask, everybody: Cast, home: str
):
    page = teacher.get(f"{home}/hand-over/{everybody.co_teacher.id}")
    assert "Hand the class over to Mr Co-Teacher?" in said(page)
    for _ in range(2):
        answer = press(teacher, page, "Hand it over")
        assert "You are a co-teacher of it now." in said(answer)
    assert teacher.get(f"{home}/delete").status_code == 403
    settings = co_teacher.get(f"{home}/settings")
    answer = press(co_teacher, settings, "Remove: Ms Teacher")
    assert "has no access to this class any more" in said(answer)
    assert teacher.get(home).status_code == 404


def test_a_co_teacher_leaves(co_teacher: FlaskClient, teacher: FlaskClient, home: str):
    assert teacher.get(f"{home}/leave").status_code == 403
    answer = press(co_teacher, co_teacher.get(f"{home}/leave"), "Leave the class")
    assert "You do not teach the class 7b any more." in said(answer)
    assert co_teacher.get(home).status_code == 404


# Who gets what


def pages_of(everybody: Cast) -> dict[str, bool]:
    """Every page of a class that is looked at, and whether it is the owner's alone."""
    home, ana, ben = (f"/en/teach/classes/{everybody.room.id}", *everybody.members[:2])
    return {
        home: False,
        f"{home}/settings": False,
        f"{home}/pupils/add": False,
        f"{home}/pupils/bin": False,
        f"{home}/pupils/{ana.id}": False,
        f"{home}/pupils/{ana.id}/merge": False,
        f"{home}/pupils/{ana.id}/merge?into={ben.id}": False,
        f"{home}/next-year": False,
        f"{home}/delete": True,
        f"{home}/hand-over/{everybody.co_teacher.id}": True,
    }


def forms_of(everybody: Cast) -> dict[str, bool]:
    home, ana = f"/en/teach/classes/{everybody.room.id}", everybody.members[0].id
    return {
        f"{home}/joining": False,
        f"{home}/settings": False,
        f"{home}/archive": False,
        f"{home}/restore": False,
        f"{home}/pupils/add": False,
        f"{home}/pupils/": False,
        f"{home}/pupils/{ana}": False,
        f"{home}/pupils/cards": False,
        f"{home}/pupils/cards/revoke": False,
        f"{home}/pupils/remove": False,
        f"{home}/pupils/bring-back": False,
        f"{home}/pupils/ask-cards": False,
        f"{home}/pupils/ask-move": False,
        f"{home}/pupils/move-back": False,
        f"{home}/next-year": False,
        f"{home}/delete": True,
        f"{home}/bring-back": True,
        f"{home}/invitations": True,
        f"{home}/invitations/1/withdraw": True,
        f"{home}/teachers/{everybody.co_teacher.id}/remove": True,
    }


def test_every_page_and_form_of_a_class_answers_each_of_the_four_as_it_should(
    app: Flask, everybody: Cast
):
    app.config["WTF_CSRF_ENABLED"] = False
    owner = browser_of_teacher(app, everybody.teacher)
    co = browser_of_teacher(app, everybody.co_teacher)
    outsider = browser_of_teacher(app, everybody.outsider)
    others = [browser_of_pupil(app, everybody.pupil), app.test_client()]
    for path, alone in pages_of(everybody).items():
        assert owner.get(path).status_code == 200, path
        assert co.get(path).status_code == (403 if alone else 200), path
        nowhere = path.replace(everybody.room.id, "0" * 24)
        assert outsider.get(path).status_code == 404, path
        assert said(outsider.get(path)) == said(outsider.get(nowhere)), path
        for one in others:
            answer = one.get(path)
            assert (answer.status_code, "sign-in" in answer.location) == (303, True), path
    for path, alone in forms_of(everybody).items():
        nowhere = path.replace(everybody.room.id, "0" * 24)
        assert outsider.post(path).status_code == 404, path
        assert said(outsider.post(path)) == said(outsider.post(nowhere)), path
        for one in others:
            answer = one.post(path)
            assert (answer.status_code, "sign-in" in answer.location) == (303, True), path
        assert (co.post(path).status_code == 403) == alone, path
    found = pupils.members(sessions_of(app), everybody.teacher.id, everybody.room.id)
    assert tuple(found) == everybody.members
    assert len(staff.colleagues(sessions_of(app), everybody.teacher.id, everybody.room.id)) == 2


def test_what_nobody_sends_breaks_no_page(app: Flask, everybody: Cast):
    app.config["WTF_CSRF_ENABLED"] = False
    owner = browser_of_teacher(app, everybody.teacher)
    odd = {
        "do": "\x00",
        "name": "\ud800".encode("utf-8", "surrogatepass"),
        "pupil": ["x", "\x00"],
        "at": "never",
        "now": "2026-01-01",
        "to": "\x00",
        "from": "x",
        "into": "\x00",
        "expires": "0000-00-00",
        "key": "\x00" * 100,
        "word": "\u202e",
    }
    huge = f"/en/teach/classes/{everybody.room.id}/invitations/{10**30}/withdraw"
    assert owner.post(huge).status_code == 404
    paths = [*forms_of(everybody), f"/en/teach/classes/{everybody.room.id}/pupils/move"]
    for path in (*paths, "/en/teach/classes/new"):
        assert owner.post(path, data=odd).status_code < 500, path
        assert owner.post(path).status_code < 500, path
    for moment in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"):
        ends = {"at": moment, "now": moment, "expires": moment[:10], "pupil": everybody.pupil.id}
        for path in (*paths, "/en/teach/classes/new"):
            assert owner.post(path, data=odd | ends).status_code < 500, path


def test_a_name_of_a_class_that_is_too_long_is_not_cut_unsaid(
    teacher: FlaskClient, everybody: Cast
):
    page = teacher.get(f"/en/teach/classes/{everybody.room.id}/settings")
    answer = press(teacher, page, "Save", name="x" * 61)
    assert answer.status_code == 422
    assert "The name can have 60 letters at most." in said(answer)
