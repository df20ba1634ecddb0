"""What a step shows: a whole position, or a table with perhaps a hand."""

from __future__ import annotations

from dataclasses import dataclass

from trainer.rules import Card, Field, MalformedError, Position, Profile, Table, Unseen
from trainer.rules.errors import Fault
from trainer.rules.notation import parse_position, parse_table


@dataclass(frozen=True)
class Picture:
    """``position`` is there as soon as there is a hand to lay from.

    ``partial``: the other hands and the stock of ``position`` were made up, so that the rules
    can judge a turn; they are no part of the lesson and are not shown.
    """

    table: Table
    position: Position | None = None
    partial: bool = False

    @classmethod
    def read(cls, position: str, table: str, hand: str, profile: str) -> Picture:
        """Read a position line, or a table with an optional hand and profile.

        Raises MalformedError naming the field at fault.
        """
        if position:
            if table or hand or profile:
                raise MalformedError(Field.POSITION, Fault.SURPLUS, "table, hand or profile")
            whole = parse_position(position)
            return cls(whole.table, whole)
        rows = parse_table(table, Profile.parse(profile or "official"))
        if not hand:
            return cls(rows, partial=True)
        held = frozenset(Card.parse(part, Field.HAND) for part in hand.split(","))
        return cls(rows, _completed(rows, held), partial=True)


def _completed(table: Table, hand: frozenset[Card]) -> Position:
    """A position with that table and hand: one opponent with one card, the rest is stock."""
    stock = len(table.profile.deck) - len(table.cards) - len(hand) - 1
    return Position(table, hand, (Unseen(1),), stock)
