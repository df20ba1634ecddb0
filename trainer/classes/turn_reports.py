"""Which turns pupils chose in the puzzles of their tasks, and what each of them stands for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec
from sqlalchemy import select

from trainer.classes.misconceptions import OTHER, Misconception, misconception
from trainer.classes.pupils import Member
from trainer.classes.reports import GivenAnswer, Report
from trainer.classes.slips import value_of
from trainer.classes.tasksets import GivenTask, TaskSet
from trainer.puzzles import bank
from trainer.puzzles.grading import goal_loss, solutions
from trainer.puzzles.schema import Goal, Puzzle, TurnRecord
from trainer.storage.database import Sessions, reading
from trainer.storage.tables import OwnPuzzle

Puzzles = Mapping[int, Puzzle]
"""The puzzles behind tasks, by the task's id; one that is gone is not there."""


@dataclass(frozen=True)
class Chosen:
    """One answer to a puzzle and who gave it, each pupil once, whatever the try.

    ``first``: how many of them gave it as their first answer. ``value``: the frozen evaluation of
    a turn, ``loss`` in points by what the puzzle asks for; None for marks and rule questions.
    """

    text: str
    solved: bool
    pupils: tuple[Member, ...] = ()
    first: int = 0
    value: TurnRecord | None = None
    loss: float | None = None
    misconception: Misconception | None = None


@dataclass(frozen=True)
class TaskReport:
    """A task of a class. ``puzzle`` is None for chapters, practice and puzzles that are gone.

    ``lines``: every answer that was given, and every best turn, by value, the best first.
    ``unchosen``: how many other turns there were, which nobody chose. ``answered``, ``solved``,
    ``at_once``: how many pupils have answered, solved it, solved it with their first answer.
    """

    given: TaskSet
    task: GivenTask
    puzzle: Puzzle | None = None
    lines: tuple[Chosen, ...] = ()
    unchosen: int = 0
    answered: int = 0
    solved: int = 0
    at_once: int = 0


@dataclass(frozen=True)
class Frequent:
    """A misconception, in how many answers it showed, and whose they were."""

    misconception: Misconception
    answers: int
    pupils: tuple[Member, ...]


def puzzles_of(sessions: Sessions, tasks: Iterable[GivenTask]) -> dict[int, Puzzle]:
    """The puzzles behind some tasks."""
    known = list(tasks)
    links = [task.reference for task in known if task.kind == "own"]
    own = _own_puzzles(sessions, links) if links else {}
    found = {
        task.id: own.get(task.reference) if task.kind == "own" else bank.load().get(task.reference)
        for task in known
        if task.is_puzzle
    }
    return {task: puzzle for task, puzzle in found.items() if puzzle is not None}


def _own_puzzles(sessions: Sessions, links: Sequence[str]) -> dict[str, Puzzle]:
    query = select(OwnPuzzle.link, OwnPuzzle.record)
    kept = OwnPuzzle.link.in_(links), OwnPuzzle.record.is_not(None)
    with reading(sessions) as session:
        return {
            link: msgspec.json.decode(record, type=Puzzle)
            for link, record in session.execute(query.where(*kept))
            if record is not None
        }


def named(puzzle: Puzzle | None, answer: str) -> Misconception | None:
    """What an answer stands for; remembered for the puzzles of the bank."""
    if puzzle is None:
        return None
    if bank.load().get(puzzle.id) is puzzle:
        return _of_bank(puzzle.id, answer)
    return misconception(puzzle, answer)


@lru_cache(maxsize=10_000)
def _of_bank(puzzle: str, answer: str) -> Misconception | None:
    found = bank.load().get(puzzle)
    return None if found is None else misconception(found, answer)


def task_report(report: Report, task: int, puzzles: Puzzles) -> TaskReport:
    """The report of one task; raises NotFoundError."""
    given, value = report.task(task)
    puzzle = puzzles.get(task)
    answers = [report.given(one.id, task) for one in report.members]
    known = [some for some in answers if some]
    lines = _lines(report, puzzle, [one for some in known for one in some])
    turns = puzzle.turns if puzzle and _asks_for_turn(puzzle) else ()
    return TaskReport(
        given=given,
        task=value,
        puzzle=puzzle,
        lines=lines,
        unchosen=len(turns) - len({line.value.cards for line in lines if line.value}),
        answered=len(known),
        solved=sum(any(one.solved for one in some) for some in known),
        at_once=sum(some[0].solved for some in known),
    )


def _asks_for_turn(puzzle: Puzzle) -> bool:
    return puzzle.goal not in (Goal.LEGAL, Goal.OUTCOME)


def _lines(
    report: Report, puzzle: Puzzle | None, answers: Sequence[GivenAnswer]
) -> tuple[Chosen, ...]:
    by_text: dict[str, list[GivenAnswer]] = {}
    for one in answers:
        by_text.setdefault(one.text, []).append(one)
    lines = [_line(report, puzzle, text, some) for text, some in by_text.items()]
    if puzzle is not None and _asks_for_turn(puzzle):
        chosen = {line.value.cards for line in lines if line.value}
        best = [value for value in solutions(puzzle) if value.cards not in chosen]
        lines += [
            Chosen(",".join(value.cards), True, value=value, loss=goal_loss(puzzle, value))
            for value in best
        ]
    return tuple(sorted(lines, key=_rank))


def _rank(line: Chosen) -> tuple[bool, float, int, str]:
    return not line.solved, line.loss or 0.0, -len(line.pupils), line.text


def _line(
    report: Report, puzzle: Puzzle | None, text: str, answers: Sequence[GivenAnswer]
) -> Chosen:
    who = {one.pupil for one in answers}
    turn = puzzle is not None and _asks_for_turn(puzzle)
    value = value_of(puzzle, text) if puzzle is not None and turn else None
    return Chosen(
        text=text,
        solved=answers[0].solved,
        pupils=tuple(one for one in report.members if one.id in who),
        first=sum(report.given(one, answers[0].task)[0].text == text for one in who),
        value=value,
        loss=goal_loss(puzzle, value) if puzzle is not None and value else answers[0].loss,
        misconception=None if answers[0].solved else named(puzzle, text),
    )


def frequent(report: Report, puzzles: Puzzles, pupil: str | None = None) -> tuple[Frequent, ...]:
    """The misconceptions of a class, or of one pupil, the most frequent first.

    Wrong answers that none explains are left out, and so are those to puzzles that are gone.
    """
    members = report.members if pupil is None else (report.member(pupil),)
    found: dict[str, list[tuple[Misconception, Member]]] = {}
    for one in members:
        for _, task in report.tasks:
            for answer in report.given(one.id, task.id):
                name = None if answer.solved else named(puzzles.get(task.id), answer.text)
                if name is not None and name != OTHER:
                    found.setdefault(name.code, []).append((name, one))
    tallied = [
        Frequent(some[0][0], len(some), tuple(dict.fromkeys(who for _, who in some)))
        for some in found.values()
    ]
    return tuple(sorted(tallied, key=lambda one: (-one.answers, one.misconception.code)))
