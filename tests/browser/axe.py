"""Accessibility: axe-core with every rule that it has, target sizes among them."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# For tests of nothing but looks.
looks = pytest.mark.only_on("sqlite", "how a page looks has nothing to do with the database")

# Preloading fetches style sheets once more for a rule about video and one that is not in use.
OPTIONS: dict[str, Any] = {
    "resultTypes": ["violations"],
    "preload": False,
    "rules": {"target-size": {"enabled": True}},
}
# What passes is left in the page: there is a hundred times as much of it.
FIND = "async (options) => (await axe.run(document, options)).violations"


def faults(page: Page) -> list[str]:
    """What axe finds on the page as it stands: one line for each rule and element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return [
        f"{violation['id']}: {node['html'][:160]} – {node['failureSummary']}"
        for violation in page.evaluate(FIND, OPTIONS)
        for node in violation["nodes"]
    ]


def sideways_scroll(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return width
