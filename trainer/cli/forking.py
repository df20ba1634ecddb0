"""Gunicorn as a library: it reads no file and no variable of its own, and says nothing."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger

from trainer.cli.server import THREADS, announce
from trainer.config import Settings
from trainer.web import housekeeping
from trainer.web.database import forget_connections

# In peace a worker stops within two seconds; this is for pages still in the making.
GRACE_SECONDS = 30
# A page's time is bounded by the analysis it may run; a worker silent for longer hangs.
SILENCE_SECONDS = 60
STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)


# Browsers and proxies send lines of up to eight thousand bytes.
LONGEST_LINE = 8190


class Log(Logger):  # type: ignore[misc]
    """What goes wrong, without who was there: no address of a device is written down."""

    def warning(self, msg: object, *args: object, **kwargs: Any) -> None:
        """Gunicorn names the sender of a request that it cannot read, and quotes from it."""
        if str(msg).startswith("Invalid request from"):
            msg, args = "A request that cannot be read was refused.", ()
        super().warning(msg, *args, **kwargs)


class Master(Arbiter):  # type: ignore[misc]
    """Starts and watches the workers.

    A new worker has the master's signal handlers until it has set its own. A signal to stop
    would be lost in between, so such signals wait until it is ready.
    """

    def spawn_worker(self) -> Any:
        """Start a worker; returns in the master only."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
        try:
            return super().spawn_worker()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Site(BaseApplication):  # type: ignore[misc]
    """The app with the options it is served by."""

    def __init__(self, app: Flask, options: dict[str, Any]) -> None:
        self.app = app
        self.options = options
        super().__init__()

    def load_config(self) -> None:
        """Set the options; nothing else is asked."""
        for name, value in self.options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """The app, made before."""
        return self.app

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT; ends by SystemExit."""
        Master(self).run()


def run(app: Flask, listener: socket.socket, settings: Settings, greeting: str) -> None:
    """Serve ``app`` on ``listener``; say the greeting when that is so."""

    def ready(_master: Master) -> None:
        announce(greeting)
        # Gunicorn has its own copy; this one would keep the port open while workers finish.
        listener.close()

    def worker_ready(_worker: object) -> None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
        housekeeping.start(app)

    options = _options(listener, settings) | {
        "when_ready": ready,
        "post_fork": lambda _master, _worker: forget_connections(app),
        "post_worker_init": worker_ready,
    }
    Site(app, options).run()


def _options(listener: socket.socket, settings: Settings) -> dict[str, Any]:
    # Workers prove that they live by touching a file: in memory, where there is such a folder.
    memory = Path("/dev/shm")
    return {
        # Gunicorn closes the descriptor that it is given.
        "bind": f"fd://{os.dup(listener.fileno())}",
        "workers": settings.workers,
        "worker_class": "gthread",
        "threads": THREADS,
        # Catalogs and content are loaded once and shared by all workers.
        "preload_app": True,
        "timeout": SILENCE_SECONDS + int(settings.analysis_seconds),
        "graceful_timeout": GRACE_SECONDS,
        "keepalive": 5,
        "worker_tmp_dir": str(memory) if memory.is_dir() else None,
        "accesslog": None,
        "errorlog": "-",
        "loglevel": "warning",
        "logger_class": Log,
        "limit_request_line": LONGEST_LINE,
        "proc_name": "trainer",
        "control_socket_disable": True,
    }
