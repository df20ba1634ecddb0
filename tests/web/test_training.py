"""Hints, rating, daily puzzle, streak, review and figures on the site."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.test_puzzles import fields, page_of, solution
from trainer.learners import daily as days
from trainer.learners import faults
from trainer.learners.reviews import DISTANCES
from trainer.puzzles import bank
from trainer.puzzles.schema import Goal, Puzzle
from trainer.web import clock
from trainer.web.database import sessions

BANK = bank.load()
PUZZLES = BANK.puzzles
BEST = next(one for one in PUZZLES if one.goal is Goal.BEST and len(one.turns) < 12)
LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")
PAGES = ("puzzles/daily", "puzzles/streak", "puzzles/reviews", "progress/training")
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def pupil(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def outsider(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Set the clock of the site."""

    def set_clock(moment: datetime) -> None:
        monkeypatch.setattr(clock, "now", lambda: moment)

    return set_clock


def wrong(puzzle: Puzzle) -> dict[str, str]:
    if puzzle.question is not None:
        return {"choice": next(c for c in puzzle.question.choices if c != puzzle.question.answer)}
    if puzzle.answer is not None:
        return {"turn": ",".join(map(str, puzzle.position.hand - puzzle.fitting))}
    worst = puzzle.turns[-1]
    return {"turn": ",".join(worst.cards)} if worst.turn.cards else {"special": worst.cards[0]}


def give(client: FlaskClient, puzzle: Puzzle, answer: dict[str, str], query: str = "") -> str:
    """Answer without scripts; the page that is shown then."""
    form = fields(client.get(page_of(puzzle, query)).text)
    response = client.post(page_of(puzzle, query), data=form | answer)
    assert response.status_code == 303
    return client.get(response.location.removesuffix("#result")).text


def notes(page: str) -> str:
    found = re.search(r'<ul class="notes".*?</ul>', page, re.DOTALL)
    return re.sub(r"<.*?>", "", found[0]) if found else ""


def ask_hint(client: FlaskClient, puzzle: Puzzle, number: int, query: str = "") -> str:
    token = fields(client.get(page_of(puzzle, query)).text)["csrf_token"]
    data = {"csrf_token": token, "hint": str(number)}
    response = client.post(page_of(puzzle) + "/hint" + query, data=data)
    assert response.status_code == 303
    return client.get(response.location.removesuffix("#hints")).text


def shown_hints(page: str) -> int:
    return page.count('<span class="soft">Hint ')


def rated(client: FlaskClient) -> list[dict[str, object]]:
    return client.get("/en/progress/export").json.get("rated_answers", [])


def begin_streak(client: FlaskClient) -> Puzzle:
    page = client.get("/en/puzzles/streak").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token is not None
    response = client.post("/en/puzzles/streak", data={"csrf_token": token[1]})
    found = re.search(r"/puzzles/(\w{10})\?way=streak", response.location)
    assert found is not None
    puzzle = BANK.get(found[1])
    assert puzzle is not None
    return puzzle


# Rating


def test_a_first_answer_is_told_with_its_rating_and_a_second_one_is_not_rated(pupil):
    page = give(pupil, BEST, solution(BEST))
    assert re.search(r"Your rating: 1,[345]\d\d \(\+\d+\)\.", notes(page))
    assert "your rating: 1," in page
    again = give(pupil, BEST, wrong(BEST))
    assert "Only your first answer to a puzzle counts for the rating." in notes(again)
    assert len(rated(pupil)) == 1


def test_a_double_submit_a_second_tab_and_another_device_are_rated_once(app, pupil):
    first, second = (fields(pupil.get(page_of(BEST)).text) for _ in range(2))
    pupil.post(page_of(BEST), data=first | wrong(BEST))
    pupil.post(page_of(BEST), data=first | wrong(BEST))
    pupil.post(page_of(BEST), data=second | solution(BEST))
    device = app.test_client()
    device.set_cookie("learner", pupil.get_cookie("learner").value)
    give(device, BEST, solution(BEST))
    (event,) = rated(pupil)
    assert event["score"] < 1


