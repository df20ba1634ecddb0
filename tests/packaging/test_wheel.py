"""A wheel built from the source distribution serves the same site, from any folder."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ("trainer", "templates", "translations", "puzzles")


def run(*command: object, cwd: Path) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh virtual environment with the wheel in it; its ``bin`` folder."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    ignore = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
    for name in SOURCES:
        shutil.copytree(ROOT / name, source / name, ignore=ignore)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    # without a flag, build makes the wheel from the source distribution, not from the tree
    run(sys.executable, "-m", "build", "--outdir", folder / "dist", cwd=source)
    run(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    (wheel,) = (folder / "dist").glob("*.whl")
    scripts = folder / "venv" / "bin"
    run(scripts / "python", "-m", "pip", "install", "--quiet", wheel, cwd=folder)
    return scripts


@pytest.fixture(scope="module")
def site(environment: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the installed site, started in an empty folder."""
    folder = tmp_path_factory.mktemp("empty")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [environment / "trainer", "serve", "--port", str(port)],
        cwd=folder,
        env=os.environ | {"TRAINER_DATA": str(folder / "data")},
    )
    try:
        yield wait_for(f"http://127.0.0.1:{port}", server)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=20)


def wait_for(address: str, server: subprocess.Popen[bytes]) -> str:
    for _ in range(200):
        assert server.poll() is None, "the server has stopped"
        try:
            with urllib.request.urlopen(f"{address}/en/", timeout=5):
                return address
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


def test_the_installed_site_has_its_pages_in_every_language(site: str) -> None:
    pages = product(("en", "ru", "fr", "pt", "es", "it"), ("", "lessons/", "puzzles/"))
    for language, page in pages:
        with urllib.request.urlopen(f"{site}/{language}/{page}", timeout=10) as answer:
            assert answer.status == 200
            assert answer.headers["Content-Language"].startswith(language)


def test_the_installed_command_analyses_and_lists(environment: Path, tmp_path: Path) -> None:
    example = "-/-/-/11 R9,B10,B12 =Y11 75"
    assert "B10,B12" in run(environment / "trainer", "turns", example, cwd=tmp_path)
    assert "exact" in run(environment / "trainer", "analyse", example, "--json", cwd=tmp_path)
    assert run(environment / "trainer", "puzzles", "list", cwd=tmp_path).count("\n") >= 20


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here")
def test_the_installed_engine_is_the_compiled_one(environment: Path, tmp_path: Path) -> None:
    example = "-/-/-/11 R9,B10,B12 =Y11 75"
    answer = run(environment / "trainer", "analyse", example, "--json", cwd=tmp_path)
    assert json.loads(answer)["kernel"] == "c"
