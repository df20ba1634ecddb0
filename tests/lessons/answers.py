"""Every answer that somebody could give to a step, for tests that try them all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, permutations

from trainer.lessons.checking import Attempt, Outcome, Verdict, check, refuse
from trainer.lessons.schema import Choose, Count, Legal, Order, Play, Step, cards
from trainer.rules import Card, Table


def attempts(step: Step) -> Iterator[Attempt]:
    """All answers to a step that a page lets through, and some numbers."""
    match step:
        case Play():
            table, hand = _start(step)
            yield from (Attempt(cards=laid) for laid in layings(table, hand))
        case Legal():
            yield from (Attempt(cards=marks) for marks in subsets(_start(step)[1]))
        case Choose():
            yield from (Attempt(choice=choice.id) for choice in step.choices)
        case Count():
            yield from (Attempt(number=number) for number in range(130))
        case Order():
            yield from (Attempt(cards=order) for order in permutations(cards(step.cards)))
        case _:
            yield Attempt()


def verdicts(step: Step) -> Iterator[Verdict]:
    """What is said to each of them, and to every card that cannot be laid at some moment."""
    yield from (check(step, attempt) for attempt in attempts(step))
    if isinstance(step, Play):
        table, hand = _start(step)
        for laid in layings(table, hand):
            now = table.lay_all(laid)
            for card in sorted(hand - set(laid)):
                refusal = now.refusal(card)
                if refusal is not None:
                    yield refuse(step, laid, card, refusal)


def layings(table: Table, hand: frozenset[Card]) -> Iterator[tuple[Card, ...]]:
    """Every sequence of cards of the hand, the empty one too, in which each fits."""
    yield ()
    for card in sorted(hand):
        if table.fits(card):
            rest = layings(table.lay(card), hand - {card})
            yield from ((card, *more) for more in rest)


def subsets(hand: frozenset[Card]) -> Iterator[tuple[Card, ...]]:
    """Every subset of the hand."""
    held = sorted(hand)
    return chain.from_iterable(combinations(held, size) for size in range(len(held) + 1))


def _start(step: Play | Legal) -> tuple[Table, frozenset[Card]]:
    picture = step.picture
    assert picture is not None
    assert picture.position is not None
    return picture.table, picture.position.hand


def right_answer(step: Step) -> Attempt:
    """The first right answer."""
    return next(one for one in attempts(step) if check(step, one).outcome is Outcome.RIGHT)


def wrong_answer(step: Step) -> Attempt | None:
    """The first wrong answer; None where no answer that a page lets through is wrong."""
    wrong = (one for one in attempts(step) if check(step, one).outcome is Outcome.WRONG)
    return next(wrong, None)
