"""Elfer raus! trainer: lessons and "best turn" puzzles in six languages.

The packages, from the bottom to the top (each imports only what stands below it)::

    rules      the game: cards, table, turns, games, sessions, the text forms
    engine     what a turn is worth, exactly or with an interval
    puzzles    puzzle records, the bank, themes, reasons
    lessons    lesson records and the course
    storage    tables, database, migrations
    learners   progress of a person
    classes    teachers and pupils
    web        the site
    cli        the ``trainer`` command

``i18n.messages`` and ``config`` lie below all of them.
"""

__version__ = "0.1.0"
