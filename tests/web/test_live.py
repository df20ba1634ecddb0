"""Live rounds: what a teacher, a co-teacher, a pupil and an outsider get of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.classes.cast import Cast, seated
from tests.web.conftest import LANGUAGES, MakeApp
from tests.web.people import browser_of_pupil, browser_of_teacher, sessions_of, stage
from tests.web.test_pseudo_walk import Page, without_language_names
from trainer.classes import live, pupils
from trainer.classes.live import Round
from trainer.classes.live_results import results
from trainer.config import Settings
from trainer.learners import own_puzzles
from trainer.puzzles import bank
from trainer.puzzles.schema import Goal, Puzzle
from trainer.storage.class_tables import Classroom, LiveAnswer
from trainer.storage.database import writing
from trainer.web.clock import now
from trainer.web.live_views import right_answers

FRAGMENT = {"X-Fragment": "1"}
OF_GOAL = {
    goal: next(
        one for one in bank.load().puzzles if one.goal is goal and (one.question or one.turns[1:])
    )
    for goal in Goal
}


def wrong_answer(puzzle: Puzzle) -> str:
    """An answer that can be stored and does not solve the puzzle."""
    right = right_answers(puzzle)
    if puzzle.question is not None:
        return next(one.value for one in puzzle.question.choices if one.value not in right)
    if puzzle.goal is Goal.LEGAL:
        return next(str(card) for card in puzzle.position.hand if card not in puzzle.fitting)
    texts = (",".join(value.cards) for value in puzzle.turns)
    return next(text for text in texts if text not in right)


def token(client: FlaskClient, address: str) -> str:
    found = re.search(r'name="csrf_token" value="([^"]+)"', client.get(address).text)
    assert found, address
    return found[1]


def bare(reply: TestResponse) -> str:
    """A page without its form tokens, which are other ones each second."""
    return re.sub(r'name="csrf_token" value="[^"]+"', "", reply.text)


@dataclass
class Lesson:
    """A class with a site, and short words for what its people do there."""

    app: Flask
    people: Cast
    round: Round | None = None
    browsers: dict[str, FlaskClient] = field(default_factory=dict)

    @property
    def base(self) -> str:
        return f"/en/teach/classes/{self.people.room.id}/live/"

    @property
    def projector(self) -> str:
        assert self.round is not None
        return f"{self.base}{self.round.id}"

    @property
    def phone(self) -> str:
        assert self.round is not None
        return f"/en/live/{self.round.code}"

    def teacher(self, who: str = "teacher") -> FlaskClient:
        if who not in self.browsers:
            self.browsers[who] = browser_of_teacher(self.app, getattr(self.people, who))
        return self.browsers[who]

    def pupil(self, place: int = 0) -> FlaskClient:
        name = f"pupil {place}"
        if name not in self.browsers:
            member = seated(sessions_of(self.app), self.people.members[place], now())
            self.browsers[name] = browser_of_pupil(self.app, member)
        return self.browsers[name]

    def other_pupil(self) -> FlaskClient:
        """A pupil of the outsider's class."""
        room, sessions = self.people.other_room, sessions_of(self.app)
        member = pupils.members(sessions, self.people.outsider.id, room.id)[0]
        return browser_of_pupil(self.app, seated(sessions, member, now()))

    def start(self, *wanted: str, who: str = "teacher", **more: str) -> TestResponse:
        browser = self.teacher(who)
        form = {"csrf_token": token(browser, self.base), "more": " ".join(wanted), **more}
        reply = browser.post(self.base, data=form)
        if reply.status_code == 303:
            name = reply.location.rsplit("/", 1)[-1]
            self.round = live.show(
                sessions_of(self.app), self.people.teacher.id, self.people.room.id, name
            )
        return reply

    def now(self) -> Round:
        assert self.round is not None
        self.round = live.show(
            sessions_of(self.app), self.people.teacher.id, self.people.room.id, self.round.id
        )
        return self.round

    def step(self, move: str = "forward", who: str = "teacher", **more: str) -> TestResponse:
        browser = self.teacher(who)
        form = {
            "csrf_token": token(browser, self.projector),
            "move": move,
            "version": str(self.now().version),
        }
        return browser.post(self.projector, data=form | more)

    def send(
        self, answer: str, place: int = 0, *, pupil: int = 0, part: bool = False
    ) -> TestResponse:
        browser, home = self.pupil(pupil), self.phone
        form = {"turn": answer, "choice": answer, "csrf_token": token(browser, home)}
        return browser.post(f"{home}/{place}", data=form, headers=FRAGMENT if part else {})

    def stored(self, place: int = 0) -> dict[str, str]:
        found = results(
            sessions_of(self.app), self.people.teacher.id, self.people.room.id, self.now().id
        )
        return {one.name: given.answer for one, given in found.answers_to(place)}


