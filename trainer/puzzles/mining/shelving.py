"""Writing records into the files of a bank."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from trainer.engine.evaluation import Method
from trainer.puzzles.bank import Entry
from trainer.puzzles.certificate import MINED, certified, order_of
from trainer.puzzles.levels import level_of
from trainer.puzzles.schema import Goal, Puzzle, encode
from trainer.puzzles.themes import themes_of

HEAD = '{"job":'
"""How the first line of a journal's file begins."""


def shelf_of(puzzle: Puzzle) -> str:
    """The file of a mined record, below the folder of the bank."""
    base = puzzle.position.profile.base
    if puzzle.goal is not Goal.BEST:
        return f"{base}/13-mined-{puzzle.goal}.jsonl"
    exact = puzzle.certificate.method is Method.EXACT
    return f"{base}/{'11-mined-exact' if exact else '12-mined-sampled'}.jsonl"


def read(path: Path) -> Iterator[Puzzle]:
    """The records of a file that mining has written, or of a folder of its jobs."""
    for file in sorted(path.glob("*.jsonl")) if path.is_dir() else [path]:
        for line in file.read_text(encoding="utf-8").splitlines():
            if not line.startswith(HEAD):
                yield msgspec.json.decode(line, type=Puzzle)


def shelve(puzzles: Iterable[Puzzle], bank: Path) -> dict[str, int]:
    """Write mined records into their files, in place of all before; how many are in each."""
    for stale in bank.glob("*/*-mined-*.jsonl"):
        stale.unlink()
    shelves: defaultdict[str, list[Puzzle]] = defaultdict(list)
    for puzzle in puzzles:
        shelves[shelf_of(puzzle)].append(puzzle)
    for name, content in shelves.items():
        (bank / name).parent.mkdir(parents=True, exist_ok=True)
        _write(bank / name, sorted(content, key=lambda puzzle: (puzzle.level, puzzle.id)))
    return {name: len(content) for name, content in sorted(shelves.items())}


def retagged(puzzle: Puzzle) -> Puzzle:
    """The record with the themes and, if it was mined, the level that it has today."""
    puzzle = msgspec.structs.replace(puzzle, themes=themes_of(puzzle))
    if puzzle.source != MINED:
        return puzzle
    return msgspec.structs.replace(puzzle, level=level_of(puzzle))


def remade(puzzle: Puzzle) -> Puzzle:
    """The record made anew by today's engine, with the deals of its certificate."""
    certificate = puzzle.certificate
    seed = (certificate.seeds or (0,))[0]
    return certified(order_of(puzzle), worlds=certificate.worlds or 1, seed=seed)


def rewrite(
    entries: Iterable[Entry], bank: Path, change: Callable[[Puzzle], Puzzle] = retagged
) -> int:
    """Write the changed records into all JSONL files of a bank; how many differ from before."""
    files: defaultdict[str, list[tuple[int, Puzzle]]] = defaultdict(list)
    changed = 0
    for entry in entries:
        if entry.file.endswith(".jsonl"):
            puzzle = change(entry.puzzle)
            changed += puzzle != entry.puzzle
            files[entry.file].append((entry.record, puzzle))
    for name, content in files.items():
        _write(bank / name, [puzzle for _, puzzle in sorted(content, key=lambda pair: pair[0])])
    return changed


def _write(path: Path, puzzles: Iterable[Puzzle]) -> None:
    path.write_text("".join(encode(puzzle) + "\n" for puzzle in puzzles), encoding="utf-8")
