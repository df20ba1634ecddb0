from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.rules import Card, Colour, Fault, Field, MalformedError, Profile

from .strategies import profiles


def test_the_deck_is_the_numbers_1_to_20_in_four_colours() -> None:
    deck = Profile().deck
    assert len(deck) == 80
    assert {card.number for card in deck if card.colour is Colour.GREEN} == set(range(1, 21))


@given(st.sampled_from(sorted(Profile().deck)))
def test_a_card_and_its_text_turn_into_each_other(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert Card.at(card.ordinal) == card


@pytest.mark.parametrize("text", ["", "R", "9", "R0", "R21", "r9", "R09", "R9 ", "S9", "R٣", "R-1"])
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(MalformedError) as caught:
        Card.parse(text)
    assert (caught.value.field, caught.value.fault) == (Field.CARD, Fault.NOT_A_CARD)


@given(profiles)
def test_a_profile_and_its_text_turn_into_each_other(profile: Profile) -> None:
    assert Profile.parse(str(profile)) == profile


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("official+draw3", "official"),
        ("classic+elevens+draw1", "classic"),
        ("official+start=11/11/11/11", "official"),
        ("official+colours3+max10+pass", "official+pass+max10+colours3"),
    ],
)
def test_what_the_base_profile_says_anyway_is_not_repeated(text: str, canonical: str) -> None:
    assert str(Profile.parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", Fault.UNKNOWN_PROFILE),
        ("Official", Fault.UNKNOWN_PROFILE),
        ("official+", Fault.UNKNOWN_OPTION),
        ("official+actions", Fault.UNKNOWN_OPTION),
        ("official+start=9/10/11/12", Fault.UNKNOWN_OPTION),
        ("official+start=10/11/12", Fault.UNKNOWN_OPTION),
        ("official+draw1+draw3", Fault.CONTRADICTION),
        ("official+pass+pass", Fault.CONTRADICTION),
        ("official+max10+max15", Fault.CONTRADICTION),
        ("classic+elevens+free11", Fault.CONTRADICTION),
        ("official+max10+start=10/10/10/10", Fault.CONTRADICTION),
        ("official+start=10/10/10/10+max10", Fault.CONTRADICTION),
    ],
)
def test_an_unknown_or_contradictory_profile_is_refused(text: str, fault: Fault) -> None:
    with pytest.raises(MalformedError) as caught:
        Profile.parse(text)
    assert (caught.value.field, caught.value.fault) == (Field.PROFILE, fault)


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("official", {2: 20, 3: 20, 4: 15, 5: 12, 6: 10}),
        ("official+max15", {2: 20, 3: 15, 4: 11, 5: 9, 6: 7}),
        ("official+max10", {2: 15, 3: 10, 4: 7, 5: 6, 6: 5}),
        ("official+colours3", {2: 20, 3: 15, 4: 11, 5: 9, 6: 7}),
    ],
)
def test_the_deal_depends_on_the_deck_and_the_number_of_players(
    text: str, sizes: dict[int, int]
) -> None:
    assert {players: Profile.parse(text).deal_size(players) for players in sizes} == sizes


@pytest.mark.parametrize("players", [0, 1, 7])
def test_only_two_to_six_can_play(players: int) -> None:
    with pytest.raises(MalformedError, match="players"):
        Profile().deal_size(players)


def test_the_junior_deck_without_an_11_starts_its_rows_at_5() -> None:
    assert Profile.parse("official+max10").starts == (5, 5, 5, 5)


def test_the_drawn_starts_are_10_or_12_and_differ_from_deal_to_deal() -> None:
    random = Random(1)
    drawn = {Profile().with_drawn_starts(random).starts for _ in range(200)}
    assert len(drawn) == 16
    assert {number for starts in drawn for number in starts} == {10, 12}


def test_the_junior_deck_has_no_numbers_to_draw_starts_from() -> None:
    with pytest.raises(MalformedError):
        Profile.parse("official+max10").with_drawn_starts(Random(1))
