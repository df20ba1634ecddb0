"""Pages to look things up in: quick start, questions, glossary, rule sheet, origins, teaching.

In: addresses; which of the two rule profiles is asked for.
Out: pages, all of them fit for printing.
Owns: nothing; the texts are data of trainer.lessons.reference.
Knows: the small pictures, and where each term of the game appears first in the lessons.
"""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from trainer.lessons.course import course
from trainer.lessons.reference import library
from trainer.lessons.reference.schema import Guide, Term
from trainer.rules.profile import Base
from trainer.web import rules_choice
from trainer.web.pictures import picture

blueprint = Blueprint("reference", __name__)

_BASES: tuple[Base, ...] = ("official", "classic")

blueprint.add_app_template_global(picture)
blueprint.add_app_template_global(library.new_terms, "new_terms")


@blueprint.get("/rules/")
def index() -> str:
    """What there is to look up."""
    return render_template("reference/index.html", bases=_BASES)


@blueprint.get("/rules/quick-start")
def quick_start() -> str:
    """The game in two minutes."""
    base = _base(request.args.get("rules", rules_choice.preferred()))
    stages = [s for s in library.quick_start().stages if s.only in (None, base)]
    return render_template("reference/quick_start.html", stages=stages, base=base, bases=_BASES)


@blueprint.get("/rules/questions")
def questions() -> str:
    """Questions that people ask."""
    return render_template("reference/questions.html", groups=library.faq().groups)


@blueprint.get("/rules/glossary")
def glossary() -> str:
    """The words of the game."""
    return render_template("reference/glossary.html", terms=library.glossary().terms)


@blueprint.get("/rules/sheet/<rules>")
def sheet(rules: str) -> str:
    """The rules on one page of paper."""
    base = _base(rules)
    boxes = library.sheet().for_rules(base)
    return render_template("reference/sheet.html", boxes=boxes, base=base, bases=_BASES)


@blueprint.get("/rules/origins")
def origins() -> str:
    """Where the game comes from, and how its rules differ."""
    return render_template("reference/origins.html", origins=library.origins())


@blueprint.get("/teachers/")
def teachers() -> str:
    """For teachers: the pages of all chapters."""
    return render_template("reference/teachers.html", guides=library.guides())


@blueprint.get("/teachers/<guide>")
def guide(guide: str) -> str:
    """For teachers: one chapter."""
    found = library.guide(guide)
    if found is None:
        abort(404)
    return render_template("reference/guide.html", guide=found, chapters=_chapters(found))


def _chapters(found: Guide) -> list[tuple[str, str]]:
    """(id, title) of the chapters of the course that a guide accompanies."""
    return [(c.id, c.title) for c in course() if c.id in found.chapters]


@blueprint.app_template_global("term_named")
def term_named(name: str) -> Term:
    """A term of the glossary; KeyError for one that it lacks."""
    return {term.id: term for term in library.glossary().terms}[name]


def _base(text: str) -> Base:
    found = rules_choice.read(text)
    if found is None:
        abort(404)
    return found
