"""The schema grows from the empty base to the newest, one revision after another.

Whatever stands in the tables at each stage is still there after the next one. The rows are made
from what the database itself says about its tables, so that a new revision is tried as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from tests.databases import Databases
from trainer.config import Settings
from trainer.storage import database
from trainer.storage.tables import Base

Row = dict[str, Any]
REVISIONS = [one.revision for one in ScriptDirectory(str(database.MIGRATIONS)).walk_revisions()][
    ::-1
]
VALUES: tuple[tuple[type[sa.types.TypeEngine[Any]], Any], ...] = (
    (sa.Boolean, True),
    (sa.Integer, 1),
    (sa.Float, 1.5),
    (sa.DateTime, datetime(2026, 3, 1, 12, tzinfo=UTC)),
    (sa.Date, date(2026, 3, 1)),
    (sa.String, "word"),
)


@pytest.fixture
def engine(tmp_path: Path, databases: Databases) -> Iterator[sa.Engine]:
    """A database without a schema."""
    folder = Settings.from_environment({"TRAINER_DATA": str(tmp_path)})
    with databases.blank(folder) as settings:
        engine = database.create_engine(settings)
        yield engine
        engine.dispose()


def upgrade(engine: sa.Engine, revision: str) -> None:
    with engine.begin() as connection:
        configuration = database.alembic_config()
        configuration.attributes["connection"] = connection
        command.upgrade(configuration, revision)


def tables(engine: sa.Engine) -> list[sa.Table]:
    """As the database has them, those that others refer to first."""
    found = sa.MetaData()
    found.reflect(engine)
    return [table for table in found.sorted_tables if table.name != "alembic_version"]


def value(column: sa.Column[Any]) -> Any:
    """Something that may stand in a column; every key is 1, as the first row has it."""
    found = next(one for kind, one in VALUES if isinstance(column.type, kind))
    length = getattr(column.type, "length", None)
    return found[:length] if isinstance(found, str) else found


def fill(engine: sa.Engine) -> None:
    """Put a row into each table that is still empty."""
    with engine.begin() as connection:
        for table in tables(engine):
            if connection.execute(sa.select(table)).first() is None:
                row = {column.name: value(column) for column in table.columns}
                connection.execute(table.insert(), row)


def rows(engine: sa.Engine) -> dict[str, list[Row]]:
    with engine.connect() as connection:
        return {
            table.name: [dict(row) for row in connection.execute(sa.select(table)).mappings()]
            for table in tables(engine)
        }


def kept(before: list[Row], after: list[Row]) -> bool:
    """Whether the first row still says what it said; columns may have come or gone."""
    return all(after[0][name] == value for name, value in before[0].items() if name in after[0])


def test_each_revision_keeps_what_stands_in_the_tables(engine: sa.Engine) -> None:
    for revision in REVISIONS:
        before = rows(engine)
        upgrade(engine, revision)
        after = rows(engine)
        assert [name for name in before if name not in after] == []
        assert [name for name in before if not kept(before[name], after[name])] == []
        fill(engine)
    assert all(rows(engine).values())


def test_after_the_last_revision_the_schema_is_that_of_the_models(engine: sa.Engine) -> None:
    for revision in REVISIONS:
        upgrade(engine, revision)
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        assert context.get_current_revision() == database.head()
        assert compare_metadata(context, Base.metadata) == []
