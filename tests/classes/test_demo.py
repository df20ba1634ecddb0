"""The demo class: made up, believable, the same each time, and gone at once."""

from __future__ import annotations

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from tests.classes.cast import NOW, Cast
from trainer.classes import classrooms, concerns, demo, demo_play
from trainer.classes.access import ForbiddenError, NotFoundError, Room
from trainer.classes.demo_play import ACTORS, LIVE, SETS, judged
from trainer.classes.misconceptions import misconception
from trainer.classes.reports import Report, report
from trainer.classes.turn_reports import frequent, puzzles_of, task_report
from trainer.i18n.messages import Message
from trainer.lessons.course import course
from trainer.lessons.practice import CHAPTER_KINDS
from trainer.puzzles import bank
from trainer.storage.class_tables import Classroom, Pupil, TaskAnswer
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner, PuzzleAttempt, PuzzleRating


def english(text: Message) -> str:
    return text.id


def made(sessions: Sessions, teacher: str) -> Room:
    """The demo class of a teacher."""
    return demo.make(sessions, teacher, "fr", english, NOW)


def seen(sessions: Sessions, everybody: Cast) -> Report:
    """What the teacher sees of it."""
    room = made(sessions, everybody.teacher.id)
    return report(sessions, everybody.teacher.id, room.id, NOW)


def count(sessions: Sessions, *tables: type) -> list[int]:
    with reading(sessions) as session:
        return [session.scalar(select(func.count()).select_from(one)) or 0 for one in tables]


def test_a_demo_class_says_that_it_is_one_and_asks_for_no_work(sessions: Sessions, everybody: Cast):
    room = made(sessions, everybody.teacher.id)
    assert (room.demo, room.name, room.language, room.role) == (True, "Demo class", "fr", "owner")
    assert room.is_active
    found = report(sessions, everybody.teacher.id, room.id, NOW)
    assert len(found.members) == len(ACTORS) == 14
    assert [len(given.tasks) for given in found.sets] == [5, 5, 5]
    assert all(task.there for _, task in found.tasks)
    assert len(found.rounds) == 1


def test_a_teacher_has_one_demo_class_however_often_it_is_asked_for(
    sessions: Sessions, everybody: Cast
):
    first = made(sessions, everybody.teacher.id)
    assert made(sessions, everybody.teacher.id).id == first.id
    assert made(sessions, everybody.co_teacher.id).id != first.id
    with pytest.raises(NotFoundError):
        made(sessions, "nobody")


def test_two_clicks_at_once_make_one_class(sessions: Sessions, everybody: Cast):
    with ThreadPoolExecutor(2) as clicks:
        found = list(clicks.map(lambda _: made(sessions, everybody.teacher.id), range(2)))
    assert found[0].id == found[1].id
    assert count(sessions, Classroom) == [2 + 1]


def test_a_demo_class_in_the_bin_makes_room_for_a_new_one(sessions: Sessions, everybody: Cast):
    first = made(sessions, everybody.teacher.id)
    with writing(sessions) as session:
        session.query(Classroom).filter_by(public_id=first.id).one().removed_at = NOW
    second = made(sessions, everybody.teacher.id)
    found = [one.id for one in classrooms.rooms(sessions, everybody.teacher.id)]
    assert second.id in found
    assert first.id not in found


def test_it_is_the_same_each_time_but_for_its_codes(sessions: Sessions, everybody: Cast):
    def outline(found: Report) -> list[object]:
        places = {one.id: one.name for one in found.members}
        tasks = {task.id: place for place, (_, task) in enumerate(found.tasks)}
        return sorted(
            (places[pupil], tasks[task], value.state, value.answers, value.seconds, value.done_at)
            for (pupil, task), value in found.standings.items()
        )

    one = seen(sessions, everybody)
    demo.erase(sessions, everybody.teacher.id, one.room.id)
    other = seen(sessions, everybody)
    assert outline(one) == outline(other)
    assert {member.card for member in one.members}.isdisjoint(m.card for m in other.members)


def test_deleting_it_leaves_nothing_and_touches_nobody_else(sessions: Sessions, everybody: Cast):
    tables = Classroom, Pupil, Learner, TaskAnswer
    before = count(sessions, *tables)
    room = made(sessions, everybody.teacher.id)
    assert count(sessions, *tables) != before
    demo.erase(sessions, everybody.teacher.id, room.id)
    assert count(sessions, *tables) == before


