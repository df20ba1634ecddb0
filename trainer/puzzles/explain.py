"""Reasons in words: why a turn is best, and why another is not.

Every sentence states a fact that was worked out for this very position: by the rules
(`consequences`) or from the frozen evaluation. A fact that does not hold is not said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property

from trainer.engine.evaluation import Method
from trainer.i18n.messages import Message, message, message_n
from trainer.puzzles.consequences import Consequence
from trainer.puzzles.grading import solutions
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal, Puzzle, TurnRecord
from trainer.rules import DRAW, Card, Seen, Turn
from trainer.rules.cards import points

WIN_MATTERS = 0.03
"""A difference in the chance to win that is worth a sentence."""


@dataclass(frozen=True)
class Reason:
    """One sentence, and the cards that are shown after it."""

    text: Message
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Explanation:
    """Why the best turn is best; and, for another turn, why that one is not."""

    best: Turn
    why: tuple[Reason, ...]
    why_not: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class _Case:
    """A turn of a puzzle: its frozen value and what it does at once."""

    puzzle: Puzzle
    value: TurnRecord

    @cached_property
    def after(self) -> Consequence:
        return Consequence(self.puzzle.position, self.value.turn)


def tenths(value: float) -> float:
    """Rounded half away from zero, as the tables beside the reasons show their values."""
    return float(Decimal(str(value)).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP))


def whole(value: float) -> int:
    """The same, to a whole number."""
    return int(Decimal(str(value)).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def explain(puzzle: Puzzle, own: TurnRecord | None = None) -> Explanation:
    """The reasons for a puzzle about turns; ``own``: the solver's turn, if it was legal."""
    solved = solutions(puzzle)
    shown = own if own in solved and own is not None else solved[0]
    best = _Case(puzzle, shown)
    why = tuple(_why(best))
    if own is None or own in solved:
        return Explanation(shown.turn, why)
    return Explanation(shown.turn, why, tuple(_why_not(_Case(puzzle, own), best)))


def _why(best: _Case) -> Iterator[Reason]:
    """What speaks for a turn; at least one thing always does."""
    if best.value.turn == DRAW:
        yield from _value(best)
        return
    if best.after.goes_out:
        yield from _going_out(best)
        return
    if best.puzzle.goal is Goal.UNLOAD:
        yield from _points_left(best)
        return
    told = [*_threat(best), *_grip(best)]
    yield from told
    if not told or best.after.points == best.puzzle.fewest_points:
        yield from _points_left(best)
    yield from _value(best)


def _going_out(best: _Case) -> Iterator[Reason]:
    yield Reason(message("This turn lays your last card: you go out, and the game ends at once."))
    others = best.puzzle.position.resolved.others
    if len(others) == 1 and isinstance(others[0], Seen):
        caught = points(others[0].cards)
        yield Reason(
            message_n(
                "Your opponent is caught with %(num)s point.",
                "Your opponent is caught with %(num)s points.",
                caught,
            )
        )
    else:
        yield Reason(
            message(
                "Each of the others is caught with %(points)s points on average.",
                points=tenths(best.value.margin),
            )
        )


def _threat(best: _Case) -> Iterator[Reason]:
    """What the next player can do at once."""
    puzzle, after = best.puzzle, best.after
    all_after = [Consequence(puzzle.position, v.turn) for v in puzzle.turns if v.turn.cards]
    if after.next_goes_out and all(one.next_goes_out for one in all_after):
        yield Reason(
            message("Whatever you lay, the next player can go out at once with:"),
            after.next_cards,
        )
        if _only_points_count(puzzle):
            yield Reason(message("So only the points that stay in your hand count."))
    elif after.next_is_stuck:
        yield Reason(_stuck(puzzle))
    elif not after.next_goes_out and any(one.next_goes_out for one in all_after):
        yield Reason(message("After this turn the next player cannot go out at once."))


