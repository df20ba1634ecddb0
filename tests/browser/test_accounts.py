"""Teachers' accounts in a real browser: in and out, by keyboard, without scripts, on a phone."""

from __future__ import annotations

import re
import secrets

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, sideways_scroll
from tests.browser.conftest import Visit
from tests.browser.pressing import follow, follow_by_key

LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")
PASSWORD, NEW = "seatbelts everyone", "raise your hands"
OWN_PAGES = ("account", "account/password", "account/recovery-codes", "account/delete")
OPEN_PAGES = ("sign-in", "sign-up", "recover")


def new_name() -> str:
    """A name that no other test has taken on this site."""
    return f"Ms Frizzle {secrets.token_hex(4)}"


def send(page: Page) -> None:
    follow(page.locator("form.form .primary, form.form .danger").first)


def sign_up(page: Page, language: str = "en") -> str:
    """Make an account; the page of its recovery codes is there when this returns."""
    name = new_name()
    page.goto(f"/{language}/teach/sign-up")
    page.locator("#name").fill(name)
    page.locator("#new_password").fill(PASSWORD)
    send(page)
    expect(page.locator(".codes code")).to_have_count(8)
    return name


def sign_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.goto("/en/teach/sign-in")
    page.locator("#name").fill(name)
    page.locator("#password").fill(password)
    send(page)


@pytest.mark.parametrize("scripts", [True, False])
def test_from_sign_up_to_sign_out_and_back_in_with_a_recovery_code(
    visit: Visit, scripts: bool
) -> None:
    page = visit("/en/", scripts=scripts)
    follow(page.get_by_role("link", name="Sign in as a teacher"))
    follow(page.get_by_role("link", name="Make a teacher’s account"))
    name = sign_up(page)
    code = page.locator(".codes code").first.inner_text()
    follow(page.get_by_role("button", name="I have kept them"))
    page.goto("/en/teach/account")
    expect(page.locator("main")).to_contain_text(name)
    expect(page.locator("main")).to_contain_text("You have 8 recovery codes left.")
    page.locator(".who summary").click()
    follow(page.locator(".who").get_by_role("button", name="Sign out"))
    expect(page.get_by_role("status")).to_have_text("You are signed out.")
    expect(page.locator(".who")).to_have_count(0)
    follow(page.get_by_role("link", name="Password forgotten?"))
    page.get_by_label("Your name here").fill(name)
    page.get_by_label("Recovery code").fill(code)
    page.locator("#new_password").fill(NEW)
    send(page)
    expect(page.get_by_role("status")).to_contain_text("You have 7 recovery codes left.")
    friend = visit("/en/", scripts=scripts)
    sign_in(friend, name, NEW)
    expect(friend.locator(".who-name")).to_have_text(name)


@pytest.mark.parametrize("scripts", [True, False])
def test_what_is_wrong_takes_the_focus_and_leads_to_its_field(visit: Visit, scripts: bool) -> None:
    page = visit("/en/teach/sign-up", scripts=scripts)
    page.locator("#name").fill("A")
    page.locator("#new_password").fill("short")
    send(page)
    expect(page.locator("#problems")).to_be_focused()
    expect(page.locator("#name")).to_have_value("A")
    expect(page.locator("#new_password")).to_have_value("")
    page.locator("#problems a").last.click()
    expect(page.locator("#new_password")).to_be_focused()
    expect(page.locator("#new_password")).to_have_attribute("aria-invalid", "true")
    page.locator("#problems a").first.click()
    expect(page.locator("#name")).to_be_focused()


def test_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/en/teach/sign-up")
    name = new_name()
    page.locator("#name").focus()
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Show the password")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#new_password")).to_have_attribute("type", "text")
    expect(page.locator("#new_password")).to_have_value(PASSWORD)
    page.keyboard.press("Tab")
    follow_by_key(page)
    expect(page.locator(".codes code")).to_have_count(8)
    page.locator(".who summary").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Account", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".who summary")).to_be_focused()
    expect(page.get_by_role("link", name="Account", exact=True)).to_be_hidden()


