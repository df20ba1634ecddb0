"""Results: what the teacher sees adds up with what each pupil sees, and nobody else sees it."""

from __future__ import annotations

import csv
import html
import io
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.classes.cast import Cast, seated
from tests.web.conftest import LANGUAGES, MakeApp
from tests.web.forms import press, said
from tests.web.people import browser_of_pupil, browser_of_teacher, sessions_of, stage
from tests.web.test_pseudo_walk import Page, without_language_names
from trainer.classes import assignments, classrooms, demo, pupils, turn_reports
from trainer.classes import names as pasted
from trainer.classes.codes import ALPHABET
from trainer.classes.drafts import Draft, Wanted
from trainer.classes.reports import Report, report
from trainer.config import Settings
from trainer.puzzles import bank
from trainer.puzzles.schema import Goal
from trainer.storage.class_tables import Classroom, Pupil, PupilSession
from trainer.storage.database import writing

EVIL = '=HYPERLINK("http://example.org";"Ana")'


@dataclass
class Site:
    """A site with the cast, a demo class of the teacher's, and its report at this moment."""

    app: Flask
    people: Cast
    teacher: FlaskClient
    demo: str

    @property
    def report(self) -> Report:
        return report(sessions_of(self.app), self.people.teacher.id, self.demo)

    def address(self, rest: str = "", language: str = "en", room: str = "") -> str:
        return f"/{language}/teach/classes/{room or self.demo}/results{rest}"

    def get(self, rest: str = "", language: str = "en", room: str = "") -> TestResponse:
        return self.teacher.get(self.address(rest, language, room))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, make_lasting_app: MakeApp) -> Site:
    data = {"TRAINER_DATA": str(tmp_path_factory.mktemp("results"))}
    app = make_lasting_app(Settings.from_environment(data))
    people = stage(app)
    made = demo.make(sessions_of(app), people.teacher.id, "en", lambda text: text.id)
    return Site(app, people, browser_of_teacher(app, people.teacher), made.id)


@pytest.fixture
def own(app: Flask) -> Site:
    """A site of its own for a test that changes something; no demo class yet."""
    people = stage(app)
    return Site(app, people, browser_of_teacher(app, people.teacher), people.room.id)


def table(page: TestResponse) -> list[list[str]]:
    """The rows of the matrix as text, the words for the eye left out where there are others."""
    body = page.text.split('<table class="matrix', 1)[1].split("</table>")[0]
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)
    return [
        [_plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in rows
    ]


def _plain(markup: str) -> str:
    shown = re.sub(r'<span class="(cell-note|flag)".*?</span></span>|<svg.*?</svg>', "", markup)
    shown = re.sub(r'<span class="cell-note" aria-hidden="true">.*?</span>', "", shown)
    return html.unescape(" ".join(re.sub(r"<[^>]+>", "", shown).split()))


def cells(page: TestResponse, separator: str = ",") -> list[list[str]]:
    """The rows of a CSV file."""
    text = page.get_data().decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))


def seat_all(site: Site, room: str) -> dict[str, FlaskClient]:
    """A browser for each pupil of a class, by the pupil's id."""
    sessions = sessions_of(site.app)
    found = {}
    for member in pupils.members(sessions, site.people.teacher.id, room):
        person = seated(sessions, member)
        found[member.id] = browser_of_pupil(site.app, person)
    with writing(sessions) as session:
        for row in session.query(PupilSession):
            row.seen_at = datetime.now(UTC)
    return found


def test_each_figure_of_the_teacher_is_the_one_that_the_pupil_sees(site: Site):
    """The sums of each set, on the page of every pupil of the demo class and on the teacher's."""
    browsers = seat_all(site, site.demo)
    assert len(browsers) == 14
    found = site.report
    for pupil, browser in browsers.items():
        theirs = said(browser.get("/en/class/"))
        mine = said(site.get(f"/pupils/{pupil}"))
        for given in found.sets:
            total = found.row(pupil, given)
            figure = f"{given.title} Done: {total.done} of {total.tasks}"
            assert figure in theirs
            assert figure in mine
        assert f"{found.row(pupil).done} of {found.row(pupil).tasks} tasks done." in mine


