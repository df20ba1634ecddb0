"""A run through all of the compiled kernel beside the reference, for the sanitizers to watch."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from types import ModuleType

from tests.engine.kernel.strategies import LIVELY, RULES, random_view, random_world
from trainer.engine.kernel import (
    DUMP,
    HOLD,
    Act,
    Rules,
    Seat,
    View,
    World,
    legal_turns,
    reference,
    width,
)
from trainer.engine.kernel.policies import turn_of
from trainer.engine.kernel.random64 import Purpose, Random64
from trainer.engine.kernel.reference import _opened

ERRORS = (ValueError, TypeError, OverflowError)


def exercise(kernel: ModuleType) -> None:
    """Both kernels side by side, then bytes that make no sense."""
    random = Random(1)
    for rules in RULES:
        _games(kernel, rules)
        for players in (2, 4):
            _guesses(kernel, rules, random, players)
        for _ in range(12):
            _deals_and_playouts(kernel, rules, random)
        for stock in (0, 0, 3, 6):
            _values(kernel, rules, random, stock)
    _wide(kernel)
    for _ in range(3000):
        _damage(kernel, random)


def _games(kernel: ModuleType, rules: Rules) -> None:
    for players in (2, 5, 6):
        seats = [(DUMP, HOLD, LIVELY)[seat % 3] for seat in range(players)]
        ours, theirs = (k.games(rules, seats, 3, 0, 6) for k in (kernel, reference))
        assert ours.penalties.tolist() == theirs.penalties.tolist()


def _deals_and_playouts(kernel: ModuleType, rules: Rules, random: Random) -> None:
    view, truth = random_view(rules, random)
    with suppress(OverflowError):
        ours, theirs = (k.sample_deals(rules, view, 1, 2, 3) for k in (kernel, reference))
        assert ours == theirs
        deals = ours if width(rules, view) else b""
        turns = legal_turns(rules, World(view.rows, truth.hands, truth.stock))[:4]
        seats = [random.choice((DUMP, HOLD, LIVELY)) for _ in range(view.players)]
        args = (rules, view, deals, turns, seats, 9, 2, random.choice((0, 150)))
        played = kernel.playouts(*args)
        assert played.margins.tolist() == reference.playouts(*args).margins.tolist()


def _guesses(kernel: ModuleType, rules: Rules, random: Random, players: int) -> None:
    """Deals weighted by the acts of a game that is stopped on the way."""
    state, acts = _opened(rules, players, 5, players), [list[Act]() for _ in range(players)]
    for _ in range(players * 8):
        seat, rows = state.mover, state.world().rows
        hand = state.hands[seat]
        if state.fitting():
            turn_of(HOLD)(state, Random64(1, Purpose.PLAY, 0))
            if state.out():
                return
            acts[seat].append(Act(rows, hand & ~state.hands[seat]))
            state.next()
        else:
            state.stuck_turn()
            acts[seat].append(Act(rows, 0, (state.hands[seat] & ~hand).bit_count()))
    order = [(state.mover + k) % players for k in range(players)]
    seats = tuple(Seat(state.hands[s].bit_count(), state.lacks[s]) for s in order[1:])
    left = len(state.stock) - state.drawn
    view = View(state.world().rows, state.hands[state.mover], seats, left)
    policies = [random.choice((DUMP, HOLD, LIVELY)) for _ in seats]
    args = (rules, view, [acts[s] for s in order[1:]], policies, 3, 5, 18)
    assert kernel.likely_deals(*args) == reference.likely_deals(*args)


def _values(kernel: ModuleType, rules: Rules, random: Random, stock: int) -> None:
    world = random_world(rules, random, most=14, stock=stock)
    for budget in (3, 1_000_000):
        ours, theirs = (k.solve(rules, world, budget) for k in (kernel, reference))
        assert budget == 3 or ours.proofs == theirs.proofs


def _wide(kernel: ModuleType) -> None:
    """Positions too wide for a sweep, which alpha-beta gives up in time."""
    random = Random(5)
    for stock in (0, 10, 30):
        for _ in range(4):
            with suppress(OverflowError):
                kernel.solve(Rules(), random_world(Rules(), random, most=75, stock=stock), 20_000)


def _damage(kernel: ModuleType, random: Random) -> None:
    rules = random.choice(RULES)
    view, _ = random_view(rules, random)
    spec = bytearray(kernel._rules(rules) + kernel._view(view))
    spec += kernel._policies([LIVELY] * view.players) * random.randint(0, 1)
    for _ in range(random.randint(0, 2)):
        spec[random.randrange(len(spec))] = random.randrange(256)
    broken, raw = bytes(spec[random.randint(0, 1) :]), kernel._kernel
    for call in (
        lambda: raw.games(broken, 1, 0, 2),
        lambda: raw.sample_deals(broken, 1, 0, 2),
        lambda: raw.playouts(broken, random.randbytes(60), random.randbytes(20), 1, 0, 9),
        lambda: raw.solve(broken, 50),
        lambda: raw.likely_deals(broken, 1, 0, 1),
        lambda: raw.likely_deals(broken + random.randbytes(random.choice((1, 20))), 1, 0, 1),
        lambda: raw.likely_deals(broken + bytes(view.players - 1), 1, 0, 1),
    ):
        with suppress(*ERRORS):
            call()
