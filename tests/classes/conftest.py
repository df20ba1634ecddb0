"""An empty database, and the cast in it."""

from __future__ import annotations

import pytest

from tests.classes.cast import Cast, cast
from tests.learners.conftest import sessions
from trainer.storage.database import Sessions

__all__ = ["sessions"]


@pytest.fixture
def everybody(sessions: Sessions) -> Cast:
    """The cast of tests.classes.cast."""
    return cast(sessions)
