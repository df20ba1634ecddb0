"""The running position of the reference kernel: what a turn does, plainly."""

from __future__ import annotations

from trainer.engine.kernel.types import NUMBERS, Rows, Rules, World, card, laid, points


class State:
    """A game under way; hands are masks, `low`/`high` the ends of each row (0: closed).

    lacks[seat]: cards that everybody knows the seat not to hold. Whoever was stuck holds none
    of the cards that fitted then, and never will: a drawn card that fits is laid at once.
    """

    def __init__(self, rules: Rules, world: World, lacks: tuple[int, ...] = ()) -> None:
        self.rules = rules
        self.low = [low for low, _ in world.rows]
        self.high = [high for _, high in world.rows]
        self.hands = list(world.hands)
        self.hidden = world.stock if isinstance(world.stock, int) else 0
        self.stock = () if isinstance(world.stock, int) else world.stock
        self.drawn = 0
        self.mover = world.mover
        self.passes = world.passes
        self.lacks = list(lacks) or [0] * len(world.hands)

    def ends(self) -> list[int]:
        """The cards that fit now, in the kernel's order: the lower end (or the start) of each
        row from red to blue, then the upper ends."""
        found = []
        for colour in range(self.rules.colours):
            if self.low[colour] == 0:
                found.append(card(colour, self.rules.starts[colour]))
            elif self.low[colour] > 1:
                found.append(card(colour, self.low[colour] - 1))
        for colour in range(self.rules.colours):
            if 0 < self.high[colour] < self.rules.highest:
                found.append(card(colour, self.high[colour] + 1))
        return found

    def fitting(self) -> list[int]:
        """The mover's cards that fit, in the order of `ends`."""
        hand = self.hands[self.mover]
        return [index for index in self.ends() if hand >> index & 1]

    def forced(self) -> list[int]:
        """The starts that the mover must lay in this turn."""
        if not self.rules.must_open:
            return []
        return [index for index in self.fitting() if not self.low[index // NUMBERS]]

    def put(self, index: int) -> None:
        """Lay a card that fits on the table (from wherever it was)."""
        colour, number = index // NUMBERS, index % NUMBERS + 1
        if self.low[colour] == 0:
            self.low[colour] = self.high[colour] = number
        elif number < self.low[colour]:
            self.low[colour] = number
        else:
            self.high[colour] = number

    def lay(self, index: int) -> None:
        """Lay a card of the mover's hand that fits."""
        self.hands[self.mover] ^= 1 << index
        self.put(index)

    def lay_all(self, cards: int) -> bool:
        """Lay these cards of the mover's hand in an order in which each fits; whether one
        exists. (The state is spoilt where it does not.)"""
        while cards:
            usable = [index for index in self.ends() if cards >> index & 1]
            if not usable:
                return False
            for index in usable:
                self.lay(index)
                cards ^= 1 << index
        return True

    def out(self) -> bool:
        """Whether the mover has no card left."""
        return self.hands[self.mover] == 0

    def stuck_turn(self) -> None:
        """The turn of a mover with no fitting card: draw, or pass when the stock is empty."""
        for index in self.ends():
            self.lacks[self.mover] |= 1 << index
        if self.drawn == len(self.stock):
            self.pass_turn()
            return
        for _ in range(min(self.rules.draw_limit, len(self.stock) - self.drawn)):
            index = self.stock[self.drawn]
            self.drawn += 1
            if index in self.ends():
                self.put(index)
                break
            self.hands[self.mover] |= 1 << index
        self.next()

    def next(self) -> None:
        """The turn goes to the next seat."""
        self.mover = (self.mover + 1) % len(self.hands)
        self.passes = 0

    def pass_turn(self) -> None:
        """A pass, by choice or for want of a card; counted where it matters."""
        passes = min(self.passes + 1, len(self.hands) - 1)
        self.next()
        self.passes = passes if self.rules.may_pass else 0

    def may_pass(self) -> bool:
        """Whether the mover, who can play, may pass.

        Not when all the others have just passed in a row, or nobody might ever play (ours);
        nor with a start in hand that must be laid.
        """
        return self.rules.may_pass and self.passes < len(self.hands) - 1 and not self.forced()

    def penalties(self) -> list[int]:
        """The points in each hand."""
        return [points(hand) for hand in self.hands]

    def world(self) -> World:
        """The state as a value."""
        rows: Rows = tuple(zip(self.low, self.high, strict=True))
        rest = self.hidden or self.stock[self.drawn :]
        return World(rows, tuple(self.hands), rest, self.mover, self.passes)


def complete(rules: Rules, world: World) -> bool:
    """Whether each card of the deck is in exactly one place."""
    hidden = world.stock if isinstance(world.stock, int) else 0
    stock = () if isinstance(world.stock, int) else world.stock
    seen, cards = 0, 0
    for place in (laid(world.rows), *world.hands, *(1 << index for index in stock)):
        seen |= place
        cards += place.bit_count()
    whole_deck = rules.deck.bit_count()
    return seen & ~rules.deck == 0 and seen.bit_count() == cards == whole_deck - hidden
