"""The habits of the trainer for the learner at this browser: rating, hints, streak, reviews.

In: the learner's id, the reader's day.
Out: stored answers with all that follows from them; what pages show of it.
Owns: the sentences that are added to an answer, and where the button after it leads.
Knows: the endpoints of the pages of training, by name.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from flask import request, url_for

from trainer.classes import answering
from trainer.classes.answering import Brought, Storing
from trainer.i18n.messages import Message, message, message_n
from trainer.learners import aids, answers, choice, ratings, reviews, streak
from trainer.learners.answers import Effect
from trainer.learners.attempts import Answer
from trainer.learners.ratings import Change, Standing
from trainer.learners.reviews import Memory
from trainer.learners.streak import Streak
from trainer.puzzles import bank
from trainer.puzzles.schema import Puzzle
from trainer.web import clock, learner, signed_in
from trainer.web.database import sessions
from trainer.web.text import day, number, signed

WAYS = ("daily", "review", "streak")
"""Where a puzzle page was entered from; it decides where the page leads on to."""


@dataclass(frozen=True)
class Button:
    """Where an answer leads on to."""

    text: Message
    address: str


def way() -> str:
    """How the reader came to this puzzle, by the address."""
    found = request.args.get("way", "")
    return found if found in WAYS else ""


def store(answer: Answer, credit: float) -> None:
    """Store the answer that this form brings, with all that follows from it, once.

    A pupil's answer counts in each class where the puzzle is an open task.
    """
    key = request.form.get(learner.FIELD, "").strip() or secrets.token_urlsafe(12)
    puzzles, today, now = bank.load().puzzles, clock.today(), clock.now()
    seat = signed_in.pupil()
    if seat is not None:
        brought, storing = Brought(key, answer, credit), Storing(puzzles, today, now)
        answering.answer_puzzle(sessions(), seat.learner, brought, storing)
        return
    own = learner.reserve()
    answers.answer_puzzle(sessions(), own, key, answer, credit, puzzles, today, now)


def note_solution(puzzle: Puzzle) -> None:
    """Remember that the solution was shown before the learner has answered."""
    found = learner.current()
    if found is not None and not aids.has_answered(sessions(), found, puzzle.id):
        aids.note(sessions(), found, puzzle.id, aids.SOLUTION, clock.now())


def note_hint(puzzle: Puzzle, hints: int) -> int:
    """Remember that so many hints are shown; returns how many may be shown."""
    return min(aids.note(sessions(), learner.reserve(), puzzle.id, hints, clock.now()), aids.HINTS)


def hints_seen(puzzle: Puzzle) -> int:
    """How many hints of a puzzle the learner has been shown."""
    found = learner.current()
    return 0 if found is None else min(aids.seen(sessions(), found, puzzle.id), aids.HINTS)


def standing() -> Standing:
    """The learner's rating."""
    found = learner.current()
    return Standing() if found is None else ratings.standing(sessions(), found)


def current_streak() -> Streak:
    """The learner's running or last streak."""
    found = learner.current()
    return Streak() if found is None else streak.current(sessions(), found)


def memories() -> Sequence[Memory]:
    """The failed puzzles that the bank still has, the first due at the beginning."""
    found = learner.current()
    known = () if found is None else reviews.memories(sessions(), found)
    return [one for one in known if bank.load().get(one.puzzle) is not None]


def due() -> list[Memory]:
    """Those of them that are to be reviewed today."""
    today = clock.today()
    return [one for one in memories() if one.due(today)]


def near(puzzles: Sequence[Puzzle]) -> Puzzle | None:
    """The next of these puzzles for the learner."""
    found = learner.current()
    known = choice.past(sessions(), found)
    scale = ratings.puzzle_ratings(sessions())
    strength = standing().rating.value
    return choice.next_puzzle(puzzles, strength, scale, known, found or "", clock.now())


def hint_rule(puzzle: Puzzle) -> Message:
    """What a hint costs here, said before it is asked for."""
    found = learner.current()
    if found is not None and aids.has_answered(sessions(), found, puzzle.id):
        return message("You have answered this puzzle before, so a hint costs nothing.")
    return message("Each hint takes a quarter off what your answer counts for the rating.")


def effect(puzzle: Puzzle, answer: str) -> Effect | None:
    """What a stored answer has done; None where it is not stored."""
    found = learner.current()
    return None if found is None else answers.effect(sessions(), found, puzzle.id, answer)


def notes(done: Effect) -> list[Message]:
    """The sentences about streak, rating and review that are added to an answer."""
    found = [_about_streak(done.streak)] if done.streak else []
    if not done.hidden:
        found += _about_rating(done)
    if done.memory is not None:
        found.append(_about_review(done.memory))
    return found


def _about_streak(run: Streak) -> Message:
    if run.running:
        return message_n(
            "Your streak: %(num)s puzzle solved.",
            "Your streak: %(num)s puzzles solved in a row.",
            run.solved,
        )
    return message(
        "The streak ends here. Solved in a row: %(solved)s. Your best so far: %(best)s.",
        solved=number(run.solved),
        best=number(run.best),
    )


def _about_rating(done: Effect) -> list[Message]:
    if not done.first:
        return [message("Only your first answer to a puzzle counts for the rating.")]
    if done.change is None:
        if done.streak:
            return [message("Nothing is rated in a streak.")]
        return [_UNRATED] if done.seen else []
    return [_rating_sentence(done.change), *_hint_sentence(done.change)]


_UNRATED = message("You had seen the solution before, so this answer was not rated.")


def _rating_sentence(change: Change) -> Message:
    return message(
        "Your rating: %(rating)s (%(change)s).",
        rating=number(round(change.after.value)),
        change=signed(change.points) if change.points > 0 else number(change.points),
    )


def _hint_sentence(change: Change) -> list[Message]:
    if not change.hints:
        return []
    return [
        message_n(
            "You had %(num)s hint, so your answer counted three quarters.",
            "You had %(num)s hints, so your answer counted less: a quarter off for each.",
            change.hints,
        )
    ]


def _about_review(memory: Memory) -> Message:
    if memory.learned:
        return message("You have solved this puzzle in every review. It does not come back.")
    return message("This puzzle comes back for review on %(day)s.", day=day(memory.due_on))


def onward(done: Effect | None) -> Button | None:
    """Where an answer leads on to, if the reader is on a way; None for the way of the list."""
    if done is not None and done.streak is not None:
        if done.streak.running:
            address = url_for("puzzles.show", puzzle=done.streak.puzzle, way="streak")
            return Button(message("Next puzzle of the streak"), address)
        return Button(message("To your streaks"), url_for("training.streaks"))
    if way() == "review":
        waiting = due()
        if waiting:
            address = url_for("puzzles.show", puzzle=waiting[0].puzzle, way="review")
            return Button(message("Next review"), address)
        return Button(message("That was the last review for today"), url_for("training.reviews"))
    return None


def introduction(puzzle: Puzzle) -> Message | None:
    """Why the reader meets this puzzle, where it came to them by a review or a streak."""
    if current_streak().puzzle == puzzle.id:
        return message(
            "This is the next puzzle of your streak. Your answer counts for the streak and is "
            "not rated."
        )
    own = next((one for one in due() if one.puzzle == puzzle.id), None)
    if own is None:
        return None
    return message(
        "A review: you missed this puzzle on %(day)s. It comes back at growing distances until "
        "you have solved it %(times)s times.",
        day=day(own.failed_on),
        times=number(len(reviews.DISTANCES)),
    )
