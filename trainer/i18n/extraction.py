"""Extraction: every message of the code, the templates and the content, as a template catalog.

The result depends on the files alone: no dates, no line numbers, files in the order of
their names, messages in the order of each file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract

from trainer.i18n.content import content_texts, line_of

#: Options for Jinja that the site's environment must share (`ext.i18n.trimmed`, newstyle).
#: `silent` off: a template with a syntax error is an error, not a template without messages.
JINJA_OPTIONS: Final = {"silent": "false", "trimmed": "true", "newstyle_gettext": "true"}
TEMPLATE_SUFFIXES: Final = frozenset({".html", ".txt", ".xml", ".svg"})
COMMENT_TAG: Final = "Translators:"

_Spec = tuple[int | tuple[int, str], ...]
_IN_CONTEXT: Final[_Spec] = ((1, "c"), 2)
_COUNTED_IN_CONTEXT: Final[_Spec] = ((1, "c"), 2, 3)
KEYWORDS: Final[dict[str, _Spec]] = {
    "_": (1,),
    "gettext": (1,),
    "ngettext": (1, 2),
    "pgettext": _IN_CONTEXT,
    "npgettext": _COUNTED_IN_CONTEXT,
    "message": (1,),
    "message_n": (1, 2),
    "message_c": _IN_CONTEXT,
    "message_nc": _COUNTED_IN_CONTEXT,
}
#: The markers whose first arguments must be literals, and how many.
MARKERS: Final = {"message": 1, "message_n": 2, "message_c": 2, "message_nc": 3}


class ExtractionError(ValueError):
    """A source file cannot be read for messages; says file, line and fault."""

    def __init__(self, place: str, line: int, fault: str) -> None:
        super().__init__(f"{place}:{line}: {fault}")
        self.place = place
        self.line = line
        self.fault = fault


class Found(NamedTuple):
    """One message found in a source file; `text` is a pair if it is counted."""

    line: int
    text: str | tuple[str, str]
    context: str | None
    comments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourceTree:
    """A checkout: the folders below `root` that hold messages."""

    root: Path

    def python_files(self) -> list[Path]:
        """The package's own modules."""
        return sorted((self.root / "trainer").rglob("*.py"))

    def template_files(self) -> list[Path]:
        """The templates of pages."""
        found = (self.root / "templates").rglob("*")
        return sorted(path for path in found if path.suffix in TEMPLATE_SUFFIXES)

    def content_files(self) -> list[Path]:
        """The lesson and puzzle files that may hold texts."""
        lessons = (self.root / "trainer" / "lessons").rglob("*.toml")
        return sorted(lessons) + sorted((self.root / "puzzles").rglob("*.toml"))

    def name(self, path: Path) -> str:
        """The file's name as catalogs show it."""
        return path.relative_to(self.root).as_posix()


def extract_messages(tree: SourceTree) -> Catalog:
    """Return the template catalog of a source tree.

    Raises `ExtractionError` for a template, module or content file that cannot be read.
    """
    catalog = Catalog(charset="utf-8", fuzzy=False)
    # Content first: translators read the course in its own order, then the pages around it.
    for path in tree.content_files():
        _add(catalog, tree.name(path), _from_content(path, tree.name(path)))
    for path in tree.template_files():
        _add(catalog, tree.name(path), _from_template(path, tree.name(path)))
    for path in tree.python_files():
        _add(catalog, tree.name(path), _from_python(path, tree.name(path)))
    return catalog


def _add(catalog: Catalog, name: str, found: Iterable[Found]) -> None:
    for line, text, context, comments in found:
        catalog.add(
            text,
            locations=[(name, line)],
            auto_comments=comments,
            context=context,
        )


def _from_content(path: Path, name: str) -> Iterator[Found]:
    try:
        source = path.read_text(encoding="utf-8")
        for place, text in content_texts(path):
            yield Found(line_of(text, source), text, None, (f"{name}, {place}",))
    except ValueError as fault:
        raise ExtractionError(name, 1, str(fault)) from fault


def _from_template(path: Path, name: str) -> Iterator[Found]:
    try:
        yield from _by_babel("jinja2.ext:babel_extract", path)
    except SyntaxError as fault:
        raise ExtractionError(name, fault.lineno or 1, fault.msg) from fault
    except Exception as fault:
        # Jinja's errors cannot be named here: only the web layer imports Jinja.
        raise ExtractionError(name, getattr(fault, "lineno", 1), str(fault)) from fault


def _from_python(path: Path, name: str) -> Iterator[Found]:
    try:
        faults = list(unmarked_messages(path.read_text(encoding="utf-8")))
    except SyntaxError as fault:
        raise ExtractionError(name, fault.lineno or 1, fault.msg) from fault
    for line, fault_text in faults:
        raise ExtractionError(name, line, fault_text)
    yield from _by_babel("python", path)


def _by_babel(method: str, path: Path) -> Iterator[Found]:
    with path.open("rb") as file:
        results = extract(
            method, file, KEYWORDS, [COMMENT_TAG], JINJA_OPTIONS, strip_comment_tags=True
        )
        for line, text, comments, context in results:
            if text:
                one = text if isinstance(text, str) else (text[0], text[1])
                yield Found(line, one, context, tuple(comment.strip() for comment in comments))


def unmarked_messages(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and fault of each marker call in Python source that extraction would miss."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = _called_name(node.func)
        literals = [isinstance(argument, ast.Constant) for argument in node.args]
        if name == "Message" and literals[:1] == [True]:
            yield node.lineno, "an English sentence is marked with message(), not Message()"
        elif name in MARKERS and isinstance(node.func, ast.Name):
            needed = MARKERS[name]
            if literals[:needed] != [True] * needed:
                yield node.lineno, f"the texts of {name}() must be literal strings"


def _called_name(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""
