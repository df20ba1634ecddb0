"""Paper in a real browser: each print as the pages of a PDF, its QR codes read, its pages clean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, sideways_scroll
from tests.browser.conftest import Visit, running
from tests.browser.pressing import click, follow
from tests.browser.printed import A4, LETTER, printed
from tests.classes.cast import Cast
from tests.databases import Databases
from tests.web.people import stage_in
from trainer.classes import pupils
from trainer.classes.codes import spaced
from trainer.classes.pupils import Member
from trainer.config import Settings
from trainer.puzzles import bank
from trainer.storage import database

LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")
SPOKEN = "en.es.fr.it.pt.ru"
LONG = (
    "Александра Владимировна Константинопольская-Преображенская",
    "Maximiliane-Charlotte von und zu Hohenlohe-Schillingsfürst II",
    "Wolfeschlegelsteinhausenbergerdorffvoralternwarengewissenhaf",
)
NAMES = (*LONG, "Лев", "Zoë", "Nguyễn Thị Minh Khai", *(f"Pupil {n:02}" for n in range(26)))
PUPILS = 35

# One puzzle of each goal, the fullest hand of the bank, and exercises of every way to answer.
PUZZLES = [
    next(one for one in bank.load().puzzles if one.goal.value == goal).id
    for goal in ("best", "unload", "win", "legal", "outcome")
]
FULL = max(bank.load().puzzles, key=lambda one: len(one.position.hand)).id
KNOWING = max(bank.load().puzzles, key=lambda one: len(one.line)).id
EXERCISES = [
    f"{kind}-3-official-7"
    for kind in ("fits", "judge", "left-over", "unlocks", "session", "opener", "option", "missing")
]
ALL = ".".join(dict.fromkeys([*PUZZLES, FULL, KNOWING, *EXERCISES]))
FEW = ".".join([PUZZLES[0], PUZZLES[4], *EXERCISES[:2]])
HEADING = re.compile(r"\w KM7X · [A-D]")


@dataclass(frozen=True)
class School:
    """A running site with the cast, and 35 pupils in the teacher's class, by name."""

    address: str
    people: Cast
    members: list[Member]

    def path(self, page: str, language: str = "en") -> str:
        return f"/{language}/teach/classes/{self.people.room.id}/paper/{page}"

    def signed_in(self) -> dict[str, object]:
        known = {"name": "teacher", "value": self.people.teacher.secret, "url": self.address}
        return {"storage_state": {"cookies": [known], "origins": []}}


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory, databases: Databases) -> Iterator[School]:
    settings = Settings.from_environment({"TRAINER_DATA": str(tmp_path_factory.mktemp("paper"))})
    with databases.lend(settings) as prepared, running(prepared) as address:
        engine = database.create_engine(prepared)
        sessions = database.session_factory(engine)
        people = stage_in(sessions)
        pupils.add(sessions, people.teacher.id, people.room.id, NAMES)
        members = pupils.members(sessions, people.teacher.id, people.room.id)
        assert len(members) == PUPILS
        yield School(address, people, members)
        engine.dispose()


@pytest.fixture(scope="module")
def site(school: School) -> str:
    return school.address


def squeezed(*texts: str) -> str:
    """Letters and digits alone: long names are broken into lines wherever there is room."""
    return re.sub(r"[\W_]", "", "".join(texts))


# Worksheets


