"""What the next page says about what this request has done, with a button to undo it.

In: a message; the address and the fields of a form that undoes what was done; a page to go on to.
Out: a flashed value that the macro ``notices()`` of ``classes/parts.html`` shows.
Owns: nothing.
Knows: no page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from flask import flash

from trainer.i18n.messages import Message, message
from trainer.web.language import speech

CATEGORY = "notice"

CHANGED = message(
    "This has been changed elsewhere in the meantime, and what you have typed is not saved yet."
    " Look at it again: if you save now, it takes the place of that change."
)
"""For a form that was made from values that are others by now; see `trainer.classes.marks`."""


def tell(
    text: Message,
    kind: Literal["good", "bad"] = "good",
    *,
    undo: str | None = None,
    fields: Sequence[tuple[str, str]] = (),
    onward: tuple[Message, str] | None = None,
) -> None:
    """Let the next page say ``text``.

    ``undo`` is an address to post ``fields`` to; ``onward`` the words and the address of a link.
    """
    say = speech().render
    notice = {
        "text": say(text),
        "kind": kind,
        "undo": undo,
        "fields": [*map(list, fields)],
        "onward": onward and [say(onward[0]), onward[1]],
    }
    flash(notice, CATEGORY)  # type: ignore[arg-type]
