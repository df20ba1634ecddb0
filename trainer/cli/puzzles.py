"""``trainer puzzles``: the bank listed, checked, verified; new records certified."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from trainer.cli.arguments import PositionCommand

if TYPE_CHECKING:
    from trainer.puzzles.bank import Entry

GOALS = ("best", "unload", "win", "legal", "outcome")
HAPPENINGS = (
    "play",
    "draw",
    "pass",
    "lay-and-end",
    "lay-and-go-on",
    "keep-and-draw",
    "keep-and-end",
    "choose",
)


@click.group()
def puzzles() -> None:
    """The bank of puzzles."""


@puzzles.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def list_puzzles(as_json: bool) -> None:
    """List every puzzle, one a line."""
    from trainer.puzzles.schema import as_data

    for entry in _entries():
        puzzle = entry.puzzle
        if as_json:
            click.echo(json.dumps(as_data(puzzle)))
        else:
            click.echo(f"{puzzle.id}  {puzzle.level}  {puzzle.goal:8}{puzzle.line}")


@puzzles.command()
def check() -> None:
    """Read every record strictly; names file, record and field of each fault."""
    from trainer.puzzles.checks import findings

    entries, faults = _entries(), 0
    for entry in entries:
        for finding in findings(entry.puzzle):
            click.echo(str(entry.error(*finding)), err=True)
            faults += 1
    click.echo(f"{len(entries)} puzzles, {faults} faults")
    sys.exit(1 if faults else 0)


@puzzles.command()
@click.option("--quick", is_flag=True, help="Fewer deals for what was sampled.")
@click.option("--seconds", default=600.0, show_default=True, help="Time for all puzzles.")
def verify(quick: bool, seconds: float) -> None:
    """Compute every evaluation again and compare it with its record."""
    from trainer.puzzles.verification import verify_all

    faults = late = 0
    for done, (entry, problem) in enumerate(verify_all(_entries(), quick, seconds), 1):
        if problem is None:
            late += 1
        for fault in problem or ():
            faults += 1
            click.echo(str(entry.error("turns", fault)), err=True)
        if sys.stderr.isatty():
            click.echo(f"\r{done} ", nl=False, err=True)
    click.echo(f"{done - late} verified, {late} not in time, {faults} faults")
    sys.exit(1 if faults or late else 0)


@puzzles.command(cls=PositionCommand)
@click.argument("position")
@click.option("--goal", type=click.Choice(GOALS), required=True, help="What is asked for.")
@click.option("--level", type=click.IntRange(1, 5), help="Without it: from the position.")
@click.option("--source", default="composed", show_default=True, help="Where it comes from.")
@click.option("--drawn", default="", help="Outcome: the cards drawn so far, B12 or R1,G4.")
@click.option("--choice", "choices", multiple=True, type=click.Choice(HAPPENINGS))
@click.option("--worlds", default=100_000, show_default=True, help="Deals, where hidden.")
@click.option("--seed", default=1, show_default=True)
def certify(
    position: str,
    goal: str,
    level: int | None,
    source: str,
    drawn: str,
    choices: tuple[str, ...],
    worlds: int,
    seed: int,
) -> None:
    """Evaluate POSITION and print its finished record; faults go to standard error."""
    from trainer.puzzles.certificate import Order, certified
    from trainer.puzzles.checks import findings
    from trainer.puzzles.outcomes import Happening
    from trainer.puzzles.schema import Goal, encode
    from trainer.rules import parse_position

    cards = tuple(filter(None, drawn.split(",")))
    order = Order(
        parse_position(position), Goal(goal), source, level, cards, tuple(map(Happening, choices))
    )
    puzzle = certified(order, worlds=worlds, seed=seed)
    found = list(findings(puzzle))
    for finding in found:
        click.echo(f"{finding.place}: {finding.fault}", err=True)
    click.echo(encode(puzzle))
    sys.exit(1 if found else 0)


def _entries() -> tuple[Entry, ...]:
    from trainer.puzzles.bank import PuzzleFileError, load

    try:
        return load().entries
    except PuzzleFileError as error:
        raise click.ClickException(str(error)) from None


commands = [puzzles]
