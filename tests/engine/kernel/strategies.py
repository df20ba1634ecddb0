"""Random rules, positions and policies for both kernels, and the compiled one if it is there."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from types import ModuleType

import pytest
from hypothesis import strategies as st

from trainer.engine.kernel import (
    DUMP,
    HOLD,
    Policy,
    Rules,
    Seat,
    View,
    Weights,
    World,
    cards_of,
    mask,
    weights,
)
from trainer.engine.kernel.types import Rows, laid

RULES = [
    Rules(),
    Rules(draw_limit=1, must_open=True),
    Rules(may_pass=True),
    Rules(draw_limit=1, must_open=True, may_pass=True),
    Rules(starts=(10, 12, 11, 12)),
    Rules(highest=15),
    Rules(highest=10, starts=(5, 5, 5, 5)),
    Rules(colours=3),
    Rules(draw_limit=2, highest=10, starts=(5, 5, 5, 5), colours=3, may_pass=True),
]

LIVELY = weights(
    Weights(20, 15, -10, 3, 4, -1, -1, 2, 1, -10, 10, 3, -2, 12, -2),
    Weights(3, 5, -1, 1, 1, 0, 0, 1, 5, -3, 4, 1, 0, -5, 0),
    rush_at=3,
)


def compiled() -> ModuleType:
    """The compiled kernel; skips the test where it was not built."""
    return pytest.importorskip(
        "trainer.engine.kernel.compiled", reason="the extension was not built", exc_type=ImportError
    )


def rules() -> st.SearchStrategy[Rules]:
    """Any of the rules that profiles and options can make, and some more."""
    return st.sampled_from(RULES)


def policies() -> st.SearchStrategy[Policy]:
    """Every kind of policy, `weights` with small numbers too, so that ties happen."""
    phase = st.builds(Weights, *[st.integers(-6, 6) for _ in Weights._fields])
    rest = st.one_of(st.none(), phase)
    random = st.builds(weights, phase, phase, st.integers(0, 10), rest, rest)
    return st.one_of(st.sampled_from([DUMP, HOLD, LIVELY]), random)


def _rows(rules: Rules, random: Random, off: int) -> Rows:
    """A table that lacks `off` cards of the deck: full rows, taken back from random ends."""
    rows = [(1, rules.highest)] * rules.colours + [(0, 0)] * (4 - rules.colours)
    for _ in range(off):
        colour = random.choice([c for c, (low, _) in enumerate(rows) if low])
        (low, high), start = rows[colour], rules.starts[colour]
        ends = [(low + 1, high)] * (low < start) + [(low, high - 1)] * (high > start)
        rows[colour] = random.choice(ends or [(0, 0)])
    return tuple(rows)


def _cut(cards: list[int], parts: int, random: Random) -> list[list[int]]:
    """The cards in so many parts of at least one card."""
    ends = [0, *sorted(random.sample(range(1, len(cards)), parts - 1)), len(cards)]
    return [cards[a:b] for a, b in pairwise(ends)]


def random_world(
    rules: Rules, random: Random, *, most: int, stock: int = 0, players: int = 2
) -> World:
    """A world with at most `most` cards off the table, `stock` of them in the stock."""
    rows = _rows(rules, random, random.randint(players + stock, most))
    cards = cards_of(rules.deck & ~laid(rows))
    random.shuffle(cards)
    hands = tuple(mask(part) for part in _cut(cards[stock:], players, random))
    passes = random.randint(0, 1) if rules.may_pass else 0
    return World(rows, hands, tuple(cards[:stock]), random.randrange(players), passes)


def random_view(rules: Rules, random: Random, most: int = 80) -> tuple[View, World]:
    """A view of a random world from seat 0, and that world."""
    players = random.randint(2, 6)
    rows = _rows(rules, random, random.randint(players + 1, min(most, rules.deck.bit_count())))
    cards = cards_of(rules.deck & ~laid(rows))
    random.shuffle(cards)
    *hands, stock = _cut(cards, players + 1, random)
    if random.random() < 0.5:
        hands[0], stock = hands[0] + stock, []
    masks = [mask(hand) for hand in hands]
    seats = tuple(_seat(rules, hand, random) for hand in masks[1:])
    lacks = random.choice((0, random.getrandbits(80) & rules.deck))
    seen = tuple(stock) if random.random() < 0.2 else len(stock)
    return View(rows, masks[0], seats, seen, lacks), World(rows, tuple(masks), tuple(stock))


def worlds(rules: Rules, *, most: int, stock: int = 0) -> st.SearchStrategy[World]:
    """Random worlds of two players."""
    return st.integers(0, 2**32).map(
        lambda seed: random_world(rules, Random(seed), most=most, stock=stock)
    )


def views(rules: Rules, most: int = 80) -> st.SearchStrategy[tuple[View, World]]:
    """Random views with their worlds."""
    return st.integers(0, 2**32).map(lambda seed: random_view(rules, Random(seed), most))


def _seat(rules: Rules, hand: int, random: Random) -> Seat:
    if random.random() < 0.25:
        return Seat.known(hand)
    share = random.choice((0.0, 0.1, 0.3))
    lacks = mask([card for card in cards_of(rules.deck & ~hand) if random.random() < share])
    return Seat(hand.bit_count(), lacks)
