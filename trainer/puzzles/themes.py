"""What puzzles are about: one registry, one small predicate a theme.

A record names its themes; `trainer puzzles check` holds that they are exactly the true ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from trainer.i18n.messages import Message, message_c
from trainer.puzzles.consequences import Consequence, may_hold
from trainer.puzzles.grading import solutions
from trainer.puzzles.schema import Goal, Puzzle
from trainer.rules import DRAW, PASS, Card, Colour, Turn, Unseen
from trainer.rules.cards import HIGHEST
from trainer.rules.turn import must_open

BOTTLENECK = range(10, 13)
"""Numbers around the start of a row: nothing beyond gets laid before them."""

LONG_CHAIN = 4
"""So many cards of one colour in one turn."""

NEAR_THE_END = 2
"""Somebody with so few cards may be out before one's next turn."""

LAST_OF_STOCK = range(1, 4)
"""A stuck player may draw all of it."""

MANY = 4
"""Whoever lays one card where so many could be laid does so on purpose."""


@dataclass(frozen=True)
class Study:
    """A puzzle seen through the turns that solve it; computed when a predicate asks."""

    puzzle: Puzzle

    @cached_property
    def about_turns(self) -> bool:
        """Whether the puzzle asks for a turn that lays cards."""
        goal = self.puzzle.goal
        return goal in (Goal.BEST, Goal.UNLOAD, Goal.WIN) and bool(self.best)

    @cached_property
    def best(self) -> tuple[Turn, ...]:
        """The turns that solve it, if they lay cards."""
        turns = (value.turn for value in solutions(self.puzzle))
        return tuple(turn for turn in turns if turn.cards)

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """All legal turns that lay cards."""
        return tuple(v.turn for v in self.puzzle.turns if v.turn.cards)

    @cached_property
    def start_cards(self) -> tuple[Card, ...]:
        """Held cards that would open a row."""
        held = self.puzzle.position.hand
        table = self.puzzle.position.table
        return tuple(c for c in table.profile.start_cards if c in held and table.fits(c))

    def after(self, turn: Turn) -> Consequence:
        """What a turn does."""
        return Consequence(self.puzzle.position, turn)

    def always(self, test: Callable[[Consequence], bool]) -> bool:
        """Whether every best turn does something."""
        return self.about_turns and all(test(self.after(turn)) for turn in self.best)

    def elsewhere(self, test: Callable[[Consequence], bool]) -> bool:
        """Whether some legal turn that is not best does something."""
        return any(test(self.after(turn)) for turn in self.turns if turn not in self.best)


Predicate = Callable[[Study], bool]


@dataclass(frozen=True)
class Theme:
    """A theme: its code, its name for readers, and when a puzzle has it."""

    code: str
    name: Message
    test: Predicate = field(repr=False)


def _around_the_start(study: Study) -> bool:
    """One row is open, with its first card alone, and both its neighbours are at hand."""
    puzzle = study.puzzle
    rows = puzzle.position.table.rows
    opened = [colour for colour in Colour if rows[colour] is not None]
    if len(opened) != 1 or len(puzzle.position.table.cards) != 1:
        return False
    ends = set(puzzle.position.table.ends(opened[0]))
    drawn = puzzle.question.drawn if puzzle.question else ()
    return ends <= puzzle.position.hand or any(Card.parse(card) in ends for card in drawn)


def _lay_all(study: Study) -> bool:
    most = max((len(turn.cards) for turn in study.turns), default=0)
    return most > 1 and study.always(lambda after: len(after.turn.cards) == most)


def _stops(study: Study) -> bool:
    """Some legal turn lets the next player go out; the best ones do not."""
    safe = study.always(lambda after: not after.next_goes_out and not after.goes_out)
    return safe and study.elsewhere(lambda after: after.next_goes_out)


def _cannot_stop(study: Study) -> bool:
    return study.always(lambda after: after.next_goes_out) and not study.elsewhere(
        lambda after: not after.next_goes_out
    )


