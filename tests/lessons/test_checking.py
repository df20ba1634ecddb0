"""What is said to right and wrong answers."""

from __future__ import annotations

import pytest

from trainer.lessons.checking import NOTHING, Attempt, Outcome, Verdict, check, refuse
from trainer.lessons.schema import (
    Choice,
    Choose,
    Continue,
    Count,
    Legal,
    Order,
    Play,
    Reply,
    Step,
    cards,
    kind,
)
from trainer.rules import Card, Refusal

TEXTS = {"id": "x", "title": "X", "text": ("X.",), "task": "X.", "praise": "Yes.", "reply": "No."}
PLAY = Play(
    **TEXTS,
    table="-/-/-/11",
    hand="R9,B10,B12",
    answers=("B10,B12",),
    fact="longest",
    replies=(
        Reply(cards="B12", reply="One more."),
        Reply(has="R9", reply="Red is not open."),
    ),
)
LEGAL = Legal(
    **TEXTS,
    table="-/-/-/11",
    hand="R9,R12,B10,B12",
    replies=(
        Reply(has="R9", reply="Not red."),
        Reply(lacks="B10", reply="One is missing."),
    ),
)
CHOOSE = Choose(
    **TEXTS,
    choices=(Choice(id="a", label="A"), Choice(id="b", label="B", reply="Not B.")),
    answer="a",
    fact="x",
)
COUNT = Count(**TEXTS, answer=80, fact="deck", replies=(Reply(number=20, reply="One colour."),))
ORDER = Order(
    **TEXTS,
    table="-/-/-/11",
    cards="B13,B12,B10",
    fact="laying",
    replies=(Reply(first="B13", reply="Wait."), Reply(cards="B10,B13,B12", reply="Nearly.")),
)


def said(verdict: Verdict) -> str:
    assert verdict.reply is not None
    return verdict.reply.id


def laid(step: Step, text: str) -> Verdict:
    return check(step, Attempt(cards=cards(text)))


def test_reading_a_step_is_doing_it() -> None:
    assert check(Continue(id="x", title="X", text=("X.",), task="X."), Attempt()).right


@pytest.mark.parametrize("order", ["B10,B12", "B12,B10"])
def test_the_same_cards_are_the_same_turn(order: str) -> None:
    assert laid(PLAY, order) == Verdict(Outcome.RIGHT, laid(PLAY, order).reply)
    assert said(laid(PLAY, order)) == "Yes."


def test_a_likely_error_has_its_own_reply() -> None:
    verdict = laid(PLAY, "B12")
    assert (verdict.outcome, said(verdict)) == (Outcome.WRONG, "One more.")


def test_another_legal_turn_gets_the_general_reply() -> None:
    assert said(laid(PLAY, "B10")) == "No."


def test_a_turn_that_breaks_a_rule_is_answered_with_the_rule() -> None:
    step = Play(
        **TEXTS,
        table="-/-/-/11",
        hand="R11,B12",
        profile="classic",
        answers=("R11",),
        fact="legal",
    )
    verdict = laid(step, "B12")
    assert verdict.reply is None
    assert (verdict.refusal, verdict.card) == (Refusal.MUST_OPEN, Card.parse("R11"))


def test_own_words_win_over_the_words_of_the_rule() -> None:
    verdict = laid(PLAY, "B12,R9")
    assert said(verdict) == "Red is not open."
    assert verdict.refusal is Refusal.ROW_CLOSED


def test_a_card_that_cannot_be_laid_is_answered_at_once() -> None:
    red = Card.parse("R9")
    assert said(refuse(PLAY, (), red, Refusal.ROW_CLOSED)) == "Red is not open."
    other = refuse(PLAY, cards("B12"), Card.parse("B20"), Refusal.NOT_NEXT)
    assert (other.reply, other.refusal) == (None, Refusal.NOT_NEXT)


def test_a_reply_may_depend_on_the_rule_that_is_broken() -> None:
    step = Play(
        **TEXTS,
        table="-/-/-/11",
        hand="R9,B12",
        answers=("B12",),
        fact="legal",
        replies=(Reply(refusal=Refusal.ROW_CLOSED, reply="Closed."),),
    )
    assert said(laid(step, "R9")) == "Closed."


@pytest.mark.parametrize("step", [PLAY, LEGAL, CHOOSE, COUNT, ORDER])
def test_no_answer_is_no_error(step: Step) -> None:
    assert check(step, Attempt()) == NOTHING


def test_all_fitting_cards_must_be_marked_and_no_other() -> None:
    assert laid(LEGAL, "B12,B10").right
    assert said(laid(LEGAL, "B12")) == "One is missing."
    assert said(laid(LEGAL, "B10")) == "No."
    assert said(laid(LEGAL, "B10,B12,R9")) == "Not red."


def test_a_wrongly_marked_card_is_answered_with_its_rule() -> None:
    verdict = laid(LEGAL, "B10,B12,R12")
    assert verdict.reply is None
    assert (verdict.refusal, verdict.card) == (Refusal.ROW_CLOSED, Card.parse("R12"))


def test_a_choice_is_answered_with_its_own_reply() -> None:
    assert said(check(CHOOSE, Attempt(choice="a"))) == "Yes."
    assert said(check(CHOOSE, Attempt(choice="b"))) == "Not B."
    assert check(CHOOSE, Attempt(choice="zzz")) == NOTHING


def test_a_number_is_answered() -> None:
    assert check(COUNT, Attempt(number=80)).right
    assert said(check(COUNT, Attempt(number=20))) == "One colour."
    assert said(check(COUNT, Attempt(number=0))) == "No."


@pytest.mark.parametrize("order", ["B12,B13,B10", "B12,B10,B13", "B10,B12,B13"])
def test_every_order_in_which_each_card_fits_is_right(order: str) -> None:
    assert laid(ORDER, order).right


def test_a_wrong_order_is_answered_by_its_beginning_or_as_a_whole() -> None:
    assert said(laid(ORDER, "B13,B12,B10")) == "Wait."
    assert said(laid(ORDER, "B10,B13,B12")) == "Nearly."


def test_an_unfinished_order_is_no_error() -> None:
    assert laid(ORDER, "B12,B13") == NOTHING
    assert laid(ORDER, "B12,B13,B13") == NOTHING
    assert laid(ORDER, "B12,B13,R1") == NOTHING


def test_a_step_knows_its_kind() -> None:
    assert [kind(step) for step in (PLAY, LEGAL, CHOOSE, COUNT, ORDER)] == [
        "play",
        "legal",
        "choose",
        "count",
        "order",
    ]
