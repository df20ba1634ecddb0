"""What pupils are called on pages, on paper and in files, also after their names have gone.

In: names as they are stored.
Out: text in the language of the page.
Owns: nothing.
Knows: what is stored in the place of a name that has gone.
"""

from __future__ import annotations

from trainer.classes import retention
from trainer.i18n.messages import message
from trainer.web.text import said


def pupil_name(name: str) -> str:
    """A pupil's name for people; where the name has gone, the number that is left."""
    number = retention.number_of(name)
    return name if number is None else said(message("Pupil %(number)s", number=number))
