"""The bank: every puzzle of the data folder, in order, read strictly and kept in memory.

``puzzles/<profile>/*.jsonl`` holds a record a line, ``*.toml`` a list of ``[[puzzle]]``. Puzzles
are ordered by level, within a level by profile, file name and place in the file. A puzzle is
added with a file alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

import msgspec

from trainer.config import data_folder
from trainer.puzzles.schema import LEVELS, Goal, Puzzle, own_id
from trainer.puzzles.themes import THEMES
from trainer.rules.profile import BASES

_PATH = re.compile(r"(?: - at `\$\.?([^`]*)`)?$")
_KEY = re.compile(r"field `([^`]*)`")


class PuzzleFileError(ValueError):
    """A record that cannot be used: names the file, the record (from 1) and the field."""

    def __init__(self, file: str, record: int, place: str, fault: str) -> None:
        super().__init__(f"{file}: record {record}: {place}: {fault}")
        self.file = file
        self.record = record
        self.place = place
        self.fault = fault


@dataclass(frozen=True)
class Entry:
    """A puzzle and where it stands."""

    file: str
    record: int
    puzzle: Puzzle

    def error(self, place: str, fault: str) -> PuzzleFileError:
        """An error about one field of this record."""
        return PuzzleFileError(self.file, self.record, place, fault)


@dataclass(frozen=True)
class Bank:
    """All puzzles, the easiest level first."""

    entries: tuple[Entry, ...] = field(repr=False)

    @cached_property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The records alone."""
        return tuple(entry.puzzle for entry in self.entries)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {puzzle.id: place for place, puzzle in enumerate(self.puzzles)}

    def get(self, name: str) -> Puzzle | None:
        """The puzzle with that id."""
        place = self._places.get(name)
        return None if place is None else self.puzzles[place]

    def number(self, name: str) -> int:
        """Its number in the bank, from 1; raises KeyError."""
        return self._places[name] + 1


@lru_cache(maxsize=4)
def load(folder: Path | None = None) -> Bank:
    """Read the bank once; raises PuzzleFileError at the first fault."""
    root = folder or data_folder("puzzles")
    entries: list[Entry] = []
    seen: dict[str, Entry] = {}
    for entry in _entries(root):
        first = seen.setdefault(entry.puzzle.id, entry)
        if first is not entry:
            raise entry.error("id", f"the same as record {first.record} of {first.file}")
        entries.append(entry)
    return Bank(tuple(sorted(entries, key=lambda entry: entry.puzzle.level)))


def _entries(root: Path) -> Iterator[Entry]:
    for base in BASES:
        for path in sorted((root / base).glob("*")):
            name = f"{base}/{path.name}"
            for number, record in enumerate(_records(path, name), 1):
                entry = Entry(name, number, _read(record, name, number))
                _check(entry, base)
                yield entry


def _records(path: Path, name: str) -> Iterator[object]:
    """The records of a file as plain data."""
    text = path.read_text(encoding="utf-8")
    number = 0
    try:
        if path.suffix == ".toml":
            yield from msgspec.toml.decode(text, type=dict[str, list[object]]).get("puzzle", [])
        for line in text.splitlines() if path.suffix == ".jsonl" else ():
            number += 1
            yield msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PuzzleFileError(name, number, "record", str(error)) from None


def _read(record: object, name: str, number: int) -> Puzzle:
    try:
        return msgspec.convert(record, Puzzle)
    except msgspec.ValidationError as error:
        place = _place(str(error))
        raise PuzzleFileError(name, number, place, str(error)) from None


def _place(fault: str) -> str:
    """The field that a message of msgspec is about: ``certificate.worlds``."""
    path, key = _PATH.search(fault), _KEY.search(fault)
    return ".".join(filter(None, (path and path[1], key and key[1]))) or "record"


def _check(entry: Entry, base: str) -> None:
    """What a reader checks at every start: cheap, and enough for no page to break."""
    puzzle = entry.puzzle
    if puzzle.id != own_id(puzzle):
        raise entry.error("id", f"must be {own_id(puzzle)}")
    if puzzle.line.rsplit(" ", 1)[-1].split("+")[0] != base:
        raise entry.error("position", f"is not of the profile {base}")
    if puzzle.level not in LEVELS:
        raise entry.error("level", f"must be from {LEVELS[0]} to {LEVELS[-1]}")
    for number, theme in enumerate(puzzle.themes):
        if theme not in THEMES:
            raise entry.error(f"themes[{number}]", f"unknown theme {theme!r}")
    if not puzzle.turns:
        raise entry.error("turns", "no evaluation")
    if (puzzle.answer is not None) != (puzzle.goal is Goal.LEGAL) or puzzle.answer == ():
        raise entry.error("answer", "belongs to the goal legal, which cannot do without")
    if (puzzle.question is not None) != (puzzle.goal is Goal.OUTCOME):
        raise entry.error("question", "belongs to the goal outcome, which cannot do without")