def test_leaving_and_reloading_change_nothing(pupil):
    for _ in range(3):
        pupil.get(page_of(BEST))
    assert rated(pupil) == []
    page = give(pupil, BEST, solution(BEST))
    assert rated(pupil)
    assert "(+" in notes(page)
    assert len(rated(pupil)) == 1


def test_whoever_looks_at_the_answer_first_is_not_rated(pupil):
    pupil.get(page_of(BEST))
    pupil.get(page_of(BEST, "?laid=" + ",".join(BEST.turns[-1].cards) + "&check=1"))
    page = give(pupil, BEST, solution(BEST))
    assert "You had seen the solution before" in notes(page)
    assert rated(pupil) == []


def test_a_refused_turn_reveals_nothing_and_costs_nothing(pupil):
    give(pupil, BEST, {"turn": ""})
    assert "(+" in notes(give(pupil, BEST, solution(BEST)))


def test_a_hidden_rating_is_nowhere_and_can_come_back(pupil):
    give(pupil, BEST, solution(BEST))
    page = pupil.get("/en/progress/training").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)[1]
    assert "<strong>1," in page
    hide = {"csrf_token": token, "hidden": "1"}
    pupil.post("/en/progress/rating", data=hide)
    page = pupil.get("/en/progress/training").text
    assert "Your rating is hidden." in page
    assert "<strong>1," not in page
    other = next(one for one in PUZZLES if one.goal is Goal.BEST and one is not BEST)
    answered = give(pupil, other, solution(other))
    assert "rating" not in notes(answered)
    assert "your rating" not in answered
    pupil.post("/en/progress/rating", data=hide | {"hidden": "0"})
    assert "<strong>1," in pupil.get("/en/progress/training").text
    assert len(rated(pupil)) == 2


# Hints


def test_hints_come_one_by_one_and_stay_after_a_reload(pupil):
    assert shown_hints(pupil.get(page_of(BEST)).text) == 0
    for number in (1, 2, 3):
        page = ask_hint(pupil, BEST, number)
        assert shown_hints(page) == number
    assert "Another hint" not in page
    page = give(pupil, BEST, solution(BEST))
    assert "You had 3 hints" in notes(page)
    assert rated(pupil)[0]["score"] == 0.25


def test_the_address_alone_gives_no_hint(pupil, outsider):
    ask_hint(pupil, BEST, 3)
    assert shown_hints(pupil.get(page_of(BEST, "?hint=3")).text) == 3
    assert shown_hints(outsider.get(page_of(BEST, "?hint=3")).text) == 0
    for query in ("?hint=-2", "?hint=x", "?hint=99"):
        assert pupil.get(page_of(BEST, query)).status_code == 200


def test_what_a_hint_costs_is_said_before_and_after_the_answer_it_costs_nothing(pupil):
    assert "takes a quarter off" in pupil.get(page_of(BEST)).text
    give(pupil, BEST, wrong(BEST))
    assert "a hint costs nothing" in pupil.get(page_of(BEST)).text


def test_a_hint_in_place_is_the_list_alone(pupil):
    token = fields(pupil.get(page_of(BEST)).text)["csrf_token"]
    response = pupil.post(
        page_of(BEST) + "/hint",
        data={"csrf_token": token, "hint": "1"},
        headers={"X-Fragment": "1"},
    )
    assert response.status_code == 200
    assert "<html" not in response.text
    assert shown_hints(response.text) == 1


# Text, link, report


def test_the_position_is_told_in_words(client):
    puzzle = next(one for one in PUZZLES if "=Y11 75" in one.line)
    page = client.get(page_of(puzzle)).text
    words = page[page.index('<details class="words">') :]
    text = " ".join(re.sub(r"<.*?>", " ", words[: words.index("</details>")]).split())
    for sentence in (
        "Blue Laid: 11. Next: 10 or 12.",
        "Red This row is not open yet.",
        "Your hand 3 cards: red 9, blue 10, blue 12",
        "Opponent 1 card : yellow 11",
        "Stock 75 cards",
        "Rules official rules",
    ):
        assert sentence.replace(" :", ":") in text.replace(" :", ":")