def test_each_state_of_the_teacher_is_the_one_that_the_pupil_sees(site: Site):
    words = {
        "done": ("done", "solved"),
        "missed": ("not solved",),
        "open": ("not begun yet", "0 of"),
    }
    found = site.report
    for pupil, browser in seat_all(site, site.demo).items():
        page = browser.get("/en/class/").text
        lines = re.findall(r'<li class="task-line (\w+)">(.*?)</li>', page, re.DOTALL)
        told = [(state, _plain(text)) for state, text in lines if state]
        by_set = [found.at(pupil, task.id).state for _, task in found.tasks]
        assert sorted(state for state, _ in told) == sorted(by_set)
        for state, text in told:
            assert any(word in text for word in words.get(state, ("",))), (state, text)


def test_the_matrix_shows_each_state_and_adds_up(site: Site):
    found, rows = site.report, table(site.get())
    words = {
        "open": "not begun",
        "begun": "begun",
        "done": "done",
        "missed": "not solved, no try left",
    }
    head, body, foot = rows[:2], rows[2:-1], rows[-1]
    assert [title.split(" due ")[0] for title in head[0][1:-1]] == [one.title for one in found.sets]
    assert len(head[1]) == len(found.tasks) == 15
    assert len(body) == len(found.members) == 14
    for member, row in zip(found.members, body, strict=True):
        assert row[0].startswith(member.name)
        for text, (_, task) in zip(row[1:-1], found.tasks, strict=True):
            standing = found.at(member.id, task.id)
            assert text.split(" · ")[0] == words[standing.state]
            assert text.endswith("late") == standing.late
        assert row[-1] == f"{found.row(member.id).done}/15"
    assert foot[1:-1] == [str(found.column(task.id).done) for _, task in found.tasks]
    assert foot[-1] == f"{found.total.done}/{found.total.tasks}"
    assert sum(int(row[-1].split("/")[0]) for row in body) == found.total.done


def test_the_minutes_add_up_as_they_are_shown(site: Site):
    _, _, *body, medians, sums = table(site.get("?show=times"))
    for row in body:
        assert sum(int(cell) for cell in row[1:-1] if cell != "–") == int(row[-1])
    assert (medians[0], sums[0]) == ("Median time", "Together")
    for column in range(1, len(sums)):
        spent = [int(row[column]) for row in body if row[column] not in ("–", "0")]
        assert sum(spent) == int(sums[column])
        # Times are rounded to minutes after the median has been taken.
        assert abs(median(spent) - int(medians[column])) <= 1


def test_one_set_can_be_looked_at_alone(site: Site):
    given = site.report.sets[1]
    rows = table(site.get(f"?set={given.id}"))
    assert rows[0][1].startswith(given.title)
    assert len(rows[1]) == len(given.tasks)
    assert len(table(site.get("?set=nonsense"))[1]) == 15


def test_who_needs_help_stands_first_with_reasons(site: Site):
    page = said(site.get())
    begin, end = page.index("Who needs help now"), page.index("How far everybody is")
    assert begin < end
    told = page[begin:end]
    assert "Emre Yıldız" in told
    assert "answers were all wrong." in told
    assert "Nothing is done yet of what is due on" in told
    assert "Far behind the class: 1 done of the 14 tasks" in told
    assert "minutes at one task, and it is not finished: Puzzle" in told
    assert "tasks are not finished: What is your best turn?" in told


def test_a_task_shows_its_turns_by_value_with_names_and_misconceptions(site: Site):
    found = site.report
    task = next(one for _, one in found.tasks if one.reference == "a33163a978")
    page = site.get(f"/{task.id}")
    text = said(page)
    known = turn_reports.puzzles_of(sessions_of(site.app), [task])
    value = turn_reports.task_report(found, task.id, known)
    assert (
        f"Answered by {value.answered} of 14 pupils, solved by {value.solved}, "
        f"at the first try by {value.at_once}."
    ) in text
    chosen = (
        page.text.split('<ol class="chosen-turns"')[1].split("</ol>")[0].split("<li class=")[1:]
    )
    assert len(chosen) == len(value.lines) == 3
    for markup, line in zip(chosen, value.lines, strict=True):
        for member in line.pupils:
            assert html.escape(member.name) in markup
        if line.misconception:
            assert line.misconception.name.id in markup
            assert line.misconception.ask.id in html.unescape(markup)
    assert "laid everything" in text
    assert "Ask:" in text


