"""Every address of the site and everybody who may come to it: what each of them gets.

The table has a line for each address and method. Columns: the teacher of class 7b, the co-teacher,
Ana who is a pupil of it, the outsider (a teacher of another school), and somebody whom nobody
knows. A number is the status of the answer; `in` is a redirect to where teachers sign in. Forms
are sent empty but with a valid token, so that whoever may send them is told what is missing (or,
where nothing has to be filled in, led on).

A second test holds that whoever may not see a thing cannot tell it from one that does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.classes.cast import Cast
from tests.web.conftest import MakeApp
from tests.web.people import browser_of_pupil, browser_of_teacher, sessions_of, stage
from trainer.classes import assignments, classrooms, codes, invitations, live
from trainer.classes.drafts import Draft, Wanted
from trainer.classes.live import Ask
from trainer.classes.paper_codes import code_of
from trainer.classes.worksheets import OfBank, Question
from trainer.config import Settings
from trainer.puzzles import bank
from trainer.storage.class_tables import ClassInvitation
from trainer.storage.database import reading

PEOPLE = ("teacher", "co-teacher", "pupil", "outsider", "nobody")

TABLE = """
accounts.enter           POST 422  422  422  422  422
accounts.sign_up         GET  303  303  200  303  200
accounts.register        POST 422  422  422  422  422
accounts.change_password POST 422  422  in   422  in
accounts.no_browsers     GET  303  303  303  303  303
accounts.end_browsers    POST 303  303  in   303  in
accounts.sign_out        POST in   in   in   in   in
accounts.account         GET  200  200  in   200  in
accounts.renew_codes     POST 422  422  in   422  in
accounts.sign_in         GET  303  303  200  303  200
accounts.codes           GET  200  200  in   200  in
accounts.delete          POST 422  422  in   422  in
accounts.ask             GET  200  200  in   200  in
accounts.recover         GET  200  200  200  200  200
accounts.codes_kept      POST 303  303  in   303  in
accounts.password        GET  200  200  in   200  in
accounts.use_code        POST 422  422  422  422  422
api.nowhere              POST 405  405  405  405  405
api.daily                GET  200  200  200  200  200
api.puzzle               GET  200  200  200  200  200
api.analyse              GET  400  400  400  400  400
api.check                GET  400  400  403  400  400
api.nowhere              GET  404  404  404  404  404
api.description          GET  200  200  200  200  200
assets.static            GET  200  200  200  200  200
checks.answer            POST 400  400  400  400  400
checks.show              GET  303  303  303  303  303
checks.certificate       GET  200  200  200  200  200
classes.index            GET  200  200  in   200  in
classes.bring_back       POST 303  403  in   404  in
classes.restore          POST 303  303  in   404  in
classes.ask_delete       GET  200  403  in   404  in
classes.archive          POST 303  303  in   404  in
classes.delete           POST 422  403  in   404  in
classes.show             GET  200  200  in   404  in
classes.joining          POST 303  303  in   404  in
classes.change           POST 422  422  in   404  in
classes.settings         GET  200  200  in   404  in
classes.create           POST 422  422  in   422  in
classes.new              GET  200  200  in   200  in
colleagues.hand_over     POST 303  403  in   404  in
colleagues.ask_hand_over GET  200  403  in   404  in
colleagues.invite        POST 303  403  in   404  in
colleagues.withdraw      POST 303  403  in   404  in
colleagues.accept        POST 303  303  in   303  in
colleagues.dismiss       POST 303  403  in   404  in
colleagues.leave         POST 403  303  in   404  in
colleagues.look          GET  200  200  in   200  in
colleagues.ask_leave     GET  403  200  in   404  in
data.pupil               GET  200  200  in   404  in
data.export_teacher      GET  200  200  in   200  in
data.export              GET  200  200  in   404  in
data.ask                 GET  200  200  in   404  in
data.privacy_page        GET  200  200  200  200  200
data.delete              POST 422  422  in   404  in
embed.show               GET  200  200  303  200  200
faults.ask               GET  200  200  200  200  200
faults.send              POST 400  400  400  400  400
going_on.next_year       POST 422  422  in   404  in
going_on.ask_move        POST 303  303  in   404  in
going_on.move_back       POST 303  303  in   404  in
going_on.back            GET  303  303  in   404  in
going_on.ask_cards       POST 303  303  in   404  in
going_on.move            POST 422  422  in   404  in
going_on.ask_next_year   GET  200  200  in   404  in
guest.delete             POST 303  303  422  303  303
guest.export             GET  200  200  200  200  200
guest.ask                GET  200  200  200  200  200
guest.progress           GET  200  200  200  200  200
guest.stored             GET  200  200  200  200  200
help.questions           GET  200  200  200  200  200
help.index               GET  200  200  200  200  200
help.first_lesson        GET  200  200  200  200  200
help.other_lessons       GET  200  200  200  200  200
home.index               GET  200  200  200  200  200
joining.asked_both       GET  303  303  303  303  303
joining.join             POST 422  422  422  422  422
joining.welcome          GET  303  303  200  303  303
joining.enrol            GET  200  200  200  200  200
joining.find             POST 422  422  422  422  422
joining.sign_out         POST 303  303  303  303  303
joining.show_card        POST 303  303  303  303  303
joining.card             GET  200  200  200  200  200
joining.index            GET  200  200  200  200  200
joining.both             POST 303  303  303  303  303
language.root            GET  302  302  302  302  302
language.choose          POST 400  400  400  400  400
lessons.index            GET  200  200  200  200  200
lessons.step             GET  200  200  200  200  200
lessons.start_afresh     POST 303  303  303  303  303
lessons.check_answer     POST 303  303  303  303  303
lessons.end              GET  200  200  200  200  200
lessons.resume           GET  302  302  302  302  302
lessons.choose_rules     POST 400  400  400  400  400
lessons.ask_afresh       GET  200  200  200  200  200
live.state               GET  200  200  in   404  in
live.start               POST 422  422  in   404  in
live.show_results        GET  200  200  in   404  in
live.show                GET  200  200  in   404  in
live.index               GET  200  200  in   404  in
live.step                POST 400  400  in   400  in
live_code.lead           GET  302  302  302  302  302
live_code.enter          GET  302  302  302  302  302
live_code.state          GET  404  404  200  404  404
moving.index             GET  200  200  200  200  200
moving.made              GET  302  302  302  302  302
moving.take              POST 422  422  303  422  422
moving.make              POST 303  303  303  303  303
paper.make_for           POST 422  422  in   404  in
paper.sheet_for          GET  404  404  in   404  in
paper.index              GET  200  200  in   404  in
paper.make               POST 422  422  422  422  422
paper.home               GET  200  200  200  200  200
paper.sheet              GET  404  404  404  404  404
paper_cards.deck         GET  200  200  200  200  200
paper_cards.pupils       GET  200  200  in   404  in
paper_check.index        GET  200  200  200  200  200
paper_check.show         GET  200  200  303  200  200
playing.enter            GET  200  200  200  200  200
playing.send             POST 303  303  303  303  303
playing.show             GET  200  200  200  200  200
practice.show            GET  200  200  200  200  200
practice.index           GET  200  200  200  200  200
practice.check           POST 303  303  303  303  303
practice.begin           GET  303  303  303  303  303
pupils.ask_merge         GET  200  200  in   404  in
pupils.show              GET  200  200  in   404  in
pupils.bin_              GET  200  200  in   404  in
pupils.revoke            POST 303  303  in   404  in
pupils.add               GET  200  200  in   404  in
pupils.remove            POST 303  303  in   404  in
pupils.renew             POST 303  303  in   404  in
pupils.rename            POST 422  422  in   404  in
pupils.preview           POST 422  422  in   404  in
pupils.create            POST 200  200  in   404  in
pupils.merge             POST 404  404  in   404  in
pupils.bring_back        POST 303  303  in   404  in
puzzles.index            GET  200  200  200  200  200
puzzles.hint             POST 303  303  303  303  303
puzzles.show             GET  200  200  303  200  200
puzzles.check            POST 303  303  303  303  303
reference.glossary       GET  200  200  200  200  200
reference.origins        GET  200  200  200  200  200
reference.questions      GET  200  200  200  200  200
reference.index          GET  200  200  200  200  200
reference.teachers       GET  200  200  200  200  200
reference.sheet          GET  200  200  200  200  200
reference.quick_start    GET  200  200  200  200  200
reference.guide          GET  200  200  200  200  200
replay.own               GET  404  404  404  404  404
replay.show              GET  200  200  303  200  200
results.export           GET  200  200  in   404  in
results.index            GET  200  200  in   404  in
results.make_demo        POST 303  303  in   303  in
results.pupil            GET  200  200  in   404  in
results.erase_demo       POST 403  403  in   404  in
results.progress         GET  200  200  in   404  in
results.task             GET  200  200  in   404  in
short.card               GET  302  302  302  302  302
short.enrol              GET  302  302  302  302  302
short.join               GET  302  302  302  302  302
short.live               GET  302  302  302  302  302
short.live_round         GET  302  302  302  302  302
short.own_class          GET  302  302  302  302  302
short.without_slash      GET  302  302  302  302  302
tasks.withhold           POST 303  303  in   404  in
tasks.answer             POST 303  303  303  404  303
tasks.task               GET  200  200  200  404  200
tasks.show               GET  200  200  in   404  in
tasks.release            POST 303  303  in   404  in
tasks.choose_edit        GET  200  200  in   404  in
tasks.draft_new          POST 303  303  in   404  in
tasks.index              GET  200  200  in   404  in
tasks.choose_new         GET  200  200  in   404  in
tasks.remove             POST 303  303  in   404  in
tasks.choose_new         POST 303  303  in   404  in
tasks.restore            POST 303  303  in   404  in
tasks.copy               POST 404  404  in   404  in
tasks.draft_edit         POST 303  303  in   404  in
tasks.choose_edit        POST 303  303  in   404  in
tasks.draft_edit         GET  200  200  in   404  in
tasks.move               POST 303  303  in   404  in
tasks.draft_new          GET  200  200  in   404  in
tasks.home               GET  200  200  200  200  200
training.streaks         GET  200  200  200  200  200
training.near            GET  302  302  302  302  302
training.begin           POST 303  303  303  303  303
training.daily           GET  200  200  200  200  200
training.show_rating     POST 303  303  303  303  303
training.dashboard       GET  200  200  200  200  200
training.reviews         GET  200  200  200  200  200
workshop.ask             GET  404  404  404  404  404
workshop.analysis        GET  422  422  422  422  422
workshop.withdraw        POST 404  404  404  404  404
workshop.index           GET  200  200  200  200  200
workshop.own             GET  404  404  404  404  404
workshop.keep            POST 422  422  422  422  422
"""


@dataclass(frozen=True)
class Line:
    """One line of the table: the endpoint and method, and what each of the people gets."""

    endpoint: str
    method: str
    expected: tuple[str, ...]


LINES = {
    (line.endpoint, line.method): line
    for line in (
        Line(words[0], words[1], tuple(words[2:]))
        for words in map(str.split, TABLE.strip().splitlines())
    )
}


@dataclass
class Scene:
    """The site with class 7b at work, a browser for everybody, and what addresses need."""

    app: Flask
    browsers: Mapping[str, FlaskClient]
    values: dict[str, object]

    def address(self, rule: Rule, **instead: object) -> str:
        """An address of the rule, in English, in class 7b."""
        special = self.values | OF_ENDPOINT.get(rule.endpoint, lambda _: {})(self.values) | instead
        with self.app.test_request_context("/en/"):
            built = rule.build({name: special[name] for name in rule.arguments})
        assert built is not None, rule
        return built[1]

    def ask(self, person: str, rule: Rule, method: str, address: str) -> TestResponse:
        """What somebody gets there."""
        client = self.browsers[person]
        if method == "GET":
            return client.get(address)
        page = client.get("/en/lessons/").text
        token = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert token is not None
        return client.post(address, data={"csrf_token": token[1]})


# The same name of a part of an address means different things on different pages.
OF_ENDPOINT = {
    "joining.card": lambda values: {"code": values["card"]},
    "joining.show_card": lambda values: {"code": values["card"]},
    "joining.asked_both": lambda values: {"code": values["card"]},
    "joining.both": lambda values: {"code": values["card"]},
    "short.card": lambda values: {"code": values["card"]},
    "joining.enrol": lambda values: {"code": values["join_code"]},
    "joining.join": lambda values: {"code": values["join_code"]},
    "short.enrol": lambda values: {"code": values["join_code"]},
    "practice.show": lambda values: {"code": "fits-1-1"},
    "practice.check": lambda values: {"code": "fits-1-1"},
}


def at_work(app: Flask) -> Scene:
    """Class 7b with tasks, a running live round and an invitation, in an empty site."""
    people = stage(app)
    sessions, teacher, room = sessions_of(app), people.teacher.id, people.room.id
    puzzle = bank.load().puzzles[0].id
    classrooms.set_joining(sessions, teacher, room, True)
    draft = Draft("Week 1", (Wanted("puzzle", puzzle), Wanted("chapter", "ordinary-turn")))
    given = assignments.create(sessions, teacher, room, draft)
    running = live.start(sessions, teacher, room, [Ask("puzzle", puzzle)], codes.new_public_id())
    secret = invitations.invite(sessions, teacher, room, "", "key")
    with reading(sessions) as session:
        number = session.query(ClassInvitation.id).scalar()
    return Scene(
        app,
        browsers(app, people),
        {
            "room": room,
            "pupil": people.members[1].id,
            "colleague": people.co_teacher.id,
            "card": people.members[1].card,
            "join_code": people.room.join_code,
            "given": given.id,
            "task": given.tasks[0].id,
            "round_id": running.id,
            "code": running.code,
            "secret": secret,
            "number": number,
            "puzzle": puzzle,
            "codes": code_of(Question(OfBank(puzzle))),
            "chapter": "ordinary-turn",
            "step": "what-fits",
            "place": 0,
            "guide": "ordinary-turn",
            "rules": "official",
            "link": "0" * 16,
            "lang": "en",
            "version": "0",
            "name": "site.css",
            "rest": "x",
        },
    )


def browsers(app: Flask, people: Cast) -> dict[str, FlaskClient]:
    """A browser for everybody."""
    return {
        "teacher": browser_of_teacher(app, people.teacher),
        "co-teacher": browser_of_teacher(app, people.co_teacher),
        "pupil": browser_of_pupil(app, people.pupil),
        "outsider": browser_of_teacher(app, people.outsider),
        "nobody": app.test_client(),
    }


def ways(app: Flask) -> list[tuple[Rule, str]]:
    """Every address with every method that a browser uses."""
    return [
        (rule, method)
        for rule in app.url_map.iter_rules()
        for method in ("GET", "POST")
        if method in (rule.methods or ())
    ]


def outcome(response: TestResponse) -> str:
    """The status, or `in` for a redirect to where teachers sign in."""
    if response.status_code == 303 and "/teach/sign-in" in response.location:
        return "in"
    return str(response.status_code)


@pytest.fixture(scope="module")
def lasting(make_lasting_app: MakeApp, tmp_path_factory: pytest.TempPathFactory) -> Scene:
    """A scene for looking only, shared by the tests of this file."""
    folder = str(tmp_path_factory.mktemp("who"))
    return at_work(make_lasting_app(Settings.from_environment({"TRAINER_DATA": folder})))


@pytest.fixture
def scene(request: pytest.FixtureRequest) -> Scene:
    """A scene of the test's own for what changes things, the shared one for looking."""
    if request.param == "GET":
        found: Scene = request.getfixturevalue("lasting")
        return found
    return at_work(request.getfixturevalue("app"))


