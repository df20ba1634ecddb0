"""What a job is: a pure function of its parameters and its numbers of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum

import msgspec

from trainer.puzzles.mining import digging, questions
from trainer.puzzles.mining.games import Moment, moments
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
    return tuple(
        puzzle
        for number in numbers
        for puzzle in _FINDERS[job.kind](moments(profile, job.players, number))
    )


Finder = Callable[[Iterator[Moment]], Iterator[Puzzle]]

_FINDERS: dict[Kind, Finder] = {
    Kind.ENDGAME: lambda game: digging.dig(game, digging.endgame),
    Kind.OPEN: lambda game: digging.dig(game, digging.open_hands),
    Kind.HIDDEN: lambda game: digging.dig(game, digging.hidden),
    Kind.GO_OUT: lambda game: questions.ask(game, (questions.go_out,)),
    Kind.UNLOAD: lambda game: questions.ask(game, (questions.unload,)),
    Kind.RULES: lambda game: questions.ask(game, (questions.what_fits, questions.what_happens)),
}


def blocks(
    kinds: Iterable[Kind],
    profiles: Iterable[str],
    players: Iterable[int],
    numbers: range,
    size: int,
) -> Iterator[Job]:
    """The jobs for some games of every kind, profile and number of players, in their order."""
    profiles, players = tuple(profiles), tuple(players)
    for first in range(numbers.start, numbers.stop, size):
        games = min(size, numbers.stop - first)
        for kind in kinds:
            for profile in profiles:
                for count in (2,) if kind is Kind.ENDGAME else players:
                    yield Job(kind, profile, count, first, games)
