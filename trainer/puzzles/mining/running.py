"""Jobs handed to this process, to several, or to a cluster: the records are the same."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

from trainer.puzzles.canonical import canonical_key
from trainer.puzzles.mining.jobs import Job, mine
from trainer.puzzles.mining.journal import Journal
from trainer.puzzles.schema import Puzzle

Done = tuple[Job, tuple[Puzzle, ...]]
Runner = Callable[[Sequence[Job]], Iterator[Done]]
"""Does jobs; what is finished comes in whatever order it is finished."""


@dataclass(frozen=True)
class Progress:
    """How far mining is. ``rate``: jobs a second; ``left``: seconds, None before the first."""

    done: int
    total: int
    puzzles: int
    seconds: float
    worked: int

    @property
    def rate(self) -> float:
        """Jobs done in this run, a second."""
        return self.worked / self.seconds if self.seconds > 0 else 0.0

    @property
    def left(self) -> float | None:
        """Seconds that the rest will take at this rate."""
        return (self.total - self.done) / self.rate if self.worked and self.rate else None


def run(
    jobs: Sequence[Job],
    journal: Journal,
    runner: Runner,
    report: Callable[[Progress], None] = lambda _: None,
) -> tuple[Puzzle, ...]:
    """Do what the journal lacks and give all puzzles, in the order of the jobs, each once.

    Two puzzles that differ by the names of colours only are one: the first.
    """
    started = time.monotonic()
    missing = [job for job in jobs if not journal.has(job)]
    done = len(jobs) - len(missing)
    found = worked = 0
    for job, puzzles in runner(missing):
        journal.write(job, puzzles)
        worked, found = worked + 1, found + len(puzzles)
        spent = time.monotonic() - started
        report(Progress(done + worked, len(jobs), found, spent, worked))
    return merged(puzzle for job in jobs for puzzle in journal.read(job))


def merged(puzzles: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    """Each puzzle once, up to the names of colours."""
    first: dict[tuple[str, ...], Puzzle] = {}
    for puzzle in puzzles:
        first.setdefault(canonical_key(puzzle), puzzle)
    return tuple(first.values())


def alone(jobs: Sequence[Job]) -> Iterator[Done]:
    """Job after job in this process."""
    return ((job, mine(job)) for job in jobs)


def in_processes(count: int) -> Runner:
    """Several processes of this machine."""

    def runner(jobs: Sequence[Job]) -> Iterator[Done]:
        # A fresh interpreter a process: a fork of threads that hold locks may hang.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(count, context) as pool:
            yield from _collected({pool.submit(mine, job): job for job in jobs}, as_completed)

    return runner


def on_cluster(address: str) -> AbstractContextManager[Runner]:
    """A dask.distributed cluster with its scheduler at ``address``; needs the extra ``cluster``.

    Raises ImportError where that is not installed; on entering OSError where nobody answers.
    """
    import distributed

    return _cluster(address, distributed)


@contextmanager
def _cluster(address: str, distributed: Any) -> Iterator[Runner]:
    with distributed.Client(address) as client:

        def runner(jobs: Sequence[Job]) -> Iterator[Done]:
            # pure=False: the same job may be wanted again by a newer engine.
            futures = {client.submit(mine, job, pure=False): job for job in jobs}
            yield from _collected(futures, distributed.as_completed)

        yield runner


def _collected(futures: dict[Any, Job], completed: Callable[[Any], Any]) -> Iterator[Done]:
    future: Future[tuple[Puzzle, ...]]
    for future in completed(list(futures)):
        yield futures[future], future.result()