def rule_of(scene: Scene, endpoint: str, method: str) -> Rule:
    """An address of the endpoint."""
    return next(
        rule for rule, one in ways(scene.app) if rule.endpoint == endpoint and one == method
    )


def test_every_address_has_its_line(lasting: Scene):
    assert {(rule.endpoint, method) for rule, method in ways(lasting.app)} == set(LINES)


@pytest.mark.parametrize(
    ("scene", "line"),
    [pytest.param(m, one, id=f"{e}-{m}") for (e, m), one in LINES.items()],
    indirect=["scene"],
)
def test_each_of_them_gets_what_the_table_says(scene: Scene, line: Line):
    rule = rule_of(scene, line.endpoint, line.method)
    address = scene.address(rule)
    # Whoever may do least comes first, so that nobody finds what another has changed.
    found = {one: outcome(scene.ask(one, rule, line.method, address)) for one in PEOPLE[::-1]}
    assert tuple(found[one] for one in PEOPLE) == line.expected


# Ids in addresses. Codes and secrets (of cards, rounds, invitations, links) are not among them:
# whoever holds one of those was given it.
HIDDEN = dict.fromkeys(("room", "pupil", "given", "round_id"), "0" * 24) | {"task": 9999}
NOT_THEIRS = {"room": ("pupil", "outsider", "nobody"), "given": ("outsider", "nobody")}


