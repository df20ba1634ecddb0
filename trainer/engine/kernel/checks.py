"""Refusal of bad input, the same for both kernels: ValueError, TypeError, OverflowError."""

from __future__ import annotations

from collections.abc import Sequence

from trainer.engine.kernel.state import State, complete
from trainer.engine.kernel.types import (
    CARDS,
    COLOURS,
    FULL,
    MOST_PLAYERS,
    NUMBERS,
    PHASE_SIZE,
    WEIGHT_LIMIT,
    Act,
    Policy,
    Rows,
    Rules,
    View,
    World,
    laid,
)

MOST_ACTS = 120
MOST_GAMES = 1 << 24
_SIZES = {"dump": (0,), "hold": (0,), "weights": (1 + 2 * PHASE_SIZE, 1 + 4 * PHASE_SIZE)}
MOST_INDEX = 1 << 62


def whole(value: int, low: int, high: int, name: str) -> None:
    """Refuse what is not a whole number in low..high."""
    if not isinstance(value, int):
        raise TypeError(f"{name} must be an int")
    if not low <= value <= high:
        raise ValueError(f"{name} must be from {low} to {high}")


def check_rules(rules: Rules) -> None:
    """Refuse impossible rules."""
    whole(rules.draw_limit, 1, CARDS, "draw_limit")
    whole(rules.highest, 3, NUMBERS, "highest")
    whole(rules.colours, 1, COLOURS, "colours")
    if len(rules.starts) != COLOURS:
        raise ValueError("starts must be four numbers")
    for start in rules.starts:
        # Half a row has to fit into the twelve bits that the compiled kernel gives it.
        whole(start, max(1, rules.highest - 11), min(12, rules.highest), "start")


def check_rows(rules: Rules, rows: Rows) -> None:
    """Refuse rows that could not lie on the table."""
    if len(rows) != COLOURS:
        raise ValueError("rows must be four pairs")
    for colour, (low, high) in enumerate(rows):
        whole(low, 0, NUMBERS, "low")
        whole(high, 0, NUMBERS, "high")
        if (low, high) == (0, 0):
            continue
        if colour >= rules.colours or not 1 <= low <= rules.starts[colour] <= high <= rules.highest:
            raise ValueError(f"row {colour} cannot be {low}-{high}")


def check_mask(value: int, name: str) -> None:
    """Refuse what is no mask of cards."""
    whole(value, 0, FULL, name)


def check_world(rules: Rules, world: World) -> None:
    """Refuse a world whose cards are not each in one place, or that is no position."""
    check_rules(rules)
    check_rows(rules, world.rows)
    players = len(world.hands)
    whole(players, 2, MOST_PLAYERS, "players")
    whole(world.mover, 0, players - 1, "mover")
    whole(world.passes, 0, players - 1, "passes")
    for hand in world.hands:
        check_mask(hand, "hand")
        whole(hand.bit_count(), 1, CARDS, "cards in hand")
    if isinstance(world.stock, int):
        whole(world.stock, 0, CARDS, "stock")
    else:
        for index in world.stock:
            whole(index, 0, CARDS - 1, "stock card")
    if not complete(rules, world):
        raise ValueError("each card of the deck must be in exactly one place")


def check_view(rules: Rules, view: View) -> None:
    """Refuse a view whose counts do not add up or whose known cards clash."""
    check_rules(rules)
    check_rows(rules, view.rows)
    whole(view.players, 2, MOST_PLAYERS, "players")
    check_mask(view.hand, "hand")
    check_mask(view.lacks, "lacks")
    places = [laid(view.rows), view.hand]
    hidden = 0
    for seat in view.others:
        check_mask(seat.lacks, "lacks")
        whole(seat.size, 1, CARDS, "size")
        if seat.cards is None:
            hidden += seat.size
            continue
        check_mask(seat.cards, "cards")
        if seat.cards.bit_count() != seat.size or seat.cards & seat.lacks:
            raise ValueError("a known hand contradicts its size or its absences")
        places.append(seat.cards)
    if isinstance(view.stock, int):
        whole(view.stock, 0, CARDS, "stock")
        hidden += view.stock
    else:
        for index in view.stock:
            whole(index, 0, CARDS - 1, "stock card")
            places.append(1 << index)
    _check_places(rules, view, places, hidden)


