"""Steps whose answer the engine has found: still true, clear, and the same by both rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from trainer.engine import ENGINE_VERSION, KERNEL, Evaluation, Method, analyse
from trainer.lessons.course import course
from trainer.lessons.schema import Play, Scored, cards
from trainer.rules import Card, Position, Table
from trainer.rules.profile import BASES

STEPS = [step for chapter in course() for step in chapter if isinstance(step, Play) and step.scored]
PROVEN = [step for step in STEPS if step.scored and step.scored.method is Method.EXACT]
SAMPLED = [step for step in STEPS if step not in PROVEN]
every_scored_step = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
needs_c = pytest.mark.skipif(KERNEL != "c", reason="thousands of deals need the compiled kernel")

CLEAR = 1.0
"""By so many points, at the least, a turn that counts as wrong is worse."""
WORLDS = 6000


def position_of(step: Play) -> Position:
    assert step.picture is not None
    assert step.picture.position is not None
    return step.picture.position


def scored_of(step: Play) -> Scored:
    assert step.scored is not None
    return step.scored


def least_losses(found: Evaluation) -> dict[frozenset[Card], float]:
    """How far behind the best turn each one is at the least."""
    top = max(value.margin.points for value in found.turns)
    return {
        frozenset(value.turn.cards): top
        - (value.interval.high if value.interval else value.margin.points)
        for value in found.turns
    }


def test_the_tactics_rest_on_positions_that_the_engine_has_scored() -> None:
    for name in ("worked-example", "tempo", "reading-draws", "bottlenecks", "ends", "endgame"):
        chapter = course().chapter(name)
        assert chapter is not None
        assert any(step in STEPS for step in chapter)


@pytest.mark.parametrize("step", PROVEN, ids=lambda step: step.id)
def test_proofs_hold(step: Play) -> None:
    scored = scored_of(step)
    found = analyse(position_of(step))
    assert found.method is Method.EXACT
    assert {str(v.turn): round(v.loss, 2) for v in found.turns} == scored.losses


@needs_c
@pytest.mark.parametrize("step", SAMPLED, ids=lambda step: step.id)
def test_samples_come_out_the_same_again(step: Play) -> None:
    scored = scored_of(step)
    assert scored.engine == ENGINE_VERSION
    found = analyse(position_of(step), worlds=scored.worlds, seed=scored.seed)
    assert found.method is scored.method
    losses = {str(value.turn): value.loss for value in found.turns}
    assert losses == pytest.approx(scored.losses, abs=0.011)


@needs_c
@pytest.mark.parametrize("base", BASES)
@every_scored_step
def test_wrong_turns_are_clearly_worse_by_both_rules(step: Play, base: str) -> None:
    position = position_of(step)
    table = Table(position.table.rows, BASES[base])
    least = least_losses(analyse(replace(position, table=table), worlds=WORLDS, seed=2))
    for turn, loss in least.items():
        assert (loss < 0.1) if turn in scored_of(step).best else (loss > 0), (turn, loss)


@needs_c
@every_scored_step
def test_wrong_turns_are_clearly_worse_by_the_rules_of_the_position(step: Play) -> None:
    least = least_losses(analyse(position_of(step), worlds=WORLDS, seed=2))
    wrong = [loss for turn, loss in least.items() if turn not in scored_of(step).best]
    assert min(wrong) > CLEAR


@needs_c
@every_scored_step
def test_another_way_of_playing_agrees(step: Play) -> None:
    found = analyse(position_of(step), worlds=WORLDS, seed=2, model="dump")
    best = found.turns[0].turn
    assert frozenset(best.cards) in scored_of(step).best


@every_scored_step
def test_the_answers_are_the_best_turns(step: Play) -> None:
    assert {frozenset(cards(answer)) for answer in step.answers} == scored_of(step).best
