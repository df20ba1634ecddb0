"""What the rules say to the questions of the lessons."""

from __future__ import annotations

import msgspec
import pytest

from trainer.lessons.facts import UnknownFactError, as_text, expected
from trainer.lessons.schema import Choice, Choose, Count, Legal, Order, Play, cards

TEXTS = {"id": "x", "title": "X", "text": ("X.",), "task": "X."}
PAIR = (Choice(id="left", label="L"), Choice(id="right", label="R"))


def play(table: str, hand: str, fact: str, profile: str = "") -> set[str]:
    step = Play(**TEXTS, table=table, hand=hand, answers=("B1",), fact=fact, profile=profile)
    answer = expected(step)
    assert isinstance(answer, frozenset)
    return {",".join(sorted(map(str, turn))) for turn in answer}


def choose(fact: str, **more: object) -> object:
    step = Choose(**TEXTS, choices=PAIR, answer="left", fact=fact)
    return expected(msgspec.structs.replace(step, **more))


def count(fact: str) -> object:
    return expected(Count(**TEXTS, answer=0, fact=fact))


@pytest.mark.parametrize(
    ("fact", "turns"),
    [
        ("legal", {"B10", "B12", "B10,B12"}),
        ("of-size 1", {"B10", "B12"}),
        ("longest", {"B10,B12"}),
        ("keeps B10", {"B12"}),
        ("goes-out", set()),
    ],
)
def test_turns_are_chosen_among_the_legal_ones(fact: str, turns: set[str]) -> None:
    assert play("-/-/-/11", "R9,B10,B12", fact) == turns


def test_the_last_cards_go_out() -> None:
    assert play("-/-/-/11", "B10,B12", "goes-out") == {"B10,B12"}


def test_a_game_opens_with_the_first_11_alone_by_both_rules() -> None:
    for profile in ("official", "classic"):
        assert play("-/-/-/-", "Y11,G11,G12", "opening", profile) == {"Y11"}
    assert play("-/-/-/-", "Y12,G12", "opening") == set()


def test_the_italian_rules_ask_for_every_held_11() -> None:
    assert play("-/-/-/11", "R11,B12", "legal", "classic") == {"R11", "B12,R11"}
    assert play("-/-/-/11", "R11,B12", "legal") == {"R11", "B12", "B12,R11"}


@pytest.mark.parametrize(("players", "size"), [(2, 20), (3, 20), (4, 15), (5, 12), (6, 10)])
def test_the_deal_follows_the_number_of_players(players: int, size: int) -> None:
    assert count(f"deal-size {players}") == size
    assert choose(f"deal-size {players}") == str(size)
    assert count(f"stock {players}") == 80 - players * size


def test_counts_of_the_deck_and_of_points() -> None:
    assert count("deck") == 80
    assert choose("deck") == "80"
    assert count("colour-size") == 20
    assert count("points R19,B2") == 21


@pytest.mark.parametrize(
    ("hands", "who"),
    [
        ({"you": "B11", "left": "R11"}, "left"),
        ({"you": "B11", "left": "G11"}, "left"),
        ({"you": "Y11,B11", "left": "G11"}, "you"),
        ({"you": "B10", "left": "G12"}, "nobody"),
    ],
)
def test_the_first_11_in_the_order_of_colours_opens(hands: dict[str, str], who: str) -> None:
    assert choose("who-opens", hands=hands) == who


def test_the_left_neighbour_follows_and_deals_next() -> None:
    assert choose("after-opening") == "left"
    assert choose("next-dealer") == "left"
    assert choose("no-opening") == "deal-again"


def test_the_only_legal_turn_among_the_choices_is_found() -> None:
    names = ("pass", "draw", "B12")
    choices = tuple(Choice(id=name, label=name) for name in names)
    stuck = {"choices": choices, "table": "-/-/-/11"}
    assert choose("legal-turn", hand="R9,B12", **stuck) == "B12"
    assert choose("legal-turn", hand="R9,B13", **stuck) == "draw"
    assert choose("legal-turn", choices=choices, position="-/-/-/1-20 R9 59 0") == "pass"


def test_the_cards_to_mark_are_those_that_fit() -> None:
    step = Legal(**TEXTS, table="-/-/-/11", hand="R9,R11,B12")
    assert expected(step) == frozenset(cards("R11,B12"))


def test_orders_follow_the_table_or_the_order_of_opening() -> None:
    laying = Order(**TEXTS, table="-/-/-/11", cards="B13,B12", fact="laying")
    assert expected(laying) == frozenset({cards("B12,B13")})
    openers = Order(**TEXTS, cards="G11,R11,B11,Y11", fact="openers")
    assert expected(openers) == frozenset({cards("R11,Y11,G11,B11")})


def test_unknown_facts_are_errors() -> None:
    for asked in (
        lambda: count("luck"),
        lambda: choose("luck"),
        lambda: play("-/-/-/11", "B12", ""),
    ):
        with pytest.raises(UnknownFactError):
            asked()
    with pytest.raises(UnknownFactError):
        expected(Order(**TEXTS, cards="B12,B13", fact="luck"))
    with pytest.raises(UnknownFactError):
        expected(Play(**TEXTS, answers=("B12",), fact="legal"))


def test_an_answer_can_be_written_into_an_error_message() -> None:
    assert as_text(frozenset({frozenset(cards("B12")), frozenset(cards("B10"))})) == "B10 or B12"
    assert as_text(frozenset()) == "nothing"
    assert as_text(frozenset(cards("B12"))) == "B12"
    assert as_text(7) == "7"
