"""Making the proof of a record again, from the record alone, and comparing."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from trainer.engine import kernel
from trainer.engine.evaluation import ENGINE_VERSION, Method
from trainer.engine.policies import STANDARD
from trainer.puzzles.bank import Entry
from trainer.puzzles.canonical import canonical_key
from trainer.puzzles.certificate import certified, evaluated, order_of, records
from trainer.puzzles.checks import findings
from trainer.puzzles.schema import Certificate, Gap, Puzzle, TurnRecord

QUICK_WORLDS = {"c": 2000, "python": 100}
"""Deals for a quick verification."""

SLOWEST = {"c": 1_000_000, "python": 400}
"""More deals than these are not played again: a quick verification has to do."""

SPREAD = 5.0
"""How many half intervals two samples of one value may lie apart."""

ROUNDING = 0.0015
"""Two sums of the same numbers may differ in the last digit that a record keeps."""


def verify(puzzle: Puzzle, *, quick: bool = False) -> list[str]:
    """Make the record again and compare; the differences, in words for authors.

    Where the compiled kernel is missing, or with ``quick``, sampled values are compared with
    a smaller sample within its error; otherwise they must come out the very same, with the lead
    under both models of play, themes and level.
    """
    certificate = puzzle.certificate
    if certificate.engine != ENGINE_VERSION:
        return [f"made by engine {certificate.engine}, this is {ENGINE_VERSION}"]
    small = quick or certificate.worlds > SLOWEST[kernel.KERNEL]
    if small and certificate.method is not Method.EXACT:
        return list(_quickly(puzzle))
    seed = (certificate.seeds or (0,))[0]
    again = certified(order_of(puzzle), worlds=certificate.worlds or 1, seed=seed)
    if again.certificate.method is not certificate.method:
        return [f"is {again.certificate.method} now, not {certificate.method}"]
    return [*_turns(puzzle, again.turns, same=True), *_rest(puzzle, again)]


def faults(puzzle: Puzzle, *, quick: bool = False) -> list[str]:
    """What is wrong with a record, by itself and beside its proof made again."""
    found = [f"{finding.place}: {finding.fault}" for finding in findings(puzzle)]
    return found + verify(puzzle, quick=quick)


def _quickly(puzzle: Puzzle) -> Iterator[str]:
    """Compare with fewer deals."""
    certificate = puzzle.certificate
    worlds = min(certificate.worlds, QUICK_WORLDS[kernel.KERNEL])
    again = evaluated(puzzle.position, worlds, certificate.seeds[0], STANDARD)
    if again.method is not certificate.method:
        yield f"is {again.method} now, not {certificate.method}"
        return
    yield from _turns(puzzle, records(again), same=again.worlds == certificate.worlds)


def _turns(puzzle: Puzzle, turns: Sequence[TurnRecord], *, same: bool) -> Iterator[str]:
    found = {value.turn: value for value in turns}
    for value in puzzle.turns:
        fault = _difference(value, found.get(value.turn), same)
        if fault:
            yield fault


def _difference(old: TurnRecord, new: TurnRecord | None, same: bool) -> str:
    name = ",".join(old.cards)
    if new is None:
        return f"{name} is not a legal turn"
    allowed = ROUNDING if same else SPREAD * (old.error + new.error) + ROUNDING
    if abs(old.margin - new.margin) > allowed:
        return f"{name} is worth {new.margin:g} now, not {old.margin:g}"
    if same and old.grade is not new.grade:
        return f"{name} is graded {new.grade} now, not {old.grade}"
    return ""


def _rest(old: Puzzle, new: Puzzle) -> Iterator[str]:
    """What a record holds beside the values of its turns."""
    for name in ("id", "level", "themes", "answer", "question"):
        if getattr(old, name) != getattr(new, name):
            yield f"{name} is {getattr(new, name)} now, not {getattr(old, name)}"
    for name in ("gap", "second_gap"):
        if not _alike(getattr(old.certificate, name), getattr(new.certificate, name)):
            yield f"{name} is {_shown(new.certificate, name)} now"
    for name in ("policy", "second_policy", "seeds", "selection", "thresholds"):
        if getattr(old.certificate, name) != getattr(new.certificate, name):
            yield f"{name} is {getattr(new.certificate, name)} now"


def _shown(certificate: Certificate, name: str) -> str:
    gap: Gap | None = getattr(certificate, name)
    return "missing" if gap is None else f"{gap.points:g}, at least {gap.low:g}"


def _alike(old: Gap | None, new: Gap | None) -> bool:
    if old is None or new is None:
        return old is new
    return abs(old.points - new.points) <= 2 * ROUNDING and abs(old.low - new.low) <= 2 * ROUNDING


def sample(entries: Sequence[Entry], size: int, seed: int = 0) -> tuple[Entry, ...]:
    """Some records of the bank, in its order."""
    places = Random(seed).sample(range(len(entries)), min(size, len(entries)))
    return tuple(entries[place] for place in sorted(places))


def twins(entries: Sequence[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """Records that ask the same up to the names of the colours: each with the first of its kind."""
    first: dict[tuple[str, ...], Entry] = {}
    for entry in entries:
        other = first.setdefault(canonical_key(entry.puzzle), entry)
        if other is not entry:
            yield other, entry


def verify_all(
    entries: Sequence[Entry], quick: bool, seconds: float, processes: int = 1
) -> Iterator[tuple[Entry, list[str] | None]]:
    """Check and verify records in order; None for those that the time did not reach."""
    end = time.monotonic() + seconds
    if processes < 2:
        for entry in entries:
            late = time.monotonic() > end
            yield entry, None if late else faults(entry.puzzle, quick=quick)
        return
    # A fresh interpreter a process: a fork of threads that hold locks may hang.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context) as pool:
        futures = [pool.submit(partial(faults, quick=quick), entry.puzzle) for entry in entries]
        for entry, future in zip(entries, futures, strict=True):
            late = time.monotonic() > end
            if late:
                future.cancel()
            yield entry, None if future.cancelled() else future.result()
