"""``trainer puzzles mine``, ``choose`` and ``retag``: from games to the files of the bank."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trainer.cli.progress import progress

if TYPE_CHECKING:
    from trainer.puzzles.mining.jobs import Job
    from trainer.puzzles.mining.running import Runner
    from trainer.puzzles.schema import Puzzle

KINDS = ("endgame", "open", "hidden", "middle", "family", "alone", "go-out", "unload", "rules")

Folder = click.Path(file_okay=False, path_type=Path)


@click.command()
@click.argument("folder", type=Folder)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Default: all.")
@click.option("--profile", "profiles", multiple=True, default=("official", "classic"))
@click.option("--players", multiple=True, type=click.IntRange(2, 6), default=(2, 3, 4, 5, 6))
@click.option("--first", default=0, show_default=True, help="Number of the first game.")
@click.option("--games", default=10, show_default=True, help="How many of each sort.")
@click.option("--block", default=2, show_default=True, help="Games of one job.")
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1, 256))
@click.option("--scheduler", metavar="ADDRESS", help="A dask.distributed cluster does the jobs.")
def mine(
    folder: Path,
    kinds: tuple[str, ...],
    profiles: tuple[str, ...],
    players: tuple[int, ...],
    first: int,
    games: int,
    block: int,
    processes: int,
    scheduler: str | None,
) -> None:
    """Play games, find puzzles in them, and write their records into FOLDER.

    The same games give the same records, on one process or many. Stopped and started again, it
    goes on with the jobs that are not done.
    """
    from trainer.puzzles.mining.jobs import Kind, blocks
    from trainer.puzzles.schema import encode
    from trainer.rules import Profile

    names = [str(Profile.parse(profile)) for profile in profiles]
    numbers = range(first, first + games)
    jobs = list(blocks(map(Kind, kinds or KINDS), names, players, numbers, max(block, 1)))
    with _runner(processes, scheduler) as runner:
        found = _run(jobs, folder, runner)
    records = folder / "records.jsonl"
    records.write_text("".join(encode(puzzle) + "\n" for puzzle in found), encoding="utf-8")
    click.echo(f"{len(found)} puzzles of {len(jobs)} jobs in {records}")


def _run(jobs: list[Job], folder: Path, runner: Runner) -> tuple[Puzzle, ...]:
    from trainer.puzzles.mining.journal import Journal
    from trainer.puzzles.mining.running import Progress, run

    with progress("mining", len(jobs)) as bar:

        def report(state: Progress) -> None:
            bar.to(state.done, state.rate, state.left, f", {state.puzzles} puzzles")

        return run(jobs, Journal(folder / "jobs"), runner, report)


def _runner(processes: int, scheduler: str | None) -> AbstractContextManager[Runner]:
    from trainer.puzzles.mining import running

    if scheduler is None:
        return nullcontext(running.in_processes(processes) if processes > 1 else running.alone)
    try:
        return running.on_cluster(scheduler)
    except ImportError:
        raise click.ClickException(
            "--scheduler needs the extra: pip install elfer-trainer[cluster]"
        ) from None


@click.command()
@click.argument("records", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--bank", type=Folder, required=True, help="The folder that holds official, classic.")
def choose(records: tuple[Path, ...], bank: Path) -> None:
    """Choose a balanced set of mined RECORDS; it replaces the mined part of the bank."""
    from trainer.puzzles.bank import load
    from trainer.puzzles.certificate import MINED
    from trainer.puzzles.mining.choosing import choose as chosen
    from trainer.puzzles.mining.shelving import read, retagged, shelve

    own = [puzzle for puzzle in load(bank).puzzles if puzzle.source != MINED]
    found = [retagged(puzzle) for path in records for puzzle in read(path)]
    for name, count in shelve(chosen(found, own), bank).items():
        click.echo(f"{count:5} {name}")


@click.command()
@click.option("--bank", type=Folder, required=True, help="The folder that holds official, classic.")
@click.option("--values", is_flag=True, help="Evaluate all positions again as well.")
def retag(bank: Path, values: bool) -> None:
    """Write the themes of all records anew, after a change of what a theme means.

    With --values everything, after a change of the engine; `check` tells what no longer holds.
    """
    from trainer.puzzles.bank import load
    from trainer.puzzles.mining import shelving

    entries = load(bank).entries
    with progress("writing", len(entries)) as bar:

        def change(puzzle: Puzzle) -> Puzzle:
            bar.step()
            return shelving.remade(puzzle) if values else shelving.retagged(puzzle)

        changed = shelving.rewrite(entries, bank, change)
    click.echo(f"{changed} of {len(entries)} records changed")


@click.command()
@click.argument("bots", nargs=-1, metavar="BOT...")
@click.option("--worlds", default=2000, show_default=True, type=click.IntRange(min=1))
@click.option("--sample", type=click.IntRange(min=1), help="Only so many puzzles.")
@click.option("--seed", default=0, show_default=True)
def rate(bots: tuple[str, ...], worlds: int, sample: int | None, seed: int) -> None:
    """How many puzzles about turns each BOT solves; without names: dump, hold, search."""
    from trainer.engine.bots import bot
    from trainer.puzzles import rates, verification
    from trainer.puzzles.bank import load

    entries = load().entries
    entries = entries if sample is None else verification.sample(entries, sample, seed)
    for name in bots or ("dump", "hold", "search"):
        player = bot(name, worlds=worlds)
        with progress(name, len(entries)) as bar:
            result = rates.rates(player, [entry.puzzle for entry in entries], seed, bar.step)
        asked = sorted(result.asked.items())
        groups = "  ".join(f"{group} {result.solved[group]}/{count}" for group, count in asked)
        click.echo(f"{name:8} {result.share():6.1%}  {groups}")


commands = [mine, choose, retag, rate]
