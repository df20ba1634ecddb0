"""Words of the pages of results: states, reasons for concern, times.

In: values of the reports.
Out: messages.
Owns: how times are said.
Knows: no page.
"""

from __future__ import annotations

from trainer.classes.concerns import Reason
from trainer.classes.standing import Standing, State
from trainer.i18n.messages import Message, message, message_c, message_n
from trainer.web.text import day

STATES: dict[State, Message] = {
    "open": message_c("state of a task", "not begun"),
    "begun": message_c("state of a task", "begun"),
    "done": message_c("state of a task", "done"),
    "missed": message_c("state of a task", "not solved, no try left"),
}

LATE = message_c("state of a task", "late")

SEPARATORS = {
    "comma": message("Comma"),
    "semicolon": message("Semicolon"),
    "tab": message("Tab"),
}


def duration(whole: int) -> Message:
    """So many minutes in words."""
    if whole < 60:
        return message_n("%(num)s minute", "%(num)s minutes", whole)
    hours, rest = whole // 60, f"{whole % 60:02}"
    # Translators: a time such as "2 h 05 min".
    return message("%(hours)s h %(minutes)s min", hours=hours, minutes=rest)


def detail(one: Standing, kind: str) -> Message | None:
    """What a state is made of: answers, right exercises, steps; None where there is nothing."""
    if kind == "practice":
        if one.state == "open":
            return None
        return message("%(right)s of %(all)s exercises right", right=one.right, all=one.of)
    if kind == "chapter":
        if one.state == "open":
            return None
        return message("%(done)s of %(all)s steps", done=one.steps, all=one.of)
    return message_n("%(num)s answer", "%(num)s answers", one.answers) if one.answers else None


def note(one: Standing, kind: str) -> str:
    """The same in a few signs, for a cell."""
    if kind in ("practice", "chapter"):
        done = one.right if kind == "practice" else one.steps
        return f"{done}/{one.of}" if one.state == "begun" else ""
    return str(one.answers) if one.answers else ""


def reason(one: Reason) -> Message:
    """Why somebody needs help; the task or set that it is about is named after it."""
    if one.kind == "wrong":
        return message_n(
            "The last answer was wrong.",
            "The last %(num)s answers were all wrong.",
            one.number,
        )
    if one.kind == "due":
        due = one.given.due_on if one.given else None
        return message(
            "Nothing is done yet of what is due on %(day)s:", day=day(due) if due else ""
        )
    if one.kind == "over":
        return message_n(
            "The last day is over, and %(num)s task is not finished:",
            "The last day is over, and %(num)s tasks are not finished:",
            one.number,
        )
    if one.kind == "stuck":
        return message_n(
            "%(num)s minute at one task, and it is not finished:",
            "%(num)s minutes at one task, and it is not finished:",
            one.number,
        )
    return message(
        "Far behind the class: %(done)s done of the %(all)s tasks that at least half of the class "
        "have done.",
        done=one.number,
        all=one.of,
    )
