"""How long things are kept: time passes, and what is due goes, and nothing else."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from tests.classes.cast import EXPIRES, NOW, Cast, new_teacher, seated
from trainer.classes import access, housekeeping, pupils, retention, stale
from trainer.classes.retention import BIN, WARNING, Warned
from trainer.learners import guests
from trainer.learners.progress import Answer, record_attempt, summary
from trainer.storage.class_tables import (
    Assignment,
    ClassInvitation,
    Classroom,
    ClassTeacher,
    Erasure,
    Guessing,
    Housekeeping,
    Pupil,
    PupilSession,
    RecoveryCode,
    SignUpInvitation,
    Teacher,
    TeacherSession,
)
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import FaultReport, Learner, MoveCode

DAYS = 180
DAY = timedelta(days=1)
# The class's last day is over everywhere at noon (UTC) of the day after it.
OVER = datetime(EXPIRES.year, EXPIRES.month, EXPIRES.day, 12, tzinfo=UTC) + DAY


def tidy(sessions: Sessions, now: datetime) -> dict[str, int]:
    """Do every chore at that time; those that did anything, and how much."""
    done = retention.tidy(sessions, DAYS, now)
    assert None not in done.values()
    return {name: count for name, count in done.items() if count}


def count(sessions: Sessions, table: Any, *where: Any) -> int:
    with reading(sessions) as session:
        return session.scalar(sa.select(sa.func.count()).select_from(table).where(*where)) or 0


def change(sessions: Sessions, table: Any, where: Any, **values: Any) -> None:
    with writing(sessions) as session:
        session.execute(sa.update(table).where(where).values(**values))


def room_row(sessions: Sessions, everybody: Cast) -> Classroom:
    with reading(sessions) as session:
        return session.scalars(
            sa.select(Classroom).where(Classroom.public_id == everybody.room.id)
        ).one()


def names(sessions: Sessions, everybody: Cast) -> list[str]:
    found = pupils.members(sessions, everybody.teacher.id, everybody.room.id)
    return [one.name for one in found]


# Classes end


def test_a_class_goes_on_until_its_last_day_is_over_everywhere(sessions: Sessions, everybody: Cast):
    assert retention.archive_expired(sessions, OVER - timedelta(minutes=1)) == 0
    assert room_row(sessions, everybody).archived_at is None
    assert retention.archive_expired(sessions, OVER) == 2
    assert room_row(sessions, everybody).archived_at == OVER


def test_archiving_twice_is_as_once(sessions: Sessions, everybody: Cast):
    retention.archive_expired(sessions, OVER)
    assert retention.archive_expired(sessions, OVER + DAY) == 0
    assert room_row(sessions, everybody).archived_at == OVER


def test_a_class_that_was_prolonged_goes_on(sessions: Sessions, everybody: Cast):
    mine = Classroom.public_id == everybody.room.id
    change(sessions, Classroom, mine, expires_on=EXPIRES + timedelta(days=365))
    retention.archive_expired(sessions, OVER)
    assert room_row(sessions, everybody).archived_at is None


# Names go


def test_names_stay_for_the_time_that_is_set_and_then_become_numbers(
    sessions: Sessions, everybody: Cast
):
    tidy(sessions, OVER)
    tidy(sessions, OVER + DAYS * DAY - timedelta(seconds=1))
    assert names(sessions, everybody) == ["Ana", "Ben", "Ben"]
    tidy(sessions, OVER + DAYS * DAY)
    assert names(sessions, everybody) == ["#1", "#2", "#3"]
    assert [retention.number_of(one) for one in names(sessions, everybody)] == [1, 2, 3]
    assert room_row(sessions, everybody).forgotten_at == OVER + DAYS * DAY


def test_no_column_of_any_table_keeps_a_name_that_has_gone(sessions: Sessions, everybody: Cast):
    tidy(sessions, OVER)
    tidy(sessions, OVER + DAYS * DAY)
    with reading(sessions) as session:
        for table in sa.inspect(Pupil).mapper.registry.metadata.sorted_tables:
            for row in session.execute(sa.select(table)):
                assert not {"Ana", "Ben"} & set(map(str, row)), table.name


def test_with_the_names_go_the_cards_and_the_browsers_that_have_shown_one(
    sessions: Sessions, everybody: Cast
):
    seated(sessions, everybody.members[1])
    change(sessions, Classroom, Classroom.public_id == everybody.room.id, archived_at=NOW)
    retention.forget_names(sessions, NOW + DAYS * DAY, DAYS)
    assert count(sessions, PupilSession) == 0
    mine = pupils.members(sessions, everybody.teacher.id, everybody.room.id)
    assert [one.card for one in mine] == [None] * 3
    # The other class goes on.
    other = pupils.members(sessions, everybody.outsider.id, everybody.other_room.id)
    assert [one.name for one in other] == ["Zoe"]
    assert other[0].card


def test_the_numbers_are_not_in_the_order_of_the_list(sessions: Sessions, everybody: Cast):
    room, teacher = everybody.room, everybody.teacher
    pupils.add(sessions, teacher.id, room.id, [f"Name {n:02}" for n in range(30)], NOW)
    change(sessions, Classroom, Classroom.public_id == room.id, archived_at=NOW)
    retention.forget_names(sessions, NOW + DAYS * DAY, DAYS)
    with reading(sessions) as session:
        found = session.scalars(sa.select(Pupil.name).order_by(Pupil.id)).all()
    numbered = [one for one in found if one.startswith("#")]
    assert sorted(numbered) == [f"#{n:02}" for n in range(1, 34)]
    assert numbered != sorted(numbered)


def test_the_results_stay_when_the_names_go(sessions: Sessions, everybody: Cast):
    learner = everybody.members[0].learner
    record_attempt(sessions, learner, "form", Answer("blue", "B10,B12", solved=True), NOW)
    tidy(sessions, OVER)
    tidy(sessions, OVER + DAYS * DAY)
    assert len(summary(sessions, learner).solved) == 1


def test_a_class_that_was_restored_and_ends_again_is_forgotten_again(
    sessions: Sessions, everybody: Cast
):
    mine = Classroom.public_id == everybody.room.id
    change(sessions, Classroom, mine, archived_at=NOW)
    retention.forget_names(sessions, NOW + DAYS * DAY, DAYS)
    change(sessions, Classroom, mine, archived_at=None)
    pupils.add(sessions, everybody.teacher.id, everybody.room.id, ["Nia"], NOW + DAYS * DAY)
    again = NOW + 2 * DAYS * DAY
    change(sessions, Classroom, mine, archived_at=again)
    assert retention.forget_names(sessions, again + DAYS * DAY - DAY, DAYS) == 0
    assert "Nia" in names(sessions, everybody)
    assert retention.forget_names(sessions, again + DAYS * DAY, DAYS) == 1
    assert "Nia" not in names(sessions, everybody)
    assert retention.forget_names(sessions, again + 2 * DAYS * DAY, DAYS) == 0


# Teachers are told


def warned(sessions: Sessions, everybody: Cast, today: datetime) -> Warned | None:
    with reading(sessions) as session:
        room = access.room(session, everybody.teacher.id, everybody.room.id)
    return retention.warning(room, DAYS, today.date())


def test_teachers_are_told_a_month_before_each_step(sessions: Sessions, everybody: Cast):
    last = datetime(EXPIRES.year, EXPIRES.month, EXPIRES.day, 8, tzinfo=UTC)
    assert warned(sessions, everybody, last - WARNING - DAY) is None
    assert warned(sessions, everybody, last - WARNING) == Warned("archive", EXPIRES)
    tidy(sessions, OVER)
    assert warned(sessions, everybody, OVER) is None
    gone = OVER + DAYS * DAY
    assert warned(sessions, everybody, gone - WARNING) == Warned("names", gone.date())
    tidy(sessions, gone)
    assert warned(sessions, everybody, gone) == Warned("forgotten", gone.date())
    change(sessions, Classroom, Classroom.public_id == everybody.room.id, removed_at=gone)
    assert warned(sessions, everybody, gone) == Warned("bin", (gone + BIN).date())


# The bin


def test_a_class_in_the_bin_goes_after_a_month_with_all_that_it_held(
    sessions: Sessions, everybody: Cast
):
    mine = Classroom.public_id == everybody.room.id
    learners = [one.learner for one in everybody.members]
    change(sessions, Classroom, mine, removed_at=NOW)
    assert retention.empty_bin(sessions, NOW + BIN - timedelta(seconds=1)) == 0
    assert retention.empty_bin(sessions, NOW + BIN) == 1
    assert count(sessions, Classroom, mine) == 0
    assert count(sessions, Learner, Learner.public_id.in_(learners)) == 0
    assert count(sessions, Pupil) == 1, "the outsider's pupil"
    assert count(sessions, PupilSession) == 0


def test_a_pupil_in_the_bin_goes_after_a_month_and_the_others_stay(
    sessions: Sessions, everybody: Cast
):
    ana = everybody.members[0]
    change(sessions, Pupil, Pupil.public_id == ana.id, removed_at=NOW)
    assert retention.empty_bin(sessions, NOW + BIN - DAY) == 0
    assert retention.empty_bin(sessions, NOW + BIN) == 1
    assert count(sessions, Learner, Learner.public_id == ana.learner) == 0
    assert names(sessions, everybody) == ["Ben", "Ben"]


def place(sessions: Sessions, learner: str, room: str, *, came_along: bool) -> None:
    with writing(sessions) as session:
        whose = session.scalars(sa.select(Learner).where(Learner.public_id == learner)).one()
        where = session.scalars(sa.select(Classroom).where(Classroom.public_id == room)).one()
        session.add(
            Pupil(
                public_id=guests.new_id(),
                classroom_id=where.id,
                learner_id=whose.id,
                name="Ana",
                enrolled=False,
                came_along=came_along,
                joined_at=NOW,
            )
        )


def test_a_pupil_of_two_classes_loses_nothing_when_one_goes(sessions: Sessions, everybody: Cast):
    ana = everybody.members[0]
    place(sessions, ana.learner, everybody.other_room.id, came_along=True)
    change(sessions, Classroom, Classroom.public_id == everybody.room.id, removed_at=NOW)
    retention.empty_bin(sessions, NOW + BIN)
    assert count(sessions, Learner, Learner.public_id == ana.learner) == 1
    # The learner was made by the class that has gone; with the last class they go too.
    change(sessions, Classroom, Classroom.public_id == everybody.other_room.id, removed_at=NOW)
    retention.empty_bin(sessions, NOW + BIN)
    assert count(sessions, Learner, Learner.public_id == ana.learner) == 0


def test_a_guest_who_joined_a_class_stays_a_guest_when_it_goes(sessions: Sessions, everybody: Cast):
    guest = guests.new_id()
    record_attempt(sessions, guest, "form", Answer("blue", "B12", solved=False), NOW)
    place(sessions, guest, everybody.room.id, came_along=True)
    change(sessions, Classroom, Classroom.public_id == everybody.room.id, removed_at=NOW)
    retention.empty_bin(sessions, NOW + BIN)
    assert count(sessions, Learner, Learner.public_id == guest) == 1


def test_a_set_of_tasks_in_the_bin_goes_after_a_month(sessions: Sessions, everybody: Cast):
    with writing(sessions) as session:
        room = session.scalars(
            sa.select(Classroom).where(Classroom.public_id == everybody.room.id)
        ).one()
        for number, removed in enumerate((None, NOW)):
            session.add(
                Assignment(
                    public_id=str(number),
                    classroom_id=room.id,
                    title="Week 1",
                    place=number,
                    explain="at once",
                    made_at=NOW,
                    removed_at=removed,
                )
            )
    assert tidy(sessions, NOW + BIN) == {"things out of the bin": 1}
    assert count(sessions, Assignment) == 1


# What nobody can use any more


def test_sessions_of_browsers_that_stay_away_end_and_the_account_remembers_when(
    sessions: Sessions, everybody: Cast
):
    later = NOW + timedelta(days=10)
    change(sessions, TeacherSession, sa.true(), seen_at=later)
    assert tidy(sessions, NOW + timedelta(days=31)) == {}
    assert tidy(sessions, NOW + timedelta(days=41)) == {"sessions ended": 3}
    assert count(sessions, Teacher, Teacher.seen_at == later) == 3
    assert tidy(sessions, NOW + timedelta(days=201)) == {"sessions ended": 1}
    assert count(sessions, PupilSession) == 0


def test_codes_and_counts_go_when_they_are_of_no_use(sessions: Sessions, everybody: Cast):
    with writing(sessions) as session:
        key = session.scalars(sa.select(Teacher.id)).first() or 0
        room = session.scalars(sa.select(Classroom.id)).first() or 0
        learner = session.scalars(sa.select(Learner.id)).first() or 0
        session.add_all(
            [
                SignUpInvitation(code="a", note="", made_at=NOW, expires_at=NOW, used_at=None),
                ClassInvitation(classroom_id=room, code="b", note="", made_at=NOW, expires_at=NOW),
                RecoveryCode(teacher_id=key, code="c", made_at=NOW, used_at=NOW),
                RecoveryCode(teacher_id=key, code="d", made_at=NOW, used_at=None),
                MoveCode(learner_id=learner, tag="e", secret="e", wrong=0, expires_at=NOW),
                Guessing(subject="f", failures=3, since=NOW, last_at=NOW),
                Erasure(classroom_id=room, erased_at=NOW),
            ]
        )
    assert stale.drop_codes(sessions, NOW) == 0
    assert stale.drop_codes(sessions, NOW + timedelta(days=3)) == 2
    assert stale.drop_codes(sessions, NOW + timedelta(days=31)) == 4
    assert count(sessions, RecoveryCode) == 1, "a code that is not used stays good"


def test_a_guest_goes_when_their_cookie_has_run_out(sessions: Sessions, everybody: Cast):
    old, new = guests.new_id(), guests.new_id()
    record_attempt(sessions, old, "form", Answer("blue", "B12", solved=False), NOW)
    record_attempt(sessions, new, "form", Answer("blue", "B12", solved=False), NOW + DAY)
    assert stale.drop_guests(sessions, NOW + stale.GUEST) == 0
    assert stale.drop_guests(sessions, NOW + stale.GUEST + timedelta(hours=1)) == 1
    assert summary(sessions, old).is_empty
    assert not summary(sessions, new).is_empty
    # Pupils' learners belong to their class, however long they stay away.
    assert count(sessions, Learner) == 5


def test_very_many_guests_go_too(sessions: Sessions):
    with writing(sessions) as session:
        session.add_all(
            Learner(public_id=guests.new_id(), created_at=NOW, seen_at=NOW)
            for _ in range(2 * stale.HANDFUL + 1)
        )
    assert stale.drop_guests(sessions, NOW + 2 * stale.GUEST) == 2 * stale.HANDFUL + 1


def test_what_was_reported_goes_after_a_year(sessions: Sessions, everybody: Cast):
    with writing(sessions) as session:
        learner = session.scalars(sa.select(Learner.id)).first() or 0
        session.add(
            FaultReport(
                learner_id=learner,
                puzzle="blue",
                submission="form",
                kind="other",
                text="I am Ana",
                language="en",
                made_at=NOW,
            )
        )
    assert stale.drop_reports(sessions, NOW + stale.REPORT) == 0
    assert stale.drop_reports(sessions, NOW + stale.REPORT + DAY) == 1


def test_an_account_goes_when_nobody_has_used_it_for_years(sessions: Sessions, everybody: Cast):
    later = NOW + stale.UNUSED_ACCOUNT - DAY
    someone = everybody.co_teacher
    change(sessions, TeacherSession, sa.true(), seen_at=NOW)
    change(sessions, Teacher, Teacher.public_id == someone.id, seen_at=later)
    tidy(sessions, later)
    assert count(sessions, Teacher) == 3
    tidy(sessions, later + 2 * DAY)
    assert count(sessions, Teacher) == 1
    # The class has passed to the co-teacher; the class that nobody else teaches has gone.
    assert count(sessions, ClassTeacher, ClassTeacher.role == "owner") == 1
    assert count(sessions, Classroom) == 1
    assert room_row(sessions, everybody).name == "7b"


# Housekeeping


def test_the_chores_are_done_once_a_day_by_whoever_comes_first(sessions: Sessions, everybody: Cast):
    assert retention.tidy_if_due(sessions, DAYS, OVER)
    assert room_row(sessions, everybody).archived_at == OVER
    assert not retention.tidy_if_due(sessions, DAYS, OVER + timedelta(hours=23))
    assert retention.tidy_if_due(sessions, DAYS, OVER + DAY)


def test_of_several_processes_at_once_one_does_the_chores(sessions: Sessions):
    for now in (NOW, NOW + DAY):
        with ThreadPoolExecutor(8) as threads:
            calls = [
                threads.submit(housekeeping.claim, sessions, "tidy", DAY, now) for _ in range(16)
            ]
        assert [call.result() for call in calls].count(True) == 1
    assert count(sessions, Housekeeping) == 1


def test_a_chore_done_by_hand_is_done_for_today(sessions: Sessions):
    for now in (NOW, NOW + timedelta(hours=1)):
        housekeeping.note(sessions, retention.TIDY, now)
    assert not housekeeping.is_due(sessions, retention.TIDY, DAY, NOW + DAY)
    assert housekeeping.is_due(sessions, retention.TIDY, DAY, NOW + timedelta(hours=25))


def test_a_chore_that_fails_is_logged_and_holds_up_none_of_the_others(
    sessions: Sessions,
    everybody: Cast,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    def fail(*_arguments: object) -> int:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(retention, "archive_expired", fail)
    change(sessions, Classroom, Classroom.public_id == everybody.room.id, removed_at=NOW)
    with caplog.at_level(logging.ERROR):
        done = retention.tidy(sessions, DAYS, NOW + BIN)
    assert done["classes archived"] is None
    assert done["things out of the bin"] == 1
    assert "tidying up: classes archived" in caplog.text


def test_tidying_at_once_from_several_threads_does_everything_once(
    sessions: Sessions, everybody: Cast
):
    mine = Classroom.public_id == everybody.room.id
    change(sessions, Classroom, mine, removed_at=NOW)
    with ThreadPoolExecutor(4) as threads:
        calls = [threads.submit(retention.tidy, sessions, DAYS, NOW + BIN) for _ in range(4)]
    done = [call.result()["things out of the bin"] for call in calls]
    assert sum(one or 0 for one in done) == 1
    assert None not in done


def test_a_new_teacher_without_classes_can_go_too(sessions: Sessions):
    new_teacher(sessions, "Alone")
    tidy(sessions, NOW + stale.UNUSED_ACCOUNT + DAY)
    assert count(sessions, Teacher) == 0
