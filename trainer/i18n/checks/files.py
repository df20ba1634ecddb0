"""Are the files in order: up to date with the sources, and sound for GNU msgfmt."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog

from trainer.i18n.catalogs import CatalogError, entry_sources, read_catalog
from trainer.i18n.checks.finding import Finding

_MSGFMT_LINE: Final = re.compile(r"^.*?:(?:(\d+):)?(?:\d+:)?\s*(.*)$")
_SECONDS: Final = 60

_Key = tuple[str | None, tuple[str, ...]]


def _keys(catalog: Catalog) -> dict[_Key, int]:
    return {
        (entry.context, entry_sources(entry)): entry.lineno or 1 for entry in catalog if entry.id
    }


def stale_findings(path: Path, fresh: Catalog, name: str) -> Iterator[Finding]:
    """Compare a template or catalog file with the messages that the sources have now."""
    try:
        stored = _keys(read_catalog(path))
    except CatalogError as fault:
        yield Finding(name, 1, "", "stale", f"{fault.reason}: run `trainer i18n update`")
        return
    wanted = _keys(fresh)
    for _context, texts in (key for key in wanted if key not in stored):
        yield Finding(name, 1, texts[0], "stale", "a new message: run `trainer i18n update`")
    for key in (key for key in stored if key not in wanted):
        yield Finding(name, stored[key], key[1][0], "stale", "the sources no longer have this")


def msgfmt_findings(path: Path, name: str) -> Iterator[Finding]:
    """Run GNU `msgfmt --check`, where it is installed, and yield what it says."""
    program = shutil.which("msgfmt")
    if program is None:
        return
    run = subprocess.run(
        [program, "--check", "--output-file=-", str(path)],
        capture_output=True,
        check=False,
        timeout=_SECONDS,
        env={"LC_ALL": "C", "LANGUAGE": "C"},
    )
    for line in run.stderr.decode(errors="replace").splitlines():
        match = _MSGFMT_LINE.match(line)
        if match is not None and "found" not in line.split(":")[-1]:
            yield Finding(name, int(match.group(1) or 1), "", "msgfmt", match.group(2))
