"""``trainer analyse``, ``engine``, ``bench`` and ``match``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

import click

from trainer.cli.arguments import PositionCommand
from trainer.rules import parse_position


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[float], None] | None]:
    """A bar on standard error where that is a terminal; else None."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=1000, label=label, file=sys.stderr) as bar:
        yield lambda part: bar.update(max(0, round(part * 1000) - bar.pos))


class _Seconds(click.FloatRange):
    """A range of seconds; "nan" is outside of every range."""

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number: float = super().convert(value, param, ctx)
        if number != number:
            self.fail(f"{value} is not a number of seconds.", param, ctx)
        return number


def effort_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say how much to play."""
    from trainer.engine.analysis import MOST_SECONDS, MOST_SEED, MOST_WORLDS

    worlds = click.IntRange(1, MOST_WORLDS)
    seconds = _Seconds(0, MOST_SECONDS, min_open=True)
    command = click.option("--seed", type=click.IntRange(0, MOST_SEED), default=0)(command)
    command = click.option("--seconds", type=seconds, help="Limit of time.")(command)
    return click.option("--worlds", type=worlds, help="How many deals.")(command)


@click.command(cls=PositionCommand)
@click.argument("position")
@effort_options
@click.option("--model", type=click.Choice(["dump", "hold", "tuned"]), help="How all are to play.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
def analyse(
    position: str,
    worlds: int | None,
    seconds: float | None,
    seed: int,
    model: str | None,
    as_json: bool,
) -> None:
    """Evaluate every legal turn of POSITION, best first."""
    from trainer.engine.analysis import analyse as evaluate
    from trainer.engine.policies import STANDARD

    parsed = parse_position(position)
    with progress_bar("analyse") as progress:
        evaluation = evaluate(
            parsed,
            worlds=worlds,
            seconds=seconds,
            seed=seed,
            model=model or STANDARD,
            progress=progress,
        )
    if as_json:
        click.echo(json.dumps(evaluation.record()))
        return
    click.echo(f"{evaluation.method}  worlds {evaluation.worlds}  kernel {evaluation.kernel}")
    for value in evaluation.turns:
        interval = value.interval
        spread = "" if interval is None else f"[{interval.low:.2f}, {interval.high:.2f}]"
        click.echo(
            f"{value.margin.points:8.2f} {spread:20} win {value.win:.3f}  "
            f"penalty {value.penalty:6.2f}  {value.grade:10} {','.join(value.words)}"
        )


@click.command()
def engine() -> None:
    """Answer the line protocol on standard input and output; see docs/engine.md."""
    from trainer.engine.protocol import Protocol

    protocol = Protocol()
    for line in sys.stdin:
        for answer in protocol.answer(line):
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
        if protocol.over:
            return


@click.command()
@click.argument("first", metavar="BOT")
@click.argument("second", metavar="BOT")
@click.option("--players", type=click.IntRange(2, 6), default=2, show_default=True)
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True)
@click.option("--profile", default="official", show_default=True)
@effort_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a line.")
def match(
    first: str,
    second: str,
    players: int,
    games: int,
    profile: str,
    worlds: int | None,
    seconds: float | None,
    seed: int,
    as_json: bool,
) -> None:
    """Let two bots play: each deal once for every seat of the first bot.

    BOT: random, dump, hold, tuned, search, or level1 to level6. --worlds or --seconds are what
    a searching bot may use for a turn (default: half a second).
    """
    from trainer.engine.bots import BOTS, bot
    from trainer.engine.match import match as play_match
    from trainer.rules import Profile

    for name in (first, second):
        if name not in BOTS:
            raise click.BadParameter(f"no bot is called {name!r}; there are {', '.join(BOTS)}")
    bots = [bot(name, worlds=worlds, seconds=seconds) for name in (first, second)]
    rules = Profile.parse(profile)
    with progress_bar(f"{first} against {second}") as bar:
        score = play_match(
            *bots, players=players, games=games, seed=seed, profile=rules, progress=bar
        )
    names = {"first": first, "second": second, "profile": str(rules), "seed": seed}
    if as_json:
        click.echo(json.dumps({**score.record(), **names}))
        return
    low, high = score.interval
    click.echo(
        f"{first} beats {second} by {score.margin:.2f} [{low:.2f}, {high:.2f}] points a game; "
        f"{score.games} games, {players} players"
    )


@click.command()
@click.option("--yardstick", metavar="PROGRAM", help="A compiled program to measure beside.")
@click.option(
    "--positions",
    type=click.File(encoding="utf-8"),
    help="Endgames to solve, one a line (what follows a bar is left out).",
)
@click.option("--rounds", type=click.IntRange(1, 100), default=5, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
def bench(yardstick: str | None, positions: TextIO | None, rounds: int, as_json: bool) -> None:
    """Measure the kernel beside its reference, in turns, in processor time."""
    from trainer.engine.bench import YardstickError
    from trainer.engine.bench import bench as measure

    lines = positions.read().splitlines() if positions else []
    given = [parse_position(line.partition("|")[0].strip()) for line in lines if line.strip()]
    rows = []
    try:
        for row in measure(yardstick, given, rounds):
            rows.append(row.record())
            if not as_json:
                shown = ((k, v) for k, v in rows[-1].items() if v is not None)
                click.echo("  ".join(f"{key} {value}" for key, value in shown))
    except YardstickError as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        click.echo(json.dumps({"rows": rows}))


commands: list[click.Command] = [analyse, engine, bench, match]
