"""Facts behind the tactics: what a card opens, what waits behind it, what a draw gives away."""

from __future__ import annotations

from collections.abc import Callable

from trainer.lessons.schema import Choose, Count, cards
from trainer.puzzles.consequences import Consequence
from trainer.rules import DRAW, Card, Game, Lay, Table
from trainer.rules.cards import join


def _table(step: Choose | Count) -> Table:
    if step.picture is None:
        raise ValueError(f"{step.id}: no table")
    return step.picture.table


def _hand(step: Choose | Count) -> frozenset[Card]:
    position = step.picture.position if step.picture else None
    return position.hand if position else frozenset()


def _opened(step: Choose | Count, detail: str) -> set[Card]:
    table = _table(step)
    return set(table.lay_all(cards(detail)).fitting) - set(table.fitting)


def _opens(step: Choose, detail: str) -> str:
    return join(sorted(_opened(step, detail))) or "nothing"


def _opens_nothing(step: Choose, _detail: str) -> str:
    """The one choice, a card or a turn, that opens nothing for anybody."""
    return _only(step, lambda turn: not _opened(step, turn))


def _opens_own(step: Choose, _detail: str) -> str:
    """The one choice after which everything newly opened is held by the player."""
    return _only(step, lambda turn: _opened(step, turn) <= _hand(step))


def _lacked(step: Choose, _detail: str) -> str:
    """The one choice, a card, that a player who has just drawn cannot hold."""
    return _only(step, lambda card: _table(step).fits(Card.parse(card)))


def _stuck_after(step: Choose, _detail: str) -> str:
    """The one choice, a turn, after which the next player surely has no card that fits."""
    position = step.picture.position if step.picture else None
    if position is None:
        raise ValueError(f"{step.id}: no position")
    return _only(step, lambda turn: Consequence(position, Lay(cards(turn))).next_is_stuck)


def _only(step: Choose, test: Callable[[str], bool]) -> str:
    found = [choice.id for choice in step.choices if test(choice.id)]
    return found[0] if len(found) == 1 else "not one choice alone"


def _still_fits(step: Choose, detail: str) -> str:
    """Whether a card fits after every turn without it that the table allows."""
    kept, table = Card.parse(detail), _table(step)
    others = [card for card in table.fitting if card != kept]
    return "yes" if all(table.lay(card).fits(kept) for card in others) else "no"


def _kept_later(step: Choose, detail: str) -> str:
    """Whether a card that fits can be drawn and kept."""
    table, card = _table(step), Card.parse(detail)
    rest = sorted(table.profile.deck - table.cards - {card} - set(table.fitting))
    stock = (card, *sorted(set(table.fitting) - {card}))
    game = Game(table, (frozenset(rest[:3]), frozenset(rest[3:])), stock, 0).play(DRAW)
    return "yes" if card in game.hands[0] else "no"


def _most_behind(step: Choose, _detail: str) -> str:
    """The choice, a card, for which the most other cards wait."""
    return max((choice.id for choice in step.choices), key=lambda card: _waiting(step, card))


def _waiting(step: Choose | Count, name: str) -> int:
    """How many cards of the colour cannot be laid before this one is."""
    card, table = Card.parse(name), _table(step)
    start = table.profile.starts[card.colour]
    numbers = range(1, table.profile.highest + 1)
    if card.number == start:
        return len(numbers) - 1
    return sum((n - card.number) * (card.number - start) > 0 for n in numbers)


def _frees(step: Choose, _detail: str) -> str:
    """The one choice, a card, behind which own cards follow that it makes playable."""
    table, hand = _table(step), _hand(step)
    return _only(
        step,
        lambda card: any(table.lay(Card.parse(card)).fits(c) for c in hand - set(table.fitting)),
    )


def _behind(step: Count, detail: str) -> int:
    return _waiting(step, detail)


def _known_absent(step: Count, _detail: str) -> int:
    """How many cards that a player does not hold who has just drawn; own cards apart."""
    return len(set(_table(step).fitting) - _hand(step))


CHOICES: dict[str, Callable[[Choose, str], str]] = {
    "opens": _opens,
    "opens-nothing": _opens_nothing,
    "opens-own": _opens_own,
    "lacked": _lacked,
    "stuck-after": _stuck_after,
    "still-fits": _still_fits,
    "kept-later": _kept_later,
    "most-behind": _most_behind,
    "frees": _frees,
}
"""opens CARDS: what fits after them and did not before; the others find the one choice that has
their name's property."""

COUNTS: dict[str, Callable[[Count, str], int]] = {
    "behind": _behind,
    "known-absent": _known_absent,
}
"""behind CARD: how many wait for it; known-absent: what a draw gives away."""
