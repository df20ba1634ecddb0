"""The reference kernel: plain Python, what the compiled one must equal result by result.

It serves where the extension was not built. See the package for what the functions promise;
arguments have been checked there.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import count

from trainer.engine.kernel.checks import check_deals, check_turn
from trainer.engine.kernel.deals import Sampler, world_of
from trainer.engine.kernel.likely import likely_deals
from trainer.engine.kernel.policies import Turn, turn_of
from trainer.engine.kernel.random64 import NEXT_ATTEMPT, Purpose, Random64
from trainer.engine.kernel.search import INFINITE, WITHOUT_LIMIT, Search, positions_left, solve
from trainer.engine.kernel.state import State
from trainer.engine.kernel.types import (
    COLOURS,
    Games,
    Outcomes,
    Policy,
    Rules,
    View,
    World,
    card,
    cards_of,
    mask,
)

__all__ = ["games", "likely_deals", "playouts", "sample_deals", "solve"]


def games(rules: Rules, policies: Sequence[Policy], seed: int, first: int, count: int) -> Games:
    """Whole games; see the package."""
    winners, penalties = array("B"), array("H")
    turns = [turn_of(policy) for policy in policies]
    for index in range(first, first + count):
        random = Random64(seed, Purpose.PLAY, index)
        state = _opened(rules, len(policies), seed, index)
        ended = _play_out(state, turns, random)
        winners.append(ended.index(0))
        penalties.extend(ended)
    return Games(len(policies), memoryview(winners), memoryview(penalties))


def _opened(rules: Rules, players: int, seed: int, index: int) -> State:
    """A game after its deal and its opening card; dealt again until somebody has a start."""
    size = rules.deal_size(players)
    for attempt in count():
        deck = cards_of(rules.deck)
        Random64(seed, Purpose.GAME + NEXT_ATTEMPT * attempt, index).shuffle(deck)
        hands = tuple(mask(deck[size * seat : size * (seat + 1)]) for seat in range(players))
        for colour in range(rules.colours):
            start = card(colour, rules.starts[colour])
            for seat, hand in enumerate(hands):
                if hand >> start & 1:
                    rest = tuple(deck[size * players :])
                    state = State(rules, World(((0, 0),) * COLOURS, hands, rest, seat))
                    state.lay(start)
                    state.next()
                    return state
    raise AssertionError("some deal always has a start")


def _play_out(state: State, turns: list[Turn], random: Random64, endgame: int = 0) -> list[int]:
    """Play to the end; the penalties by seat."""
    while True:
        if endgame and positions_left(state) <= endgame:
            return _searched(state)
        seat = state.mover
        if not state.fitting():
            state.stuck_turn()
            continue
        turns[seat](state, random)
        if state.out():
            return state.penalties()
        state.next()


def _searched(state: State) -> list[int]:
    """The penalties under best play of both."""
    search = Search(state.rules, WITHOUT_LIMIT)
    value = search.value(state.world(), False, -INFINITE, INFINITE)
    return [-min(value, 0), max(value, 0)] if state.mover == 0 else [max(value, 0), -min(value, 0)]


def sample_deals(rules: Rules, view: View, seed: int, first: int, count: int) -> bytes:
    """Random deals; see the package."""
    sampler = Sampler(rules, view)
    return b"".join(bytes(sampler.deal(seed, first + i)) for i in range(count))


def playouts(
    rules: Rules,
    view: View,
    deals: bytes,
    turns: Sequence[int],
    policies: Sequence[Policy],
    seed: int,
    first: int,
    endgame: int,
) -> Outcomes:
    """Playouts of every turn over the same deals; see the package."""
    check_deals(rules, view, deals)
    margins, penalties, wins = array("d"), array("H"), array("B")
    functions = [turn_of(policy) for policy in policies]
    width = view.pool(rules).bit_count()
    count = len(deals) // width if width else 1
    for turn in turns:
        for index in range(count):
            world = world_of(view, deals[index * width : (index + 1) * width])
            random = Random64(seed, Purpose.PLAY, first + index)
            margin, penalty = _playout(rules, view, world, turn, functions, random, endgame)
            margins.append(margin)
            penalties.append(penalty)
            wins.append(penalty == 0)
    return Outcomes(len(turns), count, memoryview(margins), memoryview(penalties), memoryview(wins))


def _playout(
    rules: Rules,
    view: View,
    world: World,
    turn: int,
    functions: list[Turn],
    random: Random64,
    endgame: int,
) -> tuple[float, int]:
    """Margin and penalty of the mover in one world after one turn."""
    state = State(rules, world, (view.lacks, *(seat.lacks for seat in view.others)))
    check_turn(State(rules, world), turn)
    if turn:
        state.lay_all(turn)
        if not state.out():
            state.next()
    elif state.fitting():
        state.pass_turn()
    else:
        state.stuck_turn()
    own, *others = (
        _play_out(state, functions, random, endgame) if state.hands[0] else state.penalties()
    )
    return sum(others) / len(others) - own, own