def test_every_task_and_every_pupil_has_a_page(site: Site):
    for _, task in site.report.tasks:
        assert site.get(f"/{task.id}").status_code == 200
    for member in site.report.members:
        page = site.get(f"/pupils/{member.id}")
        assert page.status_code == 200
        assert f"/pupils/{member.id}/data" in page.text
    assert site.get("/999999").status_code == 404
    assert site.get("/pupils/nobody").status_code == 404


def test_the_teacher_sees_what_is_withheld_from_pupils(site: Site):
    found = site.report
    withheld = found.sets[-1]
    assert withheld.withholds
    task = withheld.tasks[1]
    text = said(site.get(f"/{task.id}"))
    assert "best" in text
    assert "lost" in text


def test_the_weeks_are_drawn_and_stand_in_a_table_that_adds_up(site: Site):
    page = site.get("/progress")
    assert page.text.count("<svg") >= 2
    body = page.text.split('<table class="roll weeks">')[1].split("</table>")[0]
    rows = re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)
    numbers = [
        [
            int(_plain(cell).split(" (")[0])
            for cell in re.findall(r"<td class=\"value\">(.*?)</td>", r)
        ]
        for r in rows[1:]
        if "–" not in r
    ]
    *weeks, together = numbers
    assert together == [sum(week[place] for week in weeks) for place in range(3)]
    found = site.report
    assert together == [
        found.total.done,
        found.total.answers,
        sum(one.solved for some in found.answers.values() for one in some),
    ]


def test_what_goes_wrong_most_is_named_on_the_first_page(site: Site):
    text = said(site.get())
    assert "What goes wrong most often" in text
    assert re.search(r"laid everything \d+ answers · \d+ pupils", text)


def test_the_live_round_is_on_the_first_page_and_on_a_pupils(site: Site):
    found = site.report
    (line,) = found.rounds
    assert f"/live/{line.id}" in site.get().text
    pupil = next(iter(line.joined))
    right = line.right.get(pupil, 0)
    assert f"{right} of 3 puzzles right." in said(site.get(f"/pupils/{pupil}"))


def test_the_csv_of_tasks_has_the_figures_of_the_matrix(site: Site):
    found = site.report
    head, *rows = cells(site.get("/export?table=tasks"))
    assert head[0] == "Name"
    assert head[1] == "First steps: The cards and the goal"
    assert len(rows) == 14
    for member, row in zip(found.members, rows, strict=True):
        total = found.row(member.id)
        assert row[0] == member.name
        assert row[16:21] == [
            str(one) for one in (total.done, total.missed, total.late, total.answers, total.minutes)
        ]
        assert row[1:16].count("done") == total.done
        right = found.rounds[0].right.get(member.id)
        assert row[21] == ("" if right is None else str(right))


def test_the_csv_of_answers_has_every_answer_with_what_it_stands_for(site: Site):
    found = site.report
    head, *rows = cells(site.get("/export?table=answers"))
    assert head[7] == "Misconception"
    assert len(rows) == sum(map(len, found.answers.values()))
    wrong = [row for row in rows if row[5] == "no"]
    assert all(row[7] for row in wrong)
    assert all(not row[7] for row in rows if row[5] == "yes")
    assert any(row[4] == "B10 B12" and row[7] == "laid everything" for row in wrong)


def test_the_csv_of_minutes_adds_up(site: Site):
    _, *rows = cells(site.get("/export?table=times"))
    for row in rows:
        assert sum(int(cell) for cell in row[1:-1] if cell) == int(row[-1])


def test_csv_is_written_as_the_language_expects_or_as_it_is_asked_for(site: Site):
    english = site.get("/export?table=answers")
    assert english.mimetype == "text/csv"
    assert english.get_data().startswith(b"\xef\xbb\xbf")
    assert "attachment" in english.headers["Content-Disposition"]
    french = cells(site.get("/export?table=answers", "fr"), ";")
    assert any("," in row[6] for row in french[1:])
    assert cells(site.get("/export?table=answers&separator=tab", "fr"), "\t") == french
    assert site.get("/export?table=nonsense").status_code == 404


