from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.rules import (
    DRAW,
    PASS,
    Card,
    Game,
    IllegalTurnError,
    Lay,
    MalformedError,
    Profile,
    Refusal,
    Session,
    Table,
)

from .strategies import games, profiles


def cards(text: str) -> frozenset[Card]:
    return frozenset(Card.parse(part) for part in text.split(",") if part)


def stock(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(part) for part in text.split(",") if part)


def blue_table(low: int = 11, high: int = 11, profile: str = "official") -> Table:
    numbers = [11, *range(10, low - 1, -1), *range(12, high + 1)]
    return Table(profile=Profile.parse(profile)).lay_all(Card.parse(f"B{n}") for n in numbers)


def rest(*known: frozenset[Card]) -> tuple[Card, ...]:
    """What is left of the deck, so that a game has all its cards."""
    return tuple(sorted(Profile().deck - frozenset().union(*known)))


def game(hands: list[str], top: str = "", *, low: int = 11, profile: str = "official") -> Game:
    table, held = blue_table(low, profile=profile), [cards(hand) for hand in hands]
    first = stock(top)
    return Game(table, tuple(held), first + rest(table.cards, *held, frozenset(first)), 0)


@settings(max_examples=60)
@given(profiles, st.integers(2, 6), st.integers())
def test_a_deal_gives_everyone_the_same_and_opens_with_one_card(
    profile: Profile, players: int, seed: int
) -> None:
    dealt = Game.deal(profile, players, Random(seed))
    size = profile.deal_size(players)
    sizes = sorted(len(hand) for hand in dealt.hands)
    assert sizes == [size - 1] + [size] * (players - 1)
    assert len(dealt.table.cards) == 1
    assert dealt.last is not None
    assert dealt.mover == (dealt.last.seat + 1) % players


@pytest.mark.parametrize(
    ("hands", "opener"),
    [
        (("Y11", "R11"), 1),
        (("G11,B11", "Y11"), 1),
        (("B11", "G11"), 1),
        (("B11", "B1"), 0),
    ],
)
def test_the_red_11_opens_else_the_yellow_the_green_the_blue(
    hands: tuple[str, str], opener: int
) -> None:
    others = sorted(Profile().deck - cards("R11,Y11,G11,B11"))
    held = [sorted(cards(hand)) for hand in hands]
    fill = [card for card in others if card not in held[0] + held[1]]
    first = held[0] + fill[: 20 - len(held[0])]
    second = held[1] + fill[20 : 40 - len(held[1])]
    last = sorted(Profile().deck - set(first) - set(second))
    dealt = Game.dealt(Profile(), 2, [*first, *second, *last])
    assert dealt is not None
    assert dealt.last is not None
    assert dealt.last.seat == opener


def test_with_no_11_in_any_hand_the_cards_are_dealt_again() -> None:
    elevens = cards("R11,Y11,G11,B11")
    deck = [*sorted(Profile().deck - elevens), *elevens]
    assert Game.dealt(Profile(), 2, deck) is None


def test_an_opening_with_the_green_11_tells_that_nobody_holds_red_or_yellow() -> None:
    deck = sorted(Profile().deck, reverse=True)  # blue to one player, green to the other
    dealt = Game.dealt(Profile(), 2, deck)
    assert dealt is not None
    assert dealt.lacks == (cards("R11,Y11"),) * 2


def test_a_drawn_card_that_fits_is_laid_and_ends_the_turn() -> None:
    after = game(["R9,B13", "Y1"], "B12").play(DRAW)
    assert str(after.table) == "-/-/-/11-12"
    assert after.hands[0] == cards("R9,B13")
    assert after.mover == 1


def test_official_draws_until_a_card_fits_but_three_at_most() -> None:
    after = game(["R9", "Y1"], "R1,R2,R3,B12").play(DRAW)
    assert after.hands[0] == cards("R9,R1,R2,R3")
    assert after.last is not None
    assert [str(card) for card in after.last.kept] == ["R1", "R2", "R3"]
    assert game(["R9", "Y1"], "R1,B12,R3").play(DRAW).hands[0] == cards("R9,R1")


def test_classic_draws_one_only() -> None:
    after = game(["R9", "Y1"], "R1,B12", profile="classic").play(DRAW)
    assert after.hands[0] == cards("R9,R1")


def test_when_the_stock_runs_out_during_the_draw_the_turn_ends() -> None:
    table, last = blue_table(), stock("R1")
    hands = (cards("R9"), frozenset(rest(table.cards, cards("R9"), frozenset(last))))
    after = Game(table, hands, last, 0).play(DRAW)
    assert (after.hands[0], after.mover, after.stock) == (cards("R9,R1"), 1, ())


def test_laying_the_last_card_ends_the_game_at_once() -> None:
    after = game(["B10", "R19,Y2"]).play(Lay(stock("B10")))
    assert after.winner == 0
    assert after.penalties == (0, 21)
    assert after.last is not None
    with pytest.raises(IllegalTurnError) as caught:
        after.play(PASS)
    assert caught.value.refusal is Refusal.GAME_OVER


def test_a_drawn_card_never_empties_a_hand_that_was_stuck() -> None:
    after = game(["R9", "Y1"], "B12").play(DRAW)
    assert after.winner is None


