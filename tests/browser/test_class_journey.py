"""A school year in real browsers: a teacher, a co-teacher, pupils, and strangers who get nothing.

One journey through everything that a class can do, each step a sentence. It is gone twice, with
two languages each: that of the teachers and of the class, and that of the pupil whose year it is.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit, running
from tests.browser.pressing import follow, press
from tests.browser.printed import printed
from tests.browser.school_year import (
    NEW_PASSWORD,
    PASSWORD,
    Pupil,
    Year,
    ask,
    catalogs,
    exercise_on,
    go,
    language_of,
    lay_and_check,
    numbers,
    row_of,
    say_yes,
    send,
    shown_cards,
    sign_up,
    states,
    submit,
    typed_word,
)
from tests.browser.test_lessons import answer_rightly, go_on
from tests.browser.test_practice import give
from tests.databases import Databases
from tests.lessons.test_practice import right_attempt
from trainer.classes import codes
from trainer.classes.concerns import Reason
from trainer.classes.misconceptions import MISCONCEPTIONS, misconception
from trainer.classes.spreadsheet import dialect_of
from trainer.config import Settings
from trainer.lessons.course import course
from trainer.puzzles.bank import load
from trainer.puzzles.schema import Goal, Puzzle
from trainer.web import results_words
from trainer.web.live_views import right_answers

CHAPTER = course().by("official").chapter("goal-and-deck")
EXERCISES = 2
BANK = [one for one in load().puzzles if one.position.profile.base == "official"]


def wrong_answers(puzzle: Puzzle, code: str) -> list[str]:
    """Two wrong answers to a puzzle; the first stands for a misconception (empty if none does)."""
    given = [[str(card)] for card in sorted(puzzle.position.hand)]
    if puzzle.goal is not Goal.LEGAL:
        given = [list(one.cards) for one in puzzle.turns]
    meant = {",".join(one): misconception(puzzle, ",".join(one)) for one in given}
    found = [one for one, each in meant.items() if each == MISCONCEPTIONS[code]]
    others = [one for one, each in meant.items() if each and one not in found]
    return [found[0], others[0]] if found and others else []


TURN = next(one for one in BANK if one.goal is Goal.BEST and wrong_answers(one, "kept-closed"))
MARKS = next(one for one in BANK if one.goal is Goal.LEGAL and wrong_answers(one, "closed-row"))
FOR_FUN, LIVE_TURN, LIVE_WORDS = (
    next(one for one in BANK if one.goal is goal and one not in (TURN, MARKS))
    for goal in (Goal.UNLOAD, Goal.BEST, Goal.OUTCOME)
)
BEST_TURN, WRONG_TURNS = right_answers(TURN)[0], wrong_answers(TURN, "kept-closed")
WRONG_MARKS = wrong_answers(MARKS, "closed-row")


@pytest.fixture
def site(tmp_path: Path, databases: Databases) -> Iterator[str]:
    """A site of this journey's own: nobody has been there before."""
    settings = Settings.from_environment({"TRAINER_DATA": str(tmp_path / "site")})
    with databases.lend(settings) as prepared, running(prepared) as address:
        yield address


@pytest.mark.parametrize(("teaching", "learning"), [("en", "ru"), ("fr", "es")])
def test_a_school_year(visit: Visit, tmp_path: Path, teaching: str, learning: str) -> None:
    known = catalogs()
    year = Year(visit, known.translator(teaching), known.translator(learning), tmp_path)
    for step in STEPS:
        step(year)


# Autumn: everybody comes in


def a_teacher_signs_up_and_notes_the_recovery_codes(year: Year) -> None:
    page = year.teacher = year.browser("/", year.teaching)
    go(page, "/teach/sign-in")
    go(page, "/teach/sign-up")
    year.recovery_codes = sign_up(page, "Ms Frizzle")
    assert len(year.recovery_codes) == 8
    expect(page).to_have_url(re.compile(f"{year.teach()}$"))
    expect(page.locator(".who-name")).to_have_text("Ms Frizzle")


