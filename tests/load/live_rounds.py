"""How do pages fare while three classes of 35 play live rounds at once?

    python -m tests.load.live_rounds [--classes 3] [--pupils 35] [--questions 4] [--workers 2]

Starts the site as `trainer serve` does, on an empty SQLite database or on the one that
DATABASE_URL names (which must be empty too). Pupils join, poll and answer as their pages do, some
change their answers, some send them twice, teachers lead. Afterwards every answer that a phone was
told is stored must be in the database exactly once, and nothing else. Prints the times of each kind
of request, and of a puzzle page alone and beside the rounds. Not a test of `make test` (which
plays smaller rounds): its figures are those of a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Sequence

from tests.load.rounds import Times, Visitor, mistakes, play, prepare
from tests.load.serving import serving
from trainer.config import Settings
from trainer.puzzles import bank
from trainer.storage import database


def main() -> None:
    """Play, check and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--classes", type=int, default=3)
    parser.add_argument("--pupils", type=int, default=35)
    parser.add_argument("--questions", type=int, default=4)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--think", type=float, default=10, help="longest time to answer, seconds")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.from_environment({**os.environ, "TRAINER_DATA": folder})
        _measure(settings, wanted)


def _measure(settings: Settings, wanted: argparse.Namespace) -> None:
    database.upgrade(settings)
    engine = database.create_engine(settings)
    sessions = database.session_factory(engine)
    halls = prepare(sessions, wanted.classes, wanted.pupils, wanted.questions)
    page = f"/en/puzzles/{bank.load().puzzles[300].id}"
    times, alone = Times(), Times()
    with serving(settings, wanted.workers) as site:
        _read(site.address, page, alone, 5)
        stop = threading.Event()
        reader = threading.Thread(target=_read_on, args=(site.address, page, times, stop))
        reader.start()
        started = time.monotonic()
        phones = play(site.address, halls, times, think=wanted.think, open_for=2.5 * wanted.think)
        lasted = time.monotonic() - started
        stop.set()
        reader.join()
    _say(f"{engine.dialect.name}: {wanted.classes} rounds of {wanted.pupils}, {lasted:.0f} s")
    _table("puzzle page alone", alone.of("puzzle page"))
    for kind in times.kinds:
        _table(kind, times.of(kind))
    wrong = [fault for hall in halls for fault in mistakes(sessions, hall, phones[hall.round.id])]
    confirmed = sum(
        told.confirmed is not None
        for ours in phones.values()
        for phone in ours
        for told in phone.told.values()
    )
    engine.dispose()
    _say(f"{confirmed} answers confirmed, {len(wrong)} lost, doubled or made up")
    if wrong:
        raise SystemExit("\n".join(wrong))


def _read(site: str, page: str, times: Times, seconds: float) -> None:
    stop = threading.Event()
    threading.Timer(seconds, stop.set).start()
    _read_on(site, page, times, stop)


def _read_on(site: str, page: str, times: Times, stop: threading.Event) -> None:
    """A reader who looks at a puzzle five times a second."""
    visitor = Visitor(site, times)
    while not stop.wait(0.2):
        visitor.get(page, "puzzle page")
    visitor.close()


def _table(kind: str, found: Sequence[float]) -> None:
    if len(found) > 1:
        cut = statistics.quantiles(found, n=100, method="inclusive")
        middle, high, highest = (1000 * cut[place - 1] for place in (50, 95, 99))
        _say(f"{kind:18} {len(found):6}   {middle:7.1f} {high:7.1f} {highest:7.1f} ms")


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
