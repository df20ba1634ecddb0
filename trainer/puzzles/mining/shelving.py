"""Writing records into the files of a bank."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import msgspec

from trainer.engine.evaluation import Method
from trainer.puzzles.bank import Entry
from trainer.puzzles.certificate import MINED
from trainer.puzzles.levels import level_of
from trainer.puzzles.schema import Goal, Puzzle, encode
from trainer.puzzles.themes import themes_of


def shelf_of(puzzle: Puzzle) -> str:
    """The file of a mined record, below the folder of the bank."""
    base = puzzle.position.profile.base
    if puzzle.goal is not Goal.BEST:
        return f"{base}/13-mined-{puzzle.goal}.jsonl"
    exact = puzzle.certificate.method is Method.EXACT
    return f"{base}/{'11-mined-exact' if exact else '12-mined-sampled'}.jsonl"


def shelve(puzzles: Iterable[Puzzle], bank: Path) -> dict[str, int]:
    """Write mined records into their files, which they replace; how many are in each."""
    shelves: defaultdict[str, list[Puzzle]] = defaultdict(list)
    for puzzle in puzzles:
        shelves[shelf_of(puzzle)].append(puzzle)
    for name, content in shelves.items():
        _write(bank / name, sorted(content, key=lambda puzzle: (puzzle.level, puzzle.id)))
    return {name: len(content) for name, content in sorted(shelves.items())}


def retagged(puzzle: Puzzle) -> Puzzle:
    """The record with the themes and, if it was mined, the level that it has today."""
    puzzle = msgspec.structs.replace(puzzle, themes=themes_of(puzzle))
    if puzzle.source != MINED:
        return puzzle
    return msgspec.structs.replace(puzzle, level=level_of(puzzle))


def retag(entries: Iterable[Entry], bank: Path) -> int:
    """Write themes and levels anew into all JSONL files of a bank; how many records changed."""
    files: defaultdict[str, list[tuple[int, Puzzle]]] = defaultdict(list)
    changed = 0
    for entry in entries:
        if entry.file.endswith(".jsonl"):
            puzzle = retagged(entry.puzzle)
            changed += puzzle != entry.puzzle
            files[entry.file].append((entry.record, puzzle))
    for name, content in files.items():
        _write(bank / name, [puzzle for _, puzzle in sorted(content, key=lambda pair: pair[0])])
    return changed


def _write(path: Path, puzzles: Iterable[Puzzle]) -> None:
    path.write_text("".join(encode(puzzle) + "\n" for puzzle in puzzles), encoding="utf-8")
