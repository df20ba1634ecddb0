"""A pupil's own page: what is to do first, all tasks, the class card.

In: the pupil whose card was shown.
Out: the page; the words of tasks for other pages of pupils.
Owns: how many tasks are named at the top.
Knows: nothing but the words; the tasks come from `trainer.classes.todo`.
"""

from __future__ import annotations

from typing import Any

from flask import Response, make_response, render_template

from trainer.classes import todo
from trainer.classes.todo import Entry
from trainer.web import clock, signed_in, task_words
from trainer.web.database import sessions
from trainer.web.fragments import answer
from trainer.web.task_names import goal_of, task_name

FIRST = 4
"""So many of the tasks that wait are named at the top."""


def home() -> Response:
    """What is to do first, all tasks with how far they are, the card."""
    seat = signed_in.pupil()
    if seat is None:
        return answer("tasks/nobody.html", "tasks/nobody.html")
    now = clock.now()
    classes = todo.classes_of(sessions(), seat.learner, now)
    waiting = todo.to_do(classes)
    # Always the whole page: a form of a task that is over may have been led here by a script.
    page = render_template(
        "tasks/home.html",
        seat=seat,
        classes=classes,
        first=waiting[0] if waiting else None,
        rest=waiting[1:FIRST],
        more=max(0, len(waiting) - FIRST),
        card=todo.card_of(sessions(), seat.pupil),
        **words_of_tasks(),
    )
    return make_response(page)


def words_of_tasks() -> dict[str, Any]:
    """The words of tasks, for templates."""
    now, today = clock.now(), clock.today()
    return {
        "task_name": task_name,
        "goal_of": goal_of,
        "state_of": lambda one: task_words.state(one.given, one.task, one.standing),
        "due_of": lambda given: task_words.due(given, today, now),
        "is_over": lambda given: given.over(now),
        "share_of": share,
    }


def share(one: Entry) -> float:
    """How much of a task is done, from 0 to 1."""
    standing = one.standing
    if standing.state == "done":
        return 1.0
    return min(1.0, (standing.steps + standing.right) / standing.of) if standing.of else 0.0
