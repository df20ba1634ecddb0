"""Live rounds for pupils: the code, the question on the phone, what became of the answer.

In: the code of a round, the pupil whose card was shown, forms with an answer.
Out: pages; the part that changes where a script asks for it.
Owns: nothing; an answer is in the database before the page says that it is stored.
Knows: the question that the projector shows. An address names the question that its cards were
laid for (``q``), so that no card is carried on to the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, redirect, request, url_for

from trainer.classes import codes, live, live_answers
from trainer.classes.access import NotFoundError
from trainer.classes.live import Question
from trainer.classes.live_answers import Receipt, Running, Visit
from trainer.classes.sessions import Seat
from trainer.i18n.messages import Message, message
from trainer.puzzles.schema import Puzzle
from trainer.web import clock, live_views, signed_in
from trainer.web import puzzle_wording as words
from trainer.web.checked import answer_of_form, check_answer
from trainer.web.database import sessions
from trainer.web.fragments import answer, wants_fragment
from trainer.web.puzzle_views import Answer

blueprint = Blueprint("playing", __name__)

LONGEST_CODE = 40


@blueprint.get("/live")
def enter() -> Response:
    """Type the code from the wall; a pupil is offered the rounds of their classes."""
    typed = codes.normal(request.args.get("code", "")[:LONGEST_CODE])
    if typed:
        return make_response(redirect(url_for(".show", code=typed), 303))
    return _enter(200, "")


def _enter(status: int, typed: str) -> Response:
    values = {"typed": typed, "running": running_rounds(), "seat": signed_in.pupil()}
    return answer("live/enter.html", "live/enter_part.html", status, **values)


@blueprint.app_template_global()
def running_rounds() -> list[Running]:
    """The rounds that are running in the classes of the pupil at this browser."""
    seat = signed_in.pupil()
    return live_answers.running_for(sessions(), seat.pupil) if seat else []


@blueprint.get("/live/<code>")
def show(code: str) -> Response:
    """The round on a pupil's phone, wherever it stands now."""
    normal = codes.normal(code[:LONGEST_CODE])
    if normal != code:
        return make_response(
            redirect(url_for(".show", code=normal) if normal else url_for(".enter"))
        )
    seat = signed_in.pupil()
    if seat is None:
        way = live_answers.way_in(sessions(), code)
        join_code = way.join_code if way else None
        return answer("live/card.html", "live/card_part.html", code=code, join_code=join_code)
    try:
        visit = live_answers.join(sessions(), seat.pupil, code, clock.now())
    except NotFoundError:
        return _enter(404, code)
    return _shown(visit)


def _shown(visit: Visit) -> Response:
    shown = visit.round
    number = str(shown.place + 1)
    stale = request.args.get("q", number) != number or (
        "laid" in request.args and "q" not in request.args
    )
    if stale and shown.ended_at is None:
        return make_response(redirect(url_for(".show", code=shown.code)))
    late = request.args.get("late", "")
    notice = _too_late(late) if late.isdecimal() and len(late) < 3 else None
    refused = None
    puzzle = live.puzzle_of(sessions(), shown.question.ask)
    if puzzle is not None and "check" in request.args and shown.question.takes_answers:
        refused = _refused(puzzle, request.args)
    return _phone(visit, puzzle, request.args, refused=refused, notice=notice)


def _refused(puzzle: Puzzle, given: Mapping[str, str]) -> Answer | None:
    """What is said to an answer that cannot be stored; nothing about one that can."""
    checked = check_answer(puzzle, given)
    return checked.answer if checked.stored is None else None


@blueprint.post("/live/<code>/<int:place>")
def send(code: str, place: int) -> Response:
    """Store an answer to the question at ``place``; sent twice it is stored once."""
    seat = signed_in.pupil()
    if seat is None:
        return make_response(redirect(url_for(".show", code=code), 303))
    code = codes.normal(code[:LONGEST_CODE])
    visit = live_answers.join(sessions(), seat.pupil, code, clock.now())
    puzzle = _puzzle_at(visit, place)
    given = answer_of_form(puzzle)
    checked = check_answer(puzzle, given)
    if checked.stored is None:
        return _not_stored(visit, place, given, checked.answer)
    receipt = live_answers.answer(sessions(), seat.pupil, code, place, checked.stored, clock.now())
    return _after(seat, code, place, receipt)


def _puzzle_at(visit: Visit, place: int) -> Puzzle:
    questions = visit.round.questions
    found = live.puzzle_of(sessions(), questions[place].ask) if place < len(questions) else None
    if found is None:
        abort(404)
    return found


