"""Each misconception with an answer that shows it and one to the same puzzle that does not.

The puzzles are of the bank, so their evaluations are frozen; the lines stand here to be read.
"""

from __future__ import annotations

import pytest

from trainer.classes.misconceptions import MISCONCEPTIONS, misconception
from trainer.puzzles import bank
from trainer.puzzles.grading import solutions
from trainer.puzzles.schema import Goal, Puzzle

OPENING = ("a33163a978", "-/-/-/11 R9,B10,B12 =B13 75 official")
FOUR = ("32eb2388fc", "3-18/1-17/2-20/1-20 R1,R2,R19,Y19 4 0 official")
ELEVENS = ("dd7e988926", "-/11/-/- Y10,Y12,B11 4 72 official+elevens")
ENDS = ("942976952e", "1-20/4-17/1-17/1-14 Y3,Y18,G20,B15 4/4/3 0 official")
LAST = ("7ef0475841", "-/1-13/9-12/- R11,R12,Y14,G7 =G13 58 official")
MARKS = ("f07d382d08", "10-13/-/9-12/- R9,R15,Y11,Y12,G8,B10,B13 12/11 42 classic")
STUCK = ("1c9f078bc7", "11/11/-/11 R7,R8,R13,Y5,Y8,G1,G3,G12,G17,B7 10/10/9/9/9 20 official")
PASSES = ("dc9d920ddd", "1-17/1-20/4-20/2-18 R19,G2,B20 6 0 official")
DRAWN = ("0e62469d27", "-/-/-/11 R9 =Y11 77 official")
KEPT = ("de836a1b09", "9-12/-/8-13/11 R7,Y12,G15,B14 4/5 56 official")

CASES = [
    ("passed", "0e9c54fa08", "1-20/1-20/3-12/1-20 G1,G13,G14,G15,G16,G17,G18,G19,G20 1 0 "
     "classic+pass", "pass", "G13"),
    ("broken-chain", "7254ba3af9", "1-20/1-16/1-16/1-17 Y17,Y18,B18,B20 1/6 0 official+elevens",
     "Y17,B18", "Y17,Y18"),
    ("laid-everything", *OPENING, "B10,B12", "B12"),
    ("let-out", *OPENING, "B12", "B10,B12"),
    ("freed-next", "44ca79bc66", "6-16/1-18/5-18/2-20 R3,R4,R17,Y20,B1 8!R5!Y19!G4!G19/5 0 "
     "classic+draw3", "R17", "R17,B1"),
    ("opened-row", "68bd526f9d", "11-12/-/10-14/- Y11,G15,G16 3/4 43 official+colours3",
     "Y11", "G15,G16"),
    ("bottleneck", *ELEVENS, "Y10,B11", "Y10,Y12,B11"),
    ("ignored-draw", "c146839f80", "-/-/10-12/- Y11,G9,G13 4!R11!B11 70 classic+draw3",
     "Y11,G9", "Y11,G9,G13"),
    ("kept-closed", *LAST, "Y14", "R11,Y14"),
    ("high-cards", "bf565eb816", "1-20/8-16/2-20/1-20 Y7,Y17,Y18,Y20 8 0 official",
     "Y7", "Y7,Y17"),
    ("held-back", *LAST, "R11,Y14", "Y14"),
    ("too-little", "859cdd1688", "4-17/1-13/8-20/11-20 R3,R20,Y14,Y15,Y17,Y18,G2,G5,G6,B4,B6,B7 "
     "13!R18!G7!B10 5 official+draw1", "Y14,Y15", "R3,Y14"),
    ("let-in", *FOUR, "R19", "R2,R1"),
    ("other-end", *ENDS, "Y18", "B15"),
    ("tempo", *FOUR, "R2,R1", "R19"),
    ("opened-more", *ENDS, "B15", "Y18"),
    ("closed-row", *MARKS, "R9,Y11,Y12,G8", "R9,R15,Y11,G8"),
    ("fits-later", "5b148944c1", "4-17/1-16/1-20/6-11 R1,R20,Y17,Y18,B5,B13,B17,B19,B20 "
     "11!R3!R18!B12 4 official+pass", "Y17,Y18,B5", "R20,Y17,B5"),
    ("not-next", *MARKS, "R9,R15,Y11,G8", "R9,G8"),
    ("missed-start", *MARKS, "R9,G8", "Y11,G8"),
    ("missed-fit", *MARKS, "Y11,G8", "R9,G8"),
    ("nothing-fits", *STUCK, "play", "pass"),
    ("forgot-stock", *STUCK, "pass", "play"),
    ("empty-stock", *PASSES, "draw", "play"),
    ("went-on", *DRAWN, "lay-and-go-on", "choose"),
    ("kept-drawn", *DRAWN, "choose", "lay-and-go-on"),
    ("drawn-misfit", *KEPT, "lay-and-end", "keep-and-end"),
    ("stopped-drawing", *KEPT, "keep-and-end", "choose"),
    ("drew-on", "2eefad77b2", "9-12/-/8-13/11 R7,Y12,G15,B14 4/5 56 classic", "keep-and-draw",
     "choose"),
    ("other", "d0d7d0736f", "4-15/3-15/6-15/1-15 R3,Y1,Y2,G1,G5 5 0 official+max15", "Y2", "R3"),
]  # fmt: skip


