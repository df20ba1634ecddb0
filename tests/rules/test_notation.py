from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.rules import (
    AmbiguousError,
    Card,
    Colour,
    Fault,
    Field,
    IllegalTurnError,
    MalformedError,
    Position,
    Refusal,
    RulesError,
    Seen,
    Unseen,
    legal_turns,
    parse_position,
    parse_turn,
)

from .strategies import positions

EXAMPLE = "-/-/-/11 R9,B10,B12 =Y11 75"


@pytest.mark.parametrize(
    "text",
    [
        "-/-/-/11 R9,B10,B12 =Y11 75 official",
        "-/-/-/11 R9,B10,B12 3/3/3 67 official",
        "1-20/-/-/9-13 Y12 7!Y11!G12 47 classic+draw3",
        "1-20/1-20/1-20/1-17 B18 =B19 =B20 official",
        "-/-/-/10 R10,R11 2/2 73 official+start=10/12/12/10",
    ],
)
def test_canonical_lines_are_printed_as_they_were_read(text: str) -> None:
    assert str(parse_position(text)) == text


@settings(max_examples=100)
@given(positions())
def test_printing_and_reading_a_position_gives_it_back(position: Position) -> None:
    assert parse_position(str(position)) == position
    assert str(parse_position(str(position))) == str(position)


def test_a_missing_profile_means_official() -> None:
    assert str(parse_position(EXAMPLE)) == EXAMPLE + " official"


def test_what_the_mover_sees_anyway_is_no_news_about_the_others() -> None:
    position = parse_position("-/-/-/11 R9,B10,B12 2!B11!R9!G11 74")
    assert position.others == (Unseen(2, frozenset({Card(Colour.GREEN, 11)})),)


@pytest.mark.parametrize(
    ("text", "field", "fault"),
    [
        ("", Field.TABLE, Fault.NOT_FOUR_ROWS),
        ("x", Field.TABLE, Fault.NOT_FOUR_ROWS),
        ("-/-/-/- ", Field.HAND, Fault.MISSING),
        ("-/-/-/11", Field.HAND, Fault.MISSING),
        ("-/-/-/11 R9", Field.OTHERS, Fault.MISSING),
        ("-/-/-/11 R9 =Y11", Field.STOCK, Fault.MISSING),
        ("-/-/-/11 R9 =Y11 77 official x", Field.POSITION, Fault.SURPLUS),
        ("-/-/11 R9 =Y11 77", Field.TABLE, Fault.NOT_FOUR_ROWS),
        ("-/-/-/12 R9 =Y11 77", Field.TABLE, Fault.NOT_A_ROW),
        ("-/-/-/11-11 R9 =Y11 77", Field.TABLE, Fault.NOT_A_ROW),
        ("-/-/-/13-9 R9 =Y11 73", Field.TABLE, Fault.NOT_A_ROW),
        ("-/-/-/11-21 R9 =Y11 73", Field.TABLE, Fault.NOT_A_ROW),
        ("-/-/-/11 R9,R9 =Y11 76", Field.HAND, Fault.REPEATED),
        ("-/-/-/11 R9,B11 =Y11 76", Field.HAND, Fault.REPEATED),
        ("-/-/-/11 R9,X1 =Y11 76", Field.HAND, Fault.NOT_A_CARD),
        ("-/-/-/11 R9,,B1 =Y11 76", Field.HAND, Fault.NOT_A_CARD),
        ("-/-/-/11  =Y11 78", Field.HAND, Fault.EMPTY),
        ("-/-/-/11 R9 =R9 77", Field.OTHERS, Fault.REPEATED),
        ("-/-/-/11 R9 = 78", Field.OTHERS, Fault.EMPTY),
        ("-/-/-/11 R9 0 78", Field.OTHERS, Fault.EMPTY),
        ("-/-/-/11 R9 1! 77", Field.OTHERS, Fault.EMPTY),
        ("-/-/-/11 R9 01 77", Field.OTHERS, Fault.NOT_A_COUNT),
        ("-/-/-/11 R9 -1 79", Field.OTHERS, Fault.NOT_A_COUNT),
        ("-/-/-/11 R9 1/1/1/1/1/1 72", Field.OTHERS, Fault.PLAYERS),
        ("-/-/-/11 R9 =Y11 many", Field.STOCK, Fault.NOT_A_COUNT),
        ("-/-/-/11 R9 =Y11 =G1,G1", Field.STOCK, Fault.REPEATED),
        ("-/-/-/11 R9 =Y11 76", Field.POSITION, Fault.WRONG_TOTAL),
        ("-/-/-/11 R9 =Y11 77 oficial", Field.PROFILE, Fault.UNKNOWN_PROFILE),
        ("-/-/-/11 R9 =Y11 77 official+x", Field.PROFILE, Fault.UNKNOWN_OPTION),
        ("-/-/-/- R16 =Y1 58 official+max15", Field.HAND, Fault.NOT_IN_DECK),
        ("-/-/-/11 R9 =Y1 57 official+colours3", Field.TABLE, Fault.NOT_A_ROW),
        ("-/-/-/11 R9 7!B20 70 official+colours3", Field.TABLE, Fault.NOT_A_ROW),
        ("1-20/1-20/1-20/1-17 B18 1!B19!B20 1 official", Field.OTHERS, Fault.IMPOSSIBLE),
        ("R9" * 600, Field.POSITION, Fault.SURPLUS),
    ],
)
def test_a_malformed_line_names_the_field_and_the_fault(
    text: str, field: Field, fault: Fault
) -> None:
    with pytest.raises(MalformedError) as caught:
        parse_position(text)
    assert (caught.value.field, caught.value.fault) == (field, fault)
    assert str(field) in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="RYGB0123456789-/,=!+ officalstdrw", max_size=60))
