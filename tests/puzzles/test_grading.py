from __future__ import annotations

from itertools import permutations

import msgspec
import pytest

from tests.puzzles.samples import EXAMPLE, GO_OUT, cards, puzzle, question
from trainer.engine.evaluation import Grade
from trainer.puzzles.grading import (
    Verdict,
    grade_cards,
    grade_choice,
    grade_marks,
    grade_turn,
    solutions,
)
from trainer.puzzles.outcomes import Happening
from trainer.rules import DRAW, PASS, Lay, Refusal


def test_the_order_of_the_cards_is_free():
    for order in permutations(cards("B10,B12")):
        result = grade_cards(puzzle(), order)
        assert result.solved
        assert (result.loss, result.credit) == (0, 1)


def test_a_worse_turn_gets_its_grade_its_loss_and_part_of_the_credit():
    result = grade_cards(puzzle(), cards("B12"))
    assert (result.verdict, result.loss) == (Verdict.MISTAKE, 10)
    assert 0 < result.credit < 1
    assert grade_cards(puzzle(), cards("B10")).verdict is Verdict.BLUNDER


@pytest.mark.parametrize(
    ("laid", "refusal"),
    [
        ("R9", Refusal.ROW_CLOSED),
        ("B13", Refusal.NOT_IN_HAND),
        ("", Refusal.MUST_PLAY),
    ],
)
def test_what_the_rules_forbid_is_illegal_and_names_the_rule(laid, refusal):
    result = grade_cards(puzzle(), cards(laid))
    assert (result.verdict, result.refusal, result.credit) == (Verdict.ILLEGAL, refusal, 0)


def test_draw_and_pass_are_illegal_where_a_card_fits():
    assert grade_turn(puzzle(), DRAW).refusal is Refusal.MUST_PLAY
    assert grade_turn(puzzle(), PASS).refusal is Refusal.MUST_PLAY


def test_a_stuck_player_draws_and_nothing_else():
    stuck = puzzle("-/-/-/11 R9 =Y11 77 official")
    assert grade_turn(stuck, DRAW).solved
    assert grade_turn(stuck, PASS).refusal is Refusal.MUST_DRAW
    assert grade_cards(stuck, []).refusal is Refusal.MUST_DRAW


def test_every_turn_graded_best_solves():
    record = puzzle()
    twin = msgspec.structs.replace(record.turns[1], loss=0.2, grade=Grade.BEST)
    level = msgspec.structs.replace(record, turns=(record.turns[0], twin, record.turns[2]))
    assert grade_cards(level, cards("B12")).solved
    assert grade_cards(level, cards("B10,B12")).solved
    assert len(solutions(level)) == 2


def test_unload_is_graded_by_points_in_hand_not_by_margin():
    record = puzzle(EXAMPLE, "unload")
    swapped = [
        msgspec.structs.replace(value, grade=Grade.BLUNDER, loss=20.0) for value in record.turns
    ]
    result = grade_cards(msgspec.structs.replace(record, turns=tuple(swapped)), cards("B12,B10"))
    assert result.solved
    assert grade_cards(record, cards("B12")).loss == 10


def test_win_is_solved_by_laying_every_card_only():
    record = puzzle(GO_OUT, "win")
    assert grade_cards(record, cards("B13,Y12,B8")).solved
    value = record.value_of(Lay(tuple(cards("B13"))))
    assert value is not None
    flattered = msgspec.structs.replace(value, grade=Grade.BEST, loss=0.0)
    eased = msgspec.structs.replace(
        record, turns=tuple(flattered if one is value else one for one in record.turns)
    )
    assert grade_cards(eased, cards("B13")).verdict is Verdict.MISTAKE


def test_marks_are_compared_with_the_cards_that_fit():
    record = puzzle(EXAMPLE, "legal")
    assert grade_marks(record, cards("B12,B10")).solved
    half = grade_marks(record, cards("B12"))
    assert (half.missing, half.wrong, half.credit) == (tuple(cards("B10")), (), 0.5)
    assert half.verdict is Verdict.INACCURACY
    spoilt = grade_marks(record, cards("B12,R9"))
    assert (spoilt.verdict, spoilt.credit) == (Verdict.MISTAKE, 0)
    assert grade_marks(record, []).credit == 0


def test_marks_outside_the_hand_count_for_nothing():
    assert grade_marks(puzzle(EXAMPLE, "legal"), cards("B10,B12,Y1")).solved


def test_a_question_has_one_answer():
    record = question("-/-/-/11 R9 3 75 official", "B12")
    assert grade_choice(record, Happening.LAY_AND_END).solved
    wrong = grade_choice(record, Happening.LAY_AND_GO_ON)
    assert (wrong.solved, wrong.credit) == (False, 0)
