"""What the templates of worksheets draw: questions with room for an answer, and the answer key.

In: questions in one variant, the language of the page.
Out: values for the templates; no request, no database.
Owns: how a question is asked on paper.
Knows: the words of puzzles and exercises; every answer comes from the frozen record or the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from trainer.classes.codes import spaced
from trainer.classes.paper_codes import EXERCISE, code_of
from trainer.classes.worksheets import OfBank, Question
from trainer.i18n.messages import Message, message, message_c
from trainer.lessons.practice import Exercise
from trainer.lessons.practice_kinds.parts import Marks, Pick, Scene
from trainer.puzzles import bank
from trainer.puzzles.explain import Reason, explain, outcome_reason
from trainer.puzzles.grading import solutions
from trainer.puzzles.schema import Goal, Puzzle
from trainer.rules import DRAW, PASS, Card, Profile, Turn
from trainer.web import puzzle_wording as words
from trainer.web.board import BoardView, view_position, view_table
from trainer.web.cards import CardFace, faces
from trainer.web.wording import profile_messages

Way = Literal["tick", "number-cards", "choose", "write"]
"""How a question is answered on paper: tick cards, number them, tick an answer, write a number."""

MOST_SOLUTIONS = 3
"""So many equally good turns are printed in a key; the others are counted."""

_TASKS = {
    Goal.BEST: message("Tick the cards that you lay in your best turn."),
    Goal.UNLOAD: message(
        "Tick the cards that you lay in one turn, so that as few points as possible stay in your "
        "hand."
    ),
    Goal.WIN: message(
        "All your cards can be laid in one turn. Number them in an order in which each fits: 1, 2, "
        "3 and so on."
    ),
    Goal.LEGAL: message("Tick every card that you could lay first, as the table is now."),
}
BEST_TURN = message(
    "The best turn is the one that ends best for you: at the end of the game you want few points "
    "in your own hand and many in those of the others."
)
"""Said once on a sheet that asks for best turns."""

_STUCK = message("No card of your hand fits. Tick the turn that the rules leave you.")
SPECIALS = {
    str(DRAW): message_c("answer on a worksheet", "I draw a card."),
    str(PASS): message_c("answer on a worksheet", "I pass."),
}


@dataclass(frozen=True)
class Option:
    """One of several answers to tick: words, cards or both."""

    words: Message | None = None
    cards: tuple[CardFace, ...] = ()


@dataclass(frozen=True)
class Asked:
    """A question as a worksheet prints it.

    ``code``: by which it is found at home. ``boxes``: cards with a box below each. ``why``:
    whether there is a line for the reason. ``rules``: spelled out where they decide.
    """

    number: int
    code: str
    title: Message
    task: Message
    way: Way
    board: BoardView | None = None
    scene: Scene | None = None
    drawn: tuple[CardFace, ...] = ()
    hand: tuple[CardFace, ...] = ()
    boxes: tuple[CardFace, ...] = ()
    options: tuple[Option, ...] = ()
    why: bool = False
    rules: tuple[Message, ...] = ()


@dataclass(frozen=True)
class Line:
    """An answer in the key, and the variants that have it. ``turns``: each as good as the other.

    ``more``: how many as good are not printed.
    """

    letters: str
    turns: tuple[Option, ...] = ()
    number: int | None = None
    more: int = 0


@dataclass(frozen=True)
class Told:
    """A reason and its cards; ``letters``: the variants it is about, if not all."""

    text: Message
    cards: tuple[CardFace, ...] = ()
    letters: str = ""


@dataclass(frozen=True)
class Key:
    """One question in the answer key; ``why`` is told in the colours of the variant ``letter``."""

    number: int
    title: Message
    source: Message
    lines: tuple[Line, ...]
    why: tuple[Told, ...] = ()
    letter: str = ""


def asked(questions: Sequence[Question]) -> list[Asked]:
    """The questions of one variant in the language of the page."""
    return [_asked(number, one) for number, one in enumerate(questions, 1)]


def shown_code(question: Question) -> str:
    """The code of a question for the eye."""
    code = code_of(question)
    return spaced(code, 4 if len(code) == EXERCISE else 3)


def _asked(number: int, question: Question) -> Asked:
    code = shown_code(question)
    if question.exercise is not None:
        return _asked_exercise(number, code, question.exercise)
    assert question.puzzle is not None
    return _asked_puzzle(number, code, question.puzzle)


def _asked_puzzle(number: int, code: str, puzzle: Puzzle) -> Asked:
    board = view_position(puzzle.position, laid="")
    hand = tuple(faces(sorted(puzzle.position.hand)))
    named = words.QUESTIONS[puzzle.goal]
    if puzzle.question is not None:
        return Asked(
            number,
            code,
            named,
            words.task(puzzle),
            "choose",
            board,
            drawn=tuple(faces(puzzle.question.drawn)),
            hand=hand,
            options=tuple(Option(words.HAPPENINGS[one]) for one in puzzle.question.choices),
        )
    specials = tuple(Option(SPECIALS[turn]) for turn in board.turns)
    if not any(value.turn.cards for value in puzzle.turns):
        both = tuple(map(Option, SPECIALS.values()))
        return Asked(number, code, named, _STUCK, "choose", board, hand=hand, options=both)
    return Asked(
        number,
        code,
        named,
        _TASKS[puzzle.goal],
        "number-cards" if puzzle.goal is Goal.WIN else "tick",
        board,
        boxes=hand,
        options=specials if puzzle.goal is Goal.BEST else (),
        why=puzzle.goal is Goal.BEST,
    )


def _asked_exercise(number: int, code: str, one: Exercise) -> Asked:
    content, scene = one.content, one.content.scene
    question = content.question
    rules = scene.rules or Profile.parse(one.base)
    way: Way = "write"
    if not isinstance(question, (Marks, Pick)):
        options: tuple[Option, ...] = ()
    elif isinstance(question, Marks):
        way, options = "tick", ()
    else:
        way = "choose"
        options = tuple(Option(c.label, tuple(faces(c.cards))) for c in question.choices)
    return Asked(
        number,
        code,
        one.kind.title,
        content.task,
        way,
        view_table(scene.table) if scene.table else None,
        scene,
        boxes=tuple(faces(question.cards)) if isinstance(question, Marks) else (),
        options=options,
        rules=tuple(profile_messages(rules)) if scene.rules else (),
    )


def answer_key(found: Mapping[str, Sequence[Question]]) -> list[Key]:
    """The key to all variants of a sheet, question by question."""
    columns = zip(*found.values(), strict=True)
    return [
        _key(number, dict(zip(found, column, strict=True)))
        for number, column in enumerate(columns, 1)
    ]


def _key(number: int, variants: Mapping[str, Question]) -> Key:
    first = next(iter(variants.values()))
    lines = _shared([_line(letter, one) for letter, one in variants.items()])
    if first.exercise is not None:
        return Key(number, title(first), source(first), lines, _rules(variants))
    assert first.puzzle is not None
    why = tuple(Told(one.text, tuple(faces(one.cards))) for one in reasons(first.puzzle))
    letter = next(iter(variants)) if len(lines) > 1 and any(one.cards for one in why) else ""
    return Key(number, title(first), source(first), lines, why, letter)


def _rules(variants: Mapping[str, Question]) -> tuple[Told, ...]:
    """The rule behind each answer; exercises of one kind may be about different rules."""
    letters: dict[Message, str] = {}
    for letter, one in variants.items():
        if one.exercise is not None:
            rule = one.exercise.content.rule
            letters[rule] = letters.get(rule, "") + letter
    return tuple(
        Told(rule, letters=found if len(letters) > 1 else "") for rule, found in letters.items()
    )


def title(question: Question) -> Message:
    """What is asked, in a few words."""
    if question.exercise is not None:
        return question.exercise.kind.title
    assert question.puzzle is not None
    return words.QUESTIONS[question.puzzle.goal]


def source(question: Question) -> Message:
    """Where a question comes from, for teachers."""
    if question.exercise is not None:
        return message("Practice, level %(level)s", level=question.exercise.level)
    assert question.puzzle is not None
    if isinstance(question.item, OfBank):
        return message(
            "Puzzle %(number)s, level %(level)s",
            number=bank.load().number(question.item.id),
            level=question.puzzle.level,
        )
    return message("A puzzle from the workshop, level %(level)s", level=question.puzzle.level)


def reasons(puzzle: Puzzle) -> Sequence[Reason]:
    """Why the answer is right."""
    if puzzle.question is not None:
        return (Reason(outcome_reason(puzzle)),)
    return () if puzzle.goal is Goal.LEGAL else explain(puzzle).why


def _shared(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Variants with the same answer share a line."""
    found: list[Line] = []
    for line in lines:
        places = [
            n
            for n, known in enumerate(found)
            if replace(known, letters="") == replace(line, letters="")
        ]
        if places:
            known = found[places[0]]
            found[places[0]] = replace(known, letters=known.letters + line.letters)
        else:
            found.append(line)
    return tuple(found)


