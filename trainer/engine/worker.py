"""A process that analyses for another one: `python -m trainer.engine.worker`.

It reads pickled `Task` values from its input and writes a pickled `Evaluation` for each, or the
error. It has the lowest priority, and ends when its input does, so that it never outlives the
process that started it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from dataclasses import dataclass

from trainer.engine.analysis import analyse
from trainer.engine.evaluation import Evaluation
from trainer.rules import parse_position

NICE = 19


@dataclass(frozen=True)
class Task:
    """What is to be analysed: a position's line, deals at most, and the limit of time."""

    line: str
    worlds: int
    seconds: float
    seed: int = 1


def work(task: Task) -> Evaluation:
    """Do a task here; proof and playouts have half of its time each."""
    position = parse_position(task.line)
    return analyse(position, worlds=task.worlds, seconds=task.seconds / 2, seed=task.seed)


def main() -> None:
    """Work until nobody asks any more."""
    # Ctrl-C in a terminal reaches the whole group; the server decides when this process ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    while True:
        try:
            task = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(_answer(task), sys.stdout.buffer)
        sys.stdout.flush()


def _answer(task: object) -> Evaluation | Exception:
    from trainer.engine.worker import Task as Known  # this module runs as __main__ too

    try:
        if not isinstance(task, Known):
            raise TypeError("not a task")
        return work(task)
    except Exception as error:
        return error


if __name__ == "__main__":
    main()
