"""Games between our players, looked at turn by turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from trainer.engine.bots import Situation, bot, policy_turn
from trainer.engine.policies import policy
from trainer.rules import Game, Position, Profile, Seen, Turn

STYLES = ("hold", "hold", "tuned", "dump", "level3")
"""The players that sit down, each as likely."""

NATURAL = ("dump", "hold")
"""The players whose errors make a puzzle: who lays all, and who lays one card at a time."""

TRIES = 5
"""How often a natural player is asked: level choices are made by chance."""


@dataclass(frozen=True)
class Moment:
    """A turn to be made in game number ``number``; ``turn`` counts from 0."""

    game: Game
    number: int
    turn: int

    @property
    def position(self) -> Position:
        """What the mover knows."""
        return self.game.view()

    @property
    def shown(self) -> Position:
        """The same with all hands on the table; the stock stays hidden."""
        game = self.game
        around = game.hands[game.mover + 1 :] + game.hands[: game.mover]
        return replace(self.position, others=tuple(map(Seen, around)))

    @property
    def is_whole(self) -> bool:
        """Whether the position tells all that the rules of this turn depend on."""
        return not (self.game.profile.may_pass and self.game.passes)


def moments(profile: Profile, players: int, number: int) -> Iterator[Moment]:
    """Game number ``number``, before each turn: the same whenever it is asked for."""
    random = Random(f"{profile}/{players}/{number}")
    bots = [bot(random.choice(STYLES)) for _ in range(players)]
    game, turn = Game.deal(profile, players, random), 0
    while game.winner is None:
        yield Moment(game, number, turn)
        game = game.play(bots[game.mover].choose(Situation.of(game), random))
        turn += 1


def natural_turns(position: Position, name: str) -> tuple[Turn, ...]:
    """What a natural player would do in a position in which a card fits, asked TRIES times."""
    model = policy(name, position.players)
    return tuple(policy_turn(model, position, seed=seed) for seed in range(TRIES))
