"""The puzzles: the list, a page for each, the check of an answer.

In: addresses (what is laid, marked or chosen), forms with an answer.
Out: pages; the answer alone where a script asks for it.
Owns: nothing; an answer is stored, once for each form, before the page says what it is worth.
Knows: the bank with its frozen evaluations. Nothing is ever evaluated for a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

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

from trainer.puzzles import bank
from trainer.puzzles.hints import hints
from trainer.puzzles.schema import LEVELS, Goal, Puzzle
from trainer.puzzles.themes import THEMES
from trainer.rules.profile import BASES
from trainer.web import learner, trainee
from trainer.web import puzzle_wording as words
from trainer.web.board import BoardView, view_position, view_table
from trainer.web.cards import faces
from trainer.web.checked import Checked, answer_of_form, check_answer
from trainer.web.fragments import answer, wants_fragment
from trainer.web.laying import LONGEST, Mode
from trainer.web.puzzle_choice import Choice
from trainer.web.wording import CSS_NAMES, ROW_NAMES, profile_messages

blueprint = Blueprint("puzzles", __name__)

PER_LEVEL = 9
"""So many puzzles of a level stand in the list of all levels."""

PER_PAGE = 60
"""So many puzzles of one level stand on a page of their own."""


@dataclass(frozen=True)
class Line:
    """A puzzle in the list."""

    number: int
    puzzle: Puzzle
    solved: bool


@dataclass(frozen=True)
class Section:
    """The puzzles of a level that are shown, out of how many, and how many of all are solved."""

    level: int
    lines: tuple[Line, ...]
    total: int
    solved: int

    @property
    def pages(self) -> int:
        """How many pages a level fills that is looked at alone."""
        return -(-self.total // PER_PAGE)


@blueprint.get("/puzzles/")
def index() -> str:
    """All puzzles, or those with a theme, level, number of players or rules."""
    choice = Choice.of(request.args)
    solved = learner.solved_puzzles()
    lines = [
        Line(number, puzzle, puzzle.id in solved)
        for number, puzzle in enumerate(bank.load().puzzles, 1)
        if choice.fits(puzzle)
    ]
    page = min(max(request.args.get("page", 1, type=int), 1), max(1, -(-len(lines) // PER_PAGE)))
    return render_template(
        "puzzles/index.html",
        sections=[one for level in LEVELS if (one := _section(level, lines, choice, page))],
        lines=lines,
        open=next((line for line in lines if not line.solved), None),
        choice=choice,
        page=page,
        themes=[theme for theme in THEMES.values() if _any_has(theme.code)],
        rules={base: profile_messages(profile)[0] for base, profile in BASES.items()},
        level_name=words.level_name,
        goal_names=words.GOAL_NAMES,
        colours=CSS_NAMES,
    )


def _section(level: int, lines: list[Line], choice: Choice, page: int) -> Section | None:
    """A few puzzles of a level from the first unsolved one on, or a page of a chosen level."""
    ours = [line for line in lines if line.puzzle.level == level]
    if not ours:
        return None
    if choice.level:
        start, most = (page - 1) * PER_PAGE, PER_PAGE
    else:
        most = PER_LEVEL
        first = next((place for place, line in enumerate(ours) if not line.solved), len(ours))
        # In whole rows, so that solving one does not move all the others.
        start = min(first - first % 3, max(0, len(ours) - most))
    shown = tuple(ours[max(0, start) :][:most])
    return Section(level, shown, len(ours), sum(line.solved for line in ours))


def _any_has(theme: str) -> bool:
    return any(theme in puzzle.themes for puzzle in bank.load().puzzles)


@blueprint.get("/puzzles/<puzzle>")
def show(puzzle: str) -> Response:
    """One puzzle; with ``check`` in the address, also what is said to the answer there."""
    found = _find(puzzle)
    checked = check_answer(found, request.args) if "check" in request.args else None
    if checked is not None and checked.stored is not None:
        trainee.note_solution(found)
    # The browser gets its id now, so that a double click on a first answer is one learner.
    learner.reserve()
    return answer("puzzles/show.html", "puzzles/answer.html", **_shown(found, checked))


@blueprint.post("/puzzles/<puzzle>")
def check(puzzle: str) -> Response:
    """Check an answer and store it. Without a script the reply is a page that can be reloaded."""
    found = _find(puzzle)
    given = answer_of_form(found)
    checked = check_answer(found, given)
    if checked.stored is not None:
        trainee.store(checked.stored, checked.credit)
    address = _query({**given, "check": "1", **_kept()})
    if not wants_fragment():
        return make_response(redirect(url_for(".show", puzzle=puzzle) + address + "#result", 303))
    return answer("puzzles/show.html", "puzzles/answer.html", **_shown(found, checked, address))


@blueprint.post("/puzzles/<puzzle>/hint")
def hint(puzzle: str) -> Response:
    """Show one hint more, and remember that it was seen. None is given in a streak."""
    found = _find(puzzle)
    shown = min(request.form.get("hint", 1, type=int), len(hints(found)))
    if trainee.current_streak().puzzle != found.id:
        trainee.note_hint(found, shown)
    if wants_fragment():
        values = _shown(found, None) | _hints(found, shown)
        return answer("puzzles/show.html", "puzzles/hints.html", **values)
    address = _query({**_kept(), "laid": request.form.get("laid", ""), "hint": str(shown)})
    return make_response(redirect(url_for(".show", puzzle=puzzle) + address + "#hints", 303))


def _find(puzzle: str) -> Puzzle:
    found = bank.load().get(puzzle)
    if found is None:
        abort(404)
    return found


def _query(parameters: Mapping[str, str]) -> str:
    return "?" + urlencode({k: v[:LONGEST] for k, v in parameters.items() if v}, safe=",")


def _kept() -> dict[str, str]:
    """What the addresses of this page carry on: the reader's wishes and way."""
    way = trainee.way()
    return Choice.of(request.args).address | ({"way": way} if way else {})


