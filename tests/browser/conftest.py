"""A real Chromium and a live site for the tests of this folder.

Fixtures: ``site`` (address of a site with an empty database), ``visit`` (opens a page of it in
a browser of its own: ``visit("/en/", width=390, dark=True, scripts=False)``). Whatever a page
writes to the console as an error, or throws, or loads from elsewhere, fails the test.
Without a browser the tests are skipped; in CI that is a failure.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.databases import Databases
from trainer.config import Settings
from trainer.web.app import create_app

# The build without windows comes first: it opens a page in a third of the time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

# Shared machines are slow at times: a page may be wrong, never late.
PATIENCE_MS = 15_000
expect.set_options(timeout=PATIENCE_MS)

Visit = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


# Playwright keeps an event loop in this thread for as long as it is open, and Flask's own
# test client cannot work beside one: so it ends with this folder, not with the session.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        why = "no Chromium here: install it with the package manager of the system"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, databases: Databases) -> Iterator[str]:
    """The address of a running site, without a slash at its end."""
    settings = Settings.from_environment({"TRAINER_DATA": str(tmp_path_factory.mktemp("site"))})
    with databases.lend(settings) as prepared, running(prepared) as address:
        yield address


class Quiet(WSGIRequestHandler):
    """Answers without a line in the log for each request."""

    def log_request(self, *_what: object) -> None:
        pass


@contextmanager
def running(settings: Settings) -> Iterator[str]:
    """Serve a site, its database up to date, from another thread; gives its address."""
    # The app is made in a thread of its own, away from Playwright's event loop.
    with ThreadPoolExecutor(1) as thread:
        app = thread.submit(create_app, settings).result()
        server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
        serving = thread.submit(server.serve_forever)
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        serving.result()
    server.server_close()
    app.extensions["engine"].dispose()


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    """Open pages, each in a browser profile of its own unless ``beside`` names a page."""
    troubles: list[str] = []
    contexts = []

    def open_page(path: str, *, beside: Page | None = None, **wishes: Any) -> Page:
        if beside is None:
            context = browser.new_context(**_context_options(site, **wishes))
            context.set_default_timeout(PATIENCE_MS)
            contexts.append(context)
        else:
            context = beside.context
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(f"thrown: {error}"))
        page.on("console", lambda message: _note(message, troubles))
        page.on("request", lambda request: _watch(request, site, troubles))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not troubles


def _context_options(
    site: str,
    *,
    width: int = 1120,
    height: int = 900,
    dark: bool = False,
    scripts: bool = True,
    motion: bool = False,
    **more: Any,
) -> dict[str, Any]:
    return {
        "base_url": site,
        "viewport": {"width": width, "height": height},
        "color_scheme": "dark" if dark else "light",
        "java_script_enabled": scripts,
        "reduced_motion": "no-preference" if motion else "reduce",
        **more,
    }


def _note(message: ConsoleMessage, troubles: list[str]) -> None:
    # A page that answers with an error status is logged by the browser too; that is no fault.
    if message.type == "error" and "Failed to load resource" not in message.text:
        troubles.append(f"console: {message.text}")


def _watch(request: Request, site: str, troubles: list[str]) -> None:
    if not request.url.startswith((site, "data:")):
        troubles.append(f"loaded from elsewhere: {request.url}")
