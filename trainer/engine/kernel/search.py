"""The reference's exact search: two players, nothing hidden, the margin under best play.

A turn is searched card by card: after a card the mover goes on or stops. Positions reached by
different orders of the same cards are then the same, and the branching is at most nine.
Bounds are kept for each position (alpha-beta with memory), in points for the one to move.

With hidden cards in the stock every draw leads to the unknown. Two searches then bound a
value, one that takes the unknown as the worst for the mover at the root and one as the best;
where both agree, no line that matters reaches an unknown card, and the value is exact.
"""

from __future__ import annotations

from trainer.engine.kernel.state import State
from trainer.engine.kernel.types import Proof, Rules, Solution, World, card, points

MOST_TURNS = 1 << 16
INFINITE = 10_000
WITHOUT_LIMIT = 1 << 62


class _OutOfNodesError(Exception):
    pass


class Search:
    """A search with its memory of bounds and its budget of nodes.

    unknown: what a draw of a hidden card is worth, by seat.
    """

    def __init__(self, rules: Rules, most_nodes: int, unknown: tuple[int, int] = (0, 0)) -> None:
        self.rules = rules
        self.unknown = unknown
        self.most_nodes = most_nodes
        self.nodes = 0
        self.memory: dict[tuple[World, bool], tuple[int, int]] = {}

    def value(self, world: World, begun: bool, alpha: int, beta: int) -> int:
        """The value for the mover: exact if strictly inside the window, else a bound.

        begun: whether the mover has laid a card in this turn already.
        """
        low, high = self.memory.get((world, begun), (-INFINITE, INFINITE))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        self.nodes += 1
        if self.nodes > self.most_nodes:
            raise _OutOfNodesError
        alpha, beta = max(alpha, low), min(beta, high)
        best = self._best(world, begun, alpha, beta)
        if best > alpha:
            low = best
        if best < beta:
            high = best
        self.memory[world, begun] = (low, high)
        return best

    def _best(self, world: World, begun: bool, alpha: int, beta: int) -> int:
        best = -INFINITE
        state = State(self.rules, world)
        for index in state.fitting():
            best = max(best, self._after(world, index, max(alpha, best), beta))
            if best >= beta:
                return best
        if state.hidden and not begun and not state.fitting():
            return self.unknown[state.mover]
        if self._may_end(state, begun):
            best = max(best, -self._other(_ended(state, begun), -beta, -max(alpha, best)))
        return best

    def _may_end(self, state: State, begun: bool) -> bool:
        if begun:
            return not state.forced()
        return not state.fitting() or state.may_pass()

    def _after(self, world: World, index: int, alpha: int, beta: int) -> int:
        """The value once the mover has laid this card."""
        state = State(self.rules, world._replace(passes=0))
        state.lay(index)
        if state.out():
            return points(state.hands[1 - state.mover])
        return self.value(state.world(), True, alpha, beta)

    def _other(self, state: State, alpha: int, beta: int) -> int:
        return self.value(state.world(), False, alpha, beta)

    def turn(self, world: World, turn: int) -> int:
        """The value of one legal turn, with the memory of the turns before it."""
        state = State(self.rules, world)
        if turn:
            state.lay_all(turn)
            if state.out():
                return points(state.hands[1 - state.mover])
        elif state.hidden and not state.fitting():
            return self.unknown[state.mover]
        return -self._other(_ended(state, bool(turn)), -INFINITE, INFINITE)


def positions_left(state: State) -> int:
    """How many tables can still arise; WITHOUT_LIMIT unless two play and the stock is empty."""
    if len(state.hands) != 2 or state.drawn < len(state.stock):
        return WITHOUT_LIMIT
    product = 1
    for colour in range(state.rules.colours):
        below = state.low[colour] - 1 if state.low[colour] else state.rules.starts[colour]
        above = state.rules.highest - (state.high[colour] or state.rules.starts[colour])
        product *= (below + 1) * (above + 1)
    return product


def _ended(state: State, begun: bool) -> State:
    """The state after the mover ends the turn: stops, draws or passes."""
    if begun:
        state.next()
    elif state.fitting():
        state.pass_turn()
    else:
        state.stuck_turn()
    return state


def legal_turns(rules: Rules, world: World, most: int = MOST_TURNS) -> list[int]:
    """All legal turns as masks, ascending; [0] for a draw turn or a pass of need.

    What is laid in one row does not bear on another: every choice of one part a row is a turn.
    OverflowError if there are more than `most`.
    """
    state = State(rules, world)
    turns = [0]
    for colour in range(rules.colours):
        parts = _row_parts(state, colour)
        if len(turns) * len(parts) > most:
            raise OverflowError(f"more than {most} legal turns")
        turns = [turn | part for turn in turns for part in parts]
    if state.fitting() and not state.may_pass() and 0 in turns:
        turns.remove(0)
    return sorted(turns)


def _row_parts(state: State, colour: int) -> list[int]:
    """What the mover may lay in one row, the empty part included where that is allowed."""
    low, high, start = state.low[colour], state.high[colour], state.rules.starts[colour]
    if low:
        downs, ups = _runs(state, colour, low - 1, -1), _runs(state, colour, high + 1, 1)
        return [down | up for down in downs for up in ups]
    opening = 1 << card(colour, start)
    if not state.hands[state.mover] & opening:
        return [0]
    downs, ups = _runs(state, colour, start - 1, -1), _runs(state, colour, start + 1, 1)
    parts = [opening | down | up for down in downs for up in ups]
    return parts if state.rules.must_open else [0, *parts]


def _runs(state: State, colour: int, number: int, step: int) -> list[int]:
    """The held cards from a number outward: none, one, two, … up to the first gap."""
    runs, cards = [0], 0
    while 1 <= number <= state.rules.highest:
        bit = 1 << card(colour, number)
        if not state.hands[state.mover] & bit:
            break
        cards |= bit
        runs.append(cards)
        number += step
    return runs


def _proof(searches: list[Search], world: World, turn: int) -> Proof:
    """The bounds of one turn from a pessimist's and an optimist's search."""
    own, other = (points(world.hands[seat]) for seat in (world.mover, 1 - world.mover))
    low, high = (-INFINITE, INFINITE) if world.stock else (points(turn) - own, other)
    try:
        low = searches[0].turn(world, turn)
        high = searches[-1].turn(world, turn)
    except _OutOfNodesError:
        pass
    return Proof(turn, low, high)


def solve(rules: Rules, world: World, most_nodes: int) -> Solution:
    """The exact margin of every legal turn, as far as the nodes go."""
    searches = [Search(rules, most_nodes)]
    if isinstance(world.stock, int) and world.stock:
        worst = (-INFINITE, INFINITE) if world.mover == 0 else (INFINITE, -INFINITE)
        best = (-worst[0], -worst[1])
        searches = [Search(rules, most_nodes, unknown) for unknown in (worst, best)]
    proofs = tuple(_proof(searches, world, turn) for turn in legal_turns(rules, world))
    return Solution(proofs, sum(min(search.nodes, most_nodes) for search in searches))
