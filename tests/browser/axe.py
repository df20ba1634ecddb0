"""Accessibility: axe-core with every rule that it has, target sizes among them."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OPTIONS: dict[str, Any] = {
    "resultTypes": ["violations"],
    "rules": {"target-size": {"enabled": True}},
}


def faults(page: Page) -> list[str]:
    """What axe finds on the page as it stands: one line for each rule and element."""
    violations = Axe().run(page, options=OPTIONS).response["violations"]
    return [
        f"{violation['id']}: {node['html'][:160]} – {node['failureSummary']}"
        for violation in violations
        for node in violation["nodes"]
    ]


def sideways_scroll(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return width
