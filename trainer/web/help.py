"""Help for teachers: a plan for the first lesson, other lessons, questions about classes.

In: addresses; the settings, for the time after which names go.
Out: pages, open to everybody and fit for printing.
Owns: the puzzles of the first lesson; a test holds that they are what the plan says of them.
Knows: the pages of classes, lessons and puzzles by name only.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, current_app, render_template

from trainer.classes import retention
from trainer.config import Settings
from trainer.i18n.messages import Message, message
from trainer.puzzles import bank

blueprint = Blueprint("help", __name__)


@dataclass(frozen=True)
class Chosen:
    """A puzzle of the first lesson, its number in the bank, and what to ask the class."""

    puzzle: str
    number: int
    shows: Message
    ask: Message


FIRST_PUZZLES = (
    (
        "56174c45df",
        message("Mark every card that fits: everybody can do it, and many forget one."),
        message("Which card did you overlook, and why?"),
    ),
    (
        "7d1ed874ca",
        message("Blue 10 and 12 in the hand: lay one of them, or both?"),
        message("The other player goes out next. What is left for you to save?"),
    ),
    (
        "a33163a978",
        message("The same picture, and the other player holds another card."),
        message("What does the 12 open? For whom?"),
    ),
)


def first_puzzles() -> list[Chosen]:
    """The puzzles for the live round of the first lesson, in their order."""
    known = bank.load()
    return [
        Chosen(puzzle, known.number(puzzle), shows, ask)
        for puzzle, shows, ask in FIRST_PUZZLES
        if known.get(puzzle) is not None
    ]


@blueprint.get("/teach/help/")
def index() -> str:
    """What help there is."""
    return render_template("help/index.html")


@blueprint.get("/teach/help/first-lesson")
def first_lesson() -> str:
    """A plan of 45 minutes, on one sheet of paper."""
    return render_template("help/first_lesson.html", puzzles=first_puzzles())


@blueprint.get("/teach/help/other-lessons")
def other_lessons() -> str:
    """Other circumstances, and what to do when something goes wrong."""
    return render_template("help/other_lessons.html", bin_days=retention.BIN.days)


@blueprint.get("/teach/help/questions")
def questions() -> str:
    """How classes work, in questions and answers."""
    settings: Settings = current_app.extensions["settings"]
    return render_template(
        "help/questions.html",
        names_days=settings.names_days,
        bin_days=retention.BIN.days,
        warning_days=retention.WARNING.days,
    )
