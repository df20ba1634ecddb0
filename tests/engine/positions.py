"""Positions that several tests use, and the case file of exact endgames."""

from __future__ import annotations

from pathlib import Path
from random import Random

from hypothesis import strategies as st

from trainer.engine.convert import mask_of
from trainer.rules import Card, Game, Position, parse_position
from trainer.rules.profile import Profile

KNOWN = "-/-/-/11 R9,B10,B12 =Y11 75 official"
THREE = "-/-/-/11 R9,B10,B12 3/3/3 67 official"
TWO = "-/-/-/11 R9,B10,B12 7 69 official"


def endgames(data: Path, most: int = 80) -> list[tuple[Position, dict[int, float]]]:
    """The positions with at most so many cards in hands: turn mask → exact margin."""
    found = []
    for line in (data / "exact-endgames.txt").read_text().splitlines():
        text, values = line.split("|")
        position = parse_position(text.strip())
        if len(position.hand) + position.others[0].count <= most:
            found.append((position, dict(map(_valued, values.split()))))
    assert found
    return found


def _valued(text: str) -> tuple[int, float]:
    cards, value = text.split("=")
    return mask_of(map(Card.parse, cards.split(","))), float(value)


@st.composite
def games(draw: st.DrawFn, *, players: int | None = None, profile: str = "official") -> Game:
    """A game after some random turns, not over."""
    random = Random(draw(st.integers(0, 2**32)))
    seats = players or draw(st.integers(2, 6))
    game = Game.deal(Profile.parse(profile), seats, random)
    for _ in range(draw(st.integers(0, 40))):
        after = game.play(random.choice(game.legal_turns()))
        if after.winner is not None:
            break
        game = after
    return game


@st.composite
def open_ends(draw: st.DrawFn, players: int, most: int) -> Game:
    """A game of the shortest deck with an empty stock and at most so many cards in hands."""
    random = Random(draw(st.integers(0, 2**32)))
    profile = Profile.parse("official+max10")
    while True:
        game = Game.deal(profile, players, random)
        while game.winner is None:
            if not game.stock and sum(map(len, game.hands)) <= most:
                return game
            game = game.play(random.choice(game.legal_turns()))


__all__ = ["KNOWN", "THREE", "TWO", "endgames", "games", "open_ends"]