def the_teacher_makes_a_class_and_pastes_its_names(year: Year) -> None:
    page = year.teacher
    go(page, "/teach/classes/new")
    page.locator("#name").fill("7b")
    expect(page.locator("#language")).to_have_value(year.teaching.code)
    send(page)
    heading = year.teaching.pgettext("above a column of names", "Name")
    page.locator("#names").fill(f"{heading}\nAna\nBen\nBen\nZoé")
    send(page)
    expect(page.locator(".name-list li")).to_have_text(["Ana", "Ben", "Ben", "Zoé"])
    expect(page.locator(".preview .notice")).to_contain_text("Ben")
    send(page)
    expect(page.locator(".pupils tbody tr")).to_have_count(4)
    year.room = page.url.rsplit("/", 1)[1]


def the_class_cards_are_printed(year: Year) -> None:
    page = year.teacher
    ids = dict(zip(*_column_of_cards(page), strict=True))
    go(page, "/paper/cards")
    (paper,) = printed(page, year.folder)
    assert "Zoé" in paper.text
    for address, name in zip(paper.codes, page.locator(".cc-name").all_inner_texts(), strict=True):
        card = codes.spaced(address.rsplit("/", 1)[1])
        assert card in paper.text
        year.pupils.append(Pupil(name, card, address, ids[card]))
    assert [one.name for one in year.pupils] == ["Ana", "Ben", "Ben", "Zoé"]
    assert len({one.card for one in year.pupils}) == 4


def _column_of_cards(page: Page) -> tuple[list[str], list[str]]:
    """The codes and the ids of the pupils on the page of a class."""
    boxes = page.locator(".pupils input[name=pupil]")
    ids = boxes.evaluate_all("all => all.map(one => one.value)")
    return page.locator(".pupils .code").all_inner_texts(), ids


def a_co_teacher_comes_by_a_link_and_signs_up(year: Year) -> None:
    page = year.teacher
    page.goto(year.at("/settings"))
    page.locator("#note").fill("Mr Ratburn")
    submit(page, "/invitations")
    link = page.locator(".new-link code").inner_text()
    other = year.co_teacher = year.browser(link, year.teaching)
    follow(other.locator("main a[href*='/teach/sign-up']"))
    sign_up(other, "Mr Ratburn")
    expect(other).to_have_url(re.compile(re.escape(link.rpartition("/")[2]) + "$"))
    send(other)
    expect(other.locator("h1")).to_have_text("7b")
    page.reload()
    expect(page.locator("#teachers .kept-name")).to_have_text(["Ms Frizzle", "Mr Ratburn"])
    expect(page.locator(".new-link")).to_have_count(0)


def a_pupil_comes_in_by_the_card_on_a_phone_in_another_language(year: Year) -> None:
    phone = year.ana.phone = year.phone(year.ana.address, year.learning)
    assert language_of(phone) == year.learning.html_lang
    expect(phone.locator("h1 bdi")).to_have_text(["Ana", "7b"])
    expect(phone.locator(".offer button")).to_have_attribute("value", year.teaching.code)
    say_yes(phone)
    expect(phone).to_have_url(re.compile(f"{year.learn('class/')}$"))
    expect(phone.locator(".person bdi")).to_have_text(["Ana", "7b"])


def another_one_joins_by_the_class_code(year: Year) -> None:
    page = year.teacher
    page.goto(year.at())
    follow(page.locator("#joining button[name=do][value=on]"))
    phone = year.ben.phone = year.phone("/", year.teaching)
    phone.goto(f"/{year.teaching.code}/join")
    phone.locator("#code").fill(page.locator(".join-code").inner_text().lower())
    send(phone)
    phone.locator("#name").fill("Ben")
    send(phone)
    expect(phone.locator("h1 bdi")).to_have_text(["Ben", "7b"])
    assert phone.locator(".big-code").inner_text() not in [one.card for one in year.pupils]
    follow(phone.locator("main a.primary"))
    phone.goto(f"/{year.teaching.code}/puzzles/{FOR_FUN.id}")
    press(phone, *right_answers(FOR_FUN)[0].split(","))
    phone.locator(".actions .primary").click()
    expect(phone.locator("#result .result.best")).to_be_visible()


def the_teacher_merges_the_newcomer_with_the_right_ben(year: Year) -> None:
    page, phone = year.teacher, year.ben.phone
    page.reload()
    newcomer = page.get_by_role("row").filter(has=page.locator("th .tag"))
    expect(newcomer).to_have_count(1)
    follow(newcomer.locator("a[href*='/pupils/']").last)
    go(page, "/merge")
    page.locator("#into").select_option(year.ben.id)
    send(page)
    send(page)
    assert _column_of_cards(page) == (
        [one.card for one in year.pupils],
        [one.id for one in year.pupils],
    )
    phone.goto(f"/{year.teaching.code}/progress")
    expect(phone.locator(".person")).to_have_count(0)
    phone.goto(year.ben.address)
    say_yes(phone)
    phone.goto(f"/{year.teaching.code}/progress")
    expect(phone.locator("table.turns tbody tr")).to_have_count(1)
    assert numbers(phone.locator(".own .lead")) == [1, 0]


