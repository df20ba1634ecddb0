"""Deals weighted by what the others have done: the same in both kernels, and the right weights."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.engine.beliefs import Beliefs
from trainer.engine.bots import Situation, bot
from trainer.engine.convert import mask_of, rows_of
from trainer.engine.history import History
from trainer.engine.kernel import (
    DUMP,
    HOLD,
    KERNEL,
    Act,
    Policy,
    likely_deals,
    reference,
    world_of,
)
from trainer.engine.kernel.likely import SLIP
from trainer.engine.policies import TUNED
from trainer.rules import Card, Game, Profile, parse_position

FITTING = ("Y12", "R9", "G20")
POLICIES = {"dump": DUMP, "hold": HOLD, "tuned": TUNED[2]}


def played(seed: int, players: int, name: str, turns: int) -> tuple[Beliefs, list[list[Act]]]:
    """A mover's beliefs and what the others did, after some turns of a bot."""
    random = Random(seed)
    game, history = Game.deal(Profile(), players, random), History.empty(players)
    for _ in range(turns):
        after = game.play(bot(name).choose(Situation.of(game, history), random))
        if after.winner is not None:
            break
        game, history = after, history.after(game, after)
    situation = Situation.of(game, history)
    acts = [
        [Act(rows_of(act.table), mask_of(act.laid), act.kept) for act in past]
        for past in situation.acts
    ]
    return Beliefs(situation.position), acts


@pytest.mark.skipif(KERNEL == "python", reason="the compiled kernel was not built")
@given(
    st.integers(0, 10**6),
    st.integers(2, 6),
    st.sampled_from(sorted(POLICIES)),
    st.integers(0, 60),
    st.integers(0, 40),
)
@settings(max_examples=15)
def test_both_kernels_draw_the_same_deals(
    seed: int, players: int, name: str, turns: int, first: int
) -> None:
    beliefs, acts = played(seed, players, name, turns)
    policies = [POLICIES[name]] * (players - 1)
    arguments = (beliefs.rules, beliefs.view, acts, policies, seed, first, 18)
    assert likely_deals(*arguments) == reference.likely_deals(*arguments)


def test_a_span_is_part_of_the_whole() -> None:
    beliefs, acts = played(3, 2, "hold", 12)
    arguments = (beliefs.rules, beliefs.view, acts, [HOLD], 8)
    whole, part = likely_deals(*arguments, 0, 40), likely_deals(*arguments, 14, 6)
    assert whole[14 * beliefs.hidden : 20 * beliefs.hidden] == part


@pytest.mark.skipif(KERNEL == "python", reason="too slow without the compiled kernel")
def test_each_deal_is_as_likely_as_it_explains_the_acts() -> None:
    """The other laid Y12 when R9 and G20 would have fitted too."""
    position = parse_position("10-20/1-12/1-19/1-20 R1,R2,R3 3 12 official")
    beliefs = Beliefs(position)
    acts = [Act(((10, 20), (1, 11), (1, 19), (1, 20)), mask_of([Card.parse("Y12")]))]
    rows = likely_deals(beliefs.rules, beliefs.view, [acts], [HOLD], 5, 0, 16_000)
    hands: Counter[int] = Counter()
    size = beliefs.hidden
    for start in range(0, len(rows), size):
        hands[world_of(beliefs.view, rows[start : start + size]).hands[1]] += 1
    weights = {
        mask_of(hand): _chance({*hand, Card.parse("Y12")})
        for hand in combinations(sorted(position.unseen), 3)
    }
    total = sum(weights.values())
    squares = 0.0
    for hand, weight in weights.items():
        expected = 16_000 * weight / total
        squares += (hands[hand] - expected) ** 2 / expected
    # The deals of a chain hang together a little: the sum is some way above the 455 hands.
    assert squares < 2.5 * len(weights)
    likeliest = mask_of(map(Card.parse, ("Y13", "Y14", "Y15")))
    unlikely = mask_of(map(Card.parse, ("R9", "R8", "R7")))
    assert hands[likeliest] > 3 * hands[unlikely]


def _chance(hand: set[Card]) -> float:
    """The chance that `hold`, or in a slip anyone, lays Y12 from this hand."""
    worths = {str(card): _worth(card, hand) for card in hand if str(card) in FITTING}
    best = max(worths.values())
    top = [card for card, worth in worths.items() if worth == best]
    if len(worths) == 1:
        return 1.0
    return (1 - SLIP) * ("Y12" in top) / len(top) + SLIP / len(worths)


def _worth(card: Card, hand: set[Card]) -> int:
    if str(card) == "G20":
        return 20
    step = 1 if str(card) == "Y12" else -1
    beyond = {c for c in hand if c.colour == card.colour and (c.number - card.number) * step > 0}
    next_held = Card(card.colour, card.number + step) in hand
    return (15 if next_held else -10) + 4 * len(beyond)


def test_acts_that_cannot_have_been_are_refused() -> None:
    beliefs, acts = played(3, 2, "hold", 12)
    arguments = (beliefs.rules, beliefs.view)
    bad = [
        [],
        [[Act(acts[0][0].rows, 1 << 79)]],
        [[*acts[0], acts[0][0]] * 2],
        [[Act(((0, 0),) * 3, 0)]],
        [[Act(acts[0][0].rows, 0, 81)]],
        [[Act(acts[0][0].rows, 0)] * 121],
    ]
    for wrong in bad:
        with pytest.raises(ValueError, match=r"act|card|row|kept|pairs"):
            likely_deals(*arguments, wrong, [HOLD], 1, 0, 1)
    with pytest.raises(ValueError, match="policy"):
        likely_deals(*arguments, acts, [Policy("genius")], 1, 0, 1)
