"""Headers, cookies, the key, and that pages bring nothing from elsewhere."""

from __future__ import annotations

import gzip
import re
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient

from tests.web.conftest import MakeApp
from trainer.config import Settings, data_folder
from trainer.web.security import secret_key

PATHS = ("/", "/en/", "/ru/?laid=B10&check=1", "/xx/", "/en/nowhere")


@pytest.fixture
def app(settings: Settings, make_app: MakeApp) -> Flask:
    app = make_app(settings)
    form = '<input name="csrf_token" value="{{ csrf_token() }}">'
    app.add_url_rule("/<language:lang>/form", "form", lambda: render_template_string(form))
    return app


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_carries_the_protecting_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_https_is_insisted_on_where_it_is_used(client: FlaskClient) -> None:
    assert "Strict-Transport-Security" not in client.get("/en/").headers
    secure = client.get("/en/", base_url="https://localhost")
    assert "Strict-Transport-Security" in secure.headers


def test_no_template_holds_an_inline_script_or_style() -> None:
    files = list(data_folder("templates").rglob("*.html"))
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8")
        # Inside an expression of the template, one=… is the name of an argument.
        assert not re.search(r"\s(style|on[a-z]+)=", re.sub(r"\{[{%].*?[%}]\}", "", text)), file
        assert "<style" not in text, file
        for tag in re.findall(r"<script[^>]*>", text):
            assert 'src="{{ asset(' in tag or "application/json" in tag, file


@pytest.mark.parametrize("path", ["/en/", "/en/?laid=B12&check=1", "/en/nowhere"])
def test_a_page_loads_nothing_from_elsewhere(client: FlaskClient, path: str) -> None:
    html = client.get(path).text
    for address in re.findall(r'(?:src|href|action)="([^"]*)"', html):
        assert address.startswith(("/", "#", "?", "http://localhost/")), address
        assert not address.startswith("//")


def test_the_home_page_sets_no_cookie(client: FlaskClient) -> None:
    assert "Set-Cookie" not in client.get("/en/").headers


@pytest.mark.parametrize(
    ("base", "secure"), [("http://localhost", False), ("https://localhost", True)]
)
def test_a_form_brings_a_cookie_that_outlives_the_window(
    client: FlaskClient, base: str, secure: bool
) -> None:
    cookie = client.get("/en/form", base_url=base).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Expires=" in cookie
    assert ("Secure" in cookie) is secure


def test_a_site_behind_https_marks_its_cookies_always(tmp_path: Path, make_app: MakeApp) -> None:
    settings = Settings.from_environment({"TRAINER_DATA": str(tmp_path), "TRAINER_HTTPS": "1"})
    client = make_app(settings).test_client()
    answer = client.post("/language", data={"language": "fr", "next": "/en/"})
    assert "Secure" in answer.headers["Set-Cookie"]


def test_the_key_is_made_once_and_for_the_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "new" / "secret-key"
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(lambda _: secret_key(file), range(16)))
    assert len(keys) == 1
    assert len(keys.pop()) >= 32
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in file.parent.iterdir()] == ["secret-key"]


def test_a_page_is_packed_for_browsers_that_can_unpack(client: FlaskClient) -> None:
    plain = client.get("/en/")
    packed = client.get("/en/", headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert "Accept-Encoding" in plain.headers["Vary"]
    refused = client.get("/en/", headers={"Accept-Encoding": "gzip;q=0"})
    assert "Content-Encoding" not in refused.headers


def test_pages_are_kept_by_no_shared_cache(client: FlaskClient) -> None:
    assert "private" in client.get("/en/").headers["Cache-Control"]
