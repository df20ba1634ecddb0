"""Why a teacher's form is not taken: values that the pages turn into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

Field = Literal["name", "password", "new_password", "code", "invitation", "word"]


class Fault(Enum):
    """What is wrong with a field."""

    NAME_SHORT = "name-short"
    NAME_LONG = "name-long"
    NAME_WITHOUT_LETTERS = "name-without-letters"
    NAME_TAKEN = "name-taken"
    PASSWORD_SHORT = "password-short"
    PASSWORD_LONG = "password-long"
    PASSWORD_LIKE_NAME = "password-like-name"
    PASSWORD_COMMON = "password-common"
    PASSWORD_WRONG = "password-wrong"
    PAIR_WRONG = "pair-wrong"
    CODE_WRONG = "code-wrong"
    WORD_WRONG = "word-wrong"
    CLASSES_CHANGED = "classes-changed"
    INVITATION_MISSING = "invitation-missing"
    INVITATION_WRONG = "invitation-wrong"
    MUST_WAIT = "must-wait"


@dataclass(frozen=True)
class Problem:
    """One fault of one field; ``wait``: whole seconds until the next try is taken, if any."""

    field: Field
    fault: Fault
    wait: int | None = None


class RefusedError(ValueError):
    """A form is not taken; ``problems`` has at least one, in the order of the fields."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(", ".join(f"{one.field}: {one.fault.value}" for one in problems))
        self.problems = problems

    @property
    def wait(self) -> int | None:
        """The seconds to wait where that is why it is not taken."""
        waits = [one.wait for one in self.problems if one.fault is Fault.MUST_WAIT]
        return next(iter(waits), None)


class ClosedError(PermissionError):
    """Nobody can sign up at this site."""
