"""What is to be printed: as the form asks for it, and as the address of a print holds it.

In: the form of worksheets, the addresses of prints.
Out: a `Form` to show again, the items that it asks for, an `Order` and its address.
Owns: the names of the fields and of the parameters.
Knows: the bank, the course, the worksheets; a class comes as a value.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from werkzeug.datastructures import MultiDict

from trainer.classes.codes import ALPHABET
from trainer.classes.printing import Paperwork
from trainer.classes.tasksets import GivenTask, TaskSet
from trainer.classes.worksheets import (
    LETTERS,
    MOST,
    Find,
    Item,
    OfBank,
    Own,
    Sheet,
    practice_items,
    puzzle_items,
    read_item,
)
from trainer.i18n.messages import Message, message
from trainer.lessons.practice import CHAPTER_KINDS, LEVELS
from trainer.puzzles import bank
from trainer.puzzles.schema import LEVELS as PUZZLE_LEVELS
from trainer.puzzles.schema import Puzzle
from trainer.puzzles.themes import THEMES
from trainer.rules.profile import BASES, Base
from trainer.web.language import catalogs, speech

LONGEST_TITLE = 60
LONGEST_LIST = 2000
SEED_LENGTH = 4
MOST_OF_A_TASK = 6
"""So many exercises of one task of practice are printed; on the screen it may ask for more."""

_SEED = re.compile(f"[{ALPHABET}]{{{SEED_LENGTH}}}")
_PUZZLE_PAGE = re.compile(r"/puzzles/([0-9a-f]{10})\b")
_OWN_PAGE = re.compile(r"/own/([0-9a-f]{16})\b")

Problem = tuple[str, Message]
"""The field at fault, and what is wrong."""


@dataclass(frozen=True)
class Form:
    """The form as it stands; all of it text, so that it can be shown again.

    ``pupils`` are those who get a sheet, ``own`` their languages where they are not the class's
    (both by the short form of their ids).
    """

    title: str = ""
    rules: str = "official"
    tasks: str = ""
    puzzles: str = "4"
    theme: str = ""
    level: str = ""
    exercises: str = "0"
    chapter: str = ""
    practice_level: str = "2"
    named: str = ""
    picked: tuple[str, ...] = ()
    each: bool = False
    languages: tuple[str, ...] = ()
    pupils: tuple[str, ...] | None = None
    own: Mapping[str, str] = field(default_factory=dict)
    variants: bool = True
    big: bool = False
    key: bool = True

    @property
    def base(self) -> Base:
        """The rules that its puzzles and exercises go by."""
        return "classic" if self.rules == "classic" else "official"

    def gets_one(self, pupil: str) -> bool:
        """Whether a pupil gets a sheet; without a choice everybody does."""
        return self.pupils is None or pupil in self.pupils

    def suits(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle of the bank is among those asked for."""
        return (
            puzzle.position.profile.base == self.base
            and (not self.theme or self.theme in puzzle.themes)
            and self.level in ("", str(puzzle.level))
        )


def first_form(paper: Paperwork | None, tasks: str = "") -> Form:
    """The form before anything is chosen; ``tasks``: the set of tasks to begin with."""
    if paper is None:
        return Form(languages=(speech().code,))
    known = tasks in {one.id for one in paper.sets}
    return Form(
        rules=paper.room.profile.split("+")[0],
        tasks=tasks if known else "",
        puzzles="0" if known else "4",
        each=bool(paper.pupils),
        languages=(home_language(paper),),
    )


def home_language(paper: Paperwork | None) -> str:
    """The language of the class, if the site has it; else that of the page."""
    if paper is not None and paper.room.language in catalogs():
        return paper.room.language
    return speech().code


