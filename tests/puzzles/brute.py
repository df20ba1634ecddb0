"""The value of a turn by trying everything, with the rules alone: no engine, no kernel, no cuts."""

from __future__ import annotations

from trainer.rules import DRAW, Game, Position, Seen, Turn
from trainer.rules.cards import HIGHEST

Penalties = tuple[int, ...]


def game_of(position: Position) -> Game:
    """The game of a position whose hands are known; hidden cards of the stock get any order."""
    known = position.resolved
    hands = [hand.cards for hand in known.others if isinstance(hand, Seen)]
    assert len(hands) == len(known.others)
    stock = sorted(known.unseen) if isinstance(known.stock, int) else known.stock
    return Game(known.table, (known.hand, *hands), tuple(stock), 0)


def cards(position: Position) -> int:
    """How many cards are in all hands."""
    return len(position.hand) + sum(hand.count for hand in position.others)


class Brute:
    """Two players: the bounds of the first one's margin, both playing their best; a turn that
    draws from the stock may lead anywhere.

    More players: everyone maximises the own margin. AssertionError where somebody draws, or is
    indifferent between two ends that differ for the others.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        # The only card of a stock is known where all hands are.
        self.hidden = isinstance(position.stock, int) and position.stock > 1
        self._ends: dict[object, Penalties] = {}
        self._bounds: dict[object, tuple[int, int]] = {}

    def margin(self, turn: Turn) -> float:
        """The mover's margin after a turn; AssertionError where it is not certain."""
        game = game_of(self.position)
        if game.players > 2:
            return _margin(self._end(game, turn), 0)
        low, high = self._after(game, turn)
        assert low == high
        return low

    def _end(self, before: Game, turn: Turn) -> Penalties:
        assert not (self.hidden and turn == DRAW)
        game = before.play(turn)
        if game.winner is not None:
            return game.penalties
        key = _key(game)
        if key not in self._ends:
            ends = {self._end(game, each) for each in game.legal_turns()}
            best = max(_margin(end, game.mover) for end in ends)
            chosen = [end for end in ends if _margin(end, game.mover) == best]
            assert len(chosen) == 1
            self._ends[key] = chosen[0]
        return self._ends[key]

    def _after(self, before: Game, turn: Turn) -> tuple[int, int]:
        if self.hidden and turn == DRAW:
            own, other = before.penalties
            most = HIGHEST * len(before.stock)
            return -own - most, other + most
        game = before.play(turn)
        if game.winner is not None:
            return (game.penalties[1] - game.penalties[0],) * 2
        key = _key(game)
        if key not in self._bounds:
            each = [self._after(game, after) for after in game.legal_turns()]
            choose = min if game.mover else max
            self._bounds[key] = choose(low for low, _ in each), choose(high for _, high in each)
        return self._bounds[key]


def _key(game: Game) -> object:
    return game.table.rows, game.hands, game.stock, game.mover, min(game.passes, game.players)


def _margin(penalties: Penalties, seat: int) -> float:
    others = len(penalties) - 1
    return (sum(penalties) - penalties[seat]) / others - penalties[seat]
