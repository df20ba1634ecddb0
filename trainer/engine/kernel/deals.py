"""The deals that are consistent with a view: counted, listed, and drawn exactly uniformly.

A deal says where each card of the pool is: hands of the hidden seats, order of the hidden
stock. It is written as one row of bytes, a card index each: the cards of the hidden seats in
turn order, then the stock from the top. Every consistent deal is equally likely.

Only cards that some hidden seat is known to lack ("special" cards) need care. They are placed
one after another; `_ways` knows how many deals each partial placement leaves. All other cards
can go anywhere and are shuffled.
"""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb, factorial

from trainer.engine.kernel.random64 import Purpose, Random64
from trainer.engine.kernel.types import CARDS, Rules, View, World, cards_of, mask

MOST_STATES = 1_000_000
IMPOSSIBLE = "no deal is consistent with what is known"

# 1/n!, by repeated division: the compiled kernel computes the very same floats.
_INVERSE_FACTORIAL = [1.0]
for _n in range(1, CARDS + 1):
    _INVERSE_FACTORIAL.append(_INVERSE_FACTORIAL[-1] / _n)


class Plan:
    """How to place a pool: which seats are constrained and which cards are special.

    needs[k], lacks[k]: cards and absences of the k-th constrained hidden seat. Everything
    else (hidden seats without absences, hidden stock) is "the rest": it takes any card.
    """

    def __init__(self, rules: Rules, view: View) -> None:
        pool = view.pool(rules)
        hidden = [seat for seat in view.others if seat.cards is None]
        self.counts = [seat.size for seat in hidden]
        self.constrained = [k for k, seat in enumerate(hidden) if seat.lacks & pool]
        self.needs = [hidden[k].size for k in self.constrained]
        self.lacks = [hidden[k].lacks & pool for k in self.constrained]
        special = 0
        for lacks in self.lacks:
            special |= lacks
        self.pool = cards_of(pool)
        self.special = cards_of(special)
        self.free = cards_of(pool & ~special)

    def takers(self, index: int) -> list[int]:
        """The constrained seats that may hold a special card."""
        return [k for k, lacks in enumerate(self.lacks) if not lacks >> index & 1]


def count_deals(rules: Rules, view: View) -> int:
    """How many deals are consistent, the order of a hidden stock included; may be 0."""
    plan = Plan(rules, view)
    hands = sum(
        ways * _spread(list(needs), len(plan.free)) for needs, ways in _placements(plan).items()
    )
    rest = len(plan.pool) - sum(plan.needs)
    for k, count in enumerate(plan.counts):
        if k not in plan.constrained:
            hands *= comb(rest, count) if count <= rest else 0
            rest -= count
    return hands * factorial(max(rest, 0))


def _placements(plan: Plan) -> dict[tuple[int, ...], int]:
    """Needs left after the special cards -> in how many ways."""
    states = {tuple(plan.needs): 1}
    for index in plan.special:
        after: dict[tuple[int, ...], int] = {}
        for needs, ways in states.items():
            after[needs] = after.get(needs, 0) + ways
            for k in plan.takers(index):
                if needs[k]:
                    fewer = (*needs[:k], needs[k] - 1, *needs[k + 1 :])
                    after[fewer] = after.get(fewer, 0) + ways
        states = after
        if len(states) > MOST_STATES:
            raise OverflowError("too many known absences")
    return states


def _spread(needs: list[int], free: int) -> int:
    ways = 1
    for need in needs:
        ways *= comb(free, need) if need <= free else 0
        free -= min(need, free)
    return ways


def enumerate_deals(rules: Rules, view: View, most: int) -> bytes:
    """All consistent deals as rows; ValueError if there are none or more than `most`."""
    count = count_deals(rules, view)
    if not 0 < count <= most:
        raise ValueError(IMPOSSIBLE if count == 0 else f"more than {most} deals")
    hidden = [seat for seat in view.others if seat.cards is None]
    rows: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), tuple(cards_of(view.pool(rules))))]
    for seat in hidden:
        rows = [
            (row + hand, tuple(c for c in rest if c not in hand))
            for row, rest in rows
            for hand in combinations([c for c in rest if not seat.lacks >> c & 1], seat.size)
        ]
    return b"".join(bytes(row + order) for row, rest in rows for order in permutations(rest))


