from __future__ import annotations

from itertools import chain, combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given, settings

from trainer.rules import (
    DRAW,
    PASS,
    Card,
    IllegalTurnError,
    Lay,
    Position,
    Refusal,
    Table,
    Turn,
    legal_turns,
    parse_position,
)
from trainer.rules.turn import check_turn

from .strategies import positions

EXAMPLE = "-/-/-/11 R9,B10,B12 =Y11 75"


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split(",")))


def texts(turns: tuple[Turn, ...]) -> list[str]:
    return [str(turn) for turn in turns]


def test_a_row_begins_with_its_11_and_grows_at_both_ends_by_one() -> None:
    table = Table().lay_all(cards("B11,B10,B12"))
    assert str(table) == "-/-/-/10-12"
    assert set(table.ends(Card.parse("B1").colour)) == set(cards("B9,B13"))


@pytest.mark.parametrize(
    ("card", "refusal"),
    [
        ("R9", Refusal.ROW_CLOSED),
        ("B8", Refusal.NOT_NEXT),
        ("B13", Refusal.NOT_NEXT),
        ("B11", Refusal.ALREADY_LAID),
    ],
)
def test_a_card_that_does_not_fit_is_refused_with_the_rule(card: str, refusal: Refusal) -> None:
    with pytest.raises(IllegalTurnError) as caught:
        Table().lay(Card.parse("B11")).lay(Card.parse(card))
    assert caught.value.refusal is refusal
    assert str(caught.value.card) == card


def test_a_row_ends_at_1_and_at_20() -> None:
    assert parse_position("1-20/-/-/1-19 G4 =Y11 39").table.ends(Card.parse("R1").colour) == ()


def test_the_blue_example_has_three_turns() -> None:
    assert texts(legal_turns(parse_position(EXAMPLE))) == ["B10", "B12", "B10,B12"]


def test_the_example_laid_as_12_then_10_is_the_same_turn() -> None:
    position = parse_position(EXAMPLE)
    assert check_turn(position, cards("B12,B10")) == check_turn(position, cards("B10,B12"))
    assert str(check_turn(position, cards("B12,B10"))) == "B10,B12"


def test_each_card_of_a_turn_must_fit_after_the_ones_before_it() -> None:
    position = parse_position("-/-/-/11 B8,B9,B10 =Y11 75")
    assert texts(legal_turns(position)) == ["B10", "B10,B9", "B10,B9,B8"]
    with pytest.raises(IllegalTurnError, match="not next: B8"):
        check_turn(position, cards("B8,B10"))


def test_an_11_may_be_opened_and_continued_in_one_turn() -> None:
    position = parse_position("-/-/-/11 R10,R11,R12 =Y11 75")
    assert texts(legal_turns(position)) == ["R11", "R11,R10", "R11,R12", "R11,R10,R12"]


def test_with_other_start_numbers_a_row_opens_with_its_own() -> None:
    position = parse_position("-/-/-/10 R10,R11,Y11,Y12 =G1 74 official+start=10/12/12/10")
    assert texts(legal_turns(position)) == [
        "R10",
        "Y12",
        "R10,R11",
        "R10,Y12",
        "Y12,Y11",
        "R10,R11,Y12",
        "R10,Y12,Y11",
        "R10,R11,Y12,Y11",
    ]


def test_classic_obliges_the_holder_of_an_11_to_lay_it() -> None:
    line = "-/-/-/11 R11,B10 =Y11 76 {}"
    assert texts(legal_turns(parse_position(line.format("official")))) == ["R11", "B10", "R11,B10"]
    assert texts(legal_turns(parse_position(line.format("classic")))) == ["R11", "R11,B10"]
    with pytest.raises(IllegalTurnError) as caught:
        check_turn(parse_position(line.format("classic")), cards("B10"))
    assert (caught.value.refusal, str(caught.value.card)) == (Refusal.MUST_OPEN, "R11")


def test_who_can_play_may_not_pass() -> None:
    assert PASS not in legal_turns(parse_position(EXAMPLE))
    with pytest.raises(IllegalTurnError) as caught:
        check_turn(parse_position(EXAMPLE), ())
    assert caught.value.refusal is Refusal.MUST_PLAY


def test_with_the_pass_option_one_may_pass_unless_an_11_must_be_laid() -> None:
    assert PASS in legal_turns(parse_position(EXAMPLE + " official+pass"))
    forced = "-/-/-/11 R11,B10 =Y11 76 classic+pass"
    assert PASS not in legal_turns(parse_position(forced))


def test_a_stuck_player_draws_and_with_an_empty_stock_passes() -> None:
    assert legal_turns(parse_position("-/-/-/11 R9 =Y11 77")) == (DRAW,)
    assert legal_turns(parse_position("-/-/-/11 R9 78 0")) == (PASS,)


@pytest.mark.parametrize("profile", ["official", "classic"])
def test_the_number_of_turns_agrees_with_an_independent_count(data: Path, profile: str) -> None:
    for line in (data / "turn-counts.txt").read_text().splitlines():
        position, answer = line.split(" | ")
        words = answer.split()
        count = int(words[words.index(profile) + 1])
        turns = legal_turns(parse_position(f"{position} {profile}"))
        assert sum(isinstance(turn, Lay) for turn in turns) == count, line


@settings(max_examples=50)
@given(positions())
def test_the_turns_are_all_card_sets_that_can_be_laid_in_some_order(position: Position) -> None:
    """Against brute force: every subset of the cards near the rows, in every order."""
    near = [c for c in sorted(position.hand) if abs(c.number - 11) <= 9][:5]
    found = {frozenset(turn.cards) for turn in legal_turns(position) if turn.cards}
    subsets = chain.from_iterable(combinations(near, size) for size in range(1, len(near) + 1))
    for subset in subsets:
        layable = any(_lays(position.table, order) for order in permutations(subset))
        complete = all(
            c in subset
            for c in position.profile.start_cards
            if c in position.hand and position.table.fits(c)
        )
        legal = layable and (complete or not position.profile.must_open)
        assert (frozenset(subset) in found) == legal


@settings(max_examples=50)
@given(positions())
def test_every_order_in_which_each_card_fits_gives_the_same_table(position: Position) -> None:
    for turn in legal_turns(position)[:200]:
        if not 0 < len(turn.cards) <= 4:
            continue
        expected = position.table.lay_all(turn.cards)
        orders = [o for o in permutations(turn.cards) if _lays(position.table, o)]
        assert turn.cards in orders
        assert {position.table.lay_all(order) for order in orders} == {expected}
        assert {check_turn(position, order) for order in orders} == {turn}


def _lays(table: Table, order: tuple[Card, ...]) -> bool:
    try:
        table.lay_all(order)
    except IllegalTurnError:
        return False
    return True