@pytest.fixture
def lesson(app: Flask) -> Lesson:
    return Lesson(app, stage(app))


@pytest.fixture
def running(lesson: Lesson) -> Lesson:
    """A round with a best turn and a rule question, which waits for people."""
    lesson.start(OF_GOAL[Goal.BEST].id, OF_GOAL[Goal.OUTCOME].id)
    return lesson


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """What is asked of the database meanwhile."""
    seen: list[str] = []

    def note(_connection, _cursor, statement, *_more):
        seen.append(statement)

    sa.event.listen(app.extensions["engine"], "before_cursor_execute", note)
    yield seen
    sa.event.remove(app.extensions["engine"], "before_cursor_execute", note)


def test_the_page_of_live_rounds_suggests_puzzles_and_one_click_starts_a_round(lesson: Lesson):
    page = lesson.teacher().get(lesson.base).text
    ticked = re.findall(r'name="puzzle" value="([0-9a-f]{10})" checked', page)
    assert len(ticked) == 3
    assert all(bank.load().get(one) for one in ticked)
    form = {"csrf_token": token(lesson.teacher(), lesson.base), "puzzle": ticked}
    reply = lesson.teacher().post(lesson.base, data=form)
    assert reply.status_code == 303
    projector = lesson.teacher().get(reply.location).text
    assert "<svg" in projector
    assert 'class="tiles"' in projector
    assert "localhost/l" in projector


def test_suggestions_follow_level_theme_and_number_and_leave_out_what_was_played(lesson: Lesson):
    page = lesson.teacher().get(f"{lesson.base}?level=2&count=5&theme=no-such-theme").text
    found = re.findall(r'name="puzzle" value="([0-9a-f]{10})"', page)
    assert [bank.load().get(one).level for one in found] == [2] * 5
    lesson.start(found[0])
    lesson.step()
    again = lesson.teacher().get(f"{lesson.base}?level=2&count=5").text
    assert found[0] not in re.findall(r'name="puzzle" value="([0-9a-f]{10})"', again)


def test_puzzles_are_chosen_by_number_by_link_and_from_the_workshop(lesson: Lesson):
    puzzle = OF_GOAL[Goal.UNLOAD]
    kept = own_puzzles.keep(sessions_of(lesson.app), "a" * 32, OF_GOAL[Goal.WIN])
    lesson.start(
        str(bank.load().number(puzzle.id)),
        f"https://example.org/fr/puzzles/{OF_GOAL[Goal.LEGAL].id}?x=1,",
        f"/en/own/{kept.link}",
    )
    assert [one.ask.reference for one in lesson.now().questions] == [
        puzzle.id,
        OF_GOAL[Goal.LEGAL].id,
        kept.link,
    ]


@pytest.mark.parametrize(
    "typed", ["0", "778", "nonsense", "/own/0123456789abcdef", "💥", "9" * 900]
)
def test_a_puzzle_that_is_not_there_is_named_and_what_was_typed_stays(lesson: Lesson, typed: str):
    reply = lesson.start("12", typed)
    assert reply.status_code == 422
    assert f"There is no puzzle “{typed[:60]}”" in reply.text
    assert f'value="12 {typed}"' in reply.text


def test_a_round_without_a_puzzle_or_with_too_many_is_not_started(lesson: Lesson):
    assert "Choose at least one puzzle" in lesson.start().text
    too_many = lesson.start(*map(str, range(1, 40)))
    assert too_many.status_code == 422
    assert "A round has room for 30 puzzles." in too_many.text


def test_a_second_round_is_started_only_knowingly(running: Lesson):
    first = running.now()
    refused = running.start("1", who="co_teacher")
    assert refused.status_code == 409
    assert "A round is running in this class." in refused.text
    assert "Your round was not started" in refused.text
    assert "aria-invalid" not in refused.text
    assert 'value="1"' in refused.text
    started = running.start("1", who="co_teacher", replacing=first.id)
    assert started.status_code == 303
    assert running.now().id != first.id


