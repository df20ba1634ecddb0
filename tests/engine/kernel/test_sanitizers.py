"""The kernel under AddressSanitizer and UndefinedBehaviorSanitizer.

Built in its portable form, so that what other compilers would see is compared as well.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[3] / "trainer/engine/kernel/_kernel.c"
FLAGS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]

# The package is taken as it is, with the sanitized extension in the place of the built one.
PROGRAM = """
import importlib.util, sys
name = "trainer.engine.kernel._kernel"
spec = importlib.util.spec_from_file_location(name, sys.argv[1])
sys.modules[name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules[name])
from trainer.engine.kernel import KERNEL, compiled
assert KERNEL == "c" and compiled._kernel is sys.modules[name]
from tests.engine.kernel.exercise import exercise
exercise(compiled)
print("exercised")
"""


def compiler() -> str:
    found = shutil.which("gcc") or shutil.which("clang")
    if not found or sys.platform != "linux":
        pytest.skip("no compiler with sanitizers")
    return found


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension, built with the sanitizers."""
    out = tmp_path_factory.mktemp("kernel") / "_kernel.abi3.so"
    include = sysconfig.get_path("include")
    command = [
        compiler(),
        "-std=c99",
        "-DKERNEL_PORTABLE",
        "-O1",
        "-g",
        "-fPIC",
        "-shared",
        f"-I{include}",
    ]
    built = subprocess.run(
        [
            *command,
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Werror",
            *FLAGS,
            str(SOURCE),
            "-o",
            str(out),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if "Python.h" in built.stderr or "cannot find -l" in built.stderr:
        pytest.skip("no headers of Python or no sanitizer runtime")
    assert built.returncode == 0, built.stderr
    return out


def runtime() -> str:
    """The sanitizer's library, which must be loaded before anything else."""
    asked = [compiler(), "-print-file-name=libasan.so"]
    path = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    if not Path(path).exists():
        pytest.skip("no sanitizer runtime")
    return path


def test_the_kernel_runs_clean_under_the_sanitizers(sanitized: Path) -> None:
    environment = {
        **os.environ,
        "LD_PRELOAD": runtime(),
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
    environment.pop("TRAINER_KERNEL", None)
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(sanitized)],
        env=environment,
        cwd=SOURCE.parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "exercised" in run.stdout
    assert "runtime error" not in run.stderr