def strangers_get_nothing_of_all_that_was_seen(year: Year) -> None:
    """A teacher of another school, a browser that nobody knows, and the class's own pupil.

    They get what they get for a class that there never was, word for word.
    """
    if not hasattr(year, "outsider"):
        year.outsider = year.visit(year.teach("sign-up"))
        sign_up(year.outsider, "Dr Outsider")
        year.nobody = year.visit(year.teach("sign-in"))
    for (method, url), sent in list(year.seen.items()):
        made_up = re.sub("[0-9a-f]{24}", "f" * 24, url)
        unknown = [year.nobody, year.ana.phone] if "/teach/" in url else [year.nobody]
        for stranger in (year.outsider, *unknown):
            got = ask(stranger, method, url, sent)
            assert got == ask(stranger, method, made_up, sent), url
            if "/teach/" in url:
                assert got[0] == (404 if stranger is year.outsider else 303), url
    year.seen.clear()
    year.outsider.goto(year.at("/results"))
    nothing = year.teaching.gettext("There is no such page")
    expect(year.outsider.locator("h1")).to_have_text(nothing)
    year.nobody.goto(year.at("/results"))
    expect(year.nobody).to_have_url(re.compile(re.escape(year.teach("sign-in"))))


# Winter: tasks


def the_class_is_given_a_set_of_tasks(year: Year) -> None:
    page = year.teacher
    page.goto(year.at("/tasks/"))
    go(page, "/tasks/new")
    page.locator("#title").fill("Winter")
    _open(page, "[name=chapter]")
    page.locator(f"[name=chapter][value={CHAPTER.id}]").check()
    follow(page.locator("button[value=chapters]"))
    _open(page, "#practice")
    page.locator("#amount").fill(str(EXERCISES))
    page.locator("#practice").select_option(CHAPTER.id)
    follow(page.locator("button[value=practice]"))
    _open(page, "button[value=by_hand]")
    follow(page.locator("button[value=by_hand]"))
    for puzzle in (TURN, MARKS):
        page.locator(f"[name=tick][value='{puzzle.id}']").check()
    follow(page.locator("button[value=done]").first)
    expect(page.locator("#title")).to_have_value("Winter")
    expect(page.locator("#tasks > li")).to_have_count(4)
    # The turn comes before the marks.
    follow(page.locator("button[value='up:3']"))
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    page.locator("#due_on").fill(tomorrow.date().isoformat())
    page.locator("#tries").fill("2")
    page.locator("[name=explain][value=release]").check()
    follow(page.locator("button[value=give]"))
    expect(page.locator("h1")).to_have_text("Winter")
    year.given = page.url.rsplit("/", 1)[1]


def _open(page: Page, what: str) -> None:
    """Open the part of a form that can be folded away, with this in it."""
    page.locator(f"details:has({what}) > summary").click()


def the_pupil_does_the_lesson_and_the_practice(year: Year) -> None:
    phone = year.ana.phone
    phone.goto(year.learn("class/"))
    expect(phone.locator(".sets .task-line")).to_have_count(4)
    follow(phone.locator(".first .primary"))
    for step in CHAPTER:
        expect(phone).to_have_url(re.compile(f"{year.learn('lessons/')}{CHAPTER.id}/{step.id}"))
        answer_rightly(phone, step)
        go_on(phone, step)
    follow(phone.locator(".class-note a"))
    follow(phone.locator(".first .primary"))
    for number in range(EXERCISES):
        if number:
            follow(phone.locator("#result a[rel~=next]"))
        give(phone, right_attempt(exercise_on(phone)))
        expect(phone.locator("#result .result.best")).to_be_visible()
    follow(phone.locator(".class-note a.button"))


