"""Facts about profiles and options; and what only sources can tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from trainer.lessons.schema import Choose, Count, cards
from trainer.rules import PASS, IllegalTurnError, Lay, Position, Profile, Table, legal_turns
from trainer.rules.profile import BASES
from trainer.rules.turn import check_turn


def _position(step: Choose) -> Position:
    position = step.picture.position if step.picture else None
    if position is None:
        raise ValueError(f"{step.id}: no hand to play from")
    return position


def _allowed_by(step: Choose, detail: str) -> str:
    position = _position(step)
    tables = {name: Table(position.table.rows, profile) for name, profile in BASES.items()}
    found = [n for n, table in tables.items() if _allows(replace(position, table=table), detail)]
    return {0: "neither", 1: found[0] if found else "", 2: "both"}[len(found)]


def _allows(position: Position, turn: str) -> bool:
    try:
        check_turn(position, cards(turn))
    except IllegalTurnError:
        return False
    return True


def _may_pass(step: Choose, _detail: str) -> str:
    turns = legal_turns(_position(step))
    can_lay = any(isinstance(turn, Lay) for turn in turns)
    return {(True, True): "either", (True, False): "lay", (False, True): "pass"}[
        can_lay, PASS in turns
    ]


def _told(_step: Choose, detail: str) -> str:
    return detail


def _dealt(_step: Count, detail: str) -> int:
    profile, _, players = detail.partition(" ")
    return Profile.parse(profile).deal_size(int(players))


CHOICES: dict[str, Callable[[Choose, str], str]] = {
    "allowed-by": _allowed_by,
    "may-pass": _may_pass,
    "told": _told,
}
"""allowed-by CARDS: by which rules this is a turn; may-pass: lay, pass or either; told ANSWER:
what the sources say about the game's history and about cards that the rules core has not."""

COUNTS: dict[str, Callable[[Count, str], int]] = {
    "cards-of": lambda _step, detail: len(Profile.parse(detail).deck),
    "dealt": _dealt,
    "draw-limit": lambda _step, detail: Profile.parse(detail).draw_limit,
}
"""cards-of PROFILE: in its deck; dealt PROFILE PLAYERS: to each; draw-limit PROFILE."""
