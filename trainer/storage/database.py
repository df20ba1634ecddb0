"""Reaching the database: engines, transactions, and the schema kept up to date.

SQLite runs in WAL mode so that readers never wait for a writer. A transaction that will write
says so from its beginning (`writing`): on SQLite it takes the write lock at once and waits
for it, instead of failing half-way when another process has written in between.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.pool import NullPool

from trainer.config import Settings

logger = logging.getLogger(__name__)

Sessions = sessionmaker[Session]

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_SECONDS = 20
CONNECT_SECONDS = 10
# Any number, as long as every process of this project asks for the same.
UPGRADE_LOCK = 1_925_080_111
WRITES = "trainer_writes"


class DatabaseError(Exception):
    """The database cannot be used; the text is one line that says where and why."""


def address(settings: Settings) -> sa.URL:
    """The database address of the settings; raises DatabaseError for one that is none."""
    try:
        url = sa.make_url(settings.database_url)
    except (ArgumentError, ValueError) as error:
        raise DatabaseError("DATABASE_URL is not a database address") from error
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise DatabaseError(f"DATABASE_URL: no such kind of database here: {url.drivername}")
    return _with_file(url) if url.get_backend_name() == "sqlite" else url


def _with_file(url: sa.URL) -> sa.URL:
    file = url.database or ":memory:"
    if file == ":memory:" or file.startswith("file:"):
        raise DatabaseError("DATABASE_URL: SQLite needs the path of a file")
    return url.set(database=str(Path(file).expanduser().absolute()))


def engine_options(settings: Settings) -> dict[str, Any]:
    """Arguments of `sqlalchemy.create_engine`; pass the engine to `prepare` afterwards."""
    url = address(settings)
    if url.get_backend_name() == "sqlite":
        return {"url": url, "connect_args": {"timeout": BUSY_SECONDS}}
    arguments = {"connect_timeout": CONNECT_SECONDS}
    return {"url": url, "connect_args": arguments, "pool_pre_ping": True}


def create_engine(settings: Settings, **options: Any) -> sa.Engine:
    """An engine for the settings' database; raises DatabaseError where no driver is installed."""
    wanted = engine_options(settings) | options
    try:
        return prepare(sa.create_engine(**wanted))
    except (ImportError, NoSuchModuleError) as error:
        raise missing_driver(wanted["url"]) from error


def missing_driver(url: sa.URL) -> DatabaseError:
    """The error for a database whose Python driver is not installed."""
    ours = url.drivername in ("postgresql+psycopg", "sqlite")
    advice = "install elfer-trainer[postgresql]" if ours else "use postgresql+psycopg://"
    return DatabaseError(f"{shown(url)}: the driver {url.drivername} is missing: {advice}")


def prepare(engine: sa.Engine) -> sa.Engine:
    """Teach an engine our way of using SQLite; others stay as they are."""
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _configure_sqlite)
        sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _configure_sqlite(connection: Any, _record: object) -> None:
    # The driver begins no transactions by itself: _begin_sqlite does.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    connection.execute("PRAGMA foreign_keys = ON")
    # A confirmed answer survives a power cut too.
    connection.execute("PRAGMA synchronous = FULL")


def _begin_sqlite(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def session_factory(engine: sa.Engine) -> Sessions:
    """Sessions whose objects stay readable after the commit."""
    return sessionmaker(engine, expire_on_commit=False)


@contextmanager
def reading(sessions: Sessions) -> Iterator[Session]:
    """One read-only transaction: all that is read in it belongs to one moment (on SQLite)."""
    with sessions() as session:
        yield session


@contextmanager
def writing(sessions: Sessions) -> Iterator[Session]:
    """One transaction that is stored when the block ends, or not at all if it raises."""
    with sessions() as session:
        session.connection(execution_options={WRITES: True})
        yield session
        session.commit()


def shown(url: sa.URL) -> str:
    """A database address without its password, wherever in it that stands."""
    if "password" in url.query:
        url = url.update_query_dict({"password": "***"})
    return url.render_as_string(hide_password=True)


def upgrade(settings: Settings) -> None:
    """Make the database, or bring it to the newest schema; several processes may do so at once.

    Raises DatabaseError for an address that is wrong or cannot be reached, and for a
    database that a newer version of this program has made.
    """
    url = address(settings)
    engine = create_engine(settings, poolclass=NullPool)
    try:
        _make_file(url)
        _upgrade(engine)
    except OSError as error:
        raise DatabaseError(f"{error.filename}: {error.strerror}") from error
    except DBAPIError as error:
        raise _unreachable(url, error) from error
    except CommandError as error:
        raise DatabaseError(f"{shown(url)}: made by another version of this program") from error
    finally:
        engine.dispose()


def _make_file(url: sa.URL) -> None:
    if url.get_backend_name() == "sqlite":
        file = Path(str(url.database))
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            # For the owner alone; SQLite gives its companion files the same mode.
            file.touch(mode=0o600)


def _upgrade(engine: sa.Engine) -> None:
    with engine.connect() as connection:
        if MigrationContext.configure(connection).get_current_revision() == head():
            return
    if engine.dialect.name == "sqlite":
        _choose_wal(engine)
    with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(UPGRADE_LOCK)))
        configuration = alembic_config()
        configuration.attributes["connection"] = connection
        command.upgrade(configuration, "head")


def _choose_wal(engine: sa.Engine) -> None:
    # SQLite changes the mode only while nobody else looks, and does not wait for that. The
    # mode is kept in the file. A file system that cannot do WAL goes on without.
    connection = engine.raw_connection()
    try:
        for _ in range(100):
            try:
                connection.cursor().execute("PRAGMA journal_mode = WAL")
            except engine.dialect.loaded_dbapi.OperationalError as error:
                if "locked" not in str(error):
                    raise sa.exc.OperationalError("PRAGMA", None, error) from error
                time.sleep(0.05)
            else:
                return
        logger.warning("the database file stays without WAL: others are using it")
    finally:
        connection.close()


def alembic_config() -> Config:
    """Alembic's configuration, with the revisions out of this package."""
    configuration = Config()
    # ConfigParser reads % as its own; a folder may be called so.
    configuration.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return configuration


@cache
def head() -> str | None:
    """The newest revision that this program knows."""
    return ScriptDirectory(str(MIGRATIONS)).get_current_head()


def knows(revision: str) -> bool:
    """Whether a revision is one of this program's."""
    return revision in {one.revision for one in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}


def revision(settings: Settings) -> str | None:
    """The revision of the database, None for an empty or missing one; DatabaseError as `upgrade`.

    Makes nothing: a missing SQLite file stays missing.
    """
    url = address(settings)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).exists():
        return None
    engine = create_engine(settings, poolclass=NullPool)
    try:
        with engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision()
    except DBAPIError as error:
        raise _unreachable(url, error) from error
    finally:
        engine.dispose()


def _unreachable(url: sa.URL, error: DBAPIError) -> DatabaseError:
    lines = [line.strip() for line in str(error.orig).splitlines() if line.strip()]
    return DatabaseError(f"{shown(url)}: {lines[0] if lines else type(error.orig).__name__}")
