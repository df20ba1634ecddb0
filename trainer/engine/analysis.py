"""The evaluation of a position: proven where possible, else every turn over the same deals."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from trainer.engine import kernel
from trainer.engine.beliefs import Beliefs
from trainer.engine.convert import turn_mask
from trainer.engine.evaluation import (
    Evaluation,
    Interval,
    Margin,
    Method,
    TurnValue,
    grade,
    ranked,
)
from trainer.engine.kernel import Policy
from trainer.engine.policies import STANDARD, policy
from trainer.engine.sampling import Sampling, Source
from trainer.engine.solver import going_out, node_budget, prove
from trainer.rules import Card, Position, Turn, legal_turns

WORLDS = {"c": 20_000, "python": 400}
"""Deals that an analysis takes if it is told neither their number nor a time."""

MOST_WORLDS = 250_000
MOST_SECONDS = 3600.0
MOST_SEED = (1 << 64) - 1

ENUMERATED = 720
"""Up to so many consistent deals are all played; above, deals are sampled."""

PER_DEAL = 512
"""At least so many playouts of each turn where deals are enumerated: the players' ties differ."""

FIRST_DEALS = 16
"""Deals of the first round; each round after it doubles them."""

OPEN_DEALS = 128
"""Deals that all turns are played in before any is left behind, if there are not many."""

OPEN_PLAYOUTS = 20_000
"""About so many playouts are spent on that where there are many turns."""

FINALISTS = 32
"""So many turns, if they are not more, get all the deals; of more the better ones go on."""

ENDGAME = 512
"""Two players who have emptied the stock know everything: a playout ends in exact search as soon
as so few tables can still arise."""

ENDGAME_STOCK = 12
"""With more cards in the stock that end is too far away to be worth its time."""

INDIFFERENT = 0.3
"""Points that are not worth a player's time."""

Progress = Callable[[float], None]
"""Told now and then which part of the work is done, from 0 to 1."""


@dataclass(frozen=True)
class Effort:
    """How much to play. ``worlds``: deals of the best turns; ``seconds``: a limit of time.

    Both None: the kernel's standard number of deals. ``finalists``: how many turns are never
    dropped; ``drop``: others are, and once so many standard errors worse finalists too (None:
    they are not).
    """

    worlds: int | None = None
    seconds: float | None = None
    finalists: int = FINALISTS
    drop: float | None = None

    def __post_init__(self) -> None:
        if self.worlds is not None and not 1 <= self.worlds <= MOST_WORLDS:
            raise ValueError(f"worlds must be from 1 to {MOST_WORLDS}")
        if self.seconds is not None and not 0 < self.seconds <= MOST_SECONDS:
            raise ValueError(f"seconds must be above 0 and at most {MOST_SECONDS:g}")

    @property
    def deals(self) -> int:
        """The most deals to play."""
        if self.worlds is not None:
            return self.worlds
        return MOST_WORLDS if self.seconds is not None else WORLDS[kernel.KERNEL]


def analyse(
    position: Position,
    *,
    worlds: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    model: str = STANDARD,
    turns: Sequence[Turn] | None = None,
    lacks: Iterable[Card] = (),
    threads: int = 1,
    progress: Progress | None = None,
) -> Evaluation:
    """Evaluate every legal turn of a position.

    ``worlds``: how many deals (the result is then the same for the same ``seed``, kernel and
    threads do not matter); ``seconds``: as many as there is time for. ``model``: the policy
    that all players are taken to follow. ``turns``: the legal turns where the history of the
    game allows fewer than the position tells. ``lacks``: cards that the others know the mover
    not to hold. ValueError for numbers out of range.
    """
    effort = Effort(worlds, seconds)
    if not 0 <= seed <= MOST_SEED:
        raise ValueError(f"seed must be from 0 to {MOST_SEED}")
    chosen = legal_turns(position) if turns is None else tuple(turns)
    beliefs = Beliefs(position, lacks)
    proven = prove(beliefs, chosen, node_budget(seconds))
    if proven is not None:
        return _exact(position, proven)
    policies = [policy(model, position.players)] * position.players
    analysis = Analysis(beliefs, chosen, seed=seed, policies=policies, threads=threads)
    if progress is not None:
        analysis.progress = progress
    return analysis.run(effort)


