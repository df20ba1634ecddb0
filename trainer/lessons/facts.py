"""What the rules core says to the questions of the steps, so that no answer contradicts it.

A step's ``fact`` names the reason of its answer: a word, perhaps with a number or cards behind
it (``deal-size 5``). The functions here compute the answer from the rules alone; the course
refuses to load a step whose written answer differs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import TypeVar

from trainer.lessons import drawing, ending, options, tactics
from trainer.lessons.schema import Choose, Count, Legal, Order, Play, Step, cards
from trainer.rules import Card, Colour, Game, Lay, Position, Session, Table, legal_turns
from trainer.rules.cards import join, points
from trainer.rules.game import first_opening
from trainer.rules.profile import OFFICIAL

Turns = frozenset[frozenset[Card]]
Answer = Turns | frozenset[Card] | frozenset[tuple[Card, ...]] | str | int | None

SEATS = ("first", "left", "opposite", "right")
"""Four players in turn order, as choices about neighbours name them; the first is the one
that the question starts from."""

_Handler = TypeVar("_Handler")


class UnknownFactError(ValueError):
    """A fact about which the rules have nothing to say."""


def expected(step: Step) -> Answer:
    """The right answer by the rules; None for a step that asks nothing.

    A set of turns, of cards to mark or of orders; the name of a choice; or a number.
    Raises UnknownFactError.
    """
    match step:
        case Play():
            return _turns(step)
        case Legal():
            return fitting(_position(step))
        case Choose():
            handler, detail = _find(_CHOICES, step.fact)
            return handler(step, detail)
        case Count():
            counter, detail = _find(_COUNTS, step.fact)
            return counter(step, detail)
        case Order():
            return orders(step)
        case _:
            return None


def fitting(position: Position) -> frozenset[Card]:
    """The cards of the hand that fit now."""
    return position.hand & frozenset(position.table.fitting)


def orders(step: Order) -> frozenset[tuple[Card, ...]]:
    """Every right order of the step's cards."""
    if step.fact == "openers":
        return frozenset({OFFICIAL.start_cards})
    if step.fact != "laying":
        raise UnknownFactError(step.fact)
    table = step.picture.table
    return frozenset(o for o in permutations(cards(step.cards)) if _can_lay(table, o))


def _can_lay(table: Table, order: tuple[Card, ...]) -> bool:
    for card in order:
        if not table.fits(card):
            return False
        table = table.lay(card)
    return True


def _turns(step: Play) -> Turns:
    position = _position(step)
    if step.fact == "best":
        return _best(step, position)
    handler, detail = _find(_TURNS, step.fact)
    return frozenset(handler(position, detail))


def _best(step: Play, position: Position) -> Turns:
    """The best turns by the frozen evaluation, if it is one of exactly the legal turns."""
    legal = {",".join(map(str, turn.cards)) for turn in legal_turns(position)}
    if step.scored is None or set(step.scored.losses) != legal:
        raise UnknownFactError(f"{step.id}: not every legal turn is scored, or others are")
    return step.scored.best


def _position(step: Play | Legal | Choose) -> Position:
    picture = step.picture
    if picture is None or picture.position is None:
        raise UnknownFactError(f"{step.id}: no hand to play from")
    return picture.position


def _layings(position: Position) -> list[frozenset[Card]]:
    turns = legal_turns(position)
    return [frozenset(turn.cards) for turn in turns if isinstance(turn, Lay)]


def _all(position: Position, _detail: str) -> list[frozenset[Card]]:
    return _layings(position)


def _of_size(position: Position, detail: str) -> list[frozenset[Card]]:
    return [turn for turn in _layings(position) if len(turn) == int(detail)]


def _longest(position: Position, _detail: str) -> list[frozenset[Card]]:
    return _of_size(position, str(max(map(len, _layings(position)))))


def _going_out(position: Position, _detail: str) -> list[frozenset[Card]]:
    return [turn for turn in _layings(position) if turn == position.hand]


def _without(position: Position, detail: str) -> list[frozenset[Card]]:
    kept = frozenset(cards(detail))
    return [turn for turn in _layings(position) if not turn & kept]


