"""A game as it truly is: all hands, the order of the stock, and what the play has revealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from trainer.rules.cards import Card, points
from trainer.rules.errors import Fault, Field, IllegalTurnError, MalformedError, Refusal
from trainer.rules.position import Position, Unseen
from trainer.rules.profile import Profile
from trainer.rules.table import Table
from trainer.rules.turn import DRAW, PASS, Lay, Turn, check_turn, legal_turns, must_open

Hands = tuple[frozenset[Card], ...]


@dataclass(frozen=True)
class Move:
    """What happened in the last turn: who, what, the cards laid, the cards drawn and kept."""

    seat: int
    turn: Turn
    laid: tuple[Card, ...] = ()
    kept: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Game:
    """One game in progress or over. Seats count clockwise from 0.

    ``lacks[seat]``: the cards that everyone knows this player not to hold. Whoever draws or
    passes holds no card that fitted at that moment; such a card goes on fitting until it is
    laid, and a drawn card that fits must be played, so the knowledge stays true for good.
    ``passes``: how many players in a row have just passed, freely or not.
    """

    table: Table
    hands: Hands
    stock: tuple[Card, ...]
    mover: int
    dealer: int = 0
    lacks: Hands = ()
    passes: int = 0
    last: Move | None = None

    def __post_init__(self) -> None:
        if not self.lacks:
            object.__setattr__(self, "lacks", (frozenset[Card](),) * len(self.hands))

    @classmethod
    def deal(
        cls,
        profile: Profile,
        players: int,
        random: Random,
        *,
        dealer: int = 0,
        drawn_starts: bool = False,
    ) -> Game:
        """Shuffle, deal and open, again where no start card is in any hand.

        ``drawn_starts``: the edition that draws the opening number of each colour at each deal.
        """
        while True:
            rules = profile.with_drawn_starts(random) if drawn_starts else profile
            deck = sorted(rules.deck)
            random.shuffle(deck)
            game = cls.dealt(rules, players, deck, dealer=dealer)
            if game is not None:
                return game

    @classmethod
    def dealt(
        cls, profile: Profile, players: int, deck: Sequence[Card], *, dealer: int = 0
    ) -> Game | None:
        """The game from a shuffled deck, after its opening card; None asks for a new deal."""
        if sorted(deck) != sorted(profile.deck):
            raise MalformedError(Field.STOCK, Fault.WRONG_TOTAL, str(len(deck)))
        size = profile.deal_size(players)
        hands = tuple(frozenset(deck[i * size : (i + 1) * size]) for i in range(players))
        opening = first_opening(profile, hands)
        if opening is None:
            return None
        seat, card = opening
        known = frozenset(c for c in profile.start_cards if c.colour < card.colour)
        return cls(
            table=Table(profile=profile).lay(card),
            hands=_without(hands, seat, {card}),
            stock=tuple(deck[players * size :]),
            mover=(seat + 1) % players,
            dealer=dealer,
            lacks=(known,) * players,
            last=Move(seat, Lay((card,)), (card,)),
        )

    @property
    def profile(self) -> Profile:
        """The rules in force."""
        return self.table.profile

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def winner(self) -> int | None:
        """The seat whose hand is empty, if the game is over."""
        return next((seat for seat, hand in enumerate(self.hands) if not hand), None)

    @property
    def penalties(self) -> tuple[int, ...]:
        """The points in each hand now: the penalties, once the game is over."""
        return tuple(map(points, self.hands))

    def view(self, seat: int | None = None) -> Position:
        """What a player (the mover, if none is named) knows; hides the rest."""
        if self.winner is not None:
            raise IllegalTurnError(Refusal.GAME_OVER)
        me = self.mover if seat is None else seat
        around = [(me + step) % self.players for step in range(1, self.players)]
        others = tuple(Unseen(len(self.hands[s]), self.lacks[s]) for s in around)
        return Position(self.table, self.hands[me], others, len(self.stock))

    def legal_turns(self) -> tuple[Turn, ...]:
        """The mover's legal turns; one who can play may not pass when all others just have.

        That last clause is our agreement: without it a game with passes might never end.
        """
        may_pass = self.profile.may_pass and self.passes < self.players - 1
        return legal_turns(self.view(), may_pass=may_pass)

    def play(self, turn: Turn) -> Game:
        """The game after a turn of the mover; raises IllegalTurnError with the rule it breaks."""
        if self.winner is not None:
            raise IllegalTurnError(Refusal.GAME_OVER)
        if isinstance(turn, Lay):
            return self._lay(check_turn(self.view(), turn.cards))
        if turn not in self.legal_turns():
            held = must_open(self.table, self.hands[self.mover])
            raise IllegalTurnError(Refusal.MUST_OPEN if held else Refusal.MUST_PLAY)
        return self._draw() if turn == DRAW else self._pass()

    def _lay(self, turn: Lay) -> Game:
        table = self.table.lay_all(turn.cards)
        hands = _without(self.hands, self.mover, turn.cards)
        # Whoever must lay every held start card, and has taken a turn, holds no other.
        learnt = [c for c in table.profile.start_cards if table.fits(c) and table.profile.must_open]
        move = Move(self.mover, turn, turn.cards)
        return self._after(move, table, hands, self.stock, learnt)

    def _draw(self) -> Game:
        kept, laid, stock = list[Card](), list[Card](), list(self.stock)
        while stock and not laid and len(kept) < self.profile.draw_limit:
            card = stock.pop(0)
            (laid if self.table.fits(card) else kept).append(card)
        hands = list(self.hands)
        hands[self.mover] |= frozenset(kept)
        move = Move(self.mover, DRAW, tuple(laid), tuple(kept))
        table = self.table.lay_all(laid)
        return self._after(move, table, tuple(hands), tuple(stock), self.table.fitting)

    def _pass(self) -> Game:
        # Where a pass may be free, nobody can tell it from a forced one: it reveals nothing.
        learnt = () if self.profile.may_pass else self.table.fitting
        after = self._after(Move(self.mover, PASS), self.table, self.hands, self.stock, learnt)
        return replace(after, passes=self.passes + 1)

    def _after(
        self,
        move: Move,
        table: Table,
        hands: Hands,
        stock: tuple[Card, ...],
        learnt: Sequence[Card],
    ) -> Game:
        lacks = list(self.lacks)
        lacks[self.mover] |= frozenset(learnt)
        return replace(
            self,
            table=table,
            hands=hands,
            stock=stock,
            mover=(self.mover + 1) % self.players,
            lacks=tuple(known - table.cards for known in lacks),
            passes=0,
            last=move,
        )


def first_opening(profile: Profile, hands: Hands) -> tuple[int, Card] | None:
    """Who opens and with what: the holder of the red start card, else yellow, green, blue."""
    for card in profile.start_cards:
        for seat, hand in enumerate(hands):
            if card in hand:
                return seat, card
    return None


def _without(hands: Hands, seat: int, cards: Sequence[Card] | set[Card]) -> Hands:
    return tuple(h - frozenset(cards) if s == seat else h for s, h in enumerate(hands))
