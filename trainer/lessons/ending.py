"""Facts about the end of a game, its points, and sessions of games."""

from __future__ import annotations

from collections.abc import Callable

from trainer.lessons.schema import Choose, cards
from trainer.rules import Game, Lay, Session
from trainer.rules.cards import points
from trainer.rules.profile import Base

TRIO = ("you", "left", "right")
"""Three players as choices about sessions name them, in the order in which results are written."""


def _after_going_out(step: Choose, _detail: str) -> str:
    position = step.picture.position if step.picture else None
    if position is None:
        raise ValueError(f"{step.id}: no hand to lay")
    rest = sorted(position.profile.deck - position.table.cards - position.hand)
    game = Game(position.table, (position.hand, frozenset(rest)), (), 0)
    laid = game.play(Lay(position.table.arrange(position.hand)))
    return "over" if laid.winner == 0 else "next"


def _dearest(step: Choose, _detail: str) -> str:
    return max(step.hands, key=lambda name: points(cards(step.hands[name])))


def _session(step: Choose, detail: str) -> str:
    """Who has won; ``play-off`` or ``goes-on`` where that is not decided."""
    name, _, played = detail.partition(" ")
    base: Base = "classic" if name == "classic" else "official"
    session = Session(base, len(TRIO))
    for game in played.split("/"):
        session = session.record([int(penalty) for penalty in game.split("-")])
    if session.needs_play_off:
        return "play-off"
    return ",".join(TRIO[seat] for seat in session.winners) or "goes-on"


CHOICES: dict[str, Callable[[Choose, str], str]] = {
    "after-going-out": _after_going_out,
    "dearest": _dearest,
    "session": _session,
}
"""after-going-out: is anything played after the last card? dearest: whose hand costs most;
session BASE GAMES: who has won after games with these penalties (``0-12-30/5-0-9``)."""
