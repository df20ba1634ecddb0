"""Every page in the pseudo-language: what stands outside its brackets came through no catalog."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import chain
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.conftest import MakeApp
from trainer.config import Settings
from trainer.i18n.pseudo import outside_brackets

pytestmark = pytest.mark.only_on("sqlite", "where texts come from")
SPOKEN = ("aria-label", "title", "alt", "placeholder", "content", "label")
NAMES = ("Elfer raus!", "Elfer", "Ravensburger")
# Codes that are the same for every reader: typed turns, position lines, sizes and addresses.
# Dates come from the locale data, which the pseudo-languages take from English.
CODES = re.compile(
    r"\b[RYGB]\d{1,2}\b|\bwidth=\S+|\b(?:light|dark)\b|#[0-9a-f]{6}\b"
    r"|\b\d{1,2} [A-Z][a-z]+ \d{4}\b"
)
# Marked in the page itself as the same in every language: names of cookies, codes to type.
MARKED = re.compile(r'<(span|bdi|code|p)\b[^<>]*\btranslate="no"[^<>]*>[^<>]*</\1>')
# Pages of which there are very many, or (practice) endlessly many: so many of each are walked.
MANY = ("/puzzles/", "/practice/")
MOST = 40
ID = re.compile(r"\b[0-9a-f]{24}\b|(?<=/results/)\d+")


class Page(HTMLParser):
    """The links, the forms and all that is shown or spoken."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[tuple[str, dict[str, list[str]]]] = []
        self.texts: list[str] = []
        self._silent = 0
        self.feed(MARKED.sub("", html))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in ("script", "style"):
            self._silent += 1
        elif tag == "a":
            self.links.append(values.get("href", ""))
        elif tag == "form" and values.get("method", "get").lower() == "post":
            self.forms.append((values.get("action", ""), {}))
        elif tag in ("input", "button") and values.get("name") and self.forms:
            self.forms[-1][1].setdefault(values["name"], []).append(values.get("value", ""))
        if tag != "meta" or values.get("name") == "description":
            self.texts += [values[name] for name in SPOKEN if values.get(name)]
        self.texts += [v for k, v in values.items() if k.startswith("data-text") and v]

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._silent -= 1

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append(data)

    @property
    def bare(self) -> list[str]:
        """What is not from a catalog, and would have to be."""
        text = "\n".join(self.texts)
        for name in NAMES:
            text = text.replace(name, "")
        lines = CODES.sub("", outside_brackets(text)).split("\n")
        return [line.strip() for line in lines if re.search(r"[^\W\d_]", line)]


def walk(client: FlaskClient, start: str, like: int = MOST) -> Iterator[tuple[str, TestResponse]]:
    """Every page that links lead to, in one language, each once; ``like`` that differ by an id."""
    seen, queue, many = {start}, [start], Counter[str]()
    while queue:
        place = queue.pop(0)
        answer = client.get(place)
        if answer.mimetype != "text/html" or answer.status_code != 200:
            continue
        yield place, answer
        for link in Page(answer.text).links:
            link = link.partition("#")[0]
            if not link.startswith(start) or link in seen or "?" in link:
                continue
            kinds = [part for part in MANY if part in link]
            many.update(kinds)
            if any(many[part] > MOST for part in kinds):
                continue
            kind = ID.sub("#", link)
            if kind != link:
                many[kind] += 1
                if many[kind] > like:
                    continue
            seen.add(link)
            queue.append(link)


@pytest.fixture
def pseudo(tmp_path: Path, make_app: MakeApp) -> FlaskClient:
    settings = Settings.from_environment({"TRAINER_DATA": str(tmp_path), "TRAINER_PSEUDO": "1"})
    app = make_app(settings)
    app.config["WTF_CSRF_ENABLED"] = False
    return app.test_client()


# Names of languages are written in those languages, and this list of them stands on every page.
def without_language_names(bare: list[str], known: FlaskClient) -> list[str]:
    names = {one.name for one in known.application.extensions["catalogs"]}
    codes = {one.code.upper() for one in known.application.extensions["catalogs"]}
    return [text for text in bare if text not in names | codes]


@pytest.mark.parametrize("language", ["xa", "xb"])
def test_no_page_says_anything_that_came_through_no_catalog(
    pseudo: FlaskClient, language: str
) -> None:
    visited = 0
    for place, answer in walk(pseudo, f"/{language}/"):
        visited += 1
        bare = without_language_names(Page(answer.text).bare, pseudo)
        assert bare == [], place
    assert visited > 100


def test_no_answer_to_an_answer_came_through_no_catalog(pseudo: FlaskClient) -> None:
    answered = 0
    for place, page in walk(pseudo, "/xa/"):
        for action, fields in Page(page.text).forms:
            if not action.startswith("/xa/") or "delete" in action:
                continue
            most = max(map(len, fields.values()), default=0)
            for turn in range(min(most, 6)):
                data = {name: values[turn % len(values)] for name, values in fields.items()}
                answer = pseudo.post(action, data=data, follow_redirects=True)
                assert answer.status_code < 500, (place, data)
                if answer.mimetype == "text/html":
                    bare = without_language_names(Page(answer.text).bare, pseudo)
                    assert bare == [], (place, data)
                    answered += 1
    assert answered > 100


def test_error_pages_come_through_the_catalog(pseudo: FlaskClient) -> None:
    requests = chain(
        [pseudo.get("/xa/nowhere"), pseudo.post("/xa/"), pseudo.get("/xa/puzzles/0000000000")],
        [pseudo.post("/xa/lessons/rules", data={"rules": "y" * 100_000})],
    )
    for answer in requests:
        assert answer.status_code >= 400
        assert without_language_names(Page(answer.text).bare, pseudo) == []
