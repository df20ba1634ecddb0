"""Puzzles about the rules and the points: what fits, what happens, going out, unloading."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from trainer.engine.analysis import analyse
from trainer.engine.evaluation import Grade
from trainer.puzzles.certificate import Order, certified
from trainer.puzzles.checks import findings
from trainer.puzzles.grading import solutions
from trainer.puzzles.mining.digging import LOOK, SOURCE, seed_of
from trainer.puzzles.mining.games import Moment
from trainer.puzzles.outcomes import Happening, happening
from trainer.puzzles.schema import Goal, Puzzle
from trainer.rules import Card, Lay, legal_turns

WORLDS = 2000
"""Deals for the values of turns that the puzzle does not ask for."""

MARKS = range(2, 6)
"""So many cards fit where they are to be marked."""

CHOICES = 4
"""Answers to choose from."""

FEW, MANY = range(2, 33), range(4, 65)
"""Legal turns of a puzzle about what fits; of one about going out or unloading."""


def what_fits(moment: Moment) -> Puzzle | None:
    """A hand in which some cards fit and most do not."""
    position = moment.position
    fitting = sum(map(position.table.fits, position.hand))
    if fitting not in MARKS or fitting * 2 > len(position.hand):
        return None
    if len(legal_turns(position)) not in FEW:
        return None
    return _made(Order(position, Goal.LEGAL, SOURCE))


def what_happens(moment: Moment) -> Puzzle | None:
    """A stuck player, the cards drawn so far, and what must follow."""
    position, game = moment.position, moment.game
    if isinstance(legal_turns(position)[0], Lay):
        return None
    random = Random(seed_of("drawn", position))
    drawn = _drawn(moment, random)
    answer = happening(position, drawn)
    wrong = [other for other in _answers(bool(drawn)) if other is not answer]
    choices = [answer, *random.sample(wrong, min(CHOICES, len(wrong) + 1) - 1)]
    order = Order(
        position,
        Goal.OUTCOME,
        SOURCE,
        drawn=tuple(map(str, drawn)),
        choices=tuple(sorted(choices, key=list(Happening).index)),
    )
    return _made(order) if game.players else None


def _drawn(moment: Moment, random: Random) -> tuple[Card, ...]:
    """Some of the cards that the stock really gives, up to the one that ends the turn."""
    table, limit = moment.game.table, moment.game.profile.draw_limit
    cards: list[Card] = []
    for card in moment.game.stock[:limit]:
        cards.append(card)
        if table.fits(card):
            break
    return tuple(cards[: random.randint(0, len(cards))])


def _answers(after_drawing: bool) -> tuple[Happening, ...]:
    if not after_drawing:
        return (Happening.PLAY, Happening.DRAW, Happening.PASS)
    return (
        Happening.LAY_AND_END,
        Happening.LAY_AND_GO_ON,
        Happening.KEEP_AND_DRAW,
        Happening.KEEP_AND_END,
        Happening.CHOOSE,
    )


def go_out(moment: Moment) -> Puzzle | None:
    """A hand that can be laid as a whole, if one sees it."""
    position = moment.position
    turns = legal_turns(position)
    if len(turns) not in MANY or len(turns[-1].cards) != len(position.hand):
        return None
    return _clear(_made(Order(position, Goal.WIN, SOURCE)))


def unload(moment: Moment) -> Puzzle | None:
    """The fewest points that can be left, where leaving them is the best turn as well."""
    position = moment.position
    turns = legal_turns(position)
    most = max(len(turn.cards) for turn in turns)
    if len(turns) not in MANY or most == len(position.hand) or most < 2:
        return None
    if analyse(position, worlds=LOOK, seed=seed_of("look", position)).best.turn != turns[-1]:
        return None
    return _clear(_made(Order(position, Goal.UNLOAD, SOURCE)))


def _clear(puzzle: Puzzle | None) -> Puzzle | None:
    """The puzzle, if its one solution is the best turn by itself, not one of several."""
    if puzzle is None:
        return None
    best = [value for value in puzzle.turns if value.grade is Grade.BEST]
    return puzzle if best == list(solutions(puzzle)) and len(best) == 1 else None


def _made(order: Order) -> Puzzle | None:
    seed = seed_of("certificate", order.position)
    puzzle = certified(order, worlds=WORLDS, seed=seed)
    return None if any(findings(puzzle)) else puzzle


Asking = Callable[[Moment], Puzzle | None]


def ask(game: Iterator[Moment], askings: tuple[Asking, ...]) -> Iterator[Puzzle]:
    """One puzzle of each kind at most from a game, the kinds not at the same moment."""
    left = list(askings)
    for moment in game:
        if not moment.is_whole:
            continue
        for asking in left:
            if Random(seed_of("ask", asking.__name__, moment.position)).random() > ODDS:
                continue
            found = asking(moment)
            if found is not None:
                yield found
                left.remove(asking)
                break


ODDS = 0.25
"""A moment is looked at with such a chance, so that puzzles come from all parts of games."""
