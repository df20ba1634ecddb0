"""``trainer turns``: the legal turns of a position."""

from __future__ import annotations

import json

import click

from trainer.cli.arguments import PositionCommand
from trainer.rules import legal_turns, parse_position
from trainer.rules.turn import Turn


def turn_words(turn: Turn) -> list[str]:
    """A turn as the list of its cards, ``["B10", "B12"]``, or ``["draw"]``, ``["pass"]``."""
    return [str(card) for card in turn.cards] or [str(turn)]


@click.command(cls=PositionCommand)
@click.argument("position")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
def turns(position: str, as_json: bool) -> None:
    """List the legal turns of POSITION, one a line."""
    found = [turn_words(turn) for turn in legal_turns(parse_position(position))]
    if as_json:
        click.echo(json.dumps({"turns": found}))
    else:
        for cards in found:
            click.echo(",".join(cards))


commands = [turns]
