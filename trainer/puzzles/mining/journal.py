"""Finished jobs on disk, so that mining can stop at any moment and be taken up again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from trainer.engine.evaluation import ENGINE_VERSION
from trainer.puzzles.mining.jobs import Job
from trainer.puzzles.schema import Puzzle, encode


class JournalError(ValueError):
    """A file of the journal that cannot be used; names the file and the fault."""


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file: what was done, and with which engine."""

    job: Job
    engine: str


class Journal:
    """A folder with one file a finished job; a file appears whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def has(self, job: Job) -> bool:
        """Whether a job is done, by this engine."""
        path = self._path(job)
        if not path.exists():
            return False
        with path.open(encoding="utf-8") as file:
            head = self._head(path, file.readline())
        return head == Head(job, ENGINE_VERSION)

    def write(self, job: Job, puzzles: Iterable[Puzzle]) -> None:
        """Put down what a job gave."""
        head = msgspec.json.encode(Head(job, ENGINE_VERSION)).decode()
        text = "\n".join([head, *map(encode, puzzles)]) + "\n"
        path = self._path(job)
        unfinished = path.with_suffix(".part")
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)

    def read(self, job: Job) -> tuple[Puzzle, ...]:
        """What a finished job gave; JournalError where the file was damaged."""
        return tuple(self._read(self._path(job)))

    def _read(self, path: Path) -> Iterator[Puzzle]:
        lines = path.read_text(encoding="utf-8").splitlines()
        try:
            yield from (msgspec.json.decode(line, type=Puzzle) for line in lines[1:])
        except msgspec.DecodeError as error:
            raise JournalError(f"{path.name}: {error}") from None

    def _head(self, path: Path, line: str) -> Head:
        try:
            return msgspec.json.decode(line, type=Head)
        except msgspec.DecodeError as error:
            raise JournalError(f"{path.name}: {error}") from None

    def _path(self, job: Job) -> Path:
        return self.folder / f"{job.name}.jsonl"
