"""What came out of a live round: for the projector without names, for its teachers with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.classes.access import NotFoundError, classroom
from trainer.classes.live import Round, round_of
from trainer.classes.live_answers import Given
from trainer.storage.class_tables import LiveAnswer, LivePlayer, LiveQuestion, LiveRound, Pupil
from trainer.storage.database import Sessions, reading


@dataclass(frozen=True)
class Player:
    """A pupil who took part (public id), and what is stored of theirs by place of the question."""

    pupil: str
    name: str
    answers: Mapping[int, Given]


@dataclass(frozen=True)
class Results:
    """A round and all who took part, by name."""

    round: Round
    players: tuple[Player, ...]

    def answers_to(self, place: int) -> list[tuple[Player, Given]]:
        """Who has answered a question, and how."""
        return [(one, one.answers[place]) for one in self.players if place in one.answers]

    def tally(self, place: int) -> Counter[str]:
        """How often each answer was given to a question, by its text."""
        return Counter(given.answer for _, given in self.answers_to(place))


def results(sessions: Sessions, teacher: str, room: str, round_id: str) -> Results:
    """All answers of a round, those to a question that is still open too; for its teachers."""
    with reading(sessions) as session:
        row = session.scalar(
            select(LiveRound).where(
                LiveRound.classroom_id == classroom(session, teacher, room).id,
                LiveRound.public_id == round_id,
            )
        )
        if row is None:
            raise NotFoundError(round_id)
        return Results(round_of(session, row, room), _players(session, row))


def _players(session: Session, row: LiveRound) -> tuple[Player, ...]:
    taking_part = (
        select(Pupil)
        .join(LivePlayer, LivePlayer.pupil_id == Pupil.id)
        .where(LivePlayer.round_id == row.id, Pupil.removed_at.is_(None))
    )
    given = (
        select(LiveAnswer.pupil_id, LiveQuestion.place, LiveAnswer)
        .join(LiveQuestion, LiveQuestion.id == LiveAnswer.question_id)
        .where(LiveQuestion.round_id == row.id)
    )
    answers: dict[int, dict[int, Given]] = {}
    for pupil, place, one in session.execute(given):
        stored = Given(one.answer, one.solved, one.grade, one.loss, one.changes)
        answers.setdefault(pupil, {})[place] = stored
    players = sorted(session.scalars(taking_part), key=lambda one: (one.name.casefold(), one.id))
    return tuple(Player(one.public_id, one.name, answers.get(one.id, {})) for one in players)