def test_the_form_sent_twice_starts_one_round(lesson: Lesson):
    key = "0123456789abcdef01234567"
    first = lesson.start("1", key=key)
    second = lesson.start("1", key=key)
    assert first.location == second.location


def test_an_archived_class_has_no_form_and_starts_nothing(lesson: Lesson):
    with writing(sessions_of(lesson.app)) as session:
        row = session.query(Classroom).filter_by(public_id=lesson.people.room.id).one()
        row.archived_at = row.created_at
    page = lesson.teacher().get(lesson.base).text
    assert "Start the round" not in page
    form = {"csrf_token": token(lesson.teacher(), "/en/teach/account"), "more": "1"}
    assert lesson.teacher().post(lesson.base, data=form).status_code == 409


@pytest.mark.parametrize("goal", list(Goal))
def test_every_kind_of_puzzle_is_answered_live(lesson: Lesson, goal: Goal):
    puzzle = OF_GOAL[goal]
    right, wrong = right_answers(puzzle)[0], wrong_answer(puzzle)
    lesson.start(puzzle.id)
    for place in (0, 1):
        assert "You are in" in lesson.pupil(place).get(lesson.phone).text
    assert "2 pupils are here." in lesson.teacher().get(lesson.projector).text
    lesson.step()
    page = lesson.teacher().get(lesson.projector).text
    assert "0 of 2 pupils have answered." in page
    assert right not in re.sub(r"<[^>]*>", "", page) or goal is Goal.OUTCOME
    assert "Send my answer" in lesson.pupil().get(lesson.phone).text
    for place, answer in enumerate((right, wrong)):
        reply = lesson.send(answer, pupil=place)
        assert reply.status_code == 303
        stored = lesson.pupil(place).get(reply.location).text
        assert "Your answer is stored" in stored
        assert "You can change it until your teacher reveals." in stored
    assert lesson.stored() == {"Ana": right, "Ben": wrong}
    lesson.step()
    page = lesson.teacher().get(lesson.projector).text
    assert "2 of 2 pupils have answered." in page
    assert ("Why this turn is best" in page) == (goal not in (Goal.LEGAL, Goal.OUTCOME))
    assert ("Who marked what" in page) == (goal is Goal.LEGAL)
    mine, others = (lesson.pupil(place).get(lesson.phone).text for place in (0, 1))
    assert "Your answer:" in mine
    assert '<section class="panel result best">' in mine
    assert '<section class="panel result best">' not in others
    silent = lesson.pupil(2).get(lesson.phone).text
    assert "You gave no answer" in silent
    assert "your turn</span>" not in silent


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_a_round_is_there_in_every_language(lesson: Lesson, language: str):
    def here(address: str) -> str:
        return address.replace("/en/", f"/{language}/", 1)

    def all_is_well() -> None:
        assert lesson.teacher().get(here(lesson.projector)).status_code == 200
        assert lesson.teacher().get(here(lesson.projector) + "/state").status_code == 200
        assert lesson.teacher().get(here(lesson.projector) + "/results").status_code == 200
        assert lesson.pupil().get(here(lesson.phone)).status_code == 200

    lesson.start(*(puzzle.id for puzzle in OF_GOAL.values()))
    all_is_well()
    for place, puzzle in enumerate(OF_GOAL.values()):
        lesson.step()
        all_is_well()
        lesson.send(wrong_answer(puzzle), place)
        all_is_well()
        lesson.step()
        all_is_well()
    lesson.step("end")
    all_is_well()
    assert lesson.pupil().get(here(lesson.phone) + "?question=2").status_code == 200
    assert lesson.teacher().get(here(lesson.base)).status_code == 200


