"""The random numbers behind deals and choices."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb

import pytest

from trainer.engine.kernel.random64 import Purpose, Random64


def test_the_generator_is_splitmix64():
    random = Random64(0, Purpose.PLAY, 0)
    random._state = 1234567
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [random.word() for _ in published] == published


def test_streams_of_different_seeds_purposes_and_indices_differ():
    keys = [(s, p, i) for s in range(4) for p in Purpose for i in range(50)]
    assert len({Random64(*key).word() for key in keys}) == len(keys)


def test_every_order_of_a_few_cards_is_equally_likely():
    counts = Counter()
    for index in range(4800):
        cards = [0, 1, 2, 3]
        Random64(7, Purpose.DEAL, index).shuffle(cards)
        counts[tuple(cards)] += 1
    assert set(counts) == set(permutations(range(4)))
    # 23 degrees of freedom: 49.7 is the 99.9 % point.
    assert sum((n - 200) ** 2 / 200 for n in counts.values()) < 49.7


def test_a_part_of_a_shuffle_is_a_fair_choice():
    counts = Counter()
    for index in range(4500):
        cards = list(range(10))
        Random64(3, Purpose.DEAL, index).shuffle(cards, 2)
        counts[frozenset(cards[:2])] += 1
    assert len(counts) == comb(10, 2)
    assert sum((n - 100) ** 2 / 100 for n in counts.values()) < 78.8


@pytest.mark.parametrize("bound", [1, 2, 7, 80])
def test_numbers_below_a_bound_stay_below_it_and_reach_all(bound):
    random = Random64(1, Purpose.PLAY, bound)
    assert {random.below(bound) for _ in range(50 * bound)} == set(range(bound))
