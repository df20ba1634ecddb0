"""Languages of the site: prefix, negotiation, switching, marks for machines."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient

from tests.web.conftest import LANGUAGES
from trainer.web.language import in_language, page_address, speaking, speech


@pytest.mark.parametrize(
    ("wish", "place"),
    [
        ("pt-BR", "/pt/"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "/pt/"),
        ("es-MX,en;q=0.5", "/es/"),
        ("en;q=0.4,fr-CA;q=0.9", "/fr/"),
        ("de,ru;q=0.3", "/ru/"),
        ("RU-ru", "/ru/"),
        ("it;q=0,fr", "/fr/"),
        ("de", "/en/"),
        ("*", "/en/"),
        ("", "/en/"),
        (";;;q=zz,,\x7f", "/en/"),
    ],
)
def test_the_root_leads_to_the_language_that_the_browser_wishes(
    client: FlaskClient, wish: str, place: str
) -> None:
    answer = client.get("/", headers={"Accept-Language": wish})
    assert answer.status_code == 302
    assert answer.headers["Location"] == place
    assert {"Accept-Language", "Cookie"} <= set(answer.vary.as_set(preserve_casing=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_names_its_language(client: FlaskClient, language: str) -> None:
    answer = client.get(f"/{language}/")
    html = {"pt": "pt-PT"}.get(language, language)
    assert answer.headers["Content-Language"] == html
    assert f'<html lang="{html}" dir="ltr">' in answer.text


def test_a_page_names_itself_in_all_languages_and_a_default(client: FlaskClient) -> None:
    html = client.get("/fr/?laid=B10").text
    found = dict(re.findall(r'rel="alternate" hreflang="([^"]+)" href="([^"]+)"', html))
    assert set(found) == {"en", "es", "fr", "it", "pt-PT", "ru", "x-default"}
    assert found["pt-PT"] == "http://localhost/pt/"
    default = client.get(found["x-default"].removeprefix("http://localhost"))
    assert default.status_code == 200


@pytest.mark.parametrize("path", ["/xx/", "/xx/puzzles", "/EN/", "/e/", "/en.fr/", "/pt-PT/"])
def test_an_unknown_prefix_is_a_missing_page_in_the_wished_language(
    client: FlaskClient, path: str
) -> None:
    answer = client.get(path, headers={"Accept-Language": "fr"})
    assert answer.status_code == 404
    assert answer.headers["Content-Language"] == "fr"
    assert "Accept-Language" in answer.headers["Vary"]


def test_a_choice_by_hand_is_remembered_and_wins(client: FlaskClient) -> None:
    answer = client.post("/language", data={"language": "it", "next": "/en/"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/it/")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    root = client.get("/", headers={"Accept-Language": "ru"})
    assert root.headers["Location"] == "/it/"


def test_a_remembered_language_that_is_gone_does_no_harm(client: FlaskClient) -> None:
    client.set_cookie("language", "xx")
    assert client.get("/", headers={"Accept-Language": "ru"}).headers["Location"] == "/ru/"


@pytest.mark.parametrize(
    ("origin", "target"),
    [
        ("/en/puzzles/a-b?laid=B12,B10&from=list", "/fr/puzzles/a-b?laid=B12,B10&from=list"),
        ("/en/?laid=B12", "/fr/?laid=B12"),
        ("/en/lessons/2/3", "/fr/lessons/2/3"),
        ("/xx/a", "/fr/"),
        ("", "/fr/"),
        ("https://elsewhere.example/en/", "/fr/"),
        ("//elsewhere.example/en/", "/fr/"),
        ("/\\elsewhere.example", "/fr/"),
        ("/en/\\elsewhere", "/fr/"),
        ("/en/\r\nSet-Cookie: a=b", "/fr/"),
        ("/en//elsewhere.example", "/fr/"),
        ("/en/..//elsewhere.example", "/fr/"),
        ("/en/../../elsewhere", "/fr/"),
        ("/en/./", "/fr/"),
        ("/en/%2e%2e/%2f/elsewhere.example", "/fr/"),
        ("/en/join?next=/en/..%2f", "/fr/join?next=/en/..%2f"),
        ("http://[", "/fr/"),
        ("javascript:alert(1)", "/fr/"),
    ],
)
def test_the_switch_keeps_the_page_and_never_leaves_the_site(
    app: Flask, client: FlaskClient, origin: str, target: str
) -> None:
    answer = client.post("/language", data={"language": "fr", "next": origin})
    assert answer.headers["Location"] == target
    with app.test_request_context("/"):
        assert in_language(origin, "fr") == target


@pytest.mark.parametrize("language", ["", "xx", "../en"])
def test_an_unknown_choice_is_refused(client: FlaskClient, language: str) -> None:
    assert client.post("/language", data={"language": language}).status_code == 400


def test_another_site_cannot_switch_the_language(client: FlaskClient) -> None:
    answer = client.post(
        "/language",
        data={"language": "fr", "next": "/en/"},
        headers={"Sec-Fetch-Site": "cross-site"},
    )
    assert answer.status_code == 400
    assert "Set-Cookie" not in answer.headers


def test_the_switch_carries_what_is_laid_and_drops_what_was_typed(client: FlaskClient) -> None:
    html = client.get("/en/?laid=B12&typed=10&check=1").text
    assert 'name="next" value="/en/?check=1&amp;laid=B12,B10"' in html


def test_a_page_without_a_board_carries_its_whole_address(app: Flask) -> None:
    with app.test_request_context("/en/puzzles?level=2&goal=win"):
        assert page_address() == "/en/puzzles?level=2&goal=win"


def test_many_threads_never_mix_languages(app: Flask) -> None:
    expected = {code: app.test_client().get(f"/{code}/").text for code in LANGUAGES}
    assert len(set(expected.values())) == len(LANGUAGES)

    def ask(number: int) -> bool:
        code = LANGUAGES[number % len(LANGUAGES)]
        return app.test_client().get(f"/{code}/").text == expected[code]

    with ThreadPoolExecutor(32) as threads:
        assert all(threads.map(ask, range(192)))


def test_a_part_of_a_page_may_speak_another_language(app: Flask) -> None:
    with app.test_request_context("/en/"):
        with speaking("ru") as translator:
            assert (translator.code, speech().code) == ("ru", "ru")
            assert url_for("home.index") == "/ru/"
        assert speech().code == "en"
        assert url_for("home.index") == "/en/"
