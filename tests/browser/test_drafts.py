"""What is typed or chosen but not sent yet, when the reader changes the language."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit


def change_language(page: Page, code: str) -> None:
    page.locator("[data-menu] summary").click()
    with page.expect_navigation():
        page.locator(f"[data-language] [value={code}]").click()


@pytest.mark.parametrize(
    ("path", "field", "text"),
    [
        ("lessons/end-and-score/winner-writes", "main input[name=number]", "12"),
        ("workshop/", "main [name=hand]", "R9 B12"),
    ],
)
def test_what_is_typed_comes_along_into_another_language(
    visit: Visit, path: str, field: str, text: str
) -> None:
    page = visit(f"/en/{path}")
    page.locator(field).fill(text)
    change_language(page, "ru")
    assert page.url.endswith(f"/ru/{path}")
    expect(page.locator(field)).to_have_value(text)
    page.reload()
    page.goto(page.url.replace("/ru/", "/fr/"))
    expect(page.locator(field)).to_have_value("")


def test_what_is_chosen_in_a_check_comes_along_into_another_language(visit: Visit) -> None:
    page = visit("/en/lessons/ends/check?seed=5")
    choice = page.locator("main input:is([type=radio], [type=checkbox])").first
    choice.check(force=True)
    change_language(page, "it")
    expect(choice).to_be_checked()
    assert page.locator("main input:checked").count() == 1
