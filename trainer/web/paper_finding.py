"""Looking up what stands on paper.

In: an item of a worksheet.
Out: its puzzle, of the bank or from the workshop; None where it is gone. Where a pupil goes whose
class keeps the answer back.
Owns: nothing.
Knows: the database of the site, the pupil at this browser.
"""

from __future__ import annotations

from trainer.classes.worksheets import OfBank, Own, Question
from trainer.learners import own_puzzles
from trainer.puzzles import bank
from trainer.puzzles.schema import Puzzle
from trainer.web import class_work
from trainer.web.database import sessions


def find(item: OfBank | Own) -> Puzzle | None:
    """The puzzle of an item; None where it is gone."""
    if isinstance(item, OfBank):
        return bank.load().get(item.id)
    kept = own_puzzles.by_link(sessions(), item.link)
    return kept.puzzle if kept else None


def kept_back(question: Question) -> str | None:
    """Where a pupil is led whose task or round withholds the answer; None for everybody else."""
    match question.item:
        case OfBank(id=puzzle):
            return class_work.closed("puzzle", puzzle)
        case Own(link=link):
            return class_work.closed("own", link)
    return None
