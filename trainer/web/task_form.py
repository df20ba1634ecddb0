"""The form of a set of tasks: what its address holds, what its buttons do, what may be wrong.

In: parameters of an address, fields of a form.
Out: a `Form`, which is text and can be shown again; the draft of it, or problems with words.
Owns: the names of the fields, and how tasks are written in an address.
Knows: no page. Nothing is stored until the draft is given, so a form is whatever its address says.

A task in an address is a letter and a reference: ``p7d1ed874ca`` a puzzle, ``oLINK`` an own one,
``cgoal-and-deck`` a chapter, ``xgoal-and-deck.10`` ten right exercises of its practice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import urlencode

from trainer.classes import drafts, names
from trainer.classes.drafts import MOST_RIGHT, MOST_TASKS, MOST_TRIES, Draft, Fault, Field, Wanted
from trainer.classes.marks import LENGTH
from trainer.classes.tasksets import Kind, TaskSet
from trainer.i18n.messages import Message, message
from trainer.web.text import day

LETTERS: Mapping[str, Kind] = {"p": "puzzle", "o": "own", "c": "chapter", "x": "practice"}
_TASK = re.compile(r"([poc])([0-9a-z-]{1,40})|(x)([0-9a-z-]{1,40})\.([0-9]{1,3})")
_LINK = re.compile(r"(?:^|/)(puzzles|own)/([0-9a-f]{10,16})/?(?:[?#].*)?$")
LONGEST_TASKS = 3000
LONGEST_READ = drafts.LONGEST_TITLE + 10
"""So much of a title is read: enough to see that it is too long. With MOST_TASKS tasks the address
of a form stays below the 4094 bytes that servers take, also where each letter is twelve of them."""

Problem = tuple[str, Message]
"""The field at fault, and what is wrong."""


@dataclass(frozen=True)
class Form:
    """The form as it stands, all of it text but the tasks.

    ``basis``: the mark of the set that it was made from, '' for a new one.
    """

    title: str = ""
    due_on: str = ""
    tries: str = ""
    explain: str = "at once"
    tasks: tuple[Wanted, ...] = ()
    basis: str = ""

    @classmethod
    def read(cls, given: Mapping[str, str]) -> Form:
        """The form that an address or a posted form holds."""
        explain = given.get("explain", "")
        return cls(
            title=given.get("title", "")[:LONGEST_READ],
            due_on=given.get("due_on", "")[:20],
            tries=given.get("tries", "")[:4],
            explain="release" if explain == "release" else "at once",
            tasks=read_tasks(given.get("tasks", "")),
            basis=given.get("basis", "")[:LENGTH],
        )

    @classmethod
    def of(cls, one: TaskSet) -> Form:
        """The form of a set that is given already."""
        return cls(
            title=one.title,
            due_on=one.due_on.isoformat() if one.due_on else "",
            tries=str(one.tries or ""),
            explain=one.explain,
            tasks=tuple(Wanted(each.kind, each.reference, each.amount) for each in one.tasks),
            basis=Draft.of(one).mark,
        )

    @property
    def query(self) -> str:
        """The form as the parameters of an address."""
        return urlencode(self.fields, safe=",.")

    @property
    def fields(self) -> dict[str, str]:
        """The form as hidden fields or parameters."""
        return {
            "title": self.title,
            "due_on": self.due_on,
            "tries": self.tries,
            "explain": self.explain,
            "tasks": write_tasks(self.tasks),
            **({"basis": self.basis} if self.basis else {}),
        }

    def draft(self, offset: int) -> Draft | Problem:
        """What it asks for, or what cannot be read in it; ``offset``: see `Draft`."""
        due_on = None
        if self.due_on:
            try:
                due_on = date.fromisoformat(self.due_on)
            except ValueError:
                return "due_on", message("This is not a day. Write it like 2026-12-31.")
        if self.tries and not (self.tries.isascii() and self.tries.isdecimal()):
            return "tries", _TRIES
        return Draft(
            title=names.tidy(self.title, LONGEST_READ),
            tasks=self.tasks,
            due_on=due_on,
            tries=int(self.tries) if self.tries else None,
            explain="release" if self.explain == "release" else "at once",
            offset=offset,
        )

    def with_tasks(self, more: Iterable[Wanted]) -> Form:
        """With further tasks at the end; one that is there already gets the new amount."""
        known = {one.key: one for one in self.tasks}
        known |= {one.key: one for one in more}
        return replace(self, tasks=tuple(known.values()))

    @property
    def too_many(self) -> bool:
        """Whether it has more tasks than a set may have."""
        return len(self.tasks) > MOST_TASKS

    def cut(self) -> Form:
        """With no more tasks than a set may have."""
        return replace(self, tasks=self.tasks[:MOST_TASKS])

    def without(self, place: int) -> Form:
        """Without the task at a place."""
        kept = self.tasks[: max(place, 0)] + self.tasks[max(place, 0) + 1 :]
        return replace(self, tasks=kept)

    def moved(self, place: int, to: int) -> Form:
        """With a task at another place; places that are none change nothing."""
        if not (0 <= place < len(self.tasks) and 0 <= to < len(self.tasks)):
            return self
        rest = list(self.tasks)
        rest.insert(to, rest.pop(place))
        return replace(self, tasks=tuple(rest))

    def ticked(self, shown: Sequence[str], ticks: Sequence[str]) -> Form:
        """After a page of the list on which these puzzles stood, and these of them were ticked."""
        off = {("puzzle", name) for name in shown if name not in ticks}
        kept = replace(self, tasks=tuple(one for one in self.tasks if one.key not in off))
        known = {one.key for one in kept.tasks}
        new = [Wanted("puzzle", name) for name in ticks if name in shown]
        return kept.with_tasks(one for one in new if one.key not in known)


def read_tasks(text: str) -> tuple[Wanted, ...]:
    """Tasks as an address writes them; what cannot be read is left out, and each is there once."""
    found: dict[tuple[str, str], Wanted] = {}
    for word in text[:LONGEST_TASKS].split(","):
        match = _TASK.fullmatch(word)
        if match:
            letter, name = match[1] or match[3], match[2] or match[4]
            one = Wanted(LETTERS[letter], name, int(match[5] or 1))
            found.setdefault(one.key, one)
    return tuple(found.values())


def write_tasks(tasks: Iterable[Wanted]) -> str:
    """Tasks as an address writes them."""
    letters = {kind: letter for letter, kind in LETTERS.items()}
    return ",".join(
        letters[one.kind] + one.reference + (f".{one.amount}" if one.kind == "practice" else "")
        for one in tasks
    )


def read_link(text: str) -> Wanted | None:
    """The puzzle behind a pasted address; None for anything else."""
    match = _LINK.search(text.strip()[:300])
    if match is None:
        return None
    return Wanted("own" if match[1] == "own" else "puzzle", match[2])


_TRIES = message(
    "Write a whole number from 1 to %(most)s, or nothing for any number of tries.",
    most=str(MOST_TRIES),
)

TOO_MANY = message(
    "A set has room for %(most)s tasks. Take some out, or make two sets of them.",
    most=str(MOST_TASKS),
)

_WORDS = {
    Fault.NO_TITLE: message("Give the set a title, so that pupils know what it is about."),
    Fault.LONG_TITLE: message(
        "The title is too long: it has room for %(most)s letters.",
        most=str(drafts.LONGEST_TITLE),
    ),
    Fault.PAST: message("This day is over. Choose today or a later day, or none."),
    Fault.TRIES: _TRIES,
    Fault.NO_TASKS: message("Choose at least one task."),
    Fault.TOO_MANY_TASKS: TOO_MANY,
    Fault.AMOUNT: message(
        "Write how many exercises are to be answered rightly: a number from 1 to %(most)s.",
        most=str(MOST_RIGHT),
    ),
    Fault.GONE: message("One of the tasks is no longer there. Take it out."),
}


def in_words(problems: Sequence[tuple[Field, Fault]], end: date) -> list[Problem]:
    """The problems of a draft as a page says them; ``end``: the last day of the class."""
    after = message(
        "The class ends on %(day)s. Choose that day or an earlier one, or none.", day=day(end)
    )
    words = {**_WORDS, Fault.AFTER_CLASS: after}
    return [(field, words[fault]) for field, fault in problems]
