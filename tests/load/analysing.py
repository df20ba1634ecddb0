"""How much slower is a puzzle page while ten clients have positions analysed?

    python -m tests.load.analysing [--clients 10] [--seconds 10]

Starts the site as `trainer serve` does, on a free port with an empty database; asks for a puzzle
page again and again, alone and beside the clients; prints the times of the page and what the
clients got. Not a test of `make test`: its figures are those of a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from random import Random

from trainer.puzzles.bank import load
from trainer.rules import Game
from trainer.rules.profile import OFFICIAL


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=10)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = _serve(folder)
        try:
            _measure(_address(site), wanted.clients, wanted.seconds)
        finally:
            site.terminate()
            site.wait()
            _pipe(site).close()


def _serve(folder: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "trainer", "serve", "--port", "0"]
    environment = {**os.environ, "TRAINER_DATA": folder}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def _pipe(site: subprocess.Popen[str]):
    assert site.stdout is not None
    return site.stdout


def _address(site: subprocess.Popen[str]) -> str:
    found = re.search(r"http://[^/]+", _pipe(site).readline())
    if found is None:
        raise SystemExit("the site did not start")
    return found[0]


def _measure(site: str, clients: int, seconds: float) -> None:
    puzzle = load().puzzles[len(load().puzzles) // 2].id
    page = f"{site}/en/puzzles/{puzzle}"
    _times(page, 2)
    alone = _times(page, seconds)
    stop, got = threading.Event(), Counter[int]()
    threads = [
        threading.Thread(target=_client, args=(site, number, stop, got))
        for number in range(clients)
    ]
    for thread in threads:
        thread.start()
    time.sleep(2)
    beside = _times(page, seconds)
    stop.set()
    for thread in threads:
        thread.join()
    _print("alone", alone)
    _print(f"beside {clients} clients", beside)
    print(f"median: {statistics.median(beside) / statistics.median(alone):.2f} times as long")  # noqa: T201
    print(f"analyses: {got[200]} done, {got[503]} told to come again")  # noqa: T201


def _times(page: str, seconds: float) -> list[float]:
    found, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        started = time.perf_counter()
        with urllib.request.urlopen(page, timeout=30) as answer:
            answer.read()
        found.append(time.perf_counter() - started)
    return found


def _print(name: str, times: list[float]) -> None:
    high = statistics.quantiles(times, n=20)[-1]
    print(  # noqa: T201
        f"{name}: median {1000 * statistics.median(times):.1f} ms, 95 % below {1000 * high:.1f} ms"
    )


def _client(site: str, number: int, stop: threading.Event, got: Counter[int]) -> None:
    """Ask for one analysis after the other; come again when told to."""
    random = Random(number)
    while not stop.is_set():
        game = Game.deal(OFFICIAL, random.randint(2, 6), random)
        query = urllib.parse.urlencode(
            {"position": str(game.view()), "worlds": 20_000, "seed": random.randint(0, 1 << 30)}
        )
        try:
            with urllib.request.urlopen(f"{site}/api/v1/analyse?{query}", timeout=60) as answer:
                answer.read()
                got[answer.status] += 1
        except urllib.error.HTTPError as error:
            got[error.code] += 1
            wait = float(error.headers.get("Retry-After", 1))
            # Closed before waiting: gunicorn lingers on a connection that its client holds open.
            error.read()
            error.close()
            stop.wait(wait)


if __name__ == "__main__":
    main()