def _opening(position: Position, _detail: str) -> list[frozenset[Card]]:
    found = first_opening(position.profile, (position.hand,))
    return [frozenset({found[1]})] if found else []


_TURNS: dict[str, Callable[[Position, str], list[frozenset[Card]]]] = {
    "legal": _all,
    "of-size": _of_size,
    "longest": _longest,
    "goes-out": _going_out,
    "keeps": _without,
    "opening": _opening,
    "drawn": drawing.laid_from_stock,
}
"""legal: every ordinary turn; of-size N: with N cards; longest: with the most cards; goes-out:
empties the hand; keeps CARDS: leaves these in hand; opening: the first card of a game; drawn
CARD: what is laid after drawing it. ``best`` asks the step's frozen evaluation."""


def _who_opens(step: Choose, _detail: str) -> str:
    found = first_opening(OFFICIAL, tuple(frozenset(cards(h)) for h in step.hands.values()))
    return "nobody" if found is None else list(step.hands)[found[0]]


def _no_opening(_step: Choose, _detail: str) -> str:
    elevens = set(OFFICIAL.start_cards)
    deck = [*sorted(OFFICIAL.deck - elevens), *sorted(elevens)]
    return "deal-again" if Game.dealt(OFFICIAL, 4, deck) is None else "play"


def _after_opening(_step: Choose, _detail: str) -> str:
    # Sorted, the red 11 is dealt to seat 0, which therefore opens.
    game = Game.dealt(OFFICIAL, 4, sorted(OFFICIAL.deck))
    assert game is not None
    assert game.last is not None
    return SEATS[(game.mover - game.last.seat) % 4]


def _next_dealer(_step: Choose, _detail: str) -> str:
    return SEATS[Session("official", 4).record((0, 1, 1, 1)).dealer]


def _legal_turn(step: Choose, _detail: str) -> str:
    legal = {str(turn) for turn in legal_turns(_position(step))}
    return next((choice.id for choice in step.choices if choice.id in legal), "none")


_CHOICES: dict[str, Callable[[Choose, str], str]] = {
    "deck": lambda _step, _detail: str(len(OFFICIAL.deck)),
    "deal-size": lambda _step, detail: str(OFFICIAL.deal_size(int(detail))),
    "who-opens": _who_opens,
    "no-opening": _no_opening,
    "after-opening": _after_opening,
    "next-dealer": _next_dealer,
    "legal-turn": _legal_turn,
    **drawing.CHOICES,
    **ending.CHOICES,
    **options.CHOICES,
    **tactics.CHOICES,
}


def _stock(_step: Count, detail: str) -> int:
    return len(OFFICIAL.deck) - int(detail) * OFFICIAL.deal_size(int(detail))


_COUNTS: dict[str, Callable[[Count, str], int]] = {
    "deck": lambda _step, _detail: len(OFFICIAL.deck),
    "colour-size": lambda _step, _detail: sum(c.colour is Colour.RED for c in OFFICIAL.deck),
    "deal-size": lambda _step, detail: OFFICIAL.deal_size(int(detail)),
    "stock": _stock,
    "points": lambda _step, detail: points(cards(detail)),
    **drawing.COUNTS,
    **options.COUNTS,
    **tactics.COUNTS,
}


def _find(known: Mapping[str, _Handler], fact: str) -> tuple[_Handler, str]:
    word, _, detail = fact.partition(" ")
    if word not in known:
        raise UnknownFactError(fact)
    return known[word], detail


def written(step: Step) -> Answer:
    """The right answer as the file writes it, to be compared with `expected`."""
    match step:
        case Play():
            return step.turns
        case Legal():
            return fitting(_position(step))
        case Choose() | Count():
            return step.answer
        case Order() if step.answer:
            return frozenset({cards(step.answer)})
        case Order():
            return orders(step)
        case _:
            return None


def as_text(answer: Answer) -> str:
    """An answer for an error message: ``B10,B12 or B12``."""
    if not isinstance(answer, frozenset):
        return str(answer)
    parts = [str(one) if isinstance(one, Card) else join(one) for one in answer]
    return " or ".join(sorted(parts)) or "nothing"
