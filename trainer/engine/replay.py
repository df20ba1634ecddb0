"""A game played on from a turn, to be looked at step by step.

Where the position can be proven, both sides go on with best play as long as the proof lasts;
else one deal that agrees with the position is played on by the model of an evaluation. A pure
function of position, turn and seed, bounded in steps and in searched positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from trainer.engine import kernel
from trainer.engine.beliefs import Beliefs
from trainer.engine.bots import PolicyBot, Situation
from trainer.engine.convert import cards_in
from trainer.engine.policies import STANDARD
from trainer.engine.solver import prove
from trainer.rules import DRAW, Card, Game, Position, Seen, Turn, legal_turns
from trainer.rules.game import Hands, Move
from trainer.rules.table import Table

NODES = {"c": 200_000, "python": 2_000}
"""Positions that the search of one step may look at; then the model plays on."""

MOST_STEPS = 400
"""No game between players who play when they can is as long."""


@dataclass(frozen=True)
class Step:
    """One turn and what is on the table and in the hands after it.

    ``proven``: the turn was found by complete search (the first one is the caller's).
    """

    move: Move
    table: Table
    hands: Hands
    stock: int
    proven: bool


@dataclass(frozen=True)
class Line:
    """A deal played on from a turn. ``penalties`` by seat, the mover of the position first.

    ``proven``: every turn after the first is best play, so the end is certain.
    """

    start: Hands
    steps: tuple[Step, ...]

    @property
    def proven(self) -> bool:
        """Whether nothing in it is the model's guess."""
        return all(step.proven for step in self.steps)

    @property
    def penalties(self) -> tuple[int, ...]:
        """The points in each hand at the end."""
        return tuple(sum(card.number for card in hand) for hand in self.steps[-1].hands)

    @property
    def margin(self) -> float:
        """How it ends for the mover, in points: mean of the others minus the own."""
        own, *others = self.penalties
        return sum(others) / len(others) - own


def replay(position: Position, turn: Turn, seed: int = 0, *, exact: bool = True) -> Line:
    """Play the deal of a seed on from a legal turn, to the end.

    ``exact``: look for best play while it can be proven. The same seed is the same deal for
    every turn. Raises IllegalTurnError for a turn that is not legal.
    """
    game = dealt(position, seed)
    search = _Search(position.stock_count == 0 or not isinstance(position.stock, int))
    steps = _steps(game, turn, Random(seed), search if exact else None)
    return Line(game.hands, tuple(steps))


def dealt(position: Position, seed: int) -> Game:
    """A whole game that agrees with a position; the mover has seat 0."""
    known = position.resolved
    beliefs = Beliefs(known)
    hidden = beliefs.hidden
    row = beliefs.sample(seed, 0, 1) if hidden else b""
    world = kernel.world_of(beliefs.view, row)
    order = () if isinstance(world.stock, int) else world.stock
    lacks = (frozenset[Card](), *(_lacks(hand) for hand in position.others))
    return Game(
        table=position.table,
        hands=tuple(map(cards_in, world.hands)),
        stock=tuple(map(Card.at, order)),
        mover=0,
        lacks=lacks,
    )


def _lacks(hand: object) -> frozenset[Card]:
    return getattr(hand, "lacks", frozenset())


def _steps(game: Game, turn: Turn, random: Random, search: _Search | None) -> Iterator[Step]:
    model = PolicyBot(STANDARD)
    proven = search is not None and (turn != DRAW or search.open_stock)
    for _ in range(MOST_STEPS):
        game = game.play(turn)
        if game.last is None:
            return
        yield Step(game.last, game.table, game.hands, len(game.stock), proven)
        if game.winner is not None:
            return
        best = search.best(game) if search and proven else None
        proven = best is not None
        turn = best or model.choose(Situation.of(game), random)


@dataclass(frozen=True)
class _Search:
    """Looks for best play with all hands open; ``open_stock``: so is the order of the stock."""

    open_stock: bool

    def best(self, game: Game) -> Turn | None:
        """The best turn where it can be proven."""
        turns = game.legal_turns()
        if turns == (DRAW,) and not self.open_stock:
            return None
        if len(turns) == 1:
            return turns[0]
        position = self._position(game)
        values = prove(Beliefs(position), turns, NODES[kernel.KERNEL])
        if values is None or len(turns) < len(legal_turns(position)):
            return None
        return max(values, key=lambda value: value.margin).turn

    def _position(self, game: Game) -> Position:
        seats = [(game.mover + step) % game.players for step in range(1, game.players)]
        others = tuple(Seen(game.hands[seat]) for seat in seats)
        stock = game.stock if self.open_stock else len(game.stock)
        return Position(game.table, game.hands[game.mover], others, stock or 0)
