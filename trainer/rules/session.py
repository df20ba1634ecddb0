"""Several games counted together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from trainer.rules.errors import Fault, Field, IllegalTurnError, MalformedError, Refusal
from trainer.rules.profile import PLAYERS, Base

OFFICIAL_GAMES = 5
"""An official session's length, agreed before (our teaching agreement)."""

CLASSIC_LIMIT = 500
"""A classic session ends when a total reaches this."""


@dataclass(frozen=True)
class Session:
    """Penalties game by game, ``games[i][seat]``, and who wins.

    ``official``: five games, the lowest total wins, equal leaders share. ``classic``: until a
    total reaches 500 or the players stop; level leaders play one more game among themselves
    and its winner wins: ``play_off`` holds that game's penalties in the leaders' order.
    """

    base: Base
    players: int
    games: tuple[tuple[int, ...], ...] = ()
    stopped: bool = False
    play_off: tuple[int, ...] = ()
    first_dealer: int = 0

    def __post_init__(self) -> None:
        if self.players not in PLAYERS:
            raise MalformedError(Field.OTHERS, Fault.PLAYERS, str(self.players))

    @property
    def totals(self) -> tuple[int, ...]:
        """The sum of each seat's penalties, without the play-off."""
        return tuple(sum(game[seat] for game in self.games) for seat in range(self.players))

    @property
    def dealer(self) -> int:
        """Who deals the next game: one seat clockwise after each."""
        return (self.first_dealer + len(self.games)) % self.players

    @property
    def complete(self) -> bool:
        """Whether the agreed games are played; a classic play-off may still be due."""
        if self.base == "official":
            return len(self.games) >= OFFICIAL_GAMES
        return bool(self.games) and (self.stopped or max(self.totals) >= CLASSIC_LIMIT)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the lowest total."""
        return tuple(s for s, total in enumerate(self.totals) if total == min(self.totals))

    @property
    def needs_play_off(self) -> bool:
        """Whether the level leaders of a classic session must play one more game."""
        level = self.base == "classic" and len(self.leaders) > 1
        return self.complete and level and not self.play_off

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats; empty while the session goes on."""
        if not self.complete or self.needs_play_off:
            return ()
        if self.play_off:
            return (self.leaders[self.play_off.index(0)],)
        return self.leaders

    def record(self, penalties: Sequence[int]) -> Session:
        """The session after one game: a penalty each, 0 for its winner alone."""
        seats = len(self.leaders) if self.needs_play_off else self.players
        if self.complete and not self.needs_play_off:
            raise IllegalTurnError(Refusal.GAME_OVER)
        if len(penalties) != seats or min(penalties) < 0 or list(penalties).count(0) != 1:
            raise MalformedError(Field.HAND, Fault.WRONG_TOTAL, str(tuple(penalties)))
        if self.needs_play_off:
            return replace(self, play_off=tuple(penalties))
        return replace(self, games=(*self.games, tuple(penalties)))

    def stop(self) -> Session:
        """A classic session that the players end by agreement, after any game."""
        if self.base != "classic" or not self.games:
            raise IllegalTurnError(Refusal.MUST_PLAY)
        return replace(self, stopped=True)
