"""Deals: those that agree with the view, each equally likely, the same from both kernels."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engine.kernel.strategies import compiled, rules, views
from trainer.engine.kernel import (
    Rules,
    Seat,
    View,
    card,
    cards_of,
    count_deals,
    enumerate_deals,
    mask,
    reference,
    row_of,
    sample_deals,
    width,
    world_of,
)
from trainer.engine.kernel.checks import check_world

ENDS = ((2, 19), (2, 19), (2, 19), (2, 19))
JUNIOR = Rules(highest=10, starts=(5, 5, 5, 5))


def reds(*numbers):
    return mask([card(0, number) for number in numbers])


def rows_of(deals, size):
    return [deals[at : at + size] for at in range(0, len(deals), size)]


def identity(view, row):
    """A deal without the order in which a hand is written."""
    world = world_of(view, row)
    return world.hands, world.stock


# Six cards are hidden: R1 R20 Y1 Y20 G1 G20 (the mover holds B1 and B20).
SMALL = [
    (View(ENDS, mask([card(3, 1), card(3, 20)]), (Seat(3),), 3), 20 * 6),
    (View(ENDS, mask([card(3, 1), card(3, 20)]), (Seat(2, reds(1)), Seat(2, reds(20))), 2), None),
    (View(ENDS, mask([card(3, 1), card(3, 20)]), (Seat(2, reds(1, 20)), Seat(4)), 0), 6),
    (
        View(ENDS, mask([card(3, 1), card(3, 20)]), (Seat(2, reds(1, 20)), Seat(3, reds(1))), 1),
        None,
    ),
    (
        View(
            ENDS, mask([card(3, 1), card(3, 20)]), (Seat(1, reds(1, 20)), Seat(3, reds(1, 20))), 2
        ),
        8,
    ),
    (
        View(
            ENDS, mask([card(3, 1)]), (Seat.known(1 << card(3, 20)), Seat(2, reds(1)), Seat(2)), 2
        ),
        None,
    ),
]


@pytest.mark.parametrize(("view", "count"), SMALL)
def test_all_consistent_deals_are_equally_likely(view, count):
    listed = rows_of(enumerate_deals(Rules(), view), width(Rules(), view))
    every = {identity(view, row) for row in listed}
    assert len(every) == len(listed) == count_deals(Rules(), view)
    assert count is None or len(every) == count
    per_deal = 60
    drawn = sample_deals(Rules(), view, 11, 0, per_deal * len(every))
    counts = Counter(identity(view, row) for row in rows_of(drawn, width(Rules(), view)))
    assert set(counts) == every
    chi_square = sum((counts[deal] - per_deal) ** 2 / per_deal for deal in every)
    freedom = len(every) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5


@given(rules(), st.data(), st.integers(0, 2**64 - 1), st.integers(0, 2**62))
def test_both_kernels_draw_the_same_deals(rules, data, seed, first):
    view, _ = data.draw(views(rules))
    results = []
    for kernel in (compiled(), reference):
        try:
            results.append(kernel.sample_deals(rules, view, seed, first, 4))
        except OverflowError as error:
            results.append(str(error))
    assert results[0] == results[1]


@given(rules(), st.data())
def test_a_drawn_deal_makes_a_whole_world_that_agrees_with_the_view(rules, data):
    view, truth = data.draw(views(rules))
    try:
        drawn = sample_deals(rules, view, 3, 0, 3)
    except OverflowError:
        assume(False)
    assert world_of(view, row_of(view, truth)) == truth
    for row in rows_of(drawn, width(rules, view)) if drawn else []:
        world = world_of(view, row)
        check_world(rules, world)
        assert world.hands[0] == view.hand
        for seat, hand in zip(view.others, world.hands[1:], strict=True):
            assert hand.bit_count() == seat.size
            assert not hand & seat.lacks


@given(st.data())
def test_counting_and_listing_agree(data):
    view, truth = data.draw(views(JUNIOR, most=9))
    count = count_deals(JUNIOR, view)
    assume(count <= 5000)
    listed = rows_of(enumerate_deals(JUNIOR, view), width(JUNIOR, view) or 1)
    assert len({identity(view, row) for row in listed} or {b""}) == count
    assert identity(view, row_of(view, truth)) in {identity(view, row) for row in listed or [b""]}


def test_deals_are_the_same_however_the_span_is_cut():
    view = SMALL[1][0]
    whole = sample_deals(Rules(), view, 5, 0, 20)
    assert whole == b"".join(sample_deals(Rules(), view, 5, first, 4) for first in range(0, 20, 4))


def test_a_card_that_every_player_lacks_is_in_the_stock():
    view = View(ENDS, mask([card(3, 1)]), (Seat(2, reds(1)), Seat(2, reds(1))), 3)
    for row in rows_of(sample_deals(Rules(), view, 0, 0, 50), width(Rules(), view)):
        assert card(0, 1) in world_of(view, row).stock


IMPOSSIBLE = [
    # A card that nobody can hold, with no stock to lie in.
    View(ENDS, mask([card(3, 1)]), (Seat(3, reds(1)), Seat(4, reds(1))), 0),
    # Seven cards hidden, four of them lacked by the one who needs four.
    View(ENDS, mask([card(3, 1)]), (Seat(4, reds(1, 20) | mask([card(1, 1), card(1, 20)])),), 3),
    # Each could be served alone, not both together.
    View(
        ENDS,
        mask([card(3, 1)]),
        (
            Seat(2, mask([card(c, n) for c in (0, 1) for n in (1, 20)])),
            Seat(2, mask([card(c, n) for c in (0, 1) for n in (1, 20)])),
        ),
        3,
    ),
]


@pytest.mark.parametrize("view", IMPOSSIBLE)
def test_an_impossible_view_is_an_error_and_no_endless_loop(view):
    assert count_deals(Rules(), view) == 0
    with pytest.raises(ValueError, match="no deal"):
        sample_deals(Rules(), view, 0, 0, 1)
    with pytest.raises(ValueError, match="no deal"):
        enumerate_deals(Rules(), view)


def test_more_absences_than_memory_allows_are_refused():
    deck = cards_of(Rules().deck)
    lacks = [mask(deck[k::7]) for k in range(5)]
    view = View(
        ((0, 0),) * 4, 1 << 79, tuple(Seat(13, lacks[k] & ~(1 << 79)) for k in range(5)), 14
    )
    for kernel in (reference, compiled()):
        with pytest.raises(OverflowError):
            kernel.sample_deals(Rules(), view, 0, 0, 1)


def test_too_many_deals_to_list_are_refused():
    view = View(((0, 0),) * 4, 1, (Seat(20),), 59)
    with pytest.raises(ValueError, match="more than"):
        enumerate_deals(Rules(), view)


@pytest.mark.parametrize(
    "view",
    [
        View(ENDS, 0, (Seat(3),), 5),
        View(ENDS, reds(1), (Seat(3),), 3),
        View(ENDS, reds(1), (), 7),
        View(ENDS, reds(1), (Seat(1),) * 6, 1),
        View(ENDS, reds(5), (Seat(3),), 4),
        View(ENDS, reds(1), (Seat(0), Seat(3)), 4),
        View(ENDS, reds(1), (Seat.known(reds(1)), Seat(2)), 4),
        View(ENDS, reds(1), (Seat(2, 0, reds(20)),), 5),
        View(ENDS, reds(1), (Seat(3),), (19, 19, 20, 39)),
        View(ENDS, reds(1), (Seat(3),), -1),
        View(ENDS, 1 << 80, (Seat(3),), 5),
        View(((2, 19), (2, 19), (2, 19), (12, 19)), reds(1), (Seat(3),), 5),
        View(((2, 19), (2, 19), (2, 19)), reds(1), (Seat(3),), 5),
    ],
)
def test_a_view_that_does_not_add_up_is_refused(view):
    with pytest.raises(ValueError, match=r"."):
        sample_deals(Rules(), view, 0, 0, 1)
