"""The pages of tasks on which a puzzle is solved, and the addresses of a pupil's own pages.

In: the pupil whose card was shown, addresses of tasks, forms with an answer.
Out: pages; the changed part where a script asks for it. A teacher of the class gets a preview.
Owns: nothing; an answer is stored before the page says so, and a preview stores nothing.
Knows: the pages of lessons and practice by name, and that where a card is typed. Whoever is
neither a pupil nor a teacher of the class learns nothing, not even that there is such a task.
"""

from __future__ import annotations

import secrets
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

from trainer.classes import answering, assignments, todo
from trainer.classes.access import NotFoundError
from trainer.classes.answering import Brought, PuzzleTask, Storing, TaskClosedError
from trainer.classes.sessions import SignedIn
from trainer.classes.standing import Counted, Standing, puzzle_standing
from trainer.classes.tasksets import GivenTask, TaskSet
from trainer.classes.todo import Entry, PupilClass
from trainer.i18n.messages import Message, message
from trainer.learners import own_puzzles
from trainer.puzzles import bank
from trainer.puzzles.schema import Goal, Puzzle
from trainer.rules import Profile
from trainer.web import (
    class_home,
    class_work,
    clock,
    learner,
    live_views,
    notices,
    signed_in,
    task_words,
    whose,
)
from trainer.web.board import BoardView, view_position, view_table
from trainer.web.cards import CardFace, faces
from trainer.web.checked import Checked, answer_of_form, check_answer
from trainer.web.database import sessions
from trainer.web.fragments import answer, wants_fragment
from trainer.web.laying import LONGEST, Mode
from trainer.web.puzzle_views import Answer
from trainer.web.solving import cards_of, sheet


@dataclass(frozen=True)
class At:
    """Where somebody is: a task as the n-th of its set, and what comes after it.

    ``same``: the same puzzle as a task in each set of the pupil, this one too. ``preview``: the
    class (as in addresses) whose teacher looks at what its pupils see.
    """

    entry: Entry
    room_name: str
    profile: str
    number: int
    following: Entry | None
    same: tuple[PuzzleTask, ...] = ()
    preview: str | None = None

    @property
    def mine(self) -> PuzzleTask | None:
        """This very task with the pupil's answers."""
        return next((one for one in self.same if one.id == self.entry.task.id), None)

    @property
    def others(self) -> list[PuzzleTask]:
        """The same puzzle in other sets."""
        return [one for one in self.same if one.id != self.entry.task.id]


@dataclass(frozen=True)
class Said:
    """What is said to an answer, as much of it as the pupil may see."""

    answer: Answer
    notes: tuple[Message, ...] = ()


