"""What the journey through a school year is told with: its people, their browsers, what was seen.

A `Year` keeps the pages of everybody, the codes that were noted on the way, and every address of
the class that a browser of its people has asked for, so that strangers can try them all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.conftest import Visit
from tests.browser.pressing import follow, press
from trainer.config import data_folder
from trainer.i18n.catalogs import Catalogs, Translator
from trainer.lessons.practice import Exercise, exercise

PASSWORD, NEW_PASSWORD = "seatbelts everyone", "raise your hands"
PHONE = {"width": 390, "height": 844}
OF_THE_CLASS = re.compile(r"/teach/classes/[0-9a-f]{24}|/class/tasks/")


@cache
def catalogs() -> Catalogs:
    """The words of all languages."""
    return Catalogs.load(data_folder("translations"))


@dataclass
class Pupil:
    """A pupil: what the printed card says, the id as in addresses, the browser they are at."""

    name: str
    card: str
    address: str
    id: str = ""
    phone: Page = field(init=False, repr=False)


@dataclass
class Year:
    """How far the year has gone. ``teaching``, ``learning``: the languages of the two sides."""

    visit: Visit
    teaching: Translator
    learning: Translator
    folder: Path
    teacher: Page = field(init=False)
    co_teacher: Page = field(init=False)
    outsider: Page = field(init=False)
    nobody: Page = field(init=False)
    recovery_codes: list[str] = field(default_factory=list)
    pupils: list[Pupil] = field(default_factory=list)
    room: str = ""
    next_room: str = ""
    given: str = ""
    seen: dict[tuple[str, str], str] = field(default_factory=dict)
    """What was sent to each address of the class, by method and address."""

    def browser(self, path: str, language: Translator, **wishes: Any) -> Page:
        """A browser of somebody of the class, which asks for pages in their language."""
        page = self.visit("about:blank", locale=language.html_lang, **wishes)
        page.context.on("request", self._note)
        page.goto(path)
        return page

    def phone(self, path: str, language: Translator) -> Page:
        """The same on a phone."""
        return self.browser(path, language, **PHONE)

    def _note(self, request: Request) -> None:
        if OF_THE_CLASS.search(request.url):
            self.seen[request.method, request.url.partition("#")[0]] = request.post_data or ""

    def at(self, rest: str = "", room: str = "") -> str:
        """The address of a page of the class, in the language of the teachers."""
        return f"/{self.teaching.code}/teach/classes/{room or self.room}{rest}"

    def teach(self, rest: str = "") -> str:
        """The address of a page of teachers."""
        return f"/{self.teaching.code}/teach/{rest}"

    def learn(self, rest: str) -> str:
        """The address of a page of pupils, in the language of the first of them."""
        return f"/{self.learning.code}/{rest}"

    @property
    def table(self) -> Path:
        """Where the table for a spreadsheet is kept."""
        return self.folder / "table.csv"

    @property
    def ana(self) -> Pupil:
        """The pupil whose year this is."""
        return self.pupils[0]

    @property
    def ben(self) -> Pupil:
        """The second of two pupils who are called Ben."""
        return self.pupils[2]

    @property
    def zoe(self) -> Pupil:
        """A pupil who has never been here."""
        return self.pupils[3]


def language_of(page: Page) -> str:
    """The language in which a page is shown."""
    return page.locator("html").get_attribute("lang") or ""


def submit(page: Page, action: str) -> None:
    """Press the button of the form that is sent to an address that ends like this."""
    follow(page.locator(f"form[action$='{action}'] button").first)


def go(page: Page, address: str) -> None:
    """Follow a link to an address that ends like this."""
    follow(page.locator(f"a[href$='{address}']").first)


def send(page: Page) -> None:
    """Press the main button of a page."""
    follow(page.locator("main .primary:not(a)").first)


def sign_up(page: Page, name: str, password: str = PASSWORD) -> list[str]:
    """Fill the form for a new account, note the recovery codes that it brings, and go on."""
    page.locator("#name").fill(name)
    page.locator("#new_password").fill(password)
    send(page)
    codes = page.locator(".codes code").all_inner_texts()
    submit(page, "/recovery-codes/kept")
    return codes


def say_yes(page: Page) -> None:
    """On the page of a class card: yes, that is me."""
    follow(page.locator("form[action*='/card/'] .primary"))


def numbers(place: Locator) -> list[int]:
    """The whole numbers that stand somewhere, whatever the words around them."""
    return [int(one) for one in re.findall(r"\d+", place.inner_text())]


def states(lines: Locator) -> list[str]:
    """Which of the four states each line or cell is in."""
    known = {"open", "begun", "done", "missed"}
    marked = lines.evaluate_all("all => all.map(one => [...one.classList])")
    return [next(iter(known.intersection(classes))) for classes in marked]


def row_of(page: Page, pupil: Pupil) -> Locator:
    """A pupil's row of the matrix."""
    return page.locator(f".matrix tr:has(a[href$='/pupils/{pupil.id}'])")


def shown_cards(place: Locator) -> list[str]:
    """The cards that are drawn somewhere, as `B10`."""
    letters = {"c-red": "R", "c-yellow": "Y", "c-green": "G", "c-blue": "B"}
    drawn = place.locator(".card").evaluate_all(
        "all => all.map(one => [[...one.classList], one.querySelector('.card-number').textContent])"
    )
    return sorted(
        next(letters[name] for name in names if name in letters) + number for names, number in drawn
    )


def lay_and_check(page: Page, answer: str) -> None:
    """Lay or mark the cards of an answer on the page of a task, and have them checked."""
    undo = page.locator("[data-undo]:not([aria-disabled=true])")
    while undo.count():
        undo.click()
    press(page, *answer.split(","))
    page.locator("#work .actions .primary").click()
    expect(page.locator("#result .notes")).to_be_visible()


def exercise_on(page: Page) -> Exercise:
    """The exercise of practice that a page asks."""
    base, code = page.url.partition("?")[0].split("/")[-2:]
    kind, level, seed = code.rsplit("-", 2)
    return exercise(kind, int(level), "classic" if base == "classic" else "official", int(seed))


def typed_word(page: Page) -> str:
    """The word that a page asks for before something goes for good."""
    said = page.locator("label[for=word]").inner_text()
    found = re.search(r"[“«]\s*(\w+)\s*[”»]", said)
    assert found is not None, said
    return found[1]


def ask(page: Page, method: str, url: str, sent: str) -> tuple[int, str]:
    """What a browser gets that sends the same as another one: the status, and the text.

    What is random in it, and the ids, are left out.
    """
    token = page.locator("[name=csrf_token]").first.get_attribute("value") or ""
    form = dict(parse_qsl(sent)) | {"csrf_token": token} if method == "POST" else None
    answer = page.request.fetch(url, method=method, form=form, max_redirects=0)
    text = re.sub(r'(name="csrf_token" value=)"[^"]*"', r"\1", answer.text())
    return answer.status, re.sub("[0-9a-f]{24}", "", text)
