"""Making a set of tasks and changing one: the form, and the list of puzzles to tick.

In: addresses that hold the form as it stands; posted forms with one button that was pressed.
Out: pages; after each button the way to the address of the form as it is now, so that reloading,
going back and changing the language keep everything. The last button gives the set to the class.
Owns: what each button does.
Knows: `task_form` for the form, the bank, the course, own puzzles of the teacher's browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, make_response, redirect, request, url_for
from werkzeug.datastructures import MultiDict

from trainer.classes import access, assignments, codes, picking
from trainer.classes.access import InactiveError, Room
from trainer.classes.drafts import MOST_RIGHT, DraftError, Wanted
from trainer.classes.marks import ChangedError
from trainer.i18n.messages import Message, message, message_n
from trainer.learners import own_puzzles
from trainer.lessons.course import course
from trainer.lessons.practice import CHAPTER_KINDS
from trainer.puzzles import bank
from trainer.puzzles.schema import LEVELS, Puzzle
from trainer.puzzles.themes import THEMES
from trainer.rules import Profile
from trainer.rules.profile import BASES, Base
from trainer.storage.database import reading
from trainer.web import clock, learner, notices, task_form
from trainer.web import puzzle_wording as words
from trainer.web.database import sessions
from trainer.web.fragments import answer
from trainer.web.puzzle_choice import Choice
from trainer.web.signed_in import required_teacher, teachers_only
from trainer.web.task_form import Form, Problem, read_link
from trainer.web.task_names import goal_of, wanted_name
from trainer.web.wording import CSS_NAMES, profile_messages

PER_PAGE = 60
USUAL_RIGHT = 10
USUAL_PICK = 5


@dataclass(frozen=True)
class Desk:
    """Where a form stands: the class, and the set that it changes (None: a new one)."""

    room: Room
    given: str | None

    @property
    def base(self) -> Base:
        """The rules of the class without their options."""
        return Profile.parse(self.room.profile).base

    def address(self, page: str = "draft") -> str:
        """The address of the form (``draft``) or of the list (``choose``)."""
        if self.given is None:
            return url_for(f"tasks.{page}_new", room=self.room.id)
        return url_for(f"tasks.{page}_edit", room=self.room.id, given=self.given)


def add_routes(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    root = "/teach/classes/<room>/tasks"
    for end, name in (("/new", "new"), ("/<given>/edit", "edit")):
        for path, page, view in (("", "draft", _draft), ("/puzzles", "choose", _choose)):
            blueprint.add_url_rule(
                f"{root}{end}{path}", f"{page}_{name}", view, methods=["GET", "POST"]
            )


def _desk(room: str, given: str | None) -> Desk:
    teacher = required_teacher().teacher
    with reading(sessions()) as session:
        found = access.room(session, teacher, room)
    if not found.is_active:
        raise InactiveError(room)
    if given is not None:
        assignments.find(sessions(), teacher, room, given)
    return Desk(found, given)


@teachers_only
def _draft(room: str, given: str | None = None) -> Response:
    """The form; each of its buttons."""
    desk = _desk(room, given)
    if request.method == "GET":
        return _form(desk, _form_of_address(desk))
    form = Form.read(request.form)
    pressed = request.form.get("do", "")
    if pressed == "give":
        return _give(desk, form)
    if pressed == "by_hand":
        return _to(desk, form, "choose", rules=desk.base)
    return _to(desk, _after(desk, form, pressed))


def _form_of_address(desk: Desk) -> Form:
    if desk.given is not None and "tasks" not in request.args:
        teacher = required_teacher().teacher
        return Form.of(assignments.find(sessions(), teacher, desk.room.id, desk.given))
    return Form.read(request.args)


def _to(desk: Desk, form: Form, page: str = "draft", **more: str) -> Response:
    if form.too_many:
        notices.tell(task_form.TOO_MANY, "bad")
        form = form.cut()
    extra = "".join(f"&{name}={value}" for name, value in more.items())
    anchor = "#chosen" if page == "draft" else ""
    return make_response(redirect(f"{desk.address(page)}?{form.query}{extra}{anchor}", 303))


def _after(desk: Desk, form: Form, pressed: str) -> Form:
    """The form after a button."""
    name, _, place = (pressed if pressed != "keep" else _entered()).partition(":")
    if name in ("up", "down", "drop") and place.isascii() and place.isdecimal():
        at = int(place[:3])
        if name == "drop":
            return form.without(at)
        return form.moved(at, at - 1 if name == "up" else at + 1)
    if name == "chapters":
        chosen = request.form.getlist("chapter")
        return form.with_tasks(Wanted("chapter", one) for one in chosen if course().chapter(one))
    if name == "practice":
        return _with_practice(form)
    if name == "pick":
        return _with_picked(desk, form)
    if name == "own":
        return _with_own(form)
    return form


def _entered() -> str:
    """The button that belongs to what was filled in where the Enter key pressed the first one."""
    given = request.form
    if given.get("link", "").strip() or given.getlist("own"):
        return "own"
    if given.getlist("chapter"):
        return "chapters"
    if given.get("theme") or given.get("level") or _number("count", USUAL_PICK) != USUAL_PICK:
        return "pick"
    return "practice" if _number("amount", USUAL_RIGHT) != USUAL_RIGHT else "keep"


def _with_practice(form: Form) -> Form:
    chapter, amount = request.form.get("practice", ""), _number("amount", USUAL_RIGHT)
    if chapter not in CHAPTER_KINDS or not 1 <= amount <= MOST_RIGHT:
        notices.tell(
            message(
                "Write how many exercises are to be answered rightly: a number from 1 to %(most)s.",
                most=str(MOST_RIGHT),
            ),
            "bad",
        )
        return form
    return form.with_tasks([Wanted("practice", chapter, amount)])


def _with_picked(desk: Desk, form: Form) -> Form:
    count = min(max(_number("count", USUAL_PICK), 1), picking.MOST)
    theme, level = request.form.get("theme", ""), _number("level", 0)
    teacher = required_teacher().teacher
    known = {one.reference for one in form.tasks if one.kind == "puzzle"}
    known |= set(assignments.ever_given(sessions(), teacher, desk.room.id))
    found = picking.pick(
        bank.load().puzzles,
        count,
        desk.base,
        known,
        theme if theme in THEMES else "",
        level if level in LEVELS else None,
    )
    if len(found) < count:
        notices.tell(_too_few(len(found)), "bad")
    return form.with_tasks(Wanted("puzzle", name) for name in found)


def _too_few(found: int) -> Message:
    if not found:
        return message("There is no puzzle of this kind that the class has not been given before.")
    return message_n(
        "Only %(num)s more puzzle of this kind is left that the class has not been given before.",
        "Only %(num)s more puzzles of this kind are left that the class has not been given before.",
        found,
    )


def _with_own(form: Form) -> Form:
    links = [Wanted("own", link) for link in request.form.getlist("own")]
    typed = request.form.get("link", "")
    one = read_link(typed) if typed.strip() else None
    if typed.strip() and (one is None or not _exists(one)):
        notices.tell(
            message(
                "No puzzle was found behind “%(link)s”. Paste its whole link.", link=typed[:80]
            ),
            "bad",
        )
        one = None
    return form.with_tasks([one for one in links if _exists(one)] + ([one] if one else []))


def _exists(one: Wanted) -> bool:
    if one.kind == "puzzle":
        return bank.load().get(one.reference) is not None
    kept = own_puzzles.by_link(sessions(), one.reference)
    return kept is not None and kept.puzzle is not None


def _number(name: str, otherwise: int) -> int:
    text = request.form.get(name, "").strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else otherwise


def _give(desk: Desk, form: Form) -> Response:
    """Give the set to the class, or say what is wrong with it."""
    draft = form.draft(clock.offset())
    if isinstance(draft, tuple):
        return _form(desk, form, [draft])
    teacher, room, now = required_teacher().teacher, desk.room.id, clock.now()
    try:
        if desk.given is None:
            key = request.form.get("key", "")
            made = assignments.create(sessions(), teacher, room, draft, key, now)
            notices.tell(message("The set is given. Pupils see it from now on."))
        else:
            made = assignments.edit(
                sessions(), teacher, room, desk.given, draft, now, basis=form.basis
            )
            notices.tell(message("The set is changed."))
    except DraftError as error:
        return _form(desk, form, task_form.in_words(error.problems, desk.room.expires_on))
    except ChangedError:
        stored = Form.of(assignments.find(sessions(), teacher, room, desk.given or ""))
        return _form(desk, replace(form, basis=stored.basis), [("", notices.CHANGED)])
    return make_response(redirect(url_for("tasks.show", room=room, given=made.id), 303))


def _form(desk: Desk, form: Form, problems: Sequence[Problem] = ()) -> Response:
    known = learner.current()
    return answer(
        "tasks/form.html",
        "tasks/form.html",
        422 if problems else 200,
        desk=desk,
        room=desk.room,
        form=form,
        problems=problems,
        wrong={field for field, _ in problems},
        key=request.form.get("key") or codes.new_public_id(),
        today=clock.today().isoformat(),
        chapters=course().chapters,
        practised=[one for one in course() if one.id in CHAPTER_KINDS],
        themes=list(_themes(desk.base)),
        levels=LEVELS,
        level_name=words.level_name,
        own=[one for one in own_puzzles.of_learner(sessions(), known) if one.puzzle]
        if known
        else [],
        wanted_name=wanted_name,
        goal_of=goal_of,
        goal_names=words.GOAL_NAMES,
        most=picking.MOST,
        usual_right=USUAL_RIGHT,
        usual_pick=USUAL_PICK,
    )


def _themes(base: Base) -> list[tuple[str, Message]]:
    """The themes that puzzles of these rules have."""
    used = {
        code
        for puzzle in bank.load().puzzles
        if puzzle.position.profile.base == base
        for code in puzzle.themes
    }
    return [(one.code, one.name) for one in THEMES.values() if one.code in used]


@teachers_only
def _choose(room: str, given: str | None = None) -> Response:
    """The list of the bank with a box at each puzzle; what is ticked stays ticked."""
    desk = _desk(room, given)
    if request.method == "GET":
        return _list(desk, Form.read(request.args), Choice.of(request.args))
    form = Form.read(request.form).ticked(
        request.form.get("shown", "")[:2000].split(","), request.form.getlist("tick")
    )
    pressed = request.form.get("do", "")
    if pressed == "done":
        return _to(desk, form)
    choice = Choice.of(request.form if pressed == "filter" else _chosen_before())
    page = pressed.removeprefix("page:")
    number = page if page.isascii() and page.isdecimal() else "1"
    return _to(desk, form, "choose", **choice.address, number=number)


def _chosen_before() -> MultiDict[str, str]:
    """The wishes of the list that was looked at; those in the fields may be others by now."""
    return MultiDict(
        (name.removeprefix("was_"), value)
        for name, value in request.form.items()
        if name.startswith("was_")
    )


@dataclass(frozen=True)
class Line:
    """A puzzle of the list. ``given``: the class has had it before, in some other set."""

    number: int
    puzzle: Puzzle
    ticked: bool
    given: bool


def _list(desk: Desk, form: Form, choice: Choice) -> Response:
    chosen = {one.reference for one in form.tasks if one.kind == "puzzle"}
    before = assignments.ever_given(sessions(), required_teacher().teacher, desk.room.id)
    numbered = enumerate(bank.load().puzzles, 1)
    fitting = [(place, puzzle) for place, puzzle in numbered if choice.fits(puzzle)]
    pages = max(1, -(-len(fitting) // PER_PAGE))
    number = min(max(request.args.get("number", 1, type=int), 1), pages)
    lines = [
        Line(place, puzzle, puzzle.id in chosen, puzzle.id in before and puzzle.id not in chosen)
        for place, puzzle in fitting[(number - 1) * PER_PAGE :][:PER_PAGE]
    ]
    return answer(
        "tasks/choose.html",
        "tasks/choose.html",
        desk=desk,
        room=desk.room,
        form=form,
        choice=choice,
        lines=lines,
        total=len(fitting),
        number=number,
        pages=pages,
        chosen=len(chosen),
        **_list_words(),
    )


def _list_words() -> dict[str, Any]:
    return {
        "themes": list(THEMES.values()),
        "rules": {base: profile_messages(profile)[0] for base, profile in BASES.items()},
        "level_name": words.level_name,
        "goal_names": words.GOAL_NAMES,
        "colours": CSS_NAMES,
    }
