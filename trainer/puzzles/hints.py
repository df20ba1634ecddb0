"""Three hints for a puzzle, from what to look at to one card of a best turn.

They come from the record alone. A hint says only what is true of one best turn, the same one in
all three, and where it can of every best turn: whoever follows a hint can solve the puzzle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trainer.i18n.messages import Message, message, message_n
from trainer.puzzles.explain import outcome_reason
from trainer.puzzles.grading import solutions
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal, Puzzle, TurnRecord
from trainer.rules import PASS, Card, Colour
from trainer.rules.turn import Turn


@dataclass(frozen=True)
class Hint:
    """A sentence, with cards or a row that are shown after it."""

    text: Message
    cards: tuple[Card, ...] = ()
    row: Colour | None = None


_LOOK = {
    "go-out": message("Look at your whole hand: could all of it go in this turn?"),
    "stop": message(
        "Look at the next player: after some of your turns that player can lay everything."
    ),
    "save-points": message(
        "The next player goes out, whatever you lay. What counts is what stays in your hand."
    ),
    "starve": message("Look at the next player: can you leave nothing that fits there?"),
    "must-open": message("Look at these rules: is there a card that you must lay?"),
    "read-draw": message("Look at what the next player does not hold."),
    "before-end": message("Somebody may soon go out. Look at your high cards."),
    "tempo": message("Look at what each turn opens for the others. Can you open nothing?"),
    "keep-closed": message("Look at the row that you could open. Is now the time?"),
    "open-row": message("Look at the rows that are not open yet."),
    "one-card": message("You could lay many cards. Ask of each one whether it has to go now."),
    "hold-back": message("Not all that fits has to go now. Which card can wait safely?"),
    "long-chain": message("Look for a long chain in one colour."),
    "lay-all": message("Look for the turn that lays as much as possible."),
    "dear-cards": message("Look at your highest card: how can you get rid of it?"),
    "end-card": message("Look at the cards that end a row: they open nothing for anyone."),
    "one-end": message("Look at the row that could grow at both ends. Does it have to?"),
}
"""What to look at, by theme, the most telling first. Each theme is true of every best turn."""

_LOOK_ANYWHERE = message("Compare your turns: which cards does each one open for the others?")
_LOOK_STUCK = message("Look through your hand card by card: does anything fit?")
_LOOK_PASS = message("Do you have to lay a card here at all? Look at the rules.")
_LOOK_UNLOAD = message("Only the numbers that stay in your hand count: look at the highest first.")
_LOOK_WIN = message("Look for cards that fit only after another card of yours.")
_LOOK_LEGAL = message(
    "Look at both ends of each row. Where no row is open, look for the card that opens it."
)
_LOOK_HAND = message("Look at your cards one by one: does any of them fit?")
_LOOK_DRAWN = message("Look at the card drawn last: does it fit on the table?")


def hints(puzzle: Puzzle) -> tuple[Hint, Hint, Hint]:
    """The three hints of a puzzle, from wide to narrow."""
    if puzzle.goal is Goal.LEGAL:
        return _about_marks(puzzle)
    if puzzle.question is not None:
        return _about_rules(puzzle)
    target = target_turn(puzzle)
    if not target.turn.cards:
        return _about_no_card(puzzle, target.turn)
    return Hint(_look(puzzle)), _narrower(puzzle, target), _card_of(puzzle, target)


def target_turn(puzzle: Puzzle) -> TurnRecord:
    """The best turn that the hints lead to: of equals, the one with the fewest cards."""
    best = solutions(puzzle)
    margin = best[0].margin
    return min((one for one in best if one.margin == margin), key=lambda one: len(one.cards))


def _look(puzzle: Puzzle) -> Message:
    if puzzle.goal is Goal.UNLOAD:
        return _LOOK_UNLOAD
    if puzzle.goal is Goal.WIN:
        return _LOOK_WIN
    return next((text for code, text in _LOOK.items() if code in puzzle.themes), _LOOK_ANYWHERE)


def _narrower(puzzle: Puzzle, target: TurnRecord) -> Hint:
    """How many cards, or where that says nothing, which row."""
    counts = {len(one.cards) for one in puzzle.turns}
    if len(counts) == 1:
        return Hint(message("A best turn lays a card in this row:"), row=_row(puzzle, target))
    count = len(target.cards)
    text = message_n(
        "A best turn lays %(num)s card, no more.",
        "A best turn lays %(num)s cards, no more and no fewer.",
        count,
    )
    return Hint(text)


def _row(puzzle: Puzzle, target: TurnRecord) -> Colour:
    return _telling(puzzle, target).colour


def _card_of(puzzle: Puzzle, target: TurnRecord) -> Hint:
    text = message("This card belongs to a best turn:")
    return Hint(text, cards=(_telling(puzzle, target),))


def _telling(puzzle: Puzzle, target: TurnRecord) -> Card:
    """The card of the turn that tells most: in the fewest turns that are not best."""
    best = solutions(puzzle)
    others = [one.turn.cards for one in puzzle.turns if one not in best]

    def common(card: Card) -> tuple[int, Card]:
        return sum(card in cards for cards in others), card

    return min(target.turn.cards, key=common)


def _about_no_card(puzzle: Puzzle, turn: Turn) -> tuple[Hint, Hint, Hint]:
    may_lay = any(one.turn.cards for one in puzzle.turns)
    if may_lay:
        return (
            Hint(_LOOK_PASS),
            Hint(message("A best turn lays no card at all.")),
            Hint(message("Passing is a best turn here.")),
        )
    last = message("So you pass.") if turn == PASS else message("So you draw a card.")
    return Hint(_LOOK_STUCK), Hint(message("No card of yours fits.")), Hint(last)


def _about_marks(puzzle: Puzzle) -> tuple[Hint, Hint, Hint]:
    count = len(puzzle.fitting)
    text = message_n("%(num)s of your cards fits.", "%(num)s of your cards fit.", count)
    # The least expected one: of a row that is not open yet, if there is one.
    table = puzzle.position.table
    card = min(puzzle.fitting, key=lambda one: (table.rows[one.colour] is not None, one))
    return Hint(_LOOK_LEGAL), Hint(text), Hint(message("This card is one of them:"), (card,))


_FACTS = {
    Happening.PLAY: message("At least one of your cards fits."),
    Happening.DRAW: message("None of your cards fits, and there are cards in the stock."),
    Happening.PASS: message("None of your cards fits, and the stock is empty."),
    Happening.LAY_AND_END: message("The card drawn last fits."),
    Happening.KEEP_AND_DRAW: message("The card drawn last does not fit."),
    Happening.KEEP_AND_END: message("The card drawn last does not fit."),
}
"""What is the case, by what must happen then."""


def _about_rules(puzzle: Puzzle) -> tuple[Hint, Hint, Hint]:
    drawn: Sequence[str] = puzzle.question.drawn if puzzle.question else ()
    answer = puzzle.question.answer if puzzle.question else Happening.PLAY
    look = Hint(_LOOK_DRAWN if drawn else _LOOK_HAND)
    cards = (Card.parse(drawn[-1]),) if drawn else ()
    return look, Hint(_FACTS[answer], cards), Hint(outcome_reason(puzzle))
