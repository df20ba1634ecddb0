"""Making a record with its proof; `verification` makes the proof again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from trainer.engine.analysis import FINALISTS, Analysis, Effort, analyse
from trainer.engine.beliefs import Beliefs
from trainer.engine.evaluation import ENGINE_VERSION, THRESHOLDS, Evaluation, Method
from trainer.engine.policies import STANDARD, policy
from trainer.puzzles.grading import goal_loss, solutions
from trainer.puzzles.levels import level_of
from trainer.puzzles.outcomes import Happening, happening
from trainer.puzzles.schema import (
    Certificate,
    Gap,
    Goal,
    Puzzle,
    Question,
    Thresholds,
    TurnRecord,
    puzzle_id,
)
from trainer.puzzles.themes import themes_of
from trainer.rules import Card, Position, legal_turns

SECOND = "dump"
"""The second model of play, under which a sampled solution must hold as well."""

MINED = "mined"
"""The source of a record that no person had a hand in."""

NINETY_NINE = 2.576 / 1.960
"""From half a 95 % interval to half a 99 % interval."""


@dataclass(frozen=True)
class Order:
    """What a record is to be made of; ``selection``: the seed of the deals it was chosen with."""

    position: Position
    goal: Goal
    source: str = "composed"
    level: int | None = None
    drawn: tuple[str, ...] = ()
    choices: tuple[Happening, ...] = ()
    selection: int | None = None


def certified(order: Order, *, worlds: int = 100_000, seed: int = 1) -> Puzzle:
    """Evaluate a position and make its record; `checks.findings` says whether it is any good.

    ``worlds``: deals, where the value cannot be proven. Raises ValueError for an impossible
    question.
    """
    first = evaluated(order.position, worlds, seed, STANDARD)
    second = None
    if first.method is not Method.EXACT and order.goal is Goal.BEST:
        second = evaluated(order.position, worlds, seed + 1, SECOND)
    line = str(order.position)
    draft = Puzzle(
        id=puzzle_id(line, order.goal, order.drawn),
        line=line,
        goal=order.goal,
        level=order.level or 1,
        themes=(),
        source=order.source,
        certificate=_certificate(first, second, seed, order.selection),
        turns=records(first),
        answer=_fitting(order),
        question=_question(order),
    )
    return _finished(draft, order, first, second)


def evaluated(position: Position, worlds: int, seed: int, model: str) -> Evaluation:
    """Every turn over all the deals: where there are many, an analysis leaves weak ones behind."""
    turns = legal_turns(position)
    if len(turns) > FINALISTS and analyse(position, worlds=1).method is not Method.EXACT:
        policies = [policy(model, position.players)] * position.players
        analysis = Analysis(Beliefs(position), turns, seed=seed, policies=policies)
        return analysis.run(Effort(worlds, finalists=len(turns)))
    return analyse(position, worlds=worlds, seed=seed, model=model)


def order_of(puzzle: Puzzle) -> Order:
    """What a record was made of, as the record itself tells."""
    question = puzzle.question
    return Order(
        puzzle.position,
        puzzle.goal,
        puzzle.source,
        # An author may know better how hard a puzzle is; what was mined has the level it gets.
        level=None if puzzle.source == MINED else puzzle.level,
        drawn=question.drawn if question else (),
        choices=question.choices if question else (),
        selection=puzzle.certificate.selection,
    )


def records(evaluation: Evaluation) -> tuple[TurnRecord, ...]:
    """The turns of an evaluation as the bank keeps them: no more digits than mean something."""
    data = [value.record() for value in evaluation.turns]
    return msgspec.convert(data, tuple[TurnRecord, ...])


def _fitting(order: Order) -> tuple[str, ...] | None:
    if order.goal is not Goal.LEGAL:
        return None
    position = order.position
    return tuple(str(card) for card in sorted(position.hand) if position.table.fits(card))


def _question(order: Order) -> Question | None:
    if order.goal is not Goal.OUTCOME:
        return None
    answer = happening(order.position, tuple(map(Card.parse, order.drawn)))
    return Question(order.drawn, order.choices or tuple(Happening), answer)


def _certificate(
    first: Evaluation, second: Evaluation | None, seed: int, selection: int | None
) -> Certificate:
    sampled = first.method is not Method.EXACT
    return Certificate(
        method=first.method,
        worlds=first.worlds,
        seeds=((seed, seed + 1) if second else (seed,)) if sampled else (),
        policy=STANDARD if sampled else None,
        second_policy=SECOND if second else None,
        gap=None,
        second_gap=None,
        selection=selection if sampled else None,
        engine=ENGINE_VERSION,
        thresholds=Thresholds(*THRESHOLDS),
    )


def _finished(draft: Puzzle, order: Order, first: Evaluation, second: Evaluation | None) -> Puzzle:
    """The draft with its gaps, themes and level, which need the rest of the record."""
    solved = {value.turn for value in solutions(draft)}
    replace = msgspec.structs.replace
    certificate = replace(
        draft.certificate,
        gap=_own_gap(draft),
        second_gap=_gap(records(second), solved) if second else None,
    )
    puzzle = replace(draft, certificate=certificate)
    puzzle = replace(puzzle, themes=themes_of(puzzle))
    return replace(puzzle, level=order.level or level_of(puzzle))


def _own_gap(puzzle: Puzzle) -> Gap | None:
    """The lead of what solves the puzzle, by what it asks for."""
    if puzzle.goal in (Goal.LEGAL, Goal.OUTCOME):
        return None
    solved = {value.turn for value in solutions(puzzle)}
    if puzzle.goal is not Goal.UNLOAD:
        return _gap(puzzle.turns, solved)
    rest = [goal_loss(puzzle, value) for value in puzzle.turns if value.turn not in solved]
    return Gap(float(min(rest)), float(min(rest))) if rest else None


def _gap(turns: Sequence[TurnRecord], solved: Iterable[object]) -> Gap | None:
    """By how much the worst solution leads the best other turn, and a lower bound of that.

    The bound takes half the 99 % interval of the paired difference to the best turn off.
    """
    best = [value for value in turns if value.turn in solved]
    rest = [value for value in turns if value.turn not in solved]
    if not best or not rest:
        return None
    worst = max(value.loss for value in best)
    points = min(value.loss for value in rest) - worst
    low = min(value.loss - NINETY_NINE * _half(value) for value in rest) - worst
    return Gap(round(points, 3), round(low, 3))


def _half(value: TurnRecord) -> float:
    return 0.0 if value.interval is None else (value.interval[1] - value.interval[0]) / 2
