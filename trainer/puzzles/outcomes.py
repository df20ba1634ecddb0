"""What must happen next in a turn, worked out from the rules: the answers to rule questions."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from trainer.rules import Card, Position
from trainer.rules.turn import can_play


class Happening(StrEnum):
    """What can be said to happen next."""

    PLAY = "play"
    """A card of the hand must be laid: something fits."""
    DRAW = "draw"
    """A card is drawn from the stock."""
    PASS = "pass"
    """Nothing can be laid or drawn: the turn passes on."""
    LAY_AND_END = "lay-and-end"
    """The drawn card is laid at once, and the turn ends."""
    LAY_AND_GO_ON = "lay-and-go-on"
    """The drawn card is laid, and more cards may follow."""
    KEEP_AND_DRAW = "keep-and-draw"
    """The drawn card is kept, and another is drawn."""
    KEEP_AND_END = "keep-and-end"
    """The drawn card is kept, and the turn ends."""
    CHOOSE = "choose"
    """The player may lay the drawn card or keep it."""


def happening(position: Position, drawn: Sequence[Card] = ()) -> Happening:
    """What must happen after the mover has drawn these cards in this turn.

    Raises ValueError where these cards cannot have been drawn one after another.
    """
    table, stock = position.table, position.stock_count
    if not drawn:
        if can_play(table, position.hand):
            return Happening.PLAY
        return Happening.DRAW if stock else Happening.PASS
    _check_drawn(position, drawn)
    if table.fits(drawn[-1]):
        return Happening.LAY_AND_END
    if len(drawn) == position.profile.draw_limit or len(drawn) == stock:
        return Happening.KEEP_AND_END
    return Happening.KEEP_AND_DRAW


def _check_drawn(position: Position, drawn: Sequence[Card]) -> None:
    hidden = set(position.unseen) if isinstance(position.stock, int) else set(position.stock)
    if can_play(position.table, position.hand):
        raise ValueError("a card of the hand fits, so nothing is drawn")
    if len(set(drawn)) < len(drawn) or not set(drawn) <= hidden:
        raise ValueError("a drawn card is not in the stock")
    if len(drawn) > min(position.profile.draw_limit, position.stock_count):
        raise ValueError("more cards than may be drawn")
    if any(position.table.fits(card) for card in drawn[:-1]):
        raise ValueError("nothing is drawn after a card that fits")
