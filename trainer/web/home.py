"""The home page, with the blue example playable on it at once.

In: the address (what is laid, whether to check).
Out: the page, or the verdict alone where a script asks for it.
Owns: no data; nothing here is remembered.
Knows: that the example's three turns are worth −9, −19 and −21 (RULES.md section 6 proves it).
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, request

from trainer.i18n.messages import Message, message
from trainer.rules import Card, IllegalTurnError, Lay, parse_position
from trainer.rules.turn import check_turn
from trainer.web.board import laying_of_request, view_position
from trainer.web.fragments import answer
from trainer.web.wording import refusal_message

blueprint = Blueprint("home", __name__)

EXAMPLE = parse_position("-/-/-/11 R9,B10,B12 =Y11 75 official")
B10, B12 = Card.parse("B10"), Card.parse("B12")
VALUES = {Lay((B10, B12)): -9, Lay((B12,)): -19, Lay((B10,)): -21}


@dataclass(frozen=True)
class Verdict:
    """What is said about a try: in words first, then the reason, then the value of each turn."""

    kind: str
    title: Message
    reason: Message
    turns: tuple[tuple[Lay, int], ...] = ()
    chosen: Lay | None = None


@blueprint.get("/")
def index() -> Response:
    """The home page."""
    checked = "check" in request.args
    return answer(
        "home/index.html",
        # Without a try there is no verdict, whoever asks.
        "home/verdict.html" if checked else "home/index.html",
        board=view_position(EXAMPLE),
        verdict=_verdict() if checked else None,
    )


def _verdict() -> Verdict:
    try:
        turn = check_turn(EXAMPLE, laying_of_request(EXAMPLE).cards)
    except IllegalTurnError as error:
        rule = refusal_message(error.refusal, error.card, EXAMPLE.table)
        return Verdict("refused", message("This turn is not allowed"), rule)
    ranked = tuple(VALUES.items())
    if VALUES[turn] == max(VALUES.values()):
        reason = message(
            "Your opponent lays {Y11} next and has no card left: nothing can prevent it. "
            "So only one thing counts: keep as few points as possible. {R9} has to stay, "
            "because the red row is not open."
        )
        return Verdict("best", message("The best turn"), reason, ranked, turn)
    reason = message(
        "Your opponent lays {Y11} next and has no card left. The game ends, and every card "
        "that you keep costs its number. In the same turn you may lay {B10} and {B12}."
    )
    return Verdict("mistake", message("Allowed, but there is a better turn"), reason, ranked, turn)
