"""Exercises about deck, deal and opening, and about the options of the rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from trainer.i18n.messages import Message, message, message_n
from trainer.lessons.practice_kinds.games import PLAYERS, find
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
from trainer.rules import Card, Colour, Game, Profile, Session, Table
from trainer.rules.game import first_opening
from trainer.rules.profile import OFFICIAL

SEATS: Final = (
    message("Player 1"),
    message("Player 2"),
    message("Player 3"),
    message("Player 4"),
    message("Player 5"),
    message("Player 6"),
)
_NOBODY = "nobody"
_NEAR_START = range(10, 13)

Hands = tuple[frozenset[Card], ...]


def opener(random: Random, level: int, profile: Profile) -> Content:
    """Who opens the game?"""
    players = {1: 3, 2: 3, 3: 4, 4: 5, 5: 6}[level]
    nobody = random.random() < 0.15
    hands = _dealt(random, profile, 2 if nobody else players, nobody, later=level > 1)
    found = first_opening(profile, hands)
    groups = tuple(
        Group(SEATS[seat], tuple(sorted(c for c in hand if c.number in _NEAR_START)))
        for seat, hand in enumerate(hands)
    )
    answer = _NOBODY if found is None else str(found[0] + 1)
    seats = [_opens(seat, hand, hands, profile) for seat, hand in enumerate(hands)]
    again = Choice(_NOBODY, message("Nobody: shuffle and deal again."), told=_somebody(found))
    return Content(
        message("The cards are dealt. Who opens the game?"),
        Scene(groups=groups, facts=(message("You see every 10, 11 and 12 of each hand."),)),
        Pick((*seats, again), answer),
        message(
            "The red 11 opens. If nobody holds it, the yellow 11 does, then the green, then the "
            "blue. If no 11 is in any hand, shuffle and deal again."
        ),
    )


def _dealt(random: Random, profile: Profile, players: int, nobody: bool, *, later: bool) -> Hands:
    """Random hands: without any 11, or (``later``) half of the time without the red 11."""
    without_red = later and random.random() < 0.6
    size = profile.deal_size(players)
    while True:
        deck = sorted(profile.deck)
        random.shuffle(deck)
        hands = tuple(frozenset(deck[i * size : (i + 1) * size]) for i in range(players))
        found = first_opening(profile, hands)
        if nobody is (found is None) and (
            found is None or not without_red or found[1].colour is not Colour.RED
        ):
            return hands


def _opens(seat: int, hand: frozenset[Card], hands: Hands, profile: Profile) -> Choice:
    found = first_opening(profile, hands)
    label = SEATS[seat]
    if found is not None and found[0] == seat:
        return Choice(str(seat + 1), label)
    held = [card for card in profile.start_cards if card in hand]
    if not held:
        return Choice(str(seat + 1), label, told=Told(message("This player holds no 11.")))
    assert found is not None
    # Translators: %(first)s and %(card)s are drawn cards.
    text = message("%(first)s comes before %(card)s.", first=token(found[1]), card=token(held[0]))
    return Choice(str(seat + 1), label, told=Told(text))


def _somebody(found: tuple[int, Card] | None) -> Told:
    if found is None:
        return Told()
    # Translators: %(card)s is a drawn card.
    return Told(message("Look again: somebody holds %(card)s.", card=token(found[1])))


def how_many(random: Random, level: int, profile: Profile) -> Content:
    """How many cards are dealt or left, and whose turn is it?"""
    makers = [_hand_size, _stock_size, _next_player, _next_dealer]
    return random.choice(makers[: 2 + 2 * (level > 1)])(random, profile)


_SIZES = message(
    "Everyone gets 20 cards if two or three play, 15 if four play, 12 if five play, and 10 if "
    "six play. The rest is the stock."
)


def _hand_size(random: Random, profile: Profile) -> Content:
    players = random.randint(2, 6)
    size = profile.deal_size(players)
    cards = len(profile.deck)
    replies = {cards // players: message("Then hardly a card would be left for the stock.")}
    return Content(
        message_n(
            "%(num)s player sits at the table. How many cards does everyone get?",
            "%(num)s players sit at the table. How many cards does everyone get?",
            players,
        ),
        Scene(),
        Number(
            size,
            message("It depends on how many play: the more players, the fewer cards."),
            replies,
        ),
        _SIZES,
    )


def _stock_size(random: Random, profile: Profile) -> Content:
    players = random.randint(2, 6)
    size, cards = profile.deal_size(players), len(profile.deck)
    replies = {
        size: message("That is what each player gets. The stock is what is left."),
        size * players: message("That many are dealt. The stock is what is left."),
    }
    replies.pop(cards - size * players, None)
    return Content(
        message_n(
            "%(num)s player has been dealt their cards. How many are in the stock?",
            "%(num)s players have been dealt their cards. How many are in the stock?",
            players,
        ),
        Scene(facts=(_each(size), _in_deck(cards))),
        Number(
            cards - size * players,
            message("Multiply the cards of one hand by the players, and take that from the deck."),
            replies,
        ),
        _SIZES,
    )


def _each(size: int) -> Message:
    return message_n("Everyone has %(num)s card.", "Everyone has %(num)s cards.", size)


def _in_deck(count: int) -> Message:
    return message_n("The deck has %(num)s card.", "The deck has %(num)s cards.", count)


def _around(players: int) -> Message:
    return message_n(
        "%(num)s player sits around the table.",
        "%(num)s players sit around the table, numbered clockwise.",
        players,
    )


def _next_player(random: Random, profile: Profile) -> Content:
    game = Game.deal(profile, random.randint(3, 6), random)
    assert game.last is not None
    opened, players = game.last.seat, game.players
    before = (opened - 1) % players
    return Content(
        message("Player %(number)s has just opened. Which player is next?", number=opened + 1),
        Scene(facts=(_around(players),)),
        Number(
            game.mover + 1,
            message("The left neighbour plays next. To the left means clockwise."),
            {
                before + 1: message("That would be the other way round."),
                opened + 1: message("Opening was this player’s whole turn."),
            },
        ),
        message("The opening card is a whole turn. Then the left neighbour plays, clockwise."),
    )


def _next_dealer(random: Random, profile: Profile) -> Content:
    players = random.randint(3, 6)
    dealer = random.randrange(players)
    game = (0, *(random.randint(1, 60) for _ in range(players - 1)))
    after = Session(profile.base, players, (game,), first_dealer=dealer)
    return Content(
        message("Player %(number)s has dealt this game. Who deals the next?", number=dealer + 1),
        Scene(facts=(_around(players),)),
        Number(
            after.dealer + 1,
            message("The deal moves on by one seat, clockwise."),
            {
                dealer + 1: message("Nobody deals twice running."),
                (dealer - 1) % players + 1: message("That would be the other way round."),
            },
        ),
        message("After each game the dealer moves one seat clockwise, whoever has won."),
    )


def missing(random: Random, level: int, profile: Profile) -> Content:
    """How many cards are still missing in a row, or on the whole table?"""
    game = find(profile, PLAYERS[level], random, lambda game: len(game.table.cards) > 2 + level)
    if level > 3:
        return _missing_everywhere(game.table)
    colour = random.choice([c for c in Colour if game.table.rows[c] is not None])
    laid = sum(card.colour is colour for card in game.table.cards)
    return Content(
        _MISSING[colour],
        Scene(game.table),
        _count_missing(profile.highest, laid),
        message("Each colour has the numbers 1 to 20, and each of them just once."),
    )


_MISSING = {
    Colour.RED: message("How many red cards are not on the table yet?"),
    Colour.YELLOW: message("How many yellow cards are not on the table yet?"),
    Colour.GREEN: message("How many green cards are not on the table yet?"),
    Colour.BLUE: message("How many blue cards are not on the table yet?"),
}


def _missing_everywhere(table: Table) -> Content:
    return Content(
        message("How many cards of the whole deck are not on the table yet?"),
        Scene(table),
        _count_missing(len(table.profile.deck), len(table.cards)),
        message("The deck has four colours with the numbers 1 to 20: 80 cards."),
    )


def _count_missing(all_cards: int, laid: int) -> Number:
    return Number(
        all_cards - laid,
        message("Count what is laid, and take it from %(cards)s.", cards=all_cards),
        {laid: message("That many are laid already. How many are missing?")},
    )


def option(random: Random, level: int, profile: Profile) -> Content:
    """What do these options change?"""
    makers: list[Callable[[Random, Profile], Content]] = [_draw_limit, _start, _deck_size]
    return random.choice(makers)(random, profile)


_LOOK = message("Read the rules above once more: an option changes just this number.")


def _draw_limit(random: Random, profile: Profile) -> Content:
    options = random.choice(("draw1", "draw3", "draw1+pass", "draw3+max15", "draw1+colours3"))
    rules = Profile.parse(f"{profile.base}+{options}")
    return Content(
        message("No card of yours fits. How many cards may you draw at most?"),
        Scene(rules=rules),
        Number(rules.draw_limit, _LOOK, _usual(4 - rules.draw_limit)),
        message("Groups agree on this before they play: one card, or up to three until one fits."),
    )


def _start(random: Random, profile: Profile) -> Content:
    rules = profile.with_drawn_starts(random)
    colour = random.choice(list(Colour))
    return Content(
        _OPENS[colour],
        Scene(Table(profile=rules), rules=rules),
        Number(rules.starts[colour], _LOOK_AT_TABLE, _usual(11)),
        message(
            "One edition lets the rows start at 10 or at 12, drawn at random for each colour at "
            "each deal."
        ),
    )


_LOOK_AT_TABLE = message("Look at the table: the outlined place is where the row starts.")
_OPENS = {
    Colour.RED: message("Which number opens the red row here?"),
    Colour.YELLOW: message("Which number opens the yellow row here?"),
    Colour.GREEN: message("Which number opens the green row here?"),
    Colour.BLUE: message("Which number opens the blue row here?"),
}


def _deck_size(random: Random, profile: Profile) -> Content:
    options = random.choice(("max15", "max10", "colours3", "max15+colours3", "max10+colours3"))
    rules = Profile.parse(f"{profile.base}+{options}")
    return Content(
        message("How many cards are in this deck?"),
        Scene(rules=rules),
        Number(
            len(rules.deck),
            message("Multiply the colours by the numbers of one colour."),
            _usual(len(OFFICIAL.deck)),
        ),
        message("Each colour has every number once: colours times numbers."),
    )


def _usual(number: int) -> dict[int, Message]:
    return {number: message("That is how others play. Read the rules above once more.")}
