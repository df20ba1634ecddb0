"""Plots drawn by the server, without scripts: figures in, coordinates out.

In: values in the order of time.
Out: points for an SVG of 100 by 100 that is stretched to its place; labels stand beside it.
Owns: the room left above and below a curve.
Knows: no page and no words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ROOM = 0.1
"""So much of the height stays free above and below a curve."""

PLACES = 6
"""Fewer columns than this do not get any wider."""

FLAT = 50.0
"""A curve that hardly moves is not blown up: its scale covers at least as much."""


@dataclass(frozen=True)
class Curve:
    """A line: ``points`` as SVG wants them, ``dots`` its corners, and the lowest and highest."""

    points: str
    dots: tuple[tuple[str, str], ...]
    low: float
    high: float


@dataclass(frozen=True)
class Column:
    """A column of a plot: its left edge, width, top edge and height."""

    x: str
    width: str
    y: str
    height: str


def curve(values: Sequence[float]) -> Curve:
    """The line through values at equal distances; raises ValueError for none."""
    low, high = min(values), max(values)
    spread = max(high - low, FLAT)
    base = (low + high - spread) / 2 - ROOM * spread
    scale = 100 / (spread * (1 + 2 * ROOM))
    step = 100 / max(1, len(values) - 1)
    dots = tuple(
        (f"{place * step if len(values) > 1 else 50:.2f}", f"{100 - (value - base) * scale:.2f}")
        for place, value in enumerate(values)
    )
    return Curve(" ".join(f"{x},{y}" for x, y in dots), dots, low, high)


def columns(
    values: Sequence[float], gap: float = 0.3, top: float | None = None
) -> tuple[Column, ...]:
    """A column for each value from 0 up; ``gap`` is the free share of each place.

    ``top``: the value of a full column, for columns in front of others; else the highest one.
    """
    top = top or max(values, default=0.0) or 1.0
    place = 100 / max(PLACES, len(values))
    found = []
    for number, value in enumerate(values):
        height = 100 * value / top
        left = (number + gap / 2) * place
        found.append(
            Column(
                f"{left:.2f}", f"{place * (1 - gap):.2f}", f"{100 - height:.2f}", f"{height:.2f}"
            )
        )
    return tuple(found)