def test_a_shown_password_is_hidden_again_before_it_is_sent(visit: Visit) -> None:
    page = visit("/en/teach/sign-in")
    button = page.get_by_role("button", name="Show the password")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#password")).to_have_attribute("type", "text")
    # The page stays while the form is sent nowhere.
    page.evaluate(
        "document.querySelector('form.form').addEventListener('submit', e => e.preventDefault())"
    )
    page.locator("form.form .primary").click()
    expect(page.locator("#password")).to_have_attribute("type", "password")


def test_two_clicks_send_a_form_once(visit: Visit) -> None:
    page = visit("/en/teach/sign-in")
    page.locator("#name").fill(new_name())
    page.locator("#password").fill("a wrong password")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    with page.expect_navigation():
        page.locator("form.form .primary").dblclick()
    expect(page.locator("#problems")).to_be_visible()
    assert sent.count("POST") == 1
    # The next try is not held back.
    page.locator("#password").fill("another wrong one")
    send(page)
    assert sent.count("POST") == 2


def test_browsers_are_listed_and_ended(visit: Visit) -> None:
    page = visit("/en/")
    name = sign_up(page)
    other = visit("/en/")
    sign_in(other, name)
    page.goto("/en/teach/account")
    expect(page.locator(".browsers li")).to_have_count(2)
    expect(page.locator(".browsers li").first).to_contain_text("this browser")
    follow(page.get_by_role("button", name=re.compile("^Sign this one out")))
    expect(page.get_by_role("status")).to_have_text("1 browser is signed out.")
    other.goto("/en/teach/account")
    expect(other.locator("h1")).to_have_text("Sign in as a teacher")
    # Signing in leads on to the page that was asked for.
    other.locator("#name").fill(name)
    other.locator("#password").fill(PASSWORD)
    send(other)
    expect(other.locator("h1")).to_have_text("Your account")


def test_deleting_the_account_asks_and_says_what_goes(visit: Visit) -> None:
    page = visit("/en/")
    name = sign_up(page)
    page.goto("/en/teach/account/delete")
    expect(page.locator("main")).to_contain_text("You own no class, so nothing else goes.")
    page.locator("#word").fill("delete")
    page.locator("#password").fill(PASSWORD)
    send(page)
    expect(page.get_by_role("status")).to_contain_text("Your account is deleted.")
    sign_in(page, name)
    expect(page.locator("#problems")).to_contain_text("do not belong together")


def test_the_codes_can_be_printed_without_the_frame_of_the_page(visit: Visit) -> None:
    page = visit("/en/")
    sign_up(page)
    page.emulate_media(media="print")
    expect(page.locator(".codes")).to_be_visible()
    expect(page.locator(".print-only")).to_contain_text("/en/teach/recover")
    expect(page.locator(".who")).to_be_hidden()
    expect(page.get_by_role("button", name="I have kept them")).to_be_hidden()


@pytest.mark.parametrize(
    ("language", "dark"), [*((one, False) for one in LANGUAGES), ("en", True), ("ru", True)]
)
def test_axe_finds_nothing(visit: Visit, language: str, dark: bool) -> None:
    page = visit(f"/{language}/", dark=dark, width=320 if dark else 1120)
    for place in OPEN_PAGES:
        page.goto(f"/{language}/teach/{place}")
        assert faults(page) == [], place
        assert sideways_scroll(page) <= 0, place
        send(page)
        expect(page.locator("#problems")).to_be_visible()
        assert faults(page) == [], place
    sign_up(page, language)
    assert faults(page) == []
    assert sideways_scroll(page) <= 0
    follow(page.locator("main form button"))
    for place in OWN_PAGES:
        page.goto(f"/{language}/teach/{place}")
        page.locator(".who summary").click()
        assert faults(page) == [], place
        assert sideways_scroll(page) <= 0, place


@pytest.mark.parametrize("language", ["en", "ru"])
def test_on_a_phone_the_menu_of_the_teacher_stays_on_the_screen(
    visit: Visit, language: str
) -> None:
    page = visit(f"/{language}/", width=320)
    sign_up(page, language)
    page.goto(f"/{language}/puzzles/")
    page.locator(".who summary").click()
    box = page.locator(".who .menu-list").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert sideways_scroll(page) <= 0
    heights = [page.locator(f".{part} summary").first.bounding_box() for part in ("who", "menu")]
    assert all(one is not None and one["height"] >= 44 for one in heights)
