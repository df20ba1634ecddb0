"""Static files: lasting addresses, compression, size."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from trainer.web.assets import FOLDER, Assets

BUDGET = 30_000
"""Bytes that a first visit to a page with a board may take, of the 60,000 that are allowed."""


def addresses(html: str) -> list[str]:
    return re.findall(r'"(/static/[^"]+)"', html)


def test_a_file_with_its_hash_is_kept_for_ever(client: FlaskClient) -> None:
    for address in addresses(client.get("/en/").text):
        answer = client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]


def test_an_outdated_address_is_served_but_not_kept(client: FlaskClient) -> None:
    answer = client.get("/static/000000000000/site.css")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"


def test_the_address_changes_with_any_file(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("a{}", encoding="ascii")
    before = Assets.load(tmp_path)
    (tmp_path / "b.js").write_text("b()", encoding="ascii")
    assert Assets.load(tmp_path).version != before.version


def test_only_static_files_are_served(client: FlaskClient) -> None:
    for name in ("__init__.py", "../app.py", "..%2fapp.py", "/etc/passwd", "nothing.css"):
        assert client.get(f"/static/x/{name}").status_code in (404, 308)


def test_scripts_and_styles_say_what_they_are(client: FlaskClient) -> None:
    for name, kind in (
        ("board.js", "text/javascript"),
        ("site.css", "text/css"),
        ("icon.svg", "image/svg+xml"),
    ):
        assert client.get(f"/static/x/{name}").mimetype == kind


def test_modules_import_only_files_that_exist() -> None:
    for file in FOLDER.glob("*.js"):
        for name in re.findall(r'from "([^"]+)"', file.read_text(encoding="utf-8")):
            assert (FOLDER / name).is_file(), (file.name, name)


def test_scripts_hold_no_words_for_readers() -> None:
    for file in FOLDER.glob("*.js"):
        code = re.sub(r"//[^\n]*", "", file.read_text(encoding="utf-8"))
        for text in re.findall(r'"([^"]*)"|\'([^\']*)\'|`([^`]*)`', code):
            assert not re.search(r"[A-Z][a-z]+ [a-z]+ [a-z]+", "".join(text)), (file.name, text)


def test_a_first_visit_stays_within_the_budget(app: Flask, client: FlaskClient) -> None:
    zipped = {"Accept-Encoding": "gzip"}
    html = client.get("/ru/", headers=zipped)
    sizes = [len(html.data)]
    text = gzip.decompress(html.data).decode()
    scripts = [f"/static/x/{file.name}" for file in FOLDER.glob("*.js")]
    for address in {*addresses(text), *scripts}:
        sizes.append(len(client.get(address, headers=zipped).data))
    assert sum(sizes) < BUDGET
