"""Analyses for readers: beside the server, few at a time, each within a limit of time.

In: a position that is small enough, and how much to play.
Out: its evaluation, or BusyError at once where the desk has as much work as it may take.
Owns: one process of low priority beside each server process, so that pages stay quick.
Knows: no page. The same task asked again soon is answered from memory.
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
import threading
from collections import OrderedDict
from typing import IO, NamedTuple

from trainer.engine import Evaluation, Method
from trainer.engine.worker import Task
from trainer.rules import Position

PLACES = 2
"""One analysis runs, and one may wait for it, in each server process. The thread that waits
serves no page meanwhile."""

RETRY_SECONDS = 3
"""When a reader who was turned away may come again."""

GRACE_SECONDS = 15.0
"""Time above the limit, for a slow machine and for the process to start; then it is ended."""

REMEMBERED = 32
SEED = 1


class BusyError(Exception):
    """The desk has no place for another analysis now."""


class Round(NamedTuple):
    """One look at a position: deals, and the share of the site's limit of time."""

    worlds: int
    share: float


ROUNDS = (Round(300, 0.1), Round(3_000, 0.4), Round(60_000, 1.0))
"""Each round looks closer; a page shows one after the other."""


def round_task(position: Position, number: int, limit: float) -> Task:
    """The task of a round, from 1; ``limit``: the longest time of an analysis, in seconds."""
    worlds, share = ROUNDS[number - 1]
    return Task(str(position), worlds, limit * share, SEED)


def is_last(evaluation: Evaluation, number: int) -> bool:
    """Whether a further round would say nothing new."""
    return evaluation.method is Method.EXACT or number >= len(ROUNDS)


class Worker:
    """The process of the desk; started when it is first needed, and again after a fault."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def ask(self, task: Task) -> Evaluation:
        """Have a task done; raises BusyError where no answer comes in time."""
        process = self._running()
        late = threading.Timer(task.seconds + GRACE_SECONDS, process.kill)
        late.start()
        try:
            answer = _exchange(process, task)
        except (OSError, EOFError, pickle.PickleError):
            self.close()
            raise BusyError from None
        finally:
            late.cancel()
        if isinstance(answer, Evaluation):
            return answer
        raise RuntimeError("the analysis failed") from answer

    def _running(self) -> subprocess.Popen[bytes]:
        # After a fork the process is the parent's: each server process has its own.
        if self._process is not None and self._process.poll() is not None:
            self.close()
        if self._process is None or self._owner != os.getpid():
            command = [sys.executable, "-m", "trainer.engine.worker"]
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe)
            self._owner = os.getpid()
        return self._process

    def close(self) -> None:
        """End the process."""
        if self._process is not None and self._owner == os.getpid():
            self._process.kill()
            self._process.communicate()
        self._process = None


def _exchange(process: subprocess.Popen[bytes], task: Task) -> Evaluation | Exception:
    pickle.dump(task, _open(process.stdin))
    _open(process.stdin).flush()
    answer: Evaluation | Exception = pickle.load(_open(process.stdout))
    return answer


def _open(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise EOFError
    return stream


class Desk:
    """The desk of one server process; `desk` is the one that pages use."""

    def __init__(self, places: int = PLACES) -> None:
        self._places = threading.BoundedSemaphore(places)
        self._turn = threading.Lock()
        self._memory = threading.Lock()
        self._known: OrderedDict[Task, Evaluation] = OrderedDict()
        self.worker = Worker()

    def analysed(self, task: Task) -> Evaluation:
        """The evaluation; raises BusyError where there is no place, or no answer in time."""
        known = self._remembered(task)
        if known is not None:
            return known
        if not self._places.acquire(blocking=False):
            raise BusyError
        try:
            with self._turn:
                found = self._remembered(task) or self.worker.ask(task)
        finally:
            self._places.release()
        self._remember(task, found)
        return found

    def _remembered(self, task: Task) -> Evaluation | None:
        with self._memory:
            found = self._known.get(task)
            if found is not None:
                self._known.move_to_end(task)
            return found

    def _remember(self, task: Task, found: Evaluation) -> None:
        with self._memory:
            self._known[task] = found
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)


desk = Desk()
"""The desk of this server process."""

atexit.register(desk.worker.close)