def read_form(values: MultiDict[str, str], paper: Paperwork | None) -> Form:
    """The form as it was sent; what cannot be chosen is left out."""
    home = home_language(paper)
    pupils = [] if paper is None else [one.short for one in paper.pupils]
    own = {one: values.get(f"language-{one}", home) for one in pupils}
    return Form(
        title=values.get("title", "").strip()[:LONGEST_TITLE],
        rules=_one_of(BASES, values.get("rules", ""), "official"),
        tasks=_one_of([one.id for one in paper.sets] if paper else (), values.get("tasks", "")),
        puzzles=values.get("puzzles", "0").strip()[:4],
        theme=_one_of(THEMES, values.get("theme", "")),
        level=_one_of(map(str, PUZZLE_LEVELS), values.get("level", "")),
        exercises=values.get("exercises", "0").strip()[:4],
        chapter=_one_of(CHAPTER_KINDS, values.get("chapter", "")),
        practice_level=_one_of(map(str, LEVELS), values.get("practice-level", ""), "2"),
        named=values.get("named", "")[:LONGEST_LIST],
        picked=tuple(one for one in values.getlist("pick")[:MOST] if bank.load().get(one)),
        each=bool(pupils) and values.get("for") == "each",
        languages=tuple(one for one in catalogs().languages if one in values.getlist("language")),
        pupils=tuple(one for one in values.getlist("pupil") if one in pupils),
        own={one: code for one, code in own.items() if code != home and code in catalogs()},
        variants="variants" in values,
        big="big" in values,
        key="key" in values,
    )


def _one_of(
    known: Iterator[str] | Sequence[str] | Mapping[str, object], text: str, otherwise: str = ""
) -> str:
    return text if text in tuple(known) else otherwise


def form_of(order: Order, paper: Paperwork | None) -> Form:
    """The form that asks for a print once more, to change something about it."""
    return replace(
        first_form(paper),
        title=order.title,
        puzzles="0",
        named="\n".join(map(str, order.sheet.items)),
        each=order.each,
        languages=order.languages,
        pupils=order.pupils,
        own=order.own,
        variants=order.sheet.variants > 1,
        big=order.big,
        key=order.key,
    )


# What a form asks for


@dataclass(frozen=True)
class Asked:
    """The items that a form asks for, what is wrong with it, and what cannot be printed."""

    items: tuple[Item, ...] = ()
    problems: tuple[Problem, ...] = ()
    lessons: int = 0


def asked_for(form: Form, paper: Paperwork | None, find: Find, seed: str) -> Asked:
    """All items of a form, each once, in the order of the form."""
    named, problems = _named(form.named, find)
    puzzles, exercises = _count(form.puzzles), _count(form.exercises)
    if puzzles is None:
        problems.append(("puzzles", NOT_A_COUNT))
    if exercises is None:
        problems.append(("exercises", NOT_A_COUNT))
    if exercises and not form.chapter:
        problems.append(("chapter", message("Choose the chapter that the exercises are about.")))
    tasks = _tasks(form, paper)
    items: list[Item] = [*_of_tasks(tasks, form, seed), *named, *map(OfBank, form.picked)]
    items += _drawn(form, puzzles or 0, items, seed)
    level = int(form.practice_level)
    items += practice_items(form.chapter, level, form.base, exercises or 0, seed)
    items = list(dict.fromkeys(items))
    if form.each and not form.pupils:
        problems.append(("for-whom", message("Choose at least one pupil.")))
    if not problems:
        problems += _about_size(len(items), puzzles or 0)
    lessons = sum(one.kind == "chapter" for one in tasks)
    return Asked(tuple(items), tuple(problems), lessons)


NOT_A_COUNT = message("Type a whole number from 0 to 24.")


def _about_size(size: int, puzzles: int) -> Iterator[Problem]:
    if size > MOST:
        yield "puzzles", message("A worksheet holds 24 questions at most. Ask for fewer.")
    elif not size and puzzles:
        yield "theme", message("No puzzle has all of this at once. Leave out one of the wishes.")
    elif not size:
        yield "puzzles", message("Nothing is on the worksheet yet. Ask for puzzles or exercises.")


def _count(text: str) -> int | None:
    text = text or "0"
    known = text.isascii() and text.isdecimal() and int(text) <= MOST
    return int(text) if known else None


def _tasks(form: Form, paper: Paperwork | None) -> Sequence[GivenTask]:
    sets: Sequence[TaskSet] = paper.sets if paper else ()
    return next((one.tasks for one in sets if one.id == form.tasks), ())


def _of_tasks(tasks: Sequence[GivenTask], form: Form, seed: str) -> Iterator[Item]:
    """The tasks that can stand on paper: puzzles as they are, practice with new exercises."""
    for one in tasks:
        if not one.there:
            continue
        if one.kind == "puzzle":
            yield OfBank(one.reference)
        elif one.kind == "own":
            yield Own(one.reference)
        elif one.kind == "practice":
            amount, level = min(one.amount, MOST_OF_A_TASK), int(form.practice_level)
            yield from practice_items(one.reference, level, form.base, amount, f"{seed}/tasks")