class Sampler:
    """Draws consistent deals; raises ValueError where there is none."""

    def __init__(self, rules: Rules, view: View) -> None:
        self.plan = Plan(rules, view)
        self.sizes = [
            min(need, sum(k in self.plan.takers(index) for index in self.plan.special)) + 1
            for k, need in enumerate(self.plan.needs)
        ]
        self.ways = self._ways()
        if not self.ways[0][0] > 0.0:
            raise ValueError(IMPOSSIBLE)

    def _ways(self) -> list[list[float]]:
        """ways[i][state]: in how many ways (times a constant) the special cards from the i-th
        on and the free cards can be placed; state: used needs in mixed radix `sizes`."""
        states = 1
        for size in self.sizes:
            states *= size
        layers = len(self.plan.special) + 1
        if states * layers > MOST_STATES:
            raise OverflowError("too many known absences")
        ways = [[0.0] * states for _ in range(layers)]
        ways[-1] = [self._spread(state) for state in range(states)]
        for layer in range(layers - 2, -1, -1):
            takers = self.plan.takers(self.plan.special[layer])
            after = ways[layer + 1]
            for state in range(states):
                total = after[state]
                for _, unit in self._choices(state, takers):
                    total += after[state + unit]
                ways[layer][state] = total
        return ways

    def _choices(self, state: int, takers: list[int]) -> list[tuple[int, int]]:
        """The takers that have room for one more special card, with what that adds to a state."""
        choices, unit = [], 1
        for k, size in enumerate(self.sizes):
            if k in takers and state // unit % size + 1 < size:
                choices.append((k, unit))
            unit *= size
        return choices

    def _left(self, state: int) -> list[int]:
        """The needs that a state leaves open."""
        left = []
        for need, size in zip(self.plan.needs, self.sizes, strict=True):
            left.append(need - state % size)
            state //= size
        return left

    def _spread(self, state: int) -> float:
        """Ways to fill the open needs from the free cards, divided by (free cards)!."""
        ways, free = 1.0, len(self.plan.free)
        for need in self._left(state):
            ways *= _INVERSE_FACTORIAL[need]
            free -= need
        return ways * _INVERSE_FACTORIAL[free] if free >= 0 else 0.0

    def deal(self, seed: int, index: int) -> list[int]:
        """The row of one deal, which depends on (seed, index) alone."""
        random, plan = Random64(seed, Purpose.DEAL, index), self.plan
        hands: list[list[int]] = [[] for _ in plan.needs]
        rest = self._place_special(random, hands) if plan.needs else []
        free = list(plan.free)
        random.shuffle(free)
        for hand, need in zip(hands, plan.needs, strict=True):
            wanted = need - len(hand)
            hand += free[:wanted]
            free = free[wanted:]
        rest = free + rest
        if plan.needs:
            random.shuffle(rest)
        return self._row(hands, rest)

    def _place_special(self, random: Random64, hands: list[list[int]]) -> list[int]:
        """Put each special card into a hand, or into the rest, which is returned."""
        rest, state = [], 0
        for layer, index in enumerate(self.plan.special):
            left = random.fraction() * self.ways[layer][state] - self.ways[layer + 1][state]
            takers = self.plan.takers(index)
            chosen, step = -1, 0
            for k, unit in self._choices(state, takers):
                if left < 0.0:
                    break
                ways = self.ways[layer + 1][state + unit]
                if ways > 0.0:
                    chosen, step = k, unit
                left -= ways
            if chosen < 0:
                rest.append(index)
            else:
                hands[chosen].append(index)
            state += step
        return rest

    def _row(self, hands: list[list[int]], rest: list[int]) -> list[int]:
        row, start = [], 0
        for k, count in enumerate(self.plan.counts):
            if k in self.plan.constrained:
                row += hands[self.plan.constrained.index(k)]
            else:
                row += rest[start : start + count]
                start += count
        return row + rest[start:]


def world_of(view: View, row: bytes) -> World:
    """The world of a deal: the mover has seat 0."""
    hands, start = [view.hand], 0
    for seat in view.others:
        if seat.cards is None:
            hands.append(mask(list(row[start : start + seat.size])))
            start += seat.size
        else:
            hands.append(seat.cards)
    stock = tuple(row[start:]) if isinstance(view.stock, int) else view.stock
    return World(view.rows, tuple(hands), stock)


def row_of(view: View, world: World) -> bytes:
    """The deal of a world that is consistent with the view."""
    row: list[int] = []
    for seat, hand in zip(view.others, world.hands[1:], strict=True):
        row += cards_of(hand) if seat.cards is None else []
    hidden = isinstance(view.stock, int) and not isinstance(world.stock, int)
    return bytes(row) + (bytes(world.stock) if hidden else b"")
