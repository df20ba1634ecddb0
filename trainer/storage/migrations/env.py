"""What Alembic runs for every command. The caller passes an open connection.

`trainer.storage.database.upgrade` holds a lock on that connection's transaction, so all
revisions happen in one transaction or not at all.
"""

from __future__ import annotations

from alembic import context

from trainer.storage import class_tables  # noqa: F401  (its tables belong to the schema)
from trainer.storage.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    # SQLite's schema changes are transactional too, now that we begin transactions ourselves.
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
