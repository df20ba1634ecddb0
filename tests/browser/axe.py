"""Accessibility: axe-core with every rule that it has, target sizes among them.

English pages are held against every rule. A page in another language has the same elements,
roles and colours by the same templates and style sheets; what its words can break are names,
languages and sizes, so that is what is looked at there, and in one more language and in the dark
at the colours as well.
"""

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
WORDS = [
    "aria-command-name",
    "aria-dialog-name",
    "aria-input-field-name",
    "aria-meter-name",
    "aria-progressbar-name",
    "aria-tab-name",
    "aria-toggle-field-name",
    "button-name",
    "document-title",
    "empty-heading",
    "empty-table-header",
    "frame-title",
    "html-has-lang",
    "html-lang-valid",
    "image-alt",
    "image-redundant-alt",
    "label",
    "label-title-only",
    "link-name",
    "role-img-alt",
    "scrollable-region-focusable",
    "select-name",
    "summary-name",
    "svg-img-alt",
    "target-size",
    "valid-lang",
]
COLOURS = ["color-contrast", "link-in-text-block"]
# What passes is left in the page: there is a hundred times as much of it.
FIND = """async ({everything, words, colours, ...options}) => {
  const language = document.documentElement.lang.slice(0, 2);
  const coloured = language === "es" || matchMedia("(prefers-color-scheme: dark)").matches;
  if (!everything && language !== "en") options.runOnly = coloured ? [...words, ...colours] : words;
  return (await axe.run(document, options)).violations;
}"""


def faults(page: Page, *, everything: bool = False) -> list[str]:
    """What axe finds on the page as it stands: one line for each rule and element.

    ``everything``: every rule, whatever the language of the page.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options = OPTIONS | {"everything": everything, "words": WORDS, "colours": COLOURS}
    return [
        f"{violation['id']}: {node['html'][:160]} – {node['failureSummary']}"
        for violation in page.evaluate(FIND, options)
        for node in violation["nodes"]
    ]


def sideways_scroll(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return width
