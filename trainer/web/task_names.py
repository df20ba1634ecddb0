"""What tasks of a class are called, the same for teachers and pupils.

In: tasks as values.
Out: messages.
Owns: nothing.
Knows: the bank for the number of a puzzle, the course for the title of a chapter.
"""

from __future__ import annotations

from trainer.classes.tasksets import GivenTask
from trainer.i18n.messages import Message, message
from trainer.lessons.course import course
from trainer.puzzles import bank

_GONE = message("A puzzle that is no longer there")


def task_name(task: GivenTask) -> Message:
    """The name of a task: a chapter's title, the number of a puzzle."""
    if task.kind == "own":
        return message("A puzzle of your teacher's") if task.there else _GONE
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
