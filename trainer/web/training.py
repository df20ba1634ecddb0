"""The habits around puzzles: near one's level, of the day, in a streak, in review, in figures.

In: the learner, the reader's day, wishes in the address.
Out: pages, and redirects to a puzzle; one form each begins a streak and hides the rating.
Owns: what each habit says of itself.
Knows: the bank, and that a puzzle page answers under ``puzzles.show``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from trainer.i18n.messages import Message
from trainer.learners import daily as days
from trainer.learners import figures, ratings, reviews, streak
from trainer.learners.figures import Figures, Tally
from trainer.learners.reviews import Memory
from trainer.puzzles import bank
from trainer.puzzles.schema import LEVELS, Puzzle
from trainer.puzzles.themes import THEMES
from trainer.rules.profile import BASES, PLAYERS
from trainer.web import clock, learner, plots, trainee
from trainer.web import puzzle_wording as words
from trainer.web.database import sessions

blueprint = Blueprint("training", __name__)

DAYS_SHOWN = 7
"""So many days are on the page of the daily puzzle."""


@dataclass(frozen=True)
class Line:
    """A puzzle in a list, with its number in the bank."""

    puzzle: Puzzle
    number: int
    level: Message
    goal: Message
    solved: bool = False
    tried: bool = False


@dataclass(frozen=True)
class DayLine:
    """A day and its puzzle."""

    day: date
    line: Line


@dataclass(frozen=True)
class ReviewLine:
    """A failed puzzle that will come back."""

    memory: Memory
    line: Line
    due: bool


@dataclass(frozen=True)
class ThemeLine:
    """What is known about one theme."""

    code: str
    name: Message
    tally: Tally


@blueprint.get("/puzzles/near")
def near() -> Response:
    """Lead to a puzzle near the learner's level, of the wished kind."""
    learner.reserve()
    wishes = _wishes()
    found = trainee.near([one for one in bank.load().puzzles if _fits(one, wishes)])
    if found is None:
        return make_response(redirect(url_for("puzzles.index", **wishes)))
    return make_response(redirect(url_for("puzzles.show", puzzle=found.id, **wishes)))


def _wishes() -> dict[str, Any]:
    known = {
        "theme": set(THEMES),
        "level": {str(level) for level in LEVELS},
        "players": {str(number) for number in PLAYERS},
        "rules": set(BASES),
    }
    return {
        name: wish for name, all_of in known.items() if (wish := request.args.get(name)) in all_of
    }


def _fits(puzzle: Puzzle, wishes: dict[str, str]) -> bool:
    own = {
        "level": str(puzzle.level),
        "players": str(puzzle.position.players),
        "rules": puzzle.position.profile.base,
    }
    theme = wishes.get("theme")
    return (theme is None or theme in puzzle.themes) and all(
        own[name] == wish for name, wish in wishes.items() if name != "theme"
    )


@blueprint.get("/puzzles/daily")
def daily() -> str:
    """The puzzle of the reader's day, and those of the days before."""
    today = clock.today()
    known = days.latest(today, days.suitable(bank.load().puzzles), DAYS_SHOWN)
    lines = [DayLine(day, _line(puzzle)) for day, puzzle in known]
    if not lines:
        abort(404)
    return render_template("training/daily.html", today=lines[0], before=lines[1:])


def _line(puzzle: str, solved: frozenset[str] | None = None) -> Line:
    found = bank.load().get(puzzle)
    if found is None:
        raise KeyError(puzzle)
    record = learner.puzzle_record(puzzle) if solved is None else None
    return Line(
        found,
        bank.load().number(puzzle),
        words.level_name(found.level),
        words.GOAL_NAMES[found.goal],
        solved=puzzle in solved if solved is not None else bool(record and record.solved),
        tried=record is not None,
    )


@blueprint.get("/puzzles/streak")
def streaks() -> str:
    """What a streak is, the running one, and the learner's best."""
    return render_template(
        "training/streak.html", streak=trainee.current_streak(), per_level=streak.PER_LEVEL
    )


@blueprint.post("/puzzles/streak")
def begin() -> Response:
    """Begin a streak, or go on with the running one."""
    run = streak.start(sessions(), learner.reserve(), bank.load().puzzles, clock.now())
    if run.puzzle is None:
        return make_response(redirect(url_for(".streaks"), 303))
    return make_response(redirect(url_for("puzzles.show", puzzle=run.puzzle, way="streak"), 303))


@blueprint.get("/puzzles/reviews", endpoint="reviews")
def review() -> str:
    """Which failed puzzles come back, when, and why."""
    today, solved = clock.today(), learner.solved_puzzles()
    known = trainee.memories()
    lines = [ReviewLine(one, _line(one.puzzle, solved), one.due(today)) for one in known]
    return render_template(
        "training/reviews.html",
        due=[line for line in lines if line.due],
        later=[line for line in lines if not line.due and not line.memory.learned],
        learned=sum(one.learned for one in known),
        distances=reviews.DISTANCES,
    )


@blueprint.get("/progress/training")
def dashboard() -> str:
    """The figures: rating, themes, points lost, what to train next."""
    found = _figures()
    themes = [
        ThemeLine(code, THEMES[code].name, found.themes[code])
        for code in THEMES
        if code in found.themes
    ]
    return render_template(
        "training/dashboard.html",
        figures=found,
        curve=plots.curve([point.rating for point in found.curve]) if found.curve else None,
        themes=themes,
        enough=figures.ENOUGH,
        next_theme=THEMES[found.theme] if found.theme else None,
        columns=plots.columns([tally.mean_lost for _, tally in found.weeks]),
        most=max((tally.mean_lost for _, tally in found.weeks), default=0.0),
        levels=[
            (level, words.level_name(level), found.levels[level])
            for level in LEVELS
            if level in found.levels
        ],
        due=len(trainee.due()),
    )


def _figures() -> Figures:
    found = learner.current()
    if found is None:
        return Figures()
    known = {one.id: one for one in bank.load().puzzles}
    return figures.figures(sessions(), found, known, clock.today(), clock.day_of)


@blueprint.post("/progress/rating")
def show_rating() -> Response:
    """Hide the rating, or show it again."""
    hidden = request.form.get("hidden") == "1"
    ratings.hide(sessions(), learner.reserve(), hidden, clock.now())
    return make_response(redirect(url_for(".dashboard") + "#rating", 303))
