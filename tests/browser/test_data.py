"""Stored data and the help for teachers in a real browser: every language, a phone, paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, sideways_scroll
from tests.browser.conftest import Visit, running
from tests.browser.pressing import follow, press
from tests.browser.test_reference import pages_of
from tests.classes.cast import Cast, Person, seated
from tests.databases import Databases
from tests.web.people import stage_in
from trainer.classes import pupils
from trainer.config import Settings
from trainer.learners.progress import Answer, record_attempt
from trainer.puzzles import bank
from trainer.storage import database
from trainer.storage.database import Sessions

LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")
OPEN = (
    "privacy",
    "progress/move",
    "progress/data",
    "teach/help/",
    "teach/help/first-lesson",
    "teach/help/other-lessons",
    "teach/help/questions",
)
A_BIT_LONGER = """
    const walker = document.createTreeWalker(document.querySelector("article"), 4);
    while (walker.nextNode()) {
        const text = walker.currentNode.data.trim();
        if (text.length < 9) continue;
        const more = "ещё слово ".repeat(20).slice(0, Math.round(text.length / 5));
        walker.currentNode.data = `${text} ${more}`;
    }
"""


@dataclass(frozen=True)
class School:
    """A running site with the cast in it; Ana has answered a few puzzles."""

    address: str
    sessions: Sessions
    people: Cast

    def cookies(self, **people: Person) -> dict[str, Any]:
        """What a browser is opened with in which these people are signed in."""
        known = [
            {"name": name, "value": person.secret, "url": self.address}
            for name, person in people.items()
        ]
        return {"storage_state": {"cookies": known, "origins": []}}

    @property
    def data(self) -> str:
        return f"teach/classes/{self.people.room.id}/pupils/{self.people.members[0].id}/data"


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory, databases: Databases) -> Iterator[School]:
    folder = tmp_path_factory.mktemp("school")
    environment = {"TRAINER_DATA": str(folder), "TRAINER_OPERATOR": "School, office@example.org"}
    with databases.lend(Settings.from_environment(environment)) as prepared:
        engine = database.create_engine(prepared)
        sessions = database.session_factory(engine)
        people = stage_in(sessions)
        for puzzle in bank.load().puzzles[:5]:
            answer = Answer(puzzle.id, "B10,B12", solved=True, grade="best", loss=0.0)
            record_attempt(sessions, people.members[0].learner, "form", answer)
        with running(prepared) as address:
            yield School(address, sessions, people)
        engine.dispose()


@pytest.fixture(scope="module")
def site(school: School) -> str:
    return school.address


@pytest.fixture
def as_both(visit: Visit, school: School) -> Callable[..., Page]:
    """A browser in which the teacher and Ana are signed in, so that it shows every page."""

    def open_page(path: str, **wishes: Any) -> Page:
        known = school.cookies(teacher=school.people.teacher, pupil=school.people.pupil)
        return visit(path, **known, **wishes)

    return open_page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_clean_on_a_small_phone(
    visit: Visit, as_both: Callable[..., Page], school: School, language: str
) -> None:
    page = visit(f"/{language}/privacy", width=320, height=640)
    for path in OPEN:
        page.goto(f"/{language}/{path}")
        assert faults(page) == [], path
        assert sideways_scroll(page) <= 0, path
    page = as_both(f"/{language}/progress", width=320, height=640)
    for path in ("progress/data", "progress/delete", school.data, f"{school.data}/delete"):
        page.goto(f"/{language}/{path}")
        assert faults(page) == [], path
        assert sideways_scroll(page) <= 0, path


def test_every_page_is_clean_in_the_dark(as_both: Callable[..., Page], school: School) -> None:
    page = as_both("/en/privacy", dark=True)
    for path in (*OPEN, "progress/delete", school.data, f"{school.data}/delete"):
        page.goto(f"/en/{path}")
        assert faults(page) == [], path


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plan_of_the_first_lesson_prints_on_one_sheet(
    visit: Visit, tmp_path: Path, language: str
) -> None:
    page = visit(f"/{language}/teach/help/first-lesson")
    assert pages_of(page, tmp_path) == 1


def test_a_longer_language_has_room_on_the_sheet_too(visit: Visit, tmp_path: Path) -> None:
    page = visit("/en/teach/help/first-lesson")
    page.evaluate(A_BIT_LONGER)
    assert pages_of(page, tmp_path) == 1


def test_other_help_and_the_page_of_data_print_on_few_sheets(visit: Visit, tmp_path: Path) -> None:
    assert pages_of(visit("/en/teach/help/other-lessons"), tmp_path) <= 2
    assert pages_of(visit("/en/teach/help/questions"), tmp_path) <= 2
    assert pages_of(visit("/en/privacy"), tmp_path) <= 3


def test_a_pupils_page_of_data_prints_without_buttons(
    as_both: Callable[..., Page], school: School
) -> None:
    page = as_both(f"/en/{school.data}")
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Ana")).to_be_visible()
    for selector in (".top", ".foot", ".room-head", ".choices"):
        expect(page.locator(selector).first).to_be_hidden()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_teacher_deletes_a_pupil_after_a_word(
    as_both: Callable[..., Page], school: School, scripts: bool
) -> None:
    who, room = school.people.teacher.id, school.people.room.id
    (extra,) = pupils.add(school.sessions, who, room, [f"Extra {scripts}"])
    page = as_both(f"/en/teach/classes/{room}/pupils/{extra.id}/data", scripts=scripts)
    follow(page.get_by_role("link", name="Delete for good …"))
    page.locator("#word").fill("no")
    follow(page.get_by_role("button", name="Delete for good"))
    expect(page.locator("#word-wrong")).to_be_visible()
    page.locator("#word").fill("delete")
    follow(page.get_by_role("button", name="Delete for good"))
    assert extra.name not in {one.name for one in pupils.members(school.sessions, who, room)}


def test_a_pupil_saves_a_copy_and_deletes_everything(visit: Visit, school: School) -> None:
    who, room = school.people.teacher.id, school.people.room.id
    (extra,) = pupils.add(school.sessions, who, room, ["Čeněk"])
    person = seated(school.sessions, extra)
    page = visit("/fr/progress", **school.cookies(pupil=person))
    follow(page.locator('a[href="/fr/progress/data"]'))
    expect(page.locator("main")).to_contain_text("Čeněk")
    with page.expect_download() as saved:
        page.locator("a[download]").click()
    assert "Čeněk" in Path(saved.value.path()).read_text(encoding="utf-8")
    follow(page.locator('a[href="/fr/progress/delete"]'))
    label = page.locator('label[for="word"]').inner_text()
    word = re.search(r"[“«]\s*(\w+)\s*[”»]", label)
    assert word is not None, label
    page.locator("#word").fill(word[1])
    follow(page.locator(".danger"))
    expect(page).to_have_url(re.compile("/fr/progress$"))
    assert extra.name not in {one.name for one in pupils.members(school.sessions, who, room)}


@pytest.mark.parametrize("scripts", [True, False])
def test_progress_goes_from_one_device_to_another(visit: Visit, scripts: bool) -> None:
    puzzle = f"/en/puzzles/{bank.load().puzzles[0].id}"
    phone = visit(puzzle, width=390, scripts=scripts)
    press(phone, "B10", "B12")
    phone.get_by_role("button", name=re.compile("^Check")).click()
    expect(phone.locator("#result")).to_contain_text("The best turn")
    phone.goto("/en/progress/move")
    follow(phone.get_by_role("button", name="Make a code"))
    code = phone.locator(".big-code").inner_text()
    laptop = visit("/ru/progress/move", scripts=scripts)
    laptop.locator("#code").fill(code.lower().replace("-", " "))
    follow(laptop.locator("form:has(#code) button"))
    expect(laptop).to_have_url(re.compile("/ru/progress$"))
    laptop.goto("/en/progress")
    expect(laptop.locator("main")).to_contain_text("You have solved 1 puzzle.")
    phone.reload()
    expect(phone.locator(".big-code")).to_have_count(0)
