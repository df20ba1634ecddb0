"""Forms as a browser without scripts sends them: what stands in the page, and what is changed.

``press(client, page, "Remove", name="Ana")`` finds the form that has a button of this text, sends
it with the values that its fields hold and those that are given, and returns the answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse

Value = str | list[str] | FileStorage | None


@dataclass
class Button:
    name: str = ""
    value: str = ""
    action: str = ""
    text: str = ""


@dataclass
class Form:
    """``fields``: what would be sent without any change; a box that is not ticked is not in it."""

    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    boxes: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.inside: Form | None = None
        self.text: list[str] | None = None
        self.area: str | None = None
        self.select: str | None = None
        self.first_option = True
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = Form(values.get("action", ""), values.get("method", "get").lower())
            self.forms.append(self.inside)
        elif self.inside is not None:
            self._part(self.inside, tag, values)

    def _part(self, form: Form, tag: str, values: dict[str, str]) -> None:
        name, value = values.get("name", ""), values.get("value", "")
        if tag == "button":
            form.buttons.append(Button(name, value, values.get("formaction", "")))
            self.text = []
        elif tag == "textarea":
            self.area, self.text = name, []
        elif tag == "select":
            self.select, self.first_option = name, True
        elif tag == "option" and self.select is not None:
            if self.first_option or "selected" in values:
                form.fields[self.select] = [value]
            self.first_option = False
        elif tag == "input" and values.get("type") in ("checkbox", "radio"):
            form.boxes.setdefault(name, []).append(value)
            if "checked" in values:
                form.fields.setdefault(name, []).append(value)
        elif tag == "input" and name and values.get("type") != "file":
            form.fields.setdefault(name, []).append(value)

    def handle_data(self, data: str) -> None:
        if self.text is not None:
            self.text.append(data)

    def handle_endtag(self, tag: str) -> None:
        form = self.inside
        if tag == "form":
            self.inside = None
        elif form is not None and tag == "button" and self.text is not None:
            form.buttons[-1].text = " ".join("".join(self.text).split())
            self.text = None
        elif form is not None and tag == "textarea" and self.area is not None:
            form.fields[self.area] = ["".join(self.text or []).removeprefix("\n")]
            self.text = self.area = None
        elif tag == "select":
            self.select = None


def forms(page: TestResponse) -> list[Form]:
    """All forms of a page."""
    return _Reader(page.text).forms


def form_with(page: TestResponse, button: str) -> tuple[Form, Button]:
    """The form that has a button of this text; AssertionError where there is none."""
    found = [(form, one) for form in forms(page) for one in form.buttons if one.text == button]
    texts = [one.text for form in forms(page) for one in form.buttons]
    assert found, f"no button {button!r} among {texts}"
    return found[0]


def press(
    client: FlaskClient, page: TestResponse, button: str, *, follow: bool = True, **changes: Value
) -> TestResponse:
    """Press a button; ``changes`` replace what fields hold (None: leave the field out)."""
    form, pressed = form_with(page, button)
    data: dict[str, Any] = dict(form.fields)
    if pressed.name:
        data[pressed.name] = pressed.value
    data = {name: value for name, value in (data | changes).items() if value is not None}
    action = pressed.action or form.action or page.request.path
    if form.method == "get":
        return client.get(action, query_string=data, follow_redirects=follow)
    return client.post(action, data=data, follow_redirects=follow)


def said(page: TestResponse) -> str:
    """The text of a page, as one line."""
    reader = _Text()
    reader.feed(page.text)
    return " ".join("".join(reader.parts).split())


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in ("script", "style", "title")

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style", "title")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.parts.append(data)
