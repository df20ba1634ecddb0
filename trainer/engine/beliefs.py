"""What the mover may believe of the hidden cards: every consistent deal, equally likely."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from trainer.engine import kernel
from trainer.engine.convert import cards_in, mask_of, rows_of, rules_of, view_of
from trainer.engine.history import Act
from trainer.engine.kernel import Policy
from trainer.engine.kernel.checks import MOST_ACTS
from trainer.rules import Card, Position, Seen, Unseen
from trainer.rules.cards import points

Acts = Sequence[Sequence[Act]]


class Beliefs:
    """The deals that agree with a position, in the kernel's form.

    ``lacks``: cards that the others know the mover not to hold, if the history is known.
    Raises MalformedError (from the position itself) where no deal is consistent.
    """

    def __init__(self, position: Position, lacks: Iterable[Card] = ()) -> None:
        self.position = position
        self.rules = rules_of(position.profile)
        self.view = view_of(position, lacks)

    @cached_property
    def count(self) -> int:
        """How many deals are consistent; the order of a hidden stock counts."""
        return kernel.count_deals(self.rules, self.view)

    @cached_property
    def hidden(self) -> int:
        """How many cards lie where the mover does not know."""
        return kernel.width(self.rules, self.view)

    def all(self, most: int) -> bytes:
        """Every consistent deal, as rows; ValueError where there are more than ``most``."""
        return kernel.enumerate_deals(self.rules, self.view, most)

    def sample(self, seed: int, first: int, count: int) -> bytes:
        """Deals number ``first`` to ``first + count - 1`` of the seed, as rows."""
        return kernel.sample_deals(self.rules, self.view, seed, first, count)

    def likely(
        self, acts: Acts, policies: Sequence[Policy], seed: int, first: int, count: int
    ) -> bytes:
        """The like, but likelier the better a deal explains what the others have done.

        ``acts``: of each other player, oldest first (of very many the latest count).
        ``policies``: what they mostly follow.
        """
        past = [[_kernel_act(act) for act in each[-MOST_ACTS:]] for each in acts]
        return kernel.likely_deals(self.rules, self.view, past, policies, seed, first, count)

    @cached_property
    def settled(self) -> Position:
        """The position with all hands open where only one deal is consistent, else as it is."""
        known = self.position.resolved
        if known.is_open or self.position.stock_count > 1 or self.count != 1:
            return known
        world = kernel.world_of(self.view, self.all(1))
        others = tuple(Seen(cards_in(hand)) for hand in world.hands[1:])
        stock = () if isinstance(world.stock, int) else tuple(map(Card.at, world.stock))
        return replace(known, others=others, stock=stock)

    def expected_points(self, seat: int) -> float:
        """The mean points in the hand of the other player number ``seat`` (from 0)."""
        hand = self.position.others[seat]
        if isinstance(hand, Seen):
            return float(points(hand.cards))
        return sum(card.number * self._chance(seat, hand, card) for card in self.position.unseen)

    def _chance(self, seat: int, hand: Unseen, card: Card) -> float:
        """The chance that a hidden hand holds a card: one minus the deals in which it does not."""
        if card in hand.lacks:
            return 0.0
        if not any(isinstance(h, Unseen) and h.lacks for h in self.position.others):
            return hand.count / self.hidden
        others = list(self.view.others)
        lacking = others[seat].lacks | 1 << card.ordinal
        others[seat] = others[seat]._replace(lacks=lacking)
        without = kernel.count_deals(self.rules, self.view._replace(others=tuple(others)))
        return 1.0 - without / self.count


def _kernel_act(act: Act) -> kernel.Act:
    return kernel.Act(rows_of(act.table), mask_of(act.laid), act.kept)