def test_no_page_of_a_round_says_anything_that_came_through_no_catalog(
    tmp_path: Path, make_app: MakeApp
):
    settings = Settings.from_environment({"TRAINER_DATA": str(tmp_path), "TRAINER_PSEUDO": "1"})
    app = make_app(settings)
    lesson = Lesson(app, stage(app))
    lesson.start(*(puzzle.id for puzzle in OF_GOAL.values()))
    stranger = lesson.app.test_client()

    def bare_texts() -> list[str]:
        pages = [
            lesson.teacher().get(f"{lesson.projector}?names=1".replace("/en/", "/xa/")),
            lesson.teacher().get(f"{lesson.projector}/results".replace("/en/", "/xa/")),
            lesson.teacher().get(f"{lesson.base}?level=3".replace("/en/", "/xa/")),
            lesson.pupil().get(lesson.phone.replace("/en/", "/xa/")),
            lesson.pupil(1).get(lesson.phone.replace("/en/", "/xa/") + "?late=1&change=1"),
            lesson.other_pupil().get(lesson.phone.replace("/en/", "/xa/")),
            stranger.get(lesson.phone.replace("/en/", "/xa/")),
        ]
        # The code is drawn letter by letter, and read out so.
        code = lesson.now().code
        spelled = {*code, " ".join(code), "7b", "· 7b ·"}
        found = [text for page in pages for text in Page(page.text).bare]
        return [text for text in without_language_names(found, stranger) if text not in spelled]

    assert bare_texts() == []
    for place, puzzle in enumerate(OF_GOAL.values()):
        lesson.step()
        lesson.send(wrong_answer(puzzle), place)
        assert bare_texts() == []
        lesson.step()
        assert bare_texts() == []
    lesson.step("end")
    assert bare_texts() == []


def test_the_pupils_own_page_leads_to_a_round_while_it_is_running(running: Lesson):
    page = running.pupil().get("/en/class/").text
    assert "A round is running in 7b." in page
    assert f'class="button primary" href="{running.phone}"' in page
    assert "A round is running" not in running.other_pupil().get("/en/class/").text
    running.step("end")
    assert "A round is running" not in running.pupil().get("/en/class/").text


def test_a_pupil_changes_the_answer_until_the_reveal(running: Lesson):
    puzzle = OF_GOAL[Goal.BEST]
    first, second = right_answers(puzzle)[0], wrong_answer(puzzle)
    running.step()
    running.send(first)
    page = running.pupil().get(f"{running.phone}?q=1&change=1").text
    assert "Stored until you send another answer:" in page
    assert f'name="turn" value="{first}"' in page, "the stored cards lie on the board"
    running.send(second)
    assert running.stored() == {"Ana": second}
    running.send(second)
    with writing(sessions_of(running.app)) as session:
        assert [row.changes for row in session.query(LiveAnswer)] == [1]


def test_an_answer_after_the_reveal_is_refused_with_a_sentence_and_not_counted(running: Lesson):
    puzzle = OF_GOAL[Goal.BEST]
    running.step()
    running.send(right_answers(puzzle)[0])
    key = token(running.pupil(), f"{running.phone}?q=1&change=1")
    other_key = token(running.pupil(1), running.phone)
    running.step()
    form = {"turn": wrong_answer(puzzle), "csrf_token": key}
    sentence = "Your answer to question 1 came after your teacher had revealed it"
    reply = running.pupil().post(f"{running.phone}/0", data=form)
    assert reply.status_code == 303
    assert sentence in running.pupil().get(reply.location).text
    part = running.pupil(1).post(
        f"{running.phone}/0", data={**form, "csrf_token": other_key}, headers=FRAGMENT
    )
    assert part.status_code == 409
    assert sentence in part.text
    assert "You gave no answer" in part.text
    assert running.stored() == {"Ana": right_answers(puzzle)[0]}


def test_a_late_answer_does_not_become_one_to_the_next_question(running: Lesson):
    running.step()
    key = token(running.pupil(), running.phone)
    running.step()
    running.step()
    form = {"turn": right_answers(OF_GOAL[Goal.BEST])[0], "csrf_token": key}
    reply = running.pupil().post(f"{running.phone}/0", data=form, headers=FRAGMENT)
    assert reply.status_code == 409
    assert "Question 2 of 2" in reply.text
    assert running.stored(0) == running.stored(1) == {}


def test_a_question_that_is_not_open_yet_takes_no_answer(running: Lesson):
    running.step()
    assert running.send("pass", 1).status_code == 303
    assert running.stored(1) == {}
    assert running.send("pass", 99).status_code == 404


def test_a_turn_that_is_not_allowed_is_explained_and_what_was_stored_stays(lesson: Lesson):
    puzzle = OF_GOAL[Goal.BEST]
    lesson.start(puzzle.id)
    lesson.step()
    lesson.send(right_answers(puzzle)[0])
    reply = lesson.send("pass")
    page = lesson.pupil().get(reply.location).text
    assert "This turn is not allowed" in page
    assert "The answer that you sent before is still stored." in page
    part = lesson.send("R1,Y1,G1,B1", part=True)
    assert part.status_code == 422
    assert "It is not sent." in part.text
    assert lesson.stored() == {"Ana": right_answers(puzzle)[0]}


