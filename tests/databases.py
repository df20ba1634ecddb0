"""The databases of a test run: SQLite files, or those of a PostgreSQL server.

One of the two serves a whole run; the variable TEST_DATABASE_URL decides which (the address of
a server on which databases may be made). A test borrows a database of the newest schema, empty,
and gives it back; or one without any schema.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from trainer.config import Settings
from trainer.storage import database

VARIABLE = "TEST_DATABASE_URL"


class Databases(Protocol):
    """Lends databases; both give settings that lead to one, and take it back at the end."""

    name: str
    """``sqlite`` or ``postgresql``."""

    def lend(self, settings: Settings) -> AbstractContextManager[Settings]:
        """A database of the newest schema without a row in it, for these settings."""

    def blank(self, settings: Settings) -> AbstractContextManager[Settings]:
        """A database that nobody has used yet: no tables; on SQLite not even a file."""


@contextmanager
def on_sqlite(folder: Path) -> Iterator[Databases]:
    """Files: a migrated one is copied, which is quicker than each migration."""
    database.upgrade(Settings.from_environment({"TRAINER_DATA": str(folder)}))
    yield _Files(folder / "trainer.sqlite3")


class _Files:
    name = "sqlite"

    def __init__(self, migrated: Path) -> None:
        self._migrated = migrated

    @contextmanager
    def lend(self, settings: Settings) -> Iterator[Settings]:
        settings.data.mkdir(parents=True, exist_ok=True)
        shutil.copy(self._migrated, settings.data)
        yield settings

    @contextmanager
    def blank(self, settings: Settings) -> Iterator[Settings]:
        yield settings


@contextmanager
def on_postgresql(address: str, prefix: str) -> Iterator[Databases]:
    """Databases of the server at this address, all named by the prefix; gone at the end."""
    server = _Server(address, prefix)
    try:
        server.make_template()
        yield server
    finally:
        server.drop_all()


class _Server:
    name = "postgresql"

    def __init__(self, address: str, prefix: str) -> None:
        self._url = sa.make_url(address)
        self._admin = sa.create_engine(self._url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._prefix = prefix
        self._made: list[str] = []
        self._free: list[str] = []
        self._emptied = ""

    def make_template(self) -> None:
        """The database that all others are copies of, and the statements that empty a copy."""
        self._template = self._make("template0")
        database.upgrade(self._settings(Settings.from_environment({}), self._template))
        with self._engine(self._template).connect() as connection:
            self._emptied = _emptied(connection)

    def drop_all(self) -> None:
        """Drop what was made here."""
        for name in reversed(self._made):
            self._run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    @contextmanager
    def lend(self, settings: Settings) -> Iterator[Settings]:
        name = self._free.pop() if self._free else self._make(self._template)
        yield self._settings(settings, name)
        # One that is still in use is left alone: it goes with the others at the end.
        with suppress(OperationalError), self._engine(name).begin() as connection:
            connection.exec_driver_sql(self._emptied)
            self._free.append(name)

    @contextmanager
    def blank(self, settings: Settings) -> Iterator[Settings]:
        name = self._make("template0")
        yield self._settings(settings, name)
        self._run(f"DROP DATABASE {name} WITH (FORCE)")
        self._made.remove(name)

    def _make(self, template: str) -> str:
        name = f"{self._prefix}_{len(self._made)}_{os.urandom(4).hex()}"
        self._run(f"CREATE DATABASE {name} TEMPLATE {template}")
        self._made.append(name)
        return name

    def _run(self, statement: str) -> None:
        with self._admin.connect() as connection:
            connection.exec_driver_sql(statement)

    def _address(self, name: str) -> sa.URL:
        return self._url.set(database=name)

    def _engine(self, name: str) -> sa.Engine:
        return sa.create_engine(self._address(name), poolclass=NullPool)

    def _settings(self, settings: Settings, name: str) -> Settings:
        address = self._address(name).render_as_string(hide_password=False)
        return replace(settings, database_url=address)


def _emptied(connection: sa.Connection) -> str:
    """The statements that delete each row of a database and let every id begin at 1 again."""
    tables = sa.inspect(connection).get_table_names()
    deleted = [f'DELETE FROM "{table}"' for table in tables if table != "alembic_version"]
    return "; ".join(
        [
            "SET LOCAL lock_timeout = '5s'",
            # Without the order that the keys between the tables would ask for.
            "SET LOCAL session_replication_role = replica",
            *deleted,
            "SELECT setval(format('%%I.%%I', schemaname, sequencename)::regclass, 1, false)"
            " FROM pg_sequences WHERE last_value IS NOT NULL",
        ]
    )
