"""Which puzzles of the bank somebody wants to see: by theme, level, players and rules.

In: the parameters of an address or a form.
Out: a choice that says which puzzles fit.
Owns: the names of the parameters.
Knows: themes, levels and rules by their names; no page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from trainer.puzzles.schema import LEVELS, Puzzle
from trainer.puzzles.themes import THEMES
from trainer.rules.profile import BASES, PLAYERS

FILTERS = ("theme", "level", "players", "rules")


@dataclass(frozen=True)
class Choice:
    """Which puzzles a reader wants to see; empty texts are no wish."""

    theme: str = ""
    level: str = ""
    players: str = ""
    rules: str = ""

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Choice:
        """The wishes in an address or a form; what cannot be is left out."""
        wishes = {name: given.get(name, "") for name in FILTERS}
        known = {
            "theme": set(THEMES),
            "level": {str(level) for level in LEVELS},
            "players": {str(number) for number in PLAYERS},
            "rules": set(BASES),
        }
        return cls(**{name: wish for name, wish in wishes.items() if wish in known[name]})

    def fits(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is among them."""
        position = puzzle.position
        return (
            (not self.theme or self.theme in puzzle.themes)
            and self.level in ("", str(puzzle.level))
            and self.players in ("", str(position.players))
            and self.rules in ("", position.profile.base)
        )

    @property
    def address(self) -> dict[str, str]:
        """The wishes as parameters of an address."""
        return {name: wish for name in FILTERS if (wish := getattr(self, name))}