def test_a_question_without_a_choice_is_asked_again(lesson: Lesson):
    lesson.start(OF_GOAL[Goal.OUTCOME].id)
    lesson.step()
    part = lesson.send("", part=True)
    assert part.status_code == 422
    assert "Choose one of the answers first" in part.text
    assert lesson.stored() == {}


def test_cards_laid_for_one_question_are_not_carried_to_the_next(running: Lesson):
    running.step()
    card = str(min(OF_GOAL[Goal.BEST].position.hand))
    laid = f"{running.phone}?q=1&laid={card}"
    assert running.pupil().get(laid).status_code == 200
    running.step()
    running.step()
    reply = running.pupil().get(laid)
    assert (reply.status_code, reply.location) == (302, running.phone)
    assert running.pupil().get(f"{running.phone}?laid={card}").status_code == 302


def test_a_pupil_comes_back_where_they_were_on_another_phone_with_the_same_card(running: Lesson):
    puzzle = OF_GOAL[Goal.BEST]
    running.step()
    running.send(right_answers(puzzle)[0])
    member = seated(sessions_of(running.app), running.people.members[0], now())
    second_phone = browser_of_pupil(running.app, member)
    assert "Your answer is stored" in second_phone.get(running.phone).text
    assert "1 of 1 pupil has answered." in running.teacher().get(running.projector).text


def test_a_code_is_typed_in_any_case_and_with_hyphens(running: Lesson):
    code = running.now().code
    typed = f" {code[:3].lower()}-{code[3:]} "
    reply = running.pupil().get("/en/live", query_string={"code": typed})
    assert (reply.status_code, reply.location) == (303, running.phone)
    assert running.pupil().get(f"/en/live/{code.lower()}").location == running.phone


def test_a_signed_in_pupil_needs_no_code(running: Lesson):
    assert running.phone in running.pupil().get("/en/live").text
    assert running.phone not in running.other_pupil().get("/en/live").text
    assert running.phone not in running.app.test_client().get("/en/live").text


def test_nobody_signed_in_is_asked_for_a_class_card_and_led_back(running: Lesson):
    nobody = running.app.test_client()
    page = nobody.get(running.phone)
    assert page.status_code == 200
    assert "First show your class card" in page.text
    assert f"next={running.phone}" in page.text.replace("%2F", "/")
    other = nobody.get("/en/live/AAAAAA")
    assert bare(other).replace("AAAAAA", running.now().code) == bare(page)
    assert nobody.post(f"{running.phone}/0").status_code in (303, 400)


def test_where_the_class_lets_pupils_enrol_the_page_offers_it(running: Lesson):
    nobody = running.app.test_client()
    assert "You have no card?" not in nobody.get(running.phone).text
    with writing(sessions_of(running.app)) as session:
        session.query(Classroom).filter_by(public_id=running.people.room.id).one().joining = True
    page = nobody.get(running.phone).text
    assert "You have no card?" in page
    assert running.people.room.join_code in page


def test_for_a_pupil_of_another_class_the_round_is_like_one_that_does_not_exist(running: Lesson):
    zoe = running.other_pupil()
    here, nowhere = zoe.get(running.phone), zoe.get("/en/live/AAAAAA")
    assert here.status_code == nowhere.status_code == 404
    assert "there is no live round with the code" in here.text
    assert bare(here).replace(running.now().code, "AAAAAA") == bare(nowhere)
    form = {"csrf_token": token(zoe, "/en/live/AAAAAA"), "turn": "pass"}
    assert zoe.post(f"{running.phone}/0", data=form).status_code == 404
    assert zoe.get(f"/l/{running.now().code}/state").status_code == 404


def test_who_gets_which_address_of_a_teacher(running: Lesson):
    addresses = [
        running.base,
        running.projector,
        f"{running.projector}/state",
        f"{running.projector}/results",
    ]
    nobody, zoe = running.app.test_client(), running.other_pupil()
    for address in addresses:
        assert running.teacher().get(address).status_code == 200
        assert running.teacher("co_teacher").get(address).status_code == 200
        assert running.teacher("outsider").get(address).status_code == 404
        for visitor in (nobody, zoe, running.pupil()):
            reply = visitor.get(address)
            assert (reply.status_code, "/teach/sign-in" in reply.location) == (303, True)
    outsider = running.teacher("outsider")
    key = token(outsider, f"/en/teach/classes/{running.people.other_room.id}/live/")
    form = {"csrf_token": key, "move": "end", "version": "1", "more": "1"}
    for address in (running.base, running.projector):
        assert outsider.post(address, data=form).status_code == 404
    own = f"/en/teach/classes/{running.people.other_room.id}/live/{running.now().id}"
    assert outsider.get(own).status_code == 404
    assert outsider.post(own, data=form).status_code == 404
    assert running.now().ended_at is None


