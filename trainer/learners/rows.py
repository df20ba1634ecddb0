"""Rows as plain data, ready for JSON: what an export says about them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from trainer.storage.tables import Base

INNER = frozenset({"id", "submission", "token", "secret", "tag"})
"""Columns that say nothing about a person: numbers of rows, keys of forms, digests of secrets."""


def plain(row: Base) -> dict[str, object]:
    """The columns of a row that say something; moments as ISO 8601 in UTC."""
    columns = (c for c in row.__table__.columns if c.name not in INNER and not c.foreign_keys)
    return {column.name: value(getattr(row, column.name)) for column in columns}


def value(found: object) -> object:
    """A value as JSON has it."""
    return found.isoformat() if isinstance(found, datetime | date) else found


def rows(session: Session, table: Any, *where: ColumnElement[bool]) -> list[dict[str, object]]:
    """The rows of a table for which all of that is true, in the order in which they came."""
    return [plain(row) for row in session.scalars(select(table).where(*where).order_by(table.id))]
