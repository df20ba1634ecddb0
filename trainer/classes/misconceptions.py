"""What a wrong answer stands for: one registry, one small predicate a misconception.

In the manner of `trainer.puzzles.themes`. A wrong answer gets the first misconception of the
registry that is true of it, the most telling at the beginning, and `OTHER` where none is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from trainer.classes.slips import Marked, Said, Slip, slip_of
from trainer.i18n.messages import Message, message, message_c
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal, Puzzle
from trainer.rules import PASS

Kind = TypeVar("Kind", Slip, Marked, Said)


@dataclass(frozen=True)
class Misconception:
    """A misconception: its code, its name, and what a teacher can ask the pupil then."""

    code: str
    name: Message
    ask: Message


@dataclass(frozen=True)
class _Entry(Generic[Kind]):
    """A misconception of the registry, and when it shows in a slip."""

    code: str
    name: Message
    ask: Message
    test: Callable[[Kind], bool] = field(repr=False)

    @property
    def known(self) -> Misconception:
        """Without the predicate."""
        return Misconception(self.code, self.name, self.ask)


OTHER = Misconception(
    "other",
    message_c("misconception", "something else"),
    message("Why did this answer look right to you?"),
)
"""Of a wrong answer that none of the others explains."""

_TURNS: tuple[_Entry[Slip], ...] = (
    _Entry(
        "missed-out",
        message_c("misconception", "overlooked going out"),
        message("Could all your cards go in this turn? Which one has to be laid first?"),
        lambda slip: slip.always(lambda best: best.goes_out),
    ),
    _Entry(
        "passed",
        message_c("misconception", "passed although laying was better"),
        message("Which of your cards fit? Who gains if you wait?"),
        lambda slip: slip.value.turn == PASS,
    ),
    _Entry(
        "not-passed",
        message_c("misconception", "laid a card although a pass was better"),
        message("What else do these rules allow? Whom does the card that you laid help?"),
        lambda slip: slip.best_passes,
    ),
    _Entry(
        "broken-chain",
        message_c("misconception", "stopped in the middle of a chain"),
        message("Which card fits after the one that you have laid?"),
        lambda slip: slip.puzzle.goal is Goal.UNLOAD and slip.breaks_chain,
    ),
    _Entry(
        "laid-everything",
        message_c("misconception", "laid everything"),
        message("Which of these cards would still fit next time if you had kept it?"),
        lambda slip: slip.lays_most,
    ),
    _Entry(
        "let-out",
        message_c("misconception", "let the next player go out"),
        message("Which cards does the next player hold? Which of them fit after your turn?"),
        lambda slip: slip.after.next_goes_out and slip.always(lambda best: not best.next_goes_out),
    ),
    _Entry(
        "freed-next",
        message_c("misconception", "let a player lay who would have been stuck"),
        message("What could the next player lay before your turn, and what after it?"),
        lambda slip: not slip.after.next_is_stuck and slip.always(lambda best: best.next_is_stuck),
    ),
    _Entry(
        "opened-row",
        message_c("misconception", "opened a row too early"),
        message("Who gains when this row opens? How many cards of its colour do you hold?"),
        lambda slip: bool(slip.starts & slip.in_none),
    ),
    _Entry(
        "bottleneck",
        message_c("misconception", "gave a bottleneck away"),
        message("What can nobody lay as long as you keep this card?"),
        lambda slip: slip.lays_bottleneck,
    ),
    _Entry(
        "ignored-draw",
        message_c("misconception", "forgot what the others cannot hold"),
        message("What do we know about the next player’s hand? Which cards are not in it?"),
        lambda slip: slip.ignores_absence,
    ),
    _Entry(
        "kept-closed",
        message_c("misconception", "left a row closed that was worth opening"),
        message("Which of your cards wait for this row to open?"),
        lambda slip: bool(slip.starts & slip.in_all - slip.laid),
    ),
    _Entry(
        "high-cards",
        message_c("misconception", "kept a high card too long"),
        message("What does this card cost you if somebody goes out now?"),
        lambda slip: slip.keeps_dear_card,
    ),
    _Entry(
        "held-back",
        message_c("misconception", "held back too long"),
        message("How many cards do the others hold? How many turns will you still have?"),
        lambda slip: slip.lays_fewer and slip.near_the_end,
    ),
    _Entry(
        "too-little",
        message_c("misconception", "laid too little, although more was safe"),
        message("What would one card more have opened for the others?"),
        lambda slip: slip.lays_fewer and slip.more_was_safe,
    ),
    _Entry(
        "let-in",
        message_c("misconception", "opened a row where an opponent was waiting"),
        message("Which cards fit now that did not fit before? Who holds them?"),
        lambda slip: slip.lets_somebody_in,
    ),
    _Entry(
        "other-end",
        message_c("misconception", "laid at the wrong end of a row"),
        message("Compare both ends of this row: what does each of them open?"),
        lambda slip: slip.takes_other_end,
    ),
    _Entry(
        "tempo",
        message_c("misconception", "gave the tempo away"),
        message("Which of your cards are sure to fit later, whatever the others do?"),
        lambda slip: slip.always(lambda best: best.reserve > slip.after.reserve),
    ),
    _Entry(
        "opened-more",
        message_c("misconception", "opened new places for the others"),
        message("Which cards fit after your turn that did not fit before? Who may hold them?"),
        lambda slip: slip.opens_more,
    ),
)

_MARKS: tuple[_Entry[Marked], ...] = (
    _Entry(
        "closed-row",
        message_c("misconception", "forgot that the row is closed"),
        message("Which card has to come first in this row?"),
        lambda slip: slip.in_closed_row,
    ),
    _Entry(
        "fits-later",
        message_c("misconception", "marked a card that fits only later"),
        message("What has to be laid before this card?"),
        lambda slip: slip.later,
    ),
    _Entry(
        "not-next",
        message_c("misconception", "marked a card that does not touch its row"),
        message("Which numbers stand at the two ends of this row?"),
        lambda slip: bool(slip.marks.wrong),
    ),
    _Entry(
        "missed-start",
        message_c("misconception", "overlooked a card that opens a row"),
        message("Which rows are still closed? Which card opens them?"),
        lambda slip: slip.missed_start,
    ),
    _Entry(
        "missed-fit",
        message_c("misconception", "overlooked a card that fits"),
        message("Have you looked at both ends of each row?"),
        lambda slip: bool(slip.marks.missing),
    ),
)

_LAYS = (Happening.LAY_AND_END, Happening.LAY_AND_GO_ON)
_KEEPS = (Happening.KEEP_AND_DRAW, Happening.KEEP_AND_END)

_WORDS: tuple[_Entry[Said], ...] = (
    _Entry(
        "must-play",
        message_c("misconception", "wanted to draw or pass although a card fits"),
        message("When may you draw? Does any of your cards fit?"),
        lambda slip: slip.true is Happening.PLAY,
    ),
    _Entry(
        "nothing-fits",
        message_c("misconception", "saw a card that fits where there is none"),
        message("Which numbers stand at the ends of the rows? Do you hold their neighbours?"),
        lambda slip: slip.said is Happening.PLAY,
    ),
    _Entry(
        "forgot-stock",
        message_c("misconception", "forgot the stock"),
        message("What comes before a pass, as long as there is a stock?"),
        lambda slip: slip.true is Happening.DRAW,
    ),
    _Entry(
        "empty-stock",
        message_c("misconception", "forgot that the stock is empty"),
        message("Where would the next card come from?"),
        lambda slip: slip.true is Happening.PASS,
    ),
    _Entry(
        "went-on",
        message_c("misconception", "wanted to go on after a drawn card"),
        message("What ends a turn in which you had to draw?"),
        lambda slip: slip.true is Happening.LAY_AND_END and slip.said is Happening.LAY_AND_GO_ON,
    ),
    _Entry(
        "kept-drawn",
        message_c("misconception", "wanted to keep a drawn card that fits"),
        message("Does the drawn card fit? What do the rules ask for then?"),
        lambda slip: slip.true is Happening.LAY_AND_END,
    ),
    _Entry(
        "drawn-misfit",
        message_c("misconception", "wanted to lay a drawn card that does not fit"),
        message("Which numbers stand at the ends of this card’s row?"),
        lambda slip: slip.true in _KEEPS and slip.said in (*_LAYS, Happening.CHOOSE),
    ),
    _Entry(
        "stopped-drawing",
        message_c("misconception", "stopped drawing too early"),
        message("How many cards may you draw by these rules? How many were drawn?"),
        lambda slip: slip.true is Happening.KEEP_AND_DRAW,
    ),
    _Entry(
        "drew-on",
        message_c("misconception", "wanted to draw more cards than there may be"),
        message("How many cards may you draw by these rules? How many are left?"),
        lambda slip: slip.true is Happening.KEEP_AND_END and slip.said in (*_KEEPS, Happening.DRAW),
    ),
)

MISCONCEPTIONS: dict[str, Misconception] = {
    **{entry.code: entry.known for entry in _TURNS},
    **{entry.code: entry.known for entry in _MARKS},
    **{entry.code: entry.known for entry in _WORDS},
    OTHER.code: OTHER,
}
"""Every misconception by its code, in the order in which they are asked for."""


def misconception(puzzle: Puzzle, answer: str) -> Misconception | None:
    """What a stored answer (its canonical text) stands for; None for a right one.

    None also where it is no answer to this puzzle.
    """
    slip = slip_of(puzzle, answer)
    if slip is None:
        return None
    if isinstance(slip, Slip):
        return _first(_TURNS, slip)
    return _first(_MARKS, slip) if isinstance(slip, Marked) else _first(_WORDS, slip)


def _first(entries: tuple[_Entry[Kind], ...], slip: Kind) -> Misconception:
    return next((entry.known for entry in entries if entry.test(slip)), OTHER)
