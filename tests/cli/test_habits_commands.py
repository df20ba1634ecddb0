"""``trainer db reports`` and ``trainer db withdraw``: for those who look after the puzzles."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.conftest import Prepare
from trainer.cli.site import db
from trainer.config import Settings
from trainer.learners import faults, guests, ratings
from trainer.learners.answers import answer_puzzle
from trainer.learners.attempts import Answer
from trainer.learners.faults import Fault
from trainer.puzzles import bank
from trainer.storage import database

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
PUPIL = guests.new_id()


@pytest.fixture
def sessions(tmp_path: Path, prepared: Prepare, monkeypatch: pytest.MonkeyPatch):
    settings = prepared(Settings.from_environment({"TRAINER_DATA": str(tmp_path)}))
    monkeypatch.setenv("TRAINER_DATA", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", settings.database_url)
    engine = database.create_engine(settings)
    yield database.session_factory(engine)
    engine.dispose()


def run(*arguments: str) -> str:
    result = CliRunner().invoke(db, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_reports_are_listed_one_a_line_the_newest_first(sessions):
    for number, text in enumerate(("older", "two\nlines")):
        form = f"form {number}"
        faults.report(sessions, PUPIL, form, "abc", Fault.WORDS, text, "ru", NOON)
    assert run("reports").splitlines() == [
        "2026-03-01  abc  ru  words  two lines",
        "2026-03-01  abc  ru  words  older",
    ]


def test_withdrawing_a_puzzle_gives_the_ratings_back(sessions):
    puzzles = bank.load().puzzles
    given = Answer(puzzles[0].id, "B10", False)
    answer_puzzle(sessions, PUPIL, "form", given, 0.0, puzzles, NOON.date(), NOON)
    assert ratings.standing(sessions, PUPIL).rating.value < ratings.NEWCOMER.value
    assert "without it: 1" in run("withdraw", puzzles[0].id)
    assert ratings.standing(sessions, PUPIL).rating.value == ratings.NEWCOMER.value
    assert "without it: 0" in run("withdraw", puzzles[0].id)
