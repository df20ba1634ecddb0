"""What teachers see of a class: sums, turns chosen, who needs help, weeks."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
import sqlalchemy as sa

from tests.classes.cast import NOW, Cast
from tests.classes.given import BANK, FIRST, HOUR, SECOND, THIRD, answer_to, give, puzzle, solve
from trainer.classes import answering, concerns, live, live_answers, pupils
from trainer.classes.access import NotFoundError
from trainer.classes.answering import Brought
from trainer.classes.concerns import Reason
from trainer.classes.drafts import Wanted
from trainer.classes.live import Ask
from trainer.classes.reports import Report, report
from trainer.classes.turn_reports import frequent, puzzles_of, task_report
from trainer.classes.weeks import Week, weeks
from trainer.learners import own_puzzles
from trainer.learners.attempts import Answer
from trainer.learners.guests import new_id
from trainer.storage.class_tables import Pupil, TaskTime
from trainer.storage.database import Sessions, reading, writing

DAY = timedelta(days=1)


def seen(sessions: Sessions, everybody: Cast, now: datetime = NOW + HOUR) -> Report:
    """The report of 7b, as its teacher sees it."""
    return report(sessions, everybody.teacher.id, everybody.room.id, now)


def spend(sessions: Sessions, pupil: str, task: int, seconds: int, now: datetime = NOW) -> None:
    """Let a pupil have spent some time on a task."""
    with writing(sessions) as session:
        row = session.query(Pupil).filter_by(public_id=pupil).one()
        session.add(
            TaskTime(task_id=task, pupil_id=row.id, seconds=seconds, first_at=now, last_at=now)
        )


def kinds(sessions: Sessions, everybody: Cast, member: int, now: datetime) -> list[Reason]:
    """Why a pupil of 7b (by number) needs help."""
    found = concerns.concerns(seen(sessions, everybody, now))
    pupil = everybody.members[member].id
    return [one for each in found if each.pupil.id == pupil for one in each.reasons]


def by(day: datetime) -> date:
    return day.date()


def test_rows_columns_and_the_whole_add_up(sessions: Sessions, everybody: Cast):
    given = give(sessions, everybody, puzzle(FIRST), puzzle(SECOND), tries=1)
    ana, ben, _ = everybody.members
    solve(sessions, ana.learner, FIRST)
    solve(sessions, ana.learner, SECOND, turn=-1)
    solve(sessions, ben.learner, FIRST, turn=-1)
    spend(sessions, ana.id, given.tasks[0].id, 60)
    spend(sessions, ben.id, given.tasks[0].id, 90)
    found = seen(sessions, everybody)
    rows = [found.row(one.id) for one in everybody.members]
    columns = [found.column(task.id) for task in given.tasks]
    assert [(one.done, one.missed, one.open, one.answers) for one in rows] == [
        (1, 1, 0, 2),
        (0, 1, 1, 1),
        (0, 0, 2, 0),
    ]
    assert [(one.done, one.missed, one.open) for one in columns] == [(1, 1, 1), (0, 1, 2)]
    for field in ("tasks", "done", "missed", "begun", "open", "late", "answers", "minutes"):
        total = getattr(found.total, field)
        assert total == sum(getattr(one, field) for one in rows)
        assert total == sum(getattr(one, field) for one in columns)
    assert found.total.minutes == 1 + 2
    assert found.median_seconds(given.tasks[0].id) == 75
    assert found.median_seconds(given.tasks[1].id) == 0
    assert found.row(ana.id, given) == found.row(ana.id)


def test_a_co_teacher_sees_the_same_and_an_outsider_nothing(sessions: Sessions, everybody: Cast):
    give(sessions, everybody)
    own = seen(sessions, everybody)
    shared = report(sessions, everybody.co_teacher.id, everybody.room.id, NOW + HOUR)
    assert (own.members, own.sets, own.standings) == (shared.members, shared.sets, shared.standings)
    for room in (everybody.room.id, "0" * 24):
        with pytest.raises(NotFoundError):
            report(sessions, everybody.outsider.id, room)
    for ask in (lambda: own.member("nobody"), lambda: own.task(999)):
        with pytest.raises(NotFoundError):
            ask()


def test_who_went_on_to_another_class_is_seen_and_not_counted(sessions: Sessions, everybody: Cast):
    given = give(sessions, everybody)
    ana = everybody.members[0]
    solve(sessions, ana.learner)
    with writing(sessions) as session:
        session.query(Pupil).filter_by(public_id=ana.id).one().moved_at = NOW + HOUR
    found = seen(sessions, everybody)
    assert [one.id for one in found.moved] == [ana.id]
    assert found.at(found.member(ana.id).id, given.tasks[0].id).solved
    assert (found.total.done, found.total.tasks) == (0, 2)
    chosen = task_report(found, given.tasks[0].id, puzzles_of(sessions, given.tasks))
    assert chosen.answered == 0


def test_a_removed_pupil_is_in_no_figure(sessions: Sessions, everybody: Cast):
    give(sessions, everybody)
    ana = everybody.members[0]
    solve(sessions, ana.learner)
    with writing(sessions) as session:
        session.query(Pupil).filter_by(public_id=ana.id).one().removed_at = NOW + HOUR
    found = seen(sessions, everybody)
    assert found.answers == {}
    assert (found.total.done, found.total.tasks) == (0, 2)


def test_each_turn_chosen_says_how_often_by_whom_and_what_it_stands_for(
    sessions: Sessions, everybody: Cast
):
    given = give(sessions, everybody, puzzle(FIRST))
    ana, ben, other = everybody.members
    solve(sessions, ana.learner, turn=-1)
    solve(sessions, ana.learner, form="again", now=NOW + 2 * HOUR)
    solve(sessions, ben.learner, turn=-1)
    solve(sessions, ben.learner, turn=-1, form="again", now=NOW + 2 * HOUR)
    solve(sessions, other.learner)
    task = given.tasks[0].id
    found = task_report(seen(sessions, everybody), task, puzzles_of(sessions, given.tasks))
    assert (found.answered, found.solved, found.at_once) == (3, 2, 1)
    best, worst = found.lines
    assert (best.solved, best.loss, best.misconception) == (True, 0, None)
    assert ([one.id for one in best.pupils], best.first) == ([ana.id, other.id], 1)
    assert best.value == FIRST.turns[0]
    assert worst.value == FIRST.turns[-1]
    assert worst.loss == FIRST.turns[-1].loss
    assert worst.misconception is not None
    assert ([one.id for one in worst.pupils], worst.first) == ([ana.id, ben.id], 2)
    assert found.unchosen == len(FIRST.turns) - 2


def test_the_best_turn_is_listed_even_if_nobody_found_it(sessions: Sessions, everybody: Cast):
    given = give(sessions, everybody, puzzle(FIRST))
    solve(sessions, everybody.members[0].learner, turn=-1)
    task = given.tasks[0].id
    found = task_report(seen(sessions, everybody), task, puzzles_of(sessions, given.tasks))
    assert (found.lines[0].solved, found.lines[0].pupils) == (True, ())
    assert len(found.lines) == 2


def test_a_puzzle_that_left_the_bank_keeps_its_answers(sessions: Sessions, everybody: Cast):
    given = give(sessions, everybody, puzzle(FIRST))
    solve(sessions, everybody.members[0].learner, turn=-1)
    found = task_report(seen(sessions, everybody), given.tasks[0].id, {})
    assert [(one.text, one.value) for one in found.lines] == [
        (",".join(FIRST.turns[-1].cards), None)
    ]
    assert (found.answered, found.solved, found.unchosen) == (1, 0, 0)


def test_a_puzzle_of_the_workshop_is_reported_until_it_is_withdrawn(
    sessions: Sessions, everybody: Cast
):
    owner = new_id()
    kept = own_puzzles.keep(sessions, owner, FIRST, NOW)
    given = give(sessions, everybody, Wanted("own", kept.link))
    ana, task = everybody.members[0], given.tasks[0]
    brought = Brought("form", answer_to(FIRST, -1), 0.0)
    answering.answer_own(sessions, ana.learner, kept.link, brought, task.id, NOW + HOUR)
    found = seen(sessions, everybody)
    value = task_report(found, task.id, puzzles_of(sessions, given.tasks))
    assert value.puzzle == FIRST
    assert value.lines[-1].misconception is not None
    own_puzzles.withdraw(sessions, owner, kept.link)
    assert puzzles_of(sessions, given.tasks) == {}
    assert task_report(found, task.id, {}).answered == 1


def test_what_goes_wrong_most_is_counted_by_answers_and_pupils(sessions: Sessions, everybody: Cast):
    given = give(sessions, everybody, puzzle(FIRST))
    ana, ben, _ = everybody.members
    for one in (ana, ben):
        solve(sessions, one.learner, turn=-1)
    found, known = seen(sessions, everybody), puzzles_of(sessions, given.tasks)
    (most,) = frequent(found, known)
    assert (most.answers, [one.id for one in most.pupils]) == (2, [ana.id, ben.id])
    (own,) = frequent(found, known, ben.id)
    assert (own.misconception, own.answers) == (most.misconception, 1)
    assert frequent(found, {}) == ()


def test_three_wrong_answers_in_a_row_need_help_until_a_right_one(
    sessions: Sessions, everybody: Cast
):
    give(sessions, everybody, puzzle(FIRST), puzzle(SECOND))
    ana = everybody.members[0]
    for number, (one, turn) in enumerate(((FIRST, -1), (SECOND, -1), (FIRST, -2))):
        assert kinds(sessions, everybody, 0, NOW + 9 * HOUR) == []
        solve(sessions, ana.learner, one, turn=turn, form=f"{number}", now=NOW + number * HOUR)
    assert kinds(sessions, everybody, 0, NOW + 9 * HOUR) == [Reason("wrong", 3)]
    assert kinds(sessions, everybody, 0, NOW + 20 * DAY) == []
    solve(sessions, ana.learner, FIRST, form="right", now=NOW + 4 * HOUR)
    assert kinds(sessions, everybody, 0, NOW + 9 * HOUR) == []


def test_whoever_has_done_nothing_shortly_before_the_last_day_needs_help(
    sessions: Sessions, everybody: Cast
):
    last_day = (NOW + 5 * DAY).date()
    given = give(sessions, everybody, puzzle(FIRST), puzzle(SECOND), due_on=last_day)
    until = given.due_until
    assert until is not None
    solve(sessions, everybody.members[0].learner, turn=-1)
    assert kinds(sessions, everybody, 1, until - 3 * DAY) == []
    assert kinds(sessions, everybody, 1, until - DAY) == [Reason("due", given=given)]
    assert kinds(sessions, everybody, 0, until - DAY) == []
    assert kinds(sessions, everybody, 1, until) == [Reason("over", 2, given=given)]
    assert kinds(sessions, everybody, 1, until + 15 * DAY) == []


def test_more_than_a_quarter_of_an_hour_on_an_unfinished_task_needs_help(
    sessions: Sessions, everybody: Cast
):
    given = give(sessions, everybody, puzzle(FIRST))
    ana, ben, other = everybody.members
    task = given.tasks[0]
    spend(sessions, ana.id, task.id, 15 * 60 + 59)
    spend(sessions, ben.id, task.id, 15 * 60)
    spend(sessions, other.id, task.id, 3600)
    solve(sessions, other.learner)
    assert kinds(sessions, everybody, 0, NOW + HOUR) == [
        Reason("stuck", 15, given=given, task=task)
    ]
    assert kinds(sessions, everybody, 1, NOW + HOUR) == []
    assert kinds(sessions, everybody, 2, NOW + HOUR) == []
    assert kinds(sessions, everybody, 0, NOW + 15 * DAY) == []


def test_whoever_has_not_half_of_what_half_of_the_class_has_needs_help(
    sessions: Sessions, everybody: Cast
):
    names = ("goal-and-deck", "setting-up")
    chapters = [Wanted("chapter", name) for name in names]
    give(sessions, everybody, puzzle(FIRST), puzzle(SECOND), puzzle(THIRD), *chapters)
    ana, ben, other = everybody.members
    for one in (FIRST, SECOND, THIRD):
        for pupil in (ana, ben):
            solve(sessions, pupil.learner, one)
    solve(sessions, other.learner, FIRST)
    assert kinds(sessions, everybody, 2, NOW + HOUR) == []
    fourth = next(one for one in BANK if one not in (FIRST, SECOND, THIRD))
    give(sessions, everybody, puzzle(fourth), now=NOW + HOUR)
    for pupil in (ana, ben):
        solve(sessions, pupil.learner, fourth, now=NOW + 2 * HOUR)
    assert kinds(sessions, everybody, 2, NOW + 3 * HOUR) == [Reason("behind", 1, 4)]


def test_a_class_that_is_over_needs_no_help(sessions: Sessions, everybody: Cast):
    give(sessions, everybody, due_on=(NOW + DAY).date())
    found = seen(sessions, everybody)
    assert len(concerns.concerns(found)) == 3
    with writing(sessions) as session:
        session.execute(sa.text("UPDATE classroom SET archived_at = created_at"))
    assert concerns.concerns(seen(sessions, everybody)) == ()


def test_weeks_follow_one_another_and_add_up_to_the_report(sessions: Sessions, everybody: Cast):
    give(sessions, everybody, puzzle(FIRST), puzzle(SECOND))
    ana, ben, _ = everybody.members
    solve(sessions, ana.learner, turn=-1)
    solve(sessions, ana.learner, form="again", now=NOW + DAY)
    solve(sessions, ben.learner, now=NOW + 15 * DAY)
    found = seen(sessions, everybody, NOW + 22 * DAY)
    monday = date(2026, 8, 31)
    week = timedelta(weeks=1)
    assert weeks(found, by) == (
        Week(monday, done=1, answers=2, right=1, active=1),
        Week(monday + week),
        Week(monday + 2 * week, done=1, answers=1, right=1, active=1),
        Week(monday + 3 * week),
    )
    assert sum(one.done for one in weeks(found, by)) == found.total.done
    assert sum(one.answers for one in weeks(found, by)) == found.total.answers
    assert [one.done for one in weeks(found, by, ben.id)] == [0, 0, 1, 0]
    assert [one.share for one in weeks(found, by)] == [0.5, None, 1.0, None]


def test_a_week_is_that_of_the_reader(sessions: Sessions, everybody: Cast):
    """Sunday evening in UTC is Monday morning further east."""
    sunday = datetime(2026, 9, 6, 23, tzinfo=UTC)
    give(sessions, everybody)
    solve(sessions, everybody.members[0].learner, now=sunday)
    found = seen(sessions, everybody, sunday + HOUR)
    assert [one.done for one in weeks(found, by)] == [1, 0]
    east = weeks(found, lambda moment: (moment + 2 * HOUR).date())
    assert [one.done for one in east] == [0, 1]


def test_without_a_single_task_there_is_nothing_and_no_fault(sessions: Sessions, everybody: Cast):
    found = seen(sessions, everybody)
    assert (found.tasks, found.total.tasks, weeks(found, by)) == ((), 0, ())
    assert concerns.concerns(found) == ()


def test_a_round_counts_what_was_revealed(sessions: Sessions, everybody: Cast):
    room, teacher = everybody.room.id, everybody.teacher.id
    asks = [Ask("puzzle", FIRST.id), Ask("puzzle", SECOND.id)]
    one = live.start(sessions, teacher, room, asks, "a" * 24, now=NOW)
    ana, ben, _ = (member.id for member in everybody.members)
    one = live.step(sessions, teacher, room, one.id, "forward", one.version, NOW)
    for pupil, solved in ((ana, True), (ben, False)):
        given = Answer(FIRST.id, "x", solved)
        live_answers.answer(sessions, pupil, one.code, 0, given, NOW)
    assert seen(sessions, everybody).rounds == ()
    live.step(sessions, teacher, room, one.id, "forward", one.version, NOW)
    (line,) = seen(sessions, everybody).rounds
    assert (line.id, line.asked, line.joined) == (one.id, 1, {ana, ben})
    assert line.right == {ana: 1, ben: 0}


def test_a_report_takes_a_dozen_queries_however_many_pupils_and_tasks(
    sessions: Sessions, everybody: Cast
):
    def queries() -> int:
        counted: list[str] = []
        with reading(sessions) as session:
            engine = session.get_bind()
        sa.event.listen(engine, "before_cursor_execute", lambda *all_: counted.append(all_[2]))
        seen(sessions, everybody)
        return len(counted)

    give(sessions, everybody, puzzle(FIRST), Wanted("chapter", "goal-and-deck"))
    few = queries()
    pupils.add(sessions, everybody.teacher.id, everybody.room.id, ["Carla"] * 20, NOW)
    give(sessions, everybody, puzzle(SECOND), puzzle(THIRD), Wanted("chapter", "setting-up"))
    assert queries() <= few <= 13
