"""Sets of tasks, as the teachers of a class make and lead them.

In: addresses of a class and its sets, forms with one button each.
Out: pages; after each form the way to a page that can be reloaded.
Owns: the addresses of all pages about tasks; pupils' pages are in `own_tasks`, the form of a set
in `drafting`.
Knows: the class by its id. What is done for a set comes from `standing` alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from trainer.classes import access, assignments, classrooms, codes
from trainer.classes.access import InactiveError, Room
from trainer.classes.pupils import members_of
from trainer.classes.standing import Standings, standings
from trainer.classes.tasksets import TaskSet, sets_of
from trainer.i18n.messages import message
from trainer.storage.database import reading
from trainer.web import clock, drafting, notices, own_tasks
from trainer.web.database import sessions
from trainer.web.signed_in import required_teacher, teachers_only
from trainer.web.task_names import goal_of, task_name

blueprint = Blueprint("tasks", __name__)

ROOT = "/teach/classes/<room>/tasks"


@dataclass(frozen=True)
class Line:
    """A set with what the class has done of it.

    ``finished``: pupils who have done or used up every task of it. ``done``: for each task, how
    many have done it. ``share``: of all tasks of all pupils, from 0 to 1.
    """

    given: TaskSet
    finished: int
    done: dict[int, int]
    share: float


@dataclass(frozen=True)
class Overview:
    """A class and its sets; ``pupils``: how many there are."""

    room: Room
    pupils: int
    lines: tuple[Line, ...]


def _overview(room: str) -> Overview:
    teacher = required_teacher().teacher
    with reading(sessions()) as session:
        row = access.classroom(session, teacher, room)
        pupils = [one.id for one in members_of(session, row)]
        sets = sets_of(session, row.id)
        known = standings(session, row, clock.now(), sets=sets)
        lines = tuple(_line(one, pupils, known) for one in sets)
        return Overview(access.room(session, teacher, room), len(pupils), lines)


def _line(given: TaskSet, pupils: Sequence[str], known: Standings) -> Line:
    done = {
        task.id: sum(known[pupil, task.id].state == "done" for pupil in pupils)
        for task in given.tasks
    }
    finished = sum(all(known[pupil, task.id].finished for task in given.tasks) for pupil in pupils)
    total = len(pupils) * len(given.tasks)
    return Line(given, finished, done, sum(done.values()) / total if total else 0.0)


@blueprint.get(f"{ROOT}/")
@teachers_only
def index(room: str) -> str:
    """All sets of a class in their order, and those in the bin."""
    shown = _overview(room)
    return render_template(
        "tasks/index.html",
        room=shown.room,
        overview=shown,
        gone=assignments.bin_of(sessions(), required_teacher().teacher, room),
        over=lambda given: given.over(clock.now()),
    )


@blueprint.get(f"{ROOT}/<given>")
@teachers_only
def show(room: str, given: str) -> str:
    """One set: its tasks, how it is going, what can be done with it."""
    teacher = required_teacher().teacher
    shown = _overview(room)
    line = next((one for one in shown.lines if one.given.id == given), None)
    one = line.given if line else assignments.find(sessions(), teacher, room, given)
    others = [each for each in classrooms.rooms(sessions(), teacher) if each.is_active]
    return render_template(
        "tasks/set.html",
        room=shown.room,
        overview=shown,
        line=line,
        given=one,
        others=[each for each in others if each.id != room],
        key=codes.new_public_id(),
        over=one.over(clock.now()),
        task_name=task_name,
        goal_of=goal_of,
    )


@blueprint.post(f"{ROOT}/<given>/move")
@teachers_only
def move(room: str, given: str) -> Response:
    """Put a set at a place of the list."""
    place = request.form.get("place", 0, type=int)
    assignments.move(sessions(), required_teacher().teacher, room, given, place)
    return _to(url_for(".index", room=room) + f"#set-{given}")


@blueprint.post(f"{ROOT}/<given>/release")
@teachers_only
def release(room: str, given: str) -> Response:
    """Show the explanations from now on."""
    assignments.release(sessions(), required_teacher().teacher, room, given, clock.now())
    notices.tell(
        message("Pupils see the explanations from now on."),
        undo=url_for(".withhold", room=room, given=given),
    )
    return _to(url_for(".show", room=room, given=given))


@blueprint.post(f"{ROOT}/<given>/withhold")
@teachers_only
def withhold(room: str, given: str) -> Response:
    """Take a release back."""
    assignments.withhold(sessions(), required_teacher().teacher, room, given)
    notices.tell(message("The explanations wait again."))
    return _to(url_for(".show", room=room, given=given))


@blueprint.post(f"{ROOT}/<given>/remove")
@teachers_only
def remove(room: str, given: str) -> Response:
    """Put a set into the bin."""
    teacher = required_teacher().teacher
    title = assignments.find(sessions(), teacher, room, given).title
    assignments.remove(sessions(), teacher, room, given, clock.now())
    notices.tell(
        message("“%(title)s” was removed. Pupils no longer see it.", title=title),
        undo=url_for(".restore", room=room, given=given),
    )
    return _to(url_for(".index", room=room))


@blueprint.post(f"{ROOT}/<given>/restore")
@teachers_only
def restore(room: str, given: str) -> Response:
    """Bring a set back from the bin."""
    teacher = required_teacher().teacher
    assignments.restore(sessions(), teacher, room, given)
    notices.tell(message("The set is back, with all that was done for it."))
    return _to(url_for(".show", room=room, given=given))


@blueprint.post(f"{ROOT}/<given>/copy")
@teachers_only
def copy(room: str, given: str) -> Response:
    """Give a set to another class of the teacher's as well."""
    teacher = required_teacher().teacher
    to, key = request.form.get("to", ""), request.form.get("key", "")
    made = assignments.copy(sessions(), teacher, room, given, to, key, clock.now())
    notices.tell(message("This class has the set now, too."))
    return _to(url_for(".show", room=to, given=made.id))


@blueprint.errorhandler(InactiveError)
def _inactive(_error: InactiveError) -> Response:
    """Nothing is changed in a class that is archived or in the bin."""
    notices.tell(
        message("Nothing was changed: this class is archived or in the bin, and only to read."),
        "bad",
    )
    return _to(url_for(".index", room=(request.view_args or {})["room"]))


@blueprint.after_request
def _keep_nothing(response: Response) -> Response:
    """Devices are shared: what one person has seen is not there for the next."""
    response.headers["Cache-Control"] = "no-store"
    return response


def _to(address: str) -> Response:
    return make_response(redirect(address, 303))


drafting.add_routes(blueprint)
own_tasks.add_routes(blueprint)