def the_pupil_solves_one_puzzle_at_the_second_try_and_the_other_not(year: Year) -> None:
    phone = year.ana.phone
    follow(phone.locator(".first .primary"))
    lay_and_check(phone, WRONG_TURNS[0])
    lay_and_check(phone, BEST_TURN)
    expect(phone.locator("#result .result.best")).to_be_visible()
    expect(phone.locator(".turns, .reasons")).to_have_count(0)
    follow(phone.locator(".after [rel=next]"))
    for wrong in WRONG_MARKS:
        lay_and_check(phone, wrong)
    expect(phone.locator("#work form[data-fragment]")).to_have_count(0)
    follow(phone.locator(".after .primary"))
    assert states(phone.locator(".sets .task-line")) == ["done", "done", "done", "missed"]


def the_second_ben_gets_everything_wrong(year: Year) -> None:
    phone = year.ben.phone
    phone.goto(f"/{year.teaching.code}/class/")
    follow(phone.locator(".sets .task-line a").nth(2))
    for wrong in WRONG_TURNS:
        lay_and_check(phone, wrong)
    phone.goto(f"/{year.teaching.code}/class/")
    follow(phone.locator(".sets .task-line a").nth(3))
    lay_and_check(phone, WRONG_MARKS[0])


def the_matrix_says_what_each_pupil_reads(year: Year) -> None:
    page = year.teacher
    page.goto(year.at("/results"))
    for pupil in (year.ana, year.ben):
        _both_read_the_same(page, pupil)
    columns = page.locator(".matrix tfoot td:not(.sum)").all_inner_texts()
    assert [*map(int, columns)] == [1, 1, 1, 0]
    assert numbers(page.locator(".matrix tfoot .sum")) == [3, 16]
    assert row_of(page, year.ana).locator(".cell-note").all_inner_texts() == ["2", "2"]


def _both_read_the_same(page: Page, pupil: Pupil) -> None:
    """The row of a matrix, and what the pupil's own page says of the only set."""
    pupil.phone.goto(f"/{pupil.phone.url.split('/')[3]}/class/")
    own = states(pupil.phone.locator(".sets .task-line"))
    row = row_of(page, pupil)
    assert states(row.locator("td:not(.sum)")) == own
    assert numbers(row.locator(".sum")) == [own.count("done"), len(own)]
    assert numbers(pupil.phone.locator(".set .set-facts"))[:2] == [own.count("done"), len(own)]


def the_list_of_those_who_need_help_says_why(year: Year) -> None:
    page = year.teacher
    said = year.teaching.render(results_words.reason(Reason("wrong", 3)))
    expect(page.locator(".needing > li")).to_have_count(3)
    expect(_about(page, year.ben)).to_contain_text(said)
    expect(_about(page, year.zoe)).to_contain_text("Winter")
    expect(_about(page, year.ana)).to_have_count(0)
    flagged = page.locator(".matrix tr:has(.flag) th a")
    expect(flagged).to_have_text(["Ben", "Ben", "Zoé"])


def _about(page: Page, pupil: Pupil) -> Locator:
    return page.locator(f".needing > li:has(a[href$='/pupils/{pupil.id}'])")


def the_page_of_a_task_says_which_turns_were_chosen_and_why(year: Year) -> None:
    page = year.teacher
    for place, wrong, code in (
        (2, WRONG_TURNS[0], "kept-closed"),
        (3, WRONG_MARKS[0], "closed-row"),
    ):
        page.goto(year.at("/results"))
        follow(page.locator(".matrix .tasks a").nth(place))
        meaning = year.teaching.render(MISCONCEPTIONS[code].name)
        chosen = page.locator(".chosen-turns > li").filter(has_text=meaning)
        expect(chosen.locator(".who-list li")).to_have_text(["Ana", "Ben"])
        assert shown_cards(chosen.locator(".turn-cards")) == sorted(wrong.split(","))
    follow(page.locator("main a[rel=prev]"))
    right = page.locator(".chosen-turns > li.right")
    expect(right.locator(".who-list li")).to_have_text(["Ana"])
    assert shown_cards(right.locator(".turn-cards")) == sorted(BEST_TURN.split(","))