def _drawn(form: Form, amount: int, known: Sequence[Item], seed: str) -> Sequence[Item]:
    suitable = [one for one in bank.load().puzzles if form.suits(one)]
    return puzzle_items([one for one in suitable if OfBank(one.id) not in known], amount, seed)


def _named(text: str, find: Find) -> tuple[list[Item], list[Problem]]:
    """Puzzles by their numbers, ids or addresses, one after another."""
    items, problems = list[Item](), list[Problem]()
    for word in text.replace(",", " ").replace(";", " ").split():
        item = _named_item(word)
        if item is None or (isinstance(item, (OfBank, Own)) and find(item) is None):
            fault = message("There is no puzzle “%(text)s”.", text=word[:40])
            problems.append(("named", fault))
        else:
            items.append(item)
    return items, problems[:3]


def _named_item(word: str) -> Item | None:
    puzzles = bank.load().puzzles
    if word.isascii() and word.isdecimal() and len(word) < SHORTEST_ID:
        return OfBank(puzzles[int(word) - 1].id) if 0 < int(word) <= len(puzzles) else None
    if match := _PUZZLE_PAGE.search(word):
        return OfBank(match[1])
    if match := _OWN_PAGE.search(word):
        return Own(match[1])
    return read_item(word)


SHORTEST_ID = 10


# What an address asks for


@dataclass(frozen=True)
class Order:
    """A print: the sheet, for whom, in which languages, how. Its address is all there is of it.

    ``pupils``: None for everybody; ``own``: the languages of those who have one of their own.
    """

    sheet: Sheet
    title: str = ""
    languages: tuple[str, ...] = ()
    each: bool = False
    pupils: tuple[str, ...] | None = None
    own: Mapping[str, str] = field(default_factory=dict)
    big: bool = False
    key: bool = True

    @property
    def address(self) -> dict[str, str]:
        """The parameters of its address."""
        values = {
            "items": ".".join(map(str, self.sheet.items)),
            "seed": self.sheet.seed,
            "variants": "1" if self.sheet.variants > 1 else "",
            "title": self.title,
            "in": ".".join(self.languages),
            "each": "1" if self.each else "",
            "pupils": "" if self.pupils is None else ".".join(self.pupils),
            "own": ".".join(f"{one}-{code}" for one, code in self.own.items()),
            "big": "1" if self.big else "",
            "key": "" if self.key else "0",
        }
        return {name: value for name, value in values.items() if value}

    def language_of(self, pupil: str, home: str) -> str:
        """The language of a pupil's sheet."""
        return self.own.get(pupil, home)


def order_of(form: Form, items: Sequence[Item], paper: Paperwork | None, seed: str) -> Order:
    """The print that a form asks for."""
    everybody = paper is not None and len(form.pupils or ()) == len(paper.pupils)
    return Order(
        Sheet(tuple(items), seed, len(LETTERS) if form.variants else 1),
        title=form.title,
        languages=form.languages or (home_language(paper),),
        each=form.each,
        pupils=None if everybody or not form.each else form.pupils,
        own=form.own if form.each else {},
        big=form.big,
        key=form.key,
    )


def read_order(values: Mapping[str, str], paper: Paperwork | None) -> Order | None:
    """The print of an address; None where it asks for nothing or for what there cannot be."""
    items = [read_item(text) for text in values.get("items", "").split(".")[: MOST + 1]]
    known = list(dict.fromkeys(item for item in items if item is not None))
    seed = values.get("seed", "")
    if not known or len(known) != len(items) or len(items) > MOST or not _SEED.fullmatch(seed):
        return None
    languages = [one for one in values.get("in", "").split(".") if one in catalogs()]
    pairs = (one.partition("-") for one in values.get("own", "").split("."))
    return Order(
        Sheet(tuple(known), seed, len(LETTERS) if values.get("variants") else 1),
        title=values.get("title", "")[:LONGEST_TITLE],
        languages=tuple(dict.fromkeys(languages)) or (home_language(paper),),
        each=paper is not None and bool(values.get("each")),
        pupils=tuple(values["pupils"].split(".")) if values.get("pupils") else None,
        own={pupil: code for pupil, _, code in pairs if code in catalogs()},
        big=bool(values.get("big")),
        key=values.get("key") != "0",
    )


def new_seed() -> str:
    """A seed for a new worksheet; it is the worksheet's number too."""
    return "".join(secrets.choice(ALPHABET) for _ in range(SEED_LENGTH))
