"""The kernel: games, deals, playouts and exact search on bare numbers, fast.

This module is the seam. Above it nothing depends on which kernel works below it: the compiled
one (`_kernel`, C99) where it was built, else the reference in Python; both give the same
results from the same seeds. `KERNEL` says which it is; TRAINER_KERNEL=python in the
environment forces the reference. Every argument is checked: what is wrong raises ValueError,
TypeError or OverflowError before anything is computed.

- `games`: whole games of given policies, from shuffle to penalties.
- `count_deals`, `enumerate_deals`, `sample_deals`: the deals that agree with a `View`. A deal
  is a row of bytes, so many deals are one bytes object (`width` bytes each); `world_of` makes
  a row a `World`, `row_of` is its inverse. A weighting of deals repeats or drops rows.
- `likely_deals`: such deals weighted by how well they explain what the others have done.
- `playouts`: every given turn over the same deals, to the end.
- `legal_turns`, `solve`: two players with nothing hidden, by complete search.

Long work is cut by the caller: `first`/`count` select a span of the infinite sequence of games
or deals of a seed, and the compiled kernel releases the interpreter lock meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Literal

from trainer.engine.kernel import reference
from trainer.engine.kernel.checks import (
    check_acts,
    check_mask,
    check_policies,
    check_rules,
    check_span,
    check_view,
    check_world,
    whole,
)
from trainer.engine.kernel.deals import count_deals as _count
from trainer.engine.kernel.deals import enumerate_deals as _enumerate
from trainer.engine.kernel.deals import row_of, world_of
from trainer.engine.kernel.search import legal_turns as _legal_turns
from trainer.engine.kernel.types import (
    DUMP,
    HOLD,
    Act,
    Games,
    Outcomes,
    Policy,
    Proof,
    Rules,
    Seat,
    Solution,
    View,
    Weights,
    World,
    card,
    cards_of,
    mask,
    points,
    weights,
)

__all__ = [
    "DUMP",
    "HOLD",
    "KERNEL",
    "Act",
    "Games",
    "Outcomes",
    "Policy",
    "Proof",
    "Rules",
    "Seat",
    "Solution",
    "View",
    "Weights",
    "World",
    "card",
    "cards_of",
    "count_deals",
    "enumerate_deals",
    "games",
    "legal_turns",
    "likely_deals",
    "mask",
    "playouts",
    "points",
    "row_of",
    "sample_deals",
    "solve",
    "weights",
    "width",
    "world_of",
]

MOST_PLAYOUTS = 1 << 24
MOST_NODES = 1 << 40

KERNEL: Literal["c", "python"]
if os.environ.get("TRAINER_KERNEL") == "python":
    KERNEL, _below = "python", reference
else:
    try:
        from trainer.engine.kernel import compiled as _below  # type: ignore[no-redef]

        KERNEL = "c"
    except ImportError:
        KERNEL, _below = "python", reference


def games(rules: Rules, policies: Sequence[Policy], seed: int, first: int, count: int) -> Games:
    """Play whole games number first..first+count-1 of a seed; one policy a seat.

    Each game: shuffle, deal, opening card (dealt again if nobody has a start), play to the end.
    """
    check_rules(rules)
    whole(len(policies), 2, 6, "players")
    check_policies(policies, len(policies))
    check_span(seed, first, count)
    if rules.deal_size(len(policies)) < 1:
        raise ValueError("the deck is too small for so many players")
    return _below.games(rules, policies, seed, first, count)


def width(rules: Rules, view: View) -> int:
    """Bytes of one deal's row: the cards whose place the mover does not know."""
    return view.pool(rules).bit_count()


def count_deals(rules: Rules, view: View) -> int:
    """How many deals are consistent with the view (hidden stock: its order counts); maybe 0."""
    check_view(rules, view)
    return _count(rules, view)


def enumerate_deals(rules: Rules, view: View, most: int = 100_000) -> bytes:
    """All consistent deals, as rows. ValueError if there are none or more than `most`."""
    check_view(rules, view)
    return _enumerate(rules, view, most)


def sample_deals(rules: Rules, view: View, seed: int, first: int, count: int) -> bytes:
    """Deals number first..first+count-1 of a seed, as rows, each consistent deal equally likely.

    ValueError if no deal is consistent; OverflowError if the known absences are too many to
    be counted in bounded memory (fifty times more than play produces).
    """
    check_view(rules, view)
    check_span(seed, first, count)
    return _below.sample_deals(rules, view, seed, first, count)


def likely_deals(
    rules: Rules,
    view: View,
    acts: Sequence[Sequence[Act]],
    policies: Sequence[Policy],
    seed: int,
    first: int,
    count: int,
) -> bytes:
    """Consistent deals as `sample_deals` gives, but likelier the better they explain the others.

    acts, policies: what each of the others has done, oldest first, and the policy that they are
    taken to follow in seven turns of eight. Any span of a seed can be asked for. ValueError for
    acts that cannot have been; else as `sample_deals`.
    """
    check_view(rules, view)
    check_acts(rules, view, acts)
    check_policies(policies, len(view.others))
    check_span(seed, first, count)
    return _below.likely_deals(rules, view, acts, policies, seed, first, count)


def playouts(
    rules: Rules,
    view: View,
    deals: bytes,
    turns: Sequence[int],
    policies: Sequence[Policy],
    *,
    seed: int = 0,
    first: int = 0,
    endgame: int = 0,
) -> Outcomes:
    """Play every turn (mask; 0: draw or pass) in every deal to the end, seat 0 the mover.

    The choices of players (ties) in the i-th deal come from (seed, first + i), the same for
    every turn. endgame: with two players and an empty stock, playouts end by exact search as
    soon as the search has at most so many positions (0: never).
    With nothing hidden `deals` is b"" and stands for one deal.
    """
    check_view(rules, view)
    check_policies(policies, view.players)
    size = width(rules, view)
    if not isinstance(deals, bytes) or len(deals) % max(size, 1) or (not size and deals):
        raise ValueError("deals must be whole rows of bytes")
    check_span(seed, first, len(deals) // max(size, 1))
    whole(len(turns) * max(len(deals) // max(size, 1), 1), 0, MOST_PLAYOUTS, "playouts")
    whole(endgame, 0, 1 << 20, "endgame")
    for turn in turns:
        check_mask(turn, "turn")
    return _below.playouts(rules, view, deals, turns, policies, seed, first, endgame)


def legal_turns(rules: Rules, world: World, most: int = 1 << 16) -> list[int]:
    """The mover's legal turns as masks, ascending; [0] for a draw turn or a pass of need.

    OverflowError if there are more than `most`.
    """
    check_world(rules, world)
    return _legal_turns(rules, world, most)


def solve(rules: Rules, world: World, most_nodes: int = 10_000_000) -> Solution:
    """The exact margin of every legal turn for two players whose hands lie open.

    Within the budget of nodes; what is not proven has bounds that differ. With hidden cards in
    the stock (`World.stock` a number) a turn is proven if no line that matters draws one. Both
    kernels give the same values, not the same number of nodes.
    """
    check_world(rules, world)
    if len(world.hands) != 2:
        raise ValueError("exact search is for two players")
    whole(most_nodes, 1, MOST_NODES, "most_nodes")
    return _below.solve(rules, world, most_nodes)
