"""The compiled kernel (`_kernel`, C99): packs arguments into bytes and unpacks results."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from trainer.engine.kernel import _kernel
from trainer.engine.kernel.types import (
    DUMP,
    PHASE_SIZE,
    Act,
    Games,
    Outcomes,
    Policy,
    Proof,
    Rules,
    Seat,
    Solution,
    View,
    World,
)

__all__ = ["games", "likely_deals", "playouts", "sample_deals", "solve"]

_KINDS = {"dump": 0, "hold": 1, "weights": 2}
_WEIGHTS_BARE = 3


def games(rules: Rules, policies: Sequence[Policy], seed: int, first: int, count: int) -> Games:
    """Whole games; see the package."""
    spec = _rules(rules) + bytes([len(policies)]) + _policies(policies)
    winners, penalties = _kernel.games(spec, seed, first, count)
    return Games(len(policies), memoryview(winners), memoryview(penalties).cast("H"))


def sample_deals(rules: Rules, view: View, seed: int, first: int, count: int) -> bytes:
    """Random deals; see the package."""
    return _kernel.sample_deals(_rules(rules) + _view(view), seed, first, count)


def likely_deals(
    rules: Rules,
    view: View,
    acts: Sequence[Sequence[Act]],
    policies: Sequence[Policy],
    seed: int,
    first: int,
    count: int,
) -> bytes:
    """Deals weighted by the others' acts; see the package."""
    spec = _rules(rules) + _view(view) + _policies((DUMP, *policies))
    spec += b"".join(bytes([len(past)]) + b"".join(map(_act, past)) for past in acts)
    return _kernel.likely_deals(spec, seed, first, count)


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
    spec = _rules(rules) + _view(view) + _policies(policies)
    packed = b"".join(_cards(turn) for turn in turns)
    margins, penalties, wins = _kernel.playouts(spec, deals, packed, seed, first, endgame)
    return Outcomes(
        len(turns),
        len(wins) // len(turns) if turns else 0,
        memoryview(margins).cast("d"),
        memoryview(penalties).cast("H"),
        memoryview(wins).cast("B"),
    )


def solve(rules: Rules, world: World, most_nodes: int) -> Solution:
    """The exact margin of every legal turn, as far as the nodes go; see the package."""
    packed, nodes = _kernel.solve(_rules(rules) + _world(world), most_nodes)
    proofs = [
        Proof._make((first | last << 64, low, high))
        for first, last, low, high in struct.iter_unpack("<QHhh", packed)
    ]
    return Solution(tuple(proofs), nodes)


def _cards(cards: int) -> bytes:
    return cards.to_bytes(10, "little")


def _rules(rules: Rules) -> bytes:
    return bytes(
        [
            rules.draw_limit,
            rules.must_open,
            rules.may_pass,
            rules.highest,
            rules.colours,
            *rules.starts,
        ]
    )


def _seat(seat: Seat) -> bytes:
    known = seat.cards is not None
    return bytes([known, seat.size]) + _cards(seat.cards or 0) + _cards(seat.lacks)


def _stock(stock: tuple[int, ...] | int) -> bytes:
    if isinstance(stock, int):
        return bytes([0, stock])
    return bytes([1, len(stock), *stock])


def _view(view: View) -> bytes:
    mover = bytes([1, view.hand.bit_count()]) + _cards(view.hand) + _cards(view.lacks)
    rows = bytes(end for row in view.rows for end in row)
    seats = b"".join(map(_seat, view.others))
    return rows + bytes([view.players, 0, 0]) + mover + seats + _stock(view.stock)


def _world(world: World) -> bytes:
    rows = bytes(end for row in world.rows for end in row)
    seats = b"".join(_seat(Seat.known(hand)) for hand in world.hands)
    turn = bytes([len(world.hands), world.mover, world.passes])
    return rows + turn + seats + _stock(world.stock)


def _act(act: Act) -> bytes:
    rows = bytes(end for row in act.rows for end in row)
    return rows + _cards(act.cards) + bytes([act.kept])


def _policies(policies: Sequence[Policy]) -> bytes:
    return b"".join(map(_policy, policies))


def _policy(policy: Policy) -> bytes:
    four = len(policy.params) > 1 + 2 * PHASE_SIZE
    kind = _WEIGHTS_BARE if four else _KINDS[policy.name]
    return struct.pack(f"<B{len(policy.params)}i", kind, *policy.params)