def test_a_co_teacher_leads_a_round_too(running: Lesson):
    running.step(who="co_teacher")
    running.step()
    assert running.now().phase == "revealed"


def test_a_stale_tab_moves_nothing(running: Lesson):
    first = running.now().version
    running.step(version=str(first))
    running.step(version=str(first))
    assert (running.now().place, running.now().phase) == (0, "open")
    running.step(version="nonsense")
    assert running.now().phase == "open"
    assert running.step("no-such-move").status_code == 400


def test_the_projector_shows_names_only_when_asked_to(running: Lesson):
    running.pupil(0).get(running.phone)
    assert "Ana" not in running.teacher().get(running.projector).text
    assert "Ana" in running.teacher().get(f"{running.projector}?names=1").text
    running.step()
    running.send(right_answers(OF_GOAL[Goal.BEST])[0])
    running.step()
    for address in (running.projector, f"{running.projector}?names=1"):
        assert "Ana" not in running.teacher().get(address).text
    running.step("end")
    assert "Ana" not in running.teacher().get(running.projector).text
    assert "Ana" in running.teacher().get(f"{running.projector}/results").text


def test_a_phone_is_told_in_one_small_query_whether_anything_has_changed(running: Lesson):
    address = f"/l/{running.now().code}/state"
    running.pupil().get(running.phone)
    with statements(running.app) as asked:
        reply = running.pupil().get(address)
    assert len([one for one in asked if not one.startswith(("BEGIN", "PRAGMA"))]) == 1
    assert (reply.status_code, reply.json) == (200, {"v": 1})
    assert len(reply.data) < 200
    known = {"If-None-Match": reply.headers["ETag"]}
    again = running.pupil().get(address, headers=known)
    assert (again.status_code, again.data) == (304, b"")
    running.step()
    assert running.pupil().get(address, headers=known).json == {"v": 2}
    running.send(right_answers(OF_GOAL[Goal.BEST])[0])
    assert running.pupil().get(address).json == {"v": 2}, "answers of others are no news"
    assert running.app.test_client().get(address).status_code == 404


def test_the_projector_is_told_how_many_have_answered_and_nothing_is_written(running: Lesson):
    address = f"{running.projector}/state"
    running.pupil(0).get(running.phone)
    reply = running.teacher().get(f"{address}?phase=waiting")
    assert reply.json == {"v": 1, "text": "1 pupil is here."}
    running.step()
    before = running.teacher().get(address)
    assert before.json == {"v": 2, "text": "0 of 1 pupil has answered."}
    running.send(right_answers(OF_GOAL[Goal.BEST])[0])
    with statements(running.app) as asked:
        after = running.teacher().get(address, headers={"If-None-Match": before.headers["ETag"]})
    assert after.json == {"v": 2, "text": "1 of 1 pupil has answered."}
    assert not [one for one in asked if one.startswith(("INSERT", "UPDATE", "DELETE"))]
    same = running.teacher().get(address, headers={"If-None-Match": after.headers["ETag"]})
    assert same.status_code == 304


@pytest.mark.parametrize(
    ("headers", "cookie", "expected"),
    [
        ({"Accept-Language": "ru"}, "", "ru"),
        ({"Accept-Language": "ru"}, "it", "it"),
        ({"Accept-Language": "tr"}, "", "fr"),
        ({}, "", "fr"),
    ],
)
def test_the_qr_code_leads_to_the_reader_s_language_else_to_that_of_the_class(
    running: Lesson, headers: dict[str, str], cookie: str, expected: str
):
    with writing(sessions_of(running.app)) as session:
        session.query(Classroom).filter_by(public_id=running.people.room.id).one().language = "fr"
    browser = running.app.test_client()
    if cookie:
        browser.set_cookie("language", cookie)
    code = running.now().code
    reply = browser.get(f"/l/{code.lower()}", headers=headers)
    assert (reply.status_code, reply.location) == (302, f"/{expected}/live/{code}")
    assert {"Accept-Language", "Cookie"} <= set(reply.vary)


