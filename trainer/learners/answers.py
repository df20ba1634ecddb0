"""An answer and all that follows from it, in one transaction: attempt, streak, rating, review.

Only the first answer that a learner ever gives to a puzzle is rated: in another tab, on another
device, after a reload it is the same learner and no longer the first. An answer that a running
streak waits for is the streak's, and an answer after a look at the solution is nobody's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.learners import aids, ratings, reviews, streak
from trainer.learners.attempts import Answer, Attempt, store_attempt
from trainer.learners.guests import find_or_create
from trainer.learners.ratings import Change
from trainer.learners.reviews import Memory
from trainer.learners.streak import Streak
from trainer.puzzles.schema import Puzzle
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner, PuzzleAttempt


@dataclass(frozen=True)
class Effect:
    """What an answer has done, as far as there is anything to say.

    ``first``: it was the learner's first to this puzzle. ``change``: of the rating, None where it
    was not rated; ``seen``: because the solution had been seen before. ``streak``: the streak,
    if this was its last answer. ``memory``: when the puzzle comes back.
    """

    first: bool
    change: Change | None = None
    seen: bool = False
    streak: Streak | None = None
    memory: Memory | None = None
    hidden: bool = False


def answer_puzzle(
    sessions: Sessions,
    learner: str,
    submission: str,
    answer: Answer,
    credit: float,
    puzzles: Sequence[Puzzle],
    today: date,
    now: datetime | None = None,
) -> Attempt:
    """Store an answer with all that follows from it; again, and nothing follows a second time.

    ``credit`` from 0 to 1 as the puzzle gives it; ``puzzles`` the bank, for the next one of a
    streak; ``today`` the learner's own day. When this returns, all of it is in the database.
    """
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        owner = lock(session, learner, now)
        return store_answer(session, owner, submission, answer, credit, puzzles, today, now)


def lock(session: Session, learner: str, now: datetime) -> Learner:
    """The learner's row, made if need be and held until the commit.

    Two first answers at once queue here, and the second one finds the first.
    """
    owner = find_or_create(session, learner, now)
    session.execute(select(Learner.id).where(Learner.id == owner.id).with_for_update())
    return owner


def store_answer(
    session: Session,
    owner: Learner,
    submission: str,
    answer: Answer,
    credit: float,
    puzzles: Sequence[Puzzle],
    today: date,
    now: datetime,
) -> Attempt:
    """The same as part of a larger transaction, which has locked the learner's row."""
    attempt = store_attempt(session, owner, submission, answer, now)
    if not attempt.fresh:
        return attempt
    hints = aids.seen_of(session, owner.public_id, answer.puzzle)
    peeked = hints >= aids.SOLUTION and attempt.number == 1
    solved = answer.solved and not peeked
    in_streak = streak.note(session, owner, answer.puzzle, solved, puzzles, now)
    if attempt.number == 1 and not in_streak and not peeked:
        level = next((one.level for one in puzzles if one.id == answer.puzzle), None)
        if level is not None:
            score = ratings.score_of(credit, hints)
            ratings.rate(session, owner, answer.puzzle, level, score, hints, now)
    reviews.note(session, owner, answer.puzzle, answer.solved, today)
    return attempt


def effect(sessions: Sessions, learner: str, puzzle: str, text: str) -> Effect | None:
    """What the answer ``text`` (canonical) to a puzzle has done; None if it is not stored."""
    with reading(sessions) as session:
        mine = (Learner.public_id == learner, PuzzleAttempt.puzzle == puzzle)
        query = select(PuzzleAttempt.answer).join(Learner).where(*mine)
        given = session.scalars(query.order_by(PuzzleAttempt.id)).all()
        if text not in given:
            return None
        last = streak.was_last_answer(session, learner, puzzle)
        memories = reviews.memories_of(session, learner)
        return Effect(
            first=text == given[0],
            change=ratings.change_of(session, learner, puzzle),
            seen=aids.seen_of(session, learner, puzzle) >= aids.SOLUTION,
            streak=streak.streak_of(session, learner) if last else None,
            memory=next((one for one in memories if one.puzzle == puzzle), None),
            hidden=ratings.standing_of(session, learner).hidden,
        )
