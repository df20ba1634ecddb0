"""``trainer puzzles``: the bank listed, checked, verified; new records certified."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from trainer.cli import mining
from trainer.cli.arguments import PositionCommand
from trainer.cli.progress import progress

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
    from trainer.puzzles.verification import twins

    entries, faults = _entries(), 0
    for entry in entries:
        for finding in findings(entry.puzzle):
            click.echo(str(entry.error(*finding)), err=True)
            faults += 1
    for first, second in twins(entries):
        same = f"the same as record {first.record} of {first.file} up to the names of colours"
        click.echo(str(second.error("position", same)), err=True)
        faults += 1
    click.echo(f"{len(entries)} puzzles, {faults} faults")
    sys.exit(1 if faults else 0)


@puzzles.command()
@click.option("--quick", is_flag=True, help="Fewer deals for what was sampled.")
@click.option("--sample", type=click.IntRange(min=1), help="Only so many puzzles.")
@click.option("--seed", default=0, show_default=True, help="Which ones.")
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1, 256))
@click.option("--seconds", default=3600.0, show_default=True, help="Time for all puzzles.")
def verify(quick: bool, sample: int | None, seed: int, processes: int, seconds: float) -> None:
    """Check every record, make its proof again from it, and fail on any difference."""
    from trainer.puzzles import verification

    entries = _entries()
    if sample is not None:
        entries = verification.sample(entries, sample, seed)
    faults = late = 0
    found = verification.verify_all(entries, quick, seconds, processes)
    with progress("verifying", len(entries)) as bar:
        for entry, problem in found:
            late += problem is None
            for fault in problem or ():
                faults += 1
                click.echo(str(entry.error("record", fault)), err=True)
            bar.step()
    click.echo(f"{len(entries) - late} verified, {late} not in time, {faults} faults")
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


for _command in mining.commands:
    puzzles.add_command(_command)

commands = [puzzles]
