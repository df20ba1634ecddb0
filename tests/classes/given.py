"""What the tests of tasks share: drafts, answers, and how to give and answer them."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from tests.classes.cast import NOW, Cast
from trainer.classes import answering, assignments
from trainer.classes.answering import Brought, PuzzleTask, Storing
from trainer.classes.drafts import Draft, Wanted
from trainer.classes.standing import Standing, standings
from trainer.classes.tasksets import TaskSet
from trainer.learners.attempts import Answer
from trainer.puzzles.bank import load
from trainer.puzzles.schema import Goal, Puzzle
from trainer.storage.class_tables import Classroom
from trainer.storage.database import Sessions, reading

BANK = load().puzzles
FIRST, SECOND, THIRD = [
    one
    for one in BANK
    if one.goal is Goal.BEST and 2 < len(one.turns) < 12 and one.turns[0].turn.cards
][:3]
LESSON = "goal-and-deck"
STEPS = 8
TOMORROW = date(2026, 9, 2)
HOUR = timedelta(hours=1)


def puzzle(one: Puzzle = FIRST) -> Wanted:
    return Wanted("puzzle", one.id)


def draft(*tasks: Wanted, **values: Any) -> Draft:
    """A set of these tasks, of the first puzzle if there are none."""
    return Draft(**{"title": "Homework", "tasks": tasks or (puzzle(),), **values})


def give(
    sessions: Sessions, everybody: Cast, *tasks: Wanted, now: datetime = NOW, **values: Any
) -> TaskSet:
    """The teacher gives a set to class 7b."""
    made = draft(*tasks, **values)
    return assignments.create(sessions, everybody.teacher.id, everybody.room.id, made, now=now)


def answer_to(one: Puzzle = FIRST, turn: int = 0) -> Answer:
    """The answer that plays a turn of a puzzle; the first turn is the best, -1 the worst."""
    value = one.turns[turn]
    return Answer(
        one.id,
        ",".join(value.cards),
        turn == 0,
        grade=str(value.grade),
        loss=value.loss,
    )


def solve(
    sessions: Sessions,
    learner: str,
    one: Puzzle = FIRST,
    turn: int = 0,
    *,
    form: str = "form",
    task: int | None = None,
    now: datetime = NOW + HOUR,
) -> list[PuzzleTask]:
    """A learner answers a puzzle, on a task's page or (None) on the puzzle's own."""
    brought = Brought(form, answer_to(one, turn), 1.0 if turn == 0 else 0.0)
    storing = Storing(BANK, now.date(), now)
    return answering.answer_puzzle(sessions, learner, brought, storing, task)


def standing(
    sessions: Sessions, everybody: Cast, task: int, member: int = 0, now: datetime = NOW + HOUR
) -> Standing:
    """Where a pupil of 7b (by number) stands with a task."""
    with reading(sessions) as session:
        room = session.query(Classroom).filter_by(public_id=everybody.room.id).one()
        return standings(session, room, now)[everybody.members[member].id, task]
