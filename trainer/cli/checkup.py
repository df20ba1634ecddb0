"""What `trainer doctor` finds: every setting with its meaning, every part with its state."""

from __future__ import annotations

import platform
import sqlite3
from collections.abc import Callable, Iterator
from typing import NamedTuple

from trainer import __version__
from trainer.config import SETTINGS, Settings, data_folder
from trainer.storage import database


class Finding(NamedTuple):
    """The state of one part: its name, whether it is in order, and what there is to say."""

    part: str
    good: bool
    text: str


def settings_lines(settings: Settings) -> Iterator[str]:
    """Each setting with the value in force, and its meaning below."""
    width = max(len(setting.variable) for setting in SETTINGS)
    for setting in SETTINGS:
        yield f"{setting.variable:{width}}  {_value(settings, setting.variable)}"
        yield f"{'':{width}}  {setting.meaning}"


def _value(settings: Settings, variable: str) -> str:
    if variable != "DATABASE_URL":
        return settings.value_of(variable)
    try:
        return database.shown(database.address(settings))
    except database.DatabaseError:
        # What cannot be read cannot be shown without its password either.
        return "(not a database address)"


def state(settings: Settings) -> Iterator[Finding]:
    """Look at every part. One that raises is broken; the others are looked at all the same."""
    parts: tuple[tuple[str, Callable[[], str]], ...] = (
        ("program", lambda: f"{__version__}, Python {platform.python_version()}"),
        ("SQLite", lambda: sqlite3.sqlite_version),
        ("engine", _kernel),
        ("languages", _languages),
        ("puzzles", _puzzles),
        ("lessons", _lessons),
        ("database", lambda: _database(settings)),
    )
    for part, look in parts:
        try:
            yield Finding(part, True, look())
        except Exception as error:
            yield Finding(part, False, " ".join(str(error).split()) or type(error).__name__)


def _kernel() -> str:
    from trainer.engine.kernel import KERNEL

    if KERNEL == "c":
        return "compiled"
    return "Python only: the same results, slower (no compiled kernel, or TRAINER_KERNEL=python)"


def _languages() -> str:
    from trainer.i18n.catalogs import Catalogs

    return ", ".join(Catalogs.load(data_folder("translations")).languages)


def _puzzles() -> str:
    from trainer.puzzles import bank

    return _some(len(bank.load().puzzles))


def _lessons() -> str:
    from trainer.lessons.course import course

    chapters = tuple(course())
    return f"{_some(len(chapters))} chapters, {sum(len(one.steps) for one in chapters)} steps"


def _some(count: int) -> str:
    if not count:
        raise LookupError("none found")
    return str(count)


def _database(settings: Settings) -> str:
    found, head = database.revision(settings), database.head()
    where = database.shown(database.address(settings))
    if found is None:
        return f"{where}: not made yet; the first `trainer serve` makes it"
    if not database.knows(found):
        raise LookupError(f"{where}: schema {found} is of another version of this program")
    if found != head:
        return f"{where}: schema {found}; the next `trainer serve` brings it to {head}"
    return f"{where}: schema {found}"
