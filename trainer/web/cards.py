"""A card as a page shows it: the same in lessons, puzzles and print."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trainer.rules import Card, Colour
from trainer.web.language import speech
from trainer.web.wording import CSS_NAMES, LABELS, card_name


@dataclass(frozen=True)
class CardFace:
    """What is drawn and what is read aloud: ``code`` B10, ``colour`` blue, ``name`` blue 10."""

    code: str
    colour: str
    number: int
    label: str
    name: str


def face(card: Card | str) -> CardFace:
    """The face of a card in the language of the page; text such as ``B10`` is read first."""
    if isinstance(card, str):
        card = Card.parse(card)
    render = speech().render
    return CardFace(
        code=str(card),
        colour=CSS_NAMES[card.colour],
        number=card.number,
        label=render(LABELS[card.colour]),
        name=render(card_name(card)),
    )


def faces(cards: Iterable[Card | str]) -> list[CardFace]:
    """The faces of several cards, in the order given."""
    return [face(card) for card in cards]


def labels() -> dict[str, Colour]:
    """The labels on the cards in the language of the page."""
    return {speech().render(label): colour for colour, label in LABELS.items()}