def test_a_name_that_looks_like_a_formula_runs_nothing_and_comes_back(own: Site):
    sessions, teacher = sessions_of(own.app), own.people.teacher.id
    pupils.add(sessions, teacher, own.demo, [EVIL, "'t Hart"])
    file = own.get("/export?table=tasks", "fr")
    names = [row[0] for row in cells(file, ";")[1:]]
    assert "'" + EVIL in names
    assert "'t Hart" in names
    # What is exported can be imported: the same names again.
    found = pasted.parse(file.get_data().decode()).names
    assert sorted(found) == sorted(["Ana", "Ben", "Ben", EVIL, "'t Hart"])


def test_a_class_without_tasks_or_pupils_says_so(own: Site):
    assert "has not been given any tasks yet" in said(own.get())
    assert "Nothing has been done yet" in said(own.get("/progress"))
    assert cells(own.get("/export"))[0][0] == "Name"
    member = own.people.members[0]
    assert "has not been given any tasks yet" in said(own.get(f"/pupils/{member.id}"))
    sessions, teacher = sessions_of(own.app), own.people.teacher.id
    empty = classrooms.create(
        sessions, teacher, "Empty", "en", "official", own.people.room.expires_on
    )
    first = bank.load().puzzles[0]
    draft = Draft("Homework", (Wanted("puzzle", first.id),))
    assignments.create(sessions, teacher, empty.id, draft)
    assert "There are no pupils in this class yet." in said(own.get(room=empty.id))


def test_every_kind_of_puzzle_has_a_page_before_anybody_has_answered(own: Site):
    of_goal = [next(one for one in bank.load().puzzles if one.goal is goal) for goal in Goal]
    tasks = [Wanted("puzzle", one.id) for one in of_goal]
    tasks += [Wanted("chapter", "tempo"), Wanted("practice", "tempo", 3)]
    draft = Draft("Homework", tuple(tasks))
    given = assignments.create(sessions_of(own.app), own.people.teacher.id, own.demo, draft)
    for task in given.tasks:
        page = own.get(f"/{task.id}")
        assert page.status_code == 200
        assert ("Nobody has answered yet." in page.text) == task.is_puzzle


def test_who_went_on_to_another_class_keeps_a_page(own: Site):
    member = own.people.members[0]
    first = bank.load().puzzles[0]
    draft = Draft("Homework", (Wanted("puzzle", first.id),))
    assignments.create(sessions_of(own.app), own.people.teacher.id, own.demo, draft)
    with writing(sessions_of(own.app)) as session:
        session.query(Pupil).filter_by(public_id=member.id).one().moved_at = datetime.now(UTC)
    assert "Now in another class, with their results here: Ana" in said(own.get())
    assert "Now in another class" in said(own.get(f"/pupils/{member.id}"))
    assert len(table(own.get())) == 2 + 2 + 1


def test_a_demo_class_is_made_by_one_button_once_and_goes_with_another(own: Site):
    answer = own.teacher.get(own.address())
    made = own.teacher.post("/en/teach/classes/demo", data={"csrf_token": token(answer)})
    assert made.status_code == 303
    again = own.teacher.post("/en/teach/classes/demo", data={"csrf_token": token(answer)})
    assert again.location == made.location
    page = own.teacher.get(made.location)
    assert "This class is made up" in page.text
    if "classes.index" not in own.app.view_functions:
        pytest.skip("there is no page with all classes yet")
    gone = press(own.teacher, page, "Delete the demo class", follow=False)
    assert gone.status_code == 303
    assert own.teacher.get(made.location).status_code == 404
    with writing(sessions_of(own.app)) as session:
        assert session.query(Classroom).filter_by(demo=True).count() == 0


def token(page: TestResponse) -> str:
    found = re.search(r'name="csrf_token" value="([^"]+)"', page.text)
    assert found
    return found[1]


def test_a_demo_class_speaks_the_language_of_the_page(own: Site):
    answer = own.teacher.get(own.address())
    made = own.teacher.post("/fr/teach/classes/demo", data={"csrf_token": token(answer)})
    room = made.location.split("/classes/")[1].split("/")[0]
    found = report(sessions_of(own.app), own.people.teacher.id, room)
    assert found.room.language == "fr"


