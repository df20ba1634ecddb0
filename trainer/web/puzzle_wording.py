"""Words for puzzles: what is asked, what is said to an answer, how sure a value is."""

from __future__ import annotations

from trainer.engine.evaluation import Grade, Method
from trainer.i18n.messages import Message, message, message_c, message_n
from trainer.puzzles.grading import Marks, Result, Verdict
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Certificate, Goal, Puzzle

QUESTIONS = {
    Goal.BEST: message("What is your best turn?"),
    Goal.UNLOAD: message("How do you keep the fewest points?"),
    Goal.WIN: message("How do you go out in this turn?"),
    Goal.LEGAL: message("Which of your cards fit now?"),
    Goal.OUTCOME: message("What happens next?"),
}
"""What a puzzle asks, as its title."""

GOAL_NAMES = {
    Goal.BEST: message_c("goal of a puzzle", "Best turn"),
    Goal.UNLOAD: message_c("goal of a puzzle", "Fewest points"),
    Goal.WIN: message_c("goal of a puzzle", "Going out"),
    Goal.LEGAL: message_c("goal of a puzzle", "Cards that fit"),
    Goal.OUTCOME: message_c("goal of a puzzle", "Rule question"),
}

_TASKS = {
    Goal.BEST: message(
        "Lay the cards of the turn that ends best for you: at the end of the game you want few "
        "points in your own hand and many in those of the others. Then check your turn."
    ),
    Goal.UNLOAD: message(
        "Lay the cards of one turn so that as few points as possible stay in your hand. "
        "Then check your turn."
    ),
    Goal.WIN: message("All your cards can be laid in one turn. Find an order in which each fits."),
    Goal.LEGAL: message(
        "Mark every card that you could lay first, as the table is now. Then check your marks."
    ),
}
_STUCK_TASK = message("No card of your hand fits. Take the turn that the rules leave you.")

HAPPENINGS = {
    Happening.PLAY: message("I must lay at least one card."),
    Happening.DRAW: message("I draw a card from the stock."),
    Happening.PASS: message("I pass: nothing can be laid or drawn."),
    Happening.LAY_AND_END: message("I must lay the drawn card, and my turn ends at once."),
    Happening.LAY_AND_GO_ON: message("I lay the drawn card and may then lay more cards."),
    Happening.KEEP_AND_DRAW: message("I keep the drawn card and draw another."),
    Happening.KEEP_AND_END: message("I keep the drawn card, and my turn ends."),
    Happening.CHOOSE: message("I may lay the drawn card or keep it, as I like."),
}
"""The answers to a question about what happens next."""

_TURN_TITLES = {
    Verdict.BEST: message("The best turn"),
    Verdict.GOOD: message("A good turn, and there is a better one"),
    Verdict.INACCURACY: message("Not bad, but there is a better turn"),
    Verdict.MISTAKE: message("A mistake: another turn is better"),
    Verdict.BLUNDER: message("A costly mistake: another turn is much better"),
    Verdict.ILLEGAL: message("This turn is not allowed"),
}
_GRADES = {
    Grade.BEST: message_c("grade of a turn", "best"),
    Grade.GOOD: message_c("grade of a turn", "good"),
    Grade.INACCURACY: message_c("grade of a turn", "inaccurate"),
    Grade.MISTAKE: message_c("grade of a turn", "mistake"),
    Grade.BLUNDER: message_c("grade of a turn", "costly mistake"),
}


def task(puzzle: Puzzle) -> Message:
    """What the solver is to do; a question about an outcome has none but its title."""
    if not any(value.turn.cards for value in puzzle.turns) and puzzle.goal is Goal.BEST:
        return _STUCK_TASK
    if puzzle.question is not None:
        return _situation(puzzle)
    return _TASKS[puzzle.goal]


def _situation(puzzle: Puzzle) -> Message:
    """What has happened in the turn so far; the drawn cards are shown after it."""
    drawn = puzzle.question.drawn if puzzle.question else ()
    if not drawn:
        return message("It is your turn. What do the rules ask of you?")
    return message_n(
        "It is your turn, and none of your cards fits. You have drawn %(num)s card:",
        "It is your turn, and none of your cards fits. You have drawn %(num)s cards, one after "
        "another:",
        len(drawn),
    )


def hint_at_hand(puzzle: Puzzle) -> Message | None:
    """A word about a hand that is not shown and yet known."""
    position = puzzle.position
    if puzzle.goal in (Goal.LEGAL, Goal.OUTCOME) or position.resolved is position:
        return None
    return message(
        "The stock is empty, so the other hand can be worked out: it holds every card that is "
        "missing on the table and in your hand."
    )


def grade_name(grade: Grade) -> Message:
    """A grade in one or two words, beside the value of a turn."""
    return _GRADES[grade]


def turn_title(puzzle: Puzzle, result: Result) -> Message:
    """What is said first about a turn."""
    if puzzle.goal is Goal.UNLOAD and not result.solved and result.turn is not None:
        return message("Allowed, but more points stay than need to")
    if puzzle.goal is Goal.WIN:
        if result.solved:
            return message("You have gone out: solved")
        if result.turn is not None:
            return message("Allowed, but cards stay in your hand")
    return _TURN_TITLES[result.verdict]


def marks_title(marks: Marks) -> Message:
    """What is said first about marked cards."""
    if marks.solved:
        return message("All found: exactly these cards fit")
    if marks.wrong:
        return message("Not quite: not all of the marked cards fit")
    return message_n(
        "Not all found: %(num)s more card fits",
        "Not all found: %(num)s more cards fit",
        len(marks.missing),
    )


def choice_title(result: Result) -> Message:
    """What is said first about the answer to a question."""
    if result.solved:
        return message("Right: that is the rule")
    return message("No, the rule is different")


def level_name(level: int) -> Message:
    """The level of a puzzle in words."""
    return (
        message_c("level of a puzzle", "very easy"),
        message_c("level of a puzzle", "easy"),
        message_c("level of a puzzle", "medium"),
        message_c("level of a puzzle", "hard"),
        message_c("level of a puzzle", "very hard"),
    )[level - 1]


def method(certificate: Certificate) -> tuple[Message, ...]:
    """How the values were found, and how sure they are."""
    if certificate.method is Method.EXACT:
        return (message("These values are exact: every line of play was searched to its end."),)
    if certificate.method is Method.ENUMERATED:
        return (
            message_n(
                "Best against this model: %(num)s deal of the hidden cards is possible, "
                "and it was played out.",
                "Best against this model: %(num)s deals of the hidden cards are possible, "
                "and all were played out.",
                certificate.worlds,
            ),
            _MODEL,
        )
    return (
        message_n(
            "Best against this model: %(num)s random deal of the hidden cards was played out.",
            "Best against this model: %(num)s random deals of the hidden cards were played out, "
            "the same ones for every turn.",
            certificate.worlds,
        ),
        _MODEL,
        message(
            "The thin line shows the limits between which the distance to the best turn lies, "
            "in 95 of 100 such samples."
        ),
    )


_MODEL = message(
    "In the model every player lays one card a turn and holds the others back, and nobody sees "
    "more than their own hand."
)
