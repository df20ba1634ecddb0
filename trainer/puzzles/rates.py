"""How many puzzles the players of the engine solve: a measure of what the bank is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random

from trainer.engine.bots import Bot, Situation
from trainer.puzzles.grading import solutions
from trainer.puzzles.schema import Goal, Puzzle
from trainer.rules import legal_turns

ASKED = (Goal.BEST, Goal.UNLOAD, Goal.WIN)
"""The goals that a turn answers."""


@dataclass
class Rates:
    """Puzzles about turns by group, and how many of them were solved.

    Groups: the methods of best-turn puzzles (exact, enumerated, sampled), the other goals.
    """

    asked: Counter[str] = field(default_factory=Counter)
    solved: Counter[str] = field(default_factory=Counter)

    def add(self, group: str, solved: bool) -> None:
        """Count one puzzle."""
        self.asked[group] += 1
        self.solved[group] += solved

    def share(self, *groups: str) -> float:
        """The solved part of some groups, or of all."""
        names = groups or tuple(self.asked)
        asked = sum(self.asked[name] for name in names)
        return sum(self.solved[name] for name in names) / asked if asked else 0.0


def rates(
    bot: Bot,
    puzzles: Iterable[Puzzle],
    seed: int = 0,
    step: Callable[[], None] = lambda: None,
) -> Rates:
    """Let a bot answer every puzzle about a turn once; the same for one seed if the bot's are."""
    result = Rates()
    for puzzle in puzzles:
        if puzzle.goal in ASKED:
            result.add(group_of(puzzle), solves(bot, puzzle, seed))
        step()
    return result


def group_of(puzzle: Puzzle) -> str:
    """The method of a best-turn puzzle, else the goal."""
    return puzzle.certificate.method if puzzle.goal is Goal.BEST else puzzle.goal


def solves(bot: Bot, puzzle: Puzzle, seed: int = 0) -> bool:
    """Whether a bot's turn solves a puzzle."""
    position = puzzle.position
    situation = Situation(position, legal_turns(position))
    turn = bot.choose(situation, Random(f"{seed}/{puzzle.id}"))
    return turn in {value.turn for value in solutions(puzzle)}