def _starves(study: Study) -> bool:
    stuck = study.always(lambda after: after.next_is_stuck)
    return stuck and study.elsewhere(lambda after: not after.next_is_stuck)


def _opens(study: Study) -> bool:
    starts = set(study.start_cards)
    return study.always(lambda after: bool(starts & set(after.turn.cards)))


def _keeps_closed(study: Study) -> bool:
    return study.always(lambda after: bool(set(study.start_cards) & set(after.hand)))


def _bottleneck(study: Study) -> bool:
    full = study.puzzle.position.profile.highest == HIGHEST
    return full and study.always(
        lambda after: any(card.number in BOTTLENECK for card in after.kept)
    )


def _end_card(study: Study) -> bool:
    ends = (1, study.puzzle.position.profile.highest)
    return study.always(lambda after: any(card.number in ends for card in after.turn.cards))


def _long_chain(study: Study) -> bool:
    return study.always(lambda after: max(_by_colour(after.turn)) >= LONG_CHAIN)


def _by_colour(turn: Turn) -> Iterator[int]:
    colours = [card.colour for card in turn.cards]
    return (colours.count(colour) for colour in colours)


def _one_end(study: Study) -> bool:
    """A row could grow at both ends; the best turns let it grow at one."""
    position = study.puzzle.position
    both = {c.colour for c in position.hand if set(position.table.ends(c.colour)) <= position.hand}
    both = {colour for colour in both if len(position.table.ends(colour)) > 1}
    ends = [end for colour in both for end in position.table.ends(colour)]
    return study.always(
        lambda after: any(
            len(set(position.table.ends(end.colour)) & set(after.turn.cards)) == 1 for end in ends
        )
    )


def _holds_back(study: Study) -> bool:
    return study.always(lambda after: bool(after.kept))


def _keeps_tempo(study: Study) -> bool:
    """The best turns open nothing and keep a sure card; others open something."""
    quiet = study.always(lambda after: bool(after.kept) and not after.opened)
    return quiet and study.elsewhere(lambda after: bool(after.opened))


def _one_card(study: Study) -> bool:
    most = max((len(turn.cards) for turn in study.turns), default=0)
    return most >= MANY and study.always(lambda after: len(after.turn.cards) == 1)


def _dear_cards(study: Study) -> bool:
    """The best turns get rid of the dearest card of the hand, which could be kept."""
    dearest = max(card.number for card in study.puzzle.position.hand)

    def goes(after: Consequence) -> bool:
        return max((card.number for card in after.turn.cards), default=0) == dearest

    going_out = study.always(lambda after: after.goes_out)
    return not going_out and study.always(goes) and study.elsewhere(lambda after: not goes(after))


def _before_the_end(study: Study) -> bool:
    """Somebody is about to go out, and the best turns leave the fewest points."""
    puzzle = study.puzzle
    near = any(hand.count <= NEAR_THE_END for hand in puzzle.position.others)
    return near and study.always(
        lambda after: not after.goes_out and after.points == puzzle.fewest_points
    )


def _absences(study: Study) -> bool:
    others = study.puzzle.position.others
    return any(isinstance(hand, Unseen) and hand.lacks for hand in others)


def _reads_draw(study: Study) -> bool:
    """The next player is known to lack something that the best turns leave to fit, and might
    play more after other turns."""
    hand = study.puzzle.position.resolved.others[0]
    if not isinstance(hand, Unseen) or not hand.lacks:
        return False
    most = max((_left_to_next(study.after(turn)) for turn in study.turns), default=0)
    return study.always(
        lambda after: bool(hand.lacks & set(after.table.fitting)) and _left_to_next(after) < most
    )


def _left_to_next(after: Consequence) -> int:
    """How many cards fit that the next player may hold."""
    hand = after.position.resolved.others[0]
    return sum(may_hold(after.position, hand, card) for card in after.offered)


