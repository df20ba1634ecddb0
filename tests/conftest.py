"""What all tests share: the folder of test data, and how hard hypothesis tries."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from trainer.config import Settings
from trainer.storage import database

# Shared machines are slow at times: a test may be wrong, never late.
settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of case files."""
    return Path(__file__).parent / "data"


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database of the newest schema, to be copied: quicker than each migration."""
    folder = tmp_path_factory.mktemp("migrated")
    database.upgrade(Settings.from_environment({"TRAINER_DATA": str(folder)}))
    return folder / "trainer.sqlite3"
