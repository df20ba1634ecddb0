"""Taking a guest's progress along to another browser, by a code that is good once and not for long.

A code is found by its first letters and checked by its digest. Wrong guesses are counted for each
code, never for an address: after `MOST_WRONG` of them it is dead, so that guessing is hopeless
however fast, and a stranger can at most make somebody ask for a new one.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from trainer.classes import codes
from trainer.classes.merging import unite
from trainer.learners.guests import find
from trainer.storage.database import Sessions, writing
from trainer.storage.tables import Learner, MoveCode

TAG_LENGTH = 4
LENGTH = 10
VALID = timedelta(minutes=30)
MOST_WRONG = 10


class WrongCodeError(LookupError):
    """There is no such code, or it is used up, or too old: they look the same."""


@dataclass(frozen=True)
class Made:
    """A new code, as it is typed, and until when it is good."""

    code: str
    expires_at: datetime


def make(sessions: Sessions, learner: str, now: datetime | None = None) -> Made | None:
    """A code for a learner's progress, in place of an earlier one; None if nothing is stored."""
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        row = find(session, learner)
        if row is None:
            return None
        # Two clicks at once queue here: the later code counts.
        session.execute(select(Learner.id).where(Learner.id == row.id).with_for_update())
        session.execute(delete(MoveCode).where(MoveCode.learner_id == row.id))
        tag = _free_tag(session)
        code = tag + codes.new_code(LENGTH - TAG_LENGTH)
        made = MoveCode(
            learner_id=row.id,
            tag=tag,
            secret=codes.digest(code),
            wrong=0,
            expires_at=now + VALID,
        )
        session.add(made)
        return Made(code, made.expires_at)


def _free_tag(session: Session) -> str:
    while True:
        tag = codes.new_code(TAG_LENGTH)
        if session.scalar(select(MoveCode.id).where(MoveCode.tag == tag)) is None:
            return tag


def whose(sessions: Sessions, code: str, now: datetime | None = None) -> str:
    """The learner (public id) of a code, which stays good; raises WrongCodeError."""
    with writing(sessions) as session:
        row = _check(session, code, now or datetime.now(UTC))
        found = None if row is None else session.get_one(Learner, row.learner_id).public_id
    # A wrong guess is counted only if its transaction ends well.
    if found is None:
        raise WrongCodeError(code)
    return found


def take(
    sessions: Sessions,
    code: str,
    own: str | None = None,
    now: datetime | None = None,
) -> str:
    """Use a code up; returns the learner (public id) that the browser is from now on.

    What the learner ``own`` has done passes to that one; without ``own`` nothing else changes.
    Raises WrongCodeError, and merging.TwoPeopleError where the two sit in one class.
    """
    with writing(sessions) as session:
        row = _check(session, code, now or datetime.now(UTC))
        taken = None if row is None else _use(session, row, own)
    if taken is None:
        raise WrongCodeError(code)
    return taken


def _use(session: Session, row: MoveCode, own: str | None) -> str:
    learner = session.get_one(Learner, row.learner_id)
    taken = learner.public_id
    session.execute(delete(MoveCode).where(MoveCode.id == row.id))
    goes = find(session, own) if own else None
    if goes is not None:
        unite(session, learner, goes)
    return taken


def _check(session: Session, code: str, now: datetime) -> MoveCode | None:
    """The row of a code, held until the commit; a wrong one counts against the code it is near."""
    typed = codes.normal(code)[: 4 * LENGTH]
    query = select(MoveCode).where(MoveCode.tag == typed[:TAG_LENGTH]).with_for_update()
    row = session.scalar(query)
    if row is None or row.expires_at <= now or row.wrong >= MOST_WRONG:
        return None
    if not hmac.compare_digest(row.secret, codes.digest(typed)):
        row.wrong += 1
        return None
    return row
