"""Tasks in real browsers: a teacher gives a set, a pupil does it on a phone in another language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, sideways_scroll
from tests.browser.conftest import Visit, running
from tests.browser.pressing import click, follow, follow_by_key, press
from tests.classes.cast import Cast, Person, seated
from tests.classes.given import FIRST, LESSON, SECOND, draft, puzzle
from tests.databases import Databases
from tests.web.people import stage_in
from trainer.classes import assignments, classrooms, pupils
from trainer.classes.access import Room
from trainer.classes.drafts import Wanted
from trainer.classes.pupils import Member
from trainer.classes.tasksets import TaskSet
from trainer.config import Settings
from trainer.puzzles.bank import load
from trainer.puzzles.schema import Goal, Puzzle
from trainer.storage import database
from trainer.storage.class_tables import TaskAnswer
from trainer.storage.database import Sessions, reading

LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")
KINDS = {goal: next(one for one in load().puzzles if one.goal is goal) for goal in Goal}


@dataclass
class School:
    """A running site and its cast; each test gives to a class of its own."""

    address: str
    sessions: Sessions
    people: Cast
    numbers: Iterator[int] = field(default_factory=count)


@dataclass(frozen=True)
class Class:
    """A class with a teacher and two pupils, and their browsers."""

    school: School
    visit: Visit
    room: Room
    members: list[Member]

    def give(self, *tasks: Wanted, **values: Any) -> TaskSet:
        made = replace(draft(*tasks), **values)
        return assignments.create(self.school.sessions, self.teacher.id, self.room.id, made)

    @property
    def teacher(self) -> Person:
        return self.school.people.teacher

    def at(self, rest: str = "", language: str = "en") -> str:
        return f"/{language}/teach/classes/{self.room.id}/tasks/{rest}"

    def as_teacher(self, address: str, **wishes: Any) -> Page:
        return self.visit(address, **self._with("teacher", self.teacher), **wishes)

    def as_pupil(self, address: str, place: int = 0, **wishes: Any) -> Page:
        person = seated(self.school.sessions, self.members[place], datetime.now(UTC))
        return self.visit(address, **self._with("pupil", person), **wishes)

    def _with(self, cookie: str, person: Person) -> dict[str, Any]:
        known = {"name": cookie, "value": person.secret, "url": self.school.address}
        return {"storage_state": {"cookies": [known], "origins": []}}

    def stored(self) -> int:
        with reading(self.school.sessions) as session:
            return session.query(TaskAnswer).count()


def address(made: TaskSet, place: int = 0, language: str = "en") -> str:
    return f"/{language}/class/tasks/{made.id}/{made.tasks[place].id}"


def check(page: Page) -> None:
    click(page.locator("#work .actions .primary"))
    expect(page.locator("#result .result")).to_be_visible()


def lay(page: Page, one: Puzzle = FIRST, turn: int = 0) -> None:
    press(page, *one.turns[turn].cards)
    check(page)


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory, databases: Databases) -> Iterator[School]:
    settings = Settings.from_environment({"TRAINER_DATA": str(tmp_path_factory.mktemp("school"))})
    with databases.lend(settings) as prepared, running(prepared) as address:
        engine = database.create_engine(prepared)
        sessions = database.session_factory(engine)
        yield School(address, sessions, stage_in(sessions))
        engine.dispose()


@pytest.fixture(scope="module")
def site(school: School) -> str:
    return school.address


@pytest.fixture
def klass(school: School, visit: Visit) -> Class:
    teacher = school.people.teacher.id
    name, later = f"Class {next(school.numbers)}", datetime.now(UTC).date() + timedelta(days=300)
    room = classrooms.create(school.sessions, teacher, name, "en", "official", later)
    members = pupils.add(school.sessions, teacher, room.id, ["Ana", "Ben"])
    return Class(school, visit, room, members)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_teacher_gives_a_set_and_a_pupil_does_it_on_a_small_phone_in_russian(
    klass: Class, scripts: bool
):
    page = klass.as_teacher(klass.at(), scripts=scripts)
    follow(page.get_by_role("link", name="New set of tasks"))
    page.get_by_label("Title").fill("For Monday")
    page.locator("summary", has_text="Lessons").click()
    page.locator(f"input[name=chapter][value={LESSON}]").check()
    follow(page.get_by_role("button", name="Add these lessons"))
    page.locator("summary", has_text="Puzzles by hand").click()
    follow(page.get_by_role("button", name="To the list of puzzles"))
    page.locator(f"input[value='{FIRST.id}']").check()
    follow(page.get_by_role("button", name="Page 2"))
    follow(page.get_by_role("button", name="Take over what is ticked").first)
    expect(page.get_by_label("Title")).to_have_value("For Monday")
    expect(page.locator("#tasks > li")).to_have_count(2)
    follow(page.get_by_role("button", name="Up: Puzzle"))
    expect(page.locator("#tasks > li").first).to_contain_text("Puzzle")
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()
    page.get_by_label("Last day").fill(tomorrow)
    page.get_by_label("Tries for each puzzle").fill("2")
    page.get_by_label("when you show it").check()
    follow(page.get_by_role("button", name="Give it to the class"))
    expect(page.locator("h1")).to_have_text("For Monday")

    phone = klass.as_pupil("/ru/class/", width=320, height=640, scripts=scripts)
    expect(phone.locator(".first-name")).to_contain_text(re.compile(r"\d"))
    assert sideways_scroll(phone) <= 0
    follow(phone.locator(".first .primary"))
    expect(phone.locator("h1")).to_have_text(re.compile("^Какой ход лучше"))
    lay(phone, turn=-1)
    expect(phone.locator(".notes li")).to_have_count(3)
    expect(phone.locator(".turns, .reasons")).to_have_count(0)
    assert sideways_scroll(phone) <= 0
    follow(phone.locator(".after a", has_text=re.compile(".")).first)
    lay(phone)
    expect(phone.locator(".result.best")).to_be_visible()
    expect(phone.locator(".turns, .reasons")).to_have_count(0)
    expect(phone.locator("#work form[data-fragment]")).to_have_count(0)

    # The explanation is there as soon as the teacher has shown it.
    follow(page.get_by_role("button", name="Show the explanations now"))
    phone.reload()
    expect(phone.locator(".turns").first).to_be_visible()
    expect(phone.locator(".reasons").first).to_be_visible()
    follow(phone.locator(".after [rel=next]"))
    expect(phone).to_have_url(re.compile(f"/ru/lessons/{LESSON}/"))
    # The way back stands on every page.
    follow(phone.locator("a[href='/ru/class/']").first)
    expect(phone.locator(".task-line.done")).to_have_count(1)


def test_the_answer_is_told_in_place_and_gets_the_focus(klass: Class):
    made = klass.give(puzzle(FIRST), puzzle(SECOND), tries=2)
    page = klass.as_pupil(address(made))
    expect(page.locator(".tries")).to_have_text("You have 2 tries.")
    page.evaluate("window.sameDocument = true")
    lay(page, turn=-1)
    expect(page.locator("#result h2")).to_be_focused()
    expect(page.locator(".notes")).to_contain_text("You have 1 try left.")
    # What was laid is still there and can be changed: a second answer needs no new page.
    assert page.evaluate("window.sameDocument")
    for code in FIRST.turns[-1].cards:
        press(page, code)
    lay(page)
    expect(page.locator(".result.best .turns")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Next task: Puzzle"))).to_be_visible()


def test_a_double_click_uses_one_try(klass: Class):
    made, before = klass.give(tries=3), klass.stored()
    page = klass.as_pupil(address(made))
    press(page, *FIRST.turns[-1].cards)
    page.locator("#work .actions .primary").dblclick()
    expect(page.locator(".notes")).to_contain_text("You have 2 tries left.")
    assert klass.stored() == before + 1


def test_two_tabs_of_one_pupil_share_the_tries(klass: Class):
    made, before = klass.give(tries=1), klass.stored()
    page = klass.as_pupil(address(made))
    second = klass.visit(address(made), beside=page)
    lay(page, turn=-1)
    press(second, *FIRST.turns[0].cards)
    click(second.locator("#work .actions .primary"))
    expect(second.locator("[role=alert].notice")).to_contain_text("This answer was not stored")
    expect(second.locator("#work .actions")).to_have_count(0)
    assert klass.stored() == before + 1


def test_the_whole_way_by_keyboard(klass: Class):
    made = klass.give(tries=1)
    page = klass.as_pupil("/en/class/")
    page.locator(".first .primary").focus()
    follow_by_key(page)
    expect(page).to_have_url(re.compile(made.id))
    for code in FIRST.turns[0].cards:
        page.locator(f"[data-card={code}]").focus()
        page.keyboard.press("Enter")
    page.locator("#work .actions .primary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#result h2")).to_be_focused()


def test_enter_in_the_title_keeps_everything(klass: Class):
    page = klass.as_teacher(klass.at(f"new?tasks=p{FIRST.id}"))
    page.get_by_label("Title").fill("Written")
    page.get_by_label("Title").focus()
    follow_by_key(page)
    expect(page.get_by_label("Title")).to_have_value("Written")
    expect(page.locator("#tasks > li")).to_have_count(1)
    # So does changing the language, which is why the form lives in the address.
    page.get_by_label("Tries for each puzzle").fill("2")
    page.locator("[data-language] summary, .menu summary").last.click()
    follow(page.locator("[name=language][value=fr]"))
    expect(page.locator("#title")).to_have_value("Written")
    expect(page.locator("#tries")).to_have_value("2")


@pytest.mark.parametrize("scripts", [True, False])
def test_enter_in_a_link_adds_the_puzzle(klass: Class, scripts: bool):
    page = klass.as_teacher(klass.at("new"), scripts=scripts)
    page.get_by_label("Title").fill("Written")
    page.get_by_text("Puzzles from the workshop").click()
    page.get_by_label("Link of a puzzle").fill(f"{klass.school.address}/en/puzzles/{FIRST.id}")
    page.get_by_label("Link of a puzzle").focus()
    follow_by_key(page)
    expect(page.locator("#tasks > li")).to_have_count(1)
    expect(page.get_by_label("Title")).to_have_value("Written")


def test_enter_in_how_many_adds_puzzles_also_as_many_as_stand_there(klass: Class):
    page = klass.as_teacher(klass.at("new"))
    page.get_by_text("Puzzles by theme and level").click()
    page.get_by_label("How many").focus()
    follow_by_key(page)
    expect(page.locator("#tasks > li")).to_have_count(5)


def test_the_way_back_leads_to_what_was_typed(klass: Class):
    page = klass.as_teacher(klass.at("new"))
    page.get_by_label("Title").fill("Written")
    page.get_by_text("Puzzles by hand").click()
    follow(page.get_by_role("button", name="To the list of puzzles"))
    page.go_back()
    expect(page.get_by_label("Title")).to_have_value("Written")


def test_an_answer_is_kept_while_the_connection_is_lost(klass: Class):
    made, before = klass.give(tries=1), klass.stored()
    page = klass.as_pupil(address(made))
    press(page, *FIRST.turns[0].cards)
    page.context.set_offline(True)
    page.locator("#work .actions .primary").click()
    expect(page.locator("#lost")).to_be_visible()
    page.context.set_offline(False)
    page.locator("#lost [data-retry]").click()
    expect(page.locator(".result.best")).to_be_visible()
    assert klass.stored() == before + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_pupils_pages_are_clean_on_a_small_phone(klass: Class, language: str):
    dark = language in ("es", "ru")
    many = klass.give(*(puzzle(KINDS[goal]) for goal in Goal), tries=1)
    klass.give(Wanted("chapter", LESSON), Wanted("practice", LESSON, 3), title="Zwei " * 12)
    page = klass.as_pupil(f"/{language}/class/", width=320, height=640, dark=dark)
    page.locator(".own-card summary").click()
    clean(page)
    for place, goal in enumerate(Goal):
        page.goto(address(many, place, language))
        clean(page)
        one = KINDS[goal]
        if one.question is not None:
            page.locator(".option input").first.check()
            click(page.locator(".question .primary"))
        else:
            cards = one.turns[-1].cards if one.answer is None else one.answer[:1]
            press(page, *(code for code in cards if code not in ("draw", "pass")))
            click(page.locator("#work .actions .primary"))
        expect(page.locator("#result .result")).to_be_visible()
        clean(page)
    page.goto(f"/{language}/class/")
    clean(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_teachers_pages_are_clean(klass: Class, language: str):
    width = 1120 if language == "en" else 320
    made = klass.give(
        puzzle(FIRST), Wanted("practice", LESSON, 3), explain="release", title="Mañana " * 10
    )
    gone = klass.give(title="Gone")
    assignments.remove(klass.school.sessions, klass.teacher.id, klass.room.id, gone.id)
    klass.give(title="Second")
    page = klass.as_teacher(klass.at("", language), width=width, dark=language in ("fr", "it"))
    page.locator(".over summary").click()
    clean(page)
    for rest in (made.id, f"{made.id}/edit", gone.id, "new/puzzles?level=5&rules=classic"):
        page.goto(klass.at(rest, language))
        for summary in page.locator(".adding summary").all():
            summary.click()
        clean(page)
    page.goto(klass.at("new", language))
    follow(page.locator("[name=do][value=give]"))
    expect(page.locator("#problems")).to_be_visible()
    clean(page)
    page.goto(address(made, 0, language))
    clean(page)


def clean(page: Page) -> None:
    assert faults(page) == [], page.url
    assert sideways_scroll(page) <= 0, page.url
