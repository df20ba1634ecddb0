"""Ratings of learners and puzzles: a first answer is a game of one against the other.

Every rated answer is kept as an event. A learner's rating can therefore be worked out again
from its events at any time; when a puzzle is withdrawn that is done without its events, as if
it had never been there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trainer.learners.glicko import CENTRE, Rating, after, rested
from trainer.learners.guests import find, find_or_create
from trainer.storage.database import Sessions, reading, writing
from trainer.storage.tables import Learner, LearnerRating, PuzzleRating, RatingEvent

Row = TypeVar("Row", LearnerRating, PuzzleRating)

LEVEL_STEP = 200.0
MIDDLE_LEVEL = 3
NEWCOMER = Rating(1300.0)
"""Everybody begins at the easy puzzles."""

PUZZLE_DEVIATION = 150.0
"""How sure a level is as a first guess at a puzzle's rating."""

HINT_COST = 0.25
"""Each hint takes as much of the score: with three of them a quarter is left."""

UNSURE = 110.0
"""From this deviation on a rating is a rough guess still."""


@dataclass(frozen=True)
class Change:
    """What a first answer did to the rating; ``score`` from 0 to 1 after ``hints`` hints."""

    before: float
    after: Rating
    score: float
    hints: int

    @property
    def points(self) -> int:
        """The change as pages show it: between rounded ratings."""
        return round(self.after.value) - round(self.before)


@dataclass(frozen=True)
class Standing:
    """A learner's rating after ``answers`` rated answers, and whether it is to be shown."""

    rating: Rating = NEWCOMER
    answers: int = 0
    hidden: bool = False

    @property
    def unsure(self) -> bool:
        """Whether the rating is a rough guess still."""
        return self.rating.deviation >= UNSURE


def first_rating(level: int) -> Rating:
    """The rating of a puzzle that nobody has answered yet, from its level."""
    return Rating(CENTRE + LEVEL_STEP * (level - MIDDLE_LEVEL), PUZZLE_DEVIATION)


def score_of(credit: float, hints: int) -> float:
    """What an answer counts after hints; ``credit`` from 0 to 1, as the puzzle gives it."""
    return credit * max(0.0, 1 - HINT_COST * hints)


def rate(
    session: Session,
    owner: Learner,
    puzzle: str,
    level: int,
    score: float,
    hints: int,
    now: datetime,
) -> RatingEvent:
    """Rate a first answer, inside the transaction that stores it.

    The caller holds the learner's row and has made sure that it is the first answer; the
    unique key of the events holds it in any case.
    """
    mine, theirs = _learner_row(session, owner, now), _puzzle_row(session, puzzle, level, now)
    person, problem = _rating(mine), _rating(theirs)
    new = _next(person, now, mine.rated_at, problem, score)
    event = RatingEvent(
        learner_id=owner.id,
        puzzle=puzzle,
        score=score,
        hints=hints,
        puzzle_rating=problem.value,
        puzzle_deviation=problem.deviation,
        rating=new.value,
        deviation=new.deviation,
        made_at=now,
    )
    session.add(event)
    _write(theirs, after(problem, person, 1 - score), now)
    _write(mine, new, now)
    return event


def _next(own: Rating, now: datetime, last: datetime, puzzle: Rating, score: float) -> Rating:
    return after(rested(own, now - last), puzzle, score)


def _rating(row: LearnerRating | PuzzleRating) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility)


def _write(row: LearnerRating | PuzzleRating, new: Rating, now: datetime) -> None:
    row.rating, row.deviation, row.volatility = new.value, new.deviation, new.volatility
    row.answers, row.rated_at = row.answers + 1, now


def _learner_row(session: Session, owner: Learner, now: datetime) -> LearnerRating:
    where = LearnerRating.learner_id == owner.id
    found = session.scalar(select(LearnerRating).where(where).with_for_update())
    if found is not None:
        return found
    return _add(session, _fresh(LearnerRating(learner_id=owner.id, hidden=False), NEWCOMER, now))


