"""A fresh database for each test, and the cast: a pupil and an outsider."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Prepare
from trainer.config import Settings
from trainer.learners import guests
from trainer.storage import database
from trainer.storage.database import Sessions


@pytest.fixture
def sessions(tmp_path: Path, prepared: Prepare) -> Iterator[Sessions]:
    settings = Settings.from_environment({"TRAINER_DATA": str(tmp_path)})
    engine = database.create_engine(prepared(settings))
    yield database.session_factory(engine)
    engine.dispose()


@pytest.fixture
def pupil() -> str:
    return guests.new_id()


@pytest.fixture
def outsider() -> str:
    return guests.new_id()
