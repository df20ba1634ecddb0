"""Each theme with a position that has it and one that only just has not."""

from __future__ import annotations

import pytest

from tests.puzzles.samples import EXAMPLE, GO_OUT, puzzle, question
from trainer.puzzles.themes import THEMES, themes_of

ENDGAME = "1-16/1-20/3-18/2-18 R17,R20,G1,G2,G20,B1 5 0 official"
"""Best: hold something back and keep the opponent from going out."""


def test_the_example_is_about_laying_all_because_nothing_can_be_stopped():
    themes = ("around-start", "lay-all", "save-points", "dear-cards", "before-end")
    assert themes_of(puzzle()) == themes


@pytest.mark.parametrize(
    ("theme", "hit", "near_miss"),
    [
        ("around-start", EXAMPLE, "-/-/-/11 R9,B10,B13 =Y11 75 official"),
        ("go-out", GO_OUT, EXAMPLE),
        ("hold-back", ENDGAME, EXAMPLE),
        ("lay-all", EXAMPLE, ENDGAME),
        ("save-points", EXAMPLE, ENDGAME),
        ("stop", ENDGAME, EXAMPLE),
        (
            "open-row",
            "-/-/-/11 R9,Y11,B10 =B12 75 official",
            "-/-/-/11 R9,Y12,B10 =B12 75 official",
        ),
        (
            "end-card",
            "1-18/11/11/11 R19,R20,B5 =Y12 55 official",
            "1-17/11/11/11 R18,R19,B5 =Y12 56 official",
        ),
        ("open-hands", ENDGAME, EXAMPLE),
        ("empty-stock", ENDGAME, EXAMPLE),
        (
            "absences",
            "-/-/-/11 B9,B10 =Y11/2!R11 74 official",
            "-/-/-/11 B9,B10 =Y11/2 74 official",
        ),
        (
            "must-open",
            "-/-/-/11 R9,Y11,B10 =B12 75 classic",
            "-/-/-/11 R9,Y11,B10 =B12 75 classic+free11",
        ),
        ("may-pass", EXAMPLE + "+pass", EXAMPLE),
        (
            "tempo",
            "1-14/1-20/1-20/4-20 R15,R16,B1,B2 5 0 classic",
            "1-14/1-20/1-20/4-20 R15,R16,B1,B3 5 0 classic",
        ),
        (
            "one-card",
            "1-15/11/1-15/7-15 Y2,Y5,Y7,Y8,Y9,Y10,Y14,Y15,B3,B5 10 0 classic+max15",
            "1-15/11/1-15/7-15 Y4,Y5,Y7,Y8,Y9,Y10,Y14,Y15,B3,B5 10 0 classic+max15",
        ),
        (
            "dear-cards",
            "1-20/1-20/3-20/1-18 G1,B19,B20 1 0 classic",
            "1-20/1-20/3-20/1-18 G2,B19,B20 1 0 classic",
        ),
        (
            "before-end",
            "1-20/1-20/3-20/1-18 G1,B19,B20 1 0 classic",
            "1-20/1-20/3-20/1-18 G2,B19,B20 1 0 classic",
        ),
        (
            "read-draw",
            "1-17/1-20/1-20/8-15 R18,B5,B7 10!B16 2 official",
            "1-17/1-20/1-20/8-15 R18,B5,B7 10 2 official",
        ),
        (
            "last-stock",
            "1-17/1-20/1-20/8-15 R18,B5,B7 10!B16 2 official",
            "1-17/1-20/1-20/8-15 R18,B5,B7 8!B16 4 official",
        ),
        (
            "pass-on-purpose",
            "1-20/1-18/3-20/1-20 Y19,G1 2 0 classic+pass",
            "1-20/1-18/3-20/1-20 Y19,G1 2 0 classic",
        ),
        (
            "starve",
            "1-13/1-20/1-16/1-20 R14,R15,R18,R19,G19,G20 =R16,R17,R20,G18 1 official",
            "1-13/1-20/1-16/1-20 R14,R15,R18,R19,G17,G20 =R16,R17,R20,G18 1 official",
        ),
        (
            "bottleneck",
            "1-20/9-11/1-20/- Y2,Y5,Y8,Y12,Y15,Y16,Y18,Y19 9 0 classic+colours3",
            "1-20/9-11/1-20/- Y4,Y5,Y8,Y12,Y15,Y16,Y18,Y19 9 0 classic+colours3",
        ),
        (
            "one-end",
            "1-20/1-18/2-14/1-20 Y20,G1,G15 6 0 official",
            "1-20/1-18/2-14/1-20 Y19,G1,G15 6 0 official",
        ),
        (
            "stop",
            "1-14/1-20/1-20/4-20 R15,R16,B1,B2 5 0 classic",
            "1-14/1-20/1-20/4-20 R15,R16,B2,B3 5 0 classic",
        ),
        (
            "long-chain",
            "1-15/1-20/1-20/1-18 R16,R17,R18,R19 3 0 official",
            "1-15/1-20/1-20/1-18 R16,R17,R19,R20 3 0 official",
        ),
        (
            "save-points",
            "1-20/1-20/3-20/1-18 G1,B19,B20 1 0 classic",
            "1-20/1-20/3-20/1-18 G2,B19,B20 1 0 classic",
        ),
        (
            "short-deck",
            "-/-/11/- R9,G10,G12 =Y11 55 official+colours3",
            "-/-/11/- R9,G10,G12 =Y11 75 official",
        ),
    ],
)
def test_a_theme_needs_all_that_makes_it(theme, hit, near_miss):
    assert theme in themes_of(puzzle(hit))
    assert theme not in themes_of(puzzle(near_miss))


