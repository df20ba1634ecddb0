"""Positions in the manner of the blue example: few rows, few cards, everything near the start.

They are set up by chance, not reached by play: a table, a hand and some opponents with a few cards
each; all the rest is stock.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from trainer.puzzles.mining.digging import OPEN_NODES, best_of_hidden, proven
from trainer.puzzles.schema import Puzzle
from trainer.rules import Card, Colour, Position, Profile, Seen, Table, Unseen
from trainer.rules.position import Hand
from trainer.rules.table import Row

POSITIONS = 12
"""Positions that are set up for one number."""

KEPT = 2
"""Puzzles that one number may give, so that they differ."""

REACH = 3
"""How far a row may have grown to either side."""

HAND, OTHER = range(3, 7), range(1, 5)
"""Cards of the mover; of each other player."""


def positions(
    profile: Profile, players: int, number: int, *, alone: bool = False
) -> Iterator[Position]:
    """The positions of one number: the same whenever they are asked for.

    ``alone``: one start card on the table and both its neighbours in hand, as in the example.
    """
    random = Random(f"{'alone' if alone else 'family'}/{profile}/{players}/{number}")
    for _ in range(POSITIONS):
        table = _table(profile, random, alone)
        hand = _hand(table, random, alone)
        others = _others(table, hand, players - 1, random)
        taken = len(table.cards) + len(hand) + sum(other.count for other in others)
        yield Position(table, hand, others, len(profile.deck) - taken)


def dig(profile: Profile, players: int, number: int, *, alone: bool = False) -> Iterator[Puzzle]:
    """The puzzles among the positions of one number."""
    left = KEPT
    for position in positions(profile, players, number, alone=alone):
        puzzle = proven(position, OPEN_NODES) or best_of_hidden(position)
        if puzzle is not None:
            yield puzzle
            left -= 1
        if not left:
            return


def _table(profile: Profile, random: Random, alone: bool) -> Table:
    colours = tuple(Colour)[: profile.colours]
    opened = random.sample(colours, 1 if alone else random.choice((1, 1, 2, 2, 3)))
    # Every second table of one row has its start card alone, as the example has.
    reach = 0 if alone else random.choice((0, REACH)) if len(opened) == 1 else REACH
    rows = [_row(profile, colour, reach, random) if colour in opened else None for colour in Colour]
    return Table((rows[0], rows[1], rows[2], rows[3]), profile)


def _row(profile: Profile, colour: Colour, reach: int, random: Random) -> Row:
    start = profile.starts[colour]
    low, high = start - random.randint(0, reach), start + random.randint(0, reach)
    return Row(max(low, 1), min(high, profile.highest))


def _hand(table: Table, random: Random, alone: bool) -> frozenset[Card]:
    """Cards that fit, cards behind them, start cards, and some that do not help."""
    fitting = list(table.fitting)
    near = [card for end in fitting for card in _beyond(table, end)]
    rest = sorted(table.profile.deck - table.cards - {*fitting, *near})
    size = random.choice(HAND)
    if alone:
        chosen = {end for colour in Colour if table.rows[colour] for end in table.ends(colour)}
    else:
        chosen = set(random.sample(fitting, min(len(fitting), random.randint(2, 3))))
    pool = near + random.sample(rest, size)
    random.shuffle(pool)
    for card in pool:
        if len(chosen) < size:
            chosen.add(card)
    return frozenset(chosen)


def _beyond(table: Table, end: Card) -> Iterator[Card]:
    """The two cards that would fit one after another behind a fitting one."""
    start = table.profile.starts[end.colour]
    steps = (1, -1) if end.number == start else (1 if end.number > start else -1,)
    for step in steps:
        for far in (1, 2):
            if 1 <= end.number + far * step <= table.profile.highest:
                yield Card(end.colour, end.number + far * step)


def _others(table: Table, hand: frozenset[Card], count: int, random: Random) -> tuple[Hand, ...]:
    """Hidden hands; in every third position all lie open, in some a draw has told something."""
    free = sorted(table.profile.deck - table.cards - hand)
    random.shuffle(free)
    seen = random.random() < 1 / 3
    others: list[Hand] = []
    for _ in range(count):
        size = random.choice(OTHER)
        if seen:
            others.append(Seen(frozenset(free.pop() for _ in range(size))))
        elif random.random() < 1 / 4:
            others.append(Unseen(size, frozenset(table.fitting) - hand))
        else:
            others.append(Unseen(size))
    return tuple(others)
