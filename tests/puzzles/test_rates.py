"""What the players of the engine solve: the bank is no gift, and its answers can be found."""

from __future__ import annotations

import pytest

from tests.puzzles.samples import EXAMPLE, puzzle, question
from trainer.engine.bots import bot
from trainer.puzzles.bank import load
from trainer.puzzles.rates import Rates, rates, solves
from trainer.puzzles.verification import sample

BANK = load()
SOME = [entry.puzzle for entry in sample(BANK.entries, 120, 1)]


def test_who_lays_everything_solves_the_example_and_who_lays_one_card_does_not():
    assert solves(bot("dump"), puzzle(EXAMPLE))
    assert not solves(bot("hold"), puzzle(EXAMPLE))


def test_only_puzzles_about_turns_are_counted():
    asked = [puzzle(), puzzle(goal="unload"), puzzle(goal="legal"), question(EXAMPLE)]
    result = rates(bot("dump"), asked)
    assert dict(result.asked) == {"exact": 1, "unload": 1}
    assert result.share() == 1
    assert Rates().share() == 0


def test_shares_are_those_of_the_groups_that_are_named():
    result = Rates()
    for group, solved in (("exact", True), ("exact", False), ("win", True)):
        result.add(group, solved)
    assert result.share("exact") == 0.5
    assert result.share() == pytest.approx(2 / 3)


def test_over_the_bank_dump_solves_less_than_a_third_and_hold_less_than_half():
    assert rates(bot("dump"), BANK.puzzles).share() < 1 / 3
    assert rates(bot("hold"), BANK.puzzles).share() < 1 / 2


def test_the_searching_player_solves_what_is_proven_and_nearly_all_that_is_sampled():
    result = rates(bot("search", worlds=1000), SOME)
    assert result.share("exact") == 1
    assert result.share("sampled") >= 0.95
