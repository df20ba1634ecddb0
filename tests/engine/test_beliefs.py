"""Deals that agree with what the mover knows."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from tests.engine.positions import KNOWN, TWO
from trainer.engine.beliefs import Beliefs
from trainer.engine.kernel import world_of
from trainer.rules import Fault, MalformedError, parse_position
from trainer.rules.cards import points

SMALL = "4-20/1-20/1-20/1-18 B19 1!R3/1 2 official"


def test_the_count_of_deals_is_that_of_a_plain_enumeration() -> None:
    position = parse_position(SMALL)
    unseen = sorted(position.unseen)
    plain = {
        order
        for order in permutations(unseen)
        if order[0] not in (position.others[0].lacks)  # type: ignore[union-attr]
    }
    beliefs = Beliefs(position)
    assert beliefs.count == len(plain) == 18
    rows = beliefs.all(100)
    size = beliefs.hidden
    found = {rows[i : i + size] for i in range(0, len(rows), size)}
    assert found == {bytes(card.ordinal for card in order) for order in plain}


def test_each_deal_is_drawn_equally_often() -> None:
    beliefs = Beliefs(parse_position(SMALL))
    size, rows = beliefs.hidden, beliefs.sample(9, 0, 3600)
    drawn = Counter(rows[i : i + size] for i in range(0, len(rows), size))
    assert len(drawn) == beliefs.count
    assert all(140 <= times <= 270 for times in drawn.values())


def test_a_known_hand_is_in_every_deal() -> None:
    beliefs = Beliefs(parse_position(KNOWN))
    world = world_of(beliefs.view, beliefs.sample(1, 0, 1))
    assert (
        world.hands[1] == 1 << parse_position(KNOWN).others[0].cards.__iter__().__next__().ordinal
    )  # type: ignore[union-attr]


def test_an_impossible_position_is_an_error() -> None:
    with pytest.raises(MalformedError) as caught:
        parse_position("4-20/1-20/1-20/1-18 B19 1!R1!R2!R3!B20 3 official")
    assert caught.value.fault is Fault.IMPOSSIBLE


def test_expected_points_agree_with_all_deals() -> None:
    position = parse_position(SMALL)
    beliefs = Beliefs(position)
    for seat in range(2):
        deals = list(permutations(sorted(position.unseen)))
        allowed = [d for d in deals if d[0] not in position.others[0].lacks]  # type: ignore[union-attr]
        mean = sum(d[seat].number for d in allowed) / len(allowed)
        assert beliefs.expected_points(seat) == pytest.approx(mean)


def test_expected_points_without_absences_are_the_mean_of_all_hands() -> None:
    position = parse_position("4-20/1-20/1-20/1-18 B19 2 2 official")
    hands = list(combinations(sorted(position.unseen), 2))
    mean = sum(map(points, hands)) / len(hands)
    assert Beliefs(position).expected_points(0) == pytest.approx(mean)


def test_absences_that_leave_one_deal_open_all_hands() -> None:
    settled = Beliefs(parse_position("3-20/1-20/1-20/1-19 B20 1!R1/1!R2 0 official")).settled
    assert [str(hand) for hand in settled.others] == ["=R2", "=R1"]


def test_a_position_with_too_much_unknown_is_not_settled() -> None:
    position = parse_position(TWO)
    assert Beliefs(position).settled == position