def test_no_text_raises_anything_but_a_rules_error(text: str) -> None:
    with suppress(RulesError):
        parse_position(text)


@settings(max_examples=50)
@given(positions())
def test_a_legal_turn_typed_as_text_is_read_as_that_turn(position: Position) -> None:
    for turn in legal_turns(position)[:50]:
        assert parse_turn(str(turn), position) == turn


@pytest.mark.parametrize("typed", ["B10,B12", "b12 b10", " 12, 10 ", "B12;10"])
def test_a_turn_may_be_typed_in_any_order_and_short(typed: str) -> None:
    assert str(parse_turn(typed, parse_position(EXAMPLE))) == "B10,B12"


def test_the_colour_labels_of_the_reader_are_understood() -> None:
    russian = {"К": Colour.RED, "Ж": Colour.YELLOW, "З": Colour.GREEN, "С": Colour.BLUE}
    assert str(parse_turn("с10", parse_position(EXAMPLE), russian)) == "B10"
    portuguese = {
        "Vm": Colour.RED, "Am": Colour.YELLOW, "Vd": Colour.GREEN, "Az": Colour.BLUE,
    }  # fmt: skip
    assert str(parse_turn("az12", parse_position(EXAMPLE), portuguese)) == "B12"


def test_a_number_that_may_be_two_cards_is_ambiguous() -> None:
    with pytest.raises(AmbiguousError) as caught:
        parse_turn("10", parse_position("-/-/-/11 R10,B10 =Y11 76"))
    assert [str(card) for card in caught.value.candidates] == ["R10", "B10"]


@pytest.mark.parametrize(
    ("position", "typed", "refusal"),
    [
        (EXAMPLE, "B9", Refusal.NOT_IN_HAND),
        (EXAMPLE, "R9", Refusal.ROW_CLOSED),
        (EXAMPLE, "B10,B10", Refusal.REPEATED),
        (EXAMPLE, "pass", Refusal.MUST_PLAY),
        (EXAMPLE, "draw", Refusal.MUST_PLAY),
        ("-/-/-/11 R9 =Y11 77", "R9", Refusal.ROW_CLOSED),
        ("-/-/-/11 R9 =Y11 77", "pass", Refusal.MUST_DRAW),
        ("-/-/-/11 R9 78 0", "draw", Refusal.MUST_PASS),
    ],
)
def test_an_illegal_turn_names_the_rule_it_breaks(
    position: str, typed: str, refusal: Refusal
) -> None:
    with pytest.raises(IllegalTurnError) as caught:
        parse_turn(typed, parse_position(position))
    assert caught.value.refusal is refusal


@pytest.mark.parametrize("typed", ["", " , ", "blue", "B99", "🂡", "B10B12"])
def test_a_typed_text_that_is_no_turn_is_malformed(typed: str) -> None:
    with pytest.raises(MalformedError) as caught:
        parse_turn(typed, parse_position(EXAMPLE))
    assert caught.value.field is Field.TURN


def test_with_two_players_and_an_empty_stock_the_other_hand_is_what_is_missing() -> None:
    position = parse_position("1-20/1-20/1-20/1-16 B17,B20 2 0")
    assert position.is_open
    assert position.resolved.others == (Seen(frozenset(map(Card.parse, ["B18", "B19"]))),)


def test_a_hidden_stock_keeps_the_other_hand_hidden() -> None:
    position = parse_position("1-20/1-20/1-20/1-16 B17,B20 1 1")
    assert not position.is_open
    assert position.resolved == position
