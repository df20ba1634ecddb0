"""Clicks, and the certain wait for what they cause.

A click of Playwright's does not wait for the page that it loads: what comes next would meet the
old page, or the new one before its scripts have run. So a click that loads a page is `follow`
(links, plain forms). A click that a script answers in place, and that loads a page where no
scripts run, is `click` (cards, undo, the check button); it knows by itself which of both it is.
"""

from __future__ import annotations

from playwright.sync_api import Frame, Locator, Page


def click(target: Locator) -> None:
    """Click; where no scripts run, the page that it loads is there when this returns."""
    if target.page.evaluate("matchMedia('(scripting: none)').matches"):
        follow(target)
    else:
        target.click()


def follow(target: Locator) -> None:
    """Click on what loads a page, with or without scripts, and wait until it is there."""
    frame = target.element_handle().owner_frame()
    assert frame is not None
    with frame.expect_navigation():
        target.click()


def follow_by_key(page: Page, key: str = "Enter") -> None:
    """Press a key on what is focused and loads a page, and wait until it is there."""
    with page.expect_navigation():
        page.keyboard.press(key)


def press(page: Page | Frame, *codes: str) -> None:
    """Lay these cards, or take them back, one after another."""
    for code in codes:
        click(page.locator(f"[data-card={code}]"))


def undo(page: Page | Frame) -> None:
    """Take back the card that was laid last."""
    click(page.locator("[data-undo]"))