def test_the_short_address_leads_to_the_field_for_the_code(lesson: Lesson):
    reply = lesson.app.test_client().get("/l", headers={"Accept-Language": "pt-BR"})
    assert reply.location == "/pt/live"
    assert 'name="code"' in lesson.app.test_client().get("/pt/live").text


def test_after_the_end_pupils_see_their_own_results_and_the_teacher_everybody_s(running: Lesson):
    best = OF_GOAL[Goal.BEST]
    running.step()
    running.send(right_answers(best)[0])
    running.send(wrong_answer(best), pupil=1)
    running.step("end")
    mine = running.pupil().get(running.phone).text
    assert "You solved 1 of 1 question." in mine
    assert "You solved 0 of 1 question." in running.pupil(1).get(running.phone).text
    assert "The best turn" in running.pupil().get(f"{running.phone}?question=1").text
    assert "You solved" in running.pupil().get(f"{running.phone}?question=2").text
    wall = running.teacher().get(running.projector).text
    assert "1 of 2 right" in wall
    listed = running.teacher().get(running.base).text
    assert f"{running.projector}/results" in listed
    names = running.teacher().get(f"{running.projector}/results".replace("/en/", "/fr/")).text
    # A colon has another space before it in each language: here is none.
    assert "Question 1 · Quel est votre meilleur coup" in names
    assert "1 question · 2 pupils" in listed.replace("\n", "").replace("  ", "")


def test_a_puzzle_that_is_withdrawn_in_the_middle_stops_nothing(lesson: Lesson):
    sessions, owner = sessions_of(lesson.app), "a" * 32
    kept = own_puzzles.keep(sessions, owner, OF_GOAL[Goal.WIN])
    lesson.start(kept.link, OF_GOAL[Goal.BEST].id)
    lesson.step()
    right = right_answers(OF_GOAL[Goal.WIN])[0]
    lesson.send(right)
    assert lesson.stored() == {"Ana": right}
    own_puzzles.withdraw(sessions, owner, kept.link)
    assert "This puzzle is gone" in lesson.pupil().get(lesson.phone).text
    assert "This puzzle has been withdrawn" in lesson.teacher().get(lesson.projector).text
    assert lesson.teacher().get(f"{lesson.projector}/results").status_code == 200
    lesson.step()
    lesson.step()
    assert "Send my answer" in lesson.pupil().get(lesson.phone).text
    lesson.step("end")
    assert lesson.pupil().get(f"{lesson.phone}?question=1").status_code == 200
    assert lesson.teacher().get(lesson.projector).status_code == 200


def test_a_replay_of_an_own_puzzle_leads_to_that_puzzle(lesson: Lesson):
    kept = own_puzzles.keep(sessions_of(lesson.app), "a" * 32, OF_GOAL[Goal.WIN])
    lesson.start(kept.link)
    lesson.step()
    lesson.step()
    assert f"/en/own/{kept.link}/replay?turn=" in lesson.teacher().get(lesson.projector).text
    assert f"/en/own/{kept.link}/replay?turn=" in lesson.pupil().get(lesson.phone).text


@pytest.mark.parametrize("code", ["%00", "a" * 300, "%F0%9F%92%A5", "..%2F..", "-", "É"])
def test_no_code_breaks_a_page(running: Lesson, code: str):
    for visitor in (running.pupil(), running.app.test_client()):
        for address in (f"/en/live/{code}", f"/l/{code}", f"/l/{code}/state"):
            reply = visitor.get(address, follow_redirects=True)
            assert reply.status_code in (200, 404)


def test_a_part_of_the_page_is_all_that_a_script_gets(running: Lesson):
    part = running.pupil().get(running.phone, headers=FRAGMENT)
    assert part.text.lstrip().startswith("<div")
    assert 'data-version="1"' in part.text
    stage_part = running.teacher().get(running.projector, headers=FRAGMENT)
    assert "<html" not in stage_part.text
    assert 'data-version="1"' in stage_part.text
    nobody = running.app.test_client().get(running.phone, headers=FRAGMENT)
    assert "<html" not in nobody.text
    gone = running.other_pupil().get(running.phone, headers=FRAGMENT)
    assert (gone.status_code, "<html" in gone.text) == (404, False)