def of_bank(name: str) -> Puzzle:
    """A puzzle of the bank."""
    found = bank.load().get(name)
    assert found is not None
    return found


def code(puzzle: Puzzle, answer: str) -> str | None:
    """The code of what an answer stands for."""
    found = misconception(puzzle, answer)
    return found.code if found else None


@pytest.mark.parametrize(
    ("wanted", "name", "line", "hit", "near_miss"), CASES, ids=[case[0] for case in CASES]
)
def test_an_answer_shows_a_misconception_and_its_neighbour_shows_another(
    wanted: str, name: str, line: str, hit: str, near_miss: str
):
    puzzle = of_bank(name)
    assert puzzle.line == line
    assert code(puzzle, hit) == wanted
    assert code(puzzle, near_miss) not in (None, wanted)


def test_a_turn_that_keeps_cards_where_all_could_go_has_overlooked_going_out():
    puzzle = next(one for one in bank.load().puzzles if one.goal is Goal.WIN)
    wrong = [",".join(value.cards) for value in puzzle.turns][:-1]
    assert wrong
    assert {code(puzzle, answer) for answer in wrong} <= {"missed-out", None}
    assert code(of_bank(LAST[0]), "Y14") != "missed-out"


def test_a_card_laid_where_only_a_pass_is_best_is_said_to_be_just_that():
    passing = [one for one in bank.load().puzzles if "pass-on-purpose" in one.themes]
    found = [one for one in passing if one.goal is Goal.BEST]
    assert found
    for puzzle in found:
        answers = [",".join(v.cards) for v in puzzle.turns if v.turn.cards]
        assert {code(puzzle, answer) for answer in answers} <= {"not-passed", None}
        assert code(puzzle, "pass") is None


def test_whoever_draws_or_passes_with_a_card_that_fits_has_forgotten_the_duty_to_play():
    questions = [one for one in bank.load().puzzles if one.question]
    playing = [one for one in questions if one.question and one.question.answer == "play"]
    assert {code(one, "draw") for one in playing} == {"must-play"}
    assert code(of_bank(STUCK[0]), "pass") != "must-play"


def right(puzzle: Puzzle) -> str:
    """A right answer, as it is stored."""
    if puzzle.question:
        return puzzle.question.answer.value
    return ",".join(puzzle.answer or solutions(puzzle)[0].cards)


def test_a_right_answer_stands_for_no_misconception():
    assert all(code(puzzle, right(puzzle)) is None for puzzle in bank.load().puzzles[::3])


def test_the_order_of_laid_cards_and_what_is_no_answer_at_all_do_no_harm():
    puzzle = of_bank(OPENING[0])
    assert code(puzzle, "B12,B10") == code(puzzle, "B10,B12") == "laid-everything"
    assert [code(puzzle, text) for text in ("", "R1", "what?", "pass")] == [None] * 4
    assert code(of_bank(MARKS[0]), "X1") is None
    assert code(of_bank(MARKS[0]), "-") == "missed-start"
    assert code(of_bank(STUCK[0]), "what?") is None


def test_hardly_any_wrong_answer_of_the_bank_is_left_without_a_name():
    """All turns of all puzzles (here of every fifth) that do not solve them."""
    codes = [
        code(puzzle, ",".join(value.cards))
        for puzzle in bank.load().puzzles[::5]
        if puzzle.goal in (Goal.BEST, Goal.UNLOAD, Goal.WIN)
        for value in puzzle.turns
    ]
    wrong = [one for one in codes if one]
    assert len(wrong) > 500
    assert wrong.count("other") < 0.05 * len(wrong)


def test_each_misconception_has_words_of_its_own():
    names = {one.name.id for one in MISCONCEPTIONS.values()}
    assert len(names) == len(MISCONCEPTIONS)
    assert all(one.ask.id.endswith("?") for one in MISCONCEPTIONS.values())