def test_each_of_35_pupils_gets_own_pages_and_the_key_begins_on_its_own(
    school: School, visit: Visit, tmp_path: Path
) -> None:
    query = f"sheet?items={FEW}&seed=KM7X&variants=1&each=1&own={school.members[3].id[:8]}-ru"
    page = visit(school.path(query), **school.signed_in())
    papers = printed(page, tmp_path)
    assert {one.size for one in papers} == {A4}
    assert not any(one.cut_off for one in papers)
    assert all(len(one.text) > 150 for one in papers)
    key = next(n for n, one in enumerate(papers) if "Answer key" in one.text)
    assert all("Answer key" in one.text for one in papers[key:])
    assert not any(HEADING.search(one.text) for one in papers[key:])
    # Whose page it is stands on every one of them; a sheet with its code begins on a page.
    each = (key // PUPILS, key % PUPILS)
    assert each == (2, 0)
    first = papers[:key:2]
    for member, one, more in zip(school.members, first, papers[1:key:2], strict=True):
        assert squeezed(member.name) in squeezed(one.text)
        assert squeezed(member.name) in squeezed(more.text)
        assert squeezed(member.name) in squeezed(*(paper.text for paper in papers[key:]))
    assert "Какой ход лучше всего?" in first[3].text
    assert "What is your best turn?" in first[4].text
    letters = [HEADING.findall(one.text)[0][-1] for one in first]
    assert all(one != other for one, other in pairwise(letters))


def test_the_code_on_a_sheet_leads_to_its_questions(
    school: School, visit: Visit, tmp_path: Path
) -> None:
    page = visit(f"/en/paper/sheet?items={ALL}&seed=KM7X&variants=1&in=ru")
    papers = printed(page, tmp_path)
    found = [code for one in papers for code in one.codes]
    assert len(found) == 4
    assert len(set(found)) == 4
    assert all(code.startswith(f"{school.address}/ru/paper/check/") for code in found)
    for number in range(1, len(ALL.split(".")) + 1, 3):
        page.goto(f"{found[1]}/{number}")
        shown = page.locator(".check-code").inner_text()
        assert shown in " ".join(one.text for one in papers)
    expect(page.locator(".check-numbers li")).to_have_count(len(ALL.split(".")))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("big", ["", "&big=1"])
def test_a_sheet_with_everything_on_it_fits_its_pages(
    visit: Visit, tmp_path: Path, language: str, big: str
) -> None:
    page = visit(f"/{language}/paper/sheet?items={ALL}&seed=KM7X{big}")
    for paper, size in (("A4", A4), ("Letter", LETTER)):
        papers = printed(page, tmp_path, paper)
        assert {one.size for one in papers} == {size}
        assert not any(one.cut_off for one in papers)
        assert all(len(one.text) > 100 for one in papers)
        assert len(papers) <= (19 if big else 10)
        assert len(papers[0].codes) == 1
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1000})
    assert overflowing(page, ".ws-question, .ws-question *:not(.vh):not(.card):not(.card *)") == []


def overflowing(page: Page, selector: str) -> list[str]:
    """The elements that are wider than what holds them."""
    found: list[str] = page.locator(selector).evaluate_all(
        """all => {
            const sheet = document.querySelector(".worksheet").getBoundingClientRect();
            return all
                .filter(one => one.getBoundingClientRect().right > sheet.right + 1)
                .map(one => one.outerHTML.slice(0, 120));
        }"""
    )
    return found


def test_a_question_is_never_torn_apart(visit: Visit, tmp_path: Path) -> None:
    page = visit(f"/en/paper/sheet?items={ALL}&seed=KM7X&key=0")
    codes = page.locator(".ws-code").all_inner_texts()
    papers = printed(page, tmp_path)
    # Its code stands at its head, its last words at its foot: both on one page.
    for place, code in enumerate(codes):
        question = page.locator(".ws-question").nth(place)
        foot = " ".join(question.locator("li, p.ws-line, dd").last.inner_text().split())
        shown = [one for one in papers if code.split()[-1] in one.text]
        assert len(shown) == 1
        assert foot.split("\n")[0].split(" ")[-1] in shown[0].text


