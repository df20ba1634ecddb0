"""Nothing that Python hands the compiled kernel can crash it: bad bytes are an exception."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.kernel.strategies import LIVELY, compiled, rules, views
from trainer.engine.kernel import HOLD, Policy, Rules, playouts, sample_deals, solve

ERRORS = (ValueError, TypeError, OverflowError)


def raw() -> Any:
    compiled()
    from trainer.engine.kernel import _kernel

    return _kernel


def attempt(function: Any, *args: Any) -> None:
    with suppress(*ERRORS):
        function(*args)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A packed table with rules and policies, with some bytes changed, added or lost."""
    packing = compiled()
    game = draw(rules())
    view, _ = draw(views(game))
    spec = bytearray(packing._rules(game) + packing._view(view))
    if draw(st.booleans()):
        spec += packing._policies([draw(st.sampled_from([HOLD, LIVELY]))] * view.players)
    for _ in range(draw(st.integers(0, 3))):
        spec[draw(st.integers(0, len(spec) - 1))] = draw(st.integers(0, 255))
    cut = draw(st.integers(0, 3))
    return bytes(spec[: len(spec) - cut]) + draw(st.binary(max_size=2))


NUMBERS = st.one_of(st.integers(-3, 40), st.integers(-(2**70), 2**70))
SMALL = st.one_of(st.integers(-3, 20), st.integers(2**60, 2**70), st.integers(-(2**70), -(2**60)))


@given(damaged(), NUMBERS, NUMBERS, SMALL)
def test_damaged_bytes_never_crash_games_and_deals(spec, seed, first, count):
    attempt(raw().games, spec, seed, first, count)
    attempt(raw().sample_deals, spec, seed, first, count)
    attempt(raw().likely_deals, spec, seed, first, count)
    attempt(raw().likely_deals, spec + bytes(spec[17] - 1 if spec[17] else 0), seed, first, count)


@given(damaged(), st.binary(max_size=80), st.binary(max_size=20), NUMBERS, NUMBERS, SMALL)
def test_damaged_bytes_never_crash_playouts(spec, deals, turns, seed, first, endgame):
    attempt(raw().playouts, spec, deals, turns, seed, first, endgame)


@given(damaged(), st.one_of(st.integers(-5, 2000), st.integers(-(2**70), -(2**60))))
def test_damaged_bytes_never_crash_solve(spec, nodes):
    attempt(raw().solve, spec, nodes)


@given(st.binary(max_size=200), NUMBERS, NUMBERS, SMALL)
def test_any_bytes_at_all_never_crash(spec, seed, first, count):
    attempt(raw().games, spec, seed, first, count)
    attempt(raw().sample_deals, spec, seed, first, count)
    attempt(raw().likely_deals, spec, seed, first, count)
    attempt(raw().solve, spec, 100)


@pytest.mark.parametrize("args", [(), (1,), ("x", 1, 1, 1), (b"", 1.5, 1, 1), (None,) * 4])
def test_arguments_of_the_wrong_kind_are_refused(args):
    for name in ("games", "sample_deals", "likely_deals", "playouts", "solve"):
        with pytest.raises(ERRORS):
            getattr(raw(), name)(*args)


JUNK = st.one_of(
    st.none(), st.text(max_size=3), st.floats(), st.integers(-(2**90), 2**90), st.binary(max_size=3)
)


@given(rules(), st.data(), JUNK, JUNK)
def test_junk_in_the_place_of_numbers_is_refused_by_the_seam(rules, data, one, other):
    view, world = data.draw(views(rules))
    field = data.draw(st.sampled_from(["hand", "stock", "lacks", "rows"]))
    attempt(sample_deals, rules, view._replace(**{field: one}), 0, 0, 1)
    attempt(solve, rules, world._replace(mover=one, passes=other), 10)
    attempt(playouts, Rules(*[one] * 3), view, b"", [other], [Policy("hold", other)] * 2)
