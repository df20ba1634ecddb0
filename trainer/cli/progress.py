"""Progress of long work on a terminal: how far, how fast, how long it will take."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import click


@dataclass
class Bar:
    """A line on standard error that is written again and again; nothing without a terminal."""

    label: str
    total: int
    done: int = 0

    def __post_init__(self) -> None:
        self._started = time.monotonic()
        self._shown = sys.stderr.isatty()

    def step(self) -> None:
        """One piece of work is done."""
        seconds = time.monotonic() - self._started
        left = (self.total - self.done - 1) * seconds / (self.done + 1)
        self.to(self.done + 1, (self.done + 1) / seconds if seconds else 0.0, left)

    def to(self, done: int, rate: float, left: float | None, note: str = "") -> None:
        """So much is done, at a rate a second, and will take so many seconds more."""
        self.done = done
        if self._shown:
            rest = "" if left is None else f", {duration(left)} left"
            line = f"{self.label} {done}/{self.total}, {rate:.1f} a second{rest}{note}"
            click.echo(f"\r{line:<78}", nl=False, err=True)

    def close(self) -> None:
        """End the line."""
        if self._shown:
            click.echo(err=True)


@contextmanager
def progress(label: str, total: int) -> Iterator[Bar]:
    """A bar for ``total`` pieces of work."""
    bar = Bar(label, total)
    try:
        yield bar
    finally:
        bar.close()


def duration(seconds: float) -> str:
    """``1:02:03`` or ``2:03``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
