"""The figures of the dashboard: each puzzle once, by its first answer; all of it adds up."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from trainer.learners.answers import answer_puzzle
from trainer.learners.attempts import Answer
from trainer.learners.figures import ENOUGH, WEEKS, Figures, figures
from trainer.puzzles import bank
from trainer.storage.database import Sessions

PUZZLES = bank.load().puzzles
KNOWN = {one.id: one for one in PUZZLES}
SOME = PUZZLES[::40][:12]
MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)


def answers(
    sessions: Sessions, learner: str, puzzle: str, loss: float | None, now: datetime
) -> None:
    given = Answer(puzzle, f"loss {loss}", loss == 0, loss=loss)
    form, credit = f"{puzzle} {now}", float(loss == 0)
    answer_puzzle(sessions, learner, form, given, credit, PUZZLES, now.date(), now)


def figures_of(sessions: Sessions, learner: str, today: date) -> Figures:
    return figures(sessions, learner, KNOWN, today, lambda moment: moment.date())


def test_first_answers_add_up_and_further_tries_count_as_tries(sessions: Sessions, pupil: str):
    for number, puzzle in enumerate(SOME):
        moment = MONDAY + timedelta(days=number)
        answers(sessions, pupil, puzzle.id, (0.0, 4.0, None)[number % 3], moment)
    answers(sessions, pupil, SOME[1].id, 0.0, MONDAY + timedelta(days=13))
    found = figures_of(sessions, pupil, (MONDAY + timedelta(days=13)).date())
    assert (found.total.answers, found.total.solved, found.tries) == (12, 4, 13)
    assert (found.total.measured, found.total.lost, found.total.mean_lost) == (8, 16.0, 2.0)
    assert sum(tally.answers for tally in found.levels.values()) == 12
    assert sum(tally.answers for _, tally in found.weeks) == 12
    assert sum(tally.lost for _, tally in found.weeks) == 16.0
    themes = sum(len(puzzle.themes) for puzzle in SOME)
    assert sum(tally.answers for tally in found.themes.values()) == themes
    assert found.standing.answers == 12
    assert len(found.curve) == 12
    assert found.curve[-1].rating == found.standing.rating.value


def test_weeks_begin_on_monday_and_old_ones_are_left_out(sessions: Sessions, pupil: str):
    for weeks in (0, 1, WEEKS - 1, WEEKS):
        moment = MONDAY - timedelta(weeks=weeks)
        answers(sessions, pupil, SOME[weeks % 12].id + str(weeks), 1.0, moment)
    found = figures_of(sessions, pupil, (MONDAY + timedelta(days=6)).date())
    mondays = [MONDAY.date() - timedelta(weeks=weeks) for weeks in (WEEKS - 1, 1, 0)]
    assert [week for week, _ in found.weeks] == mondays


def test_the_weakest_theme_needs_enough_answers(sessions: Sessions, pupil: str):
    failed = [one for one in PUZZLES if "starve" in one.themes][:ENOUGH]
    for number, puzzle in enumerate(failed[:-1]):
        answers(sessions, pupil, puzzle.id, 5.0, MONDAY + timedelta(hours=number))
    assert figures_of(sessions, pupil, MONDAY.date()).theme is None
    answers(sessions, pupil, failed[-1].id, 5.0, MONDAY + timedelta(days=1))
    theme = figures_of(sessions, pupil, MONDAY.date()).theme
    assert theme is not None
    assert all(theme in puzzle.themes for puzzle in failed)


def test_a_strong_learner_has_no_weakest_theme(sessions: Sessions, pupil: str):
    for puzzle in SOME:
        answers(sessions, pupil, puzzle.id, 0.0, MONDAY)
    assert figures_of(sessions, pupil, MONDAY.date()).theme is None


def test_a_puzzle_that_has_left_the_bank_counts_in_the_total_alone(sessions: Sessions, pupil: str):
    answers(sessions, pupil, "gone", 3.0, MONDAY)
    found = figures_of(sessions, pupil, MONDAY.date())
    assert found.total.answers == 1
    assert found.themes == {}
    assert found.levels == {}


def test_an_outsider_has_none_of_it(sessions: Sessions, pupil: str, outsider: str):
    answers(sessions, pupil, SOME[0].id, 3.0, MONDAY)
    assert figures_of(sessions, outsider, MONDAY.date()) == Figures()