def test_the_link_to_share_leads_to_the_bare_puzzle(client):
    page = client.get(page_of(BEST, "?level=1&laid=")).text
    link = re.search(r'href="([^"]+)" rel="bookmark"', page)[1]
    assert link == f"http://localhost/en/puzzles/{BEST.id}"


def report(client: FlaskClient, **answer: str) -> int:
    page = client.get(page_of(BEST) + "/fault").text
    form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    for _ in range(2):
        response = client.post(page_of(BEST) + "/fault", data=form | answer)
    return response.status_code


def test_a_fault_is_reported_once_and_thanked_for(app, pupil):
    assert report(pupil, kind="answer", text="<b>R9</b> is as good") == 303
    assert "Thank you." in pupil.get(page_of(BEST) + "/fault?thanks=1").text
    with app.app_context():
        (stored,) = faults.reports(sessions())
    assert (stored.puzzle, stored.fault, stored.language) == (BEST.id, "answer", "en")
    assert pupil.get("/en/progress/export").json["reports"][0]["text"] == "<b>R9</b> is as good"


def test_a_report_without_a_kind_is_asked_again(app, pupil):
    assert report(pupil, kind="", text="hm") == 400
    with app.app_context():
        assert faults.reports(sessions()) == ()


def test_reports_are_limited_for_a_learner_and_a_day(pupil, outsider, at):
    at(NOON)
    assert [report(pupil, kind="other") for _ in range(faults.PER_DAY)] == [303] * faults.PER_DAY
    assert report(pupil, kind="other") == 429
    assert report(outsider, kind="other") == 303
    at(NOON + timedelta(days=1, minutes=1))
    assert report(pupil, kind="other") == 303


def test_an_unknown_puzzle_has_no_report(client):
    assert client.get("/en/puzzles/0000000000/fault").status_code == 404


# The puzzle of the day


def daily_of(client: FlaskClient) -> str:
    return re.search(
        r'class="button primary" href="/en/puzzles/(\w+)\?way=daily',
        client.get("/en/puzzles/daily").text,
    )[1]


def test_the_day_changes_at_the_midnight_of_the_reader(pupil, outsider, at):
    ids = days.suitable(PUZZLES)
    pupil.set_cookie("zone", "120")
    outsider.set_cookie("zone", "-300")
    # Half past eleven in the evening of 28 February in UTC.
    late = datetime(2026, 2, 28, 23, 30, tzinfo=UTC)
    at(late)
    assert daily_of(pupil) == days.puzzle_of(datetime(2026, 3, 1).date(), ids)
    assert daily_of(outsider) == days.puzzle_of(late.date(), ids)
    # Five hours and a half later it is 1 March in New York too: the same puzzle, a day later.
    before = daily_of(pupil)
    at(late + timedelta(hours=5, minutes=29))
    assert daily_of(outsider) != before
    at(late + timedelta(hours=5, minutes=30))
    assert daily_of(outsider) == before == daily_of(pupil)


@pytest.mark.parametrize("zone", ["", "x", "99999", "-100000", "1e3", "½"])
def test_a_strange_zone_is_utc(pupil, at, zone):
    at(NOON)
    pupil.set_cookie("zone", zone)
    assert daily_of(pupil) == days.puzzle_of(NOON.date(), days.suitable(PUZZLES))


def test_the_days_before_are_shown_with_what_was_done(pupil, at):
    at(NOON)
    puzzle = BANK.get(daily_of(pupil))
    give(pupil, puzzle, solution(puzzle), "?way=daily")
    assert "<strong>solved</strong>" in pupil.get("/en/puzzles/daily").text
    at(NOON + timedelta(days=2))
    page = pupil.get("/en/puzzles/daily").text
    row = re.search(rf"<tr>(?:(?!</tr>).)*{puzzle.id}.*?</tr>", page, re.DOTALL)[0]
    assert "solved" in row
    assert page.count("<tr>") == 7


