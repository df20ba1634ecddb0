"""A puzzle in other colours is the same puzzle: same turns, same values, same reasons."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.positions import open_ends
from tests.puzzles.samples import EXAMPLE, puzzle, question
from tests.rules.strategies import positions
from trainer.engine.beliefs import Beliefs
from trainer.engine.solver import prove
from trainer.puzzles import bank
from trainer.puzzles.canonical import Naming, canonical_key, card_renamed, namings, renamed
from trainer.puzzles.checks import findings
from trainer.puzzles.grading import grade_cards, solutions
from trainer.puzzles.recolouring import (
    SAME,
    follows_an_opening,
    recoloured,
    recolourings,
)
from trainer.puzzles.schema import Goal
from trainer.rules import (
    Colour,
    Game,
    Lay,
    Position,
    Profile,
    Turn,
    legal_turns,
    parse_position,
)
from trainer.rules.notation import parse_table

EXACT = sorted(
    (p for p in bank.load().puzzles if p.certificate.method == "exact"),
    key=lambda p: len(p.turns) * len(p.position.hand),
)


def named(turn: Turn, naming: Naming) -> Turn:
    if not turn.cards:
        return turn
    return Lay(tuple(card_renamed(card, naming) for card in turn.cards))


def some_naming(position: Position, number: int) -> Naming:
    found = list(namings(position))
    return found[number % len(found)]


@given(positions(), st.integers(0, 23))
def test_recolouring_then_asking_for_turns_is_asking_and_then_recolouring(
    position: Position, number: int
) -> None:
    naming = some_naming(position, number)
    turns = {named(turn, naming) for turn in legal_turns(position)}
    assert set(legal_turns(renamed(position, naming))) == turns


@given(positions(), st.integers(0, 23), st.integers(0))
def test_a_turn_leads_to_the_same_table_in_other_colours(
    position: Position, number: int, choice: int
) -> None:
    naming = some_naming(position, number)
    turns = legal_turns(position)
    turn = turns[choice % len(turns)]
    after = position.table.lay_all(turn.cards)
    cards = renamed(position, naming).table.arrange(named(turn, naming).cards)
    other = renamed(position, naming).table.lay_all(cards)
    assert other.cards == {card_renamed(card, naming) for card in after.cards}


@given(open_ends(players=2, most=7), st.integers(0, 23))
def test_recolouring_commutes_with_the_exact_evaluation(game: Game, number: int) -> None:
    position = game.view()
    naming = some_naming(position, number)
    other = renamed(position, naming)
    before = prove(Beliefs(position), legal_turns(position))
    after = prove(Beliefs(other), legal_turns(other))
    assert before is not None
    assert after is not None
    values = {named(v.turn, naming): (v.margin.points, v.win) for v in before}
    assert {v.turn: (v.margin.points, v.win) for v in after} == values


@pytest.mark.parametrize("one", EXACT[::25], ids=lambda one: one.id)
def test_a_recoloured_record_holds_what_the_engine_finds_for_it(one) -> None:
    naming = Random(one.id).choice(recolourings(one.position))
    other = recoloured(one, naming)
    proven = prove(Beliefs(other.position), legal_turns(other.position))
    assert proven is not None
    found = {value.turn: value.margin.points for value in proven}
    assert {value.turn: value.margin for value in other.turns} == pytest.approx(found, abs=0.001)


@pytest.mark.parametrize("one", bank.load().puzzles[::6], ids=lambda one: one.id)
def test_every_puzzle_of_the_bank_passes_all_checks_in_other_colours(one) -> None:
    for naming in recolourings(one.position)[1:3]:
        other = recoloured(one, naming)
        assert list(findings(other)) == []
        assert other.themes == one.themes
        assert canonical_key(other) == canonical_key(one)
        assert len(solutions(other)) == len(solutions(one))
        assert [v.loss for v in other.turns] == [v.loss for v in one.turns]


def test_an_answer_is_graded_alike_in_every_colour() -> None:
    one = puzzle()
    for naming in recolourings(one.position):
        other = recoloured(one, naming)
        for value in one.turns:
            cards = [card_renamed(card, naming) for card in value.turn.cards]
            result = grade_cards(other, reversed(cards))
            assert (result.verdict.value, result.loss) == (value.grade.value, value.loss)


def test_marks_and_drawn_cards_are_recoloured_too() -> None:
    naming = (Colour.GREEN, Colour.YELLOW, Colour.RED, Colour.BLUE)
    legal = recoloured(puzzle(EXAMPLE, Goal.LEGAL), naming)
    assert legal.answer == ("B10", "B12")
    stuck = recoloured(question("-/-/-/11 G9 3 75 official", "G3,B12"), naming)
    assert stuck.question is not None
    assert stuck.question.drawn == ("R3", "B12")
    assert stuck.question.answer == "lay-and-end"


def test_the_answers_to_a_question_stand_in_other_orders() -> None:
    one = question("11/11/11/11 R9 3 72 official", "R2,R3")
    orders = set()
    for naming in recolourings(one.position):
        other = recoloured(one, naming).question
        assert other is not None
        assert one.question is not None
        assert sorted(other.choices) == sorted(one.question.choices)
        orders.add(other.choices)
    assert len(orders) > 1


def test_nothing_changes_without_a_new_name() -> None:
    one = puzzle()
    assert recoloured(one, SAME) is one
    assert recolourings(one.position)[0] == SAME


def seen(table: str, hand: str, others: str, rules: str = "official") -> Position:
    """A position in which the stock holds what is nowhere else."""
    rows = parse_table(table, Profile.parse(rules))
    held = hand.count(",") + 1
    for other in others.split("/"):
        held += other.count(",") + 1 if other[0] == "=" else int(other.split("!")[0])
    stock = len(rows.profile.deck) - len(rows.cards) - held
    return parse_position(f"{table} {hand} {others} {stock} {rules}")


@pytest.mark.parametrize(
    ("table", "hand", "others", "follows"),
    [
        ("11/-/-/-", "R9,Y11", "=R10", True),
        ("-/11/-/-", "Y12,R9", "=R11", False),
        ("-/11/-/-", "R11,Y12", "=Y10", False),
        ("-/11/-/-", "Y12", "3", False),
        ("-/11/-/-", "Y12", "3!R11", True),
        ("-/11/-/-", "Y12", "3!R11/2", False),
        ("-/-/11/-", "G12", "3!R11!Y11", True),
        ("-/-/11/-", "G12", "3!R11", False),
        ("-/-/-/-", "R11", "3", False),
    ],
)
def test_a_closed_row_before_the_first_open_one_has_its_start_card_in_the_stock(
    table: str, hand: str, others: str, follows: bool
) -> None:
    assert follows_an_opening(seen(table, hand, others)) is follows


def test_with_other_start_numbers_it_is_their_card_that_counts() -> None:
    rules = "official+start=10/12/12/10"
    assert follows_an_opening(seen("-/12/-/-", "R11,Y13", "2!R10", rules))
    assert not follows_an_opening(seen("-/12/-/-", "R10,Y13", "2", rules))


def test_a_known_stock_shows_where_the_start_card_is() -> None:
    line = "-/1-10/1-10/1-10 R9 =R{} =R1,R2,R3,R4,R{},R6,R7,R10 official+max10"
    assert follows_an_opening(parse_position(line.format(8, 5)))
    assert not follows_an_opening(parse_position(line.format(5, 8)))


def test_a_table_on_which_nothing_lies_is_never_recoloured() -> None:
    position = seen("-/-/-/-", "R11,Y3", "3")
    assert recolourings(position) == (SAME,)
    assert not follows_an_opening(position)


@given(positions())
def test_no_recolouring_shows_what_no_game_can_show(position: Position) -> None:
    found = recolourings(position)
    lines = [str(renamed(position, naming)) for naming in found]
    assert len(set(lines)) == len(lines)
    others = (renamed(position, naming) for naming in namings(position))
    allowed = {str(other) for other in others if follows_an_opening(other)}
    assert set(lines) == allowed | {str(position)}


@given(positions())
def test_what_a_game_shows_follows_an_opening(position: Position) -> None:
    # What the opening has revealed travels with the game as known absences.
    assert follows_an_opening(position)


def test_nearly_every_puzzle_of_the_bank_has_several_variants() -> None:
    counts = [len(recolourings(one.position)) for one in bank.load().puzzles]
    assert sum(count >= 4 for count in counts) > 0.95 * len(counts)
