"""Turns played out over the same deals, as many deals for a turn as it deserves."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol

from trainer.engine import kernel
from trainer.engine.beliefs import Beliefs
from trainer.engine.intervals import Estimate, estimate, paired
from trainer.engine.kernel import Outcomes, Policy

CHUNK = {"c": 8192, "python": 64}
"""Playouts of one call of the kernel, so that a time limit is kept and progress is seen."""


class Source(Protocol):
    """Where deals come from: deals number ``first`` to ``first + count - 1``, as rows."""

    def __call__(self, first: int, count: int) -> bytes: ...


@dataclass
class Results:
    """What the playouts of one turn gave, deal by deal."""

    margins: array[float] = field(default_factory=lambda: array("d"))
    penalties: int = 0
    wins: int = 0

    @property
    def deals(self) -> int:
        """In how many deals the turn was played."""
        return len(self.margins)

    @property
    def mean(self) -> float:
        """The mean margin."""
        return sum(self.margins) / len(self.margins)

    def add(self, margins: Sequence[float], penalties: Iterable[int], wins: Iterable[int]) -> None:
        """Take in further deals."""
        self.margins.extend(margins)
        self.penalties += sum(penalties)
        self.wins += sum(wins)


class Sampling:
    """The results of every turn; turns are numbers into ``turns``, a list of masks.

    ``threads``: how many kernels work at once; the results do not depend on it.
    """

    def __init__(
        self,
        beliefs: Beliefs,
        source: Source,
        turns: Sequence[int],
        policies: Sequence[Policy],
        *,
        seed: int,
        endgame: int = 0,
        threads: int = 1,
    ) -> None:
        self.beliefs = beliefs
        self.source = source
        self.turns = turns
        self.policies = policies
        self.seed = seed
        self.endgame = endgame
        self.threads = threads
        self.results = [Results() for _ in turns]
        self.playouts = 0

    def play(self, active: Sequence[int], first: int, count: int) -> None:
        """Play the active turns in deals number ``first`` to ``first + count - 1``."""
        deals = self.source(first, count)
        tasks = list(self._tasks(active, deals, first, count))
        if self.threads == 1 or len(tasks) == 1:
            outcomes: Iterable[Outcomes] = (self._run(*task) for task in tasks)
            self._collect(active, outcomes)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            self._collect(active, pool.map(lambda task: self._run(*task), tasks))

    def _tasks(
        self, active: Sequence[int], deals: bytes, first: int, count: int
    ) -> Iterable[tuple[Sequence[int], bytes, int]]:
        """The work in pieces of the same size in each: turns, deals, number of the first deal."""
        size = self.beliefs.hidden
        turns = [self.turns[number] for number in active]
        step = max(1, CHUNK[kernel.KERNEL] // len(turns))
        if not size:
            yield from ((turns, b"", first + index) for index in range(count))
            return
        for start in range(0, count, step):
            rows = deals[start * size : min(start + step, count) * size]
            yield turns, rows, first + start

    def _run(self, turns: Sequence[int], deals: bytes, first: int) -> Outcomes:
        return kernel.playouts(
            self.beliefs.rules,
            self.beliefs.view,
            deals,
            turns,
            self.policies,
            seed=self.seed,
            first=first,
            endgame=self.endgame,
        )

    def _collect(self, active: Sequence[int], outcomes: Iterable[Outcomes]) -> None:
        for outcome in outcomes:
            self.playouts += outcome.turns * outcome.deals
            for place, number in enumerate(active):
                span = slice(place * outcome.deals, (place + 1) * outcome.deals)
                self.results[number].add(
                    outcome.margins[span].tolist(), outcome.penalties[span], outcome.wins[span]
                )

    def best(self, active: Sequence[int]) -> int:
        """The active turn of the highest mean; of level ones the first."""
        return max(active, key=lambda number: self.results[number].mean)

    def loss(self, number: int, best: int) -> Estimate:
        """How many points a turn loses to the best one, in the deals that both were played in."""
        return paired(self.results[best].margins, self.results[number].margins)

    def margin(self, number: int) -> Estimate:
        """A turn's own margin."""
        return estimate(self.results[number].margins)
