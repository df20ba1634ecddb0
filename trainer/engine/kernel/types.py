"""The values that cross the kernel's seam: rules, views, worlds, policies, results.

Cards are indices 0..79, `colour * 20 + number - 1`; a hand or a turn is a mask of such bits
in a Python int. Rows are four pairs (low, high); a closed row is (0, 0).
"""

from __future__ import annotations

from typing import NamedTuple

CARDS = 80
COLOURS = 4
NUMBERS = 20
MOST_PLAYERS = 6
FULL = (1 << CARDS) - 1

Rows = tuple[tuple[int, int], ...]
CLOSED = (0, 0)


class Rules(NamedTuple):
    """What of a rule profile the kernel needs.

    draw_limit: cards a stuck player draws at most (1..80). starts: the number that opens each
    of the four rows. highest: the highest number of the deck (1..20). colours: how many of
    the four colours are in the deck, from red on (1..4).
    """

    draw_limit: int = 3
    must_open: bool = False
    may_pass: bool = False
    starts: tuple[int, int, int, int] = (11, 11, 11, 11)
    highest: int = 20
    colours: int = 4

    @property
    def deck(self) -> int:
        """The mask of all cards of the deck."""
        row = (1 << self.highest) - 1
        return sum(row << NUMBERS * colour for colour in range(self.colours))

    def deal_size(self, players: int) -> int:
        """Cards dealt to each player."""
        return min(20, 3 * self.highest * self.colours // (4 * players))


class Seat(NamedTuple):
    """What the mover knows of another player: a number of cards of which none is in `lacks`,
    or (`cards` given) the very hand; then `size` is that hand's."""

    size: int
    lacks: int = 0
    cards: int | None = None

    @classmethod
    def known(cls, cards: int) -> Seat:
        """A seat whose hand lies open."""
        return cls(cards.bit_count(), 0, cards)


class View(NamedTuple):
    """A position as its mover sees it.

    others: the other players in turn order. stock: a number of hidden cards, or the known
    cards from the top. lacks: cards that the others know the mover not to hold.
    """

    rows: Rows
    hand: int
    others: tuple[Seat, ...]
    stock: int | tuple[int, ...]
    lacks: int = 0

    @property
    def players(self) -> int:
        """How many sit at the table, the mover included."""
        return len(self.others) + 1

    @property
    def stock_size(self) -> int:
        """Cards left in the stock."""
        return self.stock if isinstance(self.stock, int) else len(self.stock)

    def pool(self, rules: Rules) -> int:
        """The cards whose place the mover does not know."""
        seen = self.hand | laid(self.rows)
        for seat in self.others:
            seen |= seat.cards or 0
        if not isinstance(self.stock, int):
            seen |= mask(self.stock)
        return rules.deck & ~seen


class World(NamedTuple):
    """A position with all hands open. hands[mover] is to move.

    stock: the cards from the top; or, for `solve`, a number of hidden cards (what is nowhere
    else). passes: how many players in a row have just passed (counted with option `pass`).
    """

    rows: Rows
    hands: tuple[int, ...]
    stock: tuple[int, ...] | int = ()
    mover: int = 0
    passes: int = 0


class Policy(NamedTuple):
    """How a simulated player plays: `dump`, `hold` or `weights` with its parameters."""

    name: str
    params: tuple[int, ...] = ()


NEVER = 1_000_000


class Weights(NamedTuple):
    """One phase of a `weights` policy: a linear worth of each card that fits, whole numbers.

    A card that is not a start:  points * number, and
      end, if it ends its row; otherwise next_own if the next card outward is held, else
      next_other + next_lacked * (others known to lack that next card);
      + own_beyond * (held cards outward) + other_beyond * (cards outward that are not held)
      + gap * (cards not held before the first held one outward) + run * (held run outward).
    A start:  start + points * number, and for each of its two sides that has cards
      start_next_own if the neighbour is held, else next_lacked * (others known to lack it);
      + start_own * (held cards outward) + start_gap * gap.
    The turn goes on after its first card while the best card is worth at least
      more + more_per_fit * (held cards that fit now); with more = NEVER it ends there.
    """

    end: int = 0
    next_own: int = 0
    next_other: int = 0
    next_lacked: int = 0
    own_beyond: int = 0
    other_beyond: int = 0
    gap: int = 0
    run: int = 0
    points: int = 0
    start: int = 0
    start_next_own: int = 0
    start_own: int = 0
    start_gap: int = 0
    more: int = NEVER
    more_per_fit: int = 0


PHASE_SIZE = len(Weights._fields)
WEIGHT_LIMIT = NEVER
HOLD_WEIGHTS = Weights(20, 15, -10, 0, 4, start=-10, start_next_own=10, start_own=3)

DUMP = Policy("dump")
HOLD = Policy("hold")


def weights(
    calm: Weights,
    rush: Weights | None = None,
    rush_at: int = 0,
    bare: Weights | None = None,
    bare_rush: Weights | None = None,
) -> Policy:
    """A `weights` policy: `rush` holds while some other player has at most `rush_at` cards.

    `bare` and `bare_rush` take their places once the stock is empty, when to be stuck costs
    nothing any more; without them nothing changes then.
    """
    full = (rush_at, *calm, *(rush or calm))
    if bare is None and bare_rush is None:
        return Policy("weights", full)
    return Policy("weights", (*full, *(bare or calm), *(bare_rush or bare or rush or calm)))


class Act(NamedTuple):
    """What everybody saw a player do in one turn.

    rows: the table before it. cards: the mask of an ordinary turn's cards; 0 for a draw turn or
    a pass. kept: how many cards were drawn and kept (one laid at once counts nowhere).
    """

    rows: Rows
    cards: int
    kept: int = 0


class Games(NamedTuple):
    """Whole games. winners[g]: seat; penalties[g * players + seat]: points left in hand."""

    players: int
    winners: memoryview
    penalties: memoryview


class Outcomes(NamedTuple):
    """Playouts of `turns` turns over the same `deals` deals; entry turn * deals + deal.

    margins ('d'): mean penalty of the others − the mover's. penalties ('H'): the mover's.
    wins ('B'): 1 where the mover went out.
    """

    turns: int
    deals: int
    margins: memoryview[float]
    penalties: memoryview
    wins: memoryview


class Proof(NamedTuple):
    """A legal turn (its cards, 0 for a draw turn or a pass) with bounds of its exact margin."""

    turn: int
    low: int
    high: int

    @property
    def proven(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high


class Solution(NamedTuple):
    """Every legal turn of a world with its proof, in ascending order of the turn's mask."""

    proofs: tuple[Proof, ...]
    nodes: int

    @property
    def proven(self) -> bool:
        """Whether all values are known."""
        return all(proof.proven for proof in self.proofs)


def card(colour: int, number: int) -> int:
    """The index of a card."""
    return colour * NUMBERS + number - 1


def mask(cards: tuple[int, ...] | list[int]) -> int:
    """The mask of card indices."""
    result = 0
    for index in cards:
        result |= 1 << index
    return result


def cards_of(hand: int) -> list[int]:
    """The card indices of a mask, ascending."""
    found = []
    while hand:
        low = hand & -hand
        found.append(low.bit_length() - 1)
        hand ^= low
    return found


def points(hand: int) -> int:
    """The penalty of a hand: the sum of its numbers."""
    return sum(index % NUMBERS + 1 for index in cards_of(hand))


def laid(rows: Rows) -> int:
    """The mask of the cards that lie on the table."""
    result = 0
    for colour, (low, high) in enumerate(rows):
        if low:
            result |= ((1 << high - low + 1) - 1) << card(colour, low)
    return result