def _passes(study: Study) -> bool:
    """Passing is the best turn although a card fits."""
    solved = [value.turn for value in solutions(study.puzzle)]
    return bool(study.turns) and bool(solved) and all(turn == PASS for turn in solved)


def _short_deck(study: Study) -> bool:
    profile = study.puzzle.position.profile
    return profile.highest < HIGHEST or profile.colours < 4


def _about_drawing(study: Study) -> bool:
    question = study.puzzle.question
    return question is not None and (bool(question.drawn) or study.puzzle.turns[0].turn == DRAW)


def _must_open(study: Study) -> bool:
    return bool(must_open(study.puzzle.position.table, study.puzzle.position.hand))


_REGISTRY = (
    Theme(
        "what-fits",
        message_c("theme", "Seeing what fits"),
        lambda s: s.puzzle.goal is Goal.LEGAL,
    ),
    Theme(
        "what-happens",
        message_c("theme", "Knowing what happens next"),
        lambda s: s.puzzle.goal is Goal.OUTCOME,
    ),
    Theme("around-start", message_c("theme", "Around the first card"), _around_the_start),
    Theme("go-out", message_c("theme", "Going out"), lambda s: s.always(lambda a: a.goes_out)),
    Theme("hold-back", message_c("theme", "Holding back"), _holds_back),
    Theme("lay-all", message_c("theme", "Laying all you can"), _lay_all),
    Theme("save-points", message_c("theme", "Saving points"), _cannot_stop),
    Theme("stop", message_c("theme", "Stopping an opponent"), _stops),
    Theme("starve", message_c("theme", "Leaving nothing that fits"), _starves),
    Theme("tempo", message_c("theme", "Keeping the tempo"), _keeps_tempo),
    Theme("one-card", message_c("theme", "One card is enough"), _one_card),
    Theme("dear-cards", message_c("theme", "Getting rid of high cards"), _dear_cards),
    Theme("before-end", message_c("theme", "Unloading before the end"), _before_the_end),
    Theme("open-row", message_c("theme", "Opening a row"), _opens),
    Theme("keep-closed", message_c("theme", "Keeping a row closed"), _keeps_closed),
    Theme("bottleneck", message_c("theme", "Guarding a bottleneck"), _bottleneck),
    Theme("end-card", message_c("theme", "Cards that end a row"), _end_card),
    Theme("long-chain", message_c("theme", "Long chains"), _long_chain),
    Theme("one-end", message_c("theme", "Choosing an end"), _one_end),
    Theme(
        "open-hands",
        message_c("theme", "Open hands"),
        lambda s: s.puzzle.position.is_open,
    ),
    Theme("absences", message_c("theme", "What the others lack"), _absences),
    Theme("read-draw", message_c("theme", "Reading a draw"), _reads_draw),
    Theme(
        "last-stock",
        message_c("theme", "The last cards of the stock"),
        lambda s: _stock(s) in LAST_OF_STOCK,
    ),
    Theme("empty-stock", message_c("theme", "Empty stock"), lambda s: _stock(s) == 0),
    Theme("draw-turn", message_c("theme", "Drawing"), _about_drawing),
    Theme("must-open", message_c("theme", "Cards that must be laid"), _must_open),
    Theme(
        "may-pass",
        message_c("theme", "When passing is allowed"),
        lambda s: s.puzzle.position.profile.may_pass,
    ),
    Theme("pass-on-purpose", message_c("theme", "Passing on purpose"), _passes),
    Theme("short-deck", message_c("theme", "Shorter decks"), _short_deck),
)

THEMES: dict[str, Theme] = {theme.code: theme for theme in _REGISTRY}
"""Every theme by its code, in the order in which pages list them."""


def _stock(study: Study) -> int:
    return study.puzzle.position.stock_count


def themes_of(puzzle: Puzzle) -> tuple[str, ...]:
    """The codes of all themes that a puzzle has, in the order of the registry."""
    study = Study(puzzle)
    return tuple(code for code, theme in THEMES.items() if theme.test(study))
