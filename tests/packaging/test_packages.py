"""The package list in pyproject.toml says what the tree holds."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
DATA = {"trainer._data.puzzles", "trainer._data.templates", "trainer._data.translations"}


def test_every_package_of_the_tree_is_packaged() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    listed = set(settings["packages"])
    found = {
        ".".join(folder.relative_to(ROOT).parts)
        for folder in [ROOT / "trainer", *(ROOT / "trainer").rglob("*")]
        if folder.is_dir() and (folder / "__init__.py").exists()
    }
    data_only = {"trainer.lessons.content", "trainer.web.static", "trainer.storage.migrations"}
    assert found - listed == set()
    assert listed - found - DATA <= data_only | {"trainer.storage.migrations.versions"}


def test_the_data_folders_are_mapped_to_the_top_level() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    assert {f"trainer._data.{name}" for name in ("puzzles", "templates", "translations")} == DATA
    for package in DATA:
        assert (ROOT / settings["package-dir"][package]).is_dir()


def test_a_change_of_any_kernel_header_rebuilds_the_kernel() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    (kernel,) = settings["ext-modules"]
    headers = {str(file.relative_to(ROOT)) for file in (ROOT / "trainer").rglob("*.h")}
    assert set(kernel["depends"]) == headers
