"""What the rules say about draws, the end, options and tactics."""

from __future__ import annotations

import msgspec
import pytest

from trainer.engine import Method
from trainer.lessons.facts import UnknownFactError, expected
from trainer.lessons.schema import Choice, Choose, Count, Play, Scored, cards

TEXTS = {"id": "x", "title": "X", "text": ("X.",), "task": "X."}
PAIR = (Choice(id="left", label="L"), Choice(id="right", label="R"))
STUCK = {"table": "10-12/-/9-11/11", "hand": "R8,Y12,B14"}


def choose(fact: str, *options: str, **more: object) -> object:
    choices = tuple(Choice(id=name, label=name) for name in options) or PAIR
    step = Choose(**TEXTS, choices=choices, answer=choices[0].id, fact=fact)
    return expected(msgspec.structs.replace(step, **more))


def count(fact: str, **more: object) -> object:
    return expected(msgspec.structs.replace(Count(**TEXTS, answer=0, fact=fact), **more))


@pytest.mark.parametrize(
    ("fact", "profile", "answer"),
    [
        ("now top G3", "official", "again"),
        ("now top G3", "classic", "keep"),
        ("now top G3,Y1,Y2", "official", "keep"),
        ("now top G3,G12", "official", "lay"),
        ("now all G3", "official", "keep"),
        ("after-draw top Y11", "official", "end"),
    ],
)
def test_a_draw_goes_on_until_a_card_fits_or_the_limit_is_reached(
    fact: str, profile: str, answer: str
) -> None:
    assert choose(fact, **STUCK, profile=profile) == answer


@pytest.mark.parametrize(
    ("fact", "profile", "number"),
    [
        ("draws top R14,Y3,B16,B12", "official", 3),
        ("draws top R14,B12,B16", "official", 2),
        ("draws top R14,B12,B16", "classic", 1),
        ("draws all R14,Y3", "official", 2),
    ],
)
def test_drawn_cards_are_counted(fact: str, profile: str, number: int) -> None:
    assert count(fact, **STUCK, profile=profile) == number


def test_only_a_drawn_card_that_fits_is_laid() -> None:
    step = Play(**TEXTS, table=STUCK["table"], hand="R8,G12,G13", answers=("G12",), fact="x")
    drawn = msgspec.structs.replace(step, fact="drawn G12")
    assert expected(drawn) == frozenset({frozenset(cards("G12"))})


def test_the_stock_stays_empty() -> None:
    assert choose("after-pass", table="5-18/4-17/6-20/8-19", hand="R3,Y19") == "empty"


def test_the_last_card_ends_the_game() -> None:
    assert choose("after-going-out", table="11/-/-/11", hand="R12,B10") == "over"


def test_the_dearest_hand_has_the_most_points() -> None:
    assert choose("dearest", hands={"you": "R9,R10", "left": "B20"}) == "left"


@pytest.mark.parametrize(
    ("fact", "who"),
    [
        ("session official 0-5-9/0-5-9/0-5-9/0-5-9", "goes-on"),
        ("session official 0-5-9/0-5-9/0-5-9/0-5-9/0-5-9", "you"),
        ("session official 0-5-9/5-0-9/0-5-9/5-0-9/9-9-0", "you,left"),
        ("session classic 0-300-200/0-199-10", "goes-on"),
        ("session classic 0-300-200/0-200-10", "you"),
        ("session classic 0-300-10/10-200-0", "play-off"),
    ],
)
def test_a_session_is_won_by_the_lowest_total(fact: str, who: str) -> None:
    assert choose(fact) == who


@pytest.mark.parametrize(("turn", "who"), [("B12", "official"), ("R11", "both"), ("R9", "neither")])
def test_both_sets_of_rules_are_asked(turn: str, who: str) -> None:
    assert choose(f"allowed-by {turn}", table="-/-/-/11", hand="R11,R9,B12") == who


@pytest.mark.parametrize(
    ("profile", "hand", "answer"),
    [
        ("official+pass", "B12", "either"),
        ("official", "B12", "lay"),
        ("classic+pass", "R11,B12", "lay"),
    ],
)
def test_passing_depends_on_the_house_rule(profile: str, hand: str, answer: str) -> None:
    assert choose("may-pass", table="-/-/-/11", hand=hand, profile=profile) == answer


def test_options_change_decks_deals_and_draws() -> None:
    assert count("cards-of official+max15") == 60
    assert count("cards-of official+max10+colours3") == 30
    assert count("dealt official+max10 2") == 15
    assert count("dealt official 6") == 10
    assert count("draw-limit classic+draw3") == 3


def test_what_a_card_opens() -> None:
    table = {"table": "2-19/10-12/-/11"}
    assert choose("opens Y13", **table) == "Y14"
    assert choose("opens R20", **table) == "nothing"
    assert choose("opens G11", **table) == "G10,G12"
    assert choose("opens-nothing", "Y9", "R1", **table) == "R1"
    assert choose("opens-nothing", "R20", "R1", **table) == "not one choice alone"
    hand = {**table, "hand": "Y9,Y8,B10"}
    assert choose("opens-own", "Y9", "B10", **hand) == "Y9"
    assert choose("frees", "Y9", "B10", **hand) == "Y9"


def test_what_a_draw_gives_away() -> None:
    table = {"table": "-/9-12/-/11"}
    assert choose("lacked", "Y14", "Y13", **table) == "Y13"
    assert choose("kept-later Y13", **table) == "no"
    assert count("known-absent", **table) == 6
    assert count("known-absent", **table, hand="Y8,G3") == 5


def test_a_fitting_card_goes_on_fitting() -> None:
    assert choose("still-fits B12", table="-/-/-/10-11") == "yes"
    assert choose("still-fits B13", table="-/-/-/10-11") == "no"


def test_how_many_wait_for_a_card() -> None:
    table = {"table": "-/11/5-16/10-14"}
    assert count("behind R11", **table) == 19
    assert count("behind Y10", **table) == 9
    assert count("behind G17", **table) == 3
    assert choose("most-behind", "G17", "Y10", **table) == "Y10"


def test_whom_a_turn_leaves_without_a_card_that_fits() -> None:
    position = "-/-/10-12/9-13 G13,G14,B8 10!R11!Y11!G9!B14 59 official"
    assert choose("stuck-after", "B8", "G13", position=position) == "G13"


def scored(losses: dict[str, float]) -> Play:
    found = Scored(method=Method.EXACT, engine="1", losses=losses)
    step = Play(**TEXTS, table="-/-/-/11", hand="R9,B10,B12", answers=("B10",), fact="best")
    return msgspec.structs.replace(step, scored=found)


def test_every_turn_that_is_as_good_as_the_best_is_right() -> None:
    step = scored({"B10": 0.0, "B12": 0.3, "B10,B12": 5.0})
    assert expected(step) == frozenset({frozenset(cards("B10")), frozenset(cards("B12"))})


@pytest.mark.parametrize("losses", [{"B10": 0.0, "B12": 0.3}, {}, {"B10": 0.0, "R9": 1.0}])
def test_an_evaluation_of_other_turns_is_refused(losses: dict[str, float]) -> None:
    with pytest.raises(UnknownFactError):
        expected(scored(losses))


def test_best_without_an_evaluation_is_refused() -> None:
    step = msgspec.structs.replace(scored({}), scored=None)
    with pytest.raises(UnknownFactError):
        expected(step)
