"""What the templates of the puzzles show: lines of the list, answers, the value of every turn.

In: records, answers, what the learner has solved.
Out: values for the templates; no request, no database.
Owns: how many turns are shown at once, and how long their bars are.
Knows: the words in `puzzle_wording`; every number comes from the record, nothing is computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trainer.engine.evaluation import Grade, grade
from trainer.i18n.messages import Message, message
from trainer.puzzles.explain import Reason, explain, outcome_reason
from trainer.puzzles.grading import Marks, Result, Verdict, goal_loss, solutions
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal, Puzzle, TurnRecord
from trainer.rules import Card, IllegalTurnError, Refusal, Table
from trainer.web import puzzle_wording as words
from trainer.web.cards import CardFace, face, faces
from trainer.web.wording import refusal_message

SHOWN_TURNS = 8
"""So many of the best turns are shown at once, and always the solver's own."""

MOST_TURNS = 120
"""So many turns are listed at most; a hand can have thousands."""

SHORTEST = 0.06


@dataclass(frozen=True)
class Told:
    """A sentence of an answer and the cards that are drawn after it."""

    text: Message
    cards: tuple[CardFace, ...] = ()


@dataclass(frozen=True)
class TurnRow:
    """One turn in the list: its cards (or words where it has none), value, bar and interval."""

    cards: tuple[CardFace, ...]
    special: str
    value: float
    digits: int
    grade: Message
    kind: str
    share: float
    low: float | None
    high: float | None
    own: bool


@dataclass(frozen=True)
class Answer:
    """All that is shown after a check. ``kind``: best, refused or another verdict.

    ``why_not`` is about the solver's own answer, ``why`` about the right one (``best``, cards).
    """

    kind: str
    title: Message
    solved: bool
    why: tuple[Told, ...] = ()
    why_not: tuple[Told, ...] = ()
    best: tuple[CardFace, ...] = ()
    rows: tuple[TurnRow, ...] = ()
    more: tuple[TurnRow, ...] = ()
    unlisted: int = 0
    method: tuple[Message, ...] = ()


def turn_answer(puzzle: Puzzle, result: Result, table: Table) -> Answer:
    """The answer to a turn; ``table`` is the one on which a refused card was to be laid."""
    kind = _kind(result)
    title = words.turn_title(puzzle, result)
    if result.refusal is not None:
        return Answer("refused", title, False, why_not=(_refused(result, table),))
    told = explain(puzzle, result.value)
    rows, more, unlisted = _rows(puzzle, result.value)
    return Answer(
        kind,
        title,
        result.solved,
        why=tuple(map(_told, told.why)),
        why_not=tuple(map(_told, told.why_not)),
        best=tuple(faces(told.best.cards)),
        rows=rows,
        more=more,
        unlisted=unlisted,
        method=() if puzzle.goal is Goal.UNLOAD else words.method(puzzle.certificate),
    )


def marks_answer(puzzle: Puzzle, marks: Marks) -> Answer:
    """The answer to marked cards: what is missing, and for each wrong one the rule it breaks."""
    told = [Told(_broken_rule(puzzle, card), (face(card),)) for card in marks.wrong]
    if marks.missing:
        told.append(Told(message("These cards fit as well:"), tuple(faces(marks.missing))))
    why = Told(message("These cards fit now:"), tuple(faces(sorted(puzzle.fitting))))
    kind = "best" if marks.solved else "refused"
    return Answer(
        kind, words.marks_title(marks), marks.solved, (why,) if marks.solved else (), tuple(told)
    )


def choice_answer(puzzle: Puzzle, result: Result, choice: Happening) -> Answer:
    """The answer to a question: the rule, and what it says here."""
    rule = Told(outcome_reason(puzzle))
    kind = "best" if result.solved else "refused"
    return Answer(kind, words.choice_title(result), result.solved, (rule,))


def missing_choice() -> Answer:
    """What is said where nothing was chosen."""
    return Answer("unanswered", message("Choose one of the answers first"), False)


def _kind(result: Result) -> str:
    return "refused" if result.verdict is Verdict.ILLEGAL else result.verdict.value


def _told(reason: Reason) -> Told:
    return Told(reason.text, tuple(faces(reason.cards)))


def _refused(result: Result, table: Table) -> Told:
    refusal = result.refusal or Refusal.MUST_PLAY
    shown = (face(result.culprit),) if result.culprit else ()
    return Told(refusal_message(refusal, result.culprit, table), shown)


def _broken_rule(puzzle: Puzzle, card: Card) -> Message:
    table = puzzle.position.table
    try:
        table.lay(card)
    except IllegalTurnError as error:
        return refusal_message(error.refusal, card, table)
    raise ValueError(f"{card} fits")


def rows_of(puzzle: Puzzle, values: Sequence[TurnRecord]) -> list[TurnRow]:
    """Some turns as rows, on the scale of all turns of the puzzle."""
    draw = _Bars(puzzle, None, puzzle.turns)
    return [draw.row(value) for value in values]


def _rows(
    puzzle: Puzzle, own: TurnRecord | None
) -> tuple[tuple[TurnRow, ...], tuple[TurnRow, ...], int]:
    """The turns shown at once, the others, and how many are not listed at all."""
    ranked = sorted(puzzle.turns, key=lambda value: goal_loss(puzzle, value))
    listed = ranked[:MOST_TURNS]
    # A few turns more are better shown than hidden behind a click.
    most = len(listed) if len(listed) <= SHOWN_TURNS + 4 else SHOWN_TURNS
    shown, rest = listed[:most], listed[most:]
    if own is not None and own not in shown:
        shown, rest = [*shown, own], [value for value in rest if value is not own]
    draw = _Bars(puzzle, own, shown + rest)
    unlisted = len(ranked) - len(shown) - len(rest)
    return tuple(map(draw.row, shown)), tuple(map(draw.row, rest)), unlisted


class _Bars:
    """Rows whose bars share one scale: the best turn has the longest."""

    def __init__(self, puzzle: Puzzle, own: TurnRecord | None, listed: Sequence[TurnRecord]):
        self.puzzle = puzzle
        self.own = own
        self.solved = solutions(puzzle)
        losses = [goal_loss(puzzle, value) for value in listed]
        self.widest = max(losses) or 1.0
        self.digits = 0 if _whole(value.margin for value in listed) else 1

    def row(self, value: TurnRecord) -> TurnRow:
        """One turn as a row."""
        loss = goal_loss(self.puzzle, value)
        unload = self.puzzle.goal is Goal.UNLOAD
        interval = None if unload else value.interval
        spread = value.interval if interval and interval[0] < interval[1] else None
        best = value in self.solved
        return TurnRow(
            cards=tuple(faces(value.turn.cards)),
            special="" if value.turn.cards else str(value.turn),
            value=self.puzzle.points_left(value.turn) if unload else value.margin,
            digits=0 if unload else self.digits,
            grade=words.grade_name(Grade.BEST if best else self._grade(value, loss)),
            kind="best" if best else "chosen" if value is self.own else "",
            share=self._share(loss),
            low=self._share(loss + value.margin - spread[0]) if spread else None,
            high=self._share(loss + value.margin - spread[1]) if spread else None,
            own=value is self.own,
        )

    def _grade(self, value: TurnRecord, loss: float) -> Grade:
        return grade(loss) if self.puzzle.goal is Goal.UNLOAD else value.grade

    def _share(self, loss: float) -> float:
        return min(1.0, max(0.0, 1 - (1 - SHORTEST) * loss / self.widest))


def _whole(values: Iterable[float]) -> bool:
    return all(value == round(value) for value in values)