def hidden_ways(scene: Scene, method: str) -> list[Rule]:
    """The addresses that name a class or what is in it."""
    return [
        rule for rule, one in ways(scene.app) if one == method and HIDDEN.keys() & rule.arguments
    ]


def told(scene: Scene, person: str, rule: Rule, method: str, address: str) -> tuple[str, ...]:
    """All that an answer says, but for what is in the address and what is random."""
    response = scene.ask(person, rule, method, address)
    text = response.text
    for one in (address, address.replace("/", "%2F")):
        text = text.replace(one, "HERE")
    text = re.sub(r"/teach/classes/[0-9a-f]{24}[^\"'\s]*", "HERE", text)
    text = re.sub(r"/class/tasks/[0-9a-f]{24}[^\"'\s]*", "HERE", text)
    text = re.sub(r'(csrf_token|submission)" value="[^"]+"', "", text)
    # The version of the files may hold any two letters.
    text = re.sub(r"/static/[0-9a-f]+/", "/static/", text)
    location = re.sub(r"[0-9a-f]{24}.*", "HERE", response.headers.get("Location", ""))
    return response.status, location, text


@pytest.mark.parametrize("scene", ["GET", "POST"], indirect=True)
def test_what_is_not_theirs_is_like_what_does_not_exist(
    scene: Scene, request: pytest.FixtureRequest
):
    method = request.node.callspec.params["scene"]
    for rule in hidden_ways(scene, method):
        kind = "room" if "room" in rule.arguments else "given"
        real, made_up = scene.address(rule), scene.address(rule, **HIDDEN)
        for person in NOT_THEIRS[kind]:
            there = told(scene, person, rule, method, real)
            assert there == told(scene, person, rule, method, made_up), (rule, person)
            assert "7b" not in there[2]
            assert "Ana" not in there[2] or person == "pupil", (rule, person)
