"""What can be proven: exact values, or None where nothing is claimed.

Proven are: two players with nothing hidden; known hands where no line that matters reaches an
unknown card of the stock; and a position in which every turn goes out. With more than two
players everyone is taken to maximise the own margin, and nothing is claimed where someone would
be indifferent between two ends that differ.
"""

from __future__ import annotations

from collections.abc import Sequence

from trainer.engine import kernel
from trainer.engine.barrier import Barrier, OutOfNodesError, Over
from trainer.engine.beliefs import Beliefs
from trainer.engine.convert import rules_of, turn_mask, world_with_open_hands
from trainer.engine.evaluation import Margin, TurnValue
from trainer.engine.kernel import World
from trainer.rules import Position, Turn

NODES = {"c": 20_000_000, "python": 400_000}
"""How many positions a search of two players may look at before it says "not proven"."""

NODES_PER_SECOND = {"c": 2_000_000, "python": 20_000}
"""About how many of them a second allows."""

BARRIER_NODES = 30_000
"""The same for the search before an unknown stock, and for more than two players."""


def node_budget(seconds: float | None) -> int:
    """How many nodes a proof may take if so many seconds are allowed in all."""
    most = NODES[kernel.KERNEL]
    return (
        most if seconds is None else min(most, int(seconds * NODES_PER_SECOND[kernel.KERNEL]) + 1)
    )


def prove(
    beliefs: Beliefs, turns: Sequence[Turn], nodes: int | None = None
) -> list[TurnValue] | None:
    """The exact value of every turn (losses not filled in), or None if any stays open.

    ``nodes``: the budget of positions of the search; by default NODES.
    """
    position = beliefs.position
    if all(_goes_out(position, turn) for turn in turns):
        return [going_out(beliefs, turn) for turn in turns]
    known = beliefs.settled
    world = world_with_open_hands(known)
    if world is None:
        return None
    if known.players == 2:
        return _two(known, world, turns, nodes or NODES[kernel.KERNEL])
    return _several(known, world, turns, min(nodes or BARRIER_NODES, BARRIER_NODES))


def going_out(beliefs: Beliefs, turn: Turn) -> TurnValue:
    """The value of a turn that lays the last card: what the others are left with, on average."""
    seats = range(len(beliefs.position.others))
    margin = sum(map(beliefs.expected_points, seats)) / len(seats)
    return TurnValue(turn, Margin(margin), win=1.0, penalty=0.0)


def _goes_out(position: Position, turn: Turn) -> bool:
    return len(turn.cards) == len(position.hand)


def _two(
    position: Position, world: World, turns: Sequence[Turn], nodes: int
) -> list[TurnValue] | None:
    solution = kernel.solve(rules_of(position.profile), world, nodes)
    if not solution.proven:
        return None
    margins = {proof.turn: proof.low for proof in solution.proofs}
    return [_zero_sum(turn, margins[turn_mask(turn)]) for turn in turns]


def _zero_sum(turn: Turn, margin: int) -> TurnValue:
    """With two players the margin tells all: the loser's penalty is its size."""
    won = margin > 0
    return TurnValue(turn, Margin(float(margin)), float(won), 0.0 if won else float(-margin))


def _several(
    position: Position, world: World, turns: Sequence[Turn], nodes: int
) -> list[TurnValue] | None:
    unknown = world.stock if isinstance(world.stock, int) else 0
    known = () if isinstance(world.stock, int) else world.stock
    search = Barrier(rules_of(position.profile), unknown, nodes)
    world = world._replace(stock=known)
    try:
        ends = [search.end(search.after(world, turn_mask(turn))) for turn in turns]
    except OutOfNodesError:
        return None
    values = [_ended(turn, end) for turn, end in zip(turns, ends, strict=True) if end]
    return values if len(values) == len(turns) else None


def _ended(turn: Turn, end: Over) -> TurnValue:
    own, *others = end.penalties
    margin = sum(others) / len(others) - own
    return TurnValue(turn, Margin(margin), float(own == 0), float(own))
