"""The database: made on first use, kept up to date, safe for several processes."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from tests.databases import Databases
from trainer.config import Settings
from trainer.storage import database
from trainer.storage.database import DatabaseError, reading, writing
from trainer.storage.tables import Base, Learner

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


CHANGES = ("ALTER", "CREATE", "DELETE", "DROP", "INSERT", "UPDATE")


def settings_for(folder: Path, **environment: str) -> Settings:
    return Settings.from_environment({"TRAINER_DATA": str(folder), **environment})


@pytest.fixture
def settings(tmp_path: Path, databases: Databases) -> Iterator[Settings]:
    with databases.blank(settings_for(tmp_path / "made on first start" / "100 % data")) as blank:
        yield blank


@pytest.fixture
def engine(settings: Settings):
    database.upgrade(settings)
    engine = database.create_engine(settings)
    yield engine
    engine.dispose()


@pytest.fixture
def statements() -> Iterator[list[str]]:
    """Every statement that any database is asked for from here on."""
    found: list[str] = []

    def note(_connection, _cursor, statement: str, *_more) -> None:
        found.append(statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    yield found
    sa.event.remove(sa.Engine, "before_cursor_execute", note)


def test_the_folder_and_the_database_are_made_on_first_use(settings: Settings):
    assert database.revision(settings) is None
    assert not settings.data.exists()
    database.upgrade(settings)
    assert database.revision(settings) == database.head()


def test_upgrading_again_changes_nothing(settings: Settings, statements: list[str]):
    database.upgrade(settings)
    assert any(one.lstrip().startswith("CREATE") for one in statements)
    statements.clear()
    database.upgrade(settings)
    assert not any(one.lstrip().startswith(CHANGES) for one in statements)


def test_the_models_and_the_migrations_agree(engine: sa.Engine):
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, Base.metadata) == []


def test_a_migration_can_be_taken_back(engine: sa.Engine):
    with engine.begin() as connection:
        configuration = database.alembic_config()
        configuration.attributes["connection"] = connection
        command.downgrade(configuration, "base")
    assert sa.inspect(engine).get_table_names() == ["alembic_version"]


def test_a_migration_that_fails_leaves_nothing_behind(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    def fail(configuration: object, revision: str) -> None:
        configuration.attributes["connection"].exec_driver_sql("CREATE TABLE half (id INT)")
        raise RuntimeError("power cut")

    monkeypatch.setattr(database.command, "upgrade", fail)
    with pytest.raises(RuntimeError, match="power cut"):
        database.upgrade(settings)
    engine = database.create_engine(settings)
    assert sa.inspect(engine).get_table_names() == []
    engine.dispose()


@pytest.mark.only_on("sqlite", "the promises of an SQLite file")
def test_sqlite_keeps_confirmed_answers_and_lets_readers_read(engine: sa.Engine):
    with engine.connect() as connection:
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        values = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas]
    assert values == ["wal", 2, 1, database.BUSY_SECONDS * 1000]


def test_several_processes_may_make_the_database_at_once(settings: Settings):
    script = (
        "from trainer.config import Settings; from trainer.storage import database;"
        "database.upgrade(Settings.from_environment())"
    )
    environment = {
        "TRAINER_DATA": str(settings.data),
        "DATABASE_URL": settings.database_url,
        "PYTHONWARNINGS": "error",
    }
    started = [
        subprocess.Popen(
            [sys.executable, "-c", script], env=environment, stderr=subprocess.PIPE, text=True
        )
        for _ in range(6)
    ]
    errors = [process.communicate(timeout=60)[1] for process in started]
    assert errors == [""] * 6
    assert [process.returncode for process in started] == [0] * 6
    assert database.revision(settings) == database.head()


def test_writers_wait_for_one_another(engine: sa.Engine):
    sessions = database.session_factory(engine)
    errors: list[BaseException] = []

    def write(number: int) -> None:
        try:
            with writing(sessions) as session:
                # Reads first and writes then: without an immediate transaction SQLite would
                # refuse the write as soon as another one has come between.
                seen = session.scalar(sa.select(sa.func.count()).select_from(Learner))
                session.add(Learner(public_id=f"{number:032x}", created_at=NOW, seen_at=NOW))
                assert seen is not None
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    with reading(sessions) as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(Learner)) == 16


def test_nothing_of_a_transaction_that_raises_is_stored(engine: sa.Engine):
    sessions = database.session_factory(engine)
    with pytest.raises(RuntimeError, match="half-way"), writing(sessions) as session:  # noqa: PT012
        session.add(Learner(public_id="a" * 32, created_at=NOW, seen_at=NOW))
        session.flush()
        raise RuntimeError("half-way")
    with reading(sessions) as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(Learner)) == 0


def test_moments_come_back_aware_and_in_utc(engine: sa.Engine):
    sessions = database.session_factory(engine)
    local = datetime(2026, 3, 1, 14, 30, 0, 123456, timezone(timedelta(hours=2)))
    with writing(sessions) as session:
        session.add(Learner(public_id="a" * 32, created_at=local, seen_at=local))
    with reading(sessions) as session:
        moment = session.scalars(sa.select(Learner.created_at)).one()
    assert moment == local
    assert moment.tzinfo is UTC


def test_a_moment_without_a_time_zone_is_refused(engine: sa.Engine):
    sessions = database.session_factory(engine)
    naive = datetime(2026, 3, 1)
    with pytest.raises(sa.exc.StatementError, match="time zone"), writing(sessions) as session:
        session.add(Learner(public_id="a" * 32, created_at=naive, seen_at=naive))


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "not a database address"),
        ("postgresql+psycopg://h:port/x", "not a database address"),
        ("mysql://me@host/x", "no such kind of database"),
        ("sqlite://", "path of a file"),
        ("sqlite:////proc/nowhere/x.sqlite3", "/proc/nowhere"),
        ("postgresql+psycopg2://h/x", "use postgresql\\+psycopg://"),
    ],
)
def test_a_wrong_address_is_one_clear_line(tmp_path: Path, url: str, words: str):
    with pytest.raises(DatabaseError, match=words) as caught:
        database.upgrade(settings_for(tmp_path, DATABASE_URL=url))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://pupil:secret-word@127.0.0.1:1/school",
        "postgresql://pupil@127.0.0.1:1/school?password=secret-word",
    ],
)
def test_an_unreachable_server_is_one_line_without_the_password(tmp_path: Path, url: str):
    with pytest.raises(DatabaseError) as caught:
        database.upgrade(settings_for(tmp_path, DATABASE_URL=url))
    # With the driver installed the connection fails, without it the driver is asked for.
    assert "127.0.0.1:1/school" in str(caught.value)
    assert "secret-word" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_database_is_one_clear_line(tmp_path: Path):
    (tmp_path / "trainer.sqlite3").write_text("a shopping list\n" * 100)
    with pytest.raises(DatabaseError, match="not a database"):
        database.upgrade(settings_for(tmp_path))


def test_a_database_of_a_newer_version_is_refused(settings: Settings, engine: sa.Engine):
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseError, match="another version"):
        database.upgrade(settings)


def test_plain_postgresql_addresses_get_the_driver_that_we_install(tmp_path: Path):
    for scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        settings = settings_for(tmp_path, DATABASE_URL=f"{scheme}://h/x")
        assert database.address(settings).drivername == "postgresql+psycopg"