def _shown(puzzle: Puzzle, checked: Checked | None, address: str = "") -> dict[str, Any]:
    """What the templates of a page and of an answer share."""
    choice, solved = Choice.of(request.args), learner.solved_puzzles()
    drawn = puzzle.question.drawn if puzzle.question else ()
    return {
        "puzzle": puzzle,
        "number": bank.load().number(puzzle.id),
        "title": words.QUESTIONS[puzzle.goal],
        "task": words.task(puzzle),
        "remark": words.hint_at_hand(puzzle),
        "level": words.level_name(puzzle.level),
        "drawn": faces(drawn),
        "choices": [
            (code.value, words.HAPPENINGS[code])
            for code in (puzzle.question.choices if puzzle.question else ())
        ],
        "chosen": request.values.get("choice", ""),
        "board": _board(puzzle),
        "rows": view_table(puzzle.position.table).tracks,
        "hand": faces(sorted(puzzle.position.hand)),
        "answer": checked.answer if checked else None,
        "solved_before": puzzle.id in solved,
        "filters": _kept(),
        "following": _following(puzzle, choice, solved),
        "address": address,
        "introduction": trainee.introduction(puzzle) if checked is None else None,
        "standing": trainee.standing(),
        **_after(puzzle, checked),
        **_hints(puzzle, request.args.get("hint", 0, type=int)),
    }


def _after(puzzle: Puzzle, checked: Checked | None) -> dict[str, Any]:
    """What follows from an answer: sentences, and where to go on."""
    stored = checked.stored if checked else None
    done = trainee.effect(puzzle, stored.answer) if stored else None
    return {"notes": trainee.notes(done) if done else [], "onward": trainee.onward(done)}


def _hints(puzzle: Puzzle, wanted: int) -> dict[str, Any]:
    """The hints that are shown: as many as the address wants, if they were asked for before."""
    shown = max(0, min(wanted, trainee.hints_seen(puzzle)))
    streak = trainee.current_streak().puzzle == puzzle.id
    return {
        "hints": [
            (one.text, faces(one.cards), None if one.row is None else ROW_NAMES[one.row])
            for one in hints(puzzle)[:shown]
        ],
        "hint_rule": None if streak else trainee.hint_rule(puzzle),
    }


def _board(puzzle: Puzzle) -> BoardView:
    mode: Mode = "mark" if puzzle.goal is Goal.LEGAL else "lay"
    view = view_position(puzzle.position, mode=mode)
    # The action bar of a set of marks needs no button for a pass.
    turns = () if mode == "mark" else view.turns
    kept = _kept() | ({"hint": request.args["hint"]} if "hint" in request.args else {})
    return replace(view, turns=turns, keep=tuple(kept.items()))


def _following(puzzle: Puzzle, choice: Choice, solved: frozenset[str]) -> Puzzle | None:
    """The next puzzle that fits the reader's wishes and is not solved, else the next at all.

    Whoever has no wishes gets one near their own level.
    """
    known = bank.load()
    if not choice.address:
        return trainee.near([one for one in known.puzzles if one is not puzzle])
    place = known.number(puzzle.id)
    fitting = [one for one in known.puzzles[place:] if choice.fits(one)]
    fresh = [one for one in fitting if one.id not in solved]
    return next(iter(fresh or fitting), None)
