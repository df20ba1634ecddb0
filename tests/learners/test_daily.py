"""The puzzle of the day: the same for everyone, none again within a year, steady as banks grow."""

from __future__ import annotations

from datetime import date, timedelta

from trainer.learners.daily import BLOCK, GOALS, PARTS, latest, puzzle_of, suitable
from trainer.puzzles import bank

IDS = suitable(bank.load().puzzles)
FIRST = date(2026, 1, 1)


def days(number: int) -> list[date]:
    return [FIRST + timedelta(days=day) for day in range(number)]


def test_no_puzzle_comes_again_within_a_year():
    last: dict[str, date] = {}
    for day in days(4 * 366):
        found = puzzle_of(day, IDS)
        assert found is not None
        if found in last:
            assert day - last[found] > timedelta(days=365)
        last[found] = day


def test_it_depends_on_nothing_but_the_date_and_which_puzzles_there_are():
    for day in days(20):
        assert puzzle_of(day, IDS) == puzzle_of(day, list(IDS))
    puzzles = bank.load().puzzles
    assert suitable(reversed(puzzles)) == IDS


def test_only_puzzles_about_a_turn_are_taken():
    for day in days(40):
        found = bank.load().get(puzzle_of(day, IDS) or "")
        assert found is not None
        assert found.goal in GOALS


def test_a_few_new_puzzles_change_few_days():
    smaller = IDS[::25]
    fewer = tuple(one for one in IDS if one not in smaller)
    changed = sum(puzzle_of(day, IDS) != puzzle_of(day, fewer) for day in days(365))
    # 4 of 100 puzzles are new; a change may push the puzzles of a few other days.
    assert changed < 365 * 0.2


def test_a_puzzle_that_leaves_changes_the_days_after_it_in_its_block_at_most():
    day = FIRST
    gone = puzzle_of(day, IDS)
    fewer = tuple(one for one in IDS if one != gone)
    block = day.toordinal() // BLOCK
    for other in days(2 * BLOCK):
        if other.toordinal() // BLOCK != block:
            assert puzzle_of(other, IDS) == puzzle_of(other, fewer)


def test_all_days_of_a_large_bank_have_a_puzzle_of_their_part():
    counted = [sum(puzzle_of(d, IDS) is not None for d in days(BLOCK * PARTS))]
    assert counted == [BLOCK * PARTS]


def test_a_tiny_bank_repeats_and_an_empty_one_has_none():
    assert puzzle_of(FIRST, ()) is None
    assert {puzzle_of(day, ("a", "b")) for day in days(300)} <= {"a", "b"}
    assert latest(FIRST, (), 7) == []


def test_the_latest_days_begin_with_the_day_itself():
    found = latest(FIRST, IDS, 7)
    assert [day for day, _ in found] == [FIRST - timedelta(days=back) for back in range(7)]
    assert [one for _, one in found] == [puzzle_of(day, IDS) for day, _ in found]
