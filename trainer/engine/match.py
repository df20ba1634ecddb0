"""Matches between two bots, with mirrored deals.

Each deal is played once for every seat: the first bot sits there, the second bot everywhere
else. What the cards give to a seat so falls out of the comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from trainer.engine.bots import Bot, Situation
from trainer.engine.history import History
from trainer.engine.intervals import estimate
from trainer.rules import Game, Profile


@dataclass
class Score:
    """The first bot's results: its mean margin in each deal, its wins and penalties."""

    players: int
    margins: list[float] = field(default_factory=list)
    games: int = 0
    wins: int = 0
    penalties: int = 0

    @property
    def margin(self) -> float:
        """Points a game by which the first bot does better than each of the others."""
        return estimate(self.margins).mean

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the margin; deals, not games, are the independent trials."""
        mean, half = estimate(self.margins)
        return mean - half, mean + half

    def record(self) -> dict[str, object]:
        """The score in the form of ``trainer match --json``."""
        return {
            "margin": round(self.margin, 3),
            "interval": [round(bound, 3) for bound in self.interval],
            "games": self.games,
            "deals": len(self.margins),
            "players": self.players,
            "wins": round(self.wins / self.games, 4),
            "penalty": round(self.penalties / self.games, 3),
        }


def match(
    first: Bot,
    second: Bot,
    *,
    players: int = 2,
    games: int = 100,
    seed: int = 0,
    profile: Profile | None = None,
    progress: Callable[[float], None] | None = None,
) -> Score:
    """Play at least ``games`` games, whole deals; the same result for the same seed as long as
    the bots do not look at the clock."""
    score = Score(players)
    deals = -(-games // players)
    for number in range(deals):
        margins = list(_deal(first, second, players, seed, number, profile or Profile(), score))
        score.margins.append(sum(margins) / players)
        if progress is not None:
            progress((number + 1) / deals)
    return score


def _deal(
    first: Bot, second: Bot, players: int, seed: int, number: int, profile: Profile, score: Score
) -> Iterator[float]:
    """The first bot's margins of one deal, from each seat."""
    for seat in range(players):
        game = Game.deal(profile, players, Random(f"{seed}/{number}"))
        bots = [second] * players
        bots[seat] = first
        penalties = play(game, bots, Random(f"{seed}/{number}/{seat}"))
        own = penalties[seat]
        score.games += 1
        score.wins += own == 0
        score.penalties += own
        yield (sum(penalties) - own) / (players - 1) - own


def play(game: Game, bots: list[Bot], random: Random) -> tuple[int, ...]:
    """Play a game to its end; the penalties by seat."""
    history = History.empty(game.players)
    while game.winner is None:
        turn = bots[game.mover].choose(Situation.of(game, history), random)
        after = game.play(turn)
        game, history = after, history.after(game, after)
    return game.penalties
