"""Live rounds for teachers: choosing the puzzles, the projector, the results.

In: addresses, forms that start a round or move it on.
Out: pages; the part that changes where a script asks for it; the counts as JSON with a tag.
Owns: nothing; every step is in the database before the page shows it.
Knows: the pages of pupils (`playing`) by name only. Names of pupils are shown on the projector
only where the teacher asks for them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

from flask import Blueprint, Response, abort, make_response, redirect, request, url_for

from trainer.classes import access, codes, live
from trainer.classes.access import Room
from trainer.classes.live import Move, Question, RunningError, Watch
from trainer.classes.live_results import Results, results
from trainer.i18n.messages import Message, message, message_n
from trainer.puzzles import bank
from trainer.puzzles.themes import THEMES
from trainer.storage.database import reading
from trainer.web import clock, learner, live_form, live_views
from trainer.web import puzzle_wording as words
from trainer.web.database import sessions
from trainer.web.fragments import answer, wants_fragment
from trainer.web.language import speech
from trainer.web.live_form import COUNTS, Wishes
from trainer.web.signed_in import required_teacher, teachers_only
from trainer.web.wording import CSS_NAMES

blueprint = Blueprint("live", __name__)

_ANOTHER = message(
    "Your round was not started: another one has begun in this class in the meantime."
)
MOVES: tuple[Move, ...] = get_args(Move)


@blueprint.get("/teach/classes/<room>/live/")
@teachers_only
def index(room: str) -> Response:
    """Choose the puzzles of a round; the rounds that there were."""
    return _form(room, 200)


@blueprint.post("/teach/classes/<room>/live/")
@teachers_only
def start(room: str) -> Response:
    """Start a round, and end the running one if the form says that it knows of it."""
    chosen = live_form.chosen(
        sessions(), request.form.getlist("puzzle"), request.form.get("more", "")
    )
    if chosen.problems:
        return _form(room, 422, chosen.problems)
    try:
        made = live.start(
            sessions(),
            required_teacher().teacher,
            room,
            chosen.asks,
            _key(),
            replacing=request.form.get("replacing") or None,
            now=clock.now(),
        )
    except RunningError:
        return _form(room, 409, [("", _ANOTHER)])
    except live.InactiveError:
        return _form(room, 409)  # the head of the page says that the class is archived
    return make_response(redirect(url_for(".show", room=room, round_id=made.id), 303))


def _key() -> str:
    key = request.form.get("key", "")
    return key if re.fullmatch(r"[0-9a-f]{24}", key) else codes.new_public_id()


def _form(room: str, status: int, problems: Sequence[tuple[str, Message]] = ()) -> Response:
    teacher = required_teacher().teacher
    wishes = Wishes.of(request.args)
    past = live.rounds(sessions(), teacher, room)
    found = _room(room)
    used = [one.ask.reference for shown, _ in past for one in shown.questions if one.opened_at]
    values = {
        "problems": problems,
        "room": found,
        "wishes": wishes,
        "themes": THEMES.values(),
        "counts": COUNTS,
        "lines": live_form.suggested(wishes, found.profile, found.id, used),
        "own": live_form.own_lines(sessions(), learner.current()),
        "ticked": request.form.getlist("puzzle") if request.form else None,
        "typed": request.form.get("more", "")[: live_form.LONGEST],
        "key": _key(),
        "running": next((one for one, _ in past if one.ended_at is None), None),
        "past": [one for one in past if one[0].ended_at is not None],
        "goal_names": words.GOAL_NAMES,
        "level_name": words.level_name,
        "colours": CSS_NAMES,
    }
    return answer("live/index.html", "live/index.html", status, **values)


def _room(room: str) -> Room:
    with reading(sessions()) as session:
        return access.room(session, required_teacher().teacher, room)


@blueprint.get("/teach/classes/<room>/live/<round_id>")
@teachers_only
def show(room: str, round_id: str) -> Response:
    """The projector."""
    return _stage(results(sessions(), required_teacher().teacher, room, round_id))


@blueprint.post("/teach/classes/<room>/live/<round_id>")
@teachers_only
def step(room: str, round_id: str) -> Response:
    """Move the round as the projector showed it when the button was pressed, once."""
    move = next((one for one in MOVES if one == request.form.get("move")), None)
    if move is None:
        abort(400)
    version = request.form.get("version", 0, type=int)
    teacher = required_teacher().teacher
    live.step(sessions(), teacher, room, round_id, move, version, clock.now())
    if not wants_fragment():
        names = "1" if "names" in request.args else None
        address = url_for(".show", room=room, round_id=round_id, names=names)
        return make_response(redirect(address, 303))
    return _stage(results(sessions(), teacher, room, round_id))


@blueprint.get("/teach/classes/<room>/live/<round_id>/state")
@teachers_only
def state(room: str, round_id: str) -> Response:
    """What the projector asks for: has it moved, and how many there are now, in words."""
    found = live.watch(sessions(), required_teacher().teacher, room, round_id)
    waiting = request.args.get("phase") == "waiting"
    response = make_response({"v": found.version, "text": speech().render(_count(found, waiting))})
    response.set_etag(f"{found.version}-{found.joined}-{found.answered}-{speech().code}-{waiting}")
    response.headers["Cache-Control"] = "private, no-cache"
    response.make_conditional(request)
    return response


def _count(found: Watch, waiting: bool) -> Message:
    """Who is here; later, who has answered."""
    if waiting:
        return message_n("%(num)s pupil is here.", "%(num)s pupils are here.", found.joined)
    return message_n(
        "%(answered)s of %(num)s pupil has answered.",
        "%(answered)s of %(num)s pupils have answered.",
        found.joined,
        answered=found.answered,
    )


def _stage(found: Results) -> Response:
    """The projector as it is now, or the part of it that changes."""
    shown = found.round
    puzzle = live.puzzle_of(sessions(), shown.question.ask)
    over = shown.ended_at is not None
    watch = Watch(shown.version, len(found.players), len(found.answers_to(shown.place)))
    revealed = puzzle is not None and shown.phase == "revealed" and not over
    code = url_for("live_code.lead", code=shown.code, _external=True)
    return answer(
        "live/projector.html",
        "live/stage.html",
        room=_room(shown.room),
        round=shown,
        over=over,
        asked=live_views.asked(shown, shown.question, puzzle),
        outcome=live_views.outcome(puzzle, found.tally(shown.place))
        if puzzle is not None and revealed
        else None,
        replay=live_views.replay_address(shown.question.ask, puzzle) if puzzle else None,
        count=_count(watch, shown.phase == "waiting"),
        players=found.players,
        names="names" in request.args,
        address=code,
        typed_address=_without_scheme(url_for("live_code.enter", _external=True)),
        summary=_summary(found) if over else (),
    )


def _without_scheme(address: str) -> str:
    return address.partition("://")[2]


def _summary(found: Results) -> list[tuple[Question, Message | None, int, int]]:
    """For each question that was opened: its title, how many solved it, how many answered."""
    lines = []
    for question in found.round.questions:
        given = found.answers_to(question.place)
        puzzle = live.puzzle_of(sessions(), question.ask)
        title = words.QUESTIONS[puzzle.goal] if puzzle else None
        if question.opened_at is not None:
            solved = sum(one.solved for _, one in given)
            lines.append((question, title, solved, len(given)))
    return lines


@blueprint.get("/teach/classes/<room>/live/<round_id>/results")
@teachers_only
def show_results(room: str, round_id: str) -> Response:
    """Who answered how, with names: for teachers, not for the projector."""
    found = results(sessions(), required_teacher().teacher, room, round_id)
    return answer(
        "live/results.html",
        "live/results.html",
        room=_room(room),
        round=found.round,
        players=found.players,
        sheets=[_sheet(found, one) for one in found.round.questions if one.opened_at],
    )


def _sheet(found: Results, question: Question) -> dict[str, object]:
    """One question with names beside each answer, and those who gave none."""
    puzzle = live.puzzle_of(sessions(), question.ask)
    names: dict[str, list[str]] = {}
    for player, given in found.answers_to(question.place):
        names.setdefault(given.answer, []).append(player.name)
    known = puzzle is not None and question.ask.kind == "puzzle"
    return {
        "asked": live_views.asked(found.round, question, puzzle),
        "bank_number": bank.load().number(puzzle.id) if puzzle and known else None,
        "outcome": live_views.outcome(puzzle, found.tally(question.place), names)
        if puzzle
        else None,
        "silent": [one.name for one in found.players if question.place not in one.answers],
        "replay": live_views.replay_address(question.ask, puzzle) if puzzle else None,
    }