def _exact(position: Position, values: Sequence[TurnValue]) -> Evaluation:
    best = max(value.margin for value in values)
    graded = (
        replace(value, loss=best - value.margin, grade=grade(best - value.margin))
        for value in values
    )
    return Evaluation(position, Method.EXACT, 0, kernel.KERNEL, ranked(graded))


def _endgame(position: Position) -> int:
    return ENDGAME if position.players == 2 and position.stock_count <= ENDGAME_STOCK else 0


class Analysis:
    """An evaluation by playouts under way.

    ``policies``: how each seat is taken to play, the mover first; by default all the same.
    ``source``: where deals come from; by default each consistent deal is equally likely.
    ``endgame``: see ``kernel.playouts``; by default ENDGAME where that can matter much.
    """

    def __init__(
        self,
        beliefs: Beliefs,
        turns: Sequence[Turn],
        *,
        seed: int = 0,
        policies: Sequence[Policy] | None = None,
        source: Source | None = None,
        threads: int = 1,
        endgame: int | None = None,
    ) -> None:
        self.beliefs = beliefs
        self.turns = turns
        self.progress: Progress = lambda _: None
        position = beliefs.position
        few = position.stock_count <= 8 and beliefs.count <= ENUMERATED
        self.method = Method.ENUMERATED if few and not position.is_open else Method.SAMPLED
        self._all = beliefs.all(ENUMERATED) if self.method is Method.ENUMERATED else b""
        self._source = source or self._uniform
        self.sampling = Sampling(
            beliefs,
            self._deals,
            [turn_mask(turn) for turn in turns],
            policies or [policy(STANDARD, position.players)] * position.players,
            seed=seed,
            endgame=_endgame(position) if endgame is None else endgame,
            threads=threads,
        )
        self.seed = seed

    def _deals(self, first: int, count: int) -> bytes:
        """Random deals, or all deals over and over."""
        if not self._all:
            return self._source(first, count) if self.beliefs.hidden else b""
        size, total = self.beliefs.hidden, self.beliefs.count
        start = first % total
        rounds = (start + count) // total + 1
        return (self._all * rounds)[start * size : (start + count) * size]

    def _uniform(self, first: int, count: int) -> bytes:
        return self.beliefs.sample(self.seed, first, count)

    @property
    def _open(self) -> int:
        """Deals that all turns are played in."""
        return max(FIRST_DEALS, min(OPEN_DEALS, OPEN_PLAYOUTS // len(self.turns)))

    def run(self, effort: Effort) -> Evaluation:
        """Play and judge."""
        active = self._enumerate() if self._all else self._race(effort)
        return self.evaluation(active)

    def _enumerate(self) -> list[int]:
        """Every turn in every deal, in whole rounds."""
        total, active = self.beliefs.count, list(range(len(self.turns)))
        rounds = -(-PER_DEAL // total)
        for number in range(rounds):
            self.sampling.play(active, number * total, total)
            self.progress((number + 1) / rounds)
        return active

    def _race(self, effort: Effort) -> list[int]:
        """Rounds of ever more deals for ever fewer turns; the turns that stayed to the end."""
        started = time.monotonic()
        active, done = list(range(len(self.turns))), 0
        step = min(FIRST_DEALS, effort.deals)
        while step:
            spent = self._round(active, done, step, effort, started)
            done += step
            step = min(done, effort.deals - done, self._affordable(effort, started, spent / step))
            if step:
                active = self._survivors(active, done + step, effort)
            if self._decided(active, effort):
                break
        return active

    def _decided(self, active: list[int], effort: Effort) -> bool:
        """Whether a player need not look further: one turn is left, or the rest hardly differ."""
        if effort.drop is None:
            return False
        best = self.sampling.best(active)
        losses = (self.sampling.loss(number, best) for number in active if number != best)
        return all(loss.mean + loss.half < INDIFFERENT for loss in losses)

    def _round(
        self, active: list[int], done: int, step: int, effort: Effort, started: float
    ) -> float:
        """Play a round in pieces; the seconds that it took."""
        before = time.monotonic()
        piece = max(1, PIECE[kernel.KERNEL] // len(active))
        for first in range(done, done + step, piece):
            self.sampling.play(active, first, min(piece, done + step - first))
            self.progress(self._part(effort, min(first + piece, done + step), started))
        return time.monotonic() - before

    @staticmethod
    def _part(effort: Effort, done: int, started: float) -> float:
        if effort.seconds is None:
            return done / effort.deals
        return min(1.0, (time.monotonic() - started) / effort.seconds)

    @staticmethod
    def _affordable(effort: Effort, started: float, per_deal: float) -> int:
        """How many deals more there is time for, at the pace of the last round."""
        if effort.seconds is None:
            return effort.deals
        left = effort.seconds - (time.monotonic() - started)
        return max(0, int(left / max(per_deal, 1e-7)))

    def _survivors(self, active: list[int], deals: int, effort: Effort) -> list[int]:
        """The turns that are played on, up to ``deals`` deals: half the deals, twice the turns."""
        most = max(effort.finalists, len(self.turns) * self._open // deals)
        by_mean = sorted(active, key=lambda number: -self.sampling.results[number].mean)
        kept = by_mean[:most]
        if effort.drop is not None:
            kept = [kept[0], *(n for n in kept[1:] if not self._behind(n, kept[0], effort.drop))]
        return sorted(kept)

    def _behind(self, number: int, best: int, drop: float) -> bool:
        loss = self.sampling.loss(number, best)
        return loss.mean > drop * loss.half / 1.96

    def evaluation(self, active: Sequence[int]) -> Evaluation:
        """The evaluation from what has been played; ``active`` have been played in all deals."""
        best = self.sampling.best(active)
        shift = self._shift(active)
        values = [self._value(number, best, shift) for number in range(len(self.turns))]
        worlds = self.sampling.results[best].deals
        if self._all:
            worlds = self.beliefs.count
        position = self.beliefs.position
        return Evaluation(position, self.method, worlds, kernel.KERNEL, ranked(values))

    def _shift(self, active: Sequence[int]) -> float:
        """What to add to all margins: a turn that goes out has a margin known without sampling."""
        hand = len(self.beliefs.position.hand)
        for number in active:
            turn = self.turns[number]
            if len(turn.cards) == hand:
                exact = going_out(self.beliefs, turn).margin.points
                return exact - self.sampling.results[number].mean
        return 0.0

    def _value(self, number: int, best: int, shift: float) -> TurnValue:
        results, loss = self.sampling.results[number], self.sampling.loss(number, best)
        top = self.sampling.results[best].mean + shift
        sampled = self.method is Method.SAMPLED
        # A turn may lead in few deals and yet not be best in those that all were played in.
        lost = max(0.0, loss.mean)
        half = loss.half if number != best and sampled else 0.0
        return TurnValue(
            turn=self.turns[number],
            margin=Margin(top - lost),
            win=results.wins / results.deals,
            penalty=results.penalties / results.deals,
            loss=lost,
            interval=Interval(top - loss.mean - half, top - loss.mean + half) if sampled else None,
            error=self.sampling.margin(number).half if sampled else 0.0,
            grade=grade(lost, loss.mean - half if sampled else None),
            method=self.method,
            worlds=results.deals,
        )


PIECE = {"c": 32_768, "python": 64}
"""Playouts between two looks at the clock or at the bar of progress."""
