"""Choosing a balanced bank, and writing it down."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from tests.puzzles.samples import EXAMPLE, puzzle
from trainer.puzzles.bank import load
from trainer.puzzles.mining.choosing import GIFTS, QUOTAS, Candidate, Choice, choose
from trainer.puzzles.mining.jobs import Job, Kind, mine
from trainer.puzzles.mining.journal import Journal
from trainer.puzzles.mining.shelving import (
    read,
    remade,
    retagged,
    rewrite,
    shelf_of,
    shelve,
)
from trainer.puzzles.schema import Goal, Puzzle

replace = msgspec.structs.replace


@pytest.fixture(scope="module")
def found() -> tuple[Puzzle, ...]:
    return tuple(
        one
        for profile in ("official", "classic+max15")
        for one in mine(Job(Kind.ENDGAME, profile, 2, 0, 10))
    )


def test_a_quota_is_never_exceeded(found):
    chosen = choose(found, [], {"exact": 3})
    assert len(chosen) == 3
    assert {one.goal for one in chosen} == {Goal.BEST}
    assert choose(found, [], {"sampled": 7}) == []


def test_the_order_of_the_candidates_decides_nothing_but_ties(found):
    once, again = choose(found, [], {"exact": 9}), choose(found, [], {"exact": 9})
    assert once == again
    themes = Counter(theme for one in once for theme in one.themes)
    backwards = choose(found[::-1], [], {"exact": 9})
    other = Counter(theme for one in backwards for theme in one.themes)
    assert len(themes | other) - len(themes & other) <= 3


def test_what_the_bank_has_under_other_colours_is_not_chosen(found):
    own = [replace(one, source="composed") for one in found[:3]]
    chosen = choose(found, own, {"exact": 1000})
    assert not {one.id for one in chosen} & {one.id for one in own}
    twins = [puzzle(EXAMPLE.replace("R9", "G9"))]
    assert choose(twins, [puzzle()], QUOTAS) == []


def test_few_puzzles_are_gifts_to_natural_players(found):
    chosen = [Candidate.of(one) for one in choose(found, [], {"exact": 30})]
    assert chosen
    for name, part in GIFTS.items():
        assert sum(name in one.gifts for one in chosen) <= part * len(chosen) + 1


def test_a_rare_theme_is_worth_more_than_a_common_one():
    choice = Choice({"exact": 10})
    common = Candidate(puzzle(), "exact", ("stop", "level 1"), frozenset())
    rare = Candidate(puzzle(), "exact", ("starve", "level 1"), frozenset())
    assert choice.value(common) == choice.value(rare)
    choice.take(common)
    assert choice.value(common) < choice.value(rare)


def test_records_are_written_by_profile_and_method_and_read_again(tmp_path, found):
    (tmp_path / "classic").mkdir()
    (tmp_path / "classic" / "12-mined-sampled.jsonl").write_text("old\n")
    counts = shelve(found, tmp_path)
    assert set(counts) == {"official/11-mined-exact.jsonl", "classic/11-mined-exact.jsonl"}
    bank = load(tmp_path)
    assert set(bank.puzzles) == set(found)
    levels = [one.level for one in read(tmp_path / "official" / "11-mined-exact.jsonl")]
    assert levels == sorted(levels)


def test_each_goal_and_method_has_its_shelf():
    assert shelf_of(puzzle()) == "official/11-mined-exact.jsonl"
    hidden = puzzle("-/-/-/11 R9,B10,B12 3/3/3 67 classic", worlds=40)
    assert shelf_of(hidden) == "classic/12-mined-sampled.jsonl"
    assert shelf_of(puzzle(goal="unload")) == "official/13-mined-unload.jsonl"


def test_a_folder_of_jobs_can_be_read_like_a_file_of_records(tmp_path, found):
    job = Job(Kind.ENDGAME, "official", 2, 0, 10)
    Journal(tmp_path).write(job, found)
    assert tuple(read(tmp_path)) == found


def test_a_record_is_made_anew_with_the_deals_of_its_certificate():
    hidden = replace(puzzle("-/-/-/11 R9,B10,B12 3/3/3 67 classic", worlds=40), source="mined")
    assert remade(hidden) == hidden
    older = replace(hidden, turns=hidden.turns[:1], themes=(), level=5)
    assert remade(older) == hidden


def test_retagging_gives_mined_records_themes_and_level_and_leaves_an_author_the_level(tmp_path):
    wrong = replace(puzzle(), themes=("stop",), level=5, source="mined")
    assert retagged(wrong) == replace(puzzle(), source="mined")
    own = replace(wrong, source="composed")
    assert retagged(own) == replace(puzzle(), level=5)
    shelve([wrong], tmp_path)
    load.cache_clear()
    assert rewrite(load(tmp_path).entries, tmp_path) == 1
    load.cache_clear()
    assert load(tmp_path).puzzles[0].themes == puzzle().themes
