"""What the pages of results show: the matrix, the turns of a task, a pupil.

In: a report.
Out: values for the templates; no request, no database.
Owns: how an answer is drawn, and by what its bar is measured.
Knows: the words in `results_words` and `puzzle_wording`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trainer.classes.misconceptions import Misconception
from trainer.classes.pupils import Member
from trainer.classes.reports import GivenAnswer, Report, Sum
from trainer.classes.slips import NO_MARKS
from trainer.classes.standing import Standing
from trainer.classes.tasksets import GivenTask, TaskSet
from trainer.classes.turn_reports import Chosen, Puzzles, TaskReport, named
from trainer.engine.evaluation import Grade
from trainer.i18n.messages import Message
from trainer.puzzles.grading import grade_turn
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal, Puzzle
from trainer.web import puzzle_wording as words
from trainer.web import results_words
from trainer.web.cards import CardFace, faces
from trainer.web.language import speech
from trainer.web.solving import cards_of
from trainer.web.task_names import task_name

PUZZLE_WIDE, OTHER_WIDE, ALL_WIDE = 2.9, 3.6, 47.0
"""So wide is a column of the matrix, and so wide may all be that a page holds, in rem."""


@dataclass(frozen=True)
class Picture:
    """An answer as it is drawn: cards, or ``special`` (draw, pass, nothing), or a sentence."""

    cards: tuple[CardFace, ...] = ()
    special: str = ""
    text: Message | None = None


def picture(puzzle: Puzzle | None, text: str) -> Picture:
    """A stored answer."""
    if text in list(Happening) and (puzzle is None or puzzle.goal is Goal.OUTCOME):
        return Picture(text=words.HAPPENINGS[Happening(text)])
    if text in ("draw", "pass"):
        return Picture(special=text)
    return Picture(special="nothing") if text == NO_MARKS else Picture(tuple(faces(cards_of(text))))


@dataclass(frozen=True)
class Column:
    """A task of the matrix."""

    task: GivenTask
    name: Message
    total: Sum
    median_seconds: int


@dataclass(frozen=True)
class Group:
    """A set and its columns."""

    given: TaskSet
    columns: tuple[Column, ...]


@dataclass(frozen=True)
class Cell:
    """A pupil and a task: in words, and in a few signs (``note``); ``first``: of a set."""

    standing: Standing
    words: str
    note: str
    first: bool


@dataclass(frozen=True)
class Row:
    """A pupil's row; ``help``: they are on the list of those who need help."""

    member: Member
    cells: tuple[Cell, ...]
    total: Sum
    help: bool


@dataclass(frozen=True)
class Matrix:
    """Pupils by tasks, with what it all adds up to, and the minutes of the middle pupil."""

    groups: tuple[Group, ...]
    rows: tuple[Row, ...]
    total: Sum
    median_minutes: int

    @property
    def columns(self) -> tuple[Column, ...]:
        """All columns."""
        return tuple(column for group in self.groups for column in group.columns)

    @property
    def fits(self) -> bool:
        """Whether a wide screen shows all columns side by side."""
        widths = (PUZZLE_WIDE if one.task.is_puzzle else OTHER_WIDE for one in self.columns)
        return sum(widths) <= ALL_WIDE


def matrix(report: Report, needing: Sequence[Member]) -> Matrix:
    """The matrix of a report."""
    groups = tuple(_group(report, given) for given in report.sets if given.tasks)
    rows = tuple(_row(report, one, one in needing) for one in report.members)
    return Matrix(groups, rows, report.total, report.median_minutes)


def _group(report: Report, given: TaskSet) -> Group:
    return Group(
        given,
        tuple(
            Column(task, task_name(task), report.column(task.id), report.median_seconds(task.id))
            for task in given.tasks
        ),
    )


def _row(report: Report, member: Member, needs_help: bool) -> Row:
    cells = tuple(
        cell(report.at(member.id, task.id), task, task is given.tasks[0])
        for given, task in report.tasks
    )
    return Row(member, cells, report.row(member.id), needs_help)


def cell(standing: Standing, task: GivenTask, first: bool = False) -> Cell:
    """A cell with its words."""
    parts = [
        results_words.STATES[standing.state],
        results_words.detail(standing, task.kind),
        results_words.LATE if standing.late else None,
    ]
    said = " · ".join(speech().render(part) for part in parts if part is not None)
    return Cell(standing, said, results_words.note(standing, task.kind), first)


@dataclass(frozen=True)
class Line:
    """An answer that was given to a puzzle, or a best turn that nobody gave.

    ``share``: of all pupils who answered, from 0 to 1. ``value``: what the turn is worth, by what
    the puzzle asks for; ``digits`` of it.
    """

    chosen: Chosen
    picture: Picture
    share: float
    value: float | None
    digits: int
    grade: Message | None


def lines(found: TaskReport) -> tuple[Line, ...]:
    """The lines of a task's report."""
    values = [one.value.margin for one in found.lines if one.value]
    digits = 0 if all(value == round(value) for value in values) else 1
    return tuple(_line(found, one, digits) for one in found.lines)


def _line(found: TaskReport, one: Chosen, digits: int) -> Line:
    unload = found.puzzle is not None and found.puzzle.goal is Goal.UNLOAD
    value: float | None = one.value.margin if one.value else None
    if found.puzzle is not None and one.value and unload:
        value, digits = found.puzzle.points_left(one.value.turn), 0
    return Line(
        chosen=one,
        picture=picture(found.puzzle, one.text),
        share=len(one.pupils) / found.answered if found.answered else 0.0,
        value=value,
        digits=digits,
        grade=_grade(found.puzzle, one),
    )


def _grade(puzzle: Puzzle | None, one: Chosen) -> Message | None:
    if puzzle is None or one.value is None:
        return None
    return words.grade_name(Grade(grade_turn(puzzle, one.value.turn).verdict.value))


@dataclass(frozen=True)
class Tried:
    """An answer of one pupil."""

    given: GivenAnswer
    picture: Picture
    misconception: Misconception | None


def tried(puzzle: Puzzle | None, some: Sequence[GivenAnswer]) -> tuple[Tried, ...]:
    """A pupil's answers to a puzzle, in order of time."""
    return tuple(
        Tried(one, picture(puzzle, one.text), None if one.solved else named(puzzle, one.text))
        for one in some
    )


@dataclass(frozen=True)
class Entry:
    """A pupil and a task, with all answers; either may stand at the head of the line."""

    member: Member
    task: GivenTask
    name: Message
    cell: Cell
    answers: tuple[Tried, ...]


def entry(report: Report, member: Member, task: GivenTask, puzzles: Puzzles) -> Entry:
    """What a pupil has done about a task."""
    return Entry(
        member,
        task,
        task_name(task),
        cell(report.at(member.id, task.id), task),
        tried(puzzles.get(task.id), report.given(member.id, task.id)),
    )
