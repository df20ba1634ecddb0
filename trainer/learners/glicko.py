"""Glicko-2, after Mark Glickman's description of the system (2012): pure numbers, no database.

A rating is a guess with a spread: about 95 of 100 times a person's strength lies within two
deviations of it. One answer is a rating period of its own; the passing of time widens the
deviation (`rested`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

SCALE = 173.7178
"""Points of the shown scale to one of the inner scale."""

CENTRE = 1500.0
TAU = 0.5
"""How quickly the volatility may change."""

WIDEST = 250.0
"""The deviation of somebody unknown; it never gets wider. (The paper's 350 would move a beginner
by 400 points for one slip.)"""

NARROWEST = 45.0
"""It never gets narrower either, so that somebody who learns is followed."""

PERIOD = timedelta(days=7)
"""The time in which the deviation widens by one step of the volatility."""

_CLOSE = 1e-6


@dataclass(frozen=True)
class Rating:
    """A rating on the shown scale (1500 is the middle), its deviation, and its volatility."""

    value: float = CENTRE
    deviation: float = WIDEST
    volatility: float = 0.06

    @property
    def mu(self) -> float:
        """The rating on the inner scale."""
        return (self.value - CENTRE) / SCALE

    @property
    def phi(self) -> float:
        """The deviation on the inner scale."""
        return self.deviation / SCALE


@dataclass(frozen=True)
class Outcome:
    """A game against an opponent. ``score``: 1 won, 0 lost, between them a part."""

    opponent: Rating
    score: float


def rated(own: Rating, outcomes: Sequence[Outcome]) -> Rating:
    """The rating after one period with at least one game, without any limit of the deviation."""
    pairs = [(_weight(one.opponent.phi), one) for one in outcomes]
    expected = [_expected(own.mu, one.opponent.mu, g) for g, one in pairs]
    variance = 1 / sum(g * g * e * (1 - e) for (g, _), e in zip(pairs, expected, strict=True))
    surprise = sum(g * (one.score - e) for (g, one), e in zip(pairs, expected, strict=True))
    volatility = _volatility(own, variance * surprise, variance)
    before = math.hypot(own.phi, volatility)
    phi = 1 / math.sqrt(1 / before**2 + 1 / variance)
    return Rating((own.mu + phi * phi * surprise) * SCALE + CENTRE, phi * SCALE, volatility)


def after(own: Rating, opponent: Rating, score: float) -> Rating:
    """The rating after one answer, its deviation kept within our limits."""
    new = rated(own, (Outcome(opponent, score),))
    return replace(new, deviation=min(max(new.deviation, NARROWEST), WIDEST))


def rested(own: Rating, pause: timedelta) -> Rating:
    """The rating after a time without answers: the same value, a wider deviation."""
    periods = max(0.0, pause / PERIOD)
    phi = math.sqrt(own.phi**2 + periods * own.volatility**2)
    return replace(own, deviation=min(phi * SCALE, WIDEST))


def _weight(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _expected(mu: float, other: float, weight: float) -> float:
    return 1 / (1 + math.exp(-weight * (mu - other)))


def _volatility(own: Rating, delta: float, variance: float) -> float:
    """The new volatility, by the Illinois variant of regula falsi as in step 5 of the paper."""
    phi2, start = own.phi**2, math.log(own.volatility**2)

    def f(x: float) -> float:
        power = math.exp(x)
        spread = phi2 + variance + power
        return power * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low, high = start, _other_side(f, start, delta**2 - phi2 - variance)
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _other_side(f: Callable[[float], float], start: float, excess: float) -> float:
    """The other end of an interval that holds the root."""
    if excess > 0:
        return math.log(excess)
    steps = 1
    while f(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU
