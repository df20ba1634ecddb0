"""What the pages of a live round show: a question, an answer, what came out.

In: records, stored answers, results of a round.
Out: values for the templates; no database.
Owns: the wording of tasks in a round, how many bars are shown, what a bar is measured by.
Knows: the frozen evaluation; nothing is computed again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import url_for

from trainer.classes.live import Ask, Question, Round
from trainer.i18n.messages import Message, message
from trainer.puzzles.grading import goal_loss, solutions
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal, Puzzle, TurnRecord
from trainer.rules import Card
from trainer.web import puzzle_views
from trainer.web import puzzle_wording as words
from trainer.web.board import BoardView, view_position
from trainer.web.cards import CardFace, face, faces
from trainer.web.checked import check_answer
from trainer.web.laying import Mode
from trainer.web.puzzle_views import Answer, Told
from trainer.web.solving import SPECIAL, cards_of

MOST_BARS = 6
"""So many answers have a bar of their own on the projector; the right ones always do."""

NOTHING = "-"
"""A stored answer: no card was marked."""

_TASKS = {
    Goal.BEST: message(
        "Lay the cards of the turn that ends best for you: at the end of the game you want few "
        "points in your own hand and many in those of the others."
    ),
    Goal.UNLOAD: message(
        "Lay the cards of one turn so that as few points as possible stay in your hand."
    ),
    Goal.LEGAL: message("Mark every card that you could lay first, as the table is now."),
}


@dataclass(frozen=True)
class Shown:
    """An answer as a picture: cards, or ``special`` (draw, pass, nothing), or a sentence."""

    cards: tuple[CardFace, ...] = ()
    special: str = ""
    text: Message | None = None


@dataclass(frozen=True)
class Asked:
    """A question as a page shows it. ``puzzle`` is None once it was withdrawn, and so the rest.

    ``number`` from 1. ``board`` draws the table, and is played on where pupils answer.
    """

    number: int
    total: int
    question: Question
    puzzle: Puzzle | None
    title: Message | None = None
    task: Message | None = None
    remark: Message | None = None
    drawn: tuple[CardFace, ...] = ()
    hand: tuple[CardFace, ...] = ()
    choices: tuple[tuple[str, Message], ...] = ()
    board: BoardView | None = None


@dataclass(frozen=True)
class Bar:
    """One answer and how many gave it. ``share`` of all who answered, from 0 to 1.

    ``value`` in points with ``digits``, ``signed`` as a margin; None where answers have none.
    """

    shown: Shown
    count: int
    share: float
    right: bool
    grade: Message
    names: tuple[str, ...] = ()
    value: float | None = None
    digits: int = 0
    signed: bool = True


@dataclass(frozen=True)
class Mark:
    """A card of the hand where cards were to be marked: how many marked it, whether it fits."""

    face: CardFace
    count: int
    fits: bool


@dataclass(frozen=True)
class Outcome:
    """What came out of a question.

    ``best``: the right answer. ``frequent``: the wrong answer that most gave, and what is wrong
    with it. Without a bar are ``others`` answers, given by ``other_answers`` pupils. ``marks``:
    the same card by card, where cards were marked.
    """

    answered: int
    solved: int
    bars: tuple[Bar, ...]
    best: Shown
    why: tuple[Told, ...]
    frequent: tuple[Shown, tuple[Told, ...]] | None = None
    others: int = 0
    other_answers: int = 0
    marks: tuple[Mark, ...] = ()


def asked(shown: Round, question: Question, puzzle: Puzzle | None, laid: str = "") -> Asked:
    """A question of a round, with these cards laid (or marked) on its board."""
    number, total = question.place + 1, len(shown.questions)
    if puzzle is None:
        return Asked(number, total, question, None)
    asking = puzzle.question
    return Asked(
        number=number,
        total=total,
        question=question,
        puzzle=puzzle,
        title=words.QUESTIONS[puzzle.goal],
        task=_task(puzzle),
        remark=words.hint_at_hand(puzzle),
        drawn=tuple(faces(asking.drawn if asking else ())),
        hand=tuple(faces(sorted(puzzle.position.hand))),
        choices=tuple((one.value, words.HAPPENINGS[one]) for one in asking.choices)
        if asking
        else (),
        board=_board(puzzle, number, laid),
    )


def _task(puzzle: Puzzle) -> Message:
    stuck = puzzle.goal is Goal.BEST and not any(value.turn.cards for value in puzzle.turns)
    return words.task(puzzle) if stuck else _TASKS.get(puzzle.goal) or words.task(puzzle)


def _board(puzzle: Puzzle, number: int, laid: str) -> BoardView:
    mode: Mode = "mark" if puzzle.goal is Goal.LEGAL else "lay"
    view = view_position(puzzle.position, mode=mode, key=f"board-{number}", laid=laid)
    turns = () if mode == "mark" else view.turns
    # What is laid belongs to this question: the address says so.
    return replace(view, turns=turns, keep=(("q", str(number)),))


def parameters(puzzle: Puzzle, answer: str) -> dict[str, str]:
    """A stored answer as the parameters that `checked.check_answer` reads."""
    if puzzle.goal is Goal.OUTCOME:
        return {"choice": answer}
    if answer in SPECIAL:
        return {"turn": answer}
    return {"laid": "" if answer == NOTHING else answer}


def said_to(puzzle: Puzzle, answer: str) -> Answer:
    """All that is said to a stored answer."""
    return check_answer(puzzle, parameters(puzzle, answer)).answer


def said_without_answer(puzzle: Puzzle) -> Answer:
    """The same for a pupil who gave none: the right answer, and no turn is theirs."""
    told = said_to(puzzle, right_answers(puzzle)[0])
    return replace(told, rows=tuple(replace(row, own=False) for row in told.rows))


def replay_address(ask: Ask, puzzle: Puzzle, turn: str | None = None) -> str | None:
    """Where a turn (else the best one) is played on; None for a puzzle that is not about turns."""
    if puzzle.goal in (Goal.LEGAL, Goal.OUTCOME):
        return None
    turn = turn or right_answers(puzzle)[0]
    if ask.kind == "own":
        return url_for("replay.own", link=ask.reference, turn=turn)
    return url_for("replay.show", puzzle=ask.reference, turn=turn)


def picture(puzzle: Puzzle, answer: str) -> Shown:
    """A stored answer as a picture."""
    if puzzle.goal is Goal.OUTCOME:
        known = answer in list(Happening)
        return Shown(text=words.HAPPENINGS[Happening(answer)]) if known else Shown()
    if answer in SPECIAL:
        return Shown(special=answer)
    return Shown(tuple(faces(cards_of(answer)))) if answer != NOTHING else Shown(special="nothing")


def outcome(
    puzzle: Puzzle, tally: Counter[str], names: Mapping[str, Sequence[str]] | None = None
) -> Outcome:
    """What came out of a question: ``tally`` by stored answers, ``names`` likewise."""
    right = right_answers(puzzle)
    wrong = [text for text, _ in tally.most_common() if text not in right]
    order = _order(puzzle, {*right, *tally})
    room = MOST_BARS - len([text for text in order if text in right])
    kept = {*right, *(wrong if names is not None else wrong[: max(room, 2)])}
    if puzzle.question is not None:
        kept = set(order)
    if puzzle.goal is Goal.BEST:
        # A dozen equally good turns need not all be shown if nobody chose them.
        kept -= {text for text in right[3:] if not tally[text]}
    left = [text for text in order if text not in kept and tally[text]]
    best = right[0]
    return Outcome(
        answered=tally.total(),
        solved=sum(tally[text] for text in right),
        bars=tuple(_bar(puzzle, text, tally, names or {}) for text in order if text in kept),
        best=picture(puzzle, best),
        why=said_to(puzzle, best).why,
        frequent=_frequent(puzzle, wrong),
        others=len(left),
        other_answers=sum(tally[text] for text in left),
        marks=_marks(puzzle, tally) if puzzle.goal is Goal.LEGAL else (),
    )


def _marks(puzzle: Puzzle, tally: Counter[str]) -> tuple[Mark, ...]:
    marked: Counter[Card] = Counter()
    for text, count in tally.items():
        marked.update(dict.fromkeys(cards_of(text), count))
    hand = sorted(puzzle.position.hand)
    return tuple(Mark(face(card), marked[card], card in puzzle.fitting) for card in hand)


def right_answers(puzzle: Puzzle) -> list[str]:
    """Every stored answer that solves a puzzle, best first."""
    if puzzle.question is not None:
        return [puzzle.question.answer.value]
    if puzzle.goal is Goal.LEGAL:
        return [",".join(map(str, sorted(puzzle.fitting)))]
    return [",".join(value.cards) for value in solutions(puzzle)]


def _order(puzzle: Puzzle, answers: set[str]) -> list[str]:
    """Answers from the best to the worst; those that are equal as they are written."""
    if puzzle.question is not None:
        return [one.value for one in puzzle.question.choices]
    if puzzle.goal is Goal.LEGAL:
        return sorted(answers, key=lambda text: (_slips(puzzle, text), text))
    losses = {",".join(value.cards): goal_loss(puzzle, value) for value in puzzle.turns}
    return sorted(answers, key=lambda text: (losses.get(text, float("inf")), text))


def _slips(puzzle: Puzzle, answer: str) -> int:
    marked: set[Card] = set() if answer == NOTHING else set(cards_of(answer))
    return len(marked ^ puzzle.fitting)


def _bar(
    puzzle: Puzzle, answer: str, tally: Counter[str], names: Mapping[str, Sequence[str]]
) -> Bar:
    right = answer in right_answers(puzzle)
    bar = Bar(
        shown=picture(puzzle, answer),
        count=tally[answer],
        share=tally[answer] / max(1, tally.total()),
        right=right,
        grade=message("right") if right else message("not right"),
        names=tuple(names.get(answer, ())),
    )
    value = _value(puzzle, answer)
    if value is None:
        return bar
    row = puzzle_views.rows_of(puzzle, [value])[0]
    return replace(
        bar,
        grade=row.grade,
        value=row.value,
        digits=row.digits,
        signed=puzzle.goal is not Goal.UNLOAD,
    )


def _value(puzzle: Puzzle, answer: str) -> TurnRecord | None:
    if puzzle.goal in (Goal.LEGAL, Goal.OUTCOME):
        return None
    cards = tuple(answer.split(","))
    return next((value for value in puzzle.turns if value.cards == cards), None)


def _frequent(puzzle: Puzzle, wrong: list[str]) -> tuple[Shown, tuple[Told, ...]] | None:
    """The wrong answer that most gave, where something can be said about it."""
    if not wrong or puzzle.goal is Goal.OUTCOME:
        return None
    told = said_to(puzzle, wrong[0]).why_not
    return (picture(puzzle, wrong[0]), told) if told else None
