"""A word to type before something goes for good.

In: what was typed.
Out: whether it is the word that the page shows, in the language of the page.
Owns: the word.
Knows: no page. Templates show ``word_to_type()``.
"""

from __future__ import annotations

import unicodedata

from trainer.i18n.messages import message_c
from trainer.web.text import said

WORD = message_c("word to type", "delete")


def word_to_type() -> str:
    """The word, in the language of the page."""
    return said(WORD)


def is_word(typed: str) -> bool:
    """Whether it is the word; case, spaces and quotation marks do not matter."""
    return _plain(typed) == _plain(word_to_type())


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in folded if letter.isalnum())