def _line(letters: str, question: Question) -> Line:
    if question.exercise is not None:
        return solution_line(question.exercise, letters)
    puzzle = question.puzzle
    assert puzzle is not None
    if puzzle.question is not None:
        return Line(letters, (Option(words.HAPPENINGS[puzzle.question.answer]),))
    if puzzle.goal is Goal.LEGAL:
        return Line(letters, (_cards(sorted(puzzle.fitting)),))
    turns = [value.turn for value in solutions(puzzle)]
    shown = tuple(map(_turn, turns[:MOST_SOLUTIONS]))
    return Line(letters, shown, more=len(turns) - len(shown))


def solution_line(one: Exercise, letters: str = "") -> Line:
    """The right answer to an exercise."""
    question = one.content.question
    if isinstance(question, Marks):
        return Line(letters, (_cards(sorted(question.answer)),))
    if isinstance(question, Pick):
        right = next(choice for choice in question.choices if choice.id == question.answer)
        return Line(letters, (Option(right.label, tuple(faces(right.cards))),))
    return Line(letters, number=question.answer)


def _turn(turn: Turn) -> Option:
    return _cards(turn.cards) if turn.cards else Option(SPECIALS[str(turn)])


def _cards(cards: Sequence[Card]) -> Option:
    return Option(cards=tuple(faces(cards)))
