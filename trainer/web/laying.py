"""What a reader has laid so far, as the address of the page tells it (``?laid=B12,B10``).

The order is free as long as each card fits after the ones before it; cards that come in an
order in which they do not fit are put into one in which they do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from trainer.rules import AmbiguousError, Card, Colour, MalformedError, Refusal, Table
from trainer.rules.cards import join

LONGEST = 400
LETTERS: Mapping[str, Colour] = {colour.letter: colour for colour in Colour}

Mode = Literal["lay", "mark"]


class _NotInHandError(Exception):
    """A number was typed that no card of the hand bears."""


@dataclass(frozen=True)
class Laying:
    """A table, a hand, and the cards of it that are laid (or marked) but not yet played.

    ``refusal`` and ``culprit`` name the rule that kept a card from being laid; ``unread`` is
    typed text that is no card; ``ambiguous`` a number that several cards bear.
    """

    start: Table
    hand: frozenset[Card]
    cards: tuple[Card, ...] = ()
    mode: Mode = "lay"
    refusal: Refusal | None = None
    culprit: Card | None = None
    unread: str = ""
    ambiguous: bool = False

    @property
    def table(self) -> Table:
        """The table with the cards laid; marks leave it as it was."""
        return self.start.lay_all(self.cards) if self.mode == "lay" else self.start

    @property
    def text(self) -> str:
        """The cards as the address writes them."""
        return join(self.cards)

    def fits(self, card: Card) -> bool:
        """Whether a card of the hand can be laid, or marked, now."""
        free = card in self.hand and card not in self.cards
        return free and (self.mode == "mark" or self.table.fits(card))

    def add(self, wanted: Iterable[Card]) -> Laying:
        """Lay what fits of ``wanted``; the first card that does not is the culprit."""
        now, left = self, [card for card in dict.fromkeys(wanted) if card not in self.cards]
        while fitting := next((card for card in left if now.fits(card)), None):
            now = replace(now, cards=(*now.cards, fitting))
            left.remove(fitting)
        if not left:
            return now
        return replace(now, refusal=now._refusal(left[0]), culprit=left[0])

    def _refusal(self, card: Card) -> Refusal | None:
        refusal = self.table.refusal(card)
        foreign = card not in self.hand and refusal is not Refusal.ALREADY_LAID
        return Refusal.NOT_IN_HAND if foreign else refusal

    def without(self, card: Card) -> Laying:
        """Take a card back, and with it those that no longer fit."""
        empty = replace(self, cards=(), refusal=None, culprit=None)
        kept = empty.add(one for one in self.cards if one != card)
        return replace(kept, refusal=None, culprit=None)

    def toggled(self, card: Card) -> Laying:
        """What pressing a card of the hand does."""
        return self.without(card) if card in self.cards else self.add([card])

    def undone(self) -> Laying:
        """Without the last card."""
        return self.without(self.cards[-1]) if self.cards else self

    def typed(self, text: str, labels: Mapping[str, Colour] = LETTERS) -> Laying:
        """Lay what a reader typed; ``labels`` are the marks on the cards in their language."""
        try:
            return self.add([self._typed_card(word, labels) for word in _words(text)])
        except AmbiguousError:
            return replace(self, ambiguous=True)
        except _NotInHandError:
            return replace(self, refusal=Refusal.NOT_IN_HAND)
        except MalformedError as fault:
            return replace(self, unread=fault.detail.strip("'"))

    def _typed_card(self, word: str, labels: Mapping[str, Colour]) -> Card:
        if word.isascii() and word.isdecimal():
            found = sorted(c for c in self.hand if c.number == int(word) and c not in self.cards)
            if len(found) > 1:
                raise AmbiguousError(word, found)
            if not found:
                raise _NotInHandError
            return found[0]
        readings = [
            colour.letter + word[len(label) :]
            for label, colour in sorted(labels.items(), key=lambda item: -len(item[0]))
            if word.casefold().startswith(label.casefold())
        ]
        # A language's own label counts first, the letter of the text form second.
        cards = list(_readable([*readings, word.upper()]))
        in_hand = (card for card in cards if card in self.hand)
        return next(in_hand, None) or (cards[0] if cards else Card.parse(word.upper()))


def read_laying(table: Table, hand: frozenset[Card], laid: str, mode: Mode = "lay") -> Laying:
    """The laying that an address asks for; what cannot be read in it is left out."""
    return Laying(table, hand, mode=mode).add(_readable(_words(laid)))


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,;]+", text[:LONGEST]) if word]


def _readable(words: Iterable[str]) -> Iterable[Card]:
    for word in words:
        try:
            yield Card.parse(word)
        except MalformedError:
            continue
