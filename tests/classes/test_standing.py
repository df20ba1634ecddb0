"""Where pupils stand with their tasks: what is done, missed, late, and what it costs to know."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from tests.classes.cast import NOW, Cast
from tests.classes.given import (
    FIRST,
    HOUR,
    LESSON,
    SECOND,
    STEPS,
    TOMORROW,
    give,
    puzzle,
    solve,
    standing,
)
from trainer.classes import answering, assignments, pupils, todo
from trainer.classes.drafts import Wanted
from trainer.classes.standing import Counted, Standing, puzzle_standing, standings
from trainer.classes.tasksets import Explain, TaskSet
from trainer.learners.chapters import forget_chapter, record_step
from trainer.lessons.course import course
from trainer.storage.class_tables import Classroom, Pupil
from trainer.storage.database import Sessions, reading, writing

DAY = timedelta(days=1)


def step_through(
    sessions: Sessions, learner: str, now: datetime, chapter: str = LESSON, most: int = 99
) -> None:
    found = course().chapter(chapter)
    assert found is not None
    names = [step.id for step in found]
    for name in names[:most]:
        record_step(sessions, learner, chapter, name, names, now)


def practise(
    sessions: Sessions, learner: str, *rights: bool, now: datetime, first: int = 0
) -> None:
    for number, right in enumerate(rights, first):
        answering.record_exercise(sessions, learner, LESSON, f"official/a-1-{number}", right, now)


def test_a_chapter_is_done_when_it_is_done_whenever_that_was(sessions: Sessions, everybody: Cast):
    ana, ben, other_ben = (one.learner for one in everybody.members)
    step_through(sessions, ana, NOW - DAY)
    made = give(sessions, everybody, Wanted("chapter", LESSON), due_on=TOMORROW)
    task = made.tasks[0].id
    step_through(sessions, ben, NOW + HOUR, most=3)
    step_through(sessions, other_ben, NOW + 9 * DAY)
    later = NOW + 10 * DAY
    before, half, late = (standing(sessions, everybody, task, n, later) for n in range(3))
    assert (before.state, before.steps, before.of, before.late) == ("done", STEPS, STEPS, False)
    assert (half.state, half.steps, half.late) == ("begun", 3, True)
    assert (late.state, late.done_at, late.late) == ("done", NOW + 9 * DAY, True)
    # Starting afresh takes it back, as on the learner's own pages.
    forget_chapter(sessions, ana, LESSON)
    assert standing(sessions, everybody, task, 0, later) == Standing(of=STEPS, late=True)


def test_practice_counts_right_exercises_since_the_set_was_given_each_once(
    sessions: Sessions, everybody: Cast
):
    ana = everybody.members[0].learner
    practise(sessions, ana, True, True, now=NOW - HOUR)
    made = give(sessions, everybody, Wanted("practice", LESSON, 3))
    task = made.tasks[0].id
    assert standing(sessions, everybody, task) == Standing(of=3)
    practise(sessions, ana, True, False, True, now=NOW + HOUR, first=2)
    # The same ones again, and those of before, count for nothing: neither does a second try.
    practise(sessions, ana, True, True, True, True, True, now=NOW + HOUR)
    found = standing(sessions, everybody, task)
    assert (found.state, found.right, found.of, found.done_at) == ("begun", 2, 3, None)
    practise(sessions, ana, True, now=NOW + 2 * HOUR, first=9)
    practise(sessions, ana, True, now=NOW + 3 * HOUR, first=10)
    found = standing(sessions, everybody, task)
    assert (found.state, found.right, found.done_at) == ("done", 4, NOW + 2 * HOUR)
    assert standing(sessions, everybody, task, 1).state == "open"


def test_a_puzzle_shows_the_best_counted_answer(sessions: Sessions, everybody: Cast):
    made = give(sessions, everybody, tries=3)
    task, ana = made.tasks[0].id, everybody.members[0].learner
    for number, turn in enumerate((-1, 1)):
        solve(sessions, ana, turn=turn, form=str(number))
    found = standing(sessions, everybody, task)
    assert (found.state, found.answers, found.solved) == ("begun", 2, False)
    assert found.loss == min(FIRST.turns[1].loss, FIRST.turns[-1].loss)
    solve(sessions, ana, form="2", now=NOW + 2 * HOUR)
    found = standing(sessions, everybody, task)
    assert (found.state, found.solved, found.loss) == ("done", True, 0)
    assert found.done_at == found.last_at == NOW + 2 * HOUR


def set_of(
    tries: int | None = None,
    explain: Explain = "at once",
    released: bool = False,
    due_until: datetime | None = None,
) -> TaskSet:
    return TaskSet(
        "0" * 24, "", None, due_until, tries, explain, NOW if released else None, NOW, None
    )


def counted(solved: bool, loss: float | None, minutes: int = 0) -> Counted:
    return Counted(solved, "best" if solved else "mistake", loss, NOW + timedelta(minutes=minutes))


WRONG, RIGHT = counted(False, 3.0, 1), counted(True, 0.0, 2)


def test_when_an_explanation_comes_and_when_no_answer_counts_any_more():
    # tries, explain, released, answers: state, explained
    table = [
        (1, "at once", False, [WRONG], "missed", True),
        (2, "at once", False, [], "open", False),
        (2, "at once", False, [WRONG], "begun", False),
        (2, "at once", False, [WRONG, WRONG], "missed", True),
        (2, "at once", False, [WRONG, RIGHT], "done", True),
        (2, "at once", False, [RIGHT], "done", True),
        (None, "at once", False, [WRONG], "begun", True),
        (None, "at once", False, [WRONG, RIGHT], "done", True),
        (1, "release", False, [WRONG], "missed", False),
        (1, "release", False, [RIGHT], "done", False),
        (2, "release", False, [WRONG], "begun", False),
        (2, "release", True, [], "open", False),
        (2, "release", True, [WRONG], "missed", True),
        (2, "release", True, [RIGHT], "done", True),
        (None, "release", False, [WRONG], "begun", False),
        (None, "release", True, [WRONG], "begun", True),
        (None, "release", True, [RIGHT], "done", True),
    ]
    for tries, explain, released, given_answers, state, explained in table:
        found = puzzle_standing(set_of(tries, explain, released), given_answers, NOW)
        assert (found.state, found.explained) == (state, explained), (tries, explain, released)


@given(
    tries=st.none() | st.integers(1, 4),
    explain=st.sampled_from(["at once", "release"]),
    released=st.booleans(),
    answers=st.lists(
        st.booleans().flatmap(
            lambda solved: st.builds(counted, st.just(solved), st.floats(0, 50) | st.none())
        ),
        max_size=6,
    ),
)
def test_whatever_was_answered_the_values_of_a_puzzle_agree(
    tries: int | None, explain: Explain, released: bool, answers: list[Counted]
):
    given_set = set_of(tries, explain, released)
    found = puzzle_standing(given_set, answers, NOW)
    assert found.solved == any(one.solved for one in answers) == (found.state == "done")
    assert found.answers == len(answers)
    assert (found.state == "open") == (not answers)
    # An explanation spoils no try, and no try is lost without one that may be seen.
    if found.explained:
        assert answers
        assert not given_set.withholds
        assert found.finished or tries is None
    elif found.finished:
        assert given_set.withholds
    if tries is None:
        assert found.state != "missed"


@given(ended=st.booleans(), minutes=st.integers(-60, 60), solved=st.booleans())
def test_late_is_what_was_finished_or_is_unfinished_after_the_last_day(
    ended: bool, minutes: int, solved: bool
):
    until = NOW + timedelta(minutes=minutes)
    now = until if ended else until - timedelta(seconds=1)
    given_set = set_of(1, due_until=until)
    assert puzzle_standing(given_set, [], now).late == ended
    answer = counted(solved, 1.0)
    assert puzzle_standing(given_set, [answer], now).late == (answer.made_at >= until)


def test_whoever_is_removed_is_left_out_and_others_classes_do_not_count(
    sessions: Sessions, everybody: Cast
):
    made = give(sessions, everybody)
    with writing(sessions) as session:
        gone = session.query(Pupil).filter_by(public_id=everybody.members[2].id).one()
        gone.removed_at = NOW
    with reading(sessions) as session:
        room = session.query(Classroom).filter_by(public_id=everybody.room.id).one()
        found = standings(session, room, NOW)
    task = made.tasks[0].id
    assert set(found) == {(one.id, task) for one in everybody.members[:2]}


def test_the_whole_matrix_takes_a_handful_of_queries(sessions: Sessions, everybody: Cast):
    who, room = everybody.teacher.id, everybody.room.id
    added = pupils.add(sessions, who, room, [f"Pupil {n}" for n in range(20)], NOW)
    give(sessions, everybody, Wanted("chapter", LESSON), Wanted("practice", LESSON, 2))
    few = count(sessions, everybody)
    for one in (FIRST, SECOND):
        give(sessions, everybody, puzzle(one), Wanted("practice", "tempo", 2))
    for member in added[:5]:
        solve(sessions, member.learner)
        step_through(sessions, member.learner, NOW, most=2)
    assert count(sessions, everybody) <= few + 1
    assert few <= 8


def count(sessions: Sessions, everybody: Cast) -> int:
    """How many statements the matrix of 7b takes."""
    statements: list[str] = []
    with reading(sessions) as session:
        room = session.query(Classroom).filter_by(public_id=everybody.room.id).one()
        engine = session.get_bind()
        listener: Callable[..., None] = lambda *all_of: statements.append(all_of[2])  # noqa: E731
        sa.event.listen(engine, "before_cursor_execute", listener)
        standings(session, room, NOW)
        sa.event.remove(engine, "before_cursor_execute", listener)
    return len(statements)


def test_a_pupil_sees_what_the_matrix_shows(sessions: Sessions, everybody: Cast):
    give(
        sessions,
        everybody,
        puzzle(FIRST),
        Wanted("chapter", LESSON),
        Wanted("practice", LESSON, 2),
        due_on=TOMORROW,
    )
    give(sessions, everybody, puzzle(SECOND), title="Second")
    ana = everybody.members[0]
    solve(sessions, ana.learner, turn=-1)
    practise(sessions, ana.learner, True, now=NOW + HOUR)
    step_through(sessions, ana.learner, NOW + HOUR, most=2)
    later = NOW + 3 * DAY
    with reading(sessions) as session:
        room = session.query(Classroom).filter_by(public_id=everybody.room.id).one()
        matrix = standings(session, room, later)
    (own,) = todo.classes_of(sessions, ana.learner, later)
    entries = [one for each in own.sets for one in each.entries]
    assert {one.task.id: one.standing for one in entries} == {
        task: value for (pupil, task), value in matrix.items() if pupil == ana.id
    }


def test_what_is_to_do_first(sessions: Sessions, everybody: Cast):
    give(sessions, everybody, puzzle(FIRST), puzzle(SECOND), title="any time")
    give(sessions, everybody, Wanted("practice", LESSON, 2), title="soon", due_on=TOMORROW)
    overdue = give(
        sessions,
        everybody,
        Wanted("chapter", LESSON),
        title="overdue",
        due_on=NOW.date(),
        now=NOW,
    )
    ana, now = everybody.members[0].learner, NOW + DAY + 12 * HOUR
    waiting = todo.to_do(todo.classes_of(sessions, ana, now))
    assert [(one.given.title, one.task.kind) for one in waiting] == [
        ("overdue", "chapter"),
        ("soon", "practice"),
        ("any time", "puzzle"),
        ("any time", "puzzle"),
    ]
    assert [one.given.over(now) for one in waiting] == [True, False, False, False]
    # After the first puzzle comes the second one of its set, not the overdue one.
    here = waiting[2]
    follows = todo.after(waiting, here.given, here.task.id)
    assert follows is not None
    assert follows.task.reference == SECOND.id
    # What is done, in the bin or withdrawn waits no longer.
    solve(sessions, ana, FIRST)
    assignments.remove(sessions, everybody.teacher.id, everybody.room.id, overdue.id)
    rest = todo.to_do(todo.classes_of(sessions, ana, now))
    assert [one.given.title for one in rest] == ["soon", "any time"]