def test_all_languages_follow_one_another_and_nothing_of_the_screen_is_printed(
    visit: Visit, tmp_path: Path
) -> None:
    page = visit(f"/en/paper/sheet?items={PUZZLES[0]}&seed=KM7X&in={SPOKEN}&title=Übung+1")
    papers = printed(page, tmp_path)
    assert len(papers) == len(LANGUAGES) + 1
    assert all("Übung 1" in one.text for one in papers)
    assert [one.codes[0].split("/")[3] for one in papers[:-1]] == list(LANGUAGES)
    for one in papers:
        for word in ("Print this page", "Change the sheet", "Skip to the content", "tracked"):
            assert word not in one.text


def test_the_key_tells_the_answers_that_the_check_accepts(visit: Visit) -> None:
    page = visit(f"/en/paper/sheet?items={PUZZLES[0]}&seed=KM7X&variants=1")
    cards = page.locator(".key-line").nth(2).locator(".card > .vh").all_inner_texts()
    code = page.locator(".ws-code").nth(2).inner_text().split()[-1]
    page.goto("/en/paper/check")
    page.locator("#code").fill(code.lower())
    follow(page.locator("main .button.primary"))
    for name in cards:
        click(page.locator(".hand-card").filter(has_text=re.compile(f"{name}$|{name}\\D")))
    page.locator(".actions .primary").click()
    expect(page.locator("#result .result.best")).to_be_visible()


# Class cards


@pytest.mark.parametrize(
    ("language", "paper", "size"),
    [*((one, "A4", A4) for one in LANGUAGES), ("en", "Letter", LETTER), ("ru", "Letter", LETTER)],
)
def test_class_cards_are_ten_to_a_page_with_name_code_and_qr(
    school: School, visit: Visit, tmp_path: Path, language: str, paper: str, size: tuple[int, int]
) -> None:
    page = visit(school.path(f"cards?language={language}"), **school.signed_in())
    papers = printed(page, tmp_path, paper)
    assert {one.size for one in papers} == {size}
    assert not any(one.cut_off for one in papers)
    assert [len(one.codes) for one in papers] == [10, 10, 10, 5]
    text = squeezed(*(one.text for one in papers))
    for member in school.members:
        assert member.card is not None
        assert squeezed(spaced(member.card)) in text
        assert squeezed(member.name) in text
    codes = [code for one in papers for code in one.codes]
    assert codes == [f"{school.address}/c/{member.card}" for member in school.members]
    page.emulate_media(media="print")
    cut = page.locator(".class-card").evaluate_all(
        "all => all.filter(one => one.scrollHeight > one.clientHeight + 1).length"
    )
    assert cut == 0


def test_a_card_read_by_a_camera_leads_to_the_question_whose_it_is(
    school: School, visit: Visit, tmp_path: Path
) -> None:
    page = visit(school.path("cards"), **school.signed_in())
    code = printed(page, tmp_path)[0].codes[0]
    phone = visit(code.removeprefix(school.address), width=360)
    expect(phone.locator("main")).to_contain_text(school.members[0].name)


# Playing cards


@pytest.mark.parametrize(
    ("language", "query", "fronts", "backs"),
    [
        *((one, "", [9] * 8 + [8], 0) for one in LANGUAGES),
        ("en", "?size=small&plain=1", [16] * 5, 0),
        ("pt", "?size=small", [16] * 5, 0),
        ("en", "?backs=1", [9] * 8 + [8], 9),
        ("ru", "?backs=1&size=small&plain=1", [16] * 5, 5),
    ],
)
def test_the_80_cards_fill_their_pages_on_a4_and_letter(
    visit: Visit, tmp_path: Path, language: str, query: str, fronts: list[int], backs: int
) -> None:
    page = visit(f"/{language}/paper/cards{query}")
    for paper, size in (("A4", A4), ("Letter", LETTER)):
        papers = printed(page, tmp_path, paper)
        assert {one.size for one in papers} == {size}
        assert not any(one.cut_off for one in papers)
        shown = papers[::2] if backs else papers
        # Each card has its number twice, in the corner and in the middle.
        numbers = [re.findall(r"\d+", one.text) for one in shown]
        assert [len(one) for one in numbers] == [2 * count for count in fronts]
        assert len(papers) == len(fronts) + backs
        assert all(one.text == "" for one in papers[1::2]) or not backs


