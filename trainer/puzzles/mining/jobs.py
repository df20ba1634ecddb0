"""What a job is: a pure function of its parameters and its numbers of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import partial

import msgspec

from trainer.puzzles.mining import digging, family, questions
from trainer.puzzles.mining.games import moments
from trainer.puzzles.schema import Puzzle
from trainer.rules import Profile


class Kind(StrEnum):
    """What is looked for in the games."""

    ENDGAME = "endgame"
    """Two players, empty stock: proven best turns."""
    OPEN = "open"
    """Open hands, any number of players: proven best turns."""
    HIDDEN = "hidden"
    """Hidden hands: sampled best turns."""
    MIDDLE = "middle"
    """The same while there is a stock."""
    FAMILY = "family"
    """Positions in the manner of the blue example."""
    ALONE = "alone"
    """Its nearest family: one start card on the table, both neighbours in hand."""
    GO_OUT = "go-out"
    """Turns that lay the whole hand."""
    UNLOAD = "unload"
    """The fewest points left in hand."""
    RULES = "rules"
    """What fits, and what happens after a draw."""


class Job(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Look at the games number ``first`` to ``first + games - 1`` of a profile and a number of
    players. The puzzles of a game depend on kind, profile, players and its number alone."""

    kind: Kind
    profile: str
    players: int
    first: int
    games: int

    @property
    def name(self) -> str:
        """The name of its file in a journal."""
        profile = self.profile.replace("/", ".")
        return f"{self.kind}-{profile}-{self.players}-{self.first}-{self.games}"


def mine(job: Job) -> tuple[Puzzle, ...]:
    """Do a job; ValueError for parameters that no game has."""
    profile = Profile.parse(job.profile)
    numbers = range(job.first, job.first + job.games)
    finder = _FINDERS[job.kind]
    return tuple(puzzle for number in numbers for puzzle in finder(profile, job.players, number))


Finder = Callable[[Profile, int, int], Iterator[Puzzle]]
"""The puzzles that one number gives under a profile and a number of players."""


def _digging(look: digging.Look) -> Finder:
    return lambda profile, players, number: digging.dig(moments(profile, players, number), look)


def _asking(*askings: questions.Asking) -> Finder:
    return lambda profile, players, number: questions.ask(
        moments(profile, players, number), askings
    )


_FINDERS: dict[Kind, Finder] = {
    Kind.ENDGAME: _digging(digging.endgame),
    Kind.OPEN: _digging(digging.open_hands),
    Kind.HIDDEN: _digging(digging.hidden),
    Kind.MIDDLE: _digging(digging.middle),
    Kind.FAMILY: family.dig,
    Kind.ALONE: partial(family.dig, alone=True),
    Kind.GO_OUT: _asking(questions.go_out),
    Kind.UNLOAD: _asking(questions.unload),
    Kind.RULES: _asking(questions.what_fits, questions.what_happens),
}


def blocks(
    kinds: Iterable[Kind],
    profiles: Iterable[str],
    players: Iterable[int],
    numbers: range,
    size: int,
) -> Iterator[Job]:
    """The jobs for some games of every kind, profile and number of players, in their order."""
    kinds, profiles, players = tuple(kinds), tuple(profiles), tuple(players)
    for first in range(numbers.start, numbers.stop, size):
        games = min(size, numbers.stop - first)
        for kind in kinds:
            for profile in profiles:
                for count in (2,) if kind is Kind.ENDGAME else players:
                    yield Job(kind, profile, count, first, games)