def _puzzle_row(session: Session, puzzle: str, level: int, now: datetime) -> PuzzleRating:
    query = select(PuzzleRating).where(PuzzleRating.puzzle == puzzle).with_for_update()
    found = session.scalar(query)
    if found is not None:
        return found
    try:
        with session.begin_nested():
            return _add(session, _fresh(PuzzleRating(puzzle=puzzle), first_rating(level), now))
    except IntegrityError:
        # Another process was faster (not on SQLite, where writers queue).
        return session.scalars(query).one()


def _fresh(row: Row, rating: Rating, now: datetime) -> Row:
    row.answers = -1
    _write(row, rating, now)
    return row


def _add(session: Session, row: Row) -> Row:
    session.add(row)
    session.flush()
    return row


def standing(sessions: Sessions, learner: str) -> Standing:
    """The learner's rating as it stands."""
    with reading(sessions) as session:
        return standing_of(session, learner)


def standing_of(session: Session, learner: str) -> Standing:
    """The same inside a transaction."""
    row = session.scalar(select(LearnerRating).join(Learner).where(Learner.public_id == learner))
    return Standing() if row is None else Standing(_rating(row), row.answers, row.hidden)


def hide(sessions: Sessions, learner: str, hidden: bool, now: datetime | None = None) -> None:
    """Show the rating or not, as the learner wishes; it goes on underneath."""
    now = now or datetime.now(UTC)
    with writing(sessions) as session:
        _learner_row(session, find_or_create(session, learner, now), now).hidden = hidden


def change_of(session: Session, learner: str, puzzle: str) -> Change | None:
    """What the first answer to a puzzle did to the rating; None where it was not rated."""
    owner = find(session, learner)
    if owner is None:
        return None
    events = events_of(session, owner.id)
    for place, event in enumerate(events):
        if event.puzzle == puzzle:
            before = events[place - 1].rating if place else NEWCOMER.value
            new = Rating(event.rating, event.deviation)
            return Change(before, new, event.score, event.hints)
    return None


def events_of(session: Session, owner: int) -> Sequence[RatingEvent]:
    """The events that count, in order."""
    mine = (RatingEvent.learner_id == owner, RatingEvent.withdrawn_at.is_(None))
    return session.scalars(select(RatingEvent).where(*mine).order_by(RatingEvent.id)).all()


def puzzle_ratings(sessions: Sessions) -> dict[str, float]:
    """The ratings of all puzzles that were ever answered."""
    with reading(sessions) as session:
        rows = session.execute(select(PuzzleRating.puzzle, PuzzleRating.rating))
        return {row.puzzle: row.rating for row in rows}


def withdraw(sessions: Sessions, puzzle: str, now: datetime | None = None) -> int:
    """Undo what a puzzle did to ratings; returns to how many learners it had done something.

    The events stay as a trace. Doing it again changes nothing. Other puzzles keep theirs.
    """
    now = now or datetime.now(UTC)
    counts = (RatingEvent.puzzle == puzzle, RatingEvent.withdrawn_at.is_(None))
    with writing(sessions) as session:
        owners = session.scalars(select(RatingEvent.learner_id).where(*counts).distinct()).all()
        for owner in sorted(owners):
            row = session.scalars(
                select(LearnerRating).where(LearnerRating.learner_id == owner).with_for_update()
            ).one()
            for event in session.scalars(
                select(RatingEvent).where(*counts, RatingEvent.learner_id == owner)
            ):
                event.withdrawn_at = now
            session.flush()
            _replay(session, row)
        session.execute(delete(PuzzleRating).where(PuzzleRating.puzzle == puzzle))
        return len(owners)


def recount(session: Session, owner: int) -> None:
    """Work a learner's rating out again after answers have come or gone, inside a transaction."""
    where = LearnerRating.learner_id == owner
    row = session.scalar(select(LearnerRating).where(where).with_for_update())
    if row is not None:
        _replay(session, row)


def _replay(session: Session, row: LearnerRating) -> None:
    """Work a learner's rating out again from the events that count."""
    row.answers = -1
    events = events_of(session, row.learner_id)
    _write(row, NEWCOMER, events[0].made_at if events else row.rated_at)
    for event in events:
        problem = Rating(event.puzzle_rating, event.puzzle_deviation)
        new = _next(_rating(row), event.made_at, row.rated_at, problem, event.score)
        _write(row, new, event.made_at)
        event.rating, event.deviation = new.value, new.deviation