@pytest.mark.parametrize(
    ("theme", "hit", "near_miss"),
    [
        ("starve", "-/-/-/11 R9,B10,B12 =B13 75 official", EXAMPLE),
        ("bottleneck", "-/-/-/11 R9,B10,B12 =B13 75 official", EXAMPLE),
        (
            "keep-closed",
            "9-11/-/-/- R6,R12,R16,Y6,Y14,G7,G11 6/10!Y11/10!Y11/6/6 12 official+colours3",
            "-/-/-/11 R9,Y11,B10 =B12 75 official",
        ),
        ("one-end", "3-18/1-17/2-20/1-20 R1,R2,R19,Y19 4 0 official", EXAMPLE),
    ],
)
def test_a_theme_of_holding_back_needs_what_is_held_back(theme, hit, near_miss):
    assert theme in themes_of(puzzle(hit, worlds=1000))
    assert theme not in themes_of(puzzle(near_miss))


def test_goals_that_are_not_about_turns_have_themes_of_their_own():
    assert themes_of(puzzle(EXAMPLE, "legal")) == ("what-fits", "around-start")
    assert "what-happens" in themes_of(question("-/-/-/11 R9 3 75 official"))
    assert "what-fits" not in themes_of(puzzle())


def test_long_chains_have_four_cards_of_one_colour():
    chain = "-/-/-/11 B7,B8,B9,B10 =Y11 74 official"
    assert "long-chain" in themes_of(puzzle(chain))
    assert "long-chain" not in themes_of(puzzle("-/-/-/11 B8,B9,B10,B13 =Y11 74 official"))


def test_questions_about_drawing_are_about_drawing():
    stuck = "-/-/-/11 R9 3 75 official"
    assert "draw-turn" in themes_of(question(stuck))
    assert "around-start" in themes_of(question(stuck, "B12"))
    assert "draw-turn" not in themes_of(question("-/-/-/11 B10 3 75 official"))
    assert "draw-turn" not in themes_of(question("1-18/1-20/1-20/1-18 R20 3 0 official"))


def test_a_row_is_kept_closed_only_where_its_start_card_may_stay_in_hand():
    free = "-/-/8-12/- Y11,G13,B11 4/1!R11!G7/4/2/2 59 official"
    assert "keep-closed" in themes_of(puzzle(free, worlds=40))
    forced = puzzle(free.replace("official", "classic"), worlds=40)
    assert {"open-row", "must-open"} <= set(themes_of(forced))
    assert "keep-closed" not in themes_of(forced)


def test_what_fits_and_what_happens_are_told_by_the_goal():
    assert "what-fits" in themes_of(puzzle(goal="legal"))
    assert "what-fits" not in themes_of(puzzle())
    assert "what-happens" in themes_of(question("-/-/-/11 R9 3 75 official"))
    assert "what-happens" not in themes_of(puzzle())


def test_every_theme_is_tried_with_a_hit_and_a_near_miss():
    marks = test_a_theme_needs_all_that_makes_it.pytestmark
    tried = {case[0] for mark in marks for case in mark.args[1]}
    elsewhere = {"what-fits", "what-happens", "draw-turn", "keep-closed"}
    assert tried | elsewhere == set(THEMES)


def test_codes_and_names_are_unique():
    assert len({theme.name for theme in THEMES.values()}) == len(THEMES)
    assert all(code == theme.code for code, theme in THEMES.items())
