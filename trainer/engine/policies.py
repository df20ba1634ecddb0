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
            *(1,),
            *(253, 320, -24, 107, 117, -3, 551, -20, -7, 94, 66, 49, -38, 233, 792),
            *(202, 563, -234, -54, 130, -57, 115, -30, 117, -281, 140, -84, 57, 93, 8),
        ),
    ),
    3: Policy(
        "weights",
        (
            *(1,),
            *(289, 351, -41, 231, 105, -14, 560, -14, -7, 164, 64, 56, -40, 764, 849),
            *(212, 593, -269, -80, 126, -53, 121, -21, 106, -308, 132, -96, 57, -469, 60),
        ),
    ),
    4: Policy(
        "weights",
        (
            *(1,),
            *(287, 243, -56, -116, 174, -14, 517, -46, -9, 82, 86, 66, 121, 3667, 99),
            *(82, 441, -252, -56, 138, -48, 127, -80, 117, -229, 200, -70, 60, -348, -33),
        ),
    ),
    5: Policy(
        "weights",
        (
            *(1,),
            *(277, 255, -35, -175, 163, -12, 529, -27, -8, 114, 76, 90, 115, 5836, 96),
            *(118, 436, -297, -8, 127, -46, 138, -84, 112, -221, 245, -80, 57, -459, 0),
        ),
    ),
    6: Policy(
        "weights",
        (
            *(1,),
            *(200, 226, -367, -11, 190, -15, 473, -31, -13, 40, 139, 54, 109, 4055, 49),
            *(83, 463, -198, -14, 131, -50, 129, -55, 120, -207, 178, -59, 62, -176, 37),
        ),
    ),
}

STRONGEST = "tuned"
"""The model of play that the strongest bot searches with."""
