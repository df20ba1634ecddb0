"""A learner's data as a whole: seen, taken along, deleted, and by nobody else."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from trainer.learners import guests, progress
from trainer.learners.progress import Answer, record_attempt, record_step
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Base, Learner

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=2)
BOTH = Answer("blue", "B10,B12", solved=True, grade="best", loss=0.0)
ONE = Answer("other", "B12", solved=False, grade="mistake", loss=10.0)


@pytest.fixture
def busy_pupil(sessions: Sessions, pupil: str) -> str:
    record_attempt(sessions, pupil, "a", BOTH, NOW)
    record_attempt(sessions, pupil, "b", BOTH, NOW)
    record_attempt(sessions, pupil, "c", ONE, LATER)
    record_step(sessions, pupil, "goal", "deck", ("deck",), LATER)
    return pupil


def rows_of_all_tables(sessions: Sessions) -> int:
    with reading(sessions) as session:
        tables = Base.metadata.sorted_tables
        return sum(session.scalar(sa.select(sa.func.count()).select_from(t)) or 0 for t in tables)


def test_the_summary_counts_every_puzzle_once(sessions: Sessions, busy_pupil: str):
    found = progress.summary(sessions, busy_pupil)
    assert [record.puzzle for record in found.puzzles] == ["other", "blue"]
    assert [record.puzzle for record in found.solved] == ["blue"]
    assert found.chapter("goal").done_at == LATER
    assert not found.chapter("turn").is_done
    assert found.since == NOW


def test_the_summary_of_a_newcomer_is_empty(sessions: Sessions, outsider: str):
    assert progress.summary(sessions, outsider).is_empty


def test_the_export_holds_all_that_is_stored(sessions: Sessions, busy_pupil: str):
    found = json.loads(json.dumps(progress.export(sessions, busy_pupil)))
    assert found["learner"]["id"] == busy_pupil
    assert found["learner"]["created_at"] == "2026-03-01T12:00:00+00:00"
    answers = [(a["puzzle"], a["answer"], a["loss"]) for a in found["puzzle_answers"]]
    assert answers == [("blue", "B10,B12", 0), ("blue", "B10,B12", 0), ("other", "B12", 10)]
    assert found["lesson_steps"][0]["step"] == "deck"
    assert found["chapters"][0]["done_at"] == LATER.isoformat()


def test_the_export_of_an_outsider_holds_nothing_of_others(
    sessions: Sessions, busy_pupil: str, outsider: str
):
    found = progress.export(sessions, outsider)
    assert found["learner"] is None
    assert found["puzzle_answers"] == found["lesson_steps"] == found["chapters"] == []


def test_deleting_leaves_no_row_in_any_table(sessions: Sessions, busy_pupil: str):
    assert progress.delete_learner(sessions, busy_pupil)
    assert rows_of_all_tables(sessions) == 0
    assert not progress.delete_learner(sessions, busy_pupil)


def test_deleting_keeps_what_belongs_to_others(sessions: Sessions, busy_pupil: str, outsider: str):
    assert not progress.delete_learner(sessions, outsider)
    record_attempt(sessions, outsider, "a", BOTH, NOW)
    assert progress.delete_learner(sessions, outsider)
    assert progress.summary(sessions, busy_pupil).solved


def test_ids_are_random_and_nothing_else_is_an_id(sessions: Sessions):
    assert guests.new_id() != guests.new_id()
    assert guests.is_id(guests.new_id())
    for text in ("", "1", "g" * 32, "A" * 32, "a" * 33, "a" * 32 + "\n"):
        assert not guests.is_id(text)
        with pytest.raises(ValueError, match="not a learner"):
            record_attempt(sessions, text, "a", BOTH, NOW)


def test_a_visit_is_noted_by_the_hour(sessions: Sessions, pupil: str):
    for minutes, expected in ((0, NOW), (59, NOW), (60, NOW + timedelta(hours=1))):
        with writing(sessions) as session:
            guests.find_or_create(session, pupil, NOW + timedelta(minutes=minutes))
        with reading(sessions) as session:
            assert session.scalars(sa.select(Learner.seen_at)).one() == expected


KILLED = """
import os, signal
from trainer.config import Settings
from trainer.learners.progress import Answer, record_attempt
from trainer.storage import database
settings = Settings.from_environment()
sessions = database.session_factory(database.create_engine(settings))
record_attempt(sessions, os.environ["PUPIL"], "form", Answer("blue", "B12", False))
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_an_answer_survives_a_process_killed_right_after_it(sessions: Sessions, pupil: str):
    address = sessions.kw["bind"].url.render_as_string(hide_password=False)
    environment = {"DATABASE_URL": address, "PUPIL": pupil}
    finished = subprocess.run([sys.executable, "-c", KILLED], env=environment, timeout=60)
    assert finished.returncode == -9
    assert [r.puzzle for r in progress.summary(sessions, pupil).puzzles] == ["blue"]
