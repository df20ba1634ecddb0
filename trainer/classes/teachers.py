"""Teachers' accounts."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime

from argon2 import PasswordHasher

from trainer.classes import codes
from trainer.classes.sessions import open_for_teacher
from trainer.storage.class_tables import Teacher
from trainer.storage.database import Sessions, writing

HASHER = PasswordHasher()


@dataclass(frozen=True)
class Opened:
    """An account that a browser is signed in to; ``secret`` is for the browser's cookie."""

    teacher: str
    name: str
    secret: str


def name_key(name: str) -> str:
    """The name as sign-in compares it: no matter of case, width or spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def register(
    sessions: Sessions, name: str, password: str, device: str = "", now: datetime | None = None
) -> Opened:
    """Make an account and sign the browser in."""
    now = now or datetime.now(UTC)
    hashed = HASHER.hash(password)
    with writing(sessions) as session:
        row = Teacher(
            public_id=codes.new_public_id(),
            name=name,
            name_key=name_key(name),
            password=hashed,
            created_at=now,
            seen_at=now,
        )
        session.add(row)
        session.flush()
        return Opened(row.public_id, row.name, open_for_teacher(session, row, device, now))
