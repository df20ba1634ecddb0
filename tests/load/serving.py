"""A site of its own for load tests: started as `trainer serve` does, on a free port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from trainer.config import Settings

LINE = re.compile(r"http://[^/\s]+")


class Served:
    """A running site; all of its processes are one group."""

    def __init__(self, settings: Settings, workers: int, port: int = 0) -> None:
        command = [sys.executable, "-m", "trainer", "serve", "--port", str(port)]
        environment = {
            **os.environ,
            "TRAINER_DATA": str(settings.data),
            "DATABASE_URL": settings.database_url,
            "TRAINER_WORKERS": str(workers),
        }
        self._process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        self.address = self._address()

    @property
    def _pipe(self) -> IO[str]:
        assert self._process.stdout is not None
        return self._process.stdout

    def _address(self) -> str:
        for line in self._pipe:
            if found := LINE.search(line):
                return found[0]
        raise RuntimeError("the site did not start")

    @property
    def port(self) -> int:
        return int(self.address.rsplit(":", 1)[1])

    def stop(self) -> None:
        """End it as a service manager does."""
        self._process.terminate()
        self._process.wait()
        self._pipe.close()

    def kill(self) -> None:
        """Kill all of its processes at once, as a power cut would."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._pipe.close()


@contextmanager
def serving(settings: Settings, workers: int) -> Iterator[Served]:
    """A site that is stopped at the end, whatever happens."""
    site = Served(settings, workers)
    try:
        yield site
    finally:
        site.stop()
