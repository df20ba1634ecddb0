"""Named policies, and that breeding was worth it."""

from __future__ import annotations

import pytest

from trainer.engine.convert import rules_of
from trainer.engine.kernel import HOLD, KERNEL, games
from trainer.engine.policies import POLICIES, STANDARD, STRONGEST, TUNED, policy
from trainer.rules import Profile

GAMES = 1500 if KERNEL == "c" else 20


def test_every_number_of_players_has_a_tuned_policy() -> None:
    assert set(TUNED) == {2, 3, 4, 5, 6}


def test_the_models_of_play_have_names() -> None:
    assert {STANDARD, STRONGEST} <= set(POLICIES)
    with pytest.raises(ValueError, match="no policy"):
        policy("genius", 2)


@pytest.mark.skipif(KERNEL == "python", reason="too slow without the compiled kernel")
@pytest.mark.parametrize("profile", ["official", "classic"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_tuned_beats_hold_from_every_seat(players: int, profile: str) -> None:
    rules = rules_of(Profile.parse(profile))
    margin = 0.0
    for seat in range(players):
        seats = [HOLD] * players
        seats[seat] = policy("tuned", players)
        penalties = games(rules, seats, 7, 0, GAMES).penalties.tolist()
        own, total = sum(penalties[seat::players]), sum(penalties)
        margin += (total - own) / (players - 1) - own
    assert margin / (players * GAMES) > (3.0 if profile == "official" else 1.5)