def the_pages_of_a_pupil_and_of_the_weeks_add_up_with_the_matrix(year: Year) -> None:
    page = year.teacher
    page.goto(year.at("/results?show=times"))
    minutes = numbers(row_of(page, year.ana).locator(".sum"))
    page.goto(year.at(f"/results/pupils/{year.ana.id}"))
    assert numbers(page.locator(".lead")) == [3, 4, 1, *minutes]
    expect(page.locator(".entries .one-answer")).to_have_count(4)
    assert numbers(page.locator("table.weeks tfoot")) == [3, 4, 1]
    go(page, f"/pupils/{year.ana.id}/data")
    expect(page.locator(".data-facts .code")).to_have_text(year.ana.card)
    assert numbers(page.locator(".stored .count").first) == [4]
    page.goto(year.at("/results/progress"))
    assert numbers(page.locator("table.weeks tfoot")) == [3, 7, 1]


def the_teacher_shows_the_explanations_and_the_pupil_reads_them(year: Year) -> None:
    phone, page = year.ana.phone, year.teacher
    for place in (2, 3):
        phone.goto(year.learn("class/"))
        follow(phone.locator(".sets .task-line a").nth(place))
        expect(phone.locator("#result .result")).to_be_visible()
        expect(phone.locator(".turns, .reasons")).to_have_count(0)
    page.goto(year.at(f"/tasks/{year.given}"))
    submit(page, "/release")
    phone.reload()
    expect(phone.locator(".reasons").first).to_be_visible()
    phone.goto(year.learn("class/"))
    follow(phone.locator(".sets .task-line a").nth(2))
    expect(phone.locator(".turns")).to_be_visible()


# Spring: a live round, paper, a spreadsheet, a class to look around in


def two_phones_in_two_languages_follow_a_live_round(year: Year) -> None:
    wall, ana, ben = year.teacher, year.ana.phone, year.ben.phone
    wall.goto(year.at("/live/"))
    for box in wall.locator("[name=puzzle]").all():
        box.uncheck()
    wanted = [load().number(one.id) for one in (LIVE_TURN, LIVE_WORDS)]
    wall.locator("#more").fill(" ".join(map(str, wanted)))
    follow(wall.locator(".picks .primary"))
    ana.goto(year.learn("live"))
    follow(ana.locator(".running a"))
    code = wall.locator(".tiles .vh").inner_text().replace(" ", "")
    ben.goto(f"/l/{code}")
    assert (language_of(ana), language_of(ben)) == (
        year.learning.html_lang,
        year.teaching.html_lang,
    )
    expect(wall.locator("[data-count]")).to_contain_text("2")
    _lead(wall, "open")
    _play(ana, right_answers(LIVE_TURN)[0])
    _play(ben, ",".join(LIVE_TURN.turns[-1].cards))
    expect(wall.locator("[data-count]")).to_contain_text(re.compile(r"2\D+2"))
    _lead(wall, "revealed")
    expect(wall.locator(".bars tr.right .value")).to_have_text("1")
    expect(ana.locator(".result.best .reasons")).to_be_visible()
    expect(ben.locator(".result:not(.best) .reasons").first).to_be_visible()
    _lead(wall, "open")
    for phone in (ana, ben):
        phone.locator(f".option input[value='{right_answers(LIVE_WORDS)[0]}']").check()
        phone.locator(".question .primary").click()
        expect(phone.locator(".stored")).to_be_visible()
    _lead(wall, "revealed")
    expect(wall.locator(".bars tr.right .value")).to_have_text("2")
    wall.wait_for_timeout(CALM_MS)
    wall.locator(".controls .primary").click()
    expect(wall.locator(".stage.over")).to_be_visible()


CALM_MS = 700
"""So long the projector takes a second press for one that bounced."""


def _lead(wall: Page, phase: str) -> None:
    wall.wait_for_timeout(CALM_MS)
    wall.keyboard.press("ArrowRight")
    expect(wall.locator(".stage")).to_have_attribute("data-phase", phase)


def _play(phone: Page, cards: str) -> None:
    press(phone, *cards.split(","))
    phone.locator(".actions .primary").click()
    expect(phone.locator(".stored .answer-cards")).to_be_visible()


def the_results_of_the_round_are_the_same_for_everybody(year: Year) -> None:
    page = year.teacher
    assert [numbers(one) for one in page.locator(".totals-count").all()] == [[1, 2], [2, 2]]
    for pupil, right in ((year.ana, 2), (year.ben, 1)):
        expect(pupil.phone.locator(".own-result.done")).to_have_count(right)
        assert sorted(numbers(pupil.phone.locator(".lead"))) == [right, 2]
        page.goto(year.at(f"/results/pupils/{pupil.id}"))
        assert numbers(page.locator(".advice li"))[-2:] == [right, 2]
    page.goto(year.at("/live/"))
    follow(page.locator(".past a"))
    expect(page.locator(".live-roll bdi")).to_have_text(["Ana", "Ben", "Ana", "Ben"])


