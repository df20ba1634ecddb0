"""Search for more than two players whose hands are all known; an unknown stock is a barrier.

Everyone maximises the own margin. Turns are searched card by card: after each card the mover
goes on or stops. (Two players are the kernel's task.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from trainer.engine.kernel import Rules, World
from trainer.engine.kernel.state import State


class Node(NamedTuple):
    """A position inside the search; ``begun``: the mover has laid a card in this turn."""

    world: World
    begun: bool


class Over(NamedTuple):
    """The game has ended: the points left in each hand, by seat."""

    penalties: tuple[int, ...]


Step = Node | Over | None
"""Where a line leads; None is the barrier."""


class OutOfNodesError(Exception):
    """The budget of nodes is used up."""


class Barrier:
    """A search before ``unknown`` hidden cards (0: the stock is empty or its order known)."""

    def __init__(self, rules: Rules, unknown: int, most_nodes: int) -> None:
        self.rules = rules
        self.unknown = unknown
        self.most_nodes = most_nodes
        self.nodes = 0
        self._ends: dict[Node, Over | None] = {}

    def after(self, world: World, turn: int) -> Step:
        """Where a turn of the mover leads (mask; 0: draw turn or pass)."""
        state = State(self.rules, world)
        if not turn:
            return self._idle(state)
        state.lay_all(turn)
        return self._laid(state, goes_on=False)

    def end(self, step: Step) -> Over | None:
        """How the game ends if everyone maximises the own margin; None where that is not certain:
        a line reaches the barrier, or someone is indifferent between different ends."""
        if step is None or isinstance(step, Over):
            return step
        if step not in self._ends:
            self._count()
            self._ends[step] = self._best_end(step)
        return self._ends[step]

    def _best_end(self, node: Node) -> Over | None:
        ends = set[Over]()
        for step in self._steps(node):
            end = self.end(step)
            if end is None:
                return None
            ends.add(end)
        best = max(_margin(end, node.world.mover) for end in ends)
        chosen = [end for end in ends if _margin(end, node.world.mover) == best]
        return chosen[0] if len(chosen) == 1 else None

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > self.most_nodes:
            raise OutOfNodesError

    def _steps(self, node: Node) -> Iterator[Step]:
        """Every card that the mover may lay now, and the end of the turn where it is allowed."""
        state = State(self.rules, node.world)
        fitting, forced = state.fitting(), state.forced()
        for index in fitting:
            longer = State(self.rules, node.world)
            longer.lay(index)
            yield self._laid(longer, goes_on=True)
        if node.begun and not forced:
            state.next()
            yield Node(state.world(), False)
        elif not node.begun and (not fitting or state.may_pass()):
            yield self._idle(state)

    @staticmethod
    def _laid(state: State, *, goes_on: bool) -> Step:
        if state.out():
            return Over(tuple(state.penalties()))
        state.passes = 0
        if not goes_on:
            state.next()
        return Node(state.world(), goes_on)

    def _idle(self, state: State) -> Step:
        """A pass by choice, or the turn of a stuck mover."""
        if state.fitting():
            state.pass_turn()
        elif self.unknown:
            return None
        else:
            state.stuck_turn()
        return Node(state.world(), False)


def _margin(end: Over, seat: int) -> int:
    """A seat's margin times the number of its opponents, so that it is whole."""
    others = len(end.penalties) - 1
    return sum(end.penalties) - (others + 1) * end.penalties[seat]
