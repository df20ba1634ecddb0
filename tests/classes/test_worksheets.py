"""Worksheets as values: the same address is the same sheet, neighbours differ, codes lead back."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lessons.test_practice import exercises, quick
from trainer.classes import codes
from trainer.classes.paper_codes import (
    EXERCISE,
    LENGTHS,
    OWN,
    PRINTED_KINDS,
    SHORT,
    WHOLE,
    code_of,
    read_code,
    read_codes,
)
from trainer.classes.worksheets import (
    LETTERS,
    SHEET_SEEDS,
    OfBank,
    Own,
    Practice,
    Question,
    Sheet,
    exchanged,
    namings_for,
    practice_items,
    puzzle_items,
    questions,
    read_item,
    variant_letters,
    without,
)
from trainer.lessons.practice import KINDS, Exercise
from trainer.puzzles import bank
from trainer.puzzles.canonical import canonical_key, namings
from trainer.puzzles.recolouring import SAME, recolourings

PUZZLES = bank.load().puzzles
SEEDS = st.text("ACDEFHJ", min_size=4, max_size=4)
SOME_PUZZLES = st.sampled_from(PUZZLES)


def find(item: OfBank | Own):
    return bank.load().get(item.id) if isinstance(item, OfBank) else None


def sheet_of(*ids: str, seed: str = "KM7X", variants: int = 4) -> Sheet:
    return Sheet(tuple(map(OfBank, ids)), seed, variants)


@given(st.lists(SOME_PUZZLES, min_size=1, max_size=4, unique=True), SEEDS)
def test_the_same_address_is_the_same_sheet(puzzles, seed: str) -> None:
    sheet = sheet_of(*(one.id for one in puzzles), seed=seed)
    again = Sheet(tuple(map(OfBank, (one.id for one in puzzles))), seed, 4)
    assert questions(sheet, find) == questions(again, find)


@given(SOME_PUZZLES, SEEDS)
def test_variants_are_the_same_puzzle_in_colours_that_the_rules_allow(puzzle, seed: str) -> None:
    for letter, (asked,) in questions(sheet_of(puzzle.id, seed=seed), find).items():
        assert letter in LETTERS
        assert asked.puzzle is not None
        assert canonical_key(asked.puzzle) == canonical_key(puzzle)
        assert asked.naming in recolourings(puzzle.position)
        assert [v.margin for v in asked.puzzle.turns] == [v.margin for v in puzzle.turns]


@given(SOME_PUZZLES, SEEDS)
def test_as_many_variants_differ_as_the_rules_allow(puzzle, seed: str) -> None:
    chosen = namings_for(puzzle, 4, seed)
    assert len(set(chosen)) == min(4, len(recolourings(puzzle.position)))


def test_four_variants_of_an_open_table_have_no_row_in_the_same_colour() -> None:
    puzzle = next(one for one in PUZZLES if len(recolourings(one.position)) == 24)
    chosen = namings_for(puzzle, 4, "seed")
    for colour in range(4):
        assert len({naming[colour] for naming in chosen}) == 4


@pytest.mark.parametrize("puzzle", PUZZLES[::40], ids=lambda one: one.id)
def test_neighbours_with_different_answers_wherever_the_rules_allow_four(puzzle) -> None:
    found = questions(sheet_of(puzzle.id), find)
    answers = [asked.puzzle.turns[0].turn.cards for (asked,) in found.values() if asked.puzzle]
    colours = {card.colour for card in puzzle.turns[0].turn.cards}
    if len(recolourings(puzzle.position)) == 24 and 0 < len(colours) < 4:
        assert len(set(map(frozenset, answers))) == 4


def test_a_sheet_without_variants_shows_the_puzzle_as_it_is() -> None:
    puzzle = PUZZLES[0]
    (asked,) = questions(sheet_of(puzzle.id, variants=1), find)["A"]
    assert asked.naming == SAME
    assert asked.puzzle == puzzle


def test_another_seed_gives_other_colours() -> None:
    ids = [one.id for one in PUZZLES[300:306]]
    first = questions(sheet_of(*ids, seed="AAAA"), find)["A"]
    other = questions(sheet_of(*ids, seed="CCCC"), find)["A"]
    assert [one.naming for one in first] != [one.naming for one in other]


def test_a_puzzle_that_is_gone_is_left_out_and_the_others_stay_as_they_are() -> None:
    sheet = Sheet((OfBank("0" * 10), OfBank(PUZZLES[5].id)), "KM7X", 4)
    kept = Sheet((OfBank("1" * 10), OfBank(PUZZLES[5].id)), "KM7X", 4)
    assert questions(sheet, find) == questions(kept, find)
    assert {len(column) for column in questions(sheet, find).values()} == {1}


@given(SEEDS, st.sampled_from(["ordinary-turn", "goal-and-deck", "endgame"]), st.integers(1, 5))
@settings(max_examples=8)
def test_practice_gives_every_neighbour_another_exercise_of_the_same_kind(
    seed: str, chapter: str, level: int
) -> None:
    items = practice_items(chapter, level, "official", 4, seed)
    found = questions(Sheet(tuple(items), seed, 4), find)
    for column in zip(*found.values(), strict=True):
        assert len({(one.item.kind, one.item.level, one.item.base) for one in column}) == 1
        for one, other in pairwise(column):
            assert one.exercise.content != other.exercise.content
    for sheet in found.values():
        contents = [one.exercise.content for one in sheet]
        assert all(one not in contents[:place] for place, one in enumerate(contents))


def test_exercises_that_come_in_few_forms_are_repeated_rather_than_refused() -> None:
    items = practice_items("origins-and-variants", 1, "official", 24, "KM7X")
    assert len(items) == 24
    assert all(
        len(column) == 24 for column in questions(Sheet(tuple(items), "K", 4), find).values()
    )


def test_a_chapter_without_exercises_has_none() -> None:
    assert practice_items("nowhere", 1, "official", 4, "KM7X") == []
    assert practice_items("endgame", 6, "official", 4, "KM7X") == []


def test_puzzles_are_drawn_by_the_seed_and_stand_in_their_order() -> None:
    chosen = puzzle_items(PUZZLES, 6, "KM7X")
    assert chosen == puzzle_items(PUZZLES, 6, "KM7X")
    assert chosen != puzzle_items(PUZZLES, 6, "KM7Y")
    places = [bank.load().number(one.id) for one in chosen]
    assert places == sorted(set(places))
    assert len(puzzle_items(PUZZLES[:3], 6, "KM7X")) == 3


NAMES = st.lists(st.uuids().map(str), max_size=40, unique=True)


@given(NAMES, SEEDS, st.integers(2, 4))
def test_neighbours_never_have_the_same_variant(names, seed: str, variants: int) -> None:
    letters = variant_letters(Sheet((), seed, variants), names)
    assert len(letters) == len(names)
    assert set(letters) <= set(LETTERS[:variants])
    assert all(one != other for one, other in pairwise(letters))
    assert letters == variant_letters(Sheet((), seed, variants), names)


@given(NAMES, SEEDS)
def test_one_variant_is_the_same_for_all(names, seed: str) -> None:
    assert set(variant_letters(Sheet((), seed), names)) <= {"A"}


def test_somebody_who_leaves_changes_hardly_any_variant() -> None:
    names = [f"pupil-{number}" for number in range(35)]
    sheet = Sheet((), "KM7X", 4)
    before = dict(zip(names, variant_letters(sheet, names), strict=True))
    for gone in names:
        rest = [name for name in names if name != gone]
        after = dict(zip(rest, variant_letters(sheet, rest), strict=True))
        assert sum(before[name] != after[name] for name in rest) <= 4


def test_every_variant_is_handed_out_about_as_often() -> None:
    letters = variant_letters(Sheet((), "KM7X", 4), [str(n) for n in range(4000)])
    assert all(800 < letters.count(letter) < 1200 for letter in LETTERS)


@given(st.sampled_from(PUZZLES))
def test_an_item_of_the_bank_is_read_as_it_is_written(puzzle) -> None:
    assert read_item(str(OfBank(puzzle.id))) == OfBank(puzzle.id)


@given(exercises())
@quick
def test_an_exercise_is_read_as_it_is_written(one: Exercise) -> None:
    item = Practice(one.kind.name, one.level, one.base, one.seed % SHEET_SEEDS)
    assert read_item(str(item)) == item


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7d1ed874c",
        "7D1ED874CA",
        "own-12",
        "fits-6-official-1",
        "fits-1-house-1",
        "fits-1-official-01",
        f"fits-1-official-{SHEET_SEEDS}",
        "must-lay-1-official-1",
        "dance-1-official-1",
    ],
)
def test_what_is_no_item_is_not_read(text: str) -> None:
    assert read_item(text) is None


@given(SOME_PUZZLES, st.integers(0, 23))
def test_the_code_of_a_puzzle_leads_back_to_its_colours(puzzle, number: int) -> None:
    naming = list(namings(puzzle.position))[number % len(list(namings(puzzle.position)))]
    code = code_of(Question(OfBank(puzzle.id), naming, puzzle))
    assert len(code) == SHORT
    assert read_code(codes.spaced(code, 3).lower()) == (OfBank(puzzle.id), naming)


def test_no_two_puzzles_of_the_bank_share_a_code() -> None:
    found = {code_of(Question(OfBank(one.id), SAME, one)) for one in PUZZLES}
    assert len(found) == len(PUZZLES)
    assert {len(code) for code in found} == {SHORT}


def test_a_puzzle_whose_short_code_is_taken_has_a_longer_one() -> None:
    taken = int(PUZZLES[0].id, 16) + 22**6 // 24
    code = code_of(Question(OfBank(f"{taken:010x}")))
    assert len(code) == WHOLE
    assert read_code(code) == (OfBank(f"{taken:010x}"), SAME)
    last = code_of(Question(OfBank("f" * 10), (3, 2, 1, 0)))  # type: ignore[arg-type]
    assert read_code(last) == (OfBank("f" * 10), (3, 2, 1, 0))


@given(st.integers(0, 2**64 - 1), st.integers(0, 23))
def test_the_code_of_an_own_puzzle_holds_its_link(link: int, number: int) -> None:
    naming = list(namings(PUZZLES[0].position))[number]
    item = Own(f"{link:016x}")
    code = code_of(Question(item, naming))
    assert len(code) == OWN
    assert read_code(code) == (item, naming)


@given(exercises())
@quick
def test_the_code_of_an_exercise_leads_back_to_it(one: Exercise) -> None:
    item = Practice(one.kind.name, one.level, one.base, one.seed % SHEET_SEEDS)
    code = code_of(Question(item))
    assert len(code) == EXERCISE
    assert read_code(code) == (item, SAME)


@given(exercises(), st.integers(0, EXERCISE - 1), st.sampled_from(codes.ALPHABET))
@quick
def test_a_wrong_letter_in_the_code_of_an_exercise_is_found(
    one: Exercise, place: int, letter: str
) -> None:
    item = Practice(one.kind.name, one.level, one.base, one.seed % SHEET_SEEDS)
    code = code_of(Question(item))
    slip = code[:place] + letter + code[place + 1 :]
    assert slip == code or read_code(slip) is None


def test_a_wrong_letter_in_the_code_of_a_puzzle_is_found_nearly_always() -> None:
    code = code_of(Question(OfBank(PUZZLES[0].id), SAME, PUZZLES[0]))
    slips = {
        code[:place] + letter + code[place + 1 :]
        for place in range(SHORT - 1)
        for letter in codes.ALPHABET
    } - {code}
    # The last letter tells the colours as well: a slip there may name the same puzzle.
    others = [found for slip in slips if (found := read_code(slip)) is not None]
    assert sum(item != OfBank(PUZZLES[0].id) for item, _ in others) <= 1


@pytest.mark.parametrize("text", ["", "A", "KMPT", "OOOOOO", "KMPT7X3", "%$§", "A" * 17, "9" * OWN])
def test_what_is_no_code_stands_for_nothing(text: str) -> None:
    assert len(text) not in LENGTHS or read_code(text) is None


@given(st.text(max_size=20))
def test_anything_may_be_typed(text: str) -> None:
    read_code(text)


def test_an_address_holds_several_codes_or_none_at_all() -> None:
    asked = [Question(OfBank(one.id), SAME, one) for one in PUZZLES[:3]]
    text = "-".join(map(code_of, asked))
    assert read_codes(text) == [(one.item, SAME) for one in asked]
    assert read_codes(f"{text}-AAAA") is None
    assert read_codes("-".join([code_of(asked[0])] * 25)) is None


def test_the_numbers_of_kinds_in_codes_stay_for_good() -> None:
    assert set(PRINTED_KINDS) == set(KINDS)
    assert PRINTED_KINDS[:3] == ("missing", "opener", "how-many")
    assert PRINTED_KINDS[13] == "cheapest"


def test_a_question_can_be_left_out_or_exchanged() -> None:
    sheet = sheet_of(*(one.id for one in PUZZLES[:3]))
    assert without(sheet, 1).items == (sheet.items[0], sheet.items[2])
    other = exchanged(sheet, 1, PUZZLES[:10])
    assert other.items[1] not in sheet.items
    assert (other.items[0], other.items[2]) == (sheet.items[0], sheet.items[2])
    assert exchanged(sheet, 1, PUZZLES[:3]) == sheet
    (item,) = practice_items("ordinary-turn", 2, "official", 1, "KM7X")
    changed = exchanged(Sheet((item,), "KM7X", 1), 0, ()).items[0]
    assert isinstance(changed, Practice)
    assert changed.exercise.content != item.exercise.content
    assert (changed.kind, changed.level) == (item.kind, item.level)
