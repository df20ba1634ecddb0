"""Passwords that are hashed in no time, for tests that need many."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher

from trainer.classes import passwords

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture
def cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The same algorithm with the least that it takes."""
    monkeypatch.setattr(passwords, "HASHER", CHEAP)
    passwords._nobodys.cache_clear()
    yield
    passwords._nobodys.cache_clear()
