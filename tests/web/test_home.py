"""The home page: the blue example, checked by the server."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import LANGUAGES
from trainer.rules import Lay, legal_turns
from trainer.rules.cards import points
from trainer.web.home import EXAMPLE, VALUES


def test_the_values_are_those_of_the_example() -> None:
    # The opponent's only card goes out next turn whatever we do: what is left is what we pay.
    assert set(VALUES) == set(legal_turns(EXAMPLE))
    for turn, value in VALUES.items():
        assert isinstance(turn, Lay)
        assert value == -points(EXAMPLE.hand - set(turn.cards))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("laid", ["B10,B12", "B12,B10"])
def test_both_orders_are_the_best_turn(client: FlaskClient, code: str, laid: str) -> None:
    html = client.get(f"/{code}/?laid={laid}&check=1").text
    assert "result best" in html
    assert "−9" in html


@pytest.mark.parametrize("laid", ["B10", "B12"])
def test_a_single_card_is_allowed_but_not_best(client: FlaskClient, laid: str) -> None:
    assert "result mistake" in client.get(f"/en/?laid={laid}&check=1").text


@pytest.mark.parametrize("query", ["check=1", "laid=R9&check=1"])
def test_laying_nothing_is_answered_with_the_rule(client: FlaskClient, query: str) -> None:
    html = client.get(f"/en/?{query}").text
    assert "result refused" in html
    assert "Whoever can play must lay at least one card." in html


def test_a_script_gets_the_verdict_alone(client: FlaskClient) -> None:
    answer = client.get("/en/?laid=B10,B12&check=1", headers={"X-Fragment": "1"})
    assert "<html" not in answer.text
    assert "result best" in answer.text
    assert "X-Fragment" in answer.headers["Vary"]


def test_a_script_that_asks_without_a_try_gets_the_page(client: FlaskClient) -> None:
    answer = client.get("/en/", headers={"X-Fragment": "1"})
    assert answer.status_code == 200
    assert 'id="verdict"' in answer.text
