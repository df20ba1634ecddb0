"""A guest's progress goes along to another device by a code."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from tests.classes.cast import NOW
from trainer.classes import codes, moving
from trainer.classes.moving import MOST_WRONG, VALID, Made, WrongCodeError
from trainer.learners import guests
from trainer.learners.progress import Answer, record_attempt, summary
from trainer.storage.database import Sessions, reading
from trainer.storage.tables import Learner, MoveCode


def guest(sessions: Sessions, *puzzles: str) -> str:
    """A guest who has solved these puzzles."""
    found = guests.new_id()
    for puzzle in puzzles:
        record_attempt(sessions, found, "form", Answer(puzzle, "B12", solved=True), NOW)
    return found


def code_of(sessions: Sessions, learner: str) -> Made:
    made = moving.make(sessions, learner, NOW)
    assert made is not None
    return made


def solved(sessions: Sessions, learner: str) -> set[str]:
    return {one.puzzle for one in summary(sessions, learner).solved}


def test_a_code_makes_another_browser_the_same_learner(sessions: Sessions):
    ana = guest(sessions, "blue")
    made = code_of(sessions, ana)
    assert len(made.code) == 10
    assert set(made.code) <= set(codes.ALPHABET)
    assert moving.whose(sessions, made.code, NOW) == ana
    assert moving.take(sessions, made.code, now=NOW) == ana


def test_case_hyphens_and_spaces_do_not_matter(sessions: Sessions):
    ana = guest(sessions, "blue")
    code = code_of(sessions, ana).code.lower()
    assert moving.take(sessions, f" {code[:5]}- {code[5:]} ", now=NOW) == ana


def test_a_code_is_good_once(sessions: Sessions):
    made = code_of(sessions, guest(sessions, "blue"))
    moving.take(sessions, made.code, now=NOW)
    with pytest.raises(WrongCodeError):
        moving.take(sessions, made.code, now=NOW)


def test_of_two_browsers_at_once_one_gets_it(sessions: Sessions):
    made = code_of(sessions, guest(sessions, "blue"))

    def attempt(_number: int) -> bool:
        try:
            moving.take(sessions, made.code, now=NOW)
        except WrongCodeError:
            return False
        return True

    with ThreadPoolExecutor(6) as threads:
        assert list(threads.map(attempt, range(6))).count(True) == 1


def test_a_code_is_good_for_half_an_hour(sessions: Sessions):
    ana = guest(sessions, "blue")
    made = code_of(sessions, ana)
    assert made.expires_at == NOW + VALID
    assert moving.whose(sessions, made.code, NOW + VALID - timedelta(seconds=1)) == ana
    with pytest.raises(WrongCodeError):
        moving.whose(sessions, made.code, NOW + VALID)


def test_a_new_code_ends_the_one_before(sessions: Sessions):
    ana = guest(sessions, "blue")
    old, new = code_of(sessions, ana), code_of(sessions, ana)
    with pytest.raises(WrongCodeError):
        moving.whose(sessions, old.code, NOW)
    assert moving.whose(sessions, new.code, NOW) == ana
    with reading(sessions) as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(MoveCode)) == 1


def test_a_code_that_is_guessed_at_dies(sessions: Sessions):
    made = code_of(sessions, guest(sessions, "blue"))
    for _ in range(MOST_WRONG - 1):
        with pytest.raises(WrongCodeError):
            moving.whose(sessions, made.code[:4] + "AAAAAA", NOW)
    assert moving.whose(sessions, made.code, NOW), "nine wrong ones do no harm"
    with pytest.raises(WrongCodeError):
        moving.take(sessions, made.code[:4] + "AAAAAA", now=NOW)
    with pytest.raises(WrongCodeError):
        moving.take(sessions, made.code, now=NOW)


@pytest.mark.parametrize("typed", ["", "-", "AAAA", "A" * 10_000, "п" * 10, "\0"])
def test_what_is_no_code_is_refused(sessions: Sessions, typed: str):
    code_of(sessions, guest(sessions, "blue"))
    with pytest.raises(WrongCodeError):
        moving.take(sessions, typed, now=NOW)


def test_who_has_done_nothing_needs_no_code(sessions: Sessions):
    assert moving.make(sessions, guests.new_id(), NOW) is None


def test_the_database_does_not_hold_the_code(sessions: Sessions):
    made = code_of(sessions, guest(sessions, "blue"))
    with reading(sessions) as session:
        row: Any = session.scalars(sa.select(MoveCode)).one()
        assert made.code not in {str(getattr(row, one.name)) for one in row.__table__.columns}


def test_what_the_other_browser_has_done_can_come_along(sessions: Sessions):
    ana, own = guest(sessions, "blue", "red"), guest(sessions, "red", "green")
    made = code_of(sessions, ana)
    code_of(sessions, own)
    assert moving.take(sessions, made.code, own, NOW) == ana
    assert solved(sessions, ana) == {"blue", "red", "green"}
    with reading(sessions) as session:
        assert session.scalars(sa.select(Learner.public_id)).all() == [ana]


def test_or_it_stays_behind_and_nothing_of_it_is_deleted(sessions: Sessions):
    ana, own = guest(sessions, "blue"), guest(sessions, "green")
    assert moving.take(sessions, code_of(sessions, ana).code, now=NOW) == ana
    assert solved(sessions, ana) == {"blue"}
    assert solved(sessions, own) == {"green"}


def test_a_code_typed_in_the_browser_it_comes_from_changes_nothing(sessions: Sessions):
    ana = guest(sessions, "blue")
    assert moving.take(sessions, code_of(sessions, ana).code, ana, NOW) == ana
    assert solved(sessions, ana) == {"blue"}
