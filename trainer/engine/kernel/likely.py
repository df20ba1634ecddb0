"""Deals drawn by how likely they make what the others were seen to do, in the reference kernel.

Each consistent deal is weighted with the chances of the others' turns, had they held those
cards: in seven of eight turns a player is taken to follow a policy, in the eighth to lay any
fitting card. The deals come from Markov chains (Metropolis): each starts from a random
consistent deal, runs in, and then gives sixteen deals. A step proposes that two hidden cards
change places, or that two cards came to a hand at each other's time; for what a player has
drawn is not seen, and a hand of some turns ago must be known to judge that turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from trainer.engine.kernel.deals import Sampler
from trainer.engine.kernel.policies import worth
from trainer.engine.kernel.random64 import Purpose, Random64
from trainer.engine.kernel.state import State
from trainer.engine.kernel.types import (
    HOLD_WEIGHTS,
    PHASE_SIZE,
    Act,
    Policy,
    Rules,
    View,
    Weights,
    World,
    cards_of,
)

CHAIN_DEALS = 16
BURN_IN = 600
STEPS = 24
SLIP = 0.125


@dataclass
class Stay:
    """A card that a seat holds or has laid: held from act `since` on, laid in act `until`."""

    card: int
    since: int
    until: int


@dataclass
class Witness:
    """A hidden seat, its acts, and one way in which its cards may have come and gone."""

    rules: Rules
    policy: Policy
    acts: Sequence[Act]
    lacks: int
    size: int
    laid: list[Stay] = field(default_factory=list)
    stays: list[Stay] = field(default_factory=list)
    hands: list[int] = field(default_factory=list)
    fit: float = 1.0

    def __post_init__(self) -> None:
        self.tables = [State(self.rules, World(act.rows, (0, 0))) for act in self.acts]
        self.ends = [sum(1 << index for index in table.ends()) for table in self.tables]
        self.laid = [
            Stay(card, 0, a) for a, act in enumerate(self.acts) for card in cards_of(act.cards)
        ]

    def start(self, cards: Sequence[int], random: Random64) -> None:
        """Hold these cards, and choose at random which were drawn when."""
        self.stays = [Stay(s.card, 0, s.until) for s in self.laid]
        self.stays += [Stay(card, 0, len(self.acts)) for card in cards]
        for a, act in enumerate(self.acts):
            if not act.kept:
                continue
            able = [
                i
                for i, s in enumerate(self.stays)
                if s.since == 0 and s.until > a and self.may_come(a + 1, s.card)
            ]
            random.shuffle(able)
            for i in able[: act.kept]:
                self.stays[i].since = a + 1
        self.set_hands()
        self.fit = self.likelihood()

    def may_come(self, since: int, card: int) -> bool:
        """Whether a card may have come at that time: it did not fit when it was drawn."""
        return since == 0 or not self.ends[since - 1] >> card & 1

    def set_hands(self) -> None:
        """The hand at each act."""
        self.hands = [
            sum(1 << s.card for s in self.stays if s.since <= a <= s.until)
            for a in range(len(self.acts))
        ]

    def likelihood(self) -> float:
        """How likely the acts are, had these been the hands."""
        fit = 1.0
        for a, act in enumerate(self.acts):
            if not act.cards:
                continue
            if self.policy.name == "dump":
                fit *= self._dump_chance(a)
            else:
                fit *= self._choice_chance(a)
        return fit

    def _dump_chance(self, a: int) -> float:
        state = State(self.rules, World(self.acts[a].rows, (self.hands[a], 0)))
        while fitting := state.fitting():
            for index in fitting:
                state.lay(index)
        return 1.0 - SLIP if state.hands[0] == self.hands[a] & ~self.acts[a].cards else SLIP

    def _choice_chance(self, a: int) -> float:
        fitting = cards_of(self.hands[a] & self.ends[a])
        if len(fitting) < 2:
            return 1.0
        weights = self.policy.params[1 : PHASE_SIZE + 1]
        phase = Weights(*weights) if weights else HOLD_WEIGHTS
        state = self.tables[a]
        state.hands[0] = self.hands[a]
        worths = [worth(state, index, phase) for index in fitting]
        laid = [bool(self.acts[a].cards >> index & 1) for index in fitting]
        best = max(worths)
        good = sum(is_laid for is_laid, value in zip(laid, worths, strict=True) if value == best)
        return (1.0 - SLIP) * good / worths.count(best) + SLIP * sum(laid) / len(fitting)


class Chain:
    """A Markov chain over the deals of a view."""

    def __init__(
        self,
        rules: Rules,
        view: View,
        acts: Sequence[Sequence[Act]],
        policies: Sequence[Policy],
        seed: int,
    ) -> None:
        self.sampler = Sampler(rules, view)
        self.seed = seed
        self.seats = [
            Witness(rules, policy, list(past), seat.lacks, seat.size)
            for seat, past, policy in zip(view.others, acts, policies, strict=True)
            if seat.cards is None
        ]
        self.hidden = sum(seat.size for seat in self.seats)
        self.row: list[int] = []
        self.owner: list[int] = []
        self.stay: list[int] = []

    def deals(self, number: int) -> list[bytes]:
        """The sixteen deals of a chain."""
        random = Random64(self.seed, Purpose.BELIEF, number)
        self._start(self.sampler.deal(self.seed, number), random)
        self._run(random, BURN_IN)
        found = []
        for _ in range(CHAIN_DEALS):
            self._run(random, STEPS)
            stock = self.row[self.hidden :]
            random.shuffle(stock)
            found.append(bytes(self.row[: self.hidden] + stock))
        return found

    def _start(self, row: list[int], random: Random64) -> None:
        self.row, self.owner, self.stay = row, [], []
        for k, seat in enumerate(self.seats):
            place = len(self.owner)
            seat.start(row[place : place + seat.size], random)
            self.owner += [k] * seat.size
            self.stay += range(len(seat.laid), len(seat.stays))
        self.owner += [len(self.seats)] * (len(row) - self.hidden)

    def _run(self, random: Random64, steps: int) -> None:
        for _ in range(steps if self.hidden else 0):
            if random.below(10) < 3:
                self._swap_times(random)
            else:
                self._swap_cards(random)

    def _seat(self, place: int) -> Witness | None:
        """Whose place it is; None for the stock."""
        owner = self.owner[place]
        return self.seats[owner] if owner < len(self.seats) else None

    def _may_take(self, place: int, card: int) -> bool:
        seat = self._seat(place)
        if seat is None:
            return True
        if seat.lacks >> card & 1:
            return False
        return seat.may_come(seat.stays[self.stay[place]].since, card)

    def _put(self, place: int, card: int) -> None:
        old, self.row[place] = self.row[place], card
        seat = self._seat(place)
        if seat is None:
            return
        stay = seat.stays[self.stay[place]]
        stay.card = card
        for a in range(stay.since, len(seat.acts)):
            seat.hands[a] = seat.hands[a] & ~(1 << old) | 1 << card

    def _swap_cards(self, random: Random64) -> None:
        """Propose that two hidden cards change places."""
        p, q = random.below(self.hidden), random.below(len(self.row))
        a, b = self.row[p], self.row[q]
        same = self.owner[p] == self.owner[q]
        if same or not self._may_take(p, b) or not self._may_take(q, a):
            return
        one, two = self._seat(p), self._seat(q)
        self._put(p, b)
        self._put(q, a)
        fits = [(seat, seat.likelihood()) for seat in (one, two) if seat is not None]
        ratio = fits[0][1] / fits[0][0].fit
        ratio *= fits[1][1] / fits[1][0].fit if len(fits) > 1 else 1.0
        if _accepted(ratio, random):
            for seat, fit in fits:
                seat.fit = fit
        else:
            self._put(p, a)
            self._put(q, b)

    def _swap_times(self, random: Random64) -> None:
        """Propose that two cards of a seat came to it at each other's time."""
        seat = self.seats[random.below(len(self.seats))]
        x = seat.stays[random.below(len(seat.stays))]
        y = seat.stays[random.below(len(seat.stays))]
        before, after = x.since, y.since
        if before == after or after > x.until or before > y.until:
            return
        if not seat.may_come(after, x.card) or not seat.may_come(before, y.card):
            return
        x.since, y.since = after, before
        seat.set_hands()
        fit = seat.likelihood()
        if _accepted(fit / seat.fit, random):
            seat.fit = fit
        else:
            x.since, y.since = before, after
            seat.set_hands()


def _accepted(ratio: float, random: Random64) -> bool:
    return ratio >= 1.0 or random.fraction() < ratio


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
    chain = Chain(rules, view, acts, policies, seed)
    rows = [
        row
        for number in range(first // CHAIN_DEALS, -(-(first + count) // CHAIN_DEALS))
        for row in chain.deals(number)
    ]
    skipped = first % CHAIN_DEALS
    return b"".join(rows[skipped : skipped + count])
