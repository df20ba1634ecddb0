"""Random legal positions: games played by players who lay at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from trainer.rules import DRAW, PASS, Card, Game, Lay, Profile, Turn
from trainer.rules.turn import can_play, must_open

HAND_SIZES = {1: (3, 5), 2: (4, 6), 3: (5, 8), 4: (7, 10), 5: (9, 14)}
"""Fewest and most cards in the hand of an exercise, by level."""

PLAYERS = {1: 6, 2: 6, 3: 5, 4: 5, 5: 4}
"""How many play, by level: more players hold fewer cards."""

_GO_ON = 0.4
_TAKE = 0.4
_LONGEST = 400


def some_turn(game: Game, random: Random) -> Turn:
    """A legal turn of the mover, chosen at random."""
    table, hand = game.table, game.hands[game.mover]
    if not can_play(table, hand):
        return DRAW if game.stock else PASS
    laid = list(must_open(table, hand))
    table = table.lay_all(laid)
    left = set(hand) - set(laid)
    while fitting := [card for card in table.fitting if card in left]:
        if laid and random.random() > _GO_ON:
            break
        card: Card = random.choice(fitting)
        laid.append(card)
        left.discard(card)
        table = table.lay(card)
    return Lay(tuple(laid))


def states(profile: Profile, players: int, random: Random, turns: int = _LONGEST) -> Iterator[Game]:
    """Every state of one random game, from after its opening to its end or for some ``turns``."""
    game = Game.deal(profile, players, random)
    for _ in range(turns):
        yield game
        if game.winner is not None:
            return
        game = game.play(some_turn(game, random))


def find(
    profile: Profile,
    players: int,
    random: Random,
    wanted: Callable[[Game], bool],
    turns: int = _LONGEST,
) -> Game:
    """A state of a random game as ``wanted``, the game still running; deals until one is found.

    ``turns``: how far into each game to look.
    """
    while True:
        found = None
        for game in states(profile, players, random, turns):
            if game.winner is None and wanted(game):
                found = game
                # Not always the first: the middle and the end of games are of interest too.
                if random.random() < _TAKE:
                    break
        if found is not None:
            return found


def has_hand_for(level: int, game: Game) -> bool:
    """Whether the mover's hand has a size that suits the level."""
    fewest, most = HAND_SIZES[level]
    return fewest <= len(game.hands[game.mover]) <= most


def hand_of(game: Game) -> tuple[Card, ...]:
    """The mover's hand, sorted."""
    return tuple(sorted(game.hands[game.mover]))
