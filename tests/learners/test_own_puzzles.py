"""Own puzzles: kept once, found by their link, withdrawn by their owner alone."""

from __future__ import annotations

import pytest

from trainer.engine import analyse
from trainer.learners import guests, own_puzzles
from trainer.learners.progress import delete_learner, export
from trainer.puzzles.schema import Goal, Puzzle
from trainer.puzzles.workshop import Unfit, UnfitError, can_be_analysed, own_puzzle
from trainer.rules import parse_position
from trainer.storage.database import Sessions

LINE = "-/-/-/11 R9,B10,B12 =Y11 75 official"


def made(line: str = LINE, goal: Goal = Goal.BEST) -> Puzzle:
    return own_puzzle(analyse(parse_position(line), worlds=200, seed=3), goal, 3)


def test_a_kept_puzzle_is_found_by_its_link_with_its_frozen_values(sessions: Sessions) -> None:
    puzzle = made()
    kept = own_puzzles.keep(sessions, guests.new_id(), puzzle)
    found = own_puzzles.by_link(sessions, kept.link)
    assert found is not None
    assert found.puzzle == puzzle
    assert own_puzzles.by_link(sessions, "0" * 16) is None


def test_the_same_puzzle_is_kept_once(sessions: Sessions) -> None:
    me = guests.new_id()
    links = {own_puzzles.keep(sessions, me, made()).link for _ in range(3)}
    assert len(links) == 1
    assert own_puzzles.keep(sessions, guests.new_id(), made()).link not in links


def test_only_its_owner_withdraws_it_and_a_trace_stays(sessions: Sessions) -> None:
    me, outsider = guests.new_id(), guests.new_id()
    kept = own_puzzles.keep(sessions, me, made())
    own_puzzles.keep(sessions, outsider, made(goal=Goal.LEGAL))
    assert not own_puzzles.withdraw(sessions, outsider, kept.link)
    assert own_puzzles.withdraw(sessions, me, kept.link)
    assert own_puzzles.withdraw(sessions, me, kept.link)
    found = own_puzzles.by_link(sessions, kept.link)
    assert found is not None
    assert found.puzzle is None
    assert found.withdrawn_at is not None
    assert own_puzzles.of_learner(sessions, me) == []
    assert own_puzzles.keep(sessions, me, made()).link != kept.link


def test_nobody_keeps_puzzles_without_end(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_puzzles, "MOST", 1)
    me = guests.new_id()
    own_puzzles.keep(sessions, me, made())
    with pytest.raises(own_puzzles.TooManyError):
        own_puzzles.keep(sessions, me, made(goal=Goal.LEGAL))


def test_they_are_exported_and_deleted_with_their_owner(sessions: Sessions) -> None:
    me = guests.new_id()
    kept = own_puzzles.keep(sessions, me, made())
    assert export(sessions, me)["own_puzzles"][0]["record"]["position"] == LINE  # type: ignore[index]
    delete_learner(sessions, me)
    assert own_puzzles.by_link(sessions, kept.link) is None


@pytest.mark.parametrize(
    ("line", "goal", "reason"),
    [
        (LINE, Goal.WIN, Unfit.NO_WAY_OUT),
        ("-/-/-/11 R9,Y9 =Y11 76 official", Goal.LEGAL, Unfit.NOTHING_FITS),
        ("-/-/-/11 R9,Y9 =Y11 76 official", Goal.BEST, Unfit.NO_CHOICE),
        ("-/-/-/11 B12 =Y11 77 official", Goal.UNLOAD, Unfit.NO_CHOICE),
    ],
)
def test_nothing_is_kept_that_has_nothing_to_solve(line: str, goal: Goal, reason: Unfit) -> None:
    with pytest.raises(UnfitError) as caught:
        made(line, goal)
    assert caught.value.reason is reason


def test_a_hand_with_millions_of_turns_is_told_from_one_of_a_game() -> None:
    hand = ",".join(f"{letter}{n}" for letter in "RYGB" for n in range(1, 21) if n not in (10, 11))
    huge = parse_position(f"11/11/11/11 {hand} =R10,Y10 2 official")
    assert not can_be_analysed(huge)
    assert can_be_analysed(parse_position(LINE))