# The pages themselves

PLACES = (
    "paper/",
    f"paper/sheet?items={FEW}&seed=KM7X",
    "paper/cards?size=small&backs=1",
    "paper/check",
    "paper/check?code=nonsense",
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_clean_on_a_small_phone(visit: Visit, language: str) -> None:
    page = visit(f"/{language}/paper/", width=320, height=640)
    for place in PLACES:
        page.goto(f"/{language}/{place}")
        assert faults(page) == [], place
        assert sideways_scroll(page) <= 0, place


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_a_class_is_clean_on_a_small_phone(
    school: School, visit: Visit, language: str
) -> None:
    page = visit(school.path("", language), width=320, height=640, **school.signed_in())
    page.locator("summary").filter(has_text=re.compile(".")).last.click()
    assert faults(page) == []
    assert sideways_scroll(page) <= 0
    some = [member.id[:8] for member in school.members[:2]]
    query = f"sheet?items={PUZZLES[0]}&seed=KM7X&each=1&variants=1&pupils={'.'.join(some)}"
    for place in (query, f"cards?pupil={some[0]}&pupil={some[1]}"):
        page.goto(school.path(place, language))
        assert faults(page) == [], place
        assert sideways_scroll(page) <= 0, place


@pytest.mark.parametrize("place", PLACES)
def test_every_page_is_clean_in_the_dark(visit: Visit, place: str) -> None:
    assert faults(visit(f"/en/{place}", dark=True)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_checking_at_home_is_clean_before_and_after_an_answer(visit: Visit, language: str) -> None:
    page = visit(f"/{language}/paper/sheet?items={FEW}&seed=KM7X", width=320, height=640)
    codes = [
        text.split()[-1].replace("-", "") for text in page.locator(".ws-code").all_inner_texts()
    ]
    for number in range(1, len(codes) + 1):
        page.goto(f"/{language}/paper/check/{'-'.join(codes)}/{number}")
        assert faults(page) == [], number
        assert sideways_scroll(page) <= 0, number
        answer_something(page)
        expect(page.locator("#result .result")).to_be_visible()
        assert faults(page) == [], number


def answer_something(page: Page) -> None:
    if page.locator(".hand-card").count():
        click(page.locator(".hand-card").first)
        page.locator(".actions .primary").click()
    elif page.locator(".markables").count():
        page.locator(".markables input").first.check()
        page.locator(".practice-answer .primary").click()
    elif page.locator(".question").count():
        page.locator(".question input[type=radio]").first.check()
        page.locator(".question .primary").click()
    else:
        page.locator(".options button").first.click()


def test_without_scripts_a_worksheet_is_made_and_checked(school: School, visit: Visit) -> None:
    page = visit(school.path(""), scripts=False, **school.signed_in())
    page.locator("#puzzles").fill("2")
    page.locator("#exercises").fill("1")
    follow(page.locator(".print-form .primary"))
    expect(page.locator("#problems")).to_contain_text("Choose the chapter")
    expect(page.locator("#puzzles")).to_have_value("2")
    page.locator("#chapter").select_option("ordinary-turn")
    follow(page.locator(".print-form .primary"))
    expect(page.locator(".worksheet")).to_have_count(PUPILS + 1)
    expect(page.locator("[data-print]")).to_be_hidden()
    code = page.locator(".ws-code").first.inner_text().split()[-1]
    page.goto(f"/en/paper/check?code={code}")
    answer_something(page)
    expect(page.locator("#result .result")).to_be_visible()


def test_the_button_prints_the_page(visit: Visit) -> None:
    page = visit(f"/en/paper/sheet?items={PUZZLES[0]}&seed=KM7X")
    page.evaluate("window.print = () => { document.title = 'printed' }")
    page.locator("[data-print]").click()
    assert page.title() == "printed"