# Streak


def test_a_streak_leads_from_puzzle_to_puzzle_and_to_its_end(pupil):
    puzzle = begin_streak(pupil)
    page = pupil.get(page_of(puzzle, "?way=streak")).text
    assert "This is the next puzzle of your streak." in page
    assert "There are no hints in a streak." in page
    page = give(pupil, puzzle, solution(puzzle), "?way=streak")
    assert "Your streak: 1 puzzle solved." in notes(page)
    following = re.search(r"/en/puzzles/(\w{10})\?way=streak\"[^>]*rel=\"next\"", page)[1]
    puzzle = BANK.get(following)
    page = give(pupil, puzzle, wrong(puzzle), "?way=streak")
    assert "The streak ends here. Solved in a row: 1. Your best so far: 1." in notes(page)
    assert "Nothing is rated in a streak." in notes(page)
    page = pupil.get("/en/puzzles/streak").text
    assert "Your best streak so far: 1" in page
    assert rated(pupil) == []


def test_a_hint_is_refused_in_a_streak(pupil):
    puzzle = begin_streak(pupil)
    assert shown_hints(ask_hint(pupil, puzzle, 1, "?way=streak")) == 0


def test_a_look_at_the_solution_does_not_help_a_streak(pupil):
    puzzle = begin_streak(pupil)
    given = solution(puzzle)
    query = (
        f"?laid={given['turn']}&check=1"
        if "turn" in given
        else f"?choice={given.get('choice')}&check=1"
    )
    pupil.get(page_of(puzzle, query))
    page = give(pupil, puzzle, given, "?way=streak")
    assert "The streak ends here." in notes(page)


def test_a_streak_goes_on_where_it_was_left(pupil):
    assert begin_streak(pupil) is begin_streak(pupil)
    assert "Go on with the streak" in pupil.get("/en/puzzles/streak").text


# Review


def test_a_failed_puzzle_comes_back_and_says_why(pupil, at):
    at(NOON)
    page = give(pupil, BEST, wrong(BEST))
    assert "This puzzle comes back for review on 2 March 2026." in notes(page)
    assert "Nothing to review today." in pupil.get("/en/puzzles/reviews").text
    day = NOON
    for distance in DISTANCES:
        day += timedelta(days=distance)
        at(day)
        page = pupil.get("/en/puzzles/reviews").text
        assert "1 puzzle waits for review today." in page
        assert "A review: you missed this puzzle on 1 March 2026." in pupil.get(page_of(BEST)).text
        page = give(pupil, BEST, solution(BEST), "?way=review")
        assert "That was the last review for today" in page
    assert "It does not come back." in notes(page)
    assert "1 puzzle has been through all its reviews." in pupil.get("/en/puzzles/reviews").text


def test_one_review_leads_to_the_next(pupil, at):
    at(NOON)
    one, two = [p for p in PUZZLES if p.goal is Goal.BEST and len(p.turns) < 20][:2]
    give(pupil, one, wrong(one))
    give(pupil, two, wrong(two))
    at(NOON + timedelta(days=1))
    page = give(pupil, one, solution(one), "?way=review")
    assert re.search(rf'href="/en/puzzles/{two.id}\?way=review" rel="next">Next review', page)


# Near one's level, figures


def test_the_next_puzzle_is_of_the_wished_kind_and_stays_until_it_is_answered(pupil):
    pupil.get("/en/puzzles/")
    first = pupil.get("/en/puzzles/near?level=2&theme=hold-back").location
    puzzle = BANK.get(re.search(r"/puzzles/(\w{10})\?", first)[1])
    assert puzzle.level == 2
    assert "hold-back" in puzzle.themes
    assert pupil.get("/en/puzzles/near?level=2&theme=hold-back").location == first
    give(pupil, puzzle, solution(puzzle))
    assert pupil.get("/en/puzzles/near?level=2&theme=hold-back").location != first


