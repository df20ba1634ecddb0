"""What tasks of a class are called, the same for teachers and pupils.

In: tasks as values.
Out: messages.
Owns: nothing.
Knows: the bank for the number of a puzzle, the course for the title of a chapter.
"""

from __future__ import annotations

from trainer.classes.drafts import Wanted
from trainer.classes.tasksets import GivenTask
from trainer.i18n.messages import Message, message
from trainer.lessons.course import course
from trainer.puzzles import bank
from trainer.web.puzzle_wording import GOAL_NAMES

_GONE = message("A puzzle that is no longer there")


def task_name(task: GivenTask) -> Message:
    """The name of a task: a chapter's title, the number of a puzzle."""
    if task.kind == "own":
        return message("A puzzle from the workshop") if task.there else _GONE
    if task.kind == "puzzle":
        return _puzzle(task.reference)
    found = course().chapter(task.reference)
    title = Message(found.title) if found else Message(task.reference)
    if task.kind == "practice":
        return message("Practice: %(chapter)s", chapter=title)
    return title


def _puzzle(name: str) -> Message:
    if bank.load().get(name) is None:
        return _GONE
    return message("Puzzle %(number)s", number=bank.load().number(name))


def wanted_name(one: Wanted) -> Message:
    """The name of a task that is chosen but not given yet."""
    return task_name(GivenTask(0, one.kind, one.reference, one.amount, there=True))


def goal_of(task: GivenTask | Wanted) -> Message | None:
    """What a puzzle of the bank asks for, in a word or two; None for anything else."""
    found = bank.load().get(task.reference) if task.kind == "puzzle" else None
    return GOAL_NAMES[found.goal] if found else None
