"""Messages as values: an English sentence with its parameters, translated when rendered.

This is the bottom layer. A lower layer that has something to say returns a `Message`;
`trainer.i18n.catalogs.Translator.render` turns it into words in the reader's language.
The functions below are also the markers that the extraction looks for, so their first
arguments must be literals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

#: Keys of lesson and puzzle TOML files whose values are texts for readers. A value may be a
#: string, a list of strings, or a table of strings. The extraction reads this set.
TEXT_KEYS: Final = frozenset(
    {
        "activity",
        "aim",
        "ask",
        "caption",
        "choices",
        "closing",
        "definition",
        "explanation",
        "hint",
        "intro",
        "label",
        "labels",
        "lead",
        "materials",
        "mistake",
        "note",
        "praise",
        "question",
        "reason",
        "replies",
        "reply",
        "subtitle",
        "success",
        "summary",
        "task",
        "term",
        "text",
        "title",
    }
)


@dataclass(frozen=True, slots=True)
class Message:
    """One English sentence to be translated later.

    `id` is the sentence (the singular one if there is a plural), `context` tells apart two
    meanings of the same words, `plural` and `count` choose the form, `params` fills the
    `%(name)s` places. A parameter may be a text, a number (formatted for the language) or
    another `Message`. A counted message can use `%(num)s` for its count.
    Without parameters and count the text is shown as it stands: `%` needs no doubling.
    """

    id: str
    context: str | None = None
    plural: str | None = None
    count: int | None = None
    params: Mapping[str, Parameter] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if (self.plural is None) != (self.count is None):
            raise ValueError("a plural and a count belong together")


Parameter = str | int | float | Decimal | Message


def message(text: str, /, **params: Parameter) -> Message:
    """Mark one sentence: `message("It is %(name)s’s turn.", name=name)`."""
    return Message(text, params=params)


def message_n(one: str, many: str, count: int, /, **params: Parameter) -> Message:
    """Mark a counted sentence: `message_n("%(num)s card", "%(num)s cards", 3)`."""
    return Message(one, plural=many, count=count, params=params)


def message_c(context: str, text: str, /, **params: Parameter) -> Message:
    """Mark a sentence with a context: `message_c("button", "Open")`."""
    return Message(text, context=context, params=params)


def message_nc(context: str, one: str, many: str, count: int, /, **params: Parameter) -> Message:
    """Mark a counted sentence with a context."""
    return Message(one, context=context, plural=many, count=count, params=params)
