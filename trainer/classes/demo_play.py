"""The made-up class of the demo: who is in it, what they are given, and how they answer.

Pure: everything follows from the seed. Answers are real turns of real puzzles, chosen as people
with such habits choose them; nobody in it exists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import exp
from random import Random
from typing import Literal

from trainer.classes.tasksets import Explain, Kind
from trainer.i18n.messages import Message, message
from trainer.learners.attempts import Answer
from trainer.puzzles.grading import grade_choice, grade_marks, grade_turn
from trainer.puzzles.schema import Goal, Puzzle
from trainer.rules import Card

Habit = Literal["lays all", "lays little", "looks at the others"]


@dataclass(frozen=True)
class Actor:
    """A made-up pupil: ``skill`` and ``zeal`` from 0 to 1."""

    name: str
    skill: float
    zeal: float
    habit: Habit


ACTORS = (
    Actor("Amélie Roux", 0.9, 1.0, "looks at the others"),
    Actor("Ben Carter", 0.35, 0.9, "lays all"),
    Actor("Ben Okafor", 0.6, 0.8, "lays all"),
    Actor("Chiara Conti", 0.75, 1.0, "looks at the others"),
    Actor("Emre Yıldız", 0.5, 0.3, "lays little"),
    Actor("Inês Almeida", 0.7, 0.95, "lays little"),
    Actor("Layla Haddad", 0.85, 1.0, "looks at the others"),
    Actor("Lucía Fernández", 0.55, 0.85, "lays all"),
    Actor("Nguyễn Minh Anh", 0.8, 0.95, "lays little"),
    Actor("Siobhán O’Neill", 0.3, 0.75, "lays little"),
    Actor("Yuki Tanaka", 0.95, 1.0, "looks at the others"),
    Actor("Zofia Król", 0.65, 0.9, "lays all"),
    Actor("Дарья Соколова", 0.7, 1.0, "looks at the others"),
    Actor("Мирон Бондаренко", 0.25, 0.7, "lays all"),
)
"""In the order of their names; two have the first name Ben."""


@dataclass(frozen=True)
class PlannedTask:
    """A task of the demo; ``amount``: right exercises, for practice."""

    kind: Kind
    reference: str
    amount: int = 1


@dataclass(frozen=True)
class PlannedSet:
    """A set of the demo: given so long ago, due so many days from today."""

    title: Message
    ago: timedelta
    due: int
    tries: int | None
    explain: Explain
    tasks: tuple[PlannedTask, ...]


def _puzzles(*names: str) -> tuple[PlannedTask, ...]:
    return tuple(PlannedTask("puzzle", name) for name in names)


SETS = (
    PlannedSet(
        message("First steps"),
        timedelta(days=27),
        -20,
        None,
        "at once",
        (
            PlannedTask("chapter", "goal-and-deck"),
            PlannedTask("chapter", "ordinary-turn"),
            PlannedTask("practice", "ordinary-turn", 5),
            *_puzzles("56174c45df", "de836a1b09"),
        ),
    ),
    PlannedSet(
        message("What is your best turn?"),
        timedelta(days=18),
        -8,
        3,
        "at once",
        _puzzles("a33163a978", "b5cf7aa70b", "860888f307", "f04caa8098", "32eb2388fc"),
    ),
    PlannedSet(
        message("Lay or hold back?"),
        timedelta(days=6),
        1,
        2,
        "release",
        (
            PlannedTask("chapter", "tempo"),
            *_puzzles("bf565eb816", "e76a8036fd", "942976952e", "4a20ddc3e6"),
        ),
    ),
)

LIVE = ("0e62469d27", "7b72760bd5", "a33163a978")
"""The puzzles of the live round."""

LIVE_AGO = timedelta(days=11)

SLOWEST = timedelta(days=5)
"""A set is worked on for so long."""


@dataclass(frozen=True)
class Done:
    """What an actor does about a task, so long after the set was given.

    ``answers``: to a puzzle, in order of time. ``share``: of a chapter's steps. ``exercises``:
    right or wrong, one after another.
    """

    after: timedelta
    seconds: int
    answers: tuple[str, ...] = ()
    share: float = 0.0
    exercises: tuple[bool, ...] = ()


def play(actor: Actor, given: PlannedSet, task: PlannedTask, puzzle: Puzzle | None) -> Done | None:
    """What an actor does about a task, always the same; None where nothing is done."""
    chance = Random(f"{actor.name} {given.title.id} {task.kind} {task.reference}")
    # What is not due yet is done by the keen ones only.
    if chance.random() > actor.zeal ** (2 if given.due > 0 else 1):
        return None
    after = chance.random() * min(SLOWEST, given.ago - timedelta(hours=2))
    pace = int(chance.lognormvariate(4.6, 0.5) * (1.6 - actor.skill))
    if task.kind == "chapter":
        share = 1.0 if chance.random() < 0.5 + actor.skill / 2 else chance.random()
        return Done(after, round(pace * (1 + 4 * share)), share=share)
    if task.kind == "practice":
        exercises = tuple(_exercises(actor, task.amount, chance))
        return Done(after, pace * len(exercises) // 3, exercises=exercises)
    if puzzle is None:
        return None
    answers = tuple(_answers(actor, puzzle, given.tries, chance))
    solved = judged(puzzle, answers[-1]).solved
    # Whoever gives up has brooded over it for long before.
    patience = 1 if solved or len(answers) == given.tries else 6
    return Done(after, pace * len(answers) * patience, answers=answers)


def _exercises(actor: Actor, amount: int, chance: Random) -> Iterator[bool]:
    """So many that the amount is right, or until patience is at an end."""
    right = 0
    for _ in range(round(amount * (1 + 2 * actor.zeal))):
        is_right = chance.random() < 0.3 + 0.65 * actor.skill
        yield is_right
        right += is_right
        if right == amount:
            return


def _answers(actor: Actor, puzzle: Puzzle, tries: int | None, chance: Random) -> Iterator[str]:
    """One answer after another, until one is right, the tries are used up or patience ends."""
    refused: list[str] = []
    for _ in range(tries or 4):
        text = answer_of(actor, puzzle, chance, refused)
        yield text
        refused.append(text)
        if judged(puzzle, text).solved or chance.random() > actor.zeal:
            return


def answer_of(actor: Actor, puzzle: Puzzle, chance: Random, without: Sequence[str] = ()) -> str:
    """An answer of an actor, none of those that were wrong before."""
    options = [one for one in _options(puzzle) if one not in without]
    right = [one for one in options if judged(puzzle, one).solved]
    wrong = [one for one in options if one not in right]
    knows = chance.random() < actor.skill * (1.15 - 0.1 * puzzle.level)
    if right and (knows or not wrong):
        return chance.choice(right)
    weights = [_appeal(actor, puzzle, one) for one in wrong]
    return chance.choices(wrong, weights)[0]


def _options(puzzle: Puzzle) -> list[str]:
    """Answers that somebody might give, as they are stored."""
    if puzzle.question is not None:
        return [choice.value for choice in puzzle.question.choices]
    if puzzle.goal is Goal.LEGAL:
        slips = ({card} for card in sorted(puzzle.position.hand))
        sets = [puzzle.fitting, *(puzzle.fitting ^ slip for slip in slips)]
        return [",".join(map(str, sorted(one))) for one in sets if one]
    return [",".join(value.cards) for value in puzzle.turns]


def _appeal(actor: Actor, puzzle: Puzzle, text: str) -> float:
    """How much an answer that is wrong appeals to an actor."""
    if puzzle.question is not None or puzzle.goal is Goal.LEGAL:
        return 1.0
    most = max(len(value.cards) for value in puzzle.turns)
    size = text.count(",") + 1
    if actor.habit == "lays all":
        return exp(2.0 * (size - most))
    if actor.habit == "lays little":
        return exp(1.5 * (1 - size))
    return exp(-(judged(puzzle, text).loss or 0.0) / 6)


def judged(puzzle: Puzzle, text: str) -> Answer:
    """An answer as a page would store it."""
    profile = str(puzzle.position.profile)
    if puzzle.question is not None:
        chosen = next(one for one in puzzle.question.choices if one.value == text)
        said = grade_choice(puzzle, chosen)
        return Answer(puzzle.id, text, said.solved, profile, said.verdict.value)
    if puzzle.goal is Goal.LEGAL:
        marks = grade_marks(puzzle, map(Card.parse, text.split(",")))
        return Answer(puzzle.id, text, marks.solved, profile, marks.verdict.value)
    value = next(one for one in puzzle.turns if ",".join(one.cards) == text)
    result = grade_turn(puzzle, value.turn)
    return Answer(puzzle.id, text, result.solved, profile, result.verdict.value, result.loss)