def add_routes(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/class/", "home", class_home.home, methods=["GET"])
    address = "/class/tasks/<given>/<int:task>"
    blueprint.add_url_rule(address, "task", task, methods=["GET"])
    blueprint.add_url_rule(address, "answer", take_answer, methods=["POST"])


def task(given: str, task: int) -> Response:
    """The page of a task: a puzzle to solve, or on to the lesson or the practice."""
    at = _find(given, task)
    if at is None:
        return _missing()
    onward = _lesson(at)
    if onward is not None:
        return make_response(redirect(onward, 303))
    puzzle = _puzzle(at.entry.task)
    if puzzle is None:
        return answer(
            "tasks/gone.html", "tasks/gone.html", 410, at=at, **class_home.words_of_tasks()
        )
    if at.preview is None:
        class_work.note(at.entry.task.kind, at.entry.task.reference)
    checked = check_answer(puzzle, request.args) if "check" in request.args else None
    said = _said_on_visit(at, puzzle, checked)
    asked = request.args
    shown = _values(at, puzzle, said, closed_now="closed" in asked, again="again" in asked)
    # Always the whole page: a form of another page may have been led here by a script.
    return make_response(render_template("tasks/task.html", **shown))


def take_answer(given: str, task: int) -> Response:
    """Store an answer to a puzzle that is a task; a refused turn is none."""
    at = _find(given, task)
    if at is None:
        return _missing()
    puzzle = _puzzle(at.entry.task) if at.entry.task.is_puzzle else None
    if puzzle is None:
        abort(404)
    parameters = answer_of_form(puzzle)
    checked = check_answer(puzzle, parameters)
    if checked.stored is None or at.preview is not None:
        return _reply(at, puzzle, parameters | {"check": "1"}, _said_on_visit(at, puzzle, checked))
    try:
        again = _store(at, checked)
    except NotFoundError:
        return _missing()
    except TaskClosedError:
        return _reply(at, puzzle, {"closed": "1"}, _last(at, puzzle), closed_now=True)
    class_work.note(at.entry.task.kind, at.entry.task.reference)
    after = _find(given, task)
    if after is None:
        return _missing()
    if again and not after.entry.standing.finished:
        said = _last(after, puzzle) if _is_last(after, checked) else None
        return _reply(after, puzzle, parameters | {"again": "1"}, said, again=True)
    return _reply(after, puzzle, parameters, _last(after, puzzle))


def _missing() -> Response:
    """Whoever is not in the class of a task, or nobody yet: on, whether or not there is one."""
    sent = request.method == "POST"
    if signed_in.pupil() is not None:
        if sent:
            notices.tell(_NOT_YOURS, "bad")
        return make_response(redirect(url_for("tasks.home"), 303))
    back = whose.way_back()
    if sent and not wants_fragment():
        return make_response(redirect(back, 303))
    return answer("tasks/card.html", "tasks/card_part.html", onward=back)


_NOT_YOURS = message("This task is not among yours any more. Nothing was stored.")


def _find(given: str, task: int) -> At | None:
    """The task of the pupil at this browser, else of a teacher's class; None for nobody's.

    For a teacher what is not theirs does not exist (404).
    """
    seat = signed_in.pupil()
    classes = todo.classes_of(sessions(), seat.learner, clock.now()) if seat else []
    for one in classes:
        entry = one.find(given, task)
        if entry is not None:
            return _of_pupil(one, entry, todo.after(todo.to_do(classes), entry.given, task))
    teacher = signed_in.teacher()
    return _of_teacher(teacher, given, task) if teacher else None


def _of_pupil(one: PupilClass, entry: Entry, following: Entry | None) -> At:
    reference = entry.task.kind, entry.task.reference
    return At(
        entry=entry,
        room_name=one.place.room_name,
        profile=one.place.profile,
        number=entry.given.tasks.index(entry.task) + 1,
        following=following,
        same=tuple(class_work.tasks_of(*reference)) if entry.task.is_puzzle else (),
    )


def _of_teacher(teacher: SignedIn, given: str, task: int) -> At:
    room, found = assignments.shown_to(sessions(), teacher.teacher, given)
    one = found.task(task)
    if one is None:
        abort(404)
    number = found.tasks.index(one) + 1
    after = next((Entry(found, each, Standing()) for each in found.tasks[number:]), None)
    entry = Entry(found, one, Standing())
    return At(entry, room.name, room.profile, number, after, preview=room.id)


def _lesson(at: At) -> str | None:
    """Where a task leads that is no puzzle."""
    one = at.entry.task
    if not one.there or one.is_puzzle:
        return None
    if one.kind == "chapter":
        return url_for("lessons.resume", chapter=one.reference)
    rules = Profile.parse(at.profile).base
    return url_for("practice.begin", chapter=one.reference, rules=rules)


def _puzzle(one: GivenTask) -> Puzzle | None:
    if one.kind == "puzzle":
        return bank.load().get(one.reference)
    kept = own_puzzles.by_link(sessions(), one.reference) if one.kind == "own" else None
    return kept.puzzle if kept else None


def _store(at: At, checked: Checked) -> bool:
    """Store an answer; True for one that the pupil has given to this task before."""
    seat = signed_in.pupil()
    if seat is None or checked.stored is None:
        abort(404)
    key = request.form.get(learner.FIELD, "").strip() or secrets.token_urlsafe(12)
    brought = Brought(key, checked.stored, checked.credit)
    one, now = at.entry.task, clock.now()
    if one.kind == "own":
        tasks = answering.answer_own(sessions(), seat.learner, one.reference, brought, one.id, now)
    else:
        storing = Storing(bank.load().puzzles, clock.today(), now)
        tasks = answering.answer_puzzle(sessions(), seat.learner, brought, storing, one.id)
    return any(each.repeated for each in tasks if each.id == one.id)


def _said_on_visit(at: At, puzzle: Puzzle, checked: Checked | None) -> Said | None:
    """What a page says that somebody looks at: a refusal, else what their last answer did."""
    if checked is not None and checked.stored is None:
        return Said(checked.answer)
    if at.preview is not None:
        return _previewed(at.entry.given, checked)
    last = _last(at, puzzle)
    if "again" in request.args:
        return last if _is_last(at, check_answer(puzzle, request.args)) else None
    laid = request.args.get("laid")
    if laid is None or at.entry.standing.finished or _same(at, puzzle, laid):
        return last
    return None


def _is_last(at: At, checked: Checked) -> bool:
    """Whether an answer is the pupil's last counted one."""
    last = at.mine.answers[-1] if at.mine and at.mine.answers else None
    return checked.stored is not None and checked.stored.answer == last


def _same(at: At, puzzle: Puzzle, laid: str) -> bool:
    """Whether the cards on the table are those of the last answer."""
    if at.mine is None or not at.mine.answers:
        return False
    own = live_views.parameters(puzzle, at.mine.answers[-1]).get("laid", "")
    return set(own.split(",")) == set(laid.split(","))


def _last(at: At, puzzle: Puzzle) -> Said | None:
    """What is said to the pupil's last counted answer."""
    if at.mine is None or not at.mine.answers:
        return None
    told = live_views.said_to(puzzle, at.mine.answers[-1])
    explained = all(one.standing.explained for one in at.same)
    notes = task_words.notes(at.entry.given, at.entry.standing, at.others)
    return Said(told if explained else _sealed(told), tuple(notes))


def _previewed(given: TaskSet, checked: Checked | None) -> Said | None:
    """What a pupil would read whose first answer this is."""
    if checked is None or checked.stored is None:
        return None
    stored = checked.stored
    counted = Counted(stored.solved, stored.grade, stored.loss, clock.now())
    standing = puzzle_standing(given, [counted], clock.now())
    told = checked.answer if standing.explained else _sealed(checked.answer)
    return Said(told, tuple(task_words.notes(given, standing, [])))


def _sealed(told: Answer) -> Answer:
    """The verdict alone: neither the right turn nor values nor reasons."""
    return Answer(told.kind, told.title, told.solved)


def _reply(
    at: At,
    puzzle: Puzzle,
    parameters: Mapping[str, str],
    said: Said | None,
    *,
    closed_now: bool = False,
    again: bool = False,
) -> Response:
    """To a form: the changed part for a script, else the way to a page that can be reloaded."""
    if wants_fragment():
        laid = parameters.get("laid", "")
        shown = _values(at, puzzle, said, laid=laid, closed_now=closed_now, again=again)
        return answer("tasks/task.html", "tasks/part.html", **shown)
    query = urlencode({k: v[:LONGEST] for k, v in parameters.items() if v}, safe=",")
    address = url_for("tasks.task", given=at.entry.given.id, task=at.entry.task.id)
    return make_response(redirect(f"{address}?{query}#result", 303))


def _values(
    at: At,
    puzzle: Puzzle,
    said: Said | None,
    *,
    laid: str | None = None,
    closed_now: bool = False,
    again: bool = False,
) -> dict[str, Any]:
    """What the templates of the page of a puzzle draw."""
    entry = at.entry
    closed = entry.standing.finished
    if closed and at.mine:
        laid = live_views.parameters(puzzle, at.mine.answers[-1]).get("laid", "")
    asked = sheet(puzzle, {"choice": request.values.get("choice", "")})
    return {
        "at": at,
        "entry": entry,
        "puzzle": puzzle,
        "title": asked.title,
        "task": asked.task,
        "remark": asked.hint,
        "drawn": asked.drawn,
        "choices": asked.choices,
        "chosen": asked.chosen,
        "board": _board(puzzle, laid),
        "rows": view_table(puzzle.position.table).tracks,
        "hand": _hand(puzzle, laid if closed else None),
        "closed": closed,
        "closed_now": closed_now,
        "again": again and not closed,
        "answer": said.answer if said else None,
        "notes": said.notes if said else (),
        "tries": task_words.tries(entry.given, entry.standing),
        "here": url_for("tasks.task", given=entry.given.id, task=entry.task.id),
        "target": "#work",
        "after_template": "tasks/after.html",
        "replays": _replays(entry.task),
        **class_home.words_of_tasks(),
    }


def _board(puzzle: Puzzle, laid: str | None) -> BoardView:
    mode: Mode = "mark" if puzzle.goal is Goal.LEGAL else "lay"
    view = view_position(puzzle.position, mode=mode, laid=laid)
    return replace(view, turns=() if mode == "mark" else view.turns, keep=())


def _hand(puzzle: Puzzle, laid: str | None) -> list[CardFace]:
    """The hand as a picture, without what lies on the table."""
    gone = cards_of(laid or "") if puzzle.goal is not Goal.LEGAL else []
    return faces(sorted(card for card in puzzle.position.hand if card not in gone))


def _replays(one: GivenTask) -> str:
    if one.kind == "own":
        return url_for("replay.own", link=one.reference)
    return url_for("replay.show", puzzle=one.reference)
