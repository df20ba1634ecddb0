"""Answers of pupils: what is stored, what counts where, and that tries are never exceeded."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.classes.cast import EXPIRES, NOW, Cast
from tests.classes.given import (
    FIRST,
    HOUR,
    LESSON,
    SECOND,
    answer_to,
    draft,
    give,
    puzzle,
    solve,
    standing,
)
from trainer.classes import answering, assignments, classrooms, codes
from trainer.classes.access import NotFoundError
from trainer.classes.answering import Brought, PuzzleTask, TaskClosedError, puzzle_tasks
from trainer.classes.drafts import Wanted
from trainer.learners import own_puzzles
from trainer.learners.attempts import puzzle_record
from trainer.learners.guests import new_id
from trainer.learners.practice import practice_record
from trainer.learners.ratings import standing as rating_of
from trainer.storage.class_tables import Classroom, ExerciseAnswer, Pupil, TaskAnswer
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner


def stored(sessions: Sessions) -> int:
    with reading(sessions) as session:
        return session.query(TaskAnswer).count()


def attempts(sessions: Sessions, learner: str) -> int:
    record = puzzle_record(sessions, learner, FIRST.id)
    return record.attempts if record else 0


def test_an_answer_is_a_task_answer_and_an_ordinary_attempt_that_is_rated(
    sessions: Sessions, everybody: Cast
):
    made = give(sessions, everybody)
    ana = everybody.members[0].learner
    # Given on the puzzle's own page: it counts all the same.
    (found,) = solve(sessions, ana)
    assert (found.id, found.pupil) == (made.tasks[0].id, everybody.members[0].id)
    assert found.standing.solved
    assert attempts(sessions, ana) == 1
    assert rating_of(sessions, ana).answers == 1
    assert found.answers == (answer_to().answer,)


def test_the_same_answer_is_one_answer_by_whichever_form_it_comes(
    sessions: Sessions, everybody: Cast
):
    give(sessions, everybody, tries=2)
    ana = everybody.members[0].learner
    for _ in range(3):
        (found,) = solve(sessions, ana, turn=-1)
        assert found.standing.answers == 1
        assert not found.repeated
    (found,) = solve(sessions, ana, turn=-1, form="another")
    assert found.repeated
    assert (found.standing.state, found.standing.answers) == ("begun", 1)
    (found,) = solve(sessions, ana, turn=-2, form="another")
    assert found.standing.state == "missed"
    assert not found.repeated


def test_beyond_the_tries_an_answer_is_refused_and_nothing_is_stored(
    sessions: Sessions, everybody: Cast
):
    made = give(sessions, everybody, tries=1)
    task, ana = made.tasks[0].id, everybody.members[0].learner
    solve(sessions, ana, turn=-1, task=task)
    with pytest.raises(TaskClosedError):
        solve(sessions, ana, form="again", task=task)
    assert (stored(sessions), attempts(sessions, ana)) == (1, 1)
    # The answer that has used the try up may arrive twice.
    (found,) = solve(sessions, ana, turn=-1, task=task)
    assert found.standing.state == "missed"
    # On the puzzle's own page it is an ordinary attempt from now on.
    solve(sessions, ana, form="later")
    assert (stored(sessions), attempts(sessions, ana)) == (1, 2)


def test_what_is_solved_takes_no_further_answer(sessions: Sessions, everybody: Cast):
    made = give(sessions, everybody)
    ana = everybody.members[0].learner
    solve(sessions, ana, task=made.tasks[0].id)
    with pytest.raises(TaskClosedError):
        solve(sessions, ana, turn=-1, form="worse", task=made.tasks[0].id)


def test_a_task_exists_for_pupils_of_its_class_only(sessions: Sessions, everybody: Cast):
    made = give(sessions, everybody)
    outsider = new_id()
    with pytest.raises(NotFoundError):
        solve(sessions, outsider, task=made.tasks[0].id)
    assert solve(sessions, outsider) == []
    assert stored(sessions) == 0


@pytest.mark.parametrize("end", ["removed", "moved", "archived", "bin", "taken out"])
def test_what_is_over_counts_nothing(sessions: Sessions, everybody: Cast, end: str):
    made = give(sessions, everybody)
    at = everybody.teacher.id, everybody.room.id, made.id
    if end == "bin":
        assignments.remove(sessions, *at)
    elif end == "taken out":
        assignments.edit(sessions, *at, draft(puzzle(SECOND)), NOW)
    with writing(sessions) as session:
        place = session.query(Pupil).filter_by(public_id=everybody.members[0].id).one()
        room = session.query(Classroom).filter_by(public_id=everybody.room.id).one()
        place.removed_at = NOW if end == "removed" else None
        place.moved_at = NOW if end == "moved" else None
        room.archived_at = NOW if end == "archived" else None
    assert solve(sessions, everybody.members[0].learner) == []
    assert stored(sessions) == 0


def second_class(sessions: Sessions, everybody: Cast, learner: str) -> str:
    """Another class of the teacher's, in which the learner has a place; returns its id."""
    made = classrooms.create(
        sessions, everybody.teacher.id, "Club", "en", "official", EXPIRES, now=NOW
    )
    with writing(sessions) as session:
        room = session.query(Classroom).filter_by(public_id=made.id).one()
        owner = session.query(Learner).filter_by(public_id=learner).one()
        session.add(
            Pupil(
                public_id=codes.new_public_id(),
                classroom_id=room.id,
                learner_id=owner.id,
                name="Ana",
                enrolled=False,
                came_along=True,
                joined_at=NOW,
            )
        )
    return made.id


