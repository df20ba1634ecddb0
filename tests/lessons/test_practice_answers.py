"""The answers of exercises, worked out a second time from the rules, by another way."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lessons.test_practice import BASE, LEVEL, SEED
from trainer.i18n.messages import Message
from trainer.lessons.practice import Exercise, exercise
from trainer.lessons.practice_kinds.parts import Marks, Number, Pick
from trainer.rules import Card, Position, Profile, Table, Unseen, legal_turns
from trainer.rules.profile import BASES

some = settings(max_examples=40, deadline=None)


def made(kind: str, level: int, base: str, seed: int) -> Exercise:
    return exercise(kind, level, base, seed)  # type: ignore[arg-type]


def table_of(one: Exercise) -> Table:
    table = one.content.scene.table
    assert table is not None
    return table


def group(one: Exercise, title: str) -> frozenset[Card]:
    groups = {g.title.id: g.cards for g in one.content.scene.groups}
    return frozenset(groups[title])


def position(one: Exercise, hand: frozenset[Card]) -> Position:
    table = table_of(one)
    stock = len(table.profile.deck) - len(table.cards) - len(hand) - 1
    return Position(table, hand, (Unseen(1),), stock)


def turns(one: Exercise, hand: frozenset[Card]) -> set[frozenset[Card]]:
    return {frozenset(turn.cards) for turn in legal_turns(position(one, hand)) if turn.cards}


@some
@given(LEVEL, SEED)
def test_a_card_to_be_marked_can_be_laid_alone_and_no_other_can(level: int, seed: int) -> None:
    one = made("fits", level, "official", seed)
    question = one.content.question
    assert isinstance(question, Marks)
    alone = {next(iter(t)) for t in turns(one, frozenset(question.cards)) if len(t) == 1}
    assert question.answer == alone
    assert 0 < len(alone) < len(question.cards)


@some
@given(LEVEL, SEED)
def test_a_card_that_must_be_laid_is_in_every_legal_turn(level: int, seed: int) -> None:
    one = made("must-lay", level, "classic", seed)
    question = one.content.question
    assert isinstance(question, Marks)
    legal = turns(one, frozenset(question.cards))
    assert question.answer == frozenset.intersection(*legal) & set(BASES["classic"].start_cards)
    assert question.answer


@some
@given(LEVEL, BASE, SEED)
def test_a_turn_is_called_legal_exactly_when_the_rules_have_it(
    level: int, base: str, seed: int
) -> None:
    one = made("judge", level, base, seed)
    question = one.content.question
    assert isinstance(question, Pick)
    hand = group(one, "Your hand")
    shown = one.content.scene.groups[1].cards
    assert frozenset(shown) <= hand
    assert (frozenset(shown) in turns(one, hand)) is (question.answer == "legal")


@some
@given(LEVEL, BASE, SEED)
def test_what_a_turn_opens_did_not_fit_before(level: int, base: str, seed: int) -> None:
    one = made("unlocks", level, base, seed)
    question = one.content.question
    assert isinstance(question, Pick)
    table = table_of(one)
    after = table.lay_all(one.content.scene.groups[0].cards)
    right = next(c for c in question.choices if c.id == question.answer)
    new = {c for c in table.profile.deck if after.fits(c) and not table.fits(c)}
    assert set(right.cards) == new


@some
@given(LEVEL, BASE, SEED)
def test_the_longest_turn_leaves_the_fewest_cards(level: int, base: str, seed: int) -> None:
    one = made("left-over", level, base, seed)
    question = one.content.question
    assert isinstance(question, Number)
    hand = group(one, "Your hand")
    assert question.answer == min(len(hand - turn) for turn in turns(one, hand))


@some
@given(LEVEL, BASE, SEED)
def test_no_turn_leaves_fewer_points_than_the_right_one(level: int, base: str, seed: int) -> None:
    one = made("cheapest", level, base, seed)
    question = one.content.question
    assert isinstance(question, Pick)
    hand = group(one, "Your hand")
    left = {turn: sum(c.number for c in hand - turn) for turn in turns(one, hand)}
    right = next(frozenset(c.cards) for c in question.choices if c.id == question.answer)
    assert [turn for turn, points in left.items() if points == min(left.values())] == [right]
    assert all(frozenset(c.cards) in left for c in question.choices)


@some
@given(LEVEL, BASE, SEED)
def test_what_happens_follows_from_hand_stock_and_the_cards_drawn(
    level: int, base: str, seed: int
) -> None:
    one = made("what-now", level, base, seed)
    question = one.content.question
    assert isinstance(question, Pick)
    table, hand = table_of(one), group(one, "Your hand")
    stock = one.content.scene.facts[0].count or 0
    fits = any(table.fits(card) for card in hand)
    if len(one.content.scene.groups) == 1:
        assert question.answer == ("lay" if fits else "draw" if stock else "pass")
        return
    *before, last = one.content.scene.groups[1].cards
    assert not fits
    assert not any(table.fits(card) for card in before)
    over = len(before) + 1 == BASES[base].draw_limit or not stock
    assert question.answer == ("lay" if table.fits(last) else "keep" if over else "again")


@some
@given(LEVEL, BASE, SEED)
def test_who_draws_or_passes_lacks_exactly_the_cards_that_fit(
    level: int, base: str, seed: int
) -> None:
    one = made("reading", level, base, seed)
    question = one.content.question
    assert isinstance(question, Marks)
    assert question.answer == {c for c in question.cards if table_of(one).fits(c)}
    assert 0 < len(question.answer) < len(question.cards)


@some
@given(LEVEL, BASE, SEED)
def test_the_penalty_is_the_sum_of_the_numbers(level: int, base: str, seed: int) -> None:
    one = made("penalty", level, base, seed)
    assert isinstance(one.content.question, Number)
    assert one.content.question.answer == sum(c.number for c in group(one, "Left in hand"))


@some
@given(LEVEL, BASE, SEED)
def test_the_session_goes_to_the_lowest_total(level: int, base: str, seed: int) -> None:
    one = made("session", level, base, seed)
    assert isinstance(one.content.question, Pick)
    games = one.content.scene.scores
    totals = [sum(column) for column in zip(*games, strict=True)]
    leaders = [str(seat) for seat, total in enumerate(totals, 1) if total == min(totals)]
    over = len(games) == 5 if base == "official" else max(totals) >= 500
    tie = "shared" if base == "official" else "more"
    expected = "on" if not over else tie if len(leaders) > 1 else leaders[0]
    assert one.content.question.answer == expected
    assert all(game.count(0) == 1 for game in games)


@some
@given(LEVEL, BASE, SEED)
def test_the_first_11_in_the_order_of_the_colours_opens(level: int, base: str, seed: int) -> None:
    one = made("opener", level, base, seed)
    assert isinstance(one.content.question, Pick)
    holders = [
        str(seat)
        for card in ("R11", "Y11", "G11", "B11")
        for seat, shown in enumerate(one.content.scene.groups, 1)
        if Card.parse(card) in shown.cards
    ]
    assert one.content.question.answer == next(iter(holders), "nobody")


DEALT = {2: 20, 3: 20, 4: 15, 5: 12, 6: 10}


@some
@given(LEVEL, BASE, SEED)
def test_counts_around_the_deal_follow_the_sheet(level: int, base: str, seed: int) -> None:
    one = made("how-many", level, base, seed)
    question = one.content.question
    assert isinstance(question, Number)
    task = one.content.task
    if task.count is None:  # whose turn it is, or who deals: the neighbour, clockwise
        players = one.content.scene.facts[0].count
        assert players is not None
        assert question.answer == int(str(task.params["number"])) % players + 1
    elif one.content.scene.facts:
        assert question.answer == 80 - task.count * DEALT[task.count]
    else:
        assert question.answer == DEALT[task.count]


@some
@given(LEVEL, BASE, SEED)
def test_missing_cards_and_laid_cards_make_up_the_deck(level: int, base: str, seed: int) -> None:
    one = made("missing", level, base, seed)
    assert isinstance(one.content.question, Number)
    rows = [row for row in table_of(one).rows if row is not None]
    laid = sum(row.high - row.low + 1 for row in rows)
    answer = one.content.question.answer
    possible = {20 - (row.high - row.low + 1) for row in rows} if level < 4 else {80 - laid}
    assert answer in possible


@some
@given(BASE, SEED)
def test_an_option_changes_what_it_says(base: str, seed: int) -> None:
    one = made("option", 1, base, seed)
    rules = one.content.scene.rules
    assert isinstance(rules, Profile)
    assert isinstance(one.content.question, Number)
    answer, task = one.content.question.answer, one.content.task.id
    if "draw" in task:
        assert answer == rules.draw_limit
    elif "opens" in task:
        assert answer in (10, 12)
    else:
        assert answer == len(rules.deck)


@given(st.sampled_from(("opener", "how-many", "session")), BASE, SEED)
@some
def test_no_message_holds_a_card_in_its_grammar(kind: str, base: str, seed: int) -> None:
    texts: list[Message] = [made(kind, 3, base, seed).content.task]
    assert all("{" not in text.id for text in texts)
