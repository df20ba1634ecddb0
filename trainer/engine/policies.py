"""How the players of a playout are taken to play: named policies, by number of players."""

from __future__ import annotations

from trainer.engine.kernel import DUMP, HOLD, Policy

POLICIES = ("dump", "hold", "tuned")
"""Names that may be asked for, weakest first."""

STANDARD = "hold"
"""The model of play of an evaluation unless another is named."""


def policy(name: str, players: int) -> Policy:
    """The kernel's policy of that name for a number of players; ValueError for another name."""
    if name == "dump":
        return DUMP
    if name == "hold":
        return HOLD
    if name == "tuned":
        return TUNED.get(players, HOLD)
    raise ValueError(f"no policy is called {name!r}")


TUNED: dict[int, Policy] = {}

STRONGEST = "tuned"
"""The model of play that the strongest bot searches with."""
