"""The database schema's history, run by `trainer.storage.database.upgrade`."""
