"""Finding best-turn puzzles in a game: a cheap look first, the full proof last.

What was found by chance would look better than it is: the deals that a position is chosen with
are never those that its certificate is made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import pairwise
from random import Random

from trainer.engine.analysis import Effort, analyse
from trainer.engine.beliefs import Beliefs
from trainer.engine.bots import SearchBot, Situation
from trainer.engine.evaluation import Method
from trainer.engine.solver import prove
from trainer.puzzles.certificate import MINED, Order, certified
from trainer.puzzles.checks import CLEAR_EXACT, CLEAR_SAMPLED, findings
from trainer.puzzles.grading import solutions
from trainer.puzzles.mining.games import NATURAL, Moment, natural_turns
from trainer.puzzles.schema import Goal, Puzzle
from trainer.rules import Position, Turn, legal_turns

SOURCE = MINED

TURNS = range(2, 81)
"""So many legal turns a puzzle may have: more cannot be weighed by a person."""

PROOF_NODES = 200_000
"""Budget of a proof, of positions: small, so that the bank verifies in bounded time."""

OPEN_CARDS = 12
"""With open hands: so many cards in all hands at most, for the same reason."""

OPEN_NODES = 2500

LOOK, SECOND_LOOK, WORLDS = 160, 1200, 8000
"""Deals of the first and the second look and of the certificate."""

APART = 5
"""Turns between two puzzles of one game."""


def seed_of(*parts: object) -> int:
    """A seed from what it is for; the same on every machine."""
    return int.from_bytes(sha256("/".join(map(str, parts)).encode()).digest()[:5])


Look = Callable[[Moment], Puzzle | None]
"""Says whether a moment is a puzzle."""


def dig(game: Iterator[Moment], look: Look) -> Iterator[Puzzle]:
    """The puzzles of a game that a look finds, some turns apart."""
    ready = 0
    for moment in game:
        if moment.turn >= ready and moment.is_whole:
            found = look(moment)
            if found is not None:
                ready = moment.turn + APART
                yield found


def endgame(moment: Moment) -> Puzzle | None:
    """Two players and an empty stock: everything is known, and the search is complete."""
    if moment.game.stock or moment.game.players != 2:
        return None
    return proven(moment.position, PROOF_NODES)


def open_hands(moment: Moment) -> Puzzle | None:
    """Hands that lie open, with any number of players."""
    if sum(map(len, moment.game.hands)) > OPEN_CARDS:
        return None
    return proven(moment.shown, OPEN_NODES)


def proven(position: Position, nodes: int) -> Puzzle | None:
    """The puzzle of a position that can be proven within some nodes, if it is one."""
    turns = legal_turns(position)
    if len(turns) not in TURNS:
        return None
    values = prove(Beliefs(position), turns, nodes)
    if values is None:
        return None
    best = max(value.margin.points for value in values)
    right = {v.turn for v in values if best - v.margin.points < CLEAR_EXACT}
    if len(right) == len(turns) or not _tempting(position, right):
        return None
    puzzle = certified(Order(position, Goal.BEST, SOURCE))
    return puzzle if _good(puzzle) else None


def hidden(moment: Moment) -> Puzzle | None:
    """Hidden hands: sampled, and kept where the lead stands in fresh deals and two models."""
    return best_of_hidden(moment.position)


def middle(moment: Moment) -> Puzzle | None:
    """The same while there is a stock, and nobody goes out at once."""
    position = moment.position
    if not position.stock or len(legal_turns(position)[-1].cards) == len(position.hand):
        return None
    return best_of_hidden(position)


def best_of_hidden(position: Position) -> Puzzle | None:
    """The puzzle of a position with hidden hands, if it is one."""
    if not _worth_a_look(position):
        return None
    line = str(position)
    choice = seed_of("choice", line)
    order = Order(position, Goal.BEST, SOURCE, selection=choice)
    first = certified(order, worlds=SECOND_LOOK, seed=choice)
    if not _promising(first):
        return None
    puzzle = certified(order, worlds=WORLDS, seed=seed_of("certificate", line))
    return puzzle if _good(puzzle) and _found(puzzle) else None


def _worth_a_look(position: Position) -> bool:
    """Whether few deals under one model already speak for a lesson."""
    turns = legal_turns(position)
    if len(turns) not in TURNS:
        return False
    seed = seed_of("look", position)
    evaluation = analyse(position, worlds=LOOK, seed=seed)
    if evaluation.method is Method.EXACT:
        return False
    losses = [value.loss for value in evaluation.turns]
    lead = max(after - before for before, after in pairwise(losses))
    right = {value.turn for value in evaluation.turns if value.loss < CLEAR_SAMPLED}
    return lead >= CLEAR_SAMPLED and len(right) < len(turns) and _tempting(position, right)


def _promising(puzzle: Puzzle) -> bool:
    certificate = puzzle.certificate
    gaps = (certificate.gap, certificate.second_gap)
    return all(gap is not None and gap.points >= CLEAR_SAMPLED for gap in gaps) and _tempting(
        puzzle.position, {value.turn for value in solutions(puzzle)}
    )


def _good(puzzle: Puzzle) -> bool:
    """Faultless, and somebody natural errs."""
    right = {value.turn for value in solutions(puzzle)}
    return not any(findings(puzzle)) and _tempting(puzzle.position, right)


def _tempting(position: Position, right: set[Turn]) -> bool:
    return any(errs(position, right, name) for name in NATURAL)


def errs(position: Position, right: set[Turn], name: str) -> bool:
    """Whether a natural player misses the solutions more often than not."""
    chosen = natural_turns(position, name)
    return 2 * sum(turn in right for turn in chosen) < len(chosen)


def _found(puzzle: Puzzle) -> bool:
    """Whether the searching player, who models the others differently, agrees."""
    searcher = SearchBot(Effort(worlds=SECOND_LOOK * 2))
    position = puzzle.position
    situation = Situation(position, legal_turns(position))
    chosen = searcher.choose(situation, Random(puzzle.id))
    return chosen in {value.turn for value in solutions(puzzle)}
