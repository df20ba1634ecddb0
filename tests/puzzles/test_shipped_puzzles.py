"""The puzzles that are shipped: strictly true, varied, and the blue example word for word."""

from __future__ import annotations

from collections import Counter

import pytest

from trainer.config import data_folder
from trainer.puzzles.bank import load
from trainer.puzzles.certificate import MINED
from trainer.puzzles.checks import findings
from trainer.puzzles.explain import explain, outcome_reason
from trainer.puzzles.grading import solutions
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal, Puzzle
from trainer.puzzles.themes import THEMES
from trainer.puzzles.verification import sample, twins, verify

PUZZLES = load().puzzles
COMPOSED = [puzzle for puzzle in PUZZLES if puzzle.source != MINED]
MINE = [entry for entry in load().entries if entry.puzzle.source == MINED]
SOME = COMPOSED + [entry.puzzle for entry in sample(MINE, 100)]
TURNS = [puzzle for puzzle in PUZZLES if puzzle.goal not in (Goal.LEGAL, Goal.OUTCOME)]


def find(goal: str, line: str) -> Puzzle:
    return next(p for p in PUZZLES if p.goal == goal and p.line == line)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_a_shipped_record_has_no_fault(puzzle):
    assert list(findings(puzzle)) == []


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_its_evaluation_comes_out_again(puzzle):
    assert verify(puzzle, quick=True) == []


def test_the_example_with_a_known_opponent_is_about_points():
    puzzle = find("best", "-/-/-/11 R9,B10,B12 =Y11 75 official")
    assert puzzle.certificate.method == "exact"
    values = {",".join(value.cards): value.margin for value in puzzle.turns}
    assert values == {"B10,B12": -9, "B12": -19, "B10": -21}


def test_the_same_table_asks_for_the_fewest_points():
    puzzle = find("unload", "-/-/-/11 R9,B10,B12 =Y11 75 official")
    assert [value.cards for value in solutions(puzzle)] == [("B10", "B12")]


def test_against_three_hidden_hands_one_card_is_better_than_both():
    puzzle = find("best", "-/-/-/11 R9,B10,B12 3/3/3 67 official")
    assert puzzle.certificate.method == "sampled"
    assert {value.cards for value in solutions(puzzle)} == {("B10",), ("B12",)}
    both = next(value for value in puzzle.turns if value.cards == ("B10", "B12"))
    assert both.interval is not None
    assert both.loss > 2


def test_the_drawn_blue_12_ends_the_turn():
    puzzle = next(p for p in PUZZLES if p.question and p.question.drawn == ("B12",))
    assert puzzle.question is not None
    assert puzzle.question.answer is Happening.LAY_AND_END


def test_the_bank_covers_goals_levels_rules_and_numbers_of_players():
    assert len(PUZZLES) >= 600
    assert min(Counter(puzzle.level for puzzle in PUZZLES).values()) >= 80
    assert {puzzle.goal for puzzle in PUZZLES} == set(Goal)
    assert {puzzle.level for puzzle in PUZZLES} == {1, 2, 3, 4, 5}
    assert {puzzle.position.players for puzzle in PUZZLES} == {2, 3, 4, 5, 6}
    bases = Counter(puzzle.position.profile.base for puzzle in PUZZLES)
    assert min(bases.values()) >= 10
    options = {o for p in PUZZLES for o in str(p.position.profile).split("+")[1:]}
    assert len(options) >= 7
    themes = Counter(theme for puzzle in PUZZLES for theme in puzzle.themes)
    assert set(themes) == set(THEMES)
    assert min(themes.values()) >= 20


def test_the_bank_has_hundreds_of_proven_and_of_sampled_best_turns_and_every_goal():
    methods = Counter(p.certificate.method for p in PUZZLES if p.goal is Goal.BEST)
    assert methods["exact"] >= 250
    assert methods["sampled"] >= 250
    assert min(Counter(puzzle.goal for puzzle in PUZZLES).values()) >= 25


def test_the_example_comes_first():
    assert PUZZLES[0] == find("best", "-/-/-/11 R9,B10,B12 =Y11 75 official")


def test_no_two_puzzles_are_the_same_but_for_the_names_of_colours():
    assert list(twins(load().entries)) == []


def test_the_bank_is_not_large():
    folder = data_folder("puzzles")
    assert sum(path.stat().st_size for path in folder.rglob("*.jsonl")) < 3_000_000


def test_every_puzzle_has_a_theme():
    assert [puzzle.id for puzzle in PUZZLES if not puzzle.themes] == []


@pytest.mark.parametrize("puzzle", TURNS, ids=lambda puzzle: puzzle.id)
def test_every_turn_of_a_puzzle_has_its_reasons(puzzle):
    right = solutions(puzzle)
    assert explain(puzzle).why
    for value in puzzle.turns:
        told = explain(puzzle, value)
        assert bool(told.why_not) == (value not in right)


def test_every_question_has_its_rule():
    questions = [puzzle for puzzle in PUZZLES if puzzle.goal is Goal.OUTCOME]
    assert len({outcome_reason(puzzle).id for puzzle in questions}) >= 5
