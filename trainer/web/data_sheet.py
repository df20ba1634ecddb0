"""Stored data for people: the same values as in the file to take along, with words around them.

In: plain data as `trainer.classes.personal_data` gives it.
Out: sheets, each a title, heads of columns and rows of cells.
Owns: the words for every kind of row and column, and which columns only the file has.
Knows: the endpoints of puzzles, by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from flask import current_app, url_for

from trainer.classes.drafts import Wanted
from trainer.engine.evaluation import Grade
from trainer.i18n.messages import Message, message, message_c, message_n
from trainer.learners.faults import Fault
from trainer.lessons.course import course
from trainer.lessons.practice import KINDS
from trainer.puzzles import bank
from trainer.puzzles.outcomes import Happening
from trainer.rules import MalformedError, Profile
from trainer.web import puzzle_wording, wording
from trainer.web.fault_words import KINDS as FAULTS
from trainer.web.language import catalogs
from trainer.web.task_names import wanted_name
from trainer.web.text import day, number, said

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Cell:
    """What stands in a table. ``code``: the same in every language; ``href``: where it leads."""

    text: str = ""
    code: bool = False
    href: str = ""


@dataclass(frozen=True)
class Sheet:
    """A table of stored rows."""

    title: Message
    heads: Sequence[Message]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class Column:
    """A column: what it is called, and how its values read."""

    head: Message
    cell: Callable[[Any, Row], Cell]


def _text(value: Any, _row: Row) -> Cell:
    return Cell(str(value))


def _code(value: Any, _row: Row) -> Cell:
    return Cell(str(value), code=True)


def _number(value: Any, _row: Row) -> Cell:
    return Cell(number(round(value, 1)))


def _day(value: Any, _row: Row) -> Cell:
    parse = datetime.fromisoformat if "T" in value else date.fromisoformat
    return Cell(day(parse(value)))


def _yes(value: Any, _row: Row) -> Cell:
    return Cell(said(message_c("stored data", "yes") if value else message_c("stored data", "no")))


def _solved(value: Any, _row: Row) -> Cell:
    solved = message_c("puzzle", "solved") if value else message_c("puzzle", "not solved yet")
    return Cell(said(solved))


def _minutes(value: Any, _row: Row) -> Cell:
    minutes = max(1, round(value / 60))
    return Cell(said(message_n("%(num)s minute", "%(num)s minutes", minutes)))


def _grade(value: Any, _row: Row) -> Cell:
    known = {str(one): one for one in Grade}
    return Cell(said(puzzle_wording.grade_name(known[value])) if value in known else str(value))


def _rules(value: Any, row: Row) -> Cell:
    try:
        profile = Profile.parse(value)
    except MalformedError:
        return _code(value, row)
    return Cell(", ".join(map(said, wording.profile_messages(profile))))


def _answer(value: Any, _row: Row) -> Cell:
    happening = {str(one): one for one in Happening}.get(value)
    if happening is None:
        return _code(value.replace(",", " "), {})
    return Cell(said(puzzle_wording.HAPPENINGS[happening]))


def _puzzle(value: Any, row: Row) -> Cell:
    if row.get("kind") == "own":
        return _link(value, row)
    known = bank.load()
    if known.get(value) is None:
        return Cell(said(message("No longer here")))
    name = said(message("Puzzle %(number)s", number=known.number(value)))
    return Cell(name, href=_address("puzzles.show", puzzle=value))


def _link(value: Any, _row: Row) -> Cell:
    name = said(message("A puzzle of the workshop"))
    return Cell(name, href=_address("workshop.own", link=value))


def _address(endpoint: str, **values: Any) -> str:
    return url_for(endpoint, **values) if endpoint in current_app.view_functions else ""


def _chapter(value: Any, _row: Row) -> Cell:
    found = course().chapter(value)
    return Cell(said(Message(found.title))) if found else _code(value, {})


def _step(value: Any, row: Row) -> Cell:
    found = course().chapter(row["chapter"])
    steps = [one.id for one in found.steps] if found else []
    return Cell(number(steps.index(value) + 1)) if value in steps else _code(value, {})


def _exercise(value: Any, _row: Row) -> Cell:
    # ``official/fits-1-7``: of which rules, which kind, how hard, which one.
    kind = KINDS.get(value.rpartition("/")[2].rsplit("-", 2)[0])
    return Cell(said(kind.title)) if kind else _code(value, {})


def _task(value: Any, row: Row) -> Cell:
    if row["kind"] == "practice":
        return Cell(said(wanted_name(Wanted("practice", value))))
    return (_chapter if row["kind"] == "chapter" else _puzzle)(value, row)


def _fault(value: Any, _row: Row) -> Cell:
    known = {str(one): one for one in Fault}
    return Cell(said(FAULTS[known[value]])) if value in known else Cell(str(value))


def _language(value: Any, _row: Row) -> Cell:
    known = catalogs()
    return Cell(known.translator(value).name if value in known else value, code=True)


PUZZLE = Column(message_c("stored data", "Puzzle"), _puzzle)
ANSWER = Column(message_c("stored data", "Answer"), _answer)
SOLVED = Column(message_c("stored data", "Result"), _solved)
GRADE = Column(message_c("stored data", "Grade"), _grade)
LOSS = Column(message_c("stored data", "Points lost"), _number)
WHEN = Column(message_c("stored data", "When"), _day)
CHAPTER = Column(message_c("stored data", "Chapter"), _chapter)
STEP = Column(message_c("stored data", "Step"), _step)
FIRST = Column(message_c("stored data", "First time"), _day)
LAST = Column(message_c("stored data", "Last time"), _day)
DONE = Column(message_c("stored data", "Done"), _day)
HINTS = Column(message_c("stored data", "Hints"), _number)
TASK = Column(message_c("stored data", "Task"), _task)
SET = Column(message_c("stored data", "Set of tasks"), _text)
EXERCISE = Column(message_c("stored data", "Exercise"), _exercise)
RIGHT = Column(message_c("stored data", "Right"), _yes)
RATING = Column(message_c("stored data", "Rating"), _number)
ANSWERS = Column(message_c("stored data", "Answers"), _number)

Shape = tuple[Message, Mapping[str, Column]]

SHAPES: Mapping[str, Shape] = {
    "task_answers": (
        message("Answers to tasks"),
        {
            "set": SET,
            "task": TASK,
            "answer": ANSWER,
            "solved": SOLVED,
            "grade": GRADE,
            "loss": LOSS,
            "made_at": WHEN,
        },
    ),
    "task_times": (
        message("Time spent on tasks"),
        {
            "set": SET,
            "task": TASK,
            "seconds": Column(message_c("stored data", "Time"), _minutes),
            "first_at": FIRST,
            "last_at": LAST,
        },
    ),
    "live_rounds": (
        message("Live rounds taken part in"),
        {
            "started_at": Column(message_c("stored data", "Round of"), _day),
            "joined_at": FIRST,
            "seen_at": LAST,
        },
    ),
    "live_answers": (
        message("Answers in live rounds"),
        {
            "puzzle": PUZZLE,
            "answer": ANSWER,
            "solved": SOLVED,
            "grade": GRADE,
            "loss": LOSS,
            "changes": Column(message_c("stored data", "Changed so often"), _number),
            "made_at": WHEN,
        },
    ),
    "browsers": (
        message("Devices on which the class card was shown"),
        {"created_at": FIRST, "seen_at": LAST},
    ),
    "chapters": (
        message("Chapters of the course"),
        {"chapter": CHAPTER, "last_step": STEP, "step": STEP, "seen_at": LAST, "done_at": DONE},
    ),
    "lesson_steps": (
        message("Steps of lessons"),
        {"chapter": CHAPTER, "step": STEP, "done_at": DONE},
    ),
    "practice": (
        message("Practice"),
        {
            "chapter": CHAPTER,
            "level": Column(message_c("stored data", "Level"), _number),
            "answered": ANSWERS,
            "right": Column(message_c("stored data", "Right"), _number),
            "last": EXERCISE,
            "answered_at": LAST,
        },
    ),
    "exercise_answers": (
        message("Exercises of practice"),
        {"chapter": CHAPTER, "exercise": EXERCISE, "right": RIGHT, "made_at": WHEN},
    ),
    "puzzle_answers": (
        message("Answers to puzzles"),
        {
            "puzzle": PUZZLE,
            "profile": Column(message_c("stored data", "Rules"), _rules),
            "answer": ANSWER,
            "solved": SOLVED,
            "grade": GRADE,
            "loss": LOSS,
            "made_at": WHEN,
        },
    ),
    "rating": (
        message("Rating"),
        {
            "rating": RATING,
            "answers": ANSWERS,
            "rated_at": LAST,
            "hidden": Column(message_c("stored data", "Hidden"), _yes),
        },
    ),
    "rated_answers": (
        message("Answers that counted for the rating"),
        {"puzzle": PUZZLE, "hints": HINTS, "rating": RATING, "made_at": WHEN},
    ),
    "hints": (
        message("Hints asked for"),
        {"puzzle": PUZZLE, "hints": HINTS, "seen_at": LAST},
    ),
    "reviews": (
        message("Puzzles that come back"),
        {
            "puzzle": PUZZLE,
            "failed_on": Column(message_c("stored data", "Not solved"), _day),
            "due_on": Column(message_c("stored data", "Comes back"), _day),
        },
    ),
    "streaks": (
        message("Streaks"),
        {
            "started_at": FIRST,
            "ended_at": Column(message_c("stored data", "Ended"), _day),
            "solved": Column(message_c("stored data", "Solved"), _number),
            "puzzle": Column(message_c("stored data", "Waiting puzzle"), _puzzle),
        },
    ),
    "streak_answers": (
        message("Answers in streaks"),
        {"puzzle": PUZZLE, "solved": SOLVED, "made_at": WHEN},
    ),
    "reports": (
        message("Faults of puzzles that were reported"),
        {
            "puzzle": PUZZLE,
            "kind": Column(message_c("stored data", "What is wrong"), _fault),
            "text": Column(message_c("stored data", "In words"), _text),
            "language": Column(message_c("stored data", "Language"), _language),
            "made_at": WHEN,
        },
    ),
    "own_puzzles": (
        message("Puzzles of the workshop"),
        {
            "link": Column(message_c("stored data", "Puzzle"), _link),
            "made_at": WHEN,
            "withdrawn_at": Column(message_c("stored data", "Withdrawn"), _day),
        },
    ),
    "move_codes": (
        message("Codes to move the progress"),
        {"expires_at": Column(message_c("stored data", "Good until"), _day)},
    ),
}
"""The rows of each part of the data, in the order in which they are shown."""

FILE_ONLY: Mapping[str, frozenset[str]] = {
    "task_answers": frozenset({"kind"}),
    "task_times": frozenset({"kind"}),
    "live_answers": frozenset({"kind"}),
    "practice": frozenset({"streak"}),
    "rating": frozenset({"deviation", "volatility"}),
    "rated_answers": frozenset(
        {"score", "puzzle_rating", "puzzle_deviation", "deviation", "withdrawn_at"}
    ),
    "reviews": frozenset({"step"}),
    "own_puzzles": frozenset({"puzzle", "record"}),
    "move_codes": frozenset({"wrong"}),
}
"""Columns that say nothing to a reader without the program behind them."""


def sheets(data: Row) -> list[Sheet]:
    """A table for each part of the data that has any rows."""
    parts = dict(_parts(data))
    return [_sheet(SHAPES[name], parts[name]) for name in SHAPES if parts.get(name)]


@dataclass(frozen=True)
class ClassPart:
    """A pupil's place in a class: the row itself, and what hangs on it."""

    place: Row
    sheets: Sequence[Sheet]