def test_a_wish_that_nothing_fits_leads_to_the_list(pupil):
    answer = pupil.get("/en/puzzles/near?theme=what-fits&level=5")
    assert answer.location.startswith("/en/puzzles/?")
    assert pupil.get("/en/puzzles/near?theme=x&level=9").status_code == 302


def test_the_level_of_the_next_puzzle_follows_the_learner(pupil, outsider):
    some = [one for one in PUZZLES if one.goal is Goal.BEST and one.level == 3][:8]
    for puzzle in some:
        give(pupil, puzzle, solution(puzzle))
        give(outsider, puzzle, wrong(puzzle))
    levels = []
    for client in (pupil, outsider):
        address = client.get("/en/puzzles/near").location
        levels.append(BANK.get(re.search(r"/puzzles/(\w{10})", address)[1]).level)
    assert levels[0] > 3 > levels[1]


def test_the_figures_add_up_with_the_answers(pupil, at):
    at(NOON)
    some = [one for one in PUZZLES if one.goal is Goal.BEST and one.level == 3][:6]
    for number, puzzle in enumerate(some):
        at(NOON + timedelta(days=number))
        give(pupil, puzzle, solution(puzzle) if number % 3 else wrong(puzzle))
    give(pupil, some[0], solution(some[0]))
    page = pupil.get("/en/progress/training").text
    assert "You have answered 6 puzzles. Solved at the first try: 4. Tries in all: 7." in page
    assert re.search(r"3 · medium</a>.*?4 of 6", page, re.DOTALL)
    weeks = page[page.index("Points lost over time") :]
    assert sum(map(int, re.findall(r"</th><td>(\d+)</td>", weeks))) == 6
    export = pupil.get("/en/progress/export").json
    curve = page[page.index("Rating as a table") : page.index("Hide my rating")]
    assert len(re.findall("<tr><th", curve)) - 1 == len(export["rated_answers"]) == 6
    assert f"{round(export['rating']['rating']):,}" in curve
    for share in re.findall(r"(\d+) of (\d+)", page):
        assert int(share[0]) <= int(share[1]) <= 6


def test_what_to_train_next_names_the_weakest_theme(pupil):
    weak = [one for one in PUZZLES if one.themes == ("hold-back", "one-card", "read-draw")]
    some = [one for one in PUZZLES if "starve" in one.themes and one.goal is Goal.BEST][:3]
    assert len(some) == 3 or weak
    for puzzle in some:
        give(pupil, puzzle, wrong(puzzle))
    page = pupil.get("/en/progress/training").text
    assert "Your weakest theme:" in page
    theme = re.search(r"Your weakest theme:\s*<a href=\"/en/puzzles/near\?theme=([\w-]+)", page)[1]
    assert all(theme in puzzle.themes for puzzle in some)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_answers_newcomers_and_others_in_every_language(pupil, language):
    for page in PAGES:
        assert pupil.get(f"/{language}/{page}").status_code == 200
    give(pupil, BEST, wrong(BEST))
    for page in (*PAGES, f"puzzles/{BEST.id}/fault"):
        assert pupil.get(f"/{language}/{page}").status_code == 200


def test_looking_at_the_pages_stores_nothing(pupil):
    for page in (*PAGES, "puzzles/near"):
        pupil.get(f"/en/{page}")
    assert pupil.get("/en/progress/export").json["learner"] is None


def test_deleting_takes_everything_of_the_habits_along(pupil):
    give(pupil, BEST, wrong(BEST))
    begin_streak(pupil)
    page = pupil.get("/en/progress/delete").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)[1]
    pupil.post("/en/progress/delete", data={"csrf_token": token})
    assert "rated_answers" not in pupil.get("/en/progress/export").json
    assert (
        "Answer a puzzle, and your figures begin here." in pupil.get("/en/progress/training").text
    )


def test_whoever_has_only_asked_for_a_hint_can_delete_that_too(pupil):
    ask_hint(pupil, BEST, 1)
    assert "/en/progress/delete" in pupil.get("/en/progress").text
    assert "Delete everything" in pupil.get("/en/progress/delete").text