def test_an_answer_counts_in_each_class_where_the_puzzle_is_open(
    sessions: Sessions, everybody: Cast
):
    ana = everybody.members[0].learner
    club = second_class(sessions, everybody, ana)
    here = give(sessions, everybody, tries=1)
    there = assignments.create(sessions, everybody.teacher.id, club, draft(tries=2), now=NOW)
    found = solve(sessions, ana, turn=-1, task=here.tasks[0].id)
    states = {one.room: one.standing.state for one in found}
    assert states == {everybody.room.id: "missed", club: "begun"}
    found = solve(sessions, ana, form="again", task=there.tasks[0].id)
    states = {one.room: one.standing.state for one in found}
    assert states == {everybody.room.id: "missed", club: "done"}
    assert standing(sessions, everybody, here.tasks[0].id).answers == 1


def test_answers_to_puzzles_of_the_workshop_are_stored_for_the_task_alone(
    sessions: Sessions, everybody: Cast
):
    link = own_puzzles.keep(sessions, new_id(), FIRST).link
    made = give(sessions, everybody, Wanted("own", link), tries=1)
    ana, task = everybody.members[0].learner, made.tasks[0].id
    brought, worse = Brought("form", answer_to(), 1.0), answer_to(turn=-1)
    for _ in range(2):
        (found,) = answering.answer_own(sessions, ana, link, brought, task, NOW)
        assert (found.standing.state, found.standing.answers) == ("done", 1)
    with pytest.raises(TaskClosedError):
        answering.answer_own(sessions, ana, link, Brought("2", worse, 1.0), task, NOW)
    assert attempts(sessions, ana) == 0


def test_exercises_are_remembered_one_by_one_for_whoever_has_a_place_in_a_class(
    sessions: Sessions, everybody: Cast
):
    ana, guest = everybody.members[0].learner, new_id()
    for learner in (ana, guest):
        for exercise, right in (("official/a-1-1", False), ("official/a-1-2", True)) * 2:
            record = answering.record_exercise(sessions, learner, LESSON, exercise, right, NOW)
        assert record == practice_record(sessions, learner, LESSON)
    with reading(sessions) as session:
        rows = session.query(ExerciseAnswer.exercise, ExerciseAnswer.right).all()
    assert sorted(map(tuple, rows)) == [("official/a-1-1", False), ("official/a-1-2", True)]


def test_two_answers_at_once_never_exceed_the_tries(sessions: Sessions, everybody: Cast):
    made = give(sessions, everybody, tries=1)
    ana, task = everybody.members[0].learner, made.tasks[0].id

    def attempt(number: int) -> bool:
        try:
            solve(sessions, ana, turn=-1 - number % 2, form=f"form {number}", task=task)
        except TaskClosedError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        taken = list(threads.map(attempt, range(8)))
    # The other turn is refused each time, the same one is taken as what is stored already.
    assert sum(taken) == 4
    assert stored(sessions) == attempts(sessions, ana) == 1
    assert standing(sessions, everybody, task).state == "missed"


@pytest.mark.parametrize("form", ["form", "form {}"], ids=["one form", "many forms"])
def test_one_answer_that_arrives_many_times_at_once_is_one(
    sessions: Sessions, everybody: Cast, form: str
):
    made = give(sessions, everybody, tries=3)
    ana, task = everybody.members[0].learner, made.tasks[0].id

    def send(number: int) -> PuzzleTask:
        return solve(sessions, ana, turn=-1, form=form.format(number), task=task)[0]

    with ThreadPoolExecutor(6) as threads:
        found = list(threads.map(send, range(6)))
    assert {one.standing.answers for one in found} == {1}
    assert stored(sessions) == attempts(sessions, ana) == 1


def test_one_exercise_that_arrives_many_times_at_once_is_one(sessions: Sessions, everybody: Cast):
    ana = everybody.members[0].learner
    with ThreadPoolExecutor(6) as threads:
        list(
            threads.map(
                lambda _: answering.record_exercise(sessions, ana, LESSON, "a", True, NOW),
                range(6),
            )
        )
    assert practice_record(sessions, ana, LESSON).right == 1
    with reading(sessions) as session:
        assert session.query(ExerciseAnswer).count() == 1


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    tries=st.none() | st.integers(1, 3),
    turns=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=7),
)
def test_counted_answers_are_the_first_ones_up_to_the_tries_or_the_solution(
    sessions: Sessions, everybody: Cast, tries: int | None, turns: list[tuple[int, int]]
):
    made = give(sessions, everybody, tries=tries)
    model: list[int] = []
    learner = everybody.members[0].learner
    for turn, form in turns:
        closed = 0 in model or len(model) == tries
        if turn not in model and not closed:
            model.append(turn)
        name = f"{made.id} {form}"
        found = {one.id: one for one in solve(sessions, learner, turn=turn, form=name)}
        assert found[made.tasks[0].id].standing.answers == len(model)
    last = puzzle_tasks(sessions, learner, "puzzle", FIRST.id, NOW)[-1]
    assert last.standing.solved == (0 in model)


def test_a_puzzle_that_is_no_task_costs_nothing_more(sessions: Sessions, everybody: Cast):
    ana = everybody.members[0].learner
    assert puzzle_tasks(sessions, ana, "puzzle", FIRST.id, NOW + timedelta(hours=1)) == []
    assert solve(sessions, ana, now=NOW + HOUR) == []
    assert attempts(sessions, ana) == 1
