"""The puzzles on the site: what is asked, what is answered, what is stored."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.puzzles.samples import puzzle as sample
from trainer.puzzles import bank
from trainer.puzzles.schema import Goal, Puzzle, encode
from trainer.rules import Lay, Turn
from trainer.web import learner, puzzles

EXAMPLE = "-/-/-/11 R9,B10,B12 =Y11 75 official"
PUZZLES = bank.load().puzzles
LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")


def find(goal: str, line: str = EXAMPLE) -> Puzzle:
    return next(one for one in PUZZLES if one.goal == goal and one.line == line)


def question() -> Puzzle:
    return next(one for one in PUZZLES if one.question and one.question.drawn == ("B12",))


def page_of(puzzle: Puzzle, query: str = "", language: str = "en") -> str:
    return f"/{language}/puzzles/{puzzle.id}{query}"


def fields(page: str) -> dict[str, str]:
    """The hidden fields of the form that is posted."""
    form = re.search(r'<form[^>]*method="post"[^>]*data-fragment.*?</form>', page, re.DOTALL)
    assert form is not None
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0]))


def post(client: FlaskClient, puzzle: Puzzle, **answer: str) -> str:
    """Answer as a browser without scripts does: the page, the form, the page it leads to."""
    form = fields(client.get(page_of(puzzle)).text)
    response = client.post(page_of(puzzle), data=form | answer)
    assert response.status_code == 303
    return client.get(response.location.removesuffix("#result")).text


def title(page: str) -> str:
    found = re.search(r'<section class="panel result.*?<h2[^>]*>(.*?)</h2>', page, re.DOTALL)
    assert found is not None
    return re.sub(r"<.*?>", "", found[1]).strip()


def listed(page: str) -> list[str]:
    """The puzzles of a list, in order."""
    return re.findall(r'class="panel puzzle-line[^"]*" href="/en/puzzles/(\w+)', page)


def attempts(app: Flask, client: FlaskClient) -> dict[str, int]:
    cookie = client.get_cookie("learner")
    assert cookie is not None
    with app.test_request_context("/en/", headers={"Cookie": f"learner={cookie.value}"}):
        return {record.puzzle: record.attempts for record in learner.summary().puzzles}


@pytest.mark.parametrize("turn", ["B10,B12", "B12,B10"])
def test_both_orders_solve_the_example(client, turn):
    page = post(client, find("best"), turn=turn)
    assert title(page) == "The best turn"
    assert [v.strip() for v in re.findall(r'class="value">(.*?)<', page)] == ["−9", "−19", "−21"]


def test_a_worse_turn_is_told_what_it_costs_and_which_turn_is_best(client):
    page = post(client, find("best"), turn="B12")
    assert title(page) == "A mistake: another turn is better"
    assert "It ends 10 points worse for you than the best turn." in page
    assert re.search(r'class="chosen">.*?blue 12.*?your turn', page, re.DOTALL)


def test_what_does_not_fit_is_refused_with_the_rule_and_is_no_attempt(app, client):
    page = post(client, find("best"), turn="R9")
    assert title(page) == "This turn is not allowed"
    assert "This row is not open yet: its 11 must be laid first." in page
    page = post(client, find("best"), turn="")
    assert "Whoever can play must lay at least one card." in page
    page = post(client, find("best"), special="draw", turn="")
    assert "Whoever can play must lay at least one card." in page
    assert attempts(app, client) == {}


def test_the_same_form_sent_twice_is_one_attempt_and_another_form_another(app, client):
    puzzle = find("best")
    form = fields(client.get(page_of(puzzle)).text) | {"turn": "B12"}
    for _ in range(3):
        client.post(page_of(puzzle), data=form)
    assert attempts(app, client) == {puzzle.id: 1}
    post(client, puzzle, turn="B12,B10")
    assert attempts(app, client) == {puzzle.id: 2}


def test_two_tabs_and_a_reload_lose_and_repeat_nothing(app, client):
    puzzle = find("best")
    one = fields(client.get(page_of(puzzle)).text)
    two = fields(client.get(page_of(puzzle)).text)
    first = client.post(page_of(puzzle), data=one | {"turn": "B10"})
    client.post(page_of(puzzle), data=two | {"turn": "B10,B12"})
    again = client.get(first.location.removesuffix("#result")).text
    assert title(again) == "A costly mistake: another turn is much better"
    assert client.get(first.location.removesuffix("#result")).text.count("<h1") == 1
    assert attempts(app, client) == {puzzle.id: 2}


def test_a_solved_puzzle_is_marked_in_the_list_and_stays_so(client):
    puzzle = find("best")
    post(client, puzzle, turn="B10,B12")
    post(client, puzzle, turn="B10")
    page = client.get("/en/puzzles/").text
    assert page.count("puzzle-line done") == 1
    assert "Go on with puzzle 2" in page
    assert "puzzle-line done" not in client.application.test_client().get("/en/puzzles/").text


def test_only_a_post_counts(app, client):
    puzzle = find("best")
    page = client.get(page_of(puzzle, "?laid=B12,B10&check=1")).text
    assert title(page) == "The best turn"
    assert attempts(app, client) == {}


def test_unload_counts_points_in_hand(client):
    page = post(client, find("unload"), turn="B10")
    assert title(page) == "Allowed, but more points stay than need to"
    assert re.findall(r'class="value">(.*?)<', page) == ["9", "19", "21"]
    assert title(post(client, find("unload"), turn="B12,B10")) == "The best turn"


def test_going_out_needs_every_card(client):
    puzzle = next(one for one in PUZZLES if one.goal is Goal.WIN)
    everything = ",".join(puzzle.turns[0].cards)
    assert title(post(client, puzzle, turn=everything)) == "You have gone out: solved"
    page = post(client, puzzle, turn=everything.split(",")[0])
    assert title(page) == "Allowed, but cards stay in your hand"


def test_marks_are_answered_card_by_card(client):
    puzzle = next(one for one in PUZZLES if one.goal is Goal.LEGAL)
    assert puzzle.answer is not None
    wrong = next(card for card in puzzle.position.hand if str(card) not in puzzle.answer)
    page = post(client, puzzle, turn=",".join(puzzle.answer))
    assert title(page) == "All found: exactly these cards fit"
    page = post(client, puzzle, turn=",".join(puzzle.answer[:-1]))
    assert title(page) == "Not all found: 1 more card fits"
    page = post(client, puzzle, turn=f"{puzzle.answer[0]},{wrong}")
    assert title(page) == "Not quite: not all of the marked cards fit"
    assert re.search("This row|No number may be skipped", page)


def test_a_question_is_chosen_and_its_rule_is_told(client):
    page = post(client, question(), choice="lay-and-end")
    assert title(page) == "Right: that is the rule"
    assert "that ends the turn" in page
    assert 'value="lay-and-end" checked' in page
    assert title(post(client, question(), choice="choose")) == "No, the rule is different"
    assert title(post(client, question())) == "Choose one of the answers first"
    assert title(post(client, question(), choice="play")) == "Choose one of the answers first"


def test_a_fragment_is_the_answer_alone_with_the_address_that_shows_it_again(client):
    puzzle = find("best")
    form = fields(client.get(page_of(puzzle)).text) | {"turn": "B12,B10"}
    response = client.post(page_of(puzzle), data=form, headers={"X-Fragment": "1"})
    assert response.status_code == 200
    assert "<html" not in response.text
    assert 'data-address="?laid=B12,B10&amp;check=1"' in response.text


def test_sampled_values_are_called_best_against_a_model(client):
    puzzle = find("best", "-/-/-/11 R9,B10,B12 3/3/3 67 official")
    page = post(client, puzzle, turn="B10")
    assert "Best against this model" in page
    assert "exact" not in page
    assert 'class="spread"' in page
    assert "exact" in post(client, find("best"), turn="B10")


def test_a_page_without_a_form_token_is_refused(client):
    assert client.post(page_of(find("best")), data={"turn": "B10"}).status_code == 400


def test_an_unknown_puzzle_is_not_found_and_nonsense_in_the_address_does_no_harm(client):
    assert client.get("/en/puzzles/0000000000").status_code == 404
    for query in ("?laid=Q99,,%00&check=1", "?turn=sing&check=1", "?level=9&theme=x&players=,"):
        assert client.get(page_of(find("best"), query)).status_code == 200
    assert client.get("/en/puzzles/?level=9&theme=x&players=%00").status_code == 200


def test_the_list_can_be_narrowed_and_the_next_puzzle_keeps_to_it(client):
    page = client.get("/en/puzzles/?rules=classic&players=2&level=4").text
    shown = re.findall(r'href="/en/puzzles/(\w{10})\?[^"]*"', page)
    lines = [bank.load().get(name) for name in dict.fromkeys(shown)]
    assert len(lines) >= 2
    for one in lines:
        assert one is not None
        position = one.position
        assert (position.profile.base, position.players, one.level) == ("classic", 2, 4)
    inside = client.get(f"/en/puzzles/{shown[0]}?rules=classic&players=2&level=4").text
    assert re.search(rf"/en/puzzles/{lines[1].id}\?level=4&amp;players=2&amp;rules=classic", inside)
    assert (
        "No puzzle has all of this"
        in client.get("/en/puzzles/?players=6&level=5&theme=what-happens").text
    )


def test_every_eighth_puzzle_and_the_longest_can_be_shown_and_solved(client):
    longest = max(PUZZLES, key=lambda puzzle: len(puzzle.turns))
    for puzzle in (*PUZZLES[::8], longest):
        page = post(client, puzzle, **solution(puzzle))
        assert 'class="panel result best"' in page, puzzle.id
        assert len(page.encode()) < 100_000, puzzle.id


def solution(puzzle: Puzzle) -> dict[str, str]:
    """The right answer, as its form posts it."""
    if puzzle.question is not None:
        return {"choice": puzzle.question.answer.value}
    if puzzle.answer is not None:
        return {"turn": ",".join(puzzle.answer)}
    best = puzzle.turns[0]
    return {"turn": ",".join(best.cards)} if best.turn.cards else {"special": best.cards[0]}


def test_a_level_is_shown_in_part_and_in_whole_on_pages(client, monkeypatch):
    easy = [one for one in PUZZLES if one.level == 2]
    page = client.get("/en/puzzles/").text
    assert len(listed(page)) < len(PUZZLES)
    assert "All puzzles of level 2" in page
    monkeypatch.setattr(puzzles, "PER_PAGE", 10)
    for number, part in ((1, easy[:10]), (2, easy[10:20])):
        page = client.get(f"/en/puzzles/?level=2&page={number}").text
        assert listed(page) == [one.id for one in part]
    assert client.get("/en/puzzles/?level=2&page=0").status_code == 200


def test_a_page_that_is_not_there_is_the_nearest_one(client):
    first, low, high = (
        client.get(f"/en/puzzles/?level=1&page={page}").text for page in ("1", "-3", "99")
    )
    assert listed(low) == listed(first)
    assert low.count('aria-current="page"') == first.count('aria-current="page"')
    assert listed(high)


def test_an_answer_of_any_length_leads_to_an_address_that_can_be_read(client):
    puzzle = find("best")
    values = fields(client.get(f"/en/puzzles/{puzzle.id}").text)
    sent = client.post(f"/en/puzzles/{puzzle.id}", data={**values, "turn": "B10," * 3000})
    assert sent.status_code == 303
    assert len(sent.location) < 2000


def test_the_overview_begins_at_the_first_unsolved_puzzles(client):
    easy = [one for one in PUZZLES if one.level == 2]
    for puzzle in easy[:4]:
        post(client, puzzle, **solution(puzzle))
    page = client.get("/en/puzzles/").text
    assert [one.id in listed(page) for one in easy[:6]] == [False] * 3 + [True] * 3


def test_a_hand_that_can_be_worked_out_is_said_to_be_so(client):
    hint = "The stock is empty, so the other hand can be worked out"
    endgame = next(one for one in PUZZLES if one.position.players == 2 and " 0 " in one.line)
    assert hint in client.get(page_of(endgame)).text
    assert hint not in client.get(page_of(find("best"))).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_minus_signs_are_minus_signs_in_every_language(client, language):
    page = client.get(page_of(find("best"), "?laid=B10&check=1", language)).text
    assert re.findall(r'class="value">(.*?)<', page) == ["−9", "−19", "−21"]


@pytest.fixture
def stuck_bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    """A bank of one puzzle, in which nothing fits."""
    puzzle = sample("-/-/-/11 R9 =Y11 77 official")
    (tmp_path / "official").mkdir()
    (tmp_path / "official" / "stuck.jsonl").write_text(encode(puzzle) + "\n")
    one = bank.load(tmp_path)
    monkeypatch.setattr(bank, "load", lambda: one)
    return puzzle


def test_a_stuck_position_is_played_by_drawing(client, stuck_bank):
    page = client.get(page_of(stuck_bank)).text
    assert "Draw a card" in page
    assert title(post(client, stuck_bank, special="draw", turn="")) == "The best turn"
    refused = post(client, stuck_bank, turn="")
    assert "so this turn is for drawing" in refused


def test_passing_is_a_turn_where_the_rules_allow_it(client):
    puzzle = next(
        one for one in PUZZLES if one.goal is Goal.BEST and one.turns[0].cards == ("pass",)
    )
    assert 'name="special" value="pass"' in client.get(page_of(puzzle)).text
    page = post(client, puzzle, special="pass", turn="")
    assert title(page) == "The best turn"
    assert 'class="chosen"' in page


def test_a_hand_with_very_many_turns_shows_the_best_and_ones_own(client):
    puzzle = max(PUZZLES, key=lambda one: len(one.turns) if one.goal is Goal.BEST else 0)
    worst = puzzle.turns[-1]
    assert len(puzzle.turns) > 12
    page = post(client, puzzle, turn=",".join(map(str, Lay(worst.turn.cards).cards)))
    table = page[page.index('<table class="turns"') : page.index("</table>")]
    assert table.count("<tr") == 1 + 8 + 1
    assert table.count('class="chosen"') == 1


def test_a_best_turn_without_cards_is_named_after_a_wrong_one(client):
    passing = next(one for one in PUZZLES if one.goal is Goal.BEST and str(best(one)) == "pass")
    wrong = next(turn for turn in passing.turns if turn.grade == "blunder")
    page = post(client, passing, turn=",".join(wrong.cards))
    assert re.search(r"<h3>Why this turn is best:\s+Pass</h3>", page)


def best(puzzle: Puzzle) -> Turn:
    """The turn that leads the list of values."""
    return puzzle.turns[0].turn