def _only_points_count(puzzle: Puzzle) -> bool:
    """Whether each turn is proven to cost exactly the points that it leaves in hand."""
    exact = puzzle.certificate.method is Method.EXACT
    return exact and all(v.margin == -puzzle.points_left(v.turn) for v in puzzle.turns)


def _grip(best: _Case) -> Iterator[Reason]:
    """What the turn keeps for oneself, and what it leaves to the others."""
    after = best.after
    if after.next_goes_out:
        return
    if len(after.kept) > 1:
        yield Reason(message("You keep cards that are sure to fit in a later turn:"), after.kept)
    elif after.kept:
        yield Reason(message("You keep a card that is sure to fit in your next turn:"), after.kept)
    if after.next_is_stuck:
        return
    if after.opened:
        yield Reason(message("It opens for the others:"), after.opened)
    else:
        yield Reason(message("It opens nothing new for the others."))


def _stuck(puzzle: Puzzle) -> Message:
    if puzzle.position.stock_count:
        return message("After this turn the next player has no card that fits and must draw.")
    return message("After this turn the next player has no card that fits and must pass.")


def _points_left(case: _Case) -> Iterator[Reason]:
    left = case.after.points
    yield Reason(
        message_n(
            "It leaves %(num)s point in your hand:",
            "It leaves %(num)s points in your hand:",
            left,
        ),
        case.after.hand,
    )
    if not case.after.kept:
        yield Reason(message("Nothing more can be laid in this turn."))


def _value(case: _Case) -> Iterator[Reason]:
    """What the frozen evaluation says about a turn."""
    certificate, margin = case.puzzle.certificate, case.value.margin
    if certificate.method is not Method.EXACT:
        yield from _expected(case)
        return
    size, two = whole(abs(margin)), case.puzzle.position.players == 2
    if two and margin > 0:
        yield Reason(
            message_n(
                "With best play of both you win by %(num)s point.",
                "With best play of both you win by %(num)s points.",
                size,
            )
        )
    elif not two:
        yield from _caught(case)
    elif not _only_points_count(case.puzzle):
        yield Reason(
            message_n(
                "With best play of both you lose by %(num)s point: no turn does better.",
                "With best play of both you lose by %(num)s points: no turn does better.",
                size,
            )
        )


def _caught(case: _Case) -> Iterator[Reason]:
    """The penalty at the end, proven for several players whose hands lie open."""
    penalty = whole(case.value.penalty)
    if penalty and not case.after.next_goes_out:
        yield Reason(
            message_n(
                "If everyone plays their best, you are caught with %(num)s point.",
                "If everyone plays their best, you are caught with %(num)s points.",
                penalty,
            )
        )


def _expected(case: _Case) -> Iterator[Reason]:
    """The chance to be the first to go out, in the model of play, where no turn has a better."""
    if case.value.win > 0 and case.value.win >= max(value.win for value in case.puzzle.turns):
        yield Reason(
            message(
                "In the deals that were played out you are the first to go out in %(chance)s "
                "of 100.",
                chance=whole(100 * case.value.win),
            )
        )


def _why_not(own: _Case, best: _Case) -> Iterator[Reason]:
    goal = own.puzzle.goal
    found = list(_shortfalls(own, best)) if own.value.turn != DRAW else []
    yield from found
    if goal is Goal.UNLOAD:
        return
    if not found:
        yield Reason(message("The difference does not show at once: it comes in later turns."))
    yield from _cost(own, best)


def _shortfalls(own: _Case, best: _Case) -> Iterator[Reason]:
    """Where the own turn does worse at once than the best one."""
    mine, theirs = own.after, best.after
    if theirs.goes_out:
        yield Reason(message("All your cards could have been laid. Still in your hand:"), mine.hand)
        return
    if own.puzzle.goal is not Goal.UNLOAD:
        yield from _given_away(mine, theirs)
    if mine.points > theirs.points:
        yield Reason(
            message_n(
                "It leaves %(num)s point more in your hand.",
                "It leaves %(num)s points more in your hand.",
                mine.points - theirs.points,
            )
        )


