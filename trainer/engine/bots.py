"""Players that choose a turn from what they may know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Protocol

from trainer.engine.analysis import Analysis, Effort
from trainer.engine.beliefs import Beliefs
from trainer.engine.convert import mask_of, rows_of, rules_of, turn_from
from trainer.engine.history import Act, History, style
from trainer.engine.kernel import KERNEL, Policy, World
from trainer.engine.kernel.policies import turn_of
from trainer.engine.kernel.random64 import Purpose, Random64
from trainer.engine.kernel.state import State
from trainer.engine.policies import STRONGEST, policy
from trainer.engine.solver import node_budget, prove
from trainer.rules import Card, Game, Lay, Position, Turn, Unseen

FINALISTS = 8
"""So many turns a searching player follows to the end of its time, if they stay close."""

PATIENCE = 1.0
"""Seconds for a proof where the effort names none."""

DROP = 3.0
"""A turn so many standard errors behind the best is given up."""


@dataclass(frozen=True)
class Situation:
    """What the player to move knows.

    ``turns``: the legal turns. ``lacks``: cards that the others know this player not to hold.
    ``acts``: what each of the others has done so far, if that is known.
    """

    position: Position
    turns: tuple[Turn, ...]
    lacks: frozenset[Card] = frozenset()
    acts: tuple[tuple[Act, ...], ...] = ()

    @classmethod
    def of(cls, game: Game, history: History | None = None) -> Situation:
        """The mover's situation in a game."""
        acts = history.around(game.mover) if history else ()
        return cls(game.view(), game.legal_turns(), game.lacks[game.mover], acts)


class Bot(Protocol):
    """A player; ``random`` is its only source of chance."""

    def choose(self, situation: Situation, random: Random) -> Turn:
        """One of the legal turns."""
        ...


@dataclass(frozen=True)
class RandomBot:
    """Any legal turn, each as likely: a beginner who lays what comes to mind."""

    def choose(self, situation: Situation, random: Random) -> Turn:
        """One of the legal turns."""
        return random.choice(situation.turns)


@dataclass(frozen=True)
class PolicyBot:
    """Plays a policy of the kernel, ``dump``, ``hold`` or ``tuned``."""

    name: str

    def choose(self, situation: Situation, random: Random) -> Turn:
        """The policy's turn."""
        position = situation.position
        if not isinstance(situation.turns[0], Lay):
            return situation.turns[0]
        chosen = policy(self.name, position.players)
        return policy_turn(chosen, position, situation.lacks, random.getrandbits(63))


def policy_turn(
    chosen: Policy, position: Position, lacks: frozenset[Card] = frozenset(), seed: int = 0
) -> Turn:
    """The turn of a policy for a mover who can play."""
    hand = mask_of(position.hand)
    # A policy looks at how many cards the others and the stock hold, never at which.
    hands = (hand, *((1 << other.count) - 1 for other in position.others))
    known = [mask_of(o.lacks) if isinstance(o, Unseen) else 0 for o in position.others]
    state = State(
        rules_of(position.profile),
        World(rows_of(position.table), hands, (0,) * position.stock_count),
        (mask_of(lacks), *known),
    )
    turn_of(chosen)(state, Random64(seed, Purpose.PLAY, 0))
    return turn_from(hand & ~state.hands[0], position.table, position.stock_count)


@dataclass(frozen=True)
class MixedBot:
    """Plays like one bot, now and then like another: a level between the two."""

    usual: Bot
    other: Bot
    share: float

    def choose(self, situation: Situation, random: Random) -> Turn:
        """A turn of the other bot with a chance of ``share``."""
        bot = self.other if random.random() < self.share else self.usual
        return bot.choose(situation, random)


@dataclass(frozen=True)
class SearchBot:
    """Plays what the evaluation finds best, and exactly where the rest can be proven.

    Playouts give each of the others the policy that their turns so far look like, and the mover
    the strongest one. Deals are the likelier the better they explain those turns (the reference
    kernel is too slow for that: there they are equally likely).
    """

    effort: Effort = field(
        default_factory=lambda: Effort(seconds=0.5, finalists=FINALISTS, drop=DROP)
    )

    def choose(self, situation: Situation, random: Random) -> Turn:
        """The turn of the highest margin."""
        seed = random.getrandbits(63)
        if len(situation.turns) == 1:
            return situation.turns[0]
        beliefs = Beliefs(situation.position, situation.lacks)
        proven = prove(beliefs, situation.turns, node_budget(self.effort.seconds or PATIENCE))
        if proven is not None:
            return max(proven, key=lambda value: value.margin).turn
        policies, source = self._policies(situation), None
        if situation.acts and KERNEL == "c":
            source = partial(beliefs.likely, situation.acts, policies[1:], seed)
        analysis = Analysis(beliefs, situation.turns, seed=seed, policies=policies, source=source)
        return analysis.run(self.effort).best.turn

    @staticmethod
    def _policies(situation: Situation) -> list[Policy]:
        players = situation.position.players
        styles = map(style, situation.acts or ((),) * (players - 1))
        return [policy(name, players) for name in (STRONGEST, *styles)]


LEVELS: tuple[str, ...] = ("level1", "level2", "level3", "level4", "level5", "level6")
"""Bots for learners: at random, then ever fewer slips, none, and the strongest."""

_MAKERS: dict[str, Callable[[Effort], Bot]] = {
    "random": lambda effort: RandomBot(),
    "dump": lambda effort: PolicyBot("dump"),
    "hold": lambda effort: PolicyBot("hold"),
    "tuned": lambda effort: PolicyBot("tuned"),
    "search": lambda effort: SearchBot(effort),
    "level1": lambda effort: RandomBot(),
    "level2": lambda effort: MixedBot(PolicyBot("tuned"), RandomBot(), 0.6),
    "level3": lambda effort: MixedBot(PolicyBot("tuned"), RandomBot(), 0.3),
    "level4": lambda effort: MixedBot(PolicyBot("tuned"), RandomBot(), 0.1),
    "level5": lambda effort: PolicyBot("tuned"),
    "level6": lambda effort: SearchBot(effort),
}

BOTS: tuple[str, ...] = tuple(_MAKERS)
"""All names of bots."""


def bot(name: str, *, worlds: int | None = None, seconds: float | None = None) -> Bot:
    """The bot of that name; ``worlds`` or ``seconds`` a turn where it searches.

    ValueError for an unknown name.
    """
    if name not in _MAKERS:
        raise ValueError(f"no bot is called {name!r}")
    if worlds is None and seconds is None:
        seconds = 0.5
    return _MAKERS[name](Effort(worlds, seconds, finalists=FINALISTS, drop=DROP))
