"""Exercises about points: the penalty of a hand, the cheapest turn, the winner of a session."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from trainer.i18n.messages import Message, message
from trainer.lessons.practice_kinds.games import PLAYERS, find, hand_of, has_hand_for, states
from trainer.lessons.practice_kinds.laying import HAND
from trainer.lessons.practice_kinds.parts import (
    Choice,
    Content,
    Group,
    Number,
    Pick,
    Scene,
    Told,
    token,
)
from trainer.rules import Card, Game, Lay, Profile, Session, legal_turns
from trainer.rules.cards import points
from trainer.rules.session import CLASSIC_LIMIT, OFFICIAL_GAMES

_CARDS = {1: (2, 3), 2: (2, 4), 3: (3, 6), 4: (4, 7), 5: (5, 10)}


def penalty(random: Random, level: int, profile: Profile) -> Content:
    """How many points does this hand cost?"""
    fewest, most = _CARDS[level]
    hands: list[frozenset[Card]] = []
    while not hands:
        *_, last = states(profile, 6 if level < 3 else 5, random)
        hands = [hand for hand in last.hands if fewest <= len(hand) <= most]
    hand = tuple(sorted(random.choice(hands)))
    answer = points(hand)
    replies = {answer - card.number: _one_missing(card) for card in hand}
    replies[len(hand)] = message("That is the number of cards. Add up the numbers on them.")
    return Content(
        message("Somebody else has won this game. How many points does this hand cost?"),
        Scene(groups=(Group(message("Left in hand"), hand),)),
        Number(answer, message("Add up all the numbers. The colours do not matter."), replies),
        message("The penalty is the sum of the numbers left in hand: 19 and 2 are 21."),
    )


def _one_missing(card: Card) -> Message:
    # Translators: %(card)s is a drawn card.
    return message("Almost. Did you count %(card)s as well?", card=token(card))


def cheapest(random: Random, level: int, profile: Profile) -> Content:
    """Which turn leaves the fewest points in hand?"""
    while True:
        game = find(profile, PLAYERS[level], random, lambda g: has_hand_for(level, g))
        turns = {turn.cards: _left(game, turn.cards) for turn in _layings(game)}
        ranked = sorted(turns, key=lambda cards: (turns[cards], cards))
        if len(ranked) >= 3 and turns[ranked[0]] < turns[ranked[1]]:
            break
    best = ranked[0]
    # The close rivals and one far from it: plausible, and never a second right answer.
    rivals = [*ranked[1:3], random.choice(ranked[3:])] if len(ranked) > 3 else ranked[1:3]
    shown = sorted([best, *rivals], key=lambda cards: (len(cards), cards))
    return Content(
        message("Which of these turns leaves the fewest points in your hand?"),
        Scene(game.table, (Group(HAND, hand_of(game)),)),
        Pick(tuple(_priced(cards, turns[cards], turns[best]) for cards in shown), _id(best)),
        message("Add up what stays in hand after each turn. The dearest cards weigh most."),
    )


def _layings(game: Game) -> list[Lay]:
    return [turn for turn in legal_turns(game.view()) if isinstance(turn, Lay)]


def _left(game: Game, cards: tuple[Card, ...]) -> int:
    return points(game.hands[game.mover] - set(cards))


def _id(cards: tuple[Card, ...]) -> str:
    return "-".join(map(str, cards))


def _priced(cards: tuple[Card, ...], left: int, least: int) -> Choice:
    # Translators: %(points)s and %(least)s are points, as numbers.
    text = message(
        "This leaves %(points)s. Another of these turns leaves only %(least)s.",
        points=left,
        least=least,
    )
    return Choice(_id(cards), cards=cards, told=Told() if left == least else Told(text))


@dataclass(frozen=True)
class _Sheet:
    """A session and what is right to say about it."""

    session: Session
    answer: str


_SEATS = {1: 2, 2: 3, 3: 3, 4: 4, 5: 4}
_NAMES = (message("Player 1"), message("Player 2"), message("Player 3"), message("Player 4"))
_SHARED = "shared"
_ON = "on"
_MORE = "more"


def session_winner(random: Random, level: int, profile: Profile) -> Content:
    """Who wins the session?"""
    wish = random.choice(("seat", "seat", "tie", "on")) if level > 1 else "seat"
    session = _session(random, level, profile, wish)
    answer = _outcome(session)
    ids = [*map(str, range(1, session.players + 1)), _ON]
    ids.insert(-1, _SHARED if session.base == "official" else _MORE)
    choices = tuple(_said_of(one, answer, session) for one in ids)
    rule = message("After five games the lowest total wins. Equal leaders share the win.")
    if session.base == "classic":
        rule = message(
            "As soon as a total reaches 500, the lowest total wins. Level leaders play one "
            "more game among themselves."
        )
    return Content(
        message("These are the points, game by game. Who wins the session?"),
        Scene(scores=session.games),
        Pick(choices, answer),
        rule,
    )


def _outcome(session: Session) -> str:
    if session.needs_play_off:
        return _MORE
    if not session.winners:
        return _ON
    return str(session.winners[0] + 1) if len(session.winners) == 1 else _SHARED


def _session(random: Random, level: int, profile: Profile, wish: str) -> Session:
    wanted = {"seat": ("1", "2", "3", "4"), "tie": (_SHARED, _MORE), "on": (_ON,)}[wish]
    while True:
        session = _random_session(random, level, profile, short=wish == "on")
        if wish == "tie":
            session = _levelled(session)
        if _outcome(session) in wanted:
            return session


def _random_session(random: Random, level: int, profile: Profile, *, short: bool) -> Session:
    session = Session(profile.base, _SEATS[level])
    if profile.base == "official":
        length = random.randint(2, OFFICIAL_GAMES - 1) if short else OFFICIAL_GAMES
        for _ in range(length):
            session = session.record(_game(random, session.players, 5, 20 + 15 * level))
        return session
    while not session.complete:
        after = session.record(_game(random, session.players, 60, 199))
        if short and after.complete:
            break
        session = after
    return session


def _game(random: Random, players: int, low: int, high: int) -> tuple[int, ...]:
    winner = random.randrange(players)
    return tuple(0 if seat == winner else random.randint(low, high) for seat in range(players))


def _levelled(session: Session) -> Session:
    """The same, with the two lowest totals made equal in the last game where that is possible."""
    first, second = sorted(range(session.players), key=lambda seat: session.totals[seat])[:2]
    *before, last = session.games
    changed = list(last)
    changed[first] += session.totals[second] - session.totals[first]
    if changed.count(0) != 1:
        return session
    return Session(session.base, session.players, (*before, tuple(changed)))


def _said_of(one: str, answer: str, session: Session) -> Choice:
    label = _LABELS.get(one) or _NAMES[int(one) - 1]
    told = Told() if one == answer else Told(_not_won(one, answer, session))
    return Choice(one, label, told=told)


_LABELS = {
    _SHARED: message("Those who lead share the win."),
    _MORE: message("Nobody yet: those who lead play one more game."),
    _ON: message("Nobody yet: the session goes on."),
}


def _not_won(one: str, answer: str, session: Session) -> Message:
    if answer == _ON:
        return _still_on(session)
    if one == _ON:
        if session.base == "official":
            return message("Five games are played, so the session is over.")
        return message("A total has reached %(limit)s, so it is decided now.", limit=CLASSIC_LIMIT)
    if one in (_SHARED, _MORE):
        return message("Add up each column: only one player has the lowest total.")
    seat = int(one) - 1
    if session.totals[seat] == max(session.totals):
        return message("Points are penalties here: the lowest total wins, not the highest.")
    if seat in session.leaders:
        return message("Add up the other columns too: somebody else has just as few.")
    # Translators: %(total)s are points, as a number.
    return message(
        "This player has %(total)s in all. Somebody else has fewer.", total=session.totals[seat]
    )


def _still_on(session: Session) -> Message:
    if session.base == "official":
        return message("Count the games: an official session has five.")
    return message("Add up each column: no total has reached %(limit)s yet.", limit=CLASSIC_LIMIT)