def a_worksheet_and_its_key_are_opened(year: Year) -> None:
    page = year.teacher
    page.goto(year.at(f"/tasks/{year.given}"))
    go(page, f"/paper/?tasks={year.given}")
    expect(page.locator("#tasks")).to_have_value(year.given)
    page.locator("[name=for][value=each]").check()
    _open(page, ".pupil-languages")
    page.locator(f"[name=language-{year.ana.id[:8]}]").select_option(year.learning.code)
    page.locator("[name=key]").check()
    follow(page.locator(".print-form .primary"))
    sheets = page.locator("article.worksheet")
    expect(sheets).to_have_count(4)
    assert [one.get_attribute("lang") for one in sheets.all()] == [
        year.learning.html_lang,
        *3 * [year.teaching.html_lang],
    ]
    expect(sheets.first.locator(".ws-name")).to_have_text("Ana")
    expect(page.locator(".ws-key .key-question")).to_have_count(2 + EXERCISES)
    papers = printed(page, year.folder)
    assert year.teaching.gettext("Answer key") in papers[-1].text
    year.ana.phone.goto(papers[0].codes[0])
    expect(year.ana.phone.locator(".check-numbers a")).to_have_count(2 + EXERCISES)


def the_table_for_a_spreadsheet_says_the_same_as_the_matrix(year: Year) -> None:
    page = year.teacher
    page.goto(year.at("/results"))
    with page.expect_download() as saved:
        page.locator("form[action$='/results/export'] button").click()
    saved.value.save_as(year.table)
    text = year.table.read_text(encoding="utf-8-sig")
    separator = dialect_of(year.teaching.code).separator
    head, *rows = csv.reader(io.StringIO(text), delimiter=separator)
    assert head[0] == year.teaching.pgettext("above a column of names", "Name")
    words = {key: year.teaching.render(one) for key, one in results_words.STATES.items()}
    assert [row[0] for row in rows] == [one.name for one in year.pupils]
    for pupil, row in zip(year.pupils, rows, strict=True):
        found = states(row_of(page, pupil).locator("td:not(.sum)"))
        assert row[1:5] == [words[one] for one in found]
        assert [*map(int, row[5:7])] == [found.count("done"), found.count("missed")]
    assert [rows[0][-1], rows[2][-1], rows[3][-1]] == ["2", "1", ""]


def the_same_table_makes_the_pupils_of_another_class(year: Year) -> None:
    page, phone = year.co_teacher, year.ana.phone
    page.goto(year.teach("classes/new"))
    page.locator("#name").fill("Chess")
    send(page)
    page.locator("#file").set_input_files(year.table)
    send(page)
    expect(page.locator(".name-list li")).to_have_text(["Ana", "Ben", "Ben", "Zoé"])
    send(page)
    phone.goto(f"/c/{page.locator('.pupils .code').first.inner_text()}")
    phone.locator("details.both summary").click()
    submit(phone, "/both")
    expect(phone.locator(".hello .lead bdi")).to_have_text(["Chess", "7b"])
    assert states(phone.locator(".sets .task-line")) == ["done", "done", "done", "missed"]
    phone.goto(year.ana.address)
    say_yes(phone)
    page.goto(f"{page.url}/results")
    expect(page.locator("main")).not_to_contain_text("Winter")


def a_demo_class_is_looked_into_and_deleted(year: Year) -> None:
    page = year.teacher
    page.goto(year.teach())
    submit(page, "/classes/demo")
    expect(page.locator(".matrix tbody tr")).to_have_count(14)
    follow(page.locator(".matrix tbody th a").first)
    expect(page.locator(".demo-mark")).to_be_visible()
    submit(page, "/demo/delete")
    expect(page.locator(".room-card")).to_have_count(1)


# Summer: next year's class, the archive, the end


