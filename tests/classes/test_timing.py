"""Time on task: what requests of a pupil add up to."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.classes.cast import NOW, Cast
from tests.classes.given import FIRST, LESSON, SECOND, give, puzzle, standing
from trainer.classes import timing
from trainer.classes.drafts import Wanted
from trainer.classes.tasksets import TaskSet
from trainer.classes.timing import PAUSE
from trainer.learners.guests import new_id
from trainer.storage.class_tables import TaskTime
from trainer.storage.database import Sessions, reading, writing

SUBJECTS = [("puzzle", FIRST.id), ("chapter", LESSON), ("practice", LESSON)]


def at(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def given_all(sessions: Sessions, everybody: Cast) -> TaskSet:
    return give(
        sessions,
        everybody,
        puzzle(FIRST),
        Wanted("chapter", LESSON),
        Wanted("practice", LESSON, 5),
    )


def seconds(sessions: Sessions, everybody: Cast, made: TaskSet) -> list[int]:
    return [standing(sessions, everybody, task.id).seconds for task in made.tasks]


def test_time_belongs_to_what_was_looked_at_and_pauses_count_for_nothing(
    sessions: Sessions, everybody: Cast
):
    made, ana = given_all(sessions, everybody), everybody.members[0].learner
    for moment, subject in ((0, 0), (60, 0), (90, 1), (190, 0), (200, 0), (1000, 0), (1010, 2)):
        timing.note(sessions, ana, *SUBJECTS[subject], at(moment))  # type: ignore[arg-type]
    # The puzzle: 0 to 90, then 190 to 200 and 1000 to 1010; the chapter 90 to 190.
    assert seconds(sessions, everybody, made) == [110, 100, 0]
    found = standing(sessions, everybody, made.tasks[0].id)
    assert found.last_at == at(1000)


def test_what_is_no_task_is_not_noted(sessions: Sessions, everybody: Cast):
    given_all(sessions, everybody)
    for learner, reference in ((everybody.members[0].learner, SECOND.id), (new_id(), FIRST.id)):
        timing.note(sessions, learner, "puzzle", reference, NOW)
    with reading(sessions) as session:
        assert session.query(TaskTime).count() == 0


def test_a_puzzle_in_two_sets_takes_its_time_in_both(sessions: Sessions, everybody: Cast):
    both = [give(sessions, everybody), give(sessions, everybody)]
    ana = everybody.members[0].learner
    for moment in (0, 40):
        timing.note(sessions, ana, "puzzle", FIRST.id, at(moment))
    assert [seconds(sessions, everybody, made) for made in both] == [[40], [40]]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 2), st.floats(0, 700) | st.floats(0, 6)), max_size=12))
def test_no_second_is_counted_twice_and_hardly_one_is_lost(
    sessions: Sessions, everybody: Cast, requests: list[tuple[int, float]]
):
    with writing(sessions) as session:
        session.query(TaskTime).delete()
    made = given_all(sessions, everybody) if not MADE else MADE[0]
    MADE[:] = [made]
    moments, moment = [], 0.0
    for subject, gap in requests:
        moment += gap
        moments.append(at(moment))
        timing.note(sessions, everybody.members[0].learner, *SUBJECTS[subject], at(moment))  # type: ignore[arg-type]
    counted = sum(seconds(sessions, everybody, made))
    assert counted <= without_pauses(moments, PAUSE) + 1e-6
    # A second is lost at most with each request, and what follows the last one written: a pause
    # seems to begin with that one.
    least = without_pauses(moments, PAUSE - timing.STEP) - timing.STEP.total_seconds()
    assert counted >= least - len(requests)


def without_pauses(moments: list[datetime], pause: timedelta) -> float:
    """The seconds between requests that came within that time after the one before."""
    gaps = (after - before for before, after in pairwise(moments))
    return sum(gap.total_seconds() for gap in gaps if gap <= pause)


MADE: list[TaskSet] = []


@pytest.fixture(autouse=True)
def _fresh() -> None:
    MADE.clear()


def test_many_requests_at_once_count_the_time_once(sessions: Sessions, everybody: Cast):
    made, ana = give(sessions, everybody), everybody.members[0].learner
    timing.note(sessions, ana, "puzzle", FIRST.id, NOW)
    with ThreadPoolExecutor(6) as threads:
        list(
            threads.map(lambda _: timing.note(sessions, ana, "puzzle", FIRST.id, at(60)), range(6))
        )
    assert seconds(sessions, everybody, made) == [60]
