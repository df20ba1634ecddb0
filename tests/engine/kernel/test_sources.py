"""The kernel's sources: all of them travel with the source distribution."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]
KERNEL = ROOT / "trainer/engine/kernel"


def test_every_header_is_declared_so_that_it_is_shipped_and_rebuilds():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    (extension,) = project["tool"]["setuptools"]["ext-modules"]
    headers = {str(path.relative_to(ROOT)) for path in KERNEL.glob("*.h")}
    assert set(extension["depends"]) == headers


def test_the_extension_keeps_to_the_stable_interface_and_is_optional():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    (extension,) = project["tool"]["setuptools"]["ext-modules"]
    assert extension["optional"]
    assert extension["py-limited-api"]
    assert ["Py_LIMITED_API", "0x030B0000"] in extension["define-macros"]
    assert not any("march" in flag for flag in extension["extra-compile-args"])
