"""Puzzles that readers have set up: kept with their frozen evaluation, found by their link.

Whoever has the link can solve one; only its owner can withdraw it. A withdrawn puzzle leaves a
trace (its row, without the puzzle), so that its link can say what has become of it. Answers to
such puzzles are not rated, so nothing has to be restored.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from trainer.learners.guests import find, find_or_create
from trainer.puzzles.schema import Puzzle, encode
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner, OwnPuzzle

MOST = 200
"""So many puzzles one learner may keep at a time."""


class TooManyError(ValueError):
    """The learner keeps as many puzzles as are allowed."""


@dataclass(frozen=True)
class Kept:
    """A puzzle behind a link; ``puzzle`` is None since it was withdrawn."""

    link: str
    puzzle: Puzzle | None
    made_at: datetime
    withdrawn_at: datetime | None
    owner: str


def keep(sessions: Sessions, learner: str, puzzle: Puzzle, now: datetime | None = None) -> Kept:
    """Store a puzzle; the same puzzle again (a double click, a reload) returns what is stored.

    Raises TooManyError.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        owner = find_or_create(session, learner, now)
        known = _same(session, owner, puzzle.id)
        if known is not None:
            return _kept(known, learner)
        if _count(session, owner) >= MOST:
            raise TooManyError(str(MOST))
        row = OwnPuzzle(
            learner_id=owner.id,
            link=secrets.token_hex(8),
            puzzle=puzzle.id,
            record=encode(puzzle),
            made_at=now,
        )
        session.add(row)
        session.flush()
        return _kept(row, learner)


def _same(session: Session, owner: Learner, puzzle: str) -> OwnPuzzle | None:
    return session.scalar(
        select(OwnPuzzle).where(
            OwnPuzzle.learner_id == owner.id,
            OwnPuzzle.puzzle == puzzle,
            OwnPuzzle.withdrawn_at.is_(None),
        )
    )


def _count(session: Session, owner: Learner) -> int:
    mine = OwnPuzzle.learner_id == owner.id, OwnPuzzle.withdrawn_at.is_(None)
    return session.scalar(select(func.count()).where(*mine)) or 0


def by_link(sessions: Sessions, link: str) -> Kept | None:
    """The puzzle behind a link, withdrawn ones too; None where there never was one."""
    with reading(sessions) as session:
        query = select(OwnPuzzle, Learner.public_id).join(Learner).where(OwnPuzzle.link == link)
        row = session.execute(query).first()
        return None if row is None else _kept(row[0], row[1])


def of_learner(sessions: Sessions, learner: str) -> list[Kept]:
    """The puzzles that a learner keeps, the newest first."""
    query = (
        select(OwnPuzzle)
        .join(Learner)
        .where(Learner.public_id == learner, OwnPuzzle.withdrawn_at.is_(None))
        .order_by(OwnPuzzle.id.desc())
    )
    with reading(sessions) as session:
        return [_kept(row, learner) for row in session.scalars(query)]


def withdraw(sessions: Sessions, learner: str, link: str, now: datetime | None = None) -> bool:
    """Take a puzzle back; False for one that is not the learner's own. Twice is as once."""
    with writing(sessions) as session:
        owner = find(session, learner)
        row = session.scalar(select(OwnPuzzle).where(OwnPuzzle.link == link))
        if owner is None or row is None or row.learner_id != owner.id:
            return False
        if row.withdrawn_at is None:
            row.withdrawn_at, row.record = now or datetime.now(UTC), None
        return True


def export_of(session: Session, owner: int) -> list[dict[str, object]]:
    """What a learner's export says about them."""
    mine = select(OwnPuzzle).where(OwnPuzzle.learner_id == owner).order_by(OwnPuzzle.id)
    return [
        {
            "link": row.link,
            "puzzle": row.puzzle,
            "record": None if row.record is None else msgspec.json.decode(row.record),
            "made_at": row.made_at.isoformat(),
            "withdrawn_at": row.withdrawn_at.isoformat() if row.withdrawn_at else None,
        }
        for row in session.scalars(mine)
    ]


def _kept(row: OwnPuzzle, owner: str) -> Kept:
    puzzle = None if row.record is None else msgspec.json.decode(row.record, type=Puzzle)
    return Kept(row.link, puzzle, row.made_at, row.withdrawn_at, owner)
