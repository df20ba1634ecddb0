"""Exercises about laying cards: what fits, what is allowed, what must be laid, what it opens."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from trainer.i18n.messages import Message, message
from trainer.lessons.practice_kinds.games import PLAYERS, find, hand_of, has_hand_for
from trainer.lessons.practice_kinds.parts import (
    Choice,
    Content,
    Group,
    Marks,
    Number,
    Pick,
    Scene,
    Told,
    token,
)
from trainer.rules import (
    Card,
    Game,
    IllegalTurnError,
    Lay,
    Profile,
    Refusal,
    Table,
    legal_turns,
)
from trainer.rules.turn import check_turn, must_open

HAND = message("Your hand")
TURN = message("This turn")


def fits(random: Random, level: int, profile: Profile) -> Content:
    """Which cards of the hand fit?"""

    def wanted(game: Game) -> bool:
        return has_hand_for(level, game) and 0 < len(_fitting(game)) < len(hand_of(game))

    game = find(profile, PLAYERS[level], random, wanted)
    hand, right = hand_of(game), _fitting(game)
    return Content(
        message("Mark every card in your hand that fits now."),
        Scene(game.table),
        Marks(
            hand,
            frozenset(right),
            wrong=_refused(game.table, set(hand) - right),
            missed={card: Told(_fits_too(game.table, card)) for card in right},
        ),
        message(
            "A card fits if it is next at an end of its row, or if it is the 11 of a row "
            "that is not open yet."
        ),
    )


def _fitting(game: Game) -> set[Card]:
    return set(game.hands[game.mover]).intersection(game.table.fitting)


def _refused(table: Table, cards: Iterable[Card]) -> dict[Card, Told]:
    return {card: Told(refusal=table.refusal(card), card=card) for card in cards}


def _fits_too(table: Table, card: Card) -> Message:
    if table.rows[card.colour] is None:
        # Translators: %(card)s is a drawn card.
        return message("%(card)s fits too: an 11 opens its row.", card=token(card))
    # Translators: %(card)s is a drawn card.
    return message("%(card)s fits too: it is next at an end of its row.", card=token(card))


_FIRST_ROUND = 6
"""Later hardly anyone holds an 11 where it must be laid."""


def must_lay(random: Random, level: int, profile: Profile) -> Content:
    """Which 11s must be laid? Only for rules that oblige their holder."""
    fewest = 2 if level >= 4 else 1

    def wanted(game: Game) -> bool:
        return len(must_open(game.table, game.hands[game.mover])) >= fewest

    game = find(profile, 6 if level < 3 else 5, random, wanted, turns=_FIRST_ROUND)
    hand = hand_of(game)
    right = frozenset(must_open(game.table, hand))
    free = _fitting(game) - right
    wrong = _refused(game.table, set(hand) - right - free)
    for card in free:
        # Translators: %(card)s is a drawn card.
        text = message("%(card)s fits, so you may lay it. You do not have to.", card=token(card))
        wrong[card] = Told(text)
    missed = {
        # Translators: %(card)s is a drawn card.
        card: Told(message("%(card)s must be laid too: its row is not open.", card=token(card)))
        for card in right
    }
    return Content(
        message("Mark every card that you must lay in this turn."),
        Scene(game.table),
        Marks(hand, right, wrong, missed),
        message(
            "By the Italian family rules, whoever holds an 11 whose row is not open must lay it in "
            "their turn. All other cards that fit are up to you."
        ),
    )


_LEGAL = "legal"
_JUDGEMENTS = {
    _LEGAL: message("The rules allow it."),
    Refusal.NOT_NEXT.value: message("Not allowed: it skips a number."),
    Refusal.ROW_CLOSED.value: message("Not allowed: a row in it is not open."),
    Refusal.MUST_PLAY.value: message("Not allowed: a card fits, so one must be laid."),
    Refusal.MUST_OPEN.value: message("Not allowed: an 11 in hand must be laid."),
}
_KEPT = {
    Refusal.NOT_NEXT.value: message("No number is skipped here: each card is next in its row."),
    Refusal.ROW_CLOSED.value: message(
        "Look at the rows again: each one that is used is open, or its 11 is laid first."
    ),
    Refusal.MUST_PLAY.value: message("At least one card is laid here, so this rule is kept."),
    Refusal.MUST_OPEN.value: message("Look at the hand again: no 11 is held back here."),
}
_NOTHING_LAID = message("Nothing at all is laid here. Look at the hand: does a card fit?")
_NOT_OPEN_AT_ALL = message("The trouble starts earlier: the 11 of that row is not on the table.")


def judge(random: Random, level: int, profile: Profile) -> Content:
    """Is this turn allowed, and if not, which rule forbids it?"""
    asked = [_LEGAL, Refusal.NOT_NEXT.value, Refusal.ROW_CLOSED.value, Refusal.MUST_PLAY.value]
    if profile.must_open:
        asked.append(Refusal.MUST_OPEN.value)
    kind = random.choice(asked)
    game = find(profile, PLAYERS[level], random, lambda game: _suits(kind, game, level))
    cards = _example(kind, game, random, level)
    shown = Group(TURN, cards) if cards else Group(message("This turn: a pass"), ())
    return Content(
        message("Is this turn allowed?"),
        Scene(game.table, (Group(HAND, hand_of(game)), shown)),
        Pick(tuple(_judgement(one, kind, game, cards) for one in asked), kind),
        _JUDGED[kind],
    )


def _suits(kind: str, game: Game, level: int) -> bool:
    """Whether the hand holds an example of the kind."""
    hand = game.hands[game.mover]
    held = must_open(game.table, hand)
    fitting = _fitting(game)
    if not fitting:
        return False
    if kind == Refusal.MUST_OPEN:
        return bool(held) and len({card.colour for card in fitting}) > 1
    if kind == Refusal.ROW_CLOSED:
        return len(hand) <= _FEW and bool(_refused_by(kind, game, held))
    if kind == Refusal.NOT_NEXT and not _refused_by(kind, game, held):
        return False
    return has_hand_for(level, game) and not (held and kind == Refusal.MUST_PLAY)


_FEW = 12


def _refused_by(kind: str, game: Game, laid: tuple[Card, ...]) -> list[Card]:
    """The cards of the hand that this rule forbids after ``laid``."""
    table = game.table.lay_all(laid)
    return [card for card in hand_of(game) if table.refusal(card) == kind]


_JUDGED = {
    _LEGAL: message("Each card fits after the ones before it, and at least one is laid."),
    Refusal.NOT_NEXT.value: message("A row grows at its ends, one number at a time."),
    Refusal.ROW_CLOSED.value: message("A row opens with its 11. Nothing can be laid before it."),
    Refusal.MUST_PLAY.value: message("Whoever can play must lay at least one card."),
    Refusal.MUST_OPEN.value: message(
        "By the Italian family rules, an 11 in hand is laid as long as its row is not open."
    ),
}


def _judgement(one: str, kind: str, game: Game, cards: tuple[Card, ...]) -> Choice:
    label = _JUDGEMENTS[one]
    if one == kind:
        return Choice(one, label)
    if one == _LEGAL:
        return Choice(one, label, told=_broken(game, cards))
    if kind == Refusal.MUST_PLAY:
        return Choice(one, label, told=Told(_NOTHING_LAID))
    if (kind, one) == (Refusal.ROW_CLOSED, Refusal.NOT_NEXT):
        return Choice(one, label, told=Told(_NOT_OPEN_AT_ALL))
    return Choice(one, label, told=Told(_KEPT[one]))


def _broken(game: Game, cards: tuple[Card, ...]) -> Told:
    try:
        check_turn(game.view(), cards)
    except IllegalTurnError as error:
        return Told(refusal=error.refusal, card=error.card)
    raise ValueError(f"this turn is legal: {cards}")


def _example(kind: str, game: Game, random: Random, level: int) -> tuple[Card, ...]:
    """A turn that is legal, or breaks just the one rule."""
    if kind == Refusal.MUST_PLAY:
        return ()
    turns = _layings(game)
    held = must_open(game.table, game.hands[game.mover])
    short = [turn for turn in turns if len(turn) <= 1 + level] or turns
    if kind == _LEGAL:
        return random.choice(short)
    if kind == Refusal.MUST_OPEN:
        return _without_eleven(turns, held, random)
    base = random.choice([held, random.choice(short)])
    if not _refused_by(kind, game, base):
        base = held
    return (*base, random.choice(_refused_by(kind, game, base)))


def _layings(game: Game) -> list[tuple[Card, ...]]:
    return [turn.cards for turn in legal_turns(game.view()) if isinstance(turn, Lay)]


def _without_eleven(
    turns: list[tuple[Card, ...]], held: tuple[Card, ...], random: Random
) -> tuple[Card, ...]:
    missing = random.choice(held)
    left = (tuple(c for c in turn if c.colour != missing.colour) for turn in turns)
    return random.choice([turn for turn in left if turn])


def unlocks(random: Random, level: int, profile: Profile) -> Content:
    """Which cards fit after a turn that did not fit before it?"""
    most = 1 if level < 3 else 2
    others: list[frozenset[Card]] = []
    while len(others) < 3:
        game = find(profile, PLAYERS[level], random, lambda game: bool(_fitting(game)))
        turns = _layings(game)
        shortest = min(map(len, turns))
        cards = random.choice([turn for turn in turns if len(turn) <= max(most, shortest)])
        after = game.table.lay_all(cards)
        right = frozenset(after.fitting) - frozenset(game.table.fitting)
        others = _others(game.table, after, cards, right)
    sets = sorted([right, *random.sample(others, 3)], key=sorted)
    return Content(
        message("Imagine that this turn is laid. Which cards fit then that do not fit now?"),
        Scene(game.table, (Group(TURN, cards),)),
        Pick(tuple(_unlocked(one, right, game.table) for one in sets), _name(right)),
        message(
            "A laid card opens the next number of its row to everyone. The 1 and the 20 open "
            "nothing: their row ends with them."
        ),
    )


def _others(
    table: Table, after: Table, laid: tuple[Card, ...], right: frozenset[Card]
) -> list[frozenset[Card]]:
    """Plausible wrong answers: ends that were open before, numbers too far, one too few."""
    colours = {card.colour for card in laid}
    before = frozenset(c for c in table.fitting if c.colour in colours) - set(laid)
    numbers = range(1, table.profile.highest + 1)
    too_far = [
        Card(card.colour, card.number + step)
        for card in laid
        for step in (-2, 2, -1, 1, -3, 3)
        if card.number + step in numbers
    ]
    sets = [frozenset[Card](), right | before, *(right - {card} for card in right)]
    sets += [frozenset({c}) for c in too_far if c not in after.cards]
    sets += [right | {c} for c in too_far if c not in after.cards]
    elsewhere = [c for c in table.fitting if c.colour not in colours]
    sets += [frozenset({c}) for c in elsewhere]
    return [one for one in dict.fromkeys(sets) if one != right]


def _name(cards: frozenset[Card]) -> str:
    return "-".join(map(str, sorted(cards))) or "none"


def _unlocked(one: frozenset[Card], right: frozenset[Card], before: Table) -> Choice:
    label = None if one else message("No new card")
    told = Told() if one == right else Told(_not_unlocked(one, right, before))
    return Choice(_name(one), label, tuple(sorted(one)), told)


def _not_unlocked(one: frozenset[Card], right: frozenset[Card], before: Table) -> Message:
    if missed := right - one:
        first = token(min(missed))
        # Translators: %(card)s is a drawn card.
        return message("%(card)s fits then as well: look at the ends of the row.", card=first)
    card = min(one - right)
    if before.fits(card):
        # Translators: %(card)s is a drawn card.
        return message("%(card)s fits already, before this turn.", card=token(card))
    # Translators: %(card)s is a drawn card.
    return message(
        "%(card)s does not fit even then: a number before it is missing.", card=token(card)
    )


def left_over(random: Random, level: int, profile: Profile) -> Content:
    """How many cards stay in hand after the longest turn?"""

    def wanted(game: Game) -> bool:
        return has_hand_for(level, game) and bool(_fitting(game))

    game = find(profile, PLAYERS[level], random, wanted)
    hand = hand_of(game)
    longest = max(map(len, _layings(game)))
    return Content(
        message("You lay as many cards as you can. How many stay in your hand?"),
        Scene(game.table, (Group(HAND, hand),)),
        Number(
            len(hand) - longest,
            message("Lay card after card in your mind, then count the cards that are left."),
            _miscounted(len(hand), longest),
        ),
        message(
            "In one ordinary turn you may lay several cards, as long as each fits after the "
            "ones before it."
        ),
    )


def _miscounted(held: int, longest: int) -> dict[int, Message]:
    answer = held - longest
    more = message("You can lay more: each laid card may let the next one fit.")
    fewer = message("Not all of these fit: check the cards of each row one by one.")
    replies = {n: more if n > answer else fewer for n in range(held + 1)}
    replies[longest] = message("That is how many you lay. How many stay?")
    return replies
