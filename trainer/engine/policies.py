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


# Found by evolution against `hold`, see docs/engine.md: how long the rush is on, then the weights
# of the calm phase and of the rush, in the order of kernel.Weights.
TUNED: dict[int, Policy] = {
    2: Policy(
        "weights",
        (
            *(3,),
            *(184, 273, 10, 28, 130, 0, 501, -29, -2, -36, 106, 44, -41, 2083, 20),
            *(564, 153, -145, 130, 38, 2, -1, 1, -2, -124, 134, -3, 43, 2153, 77),
        ),
    ),
    3: Policy(
        "weights",
        (
            *(3,),
            *(219, 307, -19, -13, 132, -24, 492, -21, -7, -15, 132, 48, -35, 2504, 48),
            *(488, 117, -153, 141, 54, -4, 3, 3, -2, -133, 74, 0, 36, 2057, 52),
        ),
    ),
    4: Policy(
        "weights",
        (
            *(1,),
            *(176, 278, -247, -7, 138, -10, 471, 6, -6, 17, 94, 67, 36, 3667, 114),
            *(299, 279, -158, -9, 118, -58, 43, 38, 33, 53, 6, -43, 33, 2503, 33),
        ),
    ),
    5: Policy(
        "weights",
        (
            *(1,),
            *(146, 287, -213, -211, 148, -9, 463, -12, -7, 23, 115, 86, 31, 3732, 122),
            *(351, 278, -136, -33, 144, -82, 40, 5, 48, 87, -30, -45, 48, 2317, -34),
        ),
    ),
    6: Policy(
        "weights",
        (
            *(1,),
            *(211, 290, -295, -32, 183, -8, 459, -16, -6, 46, 141, 60, 65, 4100, 97),
            *(116, 494, -161, 9, 121, -53, 112, -28, 113, -199, 130, -43, 50, 2101, -5),
        ),
    ),
}

STRONGEST = "tuned"
"""The model of play that the strongest bot searches with."""
