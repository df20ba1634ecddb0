"""A wrong answer seen beside the right ones: the facts that misconceptions are told by.

Everything here is certain: by the rules, or by the frozen evaluation. Nothing is guessed about
what somebody has thought.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from trainer.puzzles.consequences import Consequence, may_hold, settled
from trainer.puzzles.grading import Marks, grade_marks, solutions
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal, Puzzle, TurnRecord
from trainer.puzzles.themes import BOTTLENECK, Study
from trainer.rules import PASS, Card, MalformedError, Seen, Unseen
from trainer.rules.cards import HIGHEST

HIGH = 0.75
"""A card above this share of the highest number is dear to be caught with."""

NEAR_THE_END = 3
"""Somebody with so few cards may be out before long."""

NO_MARKS = "-"
"""How an answer without a single mark is stored."""


@dataclass(frozen=True)
class Slip:
    """A turn that does not solve its puzzle, beside all the turns that do."""

    puzzle: Puzzle
    value: TurnRecord

    @cached_property
    def study(self) -> Study:
        """The puzzle, seen through the turns that solve it."""
        return Study(self.puzzle)

    @cached_property
    def after(self) -> Consequence:
        """What the turn does."""
        return self.study.after(self.value.turn)

    @cached_property
    def laid(self) -> frozenset[Card]:
        """Its cards."""
        return frozenset(self.value.turn.cards)

    @cached_property
    def in_all(self) -> frozenset[Card]:
        """The cards that every best turn lays."""
        turns = [frozenset(turn.cards) for turn in self.study.best]
        return frozenset.intersection(*turns) if turns else frozenset()

    @cached_property
    def in_none(self) -> frozenset[Card]:
        """Those of its cards that every best turn keeps."""
        return self.laid.difference(*(turn.cards for turn in self.study.best))

    def always(self, test: Callable[[Consequence], bool]) -> bool:
        """Whether every best turn does something; no, where laying nothing is best."""
        return self.study.always(test)

    @property
    def lays_fewer(self) -> bool:
        """Whether every best turn lays more cards."""
        return self.always(lambda best: len(best.turn.cards) > len(self.laid))

    @property
    def more_was_safe(self) -> bool:
        """Whether laying as much as the best turns would have opened nothing more."""
        unload = self.puzzle.goal is Goal.UNLOAD
        opened = set(self.after.opened)
        return unload or self.always(lambda best: set(best.opened) <= opened)

    @property
    def lays_most(self) -> bool:
        """Whether it lays all that can be laid, though every best turn keeps something."""
        most = max(len(turn.cards) for turn in self.study.turns)
        return len(self.laid) == most and self.always(lambda best: len(best.turn.cards) < most)

    @property
    def opens_more(self) -> bool:
        """Whether it opens something for the others that no best turn opens."""
        opened = set(self.after.opened)
        return self.always(lambda best: bool(opened - set(best.opened)))

    @cached_property
    def offered_beyond(self) -> frozenset[Card]:
        """What it opens for the others, and no best turn does."""
        opened = frozenset(self.after.opened)
        return opened.difference(*(self.study.after(turn).opened for turn in self.study.best))

    @property
    def lets_somebody_in(self) -> bool:
        """Whether another player surely holds what it opens and no best turn does."""
        hands = settled(self.puzzle.position).others
        held = frozenset[Card]().union(*(h.cards for h in hands if isinstance(h, Seen)))
        return self.study.about_turns and bool(self.offered_beyond & held)

    @property
    def ignores_absence(self) -> bool:
        """Whether it leaves more to a next player of whom it is known what is not held."""
        hand = settled(self.puzzle.position).others[0]
        if not isinstance(hand, Unseen) or not hand.lacks:
            return False
        left = self._left_to_next(self.after)
        return self.always(lambda best: self._left_to_next(best) < left)

    def _left_to_next(self, after: Consequence) -> int:
        hand = settled(self.puzzle.position).others[0]
        return sum(may_hold(self.puzzle.position, hand, card) for card in after.offered)

    @property
    def near_the_end(self) -> bool:
        """Whether somebody may be out before long."""
        return any(hand.count <= NEAR_THE_END for hand in self.puzzle.position.others)

    @property
    def keeps_dear_card(self) -> bool:
        """Whether it keeps a high card that every best turn lays, and more points than they."""
        limit = HIGH * self.puzzle.position.profile.highest
        kept = any(card.number > limit for card in self.in_all - self.laid)
        return kept and self.always(lambda best: best.points < self.after.points)

    @property
    def lays_bottleneck(self) -> bool:
        """Whether it lays a number around the start of a row that every best turn keeps."""
        full = self.puzzle.position.profile.highest == HIGHEST
        return full and any(card.number in BOTTLENECK for card in self.in_none)

    @property
    def starts(self) -> frozenset[Card]:
        """The held cards that would open a row."""
        return frozenset(self.study.start_cards)

    @property
    def breaks_chain(self) -> bool:
        """Whether it lays only what fitted at the beginning, and misses what fits only then."""
        table = self.puzzle.position.table
        missed = self.in_all - self.laid
        return (
            bool(missed)
            and all(table.fits(card) for card in self.laid)
            and not any(table.fits(card) for card in missed)
        )

    @property
    def takes_other_end(self) -> bool:
        """Whether it lays at one end of a row where every best turn lays at the other alone."""
        table = self.puzzle.position.table
        ends = (set(table.ends(card.colour)) for card in self.laid)
        pairs = (both for both in ends if len(both) == 2)
        return any(self.in_all & both and self.in_none & both for both in pairs)

    @property
    def best_passes(self) -> bool:
        """Whether only a pass solves the puzzle."""
        return all(value.turn == PASS for value in solutions(self.puzzle))


@dataclass(frozen=True)
class Marked:
    """Wrong marks in a puzzle that asks which cards fit."""

    puzzle: Puzzle
    marks: Marks

    @property
    def in_closed_row(self) -> bool:
        """Whether a card is marked whose row is not open."""
        rows = self.puzzle.position.table.rows
        return any(rows[card.colour] is None for card in self.marks.wrong)

    @property
    def later(self) -> bool:
        """Whether a card is marked that fits once other cards of the hand are laid."""
        turns = [value.turn.cards for value in self.puzzle.turns]
        longest = max(turns, key=len, default=())
        return any(card in longest for card in self.marks.wrong)

    @property
    def missed_start(self) -> bool:
        """Whether a card that opens a row is not marked."""
        rows = self.puzzle.position.table.rows
        return any(rows[card.colour] is None for card in self.marks.missing)


@dataclass(frozen=True)
class Said:
    """A wrong answer to the question what happens next, and the right one."""

    puzzle: Puzzle
    said: Happening
    true: Happening


def slip_of(puzzle: Puzzle, answer: str) -> Slip | Marked | Said | None:
    """A stored answer as a slip; None where it is right or is no answer to this puzzle."""
    if puzzle.question is not None:
        true = puzzle.question.answer
        known = answer in list(Happening) and answer != true
        return Said(puzzle, Happening(answer), true) if known else None
    if puzzle.goal is Goal.LEGAL:
        return _marked(puzzle, answer)
    value = value_of(puzzle, answer)
    return None if value is None or value in solutions(puzzle) else Slip(puzzle, value)


def value_of(puzzle: Puzzle, answer: str) -> TurnRecord | None:
    """The evaluation of a stored turn; None where it is no turn of this puzzle."""
    wanted = frozenset(answer.split(","))
    return next((value for value in puzzle.turns if frozenset(value.cards) == wanted), None)


def _marked(puzzle: Puzzle, answer: str) -> Marked | None:
    try:
        cards = [] if answer == NO_MARKS else [Card.parse(code) for code in answer.split(",")]
    except MalformedError:
        return None
    marks = grade_marks(puzzle, cards)
    return None if marks.solved else Marked(puzzle, marks)
