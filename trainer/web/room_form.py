"""The form that says what a class is: its name, language, rules and last day.

In: a form, or a class as it is.
Out: values to fill the form with, and what is not right in them.
Owns: the limits of a class's last day.
Knows: the languages of the site, the rule profiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from flask import request

from trainer.classes import classrooms, names
from trainer.classes.access import Room
from trainer.i18n.messages import Message, message, message_n
from trainer.web import clock, rules_choice
from trainer.web.language import catalogs, speech
from trainer.web.text import day

Problem = tuple[str, Message]
"""The id of a field, and what is wrong with it."""


@dataclass(frozen=True)
class RoomForm:
    """What stands in the form; ``expires`` as the field writes it, 2027-08-31.

    ``basis``: the mark of the class that the form was made from, '' for a new one.
    """

    name: str = ""
    language: str = ""
    profile: str = rules_choice.DEFAULT
    expires: str = ""
    basis: str = ""
    problems: Sequence[Problem] = field(default=())

    @property
    def expires_on(self) -> date:
        """The last day, of a form without problems."""
        return date.fromisoformat(self.expires)

    def has_fault(self, name: str) -> bool:
        """Whether something is wrong with a field."""
        return any(one == name for one, _ in self.problems)


LONG_NAME = message_n(
    "The name can have %(num)s letter at most.",
    "The name can have %(num)s letters at most.",
    names.LONGEST,
)


def earliest() -> date:
    """The first day on which a class may end."""
    return clock.today() + timedelta(days=1)


def latest() -> date:
    """The last day to which a class may be kept."""
    return classrooms.latest_end(clock.today())


def fresh(name: str = "") -> RoomForm:
    """The form of a new class."""
    end = classrooms.usual_end(clock.today())
    return RoomForm(name=name, language=speech().code, expires=end.isoformat())


def of(room: Room) -> RoomForm:
    """The form of a class as it is."""
    end = room.expires_on.isoformat()
    return RoomForm(room.name, room.language, room.profile, end, classrooms.mark_of(room))


def sent() -> RoomForm:
    """The form that this request brings, with what is not right in it."""
    given = RoomForm(
        name=names.tidy(request.form.get("name", "")),
        language=request.form.get("language", ""),
        profile=request.form.get("profile", ""),
        expires=request.form.get("expires", "").strip(),
        basis=request.form.get("basis", ""),
    )
    return replace(given, problems=tuple(_problems(given)))


def _problems(given: RoomForm) -> Sequence[Problem]:
    found: list[Problem] = []
    if names.is_too_long(request.form.get("name", "")):
        found.append(("name", LONG_NAME))
    if not given.name:
        found.append(("name", message("Give the class a name, for example 7b.")))
    if given.language not in catalogs():
        found.append(("language", message("Choose a language from the list.")))
    if rules_choice.read(given.profile.partition("+")[0]) is None:
        found.append(("profile", message("Choose the rules that the class plays by.")))
    return [*found, *end_problems(given.expires)]


def end_problems(text: str) -> Sequence[Problem]:
    """What is wrong with a last day."""
    try:
        end = date.fromisoformat(text)
    except ValueError:
        return [("expires", message("Write the last day as year, month and day: 2027-08-31."))]
    if earliest() <= end <= latest():
        return []
    text_of_range = message(
        "The last day of a class lies between %(first)s and %(last)s.",
        first=day(earliest()),
        last=day(latest()),
    )
    return [("expires", text_of_range)]
