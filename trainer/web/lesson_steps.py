"""What a step of a lesson shows, and what a reader has answered to it.

In: a step, and the address or the form.
Out: views for the templates of lessons, attempts for the check, addresses that repeat them.
Owns: the names of the parameters (``laid``, ``choice``, ``number``, ``check``).
Knows: the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from flask import request

from trainer.i18n.messages import Message, message
from trainer.lessons.checking import Attempt, Outcome, Verdict, refuse
from trainer.lessons.picture import Picture
from trainer.lessons.schema import Choose, Count, Kind, Legal, Order, Play, Step, cards, kind
from trainer.rules import Position, Profile
from trainer.rules.cards import join
from trainer.web.board import BoardView, laying_of_request, view_position, view_table
from trainer.web.cards import CardFace, faces
from trainer.web.exercises import read_number
from trainer.web.laying import Laying, Mode, read_laying
from trainer.web.text import rich
from trainer.web.wording import profile_messages, refusal_message

_NOTHING: dict[Kind, Message] = {
    "play": message("Lay a card first, then check."),
    "legal": message("Mark a card first, then check."),
    "order": message("Put all the cards in order first, then check."),
    "choose": message("Choose an answer first."),
    "count": message("Type a whole number first, then check."),
}


@dataclass(frozen=True)
class StepView:
    """What the template of a step draws.

    ``board``: to play on, or a picture of the table; None where there is neither. ``hand``:
    cards that are only shown. ``chosen``: the order put together so far. ``refusals``: the
    step's own words for cards that cannot be laid, by card. ``rules``: the name of the rules that
    the step is about. ``given``: the number or the choice that was answered.
    """

    kind: Kind
    board: BoardView | None = None
    hand: tuple[CardFace, ...] = ()
    chosen: tuple[CardFace, ...] = ()
    refusals: tuple[tuple[str, Message], ...] = ()
    rules: Message | None = None
    given: str = ""


@dataclass(frozen=True)
class TurnLine:
    """One legal turn, and by how many points it is behind the best one."""

    cards: tuple[CardFace, ...]
    loss: float
    best: bool


@dataclass(frozen=True)
class Answered:
    """A verdict as the page says it. ``card``: the card that a rule forbids.

    ``values``: the engine's word on each turn, the best first, where the step has it.
    """

    outcome: Outcome
    reply: Message
    card: CardFace | None = None
    values: tuple[TurnLine, ...] = ()


def view(step: Step) -> StepView:
    """The view of a step, with what the address says of the answer so far."""
    rules = profile_messages(Profile.parse(step.only))[0] if step.only else None
    shown = StepView(kind(step), rules=rules)
    match step:
        case Play() | Legal() | Order():
            return _playable(step, shown)
        case Count():
            pictured = _pictured(step, shown)
            hand = tuple(faces(cards(step.show))) or pictured.hand
            return replace(pictured, hand=hand, given=_arg("number"))
        case Choose():
            return replace(_pictured(step, shown), given=_arg("choice"))
        case _:
            return _pictured(step, shown)


def _arg(name: str) -> str:
    return request.args.get(name, "")


def _pictured(step: Step, shown: StepView) -> StepView:
    picture = step.picture
    if picture is None:
        return shown
    hand = picture.position.hand if picture.position else ()
    board = view_table(picture.table)
    if picture.position and not picture.partial:
        whole = view_position(picture.position)
        board = replace(board, rivals=whole.rivals, stock=whole.stock)
    return replace(shown, board=board, hand=tuple(faces(sorted(hand))))


def _playable(step: Play | Legal | Order, shown: StepView) -> StepView:
    position = _position(step)
    board = view_position(position, mode=_mode(step))
    if step.picture and step.picture.partial:
        # The other hand and the stock were made up for the rules: they are no part of the lesson.
        board = replace(board, rivals=(), stock=None, rules="")
    laying = laying_of_request(position, _mode(step))
    return replace(
        shown,
        board=_with_own_words(step, board, laying),
        chosen=tuple(faces(laying.cards)) if isinstance(step, Order) else (),
        refusals=tuple(_own_refusals(step, position)),
    )


def _with_own_words(step: Step, board: BoardView, laying: Laying) -> BoardView:
    """The board with the step's words to a card just refused, where it has some."""
    if laying.refusal is None or laying.culprit is None:
        return board
    own = refuse(step, laying.cards, laying.culprit, laying.refusal).reply
    return board if own is None else replace(board, reply=rich(own), refused=None)


def _own_refusals(step: Step, position: Position) -> list[tuple[str, Message]]:
    """The step's words for each card of the hand that cannot be laid at its beginning."""
    found = []
    for card in sorted(position.hand):
        refusal = position.table.refusal(card)
        own = refuse(step, (), card, refusal).reply if refusal else None
        if own is not None:
            found.append((str(card), own))
    return found


def _mode(step: Play | Legal | Order) -> Mode:
    return "lay" if isinstance(step, Play) else "mark"


def _position(step: Play | Legal | Order) -> Position:
    picture: Picture | None = step.picture
    if picture is None or picture.position is None:
        raise ValueError(f"{step.id}: no hand to play from")
    return picture.position


def attempt(step: Step, values: Mapping[str, str]) -> Attempt:
    """The answer that a form or an address brings; what cannot be read is no answer."""
    match step:
        case Play() | Legal() | Order():
            position = _position(step)
            text = values.get("turn") or values.get("laid", "")
            return Attempt(
                cards=read_laying(position.table, position.hand, text, _mode(step)).cards
            )
        case Choose():
            return Attempt(choice=values.get("choice", ""))
        case Count():
            return Attempt(number=read_number(values.get("number", "")))
        case _:
            return Attempt()


def query(given: Attempt) -> str:
    """The part of the address that shows an answer, checked, once more: ``?laid=B10&check=1``."""
    values = {"laid": join(given.cards), "choice": given.choice}
    if given.number is not None:
        values["number"] = str(given.number)
    known = {name: value for name, value in values.items() if value}
    return "?" + urlencode({**known, "check": "1"}, safe=",")


def answered(step: Step, verdict: Verdict) -> Answered:
    """The words for a verdict: the step's own, else those of the rule, else a general hint."""
    if verdict.outcome is Outcome.NOTHING:
        return Answered(verdict.outcome, _NOTHING[kind(step)])
    if verdict.reply is not None:
        return Answered(verdict.outcome, verdict.reply, values=_values(step, verdict))
    if verdict.refusal is not None:
        table = step.picture.table if step.picture else None
        rule = refusal_message(verdict.refusal, verdict.card, table)
        shown = faces([verdict.card])[0] if verdict.card else None
        return Answered(verdict.outcome, rule, shown)
    return Answered(verdict.outcome, message("Read the task once more, and try again."))


def _values(step: Step, verdict: Verdict) -> tuple[TurnLine, ...]:
    """What each turn is worth, once a best one is found: before that it would give it away."""
    if not (isinstance(step, Play) and step.scored and verdict.right):
        return ()
    best = step.scored.best
    losses = sorted(step.scored.losses.items(), key=lambda item: item[1])
    return tuple(
        TurnLine(tuple(faces(cards(name))), loss, frozenset(cards(name)) in best)
        for name, loss in losses
    )
