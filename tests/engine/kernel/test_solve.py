"""Exact search: against published values, against brute force, and both kernels side by side."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.kernel.strategies import RULES, compiled, rules, worlds
from trainer.engine.kernel import (
    Rules,
    World,
    card,
    cards_of,
    legal_turns,
    mask,
    points,
    reference,
    solve,
)
from trainer.engine.kernel.search import positions_left
from trainer.engine.kernel.state import State
from trainer.engine.kernel.types import laid


def mask_of(text):
    return mask([card("RYGB".index(name[0]), int(name[1:])) for name in text.split(",")])


def row_of(text):
    ends = [int(end) for end in text.split("-")] if text != "-" else [0]
    return ends[0], ends[-1]


def read_case(line):
    """A world with an empty stock and the values of its turns."""
    position, values = line.split("|")
    table, hand, *_ = position.split()
    rows, own = tuple(map(row_of, table.split("/"))), mask_of(hand)
    world = World(rows, (own, Rules().deck & ~own & ~laid(rows)))
    pairs = [pair.split("=") for pair in values.split()]
    return world, {mask_of(turn): int(value) for turn, value in pairs}


def cases(data):
    lines = (data / "exact-endgames.txt").read_text().splitlines()
    return [read_case(line) for line in lines if "|" in line]


def test_the_compiled_kernel_agrees_with_every_published_value(data):
    kernel = compiled()
    assert len(cases(data)) == 40
    for world, values in cases(data):
        proofs = kernel.solve(Rules(), world, 10_000_000).proofs
        assert {proof.turn: proof.low for proof in proofs if proof.proven} == values


def test_the_reference_agrees_with_the_published_values_up_to_fourteen_cards(data):
    small = [case for case in cases(data) if sum(h.bit_count() for h in case[0].hands) <= 14]
    assert len(small) >= 10
    for world, values in small:
        proofs = reference.solve(Rules(), world, 1_000_000).proofs
        assert {proof.turn: proof.low for proof in proofs if proof.proven} == values


def test_alpha_beta_agrees_with_the_sweep(data):
    """Fewer nodes than a sixteenth of the points of the box leave the work to alpha-beta."""
    proven = 0
    for world, values in cases(data):
        points_of_box = positions_left(State(Rules(), world))
        for turn, low, high in compiled().solve(Rules(), world, points_of_box // 16 or 1).proofs:
            assert low <= values[turn] <= high
            proven += low == high
    assert proven > 20


@given(rules(), st.data(), st.integers(0, 6), st.booleans())
def test_both_kernels_find_the_same_values(rules, data, stock, hidden):
    world = data.draw(worlds(rules, most=14, stock=stock))
    if hidden:
        world = world._replace(stock=stock)
    ours, theirs = (kernel.solve(rules, world, 1_000_000) for kernel in (compiled(), reference))
    assert ours.proofs == theirs.proofs
    assert ours.proven or (hidden and stock)


# ---- brute force: whole turns, no memory of bounds, its own idea of the rules ----


class Brute:
    """The values of a tiny world by trying everything."""

    def __init__(self, rules):
        self.rules = rules
        self.value = cache(self.value)

    def fits(self, table, index):
        colour, number = divmod(index, 20)
        row = [n for c, n in (divmod(i, 20) for i in table) if c == colour]
        start = self.rules.starts[colour] - 1
        return number == start if not row else number in (min(row) - 1, max(row) + 1)

    def turns(self, table, hand):
        """The sets of cards that can be laid one after another."""
        found, waiting = set(), [frozenset()]
        while waiting:
            turn = waiting.pop()
            for index in hand - turn:
                longer = turn | {index}
                if self.fits(table | turn, index) and longer not in found:
                    found.add(longer)
                    waiting.append(longer)
        starts = {i for i in hand if i % 20 + 1 == self.rules.starts[i // 20]}
        must = {i for i in starts if self.fits(table, i)} if self.rules.must_open else set()
        return [turn for turn in found if must <= turn], bool(must)

    def draw(self, table, hand, stock):
        for count, index in enumerate(stock[: self.rules.draw_limit], 1):
            if self.fits(table, index):
                return table | {index}, hand, stock[count:]
            hand = hand | {index}
        return table, hand, stock[self.rules.draw_limit :]

    def value(self, table, hand, other, stock, passed):
        turns, must = self.turns(table, hand)
        values = [self.after(table, hand, other, stock, turn) for turn in turns]
        if not turns and stock:
            drawn, mine, rest = self.draw(table, hand, stock)
            return -self.value(drawn, other, mine, rest, False)
        if not turns or (self.rules.may_pass and not passed and not must):
            values.append(-self.value(table, other, hand, stock, self.rules.may_pass))
        return max(values)

    def after(self, table, hand, other, stock, turn):
        if turn == hand:
            return points(mask(list(other)))
        return -self.value(table | turn, other, hand - turn, stock, False)


@given(st.sampled_from(RULES), st.data(), st.integers(0, 3))
def test_values_agree_with_brute_force_on_tiny_worlds(rules, data, stock):
    world = data.draw(worlds(rules, most=8, stock=stock))
    brute = Brute(rules)
    table = frozenset(cards_of(laid(world.rows)))
    hand, other = (frozenset(cards_of(world.hands[s])) for s in (world.mover, 1 - world.mover))
    solution = solve(rules, world)
    for turn, low, high in solution.proofs:
        cards = frozenset(cards_of(turn))
        if cards:
            expected = brute.after(table, hand, other, world.stock, cards)
            assert low == high == expected
    full = max(proof.low for proof in solution.proofs)
    assert full == brute.value(table, hand, other, world.stock, world.passes > 0)


# ---- the unknown, the budget, what is refused ----

WORKED = World(
    ((0, 0), (0, 0), (0, 0), (11, 11)), (mask_of("R9,B10,B12"), mask_of("Y11")), stock=75
)


def test_the_worked_example_is_exact_although_its_stock_is_hidden():
    values = {proof.turn: proof.low for proof in solve(Rules(), WORKED).proofs if proof.proven}
    assert values == {mask_of("B10,B12"): -9, mask_of("B12"): -19, mask_of("B10"): -21}


def test_a_draw_of_a_hidden_card_is_not_proven():
    world = WORKED._replace(hands=(mask_of("R9"), mask_of("Y11,R1")), stock=76)
    for kernel in (reference, compiled()):
        (proof,) = kernel.solve(Rules(), world, 1000).proofs
        assert proof.turn == 0
        assert proof.low < proof.high


@pytest.mark.parametrize("budget", [1, 2, 5, 20])
def test_a_search_out_of_nodes_gives_bounds_that_hold(data, budget):
    world, values = cases(data)[13]
    known = World(world.rows, world.hands, ())
    for kernel in (reference, compiled()):
        solution = kernel.solve(Rules(), known, budget)
        assert solution.nodes <= budget + 1
        for turn, low, high in solution.proofs:
            assert low <= values[turn] <= high


def test_legal_turns_are_those_that_are_solved():
    for world in (WORKED, WORKED._replace(hands=WORKED.hands[::-1])):
        turns = legal_turns(Rules(), world)
        assert turns == [proof.turn for proof in solve(Rules(), world).proofs]


def test_more_turns_than_can_be_listed_are_refused():
    hand = Rules().deck & ~(1 << card(0, 1))
    world = World(((0, 0),) * 4, (hand, 1 << card(0, 1)))
    for kernel in (reference, compiled()):
        with pytest.raises(OverflowError):
            kernel.solve(Rules(), world, 100)


@pytest.mark.parametrize(
    "world",
    [
        WORKED._replace(stock=74),
        WORKED._replace(hands=(*WORKED.hands, 1 << card(2, 11)), stock=74),
        WORKED._replace(mover=2),
        WORKED._replace(passes=2),
        WORKED._replace(hands=(WORKED.hands[0], 0), stock=76),
        WORKED._replace(hands=(WORKED.hands[0],), stock=76),
        WORKED._replace(stock=tuple(range(75))),
        WORKED._replace(stock=(80,) * 75),
        WORKED._replace(rows=((0, 0), (0, 0), (0, 0), (11, 21))),
        WORKED._replace(rows=((0, 0), (0, 0), (0, 0), (0, 11))),
    ],
)
def test_a_world_that_is_no_position_for_two_is_refused(world):
    with pytest.raises(ValueError, match=r"."):
        solve(Rules(), world)


def test_a_stock_that_runs_out_early_is_swept_too():
    """A real game of two whose stock was empty while 53 cards were out."""
    hands = (
        mask_of("R2,R3,R7,R8,R13,R14,R15,R17,R20,Y4,Y5,Y13,Y17,Y18,Y20,G4,G12,G16,B1,B7,B17,B20"),
        mask_of(
            "R1,R4,R5,R6,R16,R18,R19,Y1,Y2,Y3,Y14,Y15,Y16,Y19,G1,G2,G3,G13,G14,G15,G17,G18,G19,"
            "G20,B2,B3,B4,B5,B6,B18,B19"
        ),
    )
    world = World(((9, 12), (6, 12), (5, 11), (8, 16)), hands, ())
    solution = compiled().solve(Rules(), world, 1_000_000)
    assert solution.proven
    best = max(proof.low for proof in solution.proofs)
    winning = {proof.turn for proof in solution.proofs if proof.low == best}
    assert (best, winning) == (1, {mask_of("Y13"), mask_of("B17")})
