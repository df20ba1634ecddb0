"""What the player to move knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations

from trainer.rules.cards import Card, join
from trainer.rules.errors import Fault, Field, MalformedError
from trainer.rules.profile import PLAYERS, Profile
from trainer.rules.table import Table


@dataclass(frozen=True)
class Unseen:
    """A hidden hand: how many cards, and which it is known not to hold."""

    count: int
    lacks: frozenset[Card] = frozenset()

    def __str__(self) -> str:
        return str(self.count) + "".join(f"!{card}" for card in sorted(self.lacks))


@dataclass(frozen=True)
class Seen:
    """A hand known card by card."""

    cards: frozenset[Card]

    @property
    def count(self) -> int:
        """How many cards."""
        return len(self.cards)

    def __str__(self) -> str:
        return "=" + join(sorted(self.cards))


Hand = Unseen | Seen


@dataclass(frozen=True)
class Position:
    """A position from the mover's seat; ``str`` gives its canonical line.

    ``others`` are the other players in turn order. ``stock`` is a count, or the known order
    from the top. Raises MalformedError, naming the field, where the cards do not add up to the
    deck or no deal fits what is known. Known absences that the mover sees anyway (cards on the
    table, in an open hand) are dropped.
    """

    table: Table
    hand: frozenset[Card]
    others: tuple[Hand, ...]
    stock: int | tuple[Card, ...]

    def __post_init__(self) -> None:
        if len(self.others) + 1 not in PLAYERS:
            raise MalformedError(Field.OTHERS, Fault.PLAYERS, str(len(self.others) + 1))
        self._check_counts()
        self._check_visible()
        self._check_total()
        object.__setattr__(self, "others", tuple(map(self._without_visible, self.others)))
        self._check_possible()

    def __str__(self) -> str:
        stock = self.stock if isinstance(self.stock, int) else "=" + join(self.stock)
        others = "/".join(map(str, self.others))
        return f"{self.table} {join(sorted(self.hand))} {others} {stock} {self.profile}"

    @property
    def profile(self) -> Profile:
        """The rules in force."""
        return self.table.profile

    @property
    def players(self) -> int:
        """How many play, the mover among them."""
        return len(self.others) + 1

    @property
    def stock_count(self) -> int:
        """How many cards the stock holds."""
        return self.stock if isinstance(self.stock, int) else len(self.stock)

    @property
    def unseen(self) -> frozenset[Card]:
        """The cards whose place the mover does not know."""
        return self.profile.deck - self._visible

    @property
    def resolved(self) -> Position:
        """The same with a hidden hand opened where it can only be all that is missing."""
        hidden = [i for i, hand in enumerate(self.others) if isinstance(hand, Unseen)]
        if len(hidden) != 1 or (isinstance(self.stock, int) and self.stock):
            return self
        others = list(self.others)
        others[hidden[0]] = Seen(self.unseen)
        return replace(self, others=tuple(others), stock=self.stock or ())

    @property
    def is_open(self) -> bool:
        """Whether the mover knows the place of every card."""
        return not self.resolved.unseen

    @property
    def _visible(self) -> frozenset[Card]:
        known = [hand.cards for hand in self.others if isinstance(hand, Seen)]
        stock = () if isinstance(self.stock, int) else self.stock
        return self.table.cards | self.hand | frozenset(chain(stock, *known))

    def _check_counts(self) -> None:
        if not self.hand:
            raise MalformedError(Field.HAND, Fault.EMPTY)
        if any(hand.count < 1 for hand in self.others):
            raise MalformedError(Field.OTHERS, Fault.EMPTY)
        if isinstance(self.stock, int) and self.stock < 0:
            raise MalformedError(Field.STOCK, Fault.NOT_A_COUNT, str(self.stock))

    def _check_visible(self) -> None:
        """Every visible card is in the deck and visible once; the first culprit is named."""
        seen = set(self.table.cards)
        stock = () if isinstance(self.stock, int) else self.stock
        parts: list[tuple[Field, Sequence[Card]]] = [(Field.HAND, sorted(self.hand))]
        parts += [(Field.OTHERS, sorted(h.cards)) for h in self.others if isinstance(h, Seen)]
        parts += [(Field.STOCK, stock)]
        for field, cards in parts:
            for card in cards:
                if card not in self.profile.deck:
                    raise MalformedError(field, Fault.NOT_IN_DECK, str(card))
                if card in seen:
                    raise MalformedError(field, Fault.REPEATED, str(card))
                seen.add(card)
        lacks = (h.lacks for h in self.others if isinstance(h, Unseen))
        for card in sorted(frozenset[Card]().union(*lacks) - self.profile.deck):
            raise MalformedError(Field.OTHERS, Fault.NOT_IN_DECK, str(card))

    def _check_total(self) -> None:
        total = len(self.table.cards) + len(self.hand) + self.stock_count
        total += sum(hand.count for hand in self.others)
        if total != len(self.profile.deck):
            detail = f"{total} of {len(self.profile.deck)}"
            raise MalformedError(Field.POSITION, Fault.WRONG_TOTAL, detail)

    def _without_visible(self, hand: Hand) -> Hand:
        return Unseen(hand.count, hand.lacks & self.unseen) if isinstance(hand, Unseen) else hand

    def _check_possible(self) -> None:
        """Hall's condition: no group of places is asked for more cards than it has room for."""
        hidden = [hand for hand in self.others if isinstance(hand, Unseen)]
        if not any(hand.lacks for hand in hidden):
            return
        if isinstance(self.stock, int) and self.stock:
            hidden.append(Unseen(self.stock))
        places = range(len(hidden))
        takers = Counter(
            frozenset(i for i in places if card not in hidden[i].lacks) for card in self.unseen
        )
        for group in _subsets(places):
            bound = sum(cards for taker, cards in takers.items() if taker <= group)
            if bound > sum(hidden[i].count for i in group):
                raise MalformedError(Field.OTHERS, Fault.IMPOSSIBLE)


def _subsets(places: Iterable[int]) -> Iterable[frozenset[int]]:
    items = list(places)
    sizes = range(len(items) + 1)
    return map(frozenset, chain.from_iterable(combinations(items, size) for size in sizes))
