"""The results of a class as rows of a spreadsheet.

In: a report, the puzzles behind its tasks.
Out: rows of cells; texts in the language of the page.
Owns: which columns each table has.
Knows: the words in `results_words`; how cells are written is `trainer.classes.spreadsheet`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta, timezone

from trainer.classes.reports import Report, RoundLine, minutes
from trainer.classes.spreadsheet import Cell
from trainer.classes.turn_reports import Puzzles, named
from trainer.i18n.messages import Message, message, message_c
from trainer.puzzles.outcomes import Happening
from trainer.web import clock, results_words
from trainer.web import puzzle_wording as words
from trainer.web.language import speech
from trainer.web.pupil_names import pupil_name
from trainer.web.task_names import task_name
from trainer.web.text import day

Rows = Iterator[Sequence[Cell]]

# Translators: above a column of pupils' names, in a word that reading such a file back knows.
_NAME = message_c("above a column of names", "Name")

TABLES: Mapping[str, Message] = {
    "tasks": message("How far everybody is with each task"),
    "times": message("Minutes at each task"),
    "answers": message("Every answer to a puzzle, with its misconception"),
}
"""What can be exported, by the name in the address."""


def rows(report: Report, puzzles: Puzzles, table: str) -> Rows:
    """The rows of one of TABLES, its head first."""
    make: dict[str, Callable[[Report, Puzzles], Rows]] = {
        "tasks": _tasks,
        "times": _times,
        "answers": _answers,
    }
    return make[table](report, puzzles)


def _say(text: Message) -> str:
    return speech().render(text)


def _heads(report: Report) -> list[str]:
    return [f"{given.title}: {_say(task_name(task))}" for given, task in report.tasks]


def _tasks(report: Report, _puzzles: Puzzles) -> Rows:
    rounds = list(reversed(report.rounds))
    yield [
        _say(_NAME),
        *_heads(report),
        _say(message("Tasks done")),
        _say(message("Tasks not solved, no try left")),
        _say(message("Tasks late")),
        _say(message("Answers")),
        _say(message("Minutes")),
        *(_say(message("Live round on %(day)s", day=_day(one))) for one in rounds),
    ]
    for pupil in report.members:
        total = report.row(pupil.id)
        states = [report.at(pupil.id, task.id).state for _, task in report.tasks]
        yield [
            pupil_name(pupil.name),
            *(_say(results_words.STATES[state]) for state in states),
            total.done,
            total.missed,
            total.late,
            total.answers,
            total.minutes,
            *(one.right.get(pupil.id) for one in rounds),
        ]


def _day(one: RoundLine) -> str:
    return day(clock.day_of(one.started_at))


def _times(report: Report, _puzzles: Puzzles) -> Rows:
    yield [_say(_NAME), *_heads(report), _say(message("Minutes"))]
    for pupil in report.members:
        times = [minutes(report.at(pupil.id, task.id).seconds) for _, task in report.tasks]
        yield [
            pupil_name(pupil.name),
            *(one or None for one in times),
            report.row(pupil.id).minutes,
        ]


def _answers(report: Report, puzzles: Puzzles) -> Rows:
    yield [
        _say(_NAME),
        _say(message("Set of tasks")),
        _say(message("Task")),
        _say(message("Try")),
        _say(message("Answer")),
        _say(message("Right")),
        _say(message("Points lost")),
        _say(message("Misconception")),
        _say(message("When")),
    ]
    yes, no = _say(message("yes")), _say(message("no"))
    zone = timezone(timedelta(minutes=clock.offset()))
    for pupil in report.members:
        for given, task in report.tasks:
            for number, one in enumerate(report.given(pupil.id, task.id), 1):
                meant = None if one.solved else named(puzzles.get(task.id), one.text)
                yield [
                    pupil_name(pupil.name),
                    given.title,
                    _say(task_name(task)),
                    number,
                    _answer(one.text),
                    yes if one.solved else no,
                    one.loss,
                    _say(meant.name) if meant else None,
                    one.made_at.astimezone(zone),
                ]


def _answer(text: str) -> str:
    """Cards as everywhere in text (B10 B12), or what a rule question was answered with."""
    if text in list(Happening) and text not in ("draw", "pass"):
        return _say(words.HAPPENINGS[Happening(text)])
    return text.replace(",", " ")