def two_pupils_go_on_to_next_years_class(year: Year) -> None:
    page, phone = year.teacher, year.ana.phone
    phone.goto(year.learn("progress"))
    before = numbers(phone.locator(".own .lead"))
    assert before == [1, 1]
    page.goto(year.at())
    go(page, "/next-year")
    expect(page.locator("#name")).to_have_value("8b")
    for box in page.locator("[name=pupil]").all():
        box.set_checked(box.get_attribute("value") in (year.ana.id, year.ben.id))
    page.locator("[name=archive]").uncheck()
    send(page)
    year.next_room = page.url.rsplit("/", 1)[1]
    expect(page.locator(".pupils .code")).to_have_text([year.ana.card, year.ben.card])
    phone.reload()
    expect(phone.locator(".person")).to_contain_text("8b")
    expect(phone.locator(".person")).not_to_contain_text("7b")
    again = year.ana.phone = year.phone(year.ana.address, year.learning)
    say_yes(again)
    expect(again.locator(".person bdi").first).to_have_text("Ana")
    expect(again.locator(".person")).to_contain_text("8b")
    again.goto(year.learn("progress"))
    assert numbers(again.locator(".own .lead")) == before
    year.ana.id, year.ben.id = _column_of_cards(page)[1]
    go(page, "/results")
    for pupil in (year.ana, year.ben):
        _both_read_the_same(page, pupil)


def a_pupil_who_was_removed_is_brought_back_by_undo(year: Year) -> None:
    page = year.teacher
    page.goto(year.at())
    page.locator(f"[name=pupil][value='{year.zoe.id}']").check()
    follow(page.locator(".several button:not([formaction])"))
    expect(page.locator(f"[name=pupil][value='{year.zoe.id}']")).to_have_count(0)
    phone = year.zoe.phone = year.phone(year.zoe.address, year.learning)
    expect(phone.locator("#code-wrong")).to_be_visible()
    submit(page, "/pupils/bring-back")
    phone.goto(year.zoe.address)
    say_yes(phone)
    expect(phone.locator(".person bdi")).to_have_text(["Zoé", "7b"])


def the_class_is_archived_and_restored(year: Year) -> None:
    page, phone = year.teacher, year.zoe.phone
    page.goto(year.at("/settings"))
    submit(page, "/archive")
    expect(page.locator(".room-card")).to_have_count(1)
    phone.goto(year.learn("class/"))
    expect(phone.locator(".sets")).to_have_count(0)
    submit(page, f"{year.room}/restore")
    phone.reload()
    expect(phone.locator(".sets .task-line")).to_have_count(4)


def the_class_is_handed_over_to_the_co_teacher(year: Year) -> None:
    page = year.teacher
    page.goto(year.at("/settings"))
    follow(page.locator("a[href*='/hand-over/']"))
    send(page)
    expect(page.locator("a[href$='/delete']")).to_have_count(0)
    assert page.goto(year.at("/delete")).status == 403
    year.co_teacher.goto(year.at("/settings"))
    expect(year.co_teacher.locator("a[href*='/hand-over/']")).to_have_count(1)


def the_new_owner_deletes_the_class_and_brings_it_back(year: Year) -> None:
    page = year.co_teacher
    go(page, "/delete")
    page.locator("#word").fill("7c")
    follow(page.locator("main .danger"))
    expect(page.locator("#word-wrong")).to_be_visible()
    page.locator("#word").fill(typed_word(page))
    follow(page.locator("main .danger"))
    expect(page.locator(".room-card h2")).to_have_text(["Chess"])
    assert year.teacher.goto(year.at()).status == 200
    submit(page, f"{year.room}/bring-back")
    expect(page.locator("h1")).to_have_text("7b")
    year.teacher.goto(year.at("/results"))
    expect(year.teacher.locator(".matrix tbody tr")).to_have_count(2)


def a_pupil_takes_the_data_along_and_deletes_everything(year: Year) -> None:
    page, phone = year.teacher, year.ana.phone
    phone.goto(year.learn("progress"))
    go(phone, "/progress/data")
    # Three places in classes: 7b, which stays as a result, 8b and Chess.
    expect(phone.locator(".data-facts bdi").filter(has_text="Ana")).to_have_count(3)
    assert "Ana" in _saved(phone)
    go(phone, "/progress/delete")
    phone.locator("#word").fill(typed_word(phone))
    follow(phone.locator("main .danger"))
    expect(phone.locator(".person")).to_have_count(0)
    page.goto(year.at(room=year.next_room))
    expect(page.locator(".pupils .code")).to_have_text([year.ben.card])
    page.goto(year.at("/results"))
    expect(page.locator("main")).not_to_contain_text("Ana")


def _saved(page: Page) -> str:
    with page.expect_download() as saved:
        page.locator("a[download]").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    json.loads(text)
    return text


