"""The engine: what each legal turn of a position is worth, and players that use it.

``analyse`` evaluates a position. Below it lie ``beliefs`` (the deals that agree with what the
mover knows), ``solver`` (what can be proven), ``sampling`` (turns over the same deals) and
``kernel`` (the numbers, in C or in Python). The engine speaks no human language.
"""

from trainer.engine.analysis import Effort, analyse
from trainer.engine.evaluation import (
    ENGINE_VERSION,
    THRESHOLDS,
    Evaluation,
    Grade,
    Interval,
    Margin,
    Method,
    TurnValue,
    grade,
)
from trainer.engine.kernel import KERNEL

__all__ = [
    "ENGINE_VERSION",
    "KERNEL",
    "THRESHOLDS",
    "Effort",
    "Evaluation",
    "Grade",
    "Interval",
    "Margin",
    "Method",
    "TurnValue",
    "analyse",
    "grade",
]
