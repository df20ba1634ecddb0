"""Facts about draw turns and passes, from games that the rules core plays."""

from __future__ import annotations

from collections.abc import Callable

from trainer.lessons.schema import Choose, Count, Play, cards
from trainer.rules import DRAW, PASS, Card, Game, Position
from trainer.rules.game import Move


def _position(step: Choose | Count | Play) -> Position:
    picture = step.picture
    if picture is None or picture.position is None:
        raise ValueError(f"{step.id}: no hand to draw to")
    return picture.position


def _game(position: Position, top: tuple[Card, ...], *, more: bool) -> Game:
    """A game of two in which these cards lie on top of the stock, and perhaps more below."""
    hand = position.hand - set(top)
    rest = sorted(position.profile.deck - position.table.cards - hand - set(top))
    other = rest[:1] if more else rest
    stock = (*top, *(rest[1:] if more else ()))
    return Game(position.table, (hand, frozenset(other)), stock, 0)


def _drawn(step: Choose | Count, detail: str) -> tuple[tuple[Card, ...], Move, Game]:
    extent, _, names = detail.partition(" ")
    top = cards(names)
    game = _game(_position(step), top, more={"top": True, "all": False}[extent]).play(DRAW)
    assert game.last is not None
    return top, game.last, game


def _how_many(step: Count, detail: str) -> int:
    _top, move, _game = _drawn(step, detail)
    return len(move.kept) + len(move.laid)


def _now(step: Choose, detail: str) -> str:
    seen, move, _game = _drawn(step, detail)
    if len(move.kept) + len(move.laid) > len(seen):
        return "again"
    return "lay" if move.laid else "keep"


def _after_draw(step: Choose, detail: str) -> str:
    _top, move, game = _drawn(step, detail)
    return "end" if move.laid and game.mover != move.seat else "go-on"


def _after_pass(step: Choose, _detail: str) -> str:
    game = _game(_position(step), (), more=False).play(PASS)
    return "refilled" if game.stock else "empty"


def laid_from_stock(position: Position, detail: str) -> list[frozenset[Card]]:
    """What is laid in a draw turn in which the cards of ``detail``, shown in hand, are drawn."""
    last = _game(position, cards(detail), more=True).play(DRAW).last
    return [frozenset(last.laid)] if last else []


CHOICES: dict[str, Callable[[Choose, str], str]] = {
    "now": _now,
    "after-draw": _after_draw,
    "after-pass": _after_pass,
}
"""now top|all CARDS: these have been drawn (``all``: and no more are left): lay, again or keep;
after-draw: who plays after the drawn card; after-pass: what becomes of the empty stock."""

COUNTS: dict[str, Callable[[Count, str], int]] = {"draws": _how_many}
"""draws top|all CARDS: how many are drawn in one turn if the stock begins like that."""