def a_teacher_saves_a_pupils_data_and_deletes_it(year: Year) -> None:
    page, phone = year.teacher, year.ben.phone
    page.goto(year.at(room=year.next_room))
    follow(page.locator(".pupils tbody th a"))
    follow(page.locator("main a[href$='/data']"))
    assert codes.normal(year.ben.card) in _saved(page)
    go(page, "/data/delete")
    page.locator("#word").fill(typed_word(page))
    follow(page.locator("main .danger"))
    expect(page.locator(".pupils")).to_have_count(0)
    phone.goto(year.ben.address)
    expect(phone.locator("#code-wrong")).to_be_visible()


def the_teacher_changes_the_password_and_the_other_browser_is_signed_out(year: Year) -> None:
    page, other = year.teacher, year.visit(year.teach("sign-in"))
    other.locator("#name").fill("ms frizzle")
    other.locator("#password").fill(PASSWORD)
    send(other)
    expect(other.locator(".who-name")).to_have_text("Ms Frizzle")
    page.goto(year.teach("account/password"))
    page.locator("#password").fill(PASSWORD)
    page.locator("#new_password").fill(NEW_PASSWORD)
    send(page)
    expect(page.locator(".browsers li")).to_have_count(1)
    other.goto(year.teach("account"))
    expect(other).to_have_url(re.compile("/teach/sign-in"))
    expect(page.locator(".who-name")).to_have_text("Ms Frizzle")


def a_recovery_code_lets_the_teacher_in_once(year: Year) -> None:
    page = year.visit(year.teach("sign-in"))
    _recover(page, year.recovery_codes[0], PASSWORD)
    assert numbers(page.locator("#safety + p"))[0] == 7
    year.teacher.goto(year.teach())
    expect(year.teacher).to_have_url(re.compile("/teach/sign-in"))
    _recover(year.teacher, year.recovery_codes[0], NEW_PASSWORD)
    expect(year.teacher.locator("#problems a[href='#code']")).to_be_visible()


def _recover(page: Page, code: str, password: str) -> None:
    follow(page.locator("main a[href*='/teach/recover']"))
    page.locator("#name").fill("Ms Frizzle")
    page.locator("#code").fill(code)
    page.locator("#new_password").fill(password)
    send(page)


STEPS = (
    a_teacher_signs_up_and_notes_the_recovery_codes,
    the_teacher_makes_a_class_and_pastes_its_names,
    the_class_cards_are_printed,
    a_co_teacher_comes_by_a_link_and_signs_up,
    a_pupil_comes_in_by_the_card_on_a_phone_in_another_language,
    another_one_joins_by_the_class_code,
    the_teacher_merges_the_newcomer_with_the_right_ben,
    strangers_get_nothing_of_all_that_was_seen,
    the_class_is_given_a_set_of_tasks,
    the_pupil_does_the_lesson_and_the_practice,
    the_pupil_solves_one_puzzle_at_the_second_try_and_the_other_not,
    the_second_ben_gets_everything_wrong,
    the_matrix_says_what_each_pupil_reads,
    the_list_of_those_who_need_help_says_why,
    the_page_of_a_task_says_which_turns_were_chosen_and_why,
    the_pages_of_a_pupil_and_of_the_weeks_add_up_with_the_matrix,
    the_teacher_shows_the_explanations_and_the_pupil_reads_them,
    two_phones_in_two_languages_follow_a_live_round,
    the_results_of_the_round_are_the_same_for_everybody,
    a_worksheet_and_its_key_are_opened,
    the_table_for_a_spreadsheet_says_the_same_as_the_matrix,
    the_same_table_makes_the_pupils_of_another_class,
    a_demo_class_is_looked_into_and_deleted,
    two_pupils_go_on_to_next_years_class,
    a_pupil_who_was_removed_is_brought_back_by_undo,
    strangers_get_nothing_of_all_that_was_seen,
    the_class_is_archived_and_restored,
    the_class_is_handed_over_to_the_co_teacher,
    the_new_owner_deletes_the_class_and_brings_it_back,
    a_pupil_takes_the_data_along_and_deletes_everything,
    a_teacher_saves_a_pupils_data_and_deletes_it,
    the_teacher_changes_the_password_and_the_other_browser_is_signed_out,
    a_recovery_code_lets_the_teacher_in_once,
)
