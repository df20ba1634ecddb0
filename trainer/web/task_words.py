"""What pupils read about their tasks: how far one is, when it is due, what an answer has done.

In: tasks and standings as values.
Out: messages.
Owns: the words; no request, no database.
Knows: the rules in `trainer.classes.standing`.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from trainer.classes.answering import PuzzleTask
from trainer.classes.standing import Standing
from trainer.classes.tasksets import GivenTask, TaskSet
from trainer.i18n.messages import Message, message, message_n
from trainer.web.text import day, number


def due(given: TaskSet, today: date, now: datetime) -> Message | None:
    """When a set is due, seen from a pupil's day; None where it has no last day."""
    if given.due_on is None:
        return None
    if given.over(now):
        return message("It was due on %(day)s.", day=day(given.due_on))
    if given.due_on <= today:
        return message("Due today.")
    if given.due_on == today + timedelta(days=1):
        return message("Due tomorrow.")
    return message("Due on %(day)s.", day=day(given.due_on))


def state(given: TaskSet, task: GivenTask, standing: Standing) -> Message:
    """How far a task is, in a few words."""
    if not task.there:
        return message("withdrawn")
    if task.kind == "chapter":
        return _chapter(standing)
    if task.kind == "practice":
        return _practice(standing)
    return _puzzle(given, standing)


def _chapter(standing: Standing) -> Message:
    if standing.state == "done":
        return message("done")
    if standing.state == "open":
        return message("not begun yet")
    done, steps = number(standing.steps), number(standing.of)
    return message("%(done)s of %(steps)s steps done", done=done, steps=steps)


def _practice(standing: Standing) -> Message:
    right, amount = number(standing.right), number(standing.of)
    if standing.state == "done":
        return message("done: %(right)s right", right=right)
    return message("%(right)s of %(amount)s right", right=right, amount=amount)


def _puzzle(given: TaskSet, standing: Standing) -> Message:
    if standing.state == "done":
        return message("solved")
    if standing.state == "missed":
        return message("not solved")
    if standing.state == "open":
        return message("not begun yet")
    left = tries_left(given, standing)
    if left is None:
        return message("not solved yet")
    return message_n("not solved yet: %(num)s try left", "not solved yet: %(num)s tries left", left)


def tries_left(given: TaskSet, standing: Standing) -> int | None:
    """How many more answers count; None for any number."""
    if given.tries is None:
        return None
    if standing.finished:
        return 0
    return 1 if given.released else max(0, given.tries - standing.answers)


def tries(given: TaskSet, standing: Standing) -> Message:
    """What is said about tries before an answer."""
    left = tries_left(given, standing)
    if left is None:
        return message("You can try as often as you like.")
    if not standing.answers:
        return message_n(
            "You have %(num)s try. So think first, then check.",
            "You have %(num)s tries.",
            left,
        )
    return message_n("You have %(num)s try left.", "You have %(num)s tries left.", left)


TRIES_USED = message("You have no try left.")
SHOWN = message("Your teacher has shown the explanation, so you have no further try.")
STORED = message("Your answer is stored.")
WAITS = message("Your teacher will show the explanation later.")
ELSEWHERE = message(
    "This puzzle is also a task in another set of yours. The explanation comes when that one is "
    "done too."
)
AFTERWARDS = message("The explanation comes when you have solved it or have no try left.")
NOT_STORED = message(
    "This answer was not stored: the puzzle is done for you, and no further answer counts."
)


def notes(given: TaskSet, standing: Standing, others: list[PuzzleTask]) -> list[Message]:
    """What is said below the verdict on a stored answer.

    ``others``: the same puzzle in other sets of the pupil.
    """
    found = [STORED]
    if standing.state == "missed":
        cut = given.released and (given.tries is None or standing.answers < given.tries)
        found.append(SHOWN if cut else TRIES_USED)
    elif standing.state == "begun":
        found.append(tries(given, standing))
    if given.withholds:
        found.append(WAITS)
    elif not standing.explained:
        found.append(AFTERWARDS)
    elif any(not one.standing.explained for one in others):
        found.append(ELSEWHERE)
    return found
