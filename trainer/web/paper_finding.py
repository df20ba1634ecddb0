"""Looking up what stands on paper.

In: an item of a worksheet.
Out: its puzzle, of the bank or from the workshop; None where it is gone.
Owns: nothing.
Knows: the database of the site.
"""

from __future__ import annotations

from trainer.classes.worksheets import OfBank, Own
from trainer.learners import own_puzzles
from trainer.puzzles import bank
from trainer.puzzles.schema import Puzzle
from trainer.web.database import sessions


def find(item: OfBank | Own) -> Puzzle | None:
    """The puzzle of an item; None where it is gone."""
    if isinstance(item, OfBank):
        return bank.load().get(item.id)
    kept = own_puzzles.by_link(sessions(), item.link)
    return kept.puzzle if kept else None
