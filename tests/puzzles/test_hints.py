"""Hints: each of them is true of a best turn, and whoever follows them solves the puzzle."""

from __future__ import annotations

import pytest

from trainer.puzzles import bank
from trainer.puzzles.grading import grade_cards, grade_choice, grade_marks, grade_turn, solutions
from trainer.puzzles.hints import _LOOK, Hint, hints, target_turn
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal, TurnRecord
from trainer.puzzles.themes import THEMES, Study

PUZZLES = bank.load().puzzles
ABOUT_TURNS = [one for one in PUZZLES if one.goal not in (Goal.LEGAL, Goal.OUTCOME)]


def agrees(hint: Hint, turn: TurnRecord) -> bool:
    """Whether a turn does what a hint about turns says."""
    cards = turn.turn.cards
    if hint.row is not None:
        return any(card.colour == hint.row for card in cards)
    if hint.cards:
        return set(hint.cards) <= set(cards)
    if hint.text.count is not None:
        return len(cards) == hint.text.count
    if "no card at all" in hint.text.id or "No card of yours" in hint.text.id:
        return not cards
    if "Passing" in hint.text.id or "you pass" in hint.text.id:
        return turn.cards == ("pass",)
    assert hint.text.id == "So you draw a card."
    return turn.cards == ("draw",)


def test_the_turn_that_the_hints_lead_to_solves_every_puzzle_about_turns():
    for puzzle in ABOUT_TURNS:
        target = target_turn(puzzle)
        second, third = hints(puzzle)[1:]
        assert agrees(second, target), puzzle.id
        assert agrees(third, target), puzzle.id
        turn = target.turn
        result = grade_cards(puzzle, turn.cards) if turn.cards else grade_turn(puzzle, turn)
        assert result.solved, puzzle.id


def test_each_hint_narrows_the_choice_or_leaves_it_and_always_leaves_a_best_turn():
    for puzzle in ABOUT_TURNS:
        left = list(puzzle.turns)
        for hint in hints(puzzle)[1:]:
            left = [turn for turn in left if agrees(hint, turn)]
            assert set(map(id, left)) & set(map(id, solutions(puzzle))), puzzle.id


def test_the_third_hint_helps_in_most_puzzles():
    """Guessing among the turns that agree with the hints is right far more often than before."""
    before = after = 0.0
    for puzzle in ABOUT_TURNS:
        best = solutions(puzzle)
        left = [turn for turn in puzzle.turns if all(agrees(h, turn) for h in hints(puzzle)[1:])]
        before += len(best) / len(puzzle.turns)
        after += sum(turn in best for turn in left) / len(left)
    assert after > 1.8 * before


@pytest.mark.parametrize("code", _LOOK)
def test_what_to_look_at_is_a_theme_that_is_true_of_the_puzzle(code: str):
    shown = [one for one in PUZZLES if hints(one)[0].text is _LOOK[code]]
    for puzzle in shown[:25]:
        assert puzzle.goal is Goal.BEST
        assert THEMES[code].test(Study(puzzle)), puzzle.id


def test_marks_after_the_hints_are_the_answer():
    for puzzle in (one for one in PUZZLES if one.goal is Goal.LEGAL):
        _, second, third = hints(puzzle)
        assert second.text.count == len(puzzle.fitting)
        assert set(third.cards) <= puzzle.fitting
        fitting = [card for card in puzzle.position.hand if puzzle.position.table.fits(card)]
        assert grade_marks(puzzle, fitting).solved


FITS = {"The card drawn last fits.": True, "The card drawn last does not fit.": False}


def test_the_fact_about_a_rule_question_is_true_and_leads_to_its_answer():
    for puzzle in PUZZLES:
        if puzzle.question is None:
            continue
        _, fact, rule = hints(puzzle)
        position, answer = puzzle.position, puzzle.question.answer
        if puzzle.question.drawn:
            assert position.table.fits(fact.cards[0]) is FITS[fact.text.id]
        else:
            fits = any(map(position.table.fits, position.hand))
            assert fits == (answer is Happening.PLAY)
            assert ("stock is empty" in fact.text.id) == (answer is Happening.PASS)
        assert rule.text.id
        assert grade_choice(puzzle, answer).solved


def test_no_hint_is_like_the_one_before():
    for puzzle in PUZZLES:
        first, second, third = hints(puzzle)
        assert len({first.text, second.text, third.text}) == 3


def test_hints_of_the_example_lead_to_both_blue_cards():
    puzzle = next(
        one
        for one in PUZZLES
        if one.goal is Goal.BEST and one.line == "-/-/-/11 R9,B10,B12 =Y11 75 official"
    )
    first, second, third = hints(puzzle)
    assert "goes out, whatever you lay" in first.text.id
    assert second.text.count == 2
    assert [str(card) for card in third.cards] == ["B10"]
