"""How simulated players play, in the reference kernel: `dump`, `hold` and `weights`.

A policy sees what its player sees: the own hand, the table, the others' counts and known
absences. It plays one turn of a mover who can play.
"""

from __future__ import annotations

from collections.abc import Callable

from trainer.engine.kernel.random64 import Random64
from trainer.engine.kernel.state import State
from trainer.engine.kernel.types import (
    HOLD_WEIGHTS,
    NEVER,
    NUMBERS,
    PHASE_SIZE,
    Policy,
    Weights,
    card,
)

Turn = Callable[[State, Random64], None]


def dump(state: State, random: Random64) -> None:
    """Lay every card that can be laid."""
    while fitting := state.fitting():
        for index in fitting:
            state.lay(index)


def by_weights(params: tuple[int, ...]) -> Turn:
    """The turn of a `weights` policy: the worthiest card, then more while they are worth it."""
    rush_at, phases = params[0], _phases(params[1:])

    def play(state: State, random: Random64) -> None:
        others = [h.bit_count() for s, h in enumerate(state.hands) if s != state.mover]
        bare = state.drawn == len(state.stock)
        phase = phases[2 * bare + (min(others) <= rush_at)]
        forced = state.forced()
        for index in forced:
            state.lay(index)
        started = bool(forced)
        while (fitting := state.fitting()) and not (started and phase.more >= NEVER):
            worth, index = _worthiest(state, fitting, phase, random)
            if started and worth < phase.more + phase.more_per_fit * len(fitting):
                break
            state.lay(index)
            started = True

    return play


def _phases(params: tuple[int, ...]) -> list[Weights]:
    """Calm and rush, then the same for an empty stock."""
    starts = range(0, len(params), PHASE_SIZE)
    phases = [Weights(*params[start : start + PHASE_SIZE]) for start in starts]
    return phases if len(phases) == 4 else phases * 2


def _worthiest(
    state: State, fitting: list[int], phase: Weights, random: Random64
) -> tuple[int, int]:
    """The best worth and its card; the k-th of equal cards replaces with chance 1/k."""
    best, chosen, ties = 0, -1, 0
    for index in fitting:
        value = worth(state, index, phase)
        if chosen < 0 or value > best:
            best, chosen, ties = value, index, 1
        elif value == best:
            ties += 1
            if random.below(ties) == 0:
                chosen = index
    return best, chosen


def worth(state: State, index: int, phase: Weights) -> int:
    """What it is worth for the mover to lay this card, which fits."""
    colour, number = index // NUMBERS, index % NUMBERS + 1
    value = phase.points * number
    if state.low[colour] == 0:
        value += phase.start
        for step in (-1, 1):
            side = _outward(state, index, step)
            value += _start_side(state, side, phase) if side else 0
        return value
    side = _outward(state, index, -1 if number < state.low[colour] else 1)
    return value + (_side(state, side, phase) if side else phase.end)


def _outward(state: State, index: int, step: int) -> list[int]:
    """The cards of the row after this one, up or down to its end."""
    colour, number = index // NUMBERS, index % NUMBERS + 1
    stop = 0 if step < 0 else state.rules.highest + 1
    return [card(colour, beyond) for beyond in range(number + step, stop, step)]


def _side(state: State, side: list[int], phase: Weights) -> int:
    held = [state.hands[state.mover] >> index & 1 for index in side]
    own = sum(held)
    run = held.index(0) if 0 in held else len(held)
    worth = phase.own_beyond * own + phase.other_beyond * (len(held) - own)
    worth += phase.run * run + phase.gap * _gap(held)
    if held[0]:
        return worth + phase.next_own
    return worth + phase.next_other + phase.next_lacked * _lacking(state, side[0])


def _start_side(state: State, side: list[int], phase: Weights) -> int:
    held = [state.hands[state.mover] >> index & 1 for index in side]
    worth = phase.start_own * sum(held) + phase.start_gap * _gap(held)
    if held[0]:
        return worth + phase.start_next_own
    return worth + phase.next_lacked * _lacking(state, side[0])


def _gap(held: list[int]) -> int:
    """Cards not held before the first held one; 0 if none is held."""
    return held.index(1) if 1 in held else 0


def _lacking(state: State, index: int) -> int:
    """How many others are known not to hold a card."""
    return sum(lacks >> index & 1 for s, lacks in enumerate(state.lacks) if s != state.mover)


def turn_of(policy: Policy) -> Turn:
    """The function that plays a turn of this policy."""
    if policy.name == "dump":
        return dump
    if policy.name == "hold":
        return by_weights((0, *HOLD_WEIGHTS, *HOLD_WEIGHTS))
    return by_weights(policy.params)
