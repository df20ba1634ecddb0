"""What all tests share: the folder of test data, and how hard hypothesis tries."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.databases import VARIABLE, Databases, on_postgresql, on_sqlite
from trainer.config import Settings

Prepare = Callable[[Settings], Settings]
LOOKS = {"faults", "sideways_scroll"}
"""Functions of tests.browser.axe; a test that calls one looks at a page above all."""

# Shared machines are slow at times: a test may be wrong, never late.
settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of case files."""
    return Path(__file__).parent / "data"


@pytest.fixture(scope="session")
def databases(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Databases]:
    """All databases of this run come from here: the one place that knows on which kind it is."""
    address = os.environ.get(VARIABLE)
    found = (
        on_postgresql(address, f"test_{worker_id}")
        if address
        else on_sqlite(tmp_path_factory.mktemp("migrated"))
    )
    with found as databases:
        yield databases


@pytest.fixture
def prepared(databases: Databases) -> Iterator[Prepare]:
    """For given settings, the same with a database of the newest schema, empty; for one test."""
    with ExitStack() as lent:
        yield lambda settings: lent.enter_context(databases.lend(settings))


def pytest_collection_finish() -> None:
    """The garbage collector need not look at what stays: a fifth of the time of a page."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL only what touches a database runs; all the rest has run without it."""
    kind = "postgresql" if os.environ.get(VARIABLE) else "sqlite"
    chosen = [item for item in items if _runs_on(item, kind)]
    left = [item for item in items if not _runs_on(item, kind)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = chosen


def _runs_on(item: pytest.Item, kind: str) -> bool:
    only = item.get_closest_marker("only_on")
    if only is not None:
        return bool(only.args[0] == kind)
    return kind == "sqlite" or _touches_a_database(item)


def _touches_a_database(item: pytest.Item) -> bool:
    folder = item.path.relative_to(Path(__file__).parent).parts[0]
    # A page in another language reads and writes the same rows.
    if _language(item) != "en":
        return False
    # Nor has it to do with the database how a page looks.
    if folder == "browser" and LOOKS & set(_names(item)):
        return False
    return folder == "storage" or "databases" in getattr(item, "fixturenames", ())


def _names(item: pytest.Item) -> tuple[str, ...]:
    """What a test function calls."""
    code = getattr(getattr(item, "function", None), "__code__", None)
    return code.co_names if code is not None else ()


def _language(item: pytest.Item) -> str:
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    return str(parameters.get("language") or parameters.get("teaching") or "en")
