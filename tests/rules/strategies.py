"""Random profiles, games in mid-play and the positions that their movers see."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from trainer.rules import Game, Position, Profile

PROFILES = [
    "official",
    "classic",
    "official+pass",
    "official+elevens",
    "official+draw1",
    "classic+draw3",
    "classic+free11",
    "classic+pass",
    "official+start=10/12/12/10",
    "official+max15",
    "classic+max10",
    "official+colours3",
    "classic+pass+max10+colours3",
]

profiles = st.sampled_from(PROFILES).map(Profile.parse)


@st.composite
def games(draw: st.DrawFn, profiles: st.SearchStrategy[Profile] = profiles) -> Game:
    """A game after some random legal turns, not yet over."""
    random = draw(st.integers(0, 2**32).map(Random))
    game = Game.deal(draw(profiles), draw(st.integers(2, 6)), random)
    for _ in range(draw(st.integers(0, 60))):
        after = game.play(random.choice(game.legal_turns()))
        if after.winner is not None:
            break
        game = after
    return game


def positions(profiles: st.SearchStrategy[Profile] = profiles) -> st.SearchStrategy[Position]:
    """What the mover of a random game sees."""
    return games(profiles).map(Game.view)
