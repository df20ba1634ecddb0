"""The value of a turn by trying everything, with the rules alone: no engine, no kernel, no cuts."""

from __future__ import annotations

from trainer.rules import Game, Position, Seen, Turn

Penalties = tuple[int, ...]


def game_of(position: Position) -> Game:
    """The game of a position in which nothing is hidden and the stock is empty."""
    known = position.resolved
    hands = [hand.cards for hand in known.others if isinstance(hand, Seen)]
    assert len(hands) == len(known.others)
    assert not known.stock_count
    return Game(known.table, (known.hand, *hands), (), 0)


def cards(position: Position) -> int:
    """How many cards are in all hands."""
    return len(position.hand) + sum(hand.count for hand in position.others)


class Brute:
    """Everyone maximises the own margin; raises AssertionError where someone is indifferent
    between two ends that differ for the others."""

    def __init__(self) -> None:
        self._known: dict[object, Penalties] = {}

    def margin(self, position: Position, turn: Turn) -> float:
        """The mover's margin after a turn."""
        return _margin(self._end(game_of(position).play(turn)), 0)

    def _end(self, game: Game) -> Penalties:
        if game.winner is not None:
            return game.penalties
        key = (game.table.rows, game.hands, game.mover, min(game.passes, game.players))
        if key not in self._known:
            ends = {self._end(game.play(turn)) for turn in game.legal_turns()}
            best = max(_margin(end, game.mover) for end in ends)
            chosen = [end for end in ends if _margin(end, game.mover) == best]
            assert len(chosen) == 1
            self._known[key] = chosen[0]
        return self._known[key]


def _margin(penalties: Penalties, seat: int) -> float:
    others = len(penalties) - 1
    return (sum(penalties) - penalties[seat]) / others - penalties[seat]
