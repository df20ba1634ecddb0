"""What everybody has seen the players do, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trainer.rules import Card, Game, Lay, Table

SEVERAL = 0.5
"""Whoever lays several cards in more than this share of the turns is taken to lay all they can."""


@dataclass(frozen=True)
class Act:
    """One turn as the others see it.

    ``table``: before it. ``laid``: the cards of an ordinary turn, none in a draw turn or a pass.
    ``kept``: how many cards were drawn and kept.
    """

    table: Table
    laid: tuple[Card, ...] = ()
    kept: int = 0


@dataclass(frozen=True)
class History:
    """The acts of each seat, oldest first; seats as in the game."""

    seats: tuple[tuple[Act, ...], ...]

    @classmethod
    def empty(cls, players: int) -> History:
        """Nothing has happened yet."""
        return cls(((),) * players)

    def after(self, before: Game, after: Game) -> History:
        """The history with the turn that led from one state of the game to the next."""
        move = after.last
        if move is None:
            return self
        laid = move.laid if isinstance(move.turn, Lay) else ()
        act = Act(before.table, laid, len(move.kept))
        seats = list(self.seats)
        seats[move.seat] = (*seats[move.seat], act)
        return History(tuple(seats))

    def around(self, seat: int) -> tuple[tuple[Act, ...], ...]:
        """The acts of the other seats in turn order after ``seat``."""
        return self.seats[seat + 1 :] + self.seats[:seat]


def style(acts: Sequence[Act]) -> str:
    """The policy that a player's turns look most like: ``dump``, ``hold`` or ``tuned``."""
    sizes = [len(act.laid) for act in acts if act.laid]
    several = sum(size > 1 for size in sizes)
    if several > SEVERAL * len(sizes):
        return "dump"
    return "tuned" if several else "hold"
