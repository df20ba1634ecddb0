"""What is said about accounts: to each fault of a form, with how long one has to wait.

In: problems as the domain finds them.
Out: messages by the field they belong to.
Owns: the words; a name that nobody has and a wrong password have the same ones.
Knows: no page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from trainer.classes import passwords, teachers
from trainer.classes.refusals import Fault, Problem
from trainer.i18n.messages import Message, message, message_n

BUSY = message("The site is busy at this moment. Try again in some seconds; nothing is lost.")

FAULTS = {
    Fault.NAME_SHORT: message_n(
        "The name needs at least %(num)s letter.",
        "The name needs at least %(num)s letters.",
        teachers.SHORTEST_NAME,
    ),
    Fault.NAME_LONG: message_n(
        "The name can have %(num)s letter at most.",
        "The name can have %(num)s letters at most.",
        teachers.LONGEST_NAME,
    ),
    Fault.NAME_WITHOUT_LETTERS: message("The name needs a letter or a number."),
    Fault.NAME_TAKEN: message(
        "Somebody here has this name already. Add something to it, your first name or your school."
    ),
    Fault.PASSWORD_SHORT: message_n(
        "The new password needs at least %(num)s character.",
        "The new password needs at least %(num)s characters.",
        passwords.SHORTEST,
    ),
    Fault.PASSWORD_LONG: message_n(
        "The new password can have %(num)s character at most.",
        "The new password can have %(num)s characters at most.",
        passwords.LONGEST,
    ),
    Fault.PASSWORD_LIKE_NAME: message("The new password is too much like your name."),
    Fault.PASSWORD_COMMON: message(
        "This password is one of those that people try first. Choose one that only you think of."
    ),
    Fault.PASSWORD_WRONG: message("This is not your password."),
    Fault.PAIR_WRONG: message("This name and this password do not belong together."),
    Fault.CODE_WRONG: message(
        "This name and this code do not belong together, or the code has been used before."
    ),
    Fault.WORD_WRONG: message("This is not the word to type."),
    Fault.CLASSES_CHANGED: message(
        "Your classes have changed in the meantime. Read once more what becomes of them."
    ),
    Fault.INVITATION_MISSING: message("To sign up here you need the code of an invitation."),
    Fault.INVITATION_WRONG: message(
        "No invitation has this code, or it has been used, or its time is over."
    ),
    Fault.MUST_WAIT: message("There were too many wrong tries."),
}


def told(problems: Iterable[Problem]) -> dict[str, tuple[Message, ...]]:
    """The sentences that belong to each field, in the order of the fields."""
    return {one.field: _sentences(one) for one in problems}


def _sentences(problem: Problem) -> tuple[Message, ...]:
    said = FAULTS[problem.fault]
    return (said,) if problem.wait is None else (said, _wait(problem.wait))


def _wait(seconds: int) -> Message:
    if seconds <= 90:
        return message_n(
            "You can try again in %(num)s second.", "You can try again in %(num)s seconds.", seconds
        )
    return message_n(
        "You can try again in %(num)s minute.",
        "You can try again in %(num)s minutes.",
        math.ceil(seconds / 60),
    )