@pytest.mark.parametrize(
    ("hand", "turn", "refusal"),
    [
        ("R9,B10", PASS, Refusal.MUST_PLAY),
        ("R9,B10", DRAW, Refusal.MUST_PLAY),
        ("R9", Lay(stock("R9")), Refusal.ROW_CLOSED),
    ],
)
def test_a_turn_against_the_rules_is_refused(hand: str, turn: Lay, refusal: Refusal) -> None:
    with pytest.raises(IllegalTurnError) as caught:
        game([hand, "Y1"]).play(turn)
    assert caught.value.refusal is refusal


def test_whoever_drew_is_known_to_lack_what_fitted_then() -> None:
    after = game(["R9", "Y1"], "R1,R2,R3").play(DRAW)
    assert after.lacks[0] == cards("R11,Y11,G11,B10,B12")
    assert str(after.view().others[0]) == "4!R11!Y11!G11!B10!B12"


def test_a_card_that_was_laid_is_no_longer_told_as_lacking() -> None:
    after = game(["R9", "B10,Y1"], "R1,R2,R3").play(DRAW).play(Lay(stock("B10")))
    assert after.lacks[0] == cards("R11,Y11,G11,B12")


def test_classic_reveals_that_whoever_played_holds_no_further_11() -> None:
    after = game(["R11,B10,R1", "Y1"], profile="classic").play(Lay(stock("R11,B10")))
    assert after.lacks[0] == cards("Y11,G11")


def test_a_free_pass_reveals_nothing() -> None:
    assert game(["B10,R9", "Y1"], profile="official+pass").play(PASS).lacks[0] == frozenset()


def test_not_everybody_may_pass_in_a_row() -> None:
    passed = game(["B10,R9", "B12,Y1"], profile="official+pass").play(PASS)
    assert PASS not in passed.legal_turns()
    with pytest.raises(IllegalTurnError):
        passed.play(PASS)


@settings(max_examples=60)
@given(games(), st.integers())
def test_every_game_ends_and_keeps_all_its_cards(started: Game, seed: int) -> None:
    random, now = Random(seed), started
    for _ in range(2000):
        assert len(now.table.cards) + sum(map(len, now.hands)) + len(now.stock) == len(
            now.profile.deck
        )
        if now.winner is not None:
            break
        now = now.play(random.choice(now.legal_turns()))
    assert now.winner is not None
    assert now.penalties.count(0) == 1


@settings(max_examples=60)
@given(games())
def test_what_the_play_has_revealed_is_true(now: Game) -> None:
    for seat, hand in enumerate(now.hands):
        assert not hand & now.lacks[seat]


@settings(max_examples=60)
@given(games())
def test_a_view_hides_the_other_hands_and_the_stock(now: Game) -> None:
    for seat, hand in enumerate(now.hands):
        view = now.view(seat)
        hidden = frozenset(now.stock).union(*(h for s, h in enumerate(now.hands) if s != seat))
        assert view.hand == hand
        assert view.unseen == hidden
        assert view.stock == len(now.stock)


def test_the_drawn_start_numbers_are_part_of_the_deal() -> None:
    dealt = Game.deal(Profile(), 4, Random(3), drawn_starts=True)
    assert set(dealt.profile.starts) <= {10, 12}


def test_a_wrong_deck_is_refused() -> None:
    with pytest.raises(MalformedError):
        Game.dealt(Profile(), 2, sorted(Profile().deck)[1:])


def test_an_official_session_is_five_games_and_the_lowest_total_wins() -> None:
    session = Session("official", 3)
    for penalties in [(0, 5, 9), (7, 0, 2), (0, 1, 1), (3, 0, 4), (0, 30, 8)]:
        assert session.winners == ()
        session = session.record(penalties)
    assert session.totals == (10, 36, 24)
    assert session.winners == (0,)
    with pytest.raises(IllegalTurnError):
        session.record((0, 1, 1))


def test_equal_leaders_of_an_official_session_share_the_win() -> None:
    session = Session("official", 2)
    for penalties in [(0, 5), (5, 0), (0, 3), (3, 0)]:
        session = session.record(penalties)
    assert session.record((0, 1)).winners == (0,)
    tied = Session("official", 3, ((0, 4, 9), (4, 0, 9), (0, 2, 3), (2, 0, 3), (5, 5, 0)))
    assert tied.winners == (0, 1)


def test_a_classic_session_ends_at_500() -> None:
    session = Session("classic", 2, ((0, 210), (30, 0), (0, 289)))
    assert (session.complete, session.winners) == (False, ())
    assert session.record((0, 1)).winners == (0,)


def test_level_leaders_of_a_classic_session_play_one_more_game() -> None:
    session = Session("classic", 3, ((0, 10, 500), (10, 0, 7)))
    assert session.needs_play_off
    assert session.leaders == (0, 1)
    assert session.winners == ()
    assert session.record((4, 0)).winners == (1,)


def test_a_classic_session_may_be_stopped_by_agreement() -> None:
    session = Session("classic", 2, ((0, 10),))
    assert session.winners == ()
    assert session.stop().winners == (0,)
    with pytest.raises(IllegalTurnError):
        Session("official", 2, ((0, 10),)).stop()


def test_the_deal_moves_one_seat_clockwise_after_each_game() -> None:
    session = Session("official", 3, first_dealer=2)
    assert [session.dealer, session.record((0, 1, 1)).dealer] == [2, 0]


@pytest.mark.parametrize("penalties", [(1, 2), (0, 0), (0, -1), (0,), (0, 1, 2)])
def test_a_result_without_exactly_one_winner_is_refused(penalties: tuple[int, ...]) -> None:
    with pytest.raises(MalformedError):
        Session("official", 2).record(penalties)