def _check_places(rules: Rules, view: View, places: list[int], hidden: int) -> None:
    seen = 0
    for place in places:
        if seen & place or place & ~rules.deck:
            raise ValueError("a card is in two places or not of this deck")
        seen |= place
    if not view.hand:
        raise ValueError("hand must hold a card")
    if hidden != (rules.deck & ~seen).bit_count():
        raise ValueError("cards on the table, in hands and in the stock must add up to the deck")


def check_policies(policies: Sequence[Policy], players: int) -> None:
    """Refuse policies that do not exist or do not match the seats."""
    if len(policies) != players:
        raise ValueError("there must be one policy a seat")
    for policy in policies:
        if policy.name not in _SIZES:
            raise ValueError(f"no policy is called {policy.name!r}")
        if len(policy.params) not in _SIZES[policy.name]:
            raise ValueError(f"{policy.name} takes {_SIZES[policy.name]} parameters")
        for value in policy.params:
            whole(value, -WEIGHT_LIMIT, WEIGHT_LIMIT, "weight")


def check_span(seed: int, first: int, count: int) -> None:
    """Refuse seeds and spans of games that are out of range."""
    whole(seed, 0, (1 << 64) - 1, "seed")
    whole(first, 0, MOST_INDEX, "first")
    whole(count, 0, MOST_GAMES, "count")


def check_acts(rules: Rules, view: View, acts: Sequence[Sequence[Act]]) -> None:
    """Refuse acts that do not match the seats or cannot have been."""
    if len(acts) != len(view.others):
        raise ValueError("there must be one list of acts for each of the others")
    for past, seat in zip(acts, view.others, strict=True):
        whole(len(past), 0, MOST_ACTS, "acts")
        for act in past:
            check_rows(rules, act.rows)
            check_mask(act.cards, "cards")
            whole(act.kept, 0, CARDS, "kept")
            if act.cards & ~(laid(view.rows) & ~laid(act.rows)):
                raise ValueError("cards of an act must have come to the table since")
            ends = State(rules, World(act.rows, (0, 0))).ends()
            if act.cards and not any(act.cards >> index & 1 for index in ends):
                raise ValueError("a card of an act must have fitted")
        if len({act.cards for act in past if act.cards}) < sum(bool(act.cards) for act in past):
            raise ValueError("a card cannot be laid twice")
        if sum(act.cards.bit_count() for act in past) + seat.size > CARDS:
            raise ValueError("a seat has laid too many cards")


def check_deals(rules: Rules, view: View, deals: bytes) -> None:
    """Refuse rows that do not deal the pool, or give a player a card that it lacks."""
    pool = view.pool(rules)
    size = pool.bit_count()
    for start in range(0, len(deals), size or 1):
        at, seen = start, 0
        for index in deals[start : start + size]:
            seen |= 1 << index
        if seen != pool:
            raise ValueError("a deal does not deal the hidden cards")
        for seat in view.others:
            hand = deals[at : at + seat.size] if seat.cards is None else b""
            at += len(hand)
            if any(seat.lacks >> index & 1 for index in hand):
                raise ValueError("a deal gives a player a card that it lacks")


def check_turn(state: State, turn: int) -> None:
    """Refuse a turn that is not legal for the mover; the state is spoilt by the check."""
    check_mask(turn, "turn")
    if not turn:
        if state.fitting() and not state.may_pass():
            raise ValueError("the mover can play and may not pass")
        return
    if turn & ~state.hands[state.mover]:
        raise ValueError("a turn's cards must be in hand")
    forced = state.forced()
    if any(not turn >> index & 1 for index in forced):
        raise ValueError("the turn leaves out a start that must be laid")
    if not state.lay_all(turn):
        raise ValueError("a turn's cards must fit one after another")
