"""What is laid according to an address or a typed text."""

from __future__ import annotations

from itertools import permutations

import pytest

from trainer.rules import Card, Colour, Refusal, parse_position
from trainer.web.laying import Laying, read_laying

BLUE = parse_position("-/-/-/11 R9,B10,B12 =Y11 75")
LONG = parse_position("-/-/-/11 R11,R12,R13,B9,B10,B12 4 69")
RUSSIAN = {"К": Colour.RED, "Ж": Colour.YELLOW, "З": Colour.GREEN, "С": Colour.BLUE}
ITALIAN = {"R": Colour.RED, "G": Colour.YELLOW, "V": Colour.GREEN, "B": Colour.BLUE}


def laid(text: str) -> Laying:
    return read_laying(BLUE.table, BLUE.hand, text)


def test_the_order_of_laying_is_kept() -> None:
    assert laid("B12,B10").text == "B12,B10"
    assert laid("B10,B12").text == "B10,B12"
    assert str(laid("B12,B10").table) == "-/-/-/10-12"


def test_any_order_leads_to_the_same_table() -> None:
    for order in permutations(map(str, LONG.hand), 4):
        laying = read_laying(LONG.table, LONG.hand, ",".join(order))
        again = read_laying(LONG.table, LONG.hand, ",".join(sorted(order)))
        assert laying.table == again.table


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("R9", Refusal.ROW_CLOSED),
        ("B12,R9", Refusal.ROW_CLOSED),
        ("B9", Refusal.NOT_IN_HAND),
        ("B11", Refusal.ALREADY_LAID),
        ("G20", Refusal.NOT_IN_HAND),
    ],
)
def test_a_card_that_may_not_be_laid_is_named_with_its_rule(text: str, refusal: Refusal) -> None:
    laying = laid(text)
    assert laying.refusal is refusal
    assert str(laying.culprit) == text.split(",")[-1]


def test_a_number_may_not_be_skipped() -> None:
    laying = read_laying(LONG.table, LONG.hand, "B9")
    assert laying.refusal is Refusal.NOT_NEXT


@pytest.mark.parametrize("text", ["", ",,,", "x", "B99", "b10", "B10'", "\x00", "R" * 5000])
def test_nonsense_in_the_address_lays_nothing_and_harms_nothing(text: str) -> None:
    assert laid(text).cards == ()


def test_pressing_a_laid_card_takes_it_back() -> None:
    assert laid("B12,B10").toggled(Card.parse("B12")).text == "B10"


def test_taking_a_card_back_takes_back_those_that_stand_on_it() -> None:
    laying = read_laying(LONG.table, LONG.hand, "R11,B10,R12,B9")
    assert laying.without(Card.parse("R11")).text == "B10,B9"
    assert laying.without(Card.parse("R11")).refusal is None


def test_undo_takes_back_the_last_card_and_then_nothing() -> None:
    assert laid("B12,B10").undone().text == "B12"
    assert laid("").undone().text == ""


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("B10,B12", "B10,B12"),
        ("b12 b10", "B12,B10"),
        ("12", "B12"),
        ("10; 12", "B10,B12"),
        ("С10", "B10"),
        ("с12", "B12"),
    ],
)
def test_a_turn_is_typed_in_many_ways(typed: str, expected: str) -> None:
    assert laid("").typed(typed, RUSSIAN | {"B": Colour.BLUE}).text == expected


@pytest.mark.parametrize("typed", ["blau", "B", "B100", "10B", "?"])
def test_what_is_no_card_is_given_back(typed: str) -> None:
    laying = laid("B12").typed(typed)
    assert laying.unread == typed.upper()
    assert laying.text == "B12"


def test_a_number_that_two_cards_bear_is_ambiguous() -> None:
    laying = read_laying(LONG.table, LONG.hand, "").typed("12")
    assert laying.ambiguous
    assert laying.cards == ()


def test_a_label_that_is_another_colours_letter_means_the_card_in_hand() -> None:
    # On Italian cards G is yellow (giallo), in the text form green.
    position = parse_position("-/11/11/- Y12,G10 4 72")
    laying = read_laying(position.table, position.hand, "")
    assert laying.typed("G12", ITALIAN).text == "Y12"
    assert laying.typed("G10", ITALIAN).text == "G10"


def test_marks_need_not_fit_and_leave_the_table_alone() -> None:
    laying = read_laying(BLUE.table, BLUE.hand, "R9,B10", "mark")
    assert laying.text == "R9,B10"
    assert laying.table == BLUE.table
    assert laying.without(Card.parse("B10")).text == "R9"


def test_the_last_card_of_a_row_leaves_no_next_one() -> None:
    position = parse_position("-/-/-/2-20 R9,B1 4 55")
    laying = read_laying(position.table, position.hand, "B1")
    assert laying.table.ends(Colour.BLUE) == ()


@pytest.mark.parametrize("number", ["15", "99", "9" * 40])
def test_a_typed_number_that_no_card_bears_is_not_in_the_hand(number: str) -> None:
    laying = laid("B12").typed(number)
    assert (laying.text, laying.refusal, laying.unread) == ("B12", Refusal.NOT_IN_HAND, "")