def _not_stored(visit: Visit, place: int, given: dict[str, str], refused: Answer) -> Response:
    """A turn that is not allowed, or no choice: said at once, and what was stored stays."""
    question = visit.round.questions[place]
    if place != visit.round.place or not question.takes_answers:
        return _elsewhere(visit.round.code, place if question.revealed_at else None)
    parameters = {**given, "q": str(place + 1), "check": "1", "change": "1"}
    if not wants_fragment():
        query = urlencode({k: v for k, v in parameters.items() if v}, safe=",")
        address = url_for(".show", code=visit.round.code)
        return make_response(redirect(f"{address}?{query}#live", 303))
    puzzle = _puzzle_at(visit, place)
    return _phone(visit, puzzle, parameters, refused=refused, status=422)


def _after(seat: Seat, code: str, place: int, receipt: Receipt) -> Response:
    late = receipt is Receipt.LATE
    if not wants_fragment():
        return _elsewhere(code, place if late else None)
    visit = live_answers.join(sessions(), seat.pupil, code, clock.now())
    puzzle = live.puzzle_of(sessions(), visit.round.question.ask)
    notice = _too_late(str(place + 1)) if late else None
    return _phone(visit, puzzle, {}, notice=notice, status=409 if late else 200)


def _elsewhere(code: str, late: int | None) -> Response:
    """To the round as it is now; ``late``: the question that an answer came too late for."""
    number = None if late is None else late + 1
    return make_response(redirect(url_for(".show", code=code, late=number, _anchor="live"), 303))


def _too_late(number: str) -> Message:
    return message(
        "Your answer to question %(number)s came after your teacher had revealed it, so it does "
        "not count.",
        number=number,
    )


def _phone(
    visit: Visit,
    puzzle: Puzzle | None,
    given: Mapping[str, str],
    *,
    refused: Answer | None = None,
    notice: Message | None = None,
    status: int = 200,
) -> Response:
    """The phone as it is now. ``given``: what is laid or chosen but not stored."""
    shown, over = visit.round, visit.round.ended_at is not None
    question = _looked_at(visit) if over else shown.question
    if over:
        puzzle = live.puzzle_of(sessions(), question.ask) if question else None
    mine = visit.answers.get(question.place) if question else None
    laid = given.get("laid", "")
    if "laid" not in given and mine and puzzle and "change" in given:
        laid = live_views.parameters(puzzle, mine.answer).get("laid", "")
    values: dict[str, Any] = {
        "visit": visit,
        "round": shown,
        "over": over,
        "asked": live_views.asked(shown, question, puzzle, laid) if question else None,
        "mine": live_views.picture(puzzle, mine.answer) if puzzle and mine else None,
        "chosen": given.get("choice") or (mine.answer if mine else ""),
        "editing": mine is None or "change" in given,
        "refused": refused,
        "notice": notice,
        "here": url_for(".show", code=shown.code),
    }
    values |= _result(puzzle, question, mine.answer if mine else None)
    values["summary"] = _summary(visit) if over else ()
    return answer("live/phone.html", "live/phone_part.html", status, **values)


def _looked_at(visit: Visit) -> Question | None:
    """After the round: the question whose result the pupil wants to see."""
    number = request.args.get("question", 0, type=int)
    opened = [one for one in visit.round.questions if one.opened_at is not None]
    return next((one for one in opened if one.place + 1 == number), None)


def _result(puzzle: Puzzle | None, question: Question | None, mine: str | None) -> dict[str, Any]:
    """What is said once the question is revealed: about the pupil's own answer if there is one."""
    if puzzle is None or question is None or question.revealed_at is None:
        return {"result": None}
    told = live_views.said_to(puzzle, mine) if mine else live_views.said_without_answer(puzzle)
    return {
        "result": told,
        "best": live_views.picture(puzzle, live_views.right_answers(puzzle)[0]),
        "puzzle": puzzle,
        "replay": live_views.replay_address(question.ask, puzzle, mine),
    }


def _summary(visit: Visit) -> list[tuple[Question, Message | None, bool | None]]:
    """For each question that was opened: its title, and whether the pupil's answer was right."""
    lines = []
    for question in visit.round.questions:
        if question.opened_at is None:
            continue
        puzzle, mine = live.puzzle_of(sessions(), question.ask), visit.answers.get(question.place)
        title = words.QUESTIONS[puzzle.goal] if puzzle else None
        lines.append((question, title, mine.solved if mine else None))
    return lines
