"""Is an answer right, and what is to be said to it? Pure; the rules core decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from trainer.i18n.messages import Message
from trainer.lessons.facts import fitting, orders
from trainer.lessons.schema import (
    Choose,
    Continue,
    Count,
    Legal,
    Order,
    Play,
    Reply,
    Step,
    cards,
)
from trainer.rules import Card, IllegalTurnError, Position, Refusal
from trainer.rules.turn import check_turn


class Outcome(Enum):
    """How an answer fares."""

    RIGHT = "right"
    WRONG = "wrong"
    NOTHING = "nothing"
    """Nothing was answered yet."""


@dataclass(frozen=True)
class Attempt:
    """What a reader answered; a step looks only at what it asks for.

    ``cards`` are laid, marked or put in this order.
    """

    cards: tuple[Card, ...] = ()
    choice: str = ""
    number: int | None = None


@dataclass(frozen=True)
class Verdict:
    """What is said to an attempt.

    ``reply``: the step's own words. ``refusal`` and ``card``: the rule that is broken and the
    card at fault; where there are no own words, the sentence of that rule is said.
    """

    outcome: Outcome
    reply: Message | None = None
    refusal: Refusal | None = None
    card: Card | None = None

    @property
    def right(self) -> bool:
        """Whether the step is done."""
        return self.outcome is Outcome.RIGHT


NOTHING = Verdict(Outcome.NOTHING)


def check(step: Step, attempt: Attempt) -> Verdict:
    """Judge an answer to a step."""
    match step:
        case Continue():
            return Verdict(Outcome.RIGHT, _words(step.praise))
        case Play():
            return _check_play(step, attempt.cards)
        case Legal():
            return _check_marks(step, attempt.cards)
        case Choose():
            return _check_choice(step, attempt.choice)
        case Count():
            return _check_number(step, attempt.number)
        case Order():
            return _check_order(step, attempt.cards)


def refuse(step: Step, laid: Iterable[Card], card: Card, refusal: Refusal) -> Verdict:
    """What is said at once to a card that cannot be laid after ``laid``."""
    tried = (*laid, card)
    own = _own(step, lambda r: _about_cards(r, tried, refusal))
    return Verdict(Outcome.WRONG, own, refusal, card)


def _words(text: str) -> Message | None:
    return Message(text) if text else None


def _right(step: Step) -> Verdict:
    return Verdict(Outcome.RIGHT, _words(step.praise))


def _wrong(step: Step, matches: Callable[[Reply], bool]) -> Verdict:
    """The step's reply to this error, else its general one."""
    return Verdict(Outcome.WRONG, _own(step, matches) or _words(step.reply))


def _own(step: Step, matches: Callable[[Reply], bool]) -> Message | None:
    return next((Message(reply.reply) for reply in step.replies if matches(reply)), None)


def _about_cards(reply: Reply, tried: tuple[Card, ...], refusal: Refusal | None) -> bool:
    if reply.cards is not None:
        return set(cards(reply.cards)) == set(tried)
    if reply.has is not None:
        return set(cards(reply.has)) <= set(tried)
    if reply.lacks is not None:
        return not set(cards(reply.lacks)) <= set(tried)
    return reply.refusal is not None and reply.refusal is refusal


def _check_play(step: Play, laid: tuple[Card, ...]) -> Verdict:
    if frozenset(laid) in step.turns:
        return _right(step)
    if not laid:
        return NOTHING
    refusal, card = _fault(_position(step), laid)
    own = _own(step, lambda reply: _about_cards(reply, laid, refusal))
    general = None if refusal else _words(step.reply)
    return Verdict(Outcome.WRONG, own or general, refusal, card)


def _fault(position: Position, laid: tuple[Card, ...]) -> tuple[Refusal | None, Card | None]:
    try:
        check_turn(position, laid)
    except IllegalTurnError as error:
        return error.refusal, error.card
    return None, None


def _check_marks(step: Legal, marked: tuple[Card, ...]) -> Verdict:
    position = _position(step)
    right = fitting(position)
    if set(marked) == right:
        return _right(step)
    if not marked:
        return NOTHING
    # A card that does not fit is spoken of before one that was overlooked.
    surplus = min(set(marked) - right, default=None)
    if surplus is not None:
        own = _own(step, lambda reply: reply.has == str(surplus))
        return Verdict(Outcome.WRONG, own, position.table.refusal(surplus), surplus)
    return _wrong(step, lambda reply: _about_cards(reply, marked, None))


def _check_choice(step: Choose, choice: str) -> Verdict:
    if choice == step.answer:
        return _right(step)
    picked = next((one for one in step.choices if one.id == choice), None)
    return NOTHING if picked is None else Verdict(Outcome.WRONG, _words(picked.reply or step.reply))


def _check_number(step: Count, number: int | None) -> Verdict:
    if number is None:
        return NOTHING
    if number == step.answer:
        return _right(step)
    return _wrong(step, lambda reply: reply.number == number)


def _check_order(step: Order, order: tuple[Card, ...]) -> Verdict:
    if order in orders(step):
        return _right(step)
    if set(order) != set(cards(step.cards)) or len(order) != len(cards(step.cards)):
        return NOTHING

    def matches(reply: Reply) -> bool:
        first = reply.first is not None and cards(reply.first)[0] == order[0]
        return first or (reply.cards is not None and cards(reply.cards) == order)

    return _wrong(step, matches)


def _position(step: Play | Legal) -> Position:
    picture = step.picture
    if picture is None or picture.position is None:
        raise ValueError(f"{step.id}: no hand to play from")
    return picture.position
