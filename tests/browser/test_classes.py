"""Classes in a real browser: made in two minutes, joined from phones, clean in six languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, sideways_scroll
from tests.browser.conftest import Visit, running
from tests.browser.pressing import follow
from tests.browser.test_accounts import sign_up
from tests.classes.cast import Cast, Person
from tests.databases import Databases
from tests.web.people import stage_in
from trainer.classes import classrooms, invitations, joining, passwords, pupils
from trainer.classes.access import Room
from trainer.config import Settings
from trainer.storage import database
from trainer.storage.class_tables import Teacher
from trainer.storage.database import Sessions

LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")
NAMES = """Nr\tVorname\tNachname\tKlasse
1\tAmina\tHassan\t7b
2\tBruno\tSilva\t7b
3\tChloé\tDupont\t7b
4\tDaniel\tStone\t7b
"""
LONG = "Maximiliane-Alexandra von und zu Hohenlohe-Waldenburg-Schil"
PHONE = {"width": 320, "height": 640}


@dataclass(frozen=True)
class School:
    """A running site with the cast in it; class 7b takes new pupils."""

    address: str
    sessions: Sessions
    people: Cast
    secret: str

    def cookies(self, **people: Person) -> dict[str, Any]:
        """What a browser is opened with in which these people are signed in."""
        known = [
            {"name": name, "value": person.secret, "url": self.address}
            for name, person in people.items()
        ]
        return {"storage_state": {"cookies": known, "origins": []}}

    @property
    def home(self) -> str:
        return f"teach/classes/{self.people.room.id}"


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory, databases: Databases) -> Iterator[School]:
    settings = Settings.from_environment({"TRAINER_DATA": str(tmp_path_factory.mktemp("school"))})
    with databases.lend(settings) as prepared:
        engine = database.create_engine(prepared)
        sessions = database.session_factory(engine)
        people = stage_in(sessions)
        mine = people.teacher.id, people.room.id
        classrooms.set_joining(sessions, *mine, True)
        secret = invitations.invite(sessions, *mine, "Mr Smith", "key")
        made = joining.enrol(sessions, people.room.join_code, LONG, "key")
        pupils.revoke(sessions, *mine, [made.pupil])
        gone = pupils.add(sessions, *mine, ["Gone"])[0]
        pupils.remove(sessions, *mine, [gone.id])
        for name in ("Chess club", "6a", "Old"):
            _other_room(sessions, people, name)
        with running(prepared) as address:
            yield School(address, sessions, people, secret)
        engine.dispose()


def _other_room(sessions: Sessions, people: Cast, name: str) -> Room:
    end = people.room.expires_on
    room = classrooms.create(sessions, people.teacher.id, name, "fr", "classic", end)
    if name == "6a":
        classrooms.archive(sessions, people.teacher.id, room.id)
    if name == "Old":
        classrooms.remove(sessions, people.teacher.id, room.id)
    return room


@pytest.fixture(scope="module")
def site(school: School) -> str:
    return school.address


@pytest.fixture
def teacher(visit: Visit, school: School) -> Callable[..., Page]:
    """Pages in a browser in which the teacher is signed in."""

    def open_page(path: str, **wishes: Any) -> Page:
        return visit(path, **school.cookies(teacher=school.people.teacher), **wishes)

    return open_page


def button(page: Page, name: str) -> None:
    follow(page.get_by_role("button", name=name, exact=True))


@pytest.mark.parametrize("scripts", [True, False])
def test_a_class_is_running_in_two_minutes(visit: Visit, scripts: bool) -> None:
    """From no account to pupils with cards: three forms, one paste, one confirmation."""
    page = visit("/en/teach/sign-up", scripts=scripts)
    sign_up(page)
    page.goto("/en/teach/")
    expect(page.locator("main")).to_contain_text("In two minutes your class is running")
    follow(page.get_by_role("link", name="New class"))
    page.get_by_label("Name of the class").fill("7b")
    button(page, "On to the pupils")
    page.get_by_label("Names", exact=True).fill(NAMES)
    button(page, "Show what was found")
    expect(page.locator(".name-list li")).to_have_text(
        ["Amina Hassan", "Bruno Silva", "Chloé Dupont", "Daniel Stone"]
    )
    button(page, "Add 4 pupils")
    expect(page.locator(".pupils tbody tr")).to_have_count(4)
    expect(page.locator(".done-note")).to_contain_text("4 pupils are in the class")
    codes = page.locator(".pupils .code").all_inner_texts()
    assert all(re.fullmatch(r"[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{2}", one) for one in codes)
    pupil = visit("/en/join", **PHONE, scripts=scripts)
    pupil.get_by_label("Code").fill(codes[2].lower())
    button(pupil, "Go on")
    expect(pupil.locator("h1")).to_have_text("Are you Chloé Dupont, class 7b?")
    button(pupil, "Yes, that is me")
    expect(pupil.locator(".person")).to_contain_text("You are here as Chloé Dupont, class 7b.")


@pytest.mark.parametrize("scripts", [True, False])
def test_pupils_join_from_a_phone_by_the_class_code(
    visit: Visit, teacher: Callable[..., Page], school: School, scripts: bool
) -> None:
    page = teacher(f"/en/{school.home}", scripts=scripts)
    code = page.locator(".join-code").inner_text()
    phone = visit("/en/join", **PHONE, scripts=scripts)
    phone.get_by_label("Code").fill(code)
    button(phone, "Go on")
    name = f"Cleo {'with' if scripts else 'without'}"
    phone.get_by_label("Your name").fill(name)
    button(phone, "Join")
    expect(phone.locator("h1")).to_contain_text(f"Hello {name}")
    card = phone.locator(".big-code").inner_text()
    assert sideways_scroll(phone) <= 0
    if scripts:
        assert faults(phone) == []
    follow(phone.get_by_role("link", name="I have noted it: go on"))
    page.reload()
    row = page.get_by_role("row").filter(has_text=name)
    expect(row).to_contain_text("joined by class code")
    expect(row).to_contain_text(card)
    button(phone, "That is not me: sign out")
    expect(phone.locator(".done-note")).to_contain_text(f"{name} is signed out")
    expect(phone.locator(".person")).to_have_count(0)


@pytest.mark.parametrize("scripts", [True, False])
def test_who_was_removed_by_mistake_is_back_after_one_click(
    teacher: Callable[..., Page], school: School, scripts: bool
) -> None:
    page = teacher(f"/en/{school.home}", scripts=scripts)
    ana = page.get_by_role("row").filter(has_text="Ana")
    ana.get_by_role("checkbox").check()
    button(page, "Remove")
    expect(page.locator(".done-note")).to_contain_text("Ana was removed.")
    expect(ana).to_have_count(0)
    button(page, "Undo")
    expect(ana).to_have_count(1)


def test_one_box_ticks_them_all(teacher: Callable[..., Page], school: School) -> None:
    page = teacher(f"/en/{school.home}")
    boxes = page.locator(".pupils input[type=checkbox]")
    every = page.get_by_label("All of them")
    every.check()
    assert all(box.is_checked() for box in boxes.all())
    boxes.first.uncheck()
    assert every.evaluate("box => box.indeterminate && !box.checked")
    boxes.first.check()
    expect(every).to_be_checked()


def test_without_scripts_there_is_no_box_for_all(
    teacher: Callable[..., Page], school: School
) -> None:
    page = teacher(f"/en/{school.home}", scripts=False)
    expect(page.locator("[data-all]")).to_be_hidden()


def test_the_keyboard_reaches_everything(teacher: Callable[..., Page], school: School) -> None:
    page = teacher("/en/teach/classes/new")
    page.get_by_label("Name of the class").focus()
    page.keyboard.type("8c")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Add pupils")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")


def test_the_card_of_a_pupil_can_be_scanned(teacher: Callable[..., Page], school: School) -> None:
    """The picture is dark on white, with a quiet zone, in the dark too."""
    ana = school.people.members[0]
    page = teacher(f"/en/{school.home}/pupils/{ana.id}", dark=True)
    picture = page.get_by_role("img", name="QR code of the class card")
    expect(picture.locator("path").first).to_have_attribute("fill", "#fff")
    box = picture.bounding_box()
    assert box is not None
    assert box["width"] == box["height"] >= 150


def test_the_list_is_printed_without_buttons(teacher: Callable[..., Page], school: School) -> None:
    page = teacher(f"/en/{school.home}")
    page.emulate_media(media="print")
    expect(page.get_by_role("rowheader", name="Ana")).to_be_visible()
    for name in ("Remove", "Add pupils", "Close the door"):
        expect(page.get_by_text(name, exact=True).first).to_be_hidden()


def addresses(school: School) -> list[str]:
    home, (ana, ben, _) = school.home, school.people.members
    return [
        "teach/",
        "teach/classes/new",
        home,
        f"{home}/settings",
        f"{home}/delete",
        f"{home}/hand-over/{school.people.co_teacher.id}",
        f"{home}/next-year",
        f"{home}/pupils/add",
        f"{home}/pupils/bin",
        f"{home}/pupils/{ana.id}",
        f"{home}/pupils/{ana.id}/merge",
        f"{home}/pupils/{ana.id}/merge?into={ben.id}",
        f"teach/invitations/{school.secret}",
        "teach/invitations/nothing",
    ]


def is_clean(page: Page, where: str) -> None:
    assert faults(page) == [], where
    assert sideways_scroll(page) <= 0, where


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_a_teacher_is_clean_on_a_small_phone(
    teacher: Callable[..., Page], visit: Visit, school: School, language: str
) -> None:
    page = teacher(f"/{language}/teach/", **PHONE)
    for path in addresses(school):
        page.goto(f"/{language}/{path}")
        is_clean(page, path)
    page.goto(f"/{language}/{school.home}/pupils/add")
    page.locator("#names").fill(f"Name\nAna\nCleo\nCleo\n{LONG}{LONG}")
    follow(page.locator("form.panel .primary"))
    is_clean(page, "preview")
    for action in ("ask-move", "ask-cards"):
        page.goto(f"/{language}/{school.home}")
        page.locator(".pupils input[type=checkbox]").first.check()
        follow(page.locator(f"button[formaction$={action}]"))
        is_clean(page, action)
    for form, field in (("settings", "name"), ("next-year", "name"), ("delete", "word")):
        page.goto(f"/{language}/{school.home}/{form}")
        page.locator(f"#{field}").fill(" ")
        follow(page.locator("form.panel .button").first)
        is_clean(page, f"{form} with a fault")
    outsider = visit(
        f"/{language}/teach/invitations/{school.secret}",
        **school.cookies(teacher=school.people.outsider),
        **PHONE,
    )
    is_clean(outsider, "an open invitation")
    co_teacher = visit(
        f"/{language}/{school.home}/leave",
        **school.cookies(teacher=school.people.co_teacher),
        **PHONE,
    )
    is_clean(co_teacher, "leaving")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_a_pupil_is_clean_on_a_small_phone(
    visit: Visit, school: School, language: str
) -> None:
    zoe = pupils.members(school.sessions, school.people.outsider.id, school.people.other_room.id)[0]
    paths = [
        "join",
        f"card/{school.people.members[0].card}",
        f"card/{school.people.members[1].card}",
        f"card/{zoe.card}",
        f"join/{school.people.room.join_code}",
        "card/AAAAAAAAAA",
        "join/AAAAAA",
        "welcome",
    ]
    for people in ({}, {"pupil": school.people.pupil}):
        page = visit(f"/{language}/join", **school.cookies(**people), **PHONE)
        for path in paths:
            page.goto(f"/{language}/{path}")
            is_clean(page, path)


def test_every_page_is_clean_in_the_dark(
    teacher: Callable[..., Page], visit: Visit, school: School
) -> None:
    page = teacher("/en/teach/", dark=True)
    for path in addresses(school):
        page.goto(f"/en/{path}")
        assert faults(page) == [], path
    page = visit("/en/join", dark=True)
    page.goto(f"/en/card/{school.people.members[0].card}")
    assert faults(page) == []


# Meanwhile


def test_what_was_typed_is_there_again_after_signing_in(
    visit: Visit, school: School, sign_in: Callable[[Page], None]
) -> None:
    page = visit(f"/en/{school.home}/pupils/add", **school.cookies(teacher=school.people.teacher))
    page.get_by_label("Names").fill("Amina\nBruno")
    page.context.clear_cookies(name="teacher")
    button(page, "Show what was found")
    expect(page.get_by_role("status")).to_contain_text("nothing was saved")
    page.reload()  # as a wrong password would
    sign_in(page)
    follow(page.get_by_role("button", name="Sign in", exact=True))
    assert page.url.endswith(f"/{school.home}/pupils/add")
    expect(page.get_by_label("Names")).to_have_value("Amina\nBruno")
    page.reload()
    expect(page.get_by_label("Names")).to_have_value("")


@pytest.fixture
def sign_in(school: School, monkeypatch: pytest.MonkeyPatch) -> Callable[[Page], None]:
    """Fill in the form of the teacher, who gets a password for that."""
    with database.writing(school.sessions) as session:
        row = session.query(Teacher).filter_by(public_id=school.people.teacher.id).one()
        row.password = passwords.hashed("seatbelts everyone")
        name = row.name

    def fill(page: Page) -> None:
        page.get_by_label("Your name here").fill(name)
        page.get_by_label("Password", exact=True).fill("seatbelts everyone")

    return fill


def test_back_from_the_new_pupils_leads_to_the_form(
    teacher: Callable[..., Page], school: School
) -> None:
    page = teacher(f"/en/{school.home}/pupils/add")
    page.get_by_label("Names").fill("Dora")
    button(page, "Show what was found")
    button(page, "Add 1 pupil")
    page.go_back()
    expect(page.get_by_label("Names")).to_have_value("")


def test_words_without_an_end_stay_within_a_small_phone(
    teacher: Callable[..., Page], school: School
) -> None:
    mine, word = school.people.teacher.id, "W" * 60
    room = classrooms.create(
        school.sessions, mine, word, "en", "official", school.people.room.expires_on
    )
    pupil = pupils.add(school.sessions, mine, room.id, [word])[0]
    invitations.invite(school.sessions, mine, room.id, word, "key")
    for path in ("", "/settings", f"/pupils/{pupil.id}", "/pupils/add", "/results"):
        page = teacher(f"/en/teach/classes/{room.id}{path}", **PHONE)
        assert sideways_scroll(page) == 0, path