def test_only_a_demo_class_can_be_deleted_that_way(own: Site):
    answer = own.teacher.get(own.address())
    address = f"/en/teach/classes/{own.demo}/demo/delete"
    refused = own.teacher.post(address, data={"csrf_token": token(answer)})
    assert refused.status_code == 403
    assert own.get().status_code == 200


@pytest.mark.parametrize(
    "rest", ["", "?show=times", "/progress", "/export", "/{task}", "/pupils/{pupil}"]
)
def test_who_gets_what(site: Site, rest: str):
    """The co-teacher of 7b teaches no demo class; of 7b they see what the teacher sees."""
    found = site.report
    rest = rest.format(task=found.tasks[0][1].id, pupil=found.members[0].id)
    address = site.address(rest)
    people = site.people
    assert site.teacher.get(address).status_code == 200
    for somebody in (people.co_teacher, people.outsider):
        assert browser_of_teacher(site.app, somebody).get(address).status_code == 404
    for nobody in (site.app.test_client(), browser_of_pupil(site.app, people.pupil)):
        answer = nobody.get(address)
        assert answer.status_code == 303
        assert "/teach/sign-in" in answer.location


def test_a_co_teacher_sees_the_results_of_a_class_that_they_teach(site: Site):
    room = site.people.room.id
    assert (
        browser_of_teacher(site.app, site.people.co_teacher)
        .get(site.address(room=room))
        .status_code
        == 200
    )
    assert site.get(room=room).status_code == 200
    other = site.people.other_room.id
    assert site.get(room=other).status_code == 404


def test_a_task_or_pupil_of_another_class_is_not_found(site: Site):
    found = site.report
    room = site.people.room.id
    assert site.get(f"/{found.tasks[0][1].id}", room=room).status_code == 404
    assert site.get(f"/pupils/{found.members[0].id}", room=room).status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_speak_each_language(site: Site, language: str):
    found = site.report
    for rest in ("", "/progress", f"/{found.tasks[5][1].id}", f"/pupils/{found.members[1].id}"):
        page = site.get(rest, language)
        assert page.status_code == 200
        assert f'lang="{ {"pt": "pt-PT"}.get(language, language) }"' in page.text


def test_nothing_on_the_pages_came_through_no_catalog(tmp_path: Path, make_app: MakeApp):
    app = make_app(
        Settings.from_environment({"TRAINER_DATA": str(tmp_path), "TRAINER_PSEUDO": "1"})
    )
    people = stage(app)
    teacher = browser_of_teacher(app, people.teacher)
    page = teacher.get(f"/xa/teach/classes/{people.room.id}/results")
    if "Results" in page.text:
        pytest.skip("the catalogs are older than the pages")
    made = teacher.post("/xa/teach/classes/demo", data={"csrf_token": token(page)})
    room = made.location.split("/classes/")[1].split("/")[0]
    found = report(sessions_of(app), people.teacher.id, room)
    names = [one.name for one in found.members]
    rests = ["", "?show=times", "/progress"]
    rests += [f"/{task.id}" for _, task in found.tasks]
    rests += [f"/pupils/{one.id}" for one in found.members[:3]]
    for rest in rests:
        text = Page(teacher.get(f"/xa/teach/classes/{room}/results{rest}").text)
        bare = " ".join(without_language_names(text.bare, teacher))
        for name in (*names, "Ms Teacher"):
            bare = bare.replace(name, "")
        assert not re.search(r"[^\W\d_]", bare), (rest, bare)


def test_where_names_have_gone_files_and_pages_say_the_same_of_a_pupil(own: Site):
    with writing(sessions_of(own.app)) as session:
        for number, row in enumerate(session.query(Pupil), 1):
            row.name = f"#{number:02}"
    for table_name in ("tasks", "times"):
        names = [row[0] for row in cells(own.get(f"/export?table={table_name}", "fr"), ";")[1:]]
        assert sorted(names) == ["Élève 1", "Élève 2", "Élève 3"]
    paper = f"/en/teach/classes/{own.demo}/paper"
    sheet = f"/sheet?items={bank.load().puzzles[0].id}&seed={ALPHABET[:4]}&each=1&variants=1"
    for page in ("/", "/cards", sheet):
        told = own.teacher.get(paper + page).text
        assert "Pupil 3" in told
        assert not re.search(r"#0[123]\b", told)
