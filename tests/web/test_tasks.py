"""Sets of tasks on the site: who gets what, how one is made, how pupils answer."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.classes.cast import NOW, Cast, seated
from tests.classes.given import FIRST, LESSON, SECOND, THIRD, draft, puzzle
from tests.web.conftest import LANGUAGES
from tests.web.forms import form_with, press, said
from tests.web.people import browser_of_pupil, browser_of_teacher, sessions_of, stage
from trainer.classes import assignments, classrooms
from trainer.classes.drafts import Wanted
from trainer.classes.picking import pick
from trainer.classes.standing import standings
from trainer.classes.tasksets import TaskSet
from trainer.classes.timing import PAUSE
from trainer.learners import own_puzzles
from trainer.learners.attempts import puzzle_record
from trainer.learners.chapters import record_step
from trainer.learners.guests import new_id
from trainer.lessons.course import course
from trainer.lessons.practice import exercise
from trainer.lessons.practice_kinds.parts import Marks, Pick
from trainer.puzzles.bank import load
from trainer.puzzles.schema import Goal, Puzzle
from trainer.storage.class_tables import Classroom, TaskAnswer
from trainer.storage.database import reading, writing
from trainer.web import clock, learner

BANK = load().puzzles
KINDS = {goal: next(one for one in BANK if one.goal is goal) for goal in Goal}
BEST, WORST = FIRST.turns[0], FIRST.turns[-1]


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW + timedelta(hours=1))


@pytest.fixture
def everybody(app: Flask) -> Cast:
    return stage(app)


@pytest.fixture
def teacher(app: Flask, everybody: Cast) -> FlaskClient:
    return browser_of_teacher(app, everybody.teacher)


@pytest.fixture
def pupil(app: Flask, everybody: Cast) -> FlaskClient:
    return browser_of_pupil(app, everybody.pupil)


def give(app: Flask, everybody: Cast, *tasks: Wanted, **values: Any) -> TaskSet:
    at = everybody.teacher.id, everybody.room.id
    return assignments.create(sessions_of(app), *at, draft(*tasks, **values), now=NOW)


def address(made: TaskSet, place: int = 0, language: str = "en") -> str:
    return f"/{language}/class/tasks/{made.id}/{made.tasks[place].id}"


def room_of(everybody: Cast, rest: str = "", language: str = "en") -> str:
    return f"/{language}/teach/classes/{everybody.room.id}/tasks/{rest}"


def answer(
    client: FlaskClient, at: str, one: Puzzle = FIRST, turn: int = 0, **headers: str
) -> TestResponse:
    """Answer as a browser without scripts does: with the form of the page."""
    page = client.get(at, follow_redirects=True)
    form, _ = form_with(page, "Check my turn")
    cards = one.turns[turn].cards
    fields = {name: values[0] for name, values in form.fields.items()} | {"turn": ",".join(cards)}
    return client.post(form.action, data=fields, headers=headers, follow_redirects=True)


def stored(app: Flask) -> list[tuple[str, bool]]:
    with reading(sessions_of(app)) as session:
        return [(row.answer, row.solved) for row in session.query(TaskAnswer).all()]


def tasks_in(page: TestResponse) -> str:
    """The tasks of the form, as its hidden field writes them."""
    found = re.search(r'name="tasks" value="([^"]*)"', page.text)
    return found[1] if found else ""


# Who gets what


PAGES = ("", "new", "new/puzzles", "{given}", "{given}/edit", "{given}/edit/puzzles")
BUTTONS = ("move", "release", "withhold", "remove", "restore", "copy")
FORMS = (
    "new",
    "new/puzzles",
    "{given}/edit",
    "{given}/edit/puzzles",
    *(f"{{given}}/{name}" for name in BUTTONS),
)


def test_both_teachers_of_a_class_see_all_its_pages(app: Flask, everybody: Cast):
    made = give(app, everybody)
    for who in (everybody.teacher, everybody.co_teacher):
        client = browser_of_teacher(app, who)
        for path in PAGES:
            page = client.get(room_of(everybody, path.format(given=made.id)))
            assert page.status_code == 200, path
            assert page.headers["Cache-Control"] == "no-store"


def test_for_an_outsider_none_of_the_pages_exists_and_others_are_led_to_sign_in(
    app: Flask, everybody: Cast, pupil: FlaskClient, client: FlaskClient
):
    made = give(app, everybody)
    outsider = browser_of_teacher(app, everybody.outsider)
    for path in PAGES:
        at = room_of(everybody, path.format(given=made.id))
        assert outsider.get(at).status_code == 404, path
        for nobody in (pupil, client):
            away = nobody.get(at)
            assert away.status_code == 303, path
            assert "/en/teach/sign-in" in away.location
        unknown = room_of(everybody, path.format(given="0" * 24)).replace(
            everybody.room.id, everybody.other_room.id
        )
        assert (outsider.get(unknown).status_code == 404) == ("{given}" in path)


def test_no_form_works_for_an_outsider(app: Flask, everybody: Cast, teacher: FlaskClient):
    made = give(app, everybody)
    outsider = browser_of_teacher(app, everybody.outsider)
    form, _ = form_with(teacher.get(room_of(everybody, "new")), "Give it to the class")
    for path in FORMS:
        at = room_of(everybody, path.format(given=made.id))
        own = outsider.get(f"/en/teach/classes/{everybody.other_room.id}/tasks/new")
        token = form_with(own, "Give it to the class")[0].fields["csrf_token"][0]
        fields = {name: values[0] for name, values in form.fields.items()}
        reply = outsider.post(at, data=fields | {"csrf_token": token, "do": "give"})
        assert reply.status_code == 404, path
    found = assignments.sets(sessions_of(app), everybody.teacher.id, everybody.room.id)
    assert found == [made]


def test_the_page_of_a_task_is_there_for_its_pupils_and_a_preview_for_its_teachers(
    app: Flask, everybody: Cast, pupil: FlaskClient, teacher: FlaskClient, client: FlaskClient
):
    made = give(app, everybody)
    other = assignments.create(
        sessions_of(app), everybody.outsider.id, everybody.other_room.id, draft(), now=NOW
    )
    assert pupil.get(address(made)).status_code == 200
    assert pupil.get(address(other)).location == "/en/class/"
    assert "This is what pupils see" in teacher.get(address(made)).text
    assert teacher.get(address(other)).status_code == 404
    outsider = browser_of_teacher(app, everybody.outsider)
    for path in (address(made), address(made).replace("tasks/", "tasks/0")):
        assert outsider.get(path).status_code == 404
        assert "First show your class card" in client.get(path).text
    # A task of one set under the address of another is none.
    assert pupil.get(f"/en/class/tasks/{made.id}/{other.tasks[0].id}").location == "/en/class/"
    # And no more for the pupil when the set is in the bin.
    assignments.remove(sessions_of(app), everybody.teacher.id, everybody.room.id, made.id)
    assert pupil.get(address(made)).location == "/en/class/"
    assert teacher.get(address(made)).status_code == 404


def test_whoever_is_not_signed_in_is_told_what_the_page_needs(client: FlaskClient):
    page = client.get("/en/class/")
    assert page.status_code == 200
    assert "Nobody has shown a class card at this browser yet" in page.text
    assert "/en/join" in page.text


# The teacher makes a set


def test_a_set_is_put_together_button_by_button_and_given(
    app: Flask, everybody: Cast, teacher: FlaskClient, pupil: FlaskClient
):
    page = teacher.get(room_of(everybody, "new"))
    page = press(teacher, page, "Add these lessons", title="Monday", chapter=[LESSON])
    page = press(teacher, page, "Add this practice", practice=LESSON, amount="7")
    page = press(teacher, page, "Add these puzzles", count="2", level="3")
    assert 'value="Monday"' in page.text
    level_3 = [one.id for one in BANK if one.level == 3 and one.position.profile.base == "official"]
    assert tasks_in(page) == f"c{LESSON},x{LESSON}.7,p{level_3[0]},p{level_3[1]}"
    # Whoever asks for more gets the next ones.
    page = press(teacher, page, "Add these puzzles", count="1", level="3")
    assert tasks_in(page).endswith(f",p{level_3[2]}")
    day = (NOW + timedelta(days=3)).date().isoformat()
    page = press(teacher, page, "Give it to the class", due_on=day, tries="2", explain="release")
    assert page.status_code == 200
    assert "The set is given." in said(page)
    (made,) = assignments.sets(sessions_of(app), everybody.teacher.id, everybody.room.id)
    assert (made.title, made.tries, made.explain) == ("Monday", 2, "release")
    assert made.due_on == date.fromisoformat(day)
    assert [one.amount for one in made.tasks] == [1, 7, 1, 1, 1]
    assert "Monday" in pupil.get("/en/class/").text


def test_tasks_are_moved_and_taken_out_while_a_set_is_made(everybody: Cast, teacher: FlaskClient):
    names = [f"p{one.id}" for one in (FIRST, SECOND, THIRD)]
    page = teacher.get(room_of(everybody, f"new?title=X&tasks={','.join(names)}"))
    fields = form_with(page, "Give it to the class")[0].fields

    def after(do: str) -> list[str]:
        reply = teacher.post(
            room_of(everybody, "new"), data=fields | {"do": do}, follow_redirects=True
        )
        return tasks_in(reply).split(",")

    assert after("up:1") == [names[1], names[0], names[2]]
    assert after("down:1") == [names[0], names[2], names[1]]
    assert after("drop:0") == names[1:]
    for nothing in ("up:0", "down:2", "drop:9", "up:x", "up:-1", "keep", ""):
        assert after(nothing) == names, nothing


def test_what_is_wrong_is_said_and_what_was_typed_is_kept(
    app: Flask, everybody: Cast, teacher: FlaskClient
):
    page = teacher.get(room_of(everybody, "new"))
    page = press(teacher, page, "Give it to the class", title="", due_on="2026-08-30", tries="12")
    assert page.status_code == 422
    for sentence in (
        "Give the set a title",
        "This day is over.",
        "Write a whole number from 1 to 9",
        "Choose at least one task.",
    ):
        assert sentence in said(page)
    assert 'value="2026-08-30"' in page.text
    assert 'value="12"' in page.text
    page = press(teacher, page, "Give it to the class", title="T", due_on="soon", tries="")
    assert "This is not a day." in said(page)
    page = press(teacher, page, "Give it to the class", due_on="", tries="many")
    assert "Write a whole number from 1 to 9" in said(page)
    assert assignments.sets(sessions_of(app), everybody.teacher.id, everybody.room.id) == []


def test_a_double_click_on_give_gives_one_set(app: Flask, everybody: Cast, teacher: FlaskClient):
    page = teacher.get(room_of(everybody, f"new?title=X&tasks=p{FIRST.id}"))
    for _ in range(2):
        assert press(teacher, page, "Give it to the class").status_code == 200
    assert len(assignments.sets(sessions_of(app), everybody.teacher.id, everybody.room.id)) == 1


def test_ticks_are_kept_over_pages_and_filters(everybody: Cast, teacher: FlaskClient):
    page = teacher.get(room_of(everybody, f"new?title=Mine&tasks=c{LESSON},p{THIRD.id}"))
    page = press(teacher, page, "To the list of puzzles")
    # The list begins with the rules of the class.
    assert re.search(r'value="official" selected', page.text)
    first = [one for one in BANK if one.position.profile.base == "official"]
    assert f'value="{THIRD.id}" checked' in page.text
    page = press(teacher, page, "Page 2", tick=[first[0].id, THIRD.id])
    page = press(teacher, page, "Show", tick=[first[70].id], level="4")
    assert re.search(r'value="4" selected', page.text)
    level_4 = next(one for one in first if one.level == 4)
    page = press(teacher, page, "Take over what is ticked", tick=[level_4.id])
    assert 'value="Mine"' in page.text
    chosen = f"c{LESSON},p{THIRD.id},p{first[0].id},p{first[70].id},p{level_4.id}"
    assert tasks_in(page) == chosen
    # A tick that is taken away takes the puzzle out.
    page = press(teacher, page, "To the list of puzzles")
    page = press(teacher, page, "Take over what is ticked", tick=[first[0].id])
    assert tasks_in(page) == f"c{LESSON},p{first[0].id},p{first[70].id},p{level_4.id}"


def test_puzzles_are_picked_in_the_way_that_the_form_states(
    app: Flask, everybody: Cast, teacher: FlaskClient
):
    gone = give(app, everybody, puzzle(BANK[0]))
    at = everybody.teacher.id, everybody.room.id
    assignments.remove(sessions_of(app), *at, gone.id)
    official = [one for one in BANK if one.position.profile.base == "official"]
    page = press(teacher, teacher.get(room_of(everybody, "new")), "Add these puzzles", count="2")
    assert tasks_in(page) == f"p{official[1].id},p{official[2].id}"
    themes = {code for one in official for code in one.themes}
    few = [
        (code, ids)
        for code in sorted(themes)
        if 0 < len(ids := [p.id for p in official if code in p.themes and p.level == 1]) < 20
        and not {f"p{name}" for name in ids} & {f"p{official[n].id}" for n in range(3)}
    ]
    theme, ids = few[0]
    page = press(teacher, page, "Add these puzzles", count="20", theme=theme, level="1")
    assert "of this kind" in said(page)
    assert tasks_in(page).split(",")[2:] == [f"p{name}" for name in ids]
    page = press(teacher, page, "Add these puzzles", count="1", theme=theme, level="1")
    assert "There is no puzzle of this kind" in said(page)
    assert (
        pick(BANK, 3, "classic", {}, level=2)
        == [one.id for one in BANK if one.position.profile.base == "classic" and one.level == 2][:3]
    )


def test_puzzles_come_from_the_workshop_by_tick_and_by_link(
    app: Flask, everybody: Cast, teacher: FlaskClient
):
    teacher.get(f"/en/puzzles/{FIRST.id}")  # brings the cookie of a learner
    cookie = teacher.get_cookie("learner")
    assert cookie is not None
    with app.test_request_context("/en/", headers={"Cookie": f"learner={cookie.value}"}):
        own = learner.current() or ""
    mine = own_puzzles.keep(sessions_of(app), own, FIRST).link
    other = own_puzzles.keep(sessions_of(app), new_id(), SECOND).link
    page = teacher.get(room_of(everybody, "new"))
    assert f'value="{mine}"' in page.text
    page = press(
        teacher,
        page,
        "Add from the workshop",
        own=[mine],
        link=f"https://school.example/fr/own/{other}?laid=B10",
    )
    assert tasks_in(page) == f"o{mine},o{other}"
    page = press(teacher, page, "Add from the workshop", link=f"/en/puzzles/{THIRD.id}")
    assert tasks_in(page).endswith(f",p{THIRD.id}")
    page = press(teacher, page, "Add from the workshop", link="nothing like that")
    assert "No puzzle was found behind “nothing like that”." in said(page)
    assert tasks_in(page).count(",") == 2


def test_the_enter_key_adds_what_was_filled_in(everybody: Cast, teacher: FlaskClient):
    page = teacher.get(room_of(everybody, "new"))
    assert form_with(page, "Keep")[0].buttons[0].text == "Keep"
    page = press(teacher, page, "Keep", title="Monday", link=f"/en/puzzles/{THIRD.id}")
    assert tasks_in(page) == f"p{THIRD.id}"
    page = press(teacher, page, "Keep", amount="3", practice=LESSON)
    page = press(teacher, page, "Keep", chapter=[LESSON])
    assert tasks_in(page) == f"p{THIRD.id},x{LESSON}.3,c{LESSON}"
    page = press(teacher, page, "Keep", count="2")
    assert tasks_in(page).count(",p") == 2
    assert tasks_in(press(teacher, page, "Keep")) == tasks_in(page)
    assert 'value="Monday"' in page.text


def test_the_address_of_a_form_stays_short_whatever_is_in_it(everybody: Cast, teacher: FlaskClient):
    names = [one.id for one in BANK][:220]
    many = ",".join(f"p{name}" for name in names)
    page = teacher.get(room_of(everybody, "new"))
    for button in ("To the list of puzzles", "Add these puzzles"):
        page = press(teacher, page, button, title="🦊" * 240, tasks=many)
        assert len(page.request.full_path) < 4000
        assert "A set has room for 50 tasks." in said(page)
        assert tasks_in(page).split(",") == [f"p{name}" for name in names[:50]]
        page = teacher.get(room_of(everybody, "new"))
    page = press(teacher, page, "To the list of puzzles")
    full = ",".join(names[:60])
    page = press(teacher, page, "Take over what is ticked", shown=full, tick=names[:60])
    assert "A set has room for 50 tasks." in said(page)
    assert tasks_in(page).count("p") == 50


def test_a_title_that_nobody_can_see_is_none(app: Flask, everybody: Cast, teacher: FlaskClient):
    page = teacher.get(room_of(everybody, f"new?tasks=p{FIRST.id}"))
    for title in ("\u200b", "\x00", "\u3164", " \u2800 "):
        page = press(teacher, page, "Give it to the class", title=title)
        assert page.status_code == 422
        assert "Give the set a title" in said(page)
    press(teacher, page, "Give it to the class", title="Mon\x00day\u202e  1")
    (made,) = assignments.sets(sessions_of(app), everybody.teacher.id, everybody.room.id)
    assert made.title == "Monday 1"


@pytest.mark.parametrize("day", ["9999-12-31", "9999-12-30", "2032-01-01"])
def test_a_set_ends_with_its_class_at_the_latest(everybody: Cast, teacher: FlaskClient, day: str):
    page = teacher.get(room_of(everybody, f"new?title=Far&tasks=p{FIRST.id}"))
    page = press(teacher, page, "Give it to the class", due_on=day)
    assert page.status_code == 422
    assert "The class ends on" in said(page)
    assert f'value="{day}"' in page.text
    assert 'value="Far"' in page.text
    assert tasks_in(page) == f"p{FIRST.id}"
    page = press(teacher, page, "Give it to the class", due_on="0001-01-01")
    assert "This day is over." in said(page)


def test_two_teachers_who_edit_one_set_hear_of_each_other(
    app: Flask, everybody: Cast, teacher: FlaskClient
):
    made = give(app, everybody, puzzle(FIRST))
    mine = teacher.get(room_of(everybody, f"{made.id}/edit"))
    mine = press(teacher, mine, "Add these lessons", chapter=[LESSON])
    co_teacher = browser_of_teacher(app, everybody.co_teacher)
    other = co_teacher.get(room_of(everybody, f"{made.id}/edit"))
    assert "The set is changed." in said(press(co_teacher, other, "Save the changes", title="Hers"))
    # The same form once more is no other change.
    assert "The set is changed." in said(press(co_teacher, other, "Save the changes", title="Hers"))
    page = press(teacher, mine, "Save the changes", title="Mine")
    assert page.status_code == 422
    assert "This has been changed elsewhere" in said(page)
    assert 'value="Mine"' in page.text
    assert tasks_in(page) == f"p{FIRST.id},c{LESSON}"
    at = everybody.teacher.id, everybody.room.id
    assert assignments.find(sessions_of(app), *at, made.id).title == "Hers"
    assert "The set is changed." in said(press(teacher, page, "Save the changes"))
    assert assignments.find(sessions_of(app), *at, made.id).title == "Mine"


def test_a_set_is_edited_and_its_form_begins_with_what_it_is(
    app: Flask, everybody: Cast, teacher: FlaskClient
):
    made = give(app, everybody, puzzle(FIRST), Wanted("practice", LESSON, 4), tries=2)
    page = teacher.get(room_of(everybody, f"{made.id}/edit"))
    assert tasks_in(page) == f"p{FIRST.id},x{LESSON}.4"
    page = press(teacher, page, "Add this practice", practice=LESSON, amount="6", title="New")
    page = press(teacher, page, "Save the changes", tries="")
    assert "The set is changed." in said(page)
    found = assignments.find(sessions_of(app), everybody.teacher.id, everybody.room.id, made.id)
    assert (found.title, found.tries) == ("New", None)
    assert [one.amount for one in found.tasks] == [1, 6]


def test_a_set_leads_to_a_worksheet_of_its_tasks_alone(
    app: Flask, everybody: Cast, teacher: FlaskClient
):
    made = give(app, everybody, Wanted("chapter", LESSON), puzzle(FIRST), puzzle(SECOND))
    lessons = give(app, everybody, Wanted("chapter", LESSON))
    way = f"/en/teach/classes/{everybody.room.id}/paper/?tasks="
    assert way + made.id in teacher.get(room_of(everybody, made.id)).text
    assert way not in teacher.get(room_of(everybody, lessons.id)).text
    sheet = press(teacher, teacher.get(way + made.id), "Show the worksheet")
    assert "2 questions are on the sheet" in said(sheet)


def test_sets_are_reordered_removed_brought_back_and_copied(
    app: Flask, everybody: Cast, teacher: FlaskClient
):
    made = [give(app, everybody, title=title) for title in ("one", "two", "three")]
    page = teacher.get(room_of(everybody))
    token = re.search(r'name="csrf_token" value="([^"]+)"', page.text)
    assert token is not None
    for _ in range(2):  # a double click moves a set once
        teacher.post(
            room_of(everybody, f"{made[2].id}/move"), data={"csrf_token": token[1], "place": "1"}
        )
    at = everybody.teacher.id, everybody.room.id

    def titles() -> list[str]:
        return [one.title for one in assignments.sets(sessions_of(app), *at)]

    assert titles() == ["one", "three", "two"]
    page = press(teacher, teacher.get(room_of(everybody, made[0].id)), "Remove the set")
    assert "“one” was removed." in said(page)
    assert titles() == ["three", "two"]
    page = press(teacher, page, "Undo")
    assert "The set is back" in said(page)
    assert sorted(titles()) == ["one", "three", "two"]


def test_a_set_is_copied_to_another_class_of_the_teacher_only(
    app: Flask, everybody: Cast, teacher: FlaskClient
):
    made = give(app, everybody)
    assert "another class" not in teacher.get(room_of(everybody, made.id)).text
    other = classrooms.create(
        sessions_of(app),
        everybody.teacher.id,
        "7c",
        "en",
        "official",
        everybody.room.expires_on,
        now=NOW,
    )
    page = teacher.get(room_of(everybody, made.id))
    for _ in range(2):
        assert "This class has the set now, too." in said(press(teacher, page, "Copy it there"))
    assert len(assignments.sets(sessions_of(app), everybody.teacher.id, other.id)) == 1
    away = press(teacher, page, "Copy it there", to=everybody.other_room.id)
    assert away.status_code == 404


def test_an_archived_class_is_read_only_and_says_so(
    app: Flask, everybody: Cast, teacher: FlaskClient
):
    made = give(app, everybody)
    page = teacher.get(room_of(everybody, made.id))
    with writing(sessions_of(app)) as session:
        session.query(Classroom).filter_by(public_id=everybody.room.id).one().archived_at = NOW
    assert "Nothing was changed" in said(press(teacher, page, "Remove the set"))
    assert "Nothing was changed" in said(
        teacher.get(room_of(everybody, "new"), follow_redirects=True)
    )
    assert "New set of tasks" not in teacher.get(room_of(everybody)).text


# The pupil


def test_the_pupils_page_says_what_is_to_do_first(app: Flask, everybody: Cast, pupil: FlaskClient):
    give(app, everybody, Wanted("chapter", LESSON), title="Some day")
    soon = give(app, everybody, title="Soon", due_on=NOW.date())
    page = pupil.get("/en/class/")
    text = said(page)
    assert "Hello, Ana!" in text
    assert text.index("What to do first") < text.index("Soon") < text.index("Some day")
    assert "Due today." in text
    primary = re.search(r'class="button primary" href="([^"]+)"', page.text)
    assert primary is not None
    assert primary[1] == address(soon)
    # The card is there for another device.
    assert everybody.members[0].card is not None
    assert everybody.members[0].card[:4] in text


def test_lessons_and_practice_lead_on_and_count_by_themselves(
    app: Flask, everybody: Cast, pupil: FlaskClient
):
    made = give(app, everybody, Wanted("chapter", LESSON), Wanted("practice", LESSON, 1))
    lesson = pupil.get(address(made))
    assert lesson.status_code == 303
    assert lesson.location == f"/en/lessons/{LESSON}/"
    practice = pupil.get(address(made, 1))
    assert practice.location == f"/en/practice/{LESSON}/?rules=official"
    chapter = course().chapter(LESSON)
    assert chapter is not None
    names = [step.id for step in chapter]
    for name in names:
        record_step(
            sessions_of(app), everybody.members[0].learner, LESSON, name, names, clock.now()
        )
    end = said(pupil.get(f"/en/lessons/{LESSON}/end"))
    assert "To my class: what comes next" in end
    assert "Done: 1 of 2" in said(pupil.get("/en/class/"))


def test_right_exercises_of_practice_are_counted_on_the_page(
    app: Flask, everybody: Cast, pupil: FlaskClient
):
    give(app, everybody, Wanted("practice", LESSON, 2))
    right = 0
    while right < 2:
        page = pupil.get(f"/en/practice/{LESSON}/", follow_redirects=True)
        found = re.search(r'data-fragment="#result"', page.text)
        assert found is not None
        here = page.request.path
        code = here.rsplit("/", 1)[1]
        right += _answer_rightly(pupil, page, code)
        text = said(pupil.get(here + "?check=1"))
        if right == 1:
            assert "1 of 2 right" in text
    assert "done: 2 right" in said(pupil.get("/en/class/"))


def _answer_rightly(client: FlaskClient, page: TestResponse, code: str) -> int:
    kind, level, seed = code.rsplit("-", 2)
    one = exercise(kind, int(level), "official", int(seed))
    question = one.content.question
    token = re.search(r'name="csrf_token" value="([^"]+)"', page.text)
    assert token is not None
    fields: dict[str, Any] = {"csrf_token": token[1]}
    if isinstance(question, Marks):
        fields["mark"] = [str(card) for card in question.answer]
    elif isinstance(question, Pick):
        fields["choice"] = question.answer
    else:
        fields["number"] = str(question.answer)
    reply = client.post(page.request.path, data=fields, follow_redirects=True)
    assert "That is right!" in said(reply)
    return 1


def test_a_puzzle_with_two_tries(app: Flask, everybody: Cast, pupil: FlaskClient):
    made = give(app, everybody, tries=2)
    assert "You have 2 tries." in said(pupil.get(address(made)))
    page = answer(pupil, address(made), turn=-1)
    text = said(page)
    assert "Your answer is stored." in text
    assert "You have 1 try left." in text
    assert "Why this turn is best" not in text
    # The page that is looked at again says the same, and the solution is nowhere in it.
    assert "You have 1 try left." in said(pupil.get(address(made)))
    page = answer(pupil, address(made))
    assert "The best turn" in said(page)
    assert "Why your turn is best" in said(page)
    assert "Check my turn" not in page.text
    assert stored(app) == [(",".join(WORST.cards), False), (",".join(BEST.cards), True)]
    record = puzzle_record(sessions_of(app), everybody.members[0].learner, FIRST.id)
    assert record is not None
    assert record.attempts == 2


def test_a_turn_that_is_not_allowed_uses_no_try(app: Flask, everybody: Cast, pupil: FlaskClient):
    made = give(app, everybody, tries=1)
    page = pupil.get(address(made))
    form, _ = form_with(page, "Check my turn")
    fields = {name: values[0] for name, values in form.fields.items()}
    unfit = next(str(card) for card in FIRST.position.hand if not FIRST.position.table.fits(card))
    for turn in ("", unfit, "draw", "R99"):
        page = pupil.post(form.action, data=fields | {"turn": turn}, follow_redirects=True)
        assert page.status_code == 200
        assert "This turn is not allowed" in said(page), turn
    assert stored(app) == []
    assert "You have 1 try." in said(pupil.get(address(made)))


def test_beyond_the_tries_nothing_is_stored_and_the_page_says_so(
    app: Flask, everybody: Cast, pupil: FlaskClient
):
    made = give(app, everybody, tries=1)
    stale = pupil.get(address(made))
    answer(pupil, address(made), turn=-1)
    form, _ = form_with(stale, "Check my turn")
    fields = {name: values[0] for name, values in form.fields.items()}
    late = fields | {"turn": ",".join(BEST.cards)}
    page = pupil.post(form.action, data=late, follow_redirects=True)
    assert "This answer was not stored" in said(page)
    assert len(stored(app)) == 1
    fragment = pupil.post(form.action, data=late, headers={"X-Fragment": "1"})
    assert "This answer was not stored" in said(fragment)


def test_the_explanation_waits_for_the_teacher(
    app: Flask, everybody: Cast, pupil: FlaskClient, teacher: FlaskClient
):
    made = give(app, everybody, tries=1, explain="release")
    right = said(answer(pupil, address(made), turn=-1))
    assert "Your teacher will show the explanation later." in right
    for way in (address(made), f"{address(made)}?check=1&laid={','.join(BEST.cards)}"):
        text = said(pupil.get(way))
        assert "best" not in text.replace("What is your best turn?", "").replace(
            "the turn that ends best", ""
        ), way
    page = press(teacher, teacher.get(room_of(everybody, made.id)), "Show the explanations now")
    assert "Pupils see the explanations from now on." in said(page)
    assert "Why this turn is best" in said(pupil.get(address(made)))
    press(teacher, page, "Undo")
    assert "Why this turn is best" not in said(pupil.get(address(made)))


def test_no_other_page_gives_a_withheld_explanation_away(
    app: Flask, everybody: Cast, pupil: FlaskClient, client: FlaskClient
):
    link = own_puzzles.keep(sessions_of(app), new_id(), SECOND).link
    made = give(app, everybody, puzzle(FIRST), Wanted("own", link), tries=1, explain="release")
    answer(pupil, address(made), turn=-1)
    best = ",".join(BEST.cards)
    ways = [
        f"/en/puzzles/{FIRST.id}",
        f"/en/puzzles/{FIRST.id}?check=1&laid={best}",
        f"/en/puzzles/{FIRST.id}/replay?turn={best}",
        f"/en/embed/{FIRST.id}?check=1&laid={best}",
        f"/en/own/{link}?check=1&laid={best}",
        f"/en/own/{link}/replay",
        f"/en/embed/{link}?check=1",
    ]
    for way in ways:
        away = pupil.get(way)
        assert away.status_code == 303, way
        assert "/en/class/tasks/" in away.location
        assert client.get(way).status_code == 200, way
    check = f"/api/v1/puzzles/{FIRST.id}/check?answer={best}"
    refused = pupil.get(check)
    assert refused.status_code == 403
    assert refused.json is not None
    assert refused.json["fault"] == "task-of-your-class"
    assert client.get(check).status_code == 200
    assert pupil.get(f"/api/v1/puzzles/{SECOND.id}/check?answer=pass").status_code == 200


def test_a_form_of_the_puzzles_own_page_leads_to_the_task_with_what_is_laid(
    app: Flask, everybody: Cast, pupil: FlaskClient
):
    stale = pupil.get(f"/en/puzzles/{FIRST.id}")
    made = give(app, everybody, tries=1)
    best = ",".join(BEST.cards)
    away = press(pupil, stale, "Check my turn", follow=False, turn=best)
    assert away.status_code == 303
    assert away.location == f"{address(made)}?laid={best}"
    assert press(pupil, stale, "Show a hint", follow=False).location.startswith(address(made))
    # A script that has sent the form gets a whole page to go to, no part of one.
    form, _ = form_with(stale, "Check my turn")
    fields = {name: values[0] for name, values in form.fields.items()} | {"turn": best}
    page = pupil.post(form.action, data=fields, headers={"X-Fragment": "1"}, follow_redirects=True)
    assert "X-Fragment" not in page.headers
    assert "<html" in page.text
    assert stored(app) == []
    # Once the explanation is the pupil's own, the page is as for everybody.
    answer(pupil, address(made))
    assert pupil.get(f"/en/puzzles/{FIRST.id}").status_code == 200


def test_with_any_number_of_tries_answers_on_the_puzzles_own_page_count_as_well(
    app: Flask, everybody: Cast, pupil: FlaskClient
):
    made = give(app, everybody)
    answer(pupil, address(made), turn=-1)
    page = press(
        pupil, pupil.get(f"/en/puzzles/{FIRST.id}"), "Check my turn", turn=",".join(BEST.cards)
    )
    assert "The best turn" in said(page)
    assert [solved for _, solved in stored(app)] == [False, True]
    assert "solved" in said(pupil.get(address(made)))


@pytest.mark.parametrize("goal", list(Goal))
def test_every_kind_of_puzzle_can_be_a_task(
    app: Flask, everybody: Cast, pupil: FlaskClient, goal: Goal
):
    one = KINDS[goal]
    made = give(app, everybody, puzzle(one), tries=1)
    page = pupil.get(address(made))
    assert page.status_code == 200
    if one.question is not None:
        reply = press(pupil, page, "Check my answer", choice=one.question.answer.value)
    elif goal is Goal.LEGAL:
        reply = press(
            pupil, page, "Check my marks", turn=",".join(str(card) for card in one.fitting)
        )
    else:
        reply = press(pupil, page, "Check my turn", turn=",".join(one.turns[0].cards))
    assert stored(app)[0][1]
    assert "Your answer is stored." in said(reply)
    assert "That was the last task: to my class" in said(reply)


def test_without_a_choice_nothing_is_stored(app: Flask, everybody: Cast, pupil: FlaskClient):
    made = give(app, everybody, puzzle(KINDS[Goal.OUTCOME]), tries=1)
    page = press(pupil, pupil.get(address(made)), "Check my answer")
    assert "Choose one of the answers first" in said(page)
    assert stored(app) == []


def test_a_script_gets_the_changed_part_alone(app: Flask, everybody: Cast, pupil: FlaskClient):
    made = give(app, everybody, puzzle(FIRST), puzzle(SECOND), tries=1)
    page = answer(pupil, address(made), turn=-1, **{"X-Fragment": "1"})
    assert page.headers["X-Fragment"] == "1"
    assert "<html" not in page.text
    assert "data-focus" in page.text
    assert "Next task: Puzzle" in said(page)


def test_a_puzzle_of_the_workshop_is_answered_like_any_other_and_may_be_withdrawn(
    app: Flask, everybody: Cast, pupil: FlaskClient, teacher: FlaskClient
):
    owner = new_id()
    link = own_puzzles.keep(sessions_of(app), owner, FIRST).link
    made = give(app, everybody, Wanted("own", link), puzzle(SECOND), tries=2)
    answer(pupil, address(made), turn=-1)
    assert len(stored(app)) == 1
    own_puzzles.withdraw(sessions_of(app), owner, link)
    for client in (pupil, teacher):
        gone = client.get(address(made))
        assert gone.status_code == 410
        assert "It has been withdrawn" in said(gone)
    home = said(pupil.get("/en/class/"))
    assert "withdrawn" in home
    assert "A puzzle that is no longer there" in home


def test_one_puzzle_in_two_sets_is_explained_when_both_allow_it(
    app: Flask, everybody: Cast, pupil: FlaskClient
):
    here = give(app, everybody, tries=1)
    there = give(app, everybody, tries=2, title="Second")
    page = answer(pupil, address(here), turn=-1)
    assert "This puzzle is also a task in another set of yours." in said(page)
    assert "Why this turn is best" not in said(page)
    # Here the same answer is the first one already, so only another one is a second.
    page = answer(pupil, address(there), turn=-2)
    assert "Why this turn is best" in said(page)
    assert "Why this turn is best" in said(pupil.get(address(here)))


def test_a_preview_stores_nothing_and_shows_what_a_pupil_would_see(
    app: Flask, everybody: Cast, teacher: FlaskClient
):
    made = give(app, everybody, tries=1, explain="release")
    page = answer(teacher, address(made), turn=-1)
    assert "Your teacher will show the explanation later." in said(page)
    open_one = give(app, everybody, puzzle(SECOND), tries=1)
    page = answer(teacher, address(open_one), SECOND)
    assert "Why your turn is best" in said(page)
    assert stored(app) == []


def test_the_language_of_the_page_is_the_pupils_own(
    app: Flask, everybody: Cast, pupil: FlaskClient
):
    made = give(app, everybody)
    for language in LANGUAGES:
        for path in (f"/{language}/class/", address(made, language=language)):
            page = pupil.get(path)
            assert page.status_code == 200
            assert f'<html lang="{language}' in page.text


def test_figures_of_the_pupil_and_the_teacher_are_the_same(
    app: Flask, everybody: Cast, pupil: FlaskClient, teacher: FlaskClient
):
    made = give(app, everybody, puzzle(FIRST), puzzle(SECOND), tries=1)
    answer(pupil, address(made))
    answer(pupil, address(made, 1), SECOND, turn=-1)
    assert "Done: 1 of 2" in said(pupil.get("/en/class/"))
    with reading(sessions_of(app)) as session:
        room = session.query(Classroom).filter_by(public_id=everybody.room.id).one()
        known = standings(session, room)
    mine = [known[everybody.members[0].id, task.id] for task in made.tasks]
    assert [one.state for one in mine] == ["done", "missed"]
    page = said(teacher.get(room_of(everybody, made.id)))
    assert "Pupils who have nothing left to do: 1 of 3" in page
    assert "done by 1 of 3" in page
    assert "done by 0 of 3" in page


def test_time_on_task_is_kept_from_the_requests_of_pupils_only(
    app: Flask,
    everybody: Cast,
    pupil: FlaskClient,
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
):
    made = give(app, everybody, puzzle(FIRST), Wanted("chapter", LESSON))
    moments = iter([0, 30, 50, 60])
    for way in (
        address(made),
        address(made),
        f"/en/lessons/{LESSON}/{course().chapters[0].steps[0].id}",
        f"/en/lessons/{LESSON}/end",
    ):
        at = NOW + timedelta(seconds=next(moments))
        monkeypatch.setattr(clock, "now", lambda at=at: at)
        assert pupil.get(way).status_code == 200
        client.get(way)
    assert timedelta(seconds=60) < PAUSE
    with reading(sessions_of(app)) as session:
        room = session.query(Classroom).filter_by(public_id=everybody.room.id).one()
        known = standings(session, room)
    own = [known[everybody.members[0].id, task.id].seconds for task in made.tasks]
    assert own == [50, 10]


def test_home_and_progress_lead_a_pupil_to_the_class(
    everybody: Cast, pupil: FlaskClient, client: FlaskClient
):
    for path in ("/en/", "/en/progress"):
        assert "To my class: what to do first" in pupil.get(path).text
        assert "To my class" not in client.get(path).text


def test_a_class_that_has_ended_says_so(app: Flask, everybody: Cast, pupil: FlaskClient):
    made = give(app, everybody)
    with writing(sessions_of(app)) as session:
        session.query(Classroom).filter_by(public_id=everybody.room.id).one().archived_at = NOW
    assert "Your class has ended." in said(pupil.get("/en/class/"))
    assert pupil.get(address(made)).location == "/en/class/"
    # Nothing is withheld any more, either.
    assert pupil.get(f"/en/puzzles/{FIRST.id}").status_code == 200


def test_two_pupils_of_one_name_have_their_own_answers(app: Flask, everybody: Cast):
    made = give(app, everybody, tries=1)
    bens = [seated(sessions_of(app), member) for member in everybody.members[1:]]
    first, second = (browser_of_pupil(app, one) for one in bens)
    answer(first, address(made), turn=-1)
    assert "You have 1 try." in said(second.get(address(made)))


def test_addresses_that_make_no_sense_are_no_server_errors(
    everybody: Cast, teacher: FlaskClient, pupil: FlaskClient
):
    for rest in (
        "new?tasks=p,,x.1,xabc.,pZZ,o-&due_on=%00&tries=²",
        "new/puzzles?number=-3&level=9&theme=?&tasks=" + "p1," * 900,
        "new/puzzles?number=999999",
        "0/edit",
        "%00",
    ):
        assert teacher.get(room_of(everybody, rest)).status_code in (200, 400, 404), rest
    for path in ("/en/class/tasks/x/1", "/en/class/tasks/0/99999999999999999999"):
        assert pupil.get(path).status_code == 303
