"""The words for what a report says is wrong with a puzzle."""

from __future__ import annotations

from trainer.i18n.messages import message
from trainer.learners.faults import Fault

KINDS = {
    Fault.ANSWER: message("The answer is wrong, or mine is just as good."),
    Fault.REASON: message("The reason is wrong or hard to understand."),
    Fault.WORDS: message("There is a mistake in the language."),
    Fault.PICTURE: message("The picture shows something wrong."),
    Fault.OTHER: message("Something else."),
}