def class_parts(data: Row) -> list[ClassPart]:
    """The places in classes, each with its tables."""
    return [ClassPart(place, sheets(place)) for place in data["classes"]]


def moment(text: str | None) -> datetime | None:
    """A stored moment out of plain data."""
    return None if text is None else datetime.fromisoformat(text)


def _parts(data: Row) -> Iterator[tuple[str, list[Row]]]:
    """The parts as lists of rows; rows within rows are parts of their own."""
    for name, found in data.items():
        rows = [found] if name == "rating" and found else found
        if name not in SHAPES or not isinstance(rows, list):
            continue
        yield name, rows
        inner = {"streaks": "streak_answers", "live_rounds": "live_answers"}.get(name)
        if inner:
            yield inner, [one for row in rows for one in row["answers"]]


def _sheet(shape: Shape, rows: Sequence[Row]) -> Sheet:
    title, columns = shape
    shown = {
        name: column
        for name, column in columns.items()
        if any(row.get(name) is not None for row in rows)
    }
    return Sheet(
        title,
        [column.head for column in shown.values()],
        [[_cell(column, row, name) for name, column in shown.items()] for row in rows],
    )


def _cell(column: Column, row: Row, name: str) -> Cell:
    value = row.get(name)
    return Cell() if value is None else column.cell(value, row)