def test_no_other_class_can_be_deleted_that_way_and_nobody_else_can(
    sessions: Sessions, everybody: Cast
):
    room = made(sessions, everybody.teacher.id)
    with pytest.raises(ForbiddenError):
        demo.erase(sessions, everybody.teacher.id, everybody.room.id)
    for somebody in (everybody.outsider, everybody.co_teacher):
        with pytest.raises(NotFoundError):
            demo.erase(sessions, somebody.id, room.id)


def test_nothing_made_up_gets_into_ratings(sessions: Sessions, everybody: Cast):
    made(sessions, everybody.teacher.id)
    assert count(sessions, PuzzleAttempt, PuzzleRating) == [0, 0]


def test_everything_happened_before_now_and_after_it_was_given(sessions: Sessions, everybody: Cast):
    found = seen(sessions, everybody)
    given = {task.id: one.made_at for one, task in found.tasks}
    for (_, task), value in found.standings.items():
        for moment in filter(None, (value.last_at, value.done_at)):
            assert given[task] <= moment <= NOW
    for some in found.answers.values():
        assert all(given[one.task] <= one.made_at <= NOW for one in some)
        assert some == tuple(sorted(some, key=lambda one: one.made_at))


def test_no_pupil_answers_more_often_than_is_allowed_or_after_solving(
    sessions: Sessions, everybody: Cast
):
    found = seen(sessions, everybody)
    assert found.answers
    for (_, task), some in found.answers.items():
        tries = found.task(task)[0].tries
        assert tries is None or len(some) <= tries
        assert not any(one.solved for one in some[:-1])
        assert len({one.text for one in some}) == len(some)


def test_answers_are_judged_as_a_page_judges_them(sessions: Sessions, everybody: Cast):
    found = seen(sessions, everybody)
    known = puzzles_of(sessions, [task for _, task in found.tasks])
    for some in found.answers.values():
        for one in some:
            answer = judged(known[one.task], one.text)
            assert (answer.solved, answer.grade, answer.loss) == (one.solved, one.grade, one.loss)
            assert (misconception(known[one.task], one.text) is None) == one.solved


def test_it_shows_what_there_is_to_see(sessions: Sessions, everybody: Cast):
    """Weak and strong pupils, every state, somebody who needs help for each reason."""
    found = seen(sessions, everybody)
    states = [value.state for value in found.standings.values()]
    assert {"open", "begun", "done", "missed"} == set(states)
    assert any(value.late for value in found.standings.values())
    shares = [row.done / row.tasks for row in map(found.row, _ids(found))]
    assert min(shares) < 0.4
    assert max(shares) == 1
    needing = concerns.concerns(found)
    assert {one.kind for each in needing for one in each.reasons} >= {
        "wrong", "due", "over", "stuck", "behind"
    }  # fmt: skip
    assert 3 <= len(needing) <= 7
    known = puzzles_of(sessions, [task for _, task in found.tasks])
    codes = [one.misconception.code for one in frequent(found, known)]
    assert {"laid-everything", "held-back", "tempo", "closed-row"} <= set(codes)
    reports = [task_report(found, task, known) for task in known]
    assert all(one.answered >= 8 and one.lines[0].pupils for one in reports)
    assert all(any(not line.solved for line in one.lines) for one in reports)


def _ids(found: Report) -> Iterable[str]:
    return [one.id for one in found.members]


def test_a_set_that_is_withheld_and_one_that_ends_tomorrow(sessions: Sessions, everybody: Cast):
    last = seen(sessions, everybody).sets[-1]
    assert last.withholds
    assert last.due_until is not None
    assert timedelta(0) < last.due_until - NOW < timedelta(days=2, hours=1)


def test_all_that_it_refers_to_is_there():
    puzzles = [task.reference for one in SETS for task in one.tasks if task.kind == "puzzle"]
    assert all(bank.load().get(name) for name in (*puzzles, *LIVE))
    others = [task for one in SETS for task in one.tasks if task.kind != "puzzle"]
    assert all(course().chapter(task.reference) for task in others)
    practised = {task.reference for task in others if task.kind == "practice"}
    assert practised <= set(CHAPTER_KINDS)


def test_a_puzzle_that_has_left_the_bank_stops_nobody(monkeypatch: pytest.MonkeyPatch):
    given, task = SETS[1], SETS[1].tasks[0]
    assert demo_play.play(ACTORS[0], given, task, None) is None
    assert demo_play.play(ACTORS[0], given, task, bank.load().get(task.reference)) is not None


def test_it_is_made_in_a_second(sessions: Sessions, everybody: Cast):
    bank.load()
    begin = time.process_time()
    made(sessions, everybody.teacher.id)
    assert time.process_time() - begin < 1
