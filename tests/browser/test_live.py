"""A live round in real browsers: the projector, two phones in two languages, an outsider."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, sideways_scroll
from tests.browser.conftest import Visit, running
from tests.browser.pressing import click, follow, press
from tests.classes.cast import Cast, seated
from tests.databases import Databases
from tests.web.people import stage_in
from trainer.classes import classrooms, codes, live, live_answers, pupils
from trainer.classes.access import Room
from trainer.classes.live import Ask, Round
from trainer.classes.pupils import Member
from trainer.config import Settings
from trainer.learners.attempts import Answer
from trainer.puzzles import bank
from trainer.puzzles.schema import Goal, Puzzle
from trainer.storage import database
from trainer.storage.database import Sessions
from trainer.web.live_views import right_answers

LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")
BEST = bank.load().puzzles[0]
GOALS = [
    next(one for one in bank.load().puzzles if one.goal is goal and (one.question or one.turns[1:]))
    for goal in Goal
]


def calm(page: Page) -> None:
    """Wait as long as the projector takes a second press for one that bounced."""
    page.wait_for_timeout(700)


def wrong_turn(puzzle: Puzzle) -> tuple[str, ...]:
    right = right_answers(puzzle)
    return next(one.cards for one in puzzle.turns if ",".join(one.cards) not in right)


@dataclass
class School:
    """A running site and its cast; each test gives its own lesson there."""

    address: str
    sessions: Sessions
    people: Cast
    numbers: Iterator[int] = field(default_factory=count)


@dataclass
class Lesson:
    """A class of its own with a round, and browsers of its people."""

    school: School
    visit: Visit
    room: Room
    members: list[Member]
    round: Round

    def at(self, language: str = "en") -> str:
        return f"/{language}/teach/classes/{self.room.id}/live/"

    def projector(self, language: str = "en", **wishes: Any) -> Page:
        wishes = {"width": 1280, "height": 720} | wishes
        return self.as_teacher(f"{self.at(language)}{self.round.id}", **wishes)

    def as_teacher(self, address: str, **wishes: Any) -> Page:
        return self.visit(address, **self._with("teacher", self.school.people.teacher), **wishes)

    def phone(self, place: int, language: str = "en", **wishes: Any) -> Page:
        member = seated(self.school.sessions, self.members[place], datetime.now(UTC))
        wishes = {"width": 360, "height": 740} | wishes
        address = f"/{language}/live/{self.round.code}"
        return self.visit(address, **self._with("pupil", member), **wishes)

    def _with(self, cookie: str, person: Any) -> dict[str, Any]:
        known = {"name": cookie, "value": person.secret, "url": self.school.address}
        return {"storage_state": {"cookies": [known], "origins": []}}

    def step(self, move: live.Move = "forward") -> Round:
        teacher = self.school.people.teacher.id
        now = live.show(self.school.sessions, teacher, self.room.id, self.round.id)
        return live.step(
            self.school.sessions, teacher, self.room.id, self.round.id, move, now.version
        )

    def answer(self, pupil: int, place: int, puzzle: Puzzle, text: str) -> None:
        given = Answer(puzzle.id, text, text in right_answers(puzzle), grade="best", loss=0.0)
        live_answers.answer(
            self.school.sessions, self.members[pupil].id, self.round.code, place, given
        )

    def stored(self, place: int = 0) -> dict[str, str]:
        found = live_answers.join
        return {
            one.name: visit.answers[place].answer
            for one in self.members
            if place in (visit := found(self.school.sessions, one.id, self.round.code)).answers
        }


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
def lesson_of(school: School, visit: Visit) -> Callable[..., Lesson]:
    """Makes a class of three with a round of these puzzles."""

    def make(*puzzles: Puzzle) -> Lesson:
        teacher = school.people.teacher.id
        name, later = f"Class {next(school.numbers)}", date.today() + timedelta(days=300)
        room = classrooms.create(school.sessions, teacher, name, "en", "official", later)
        members = pupils.add(school.sessions, teacher, room.id, ["Ana", "Ben", "Čeněk"])
        asks = [Ask("puzzle", one.id) for one in puzzles]
        begun = live.start(school.sessions, teacher, room.id, asks, codes.new_public_id())
        return Lesson(school, visit, room, members, begun)

    return make


def test_a_round_from_the_lobby_to_the_end(lesson_of: Callable[..., Lesson]):
    lesson = lesson_of(BEST, GOALS[list(Goal).index(Goal.OUTCOME)])
    wall = lesson.projector()
    expect(wall.locator(".tiles")).to_contain_text(" ".join(lesson.round.code))
    french, russian = lesson.phone(0, "fr"), lesson.phone(1, "ru")
    expect(wall.locator("[data-count]")).to_have_text("2 pupils are here.")
    expect(wall.locator("body")).not_to_contain_text("Ana")

    wall.keyboard.press("ArrowRight")
    expect(wall.locator("h1")).to_contain_text("What is your best turn?")
    expect(wall.locator("[data-count]")).to_have_text("0 of 2 pupils have answered.")
    expect(french.locator("h1")).to_have_text(re.compile("^Quel est votre meilleur coup"))
    expect(russian.locator("h1")).to_have_text(re.compile("^Какой ход лучше"))
    press(french, *right_answers(BEST)[0].split(","))
    french.locator(".actions .primary").click()
    expect(french.locator(".stored .answer-cards")).to_be_visible()
    press(russian, *wrong_turn(BEST))
    russian.locator(".actions .primary").click()
    expect(russian.locator(".stored")).to_be_visible()
    expect(wall.locator("[data-count]")).to_have_text("2 of 2 pupils have answered.")

    calm(wall)
    wall.keyboard.press("ArrowRight")
    expect(wall.locator(".bars tr.right")).to_contain_text("best")
    expect(wall.locator(".bars .value")).to_have_text(["1", "1"])
    expect(french.locator(".result.best")).to_be_visible()
    expect(russian.locator(".result h1")).to_be_focused()
    assert re.search("[а-я]", russian.locator(".result .told").first.inner_text())

    calm(wall)
    wall.keyboard.press("ArrowRight")
    expect(french.locator(".question .option")).not_to_have_count(0)
    calm(wall)
    wall.keyboard.press("ArrowRight")
    expect(wall.locator(".keys")).to_have_text("That was the last question.")
    calm(wall)
    wall.keyboard.press("ArrowRight")
    wall.get_by_role("button", name="End the round", exact=True).click()
    expect(wall.locator("h1")).to_have_text("The round is over")
    expect(wall.locator(".beam-foot")).to_have_count(0)
    expect(french.locator(".own-result.done")).to_have_count(1)
    expect(russian.locator(".own-result.done")).to_have_count(0)


def test_an_outsider_finds_no_round(lesson_of: Callable[..., Lesson], visit: Visit):
    lesson = lesson_of(BEST)
    stranger = visit(f"/en/live/{lesson.round.code}")
    expect(stranger.locator("h1")).to_have_text("First show your class card")
    other = visit(
        f"{lesson.at()}{lesson.round.id}",
        **lesson._with("teacher", lesson.school.people.outsider),
    )
    expect(other.locator("h1")).to_have_text("There is no such page")


def test_keys_and_the_buttons_of_a_presenter_lead_a_round(lesson_of: Callable[..., Lesson]):
    lesson = lesson_of(BEST, GOALS[0], GOALS[1])
    wall = lesson.projector()
    stage = wall.locator(".stage")
    for key, phase in (("PageDown", "open"), (" ", "revealed"), ("ArrowRight", "open")):
        wall.keyboard.press(key)
        expect(stage).to_have_attribute("data-phase", phase)
        calm(wall)
    for key, which in (("PageUp", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        wall.keyboard.press(key)
        expect(wall.locator(".which")).to_have_text(f"Question {which} of 3")
        calm(wall)
    version = stage.get_attribute("data-version")
    for key in ("Escape", "Home", "ArrowDown", "a", "Control+ArrowRight", "Shift+PageDown"):
        wall.keyboard.press(key)
    wall.locator("summary").first.focus()
    wall.keyboard.press(" ")
    expect(wall.locator(".menu")).to_have_attribute("open", "")
    wall.wait_for_timeout(1000)
    assert stage.get_attribute("data-version") == version


def test_a_double_click_and_a_bouncing_key_move_a_round_once(lesson_of: Callable[..., Lesson]):
    lesson = lesson_of(BEST, GOALS[0])
    wall = lesson.projector()
    wall.locator(".controls .primary").dblclick()
    expect(wall.locator(".stage")).to_have_attribute("data-phase", "open")
    wall.wait_for_timeout(1000)
    expect(wall.locator(".stage")).to_have_attribute("data-phase", "open")
    for _ in range(3):
        wall.keyboard.press("PageDown")
        wall.wait_for_timeout(60)
    expect(wall.locator(".stage")).to_have_attribute("data-phase", "revealed")
    wall.wait_for_timeout(1000)
    expect(wall.locator(".which")).to_have_text("Question 1 of 2")


def test_two_projectors_of_two_teachers_follow_each_other(lesson_of: Callable[..., Lesson]):
    lesson = lesson_of(BEST)
    first, second = lesson.projector(), lesson.projector("it")
    first.keyboard.press("ArrowRight")
    expect(second.locator(".stage")).to_have_attribute("data-phase", "open")
    calm(second)
    second.keyboard.press("ArrowRight")
    expect(first.locator(".stage")).to_have_attribute("data-phase", "revealed")


def test_a_phone_that_loses_the_connection_comes_back_where_it_was(
    lesson_of: Callable[..., Lesson],
):
    lesson = lesson_of(BEST, GOALS[0])
    lesson.step()
    phone = lesson.phone(0)
    right = right_answers(BEST)[0].split(",")
    press(phone, right[0])
    phone.context.set_offline(True)
    expect(phone.locator("#away")).to_contain_text("what you laid is still here")
    press(phone, *right[1:])
    phone.locator(".actions .primary").click()
    expect(phone.locator("#away")).to_contain_text("Your answer is not sent yet")
    expect(phone.locator("#lost")).to_be_hidden()
    assert lesson.stored() == {}
    sent: list[str] = []
    phone.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    phone.context.set_offline(False)
    expect(phone.locator(".stored")).to_be_visible()
    expect(phone.locator("#away")).to_be_hidden()
    assert lesson.stored() == {"Ana": right_answers(BEST)[0]}
    phone.wait_for_timeout(2500)
    assert len(sent) == 1

    phone.context.set_offline(True)
    expect(phone.locator("#away")).to_contain_text("your answer is stored")
    lesson.step()
    expect(phone.locator(".stored")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.locator(".result.best")).to_be_visible()
    expect(phone.locator("#away")).to_be_hidden()


def test_an_answer_sent_without_a_connection_that_comes_too_late_is_told_so(
    lesson_of: Callable[..., Lesson],
):
    lesson = lesson_of(BEST, GOALS[0])
    lesson.step()
    phone = lesson.phone(0)
    press(phone, *right_answers(BEST)[0].split(","))
    phone.context.set_offline(True)
    phone.locator(".actions .primary").click()
    expect(phone.locator("#away")).to_contain_text("Your answer is not sent yet")
    lesson.step()
    phone.context.set_offline(False)
    expect(phone.locator(".notice.bad")).to_contain_text("does not count")
    expect(phone.locator(".lost:visible")).to_have_count(0)
    assert lesson.stored() == {}


def test_a_projector_without_a_connection_says_so_once(lesson_of: Callable[..., Lesson]):
    wall = lesson_of(BEST).projector()
    wall.context.set_offline(True)
    wall.locator(".controls .primary").click()
    expect(wall.locator(".lost:visible")).to_have_count(1)
    expect(wall.locator("#away")).to_contain_text("no answer is lost")
    wall.context.set_offline(False)
    expect(wall.locator(".lost:visible")).to_have_count(0)
    wall.locator(".controls .primary").click()
    expect(wall.locator(".stage")).to_have_attribute("data-phase", "open")


def test_the_button_that_ends_a_round_early_is_whole_on_a_small_projector(
    lesson_of: Callable[..., Lesson],
):
    lesson = lesson_of(next(one for one in bank.load().puzzles if len(one.position.others) == 5))
    lesson.step()
    wall = lesson.projector()
    wall.locator(".beam-end summary").click()
    box = wall.get_by_role("button", name="End it now").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 720
    wall.get_by_role("button", name="End it now").click()
    expect(wall.locator("h1")).to_have_text("The round is over")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pupils_pages_fit_with_text_of_twice_the_size(
    lesson_of: Callable[..., Lesson], language: str
):
    phone = lesson_of(BEST).phone(0, language, width=390)
    for path in ("class/", "join", "live"):
        phone.goto(f"/{language}/{path}")
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        assert sideways_scroll(phone) <= 0, path


def test_a_reload_shows_the_same_cards_and_none_of_the_question_before(
    lesson_of: Callable[..., Lesson],
):
    lesson = lesson_of(BEST, GOALS[0])
    lesson.step()
    phone = lesson.phone(0)
    card = str(right_answers(BEST)[0].split(",")[0])
    press(phone, card)
    phone.reload()
    expect(phone.locator(f"[data-card={card}]")).to_have_attribute("aria-pressed", "true")
    lesson.step()
    expect(phone.locator(".result")).to_be_visible()
    lesson.step()
    expect(phone.locator("#board-2")).to_be_visible()
    assert "laid" not in phone.url
    assert phone.url.endswith("?q=2")
    expect(phone.locator("[aria-pressed=true]")).to_have_count(0)


def test_a_pupil_changes_the_answer_and_a_turn_that_is_not_allowed_is_explained(
    lesson_of: Callable[..., Lesson],
):
    lesson = lesson_of(BEST)
    lesson.step()
    phone = lesson.phone(0)
    phone.locator(".actions .primary").click()
    expect(phone.locator("#said h2")).to_have_text("This turn is not allowed")
    expect(phone.locator("#said h2")).to_be_focused()
    press(phone, *wrong_turn(BEST))
    expect(phone.locator("#said h2")).to_have_count(0)
    phone.locator(".actions .primary").click()
    phone.get_by_role("button", name="Change my answer").click()
    expect(phone.locator("[aria-pressed=true]")).to_have_count(len(wrong_turn(BEST)))
    for code in wrong_turn(BEST):
        press(phone, code)
    press(phone, *right_answers(BEST)[0].split(","))
    phone.get_by_role("button", name="Send my new answer").click()
    expect(phone.locator(".stored")).to_be_visible()
    assert lesson.stored() == {"Ana": right_answers(BEST)[0]}


def test_a_round_works_without_scripts(lesson_of: Callable[..., Lesson]):
    lesson = lesson_of(BEST)
    wall = lesson.projector(scripts=False)
    phone = lesson.phone(0, scripts=False)
    expect(phone.locator("h1")).to_have_text("You are in")
    follow(wall.locator(".controls .primary"))
    follow(phone.get_by_role("link", name="Look whether it goes on"))
    for code in right_answers(BEST)[0].split(","):
        click(phone.locator(f"[data-card={code}]"))
    follow(phone.locator(".actions .primary"))
    expect(phone.locator(".stored h1")).to_have_text("Your answer is stored")
    follow(phone.get_by_role("button", name="Change my answer"))
    expect(phone.locator("[aria-pressed=true]")).not_to_have_count(0)
    follow(wall.locator(".controls .primary"))
    expect(wall.locator(".bars tr.right .value")).to_have_text("1")
    follow(phone.locator(".actions .primary"))
    expect(phone.locator(".notice.bad")).to_contain_text("does not count")
    expect(phone.locator(".result.best")).to_be_visible()


def test_the_teacher_chooses_and_starts_within_two_clicks(lesson_of: Callable[..., Lesson]):
    lesson = lesson_of(BEST)
    lesson.step("end")
    page = lesson.as_teacher(lesson.at())
    follow(page.get_by_role("button", name="Start the round"))
    expect(page.locator(".ticket.big")).to_be_visible()


def test_a_projector_whose_teacher_is_signed_out_asks_to_sign_in_again(
    lesson_of: Callable[..., Lesson],
):
    wall = lesson_of(BEST).projector()
    wall.context.clear_cookies()
    wall.wait_for_url(re.compile("/teach/sign-in"))


def test_a_phone_whose_card_was_put_away_asks_for_it(lesson_of: Callable[..., Lesson]):
    phone = lesson_of(BEST).phone(0)
    phone.context.clear_cookies()
    expect(phone.locator("h1")).to_have_text("First show your class card")


def test_names_are_on_the_wall_only_while_the_teacher_wants_them(lesson_of: Callable[..., Lesson]):
    lesson = lesson_of(BEST)
    wall = lesson.projector()
    lesson.phone(0)
    expect(wall.locator("[data-count]")).to_have_text("1 pupil is here.")
    wall.get_by_role("button", name="Show the names").click()
    expect(wall.locator(".names")).to_have_text("Ana")
    lesson.phone(2)
    expect(wall.locator(".names li")).to_have_text(["Ana", "Čeněk"])
    wall.get_by_role("button", name="Hide the names").click()
    expect(wall.locator(".names")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_a_round_is_accessible(lesson_of: Callable[..., Lesson], language: str):
    lesson = lesson_of(*GOALS)
    # In turns narrow and dark, so that each state is seen in each way somewhere.
    dark = LANGUAGES.index(language) % 2 == 0
    wall = lesson.projector(language, dark=dark)
    phone = lesson.phone(0, language, width=320, dark=not dark)
    remote = lesson.projector(language, width=320, height=640)

    def all_is_well() -> None:
        for page in (wall, phone, remote):
            page.reload()
            assert sideways_scroll(page) <= 0
        assert faults(wall) == faults(phone) == []

    all_is_well()
    assert faults(remote) == []
    for place, puzzle in enumerate(GOALS):
        lesson.step()
        lesson.answer(0, place, puzzle, right_answers(puzzle)[0])
        all_is_well()
        lesson.step()
        all_is_well()
    assert faults(remote) == []
    phone.goto(f"/{language}/live/{lesson.round.code}")
    lesson.step("end")
    all_is_well()
    phone.goto(f"/{language}/live/{lesson.round.code}?question=1")
    wall.goto(f"{lesson.at(language)}{lesson.round.id}/results")
    remote.goto(lesson.at(language))
    for page in (wall, phone, remote):
        assert faults(page) == []
        assert sideways_scroll(page) <= 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_before_a_round_are_accessible(
    lesson_of: Callable[..., Lesson], language: str, visit: Visit
):
    lesson = lesson_of(BEST)
    page = visit(f"/{language}/live/{lesson.round.code}", width=320)
    assert faults(page) == []
    assert sideways_scroll(page) <= 0
    lesson.step()
    changing = lesson.phone(0, language, width=320)
    lesson.answer(0, 0, BEST, right_answers(BEST)[0])
    changing.goto(f"/{language}/live/{lesson.round.code}?q=1&change=1")
    assert faults(changing) == []
    assert sideways_scroll(changing) <= 0
    running_here = lesson.phone(0, language)
    running_here.goto(f"/{language}/live")
    assert faults(running_here) == []
    chooser = lesson.as_teacher(lesson.at(language), width=320)
    assert faults(chooser) == []
    assert sideways_scroll(chooser) <= 0


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)])
def test_what_matters_on_the_wall_is_large(
    lesson_of: Callable[..., Lesson], width: int, height: int
):
    """So many thousandths of the picture's height, as letters are read from eight metres."""
    lesson = lesson_of(BEST)
    wall = lesson.projector(width=width, height=height)

    def thousandths(selector: str) -> float:
        size = wall.locator(selector).first.evaluate(
            "one => parseFloat(getComputedStyle(one).fontSize)"
        )
        return 1000 * size / height

    assert thousandths(".tile") > 90
    assert thousandths("[data-count]") > 33
    lesson.step()
    lesson.answer(0, 0, BEST, right_answers(BEST)[0])
    expect(wall.locator("[data-count]")).to_contain_text("1 of 1")
    assert thousandths("h1") > 35
    assert thousandths(".scene-hand .card-number") > 40
    assert thousandths(".place .card-number") > 18
    lesson.step()
    expect(wall.locator(".bars")).to_be_visible()
    assert thousandths(".bars .value") > 33
    assert thousandths(".told li") > 22
    box = wall.locator(".controls .primary").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height
