"""The board as the server draws it: what a reader without scripts, or without sight, gets."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask

from tests.web.conftest import LANGUAGES
from trainer.rules import Card, Fault, Refusal, Table, parse_position
from trainer.rules.notation import parse_table
from trainer.rules.profile import Profile
from trainer.web.board import BoardView, view_position, view_table
from trainer.web.cards import face, labels
from trainer.web.language import speech
from trainer.web.wording import FAULTS, profile_messages, refusal_message

BLUE = "-/-/-/11 R9,B10,B12 =Y11 75 official"
MANY = "9-13/-/11/8-14 R3,Y20 7!R14!G12/=Y1,Y10/5 51 classic+draw3+pass"


def view(app: Flask, position: str, query: str = "", code: str = "en") -> BoardView:
    with app.test_request_context(f"/{code}/?{query}"):
        return view_position(parse_position(position))


def states(board: BoardView, letter: str) -> dict[int, str]:
    track = next(track for track in board.tracks if track.letter == letter)
    return {place.number: place.state for place in track.places if place.state != "empty"}


def test_places_show_what_is_laid_what_is_new_and_what_comes_next(app: Flask) -> None:
    board = view(app, BLUE, "laid=B12")
    assert states(board, "B") == {10: "next", 11: "laid", 12: "fresh", 13: "next"}
    assert states(board, "R") == {11: "next"}


def test_each_row_says_in_a_sentence_what_it_shows(app: Flask) -> None:
    red, yellow, green, blue = view(app, MANY).tracks
    assert red.sentence == "Laid: 9 to 13. Next: 8 or 14."
    assert yellow.sentence == "This row is not open yet. Next: 11."
    assert green.sentence == "Laid: 11. Next: 10 or 12."
    assert blue.sentence == "Laid: 8 to 14. Next: 7 or 15."


@pytest.mark.usefixtures("in_english")
def test_a_complete_row_and_a_row_at_its_end_say_so() -> None:
    red, yellow, *_ = view_table(parse_table("1-20/5-20/-/-", Profile())).tracks
    assert red.sentence == "Laid: 1 to 20. This row is complete."
    assert yellow.sentence == "Laid: 5 to 20. Next: 4."


@pytest.mark.parametrize(
    ("profile", "rows", "places"),
    [
        ("official", 4, 20),
        ("official+max15", 4, 15),
        ("classic+max10", 4, 10),
        ("official+colours3", 3, 20),
    ],
)
def test_the_table_is_as_large_as_the_deck(
    app: Flask, profile: str, rows: int, places: int
) -> None:
    with app.test_request_context("/en/"):
        board = view_table(Table(profile=Profile.parse(profile)))
    assert [len(track.places) for track in board.tracks] == [places] * rows


@pytest.mark.usefixtures("in_english")
def test_a_narrow_screen_opens_at_the_middle_of_what_is_laid() -> None:
    def middle(table: str) -> int:
        track = view_table(parse_table(table, Profile())).tracks[0]
        return next(place.number for place in track.places if place.middle)

    assert middle("-/-/-/-") == 11
    assert middle("-/-/-/11-20") == 15
    assert middle("2-11/-/-/11") == 6


def test_what_is_known_of_the_others_is_shown(app: Flask) -> None:
    first, second, third = view(app, MANY).rivals
    assert [card.code for card in first.lacks] == ["R14", "G12"]
    assert [card.name for card in second.cards] == ["yellow 1", "yellow 10"]
    assert (third.count, third.cards, third.lacks) == (5, (), ())
    assert view(app, BLUE).rivals[0].alone


def test_a_card_of_the_hand_knows_what_pressing_it_leads_to(app: Flask) -> None:
    red, ten, twelve = view(app, BLUE, "laid=B12").hand
    assert (ten.laid, ten.then) == (False, "B12,B10")
    assert (twelve.laid, twelve.then) == (True, "")
    assert red.then == "B12,R9"


def test_a_refused_card_is_answered_with_the_rule(app: Flask) -> None:
    board = view(app, BLUE, "laid=B12,R9")
    assert board.laid == "B12"
    assert board.refused is not None
    assert board.refused.name == "red 9"
    assert board.reply == "This row is not open yet: its 11 must be laid first."


def test_other_parameters_of_the_address_are_carried_on(app: Flask) -> None:
    board = view(app, BLUE, "laid=B12&from=list&check=1&tag=a&tag=b")
    assert board.keep == (("from", "list"), ("tag", "a"), ("tag", "b"))


def test_turns_without_cards_are_offered_where_they_are_legal(app: Flask) -> None:
    assert view(app, BLUE).turns == ()
    assert view(app, "-/-/-/11 R9 4 74").turns == ("draw",)
    assert view(app, "-/-/-/11-19 B20,R9 =R1,G1 67 official+pass").turns == ("pass",)


def test_the_data_for_the_script_cannot_end_its_element(app: Flask) -> None:
    data = view(app, BLUE, "laid=%3C/script%3E&typed=%3C/script%3E").data
    assert "<" not in data
    known = json.loads(data)
    assert known["rows"] == {"R": None, "Y": None, "G": None, "B": [11, 11]}
    assert known["starts"]["B"] == 11


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_card_has_a_full_name_and_every_label_differs(app: Flask, code: str) -> None:
    with app.test_request_context(f"/{code}/"):
        faces = [face(card) for card in Profile().deck]
        assert len({one.name for one in faces}) == 80
        assert all(re.search(rf"(?<!\d){one.number}(?!\d)", one.name) for one in faces)
        assert len(labels()) == 4


@pytest.mark.usefixtures("in_english")
def test_every_refusal_and_fault_has_words() -> None:
    table = parse_table("-/-/-/2-20", Profile())
    for refusal in Refusal:
        assert speech().render(refusal_message(refusal))
    sentence = refusal_message(Refusal.NOT_NEXT, Card.parse("B18"), table)
    assert speech().render(sentence).endswith("this row goes on with 1.")
    assert set(FAULTS) == set(Fault)


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize(
    ("profile", "words"),
    [
        ("official", "official rules"),
        ("classic", "Italian family rules"),
        ("classic+draw3+free11", "Italian family rules, draw up to 3 cards, held 11s may be kept"),
        ("official+elevens+max15", "official rules, held 11s must be laid, cards from 1 to 15"),
        ("official+pass+colours3", "official rules, passing is allowed, three colours"),
        ("official+start=10/12/12/10", "official rules, rows start at the outlined numbers"),
    ],
)
def test_the_rules_in_force_are_named(profile: str, words: str) -> None:
    messages = profile_messages(Profile.parse(profile))
    assert ", ".join(map(speech().render, messages)) == words