def _given_away(mine: Consequence, theirs: Consequence) -> Iterator[Reason]:
    if mine.next_goes_out and not theirs.next_goes_out:
        yield Reason(
            message("After your turn the next player can go out at once with:"), mine.next_cards
        )
        return
    if theirs.next_is_stuck and not mine.next_is_stuck:
        yield _freed(mine)
        return
    opened = tuple(card for card in mine.opened if card not in theirs.opened)
    if opened:
        yield Reason(message("It opens for the others what the best turn does not:"), opened)
    if theirs.kept and not mine.kept and not theirs.next_goes_out:
        yield Reason(message("It keeps no card that is sure to fit in your next turn."))
    elif mine.reserve < theirs.reserve and not theirs.next_goes_out:
        yield Reason(
            message_n(
                "After it you can lay %(num)s card later without help from the others; "
                "after the best turn it is %(best)s.",
                "After it you can lay %(num)s cards later without help from the others; "
                "after the best turn it is %(best)s.",
                mine.reserve,
                best=theirs.reserve,
            )
        )


def _freed(mine: Consequence) -> Reason:
    """What the next player can do although the best turn had left nothing."""
    if mine.next_plays:
        return Reason(message("After your turn the next player can lay:"), mine.next_plays)
    return Reason(message("After your turn the next player may have a card that fits."))


def _cost(own: _Case, best: _Case) -> Iterator[Reason]:
    """What the turn costs; said in whole points where it was proven.

    A proven loss may be broken too: with several opponents it is the mean over them.
    """
    loss = own.value.loss
    if own.puzzle.certificate.method is Method.EXACT and loss == whole(loss):
        yield Reason(
            message_n(
                "It ends %(num)s point worse for you than the best turn.",
                "It ends %(num)s points worse for you than the best turn.",
                whole(loss),
            )
        )
        return
    yield Reason(
        message(
            "On average it ends %(points)s points worse for you than the best turn.",
            points=tenths(loss),
        )
    )
    gain = best.value.win - own.value.win
    if gain >= WIN_MATTERS and own.puzzle.certificate.method is not Method.EXACT:
        yield Reason(
            message(
                "With it you go out first in %(chance)s of 100 deals, "
                "with the best turn in %(best)s.",
                chance=whole(100 * own.value.win),
                best=whole(100 * best.value.win),
            )
        )


def outcome_reason(puzzle: Puzzle) -> Message:
    """The rule behind the answer to a question about what happens next."""
    question = puzzle.question
    if question is None:
        raise ValueError("not a puzzle about an outcome")
    if question.answer in _PLAIN_RULES:
        return _PLAIN_RULES[question.answer]
    return _kept(puzzle.position.profile.draw_limit, puzzle.position.stock_count)


def _kept(limit: int, stock: int) -> Message:
    if stock < limit:
        return message(
            "The drawn card does not fit, so it is kept. The stock is empty: the turn ends."
        )
    if limit == 1:
        return message(
            "The drawn card does not fit, so it is kept. "
            "These rules let you draw only one card: the turn ends."
        )
    return message(
        "The drawn card does not fit, so it is kept. "
        "It was the third: no more may be drawn, and the turn ends."
    )


_PLAY = message("A card of the hand fits, and whoever can play must play.")
_DRAW = message("No card of the hand fits, so a card is drawn from the stock.")
_PASS = message("No card of the hand fits, and the stock is empty: nothing can be laid or drawn.")
_LAY = message(
    "A drawn card that fits must be laid at once, and that ends the turn. "
    "Nothing may follow, even if another card would fit now."
)
_AGAIN = message(
    "The drawn card does not fit, so it is kept. "
    "Up to three cards may be drawn: the next one follows."
)

_PLAIN_RULES = {
    Happening.PLAY: _PLAY,
    Happening.DRAW: _DRAW,
    Happening.PASS: _PASS,
    Happening.LAY_AND_END: _LAY,
    Happening.KEEP_AND_DRAW: _AGAIN,
}
