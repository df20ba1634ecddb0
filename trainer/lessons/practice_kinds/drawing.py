"""Exercises about stuck players: what happens now, and what a draw gives away."""

from __future__ import annotations

from random import Random

from trainer.i18n.messages import Message, message, message_n
from trainer.lessons.practice_kinds.games import PLAYERS, find, hand_of, has_hand_for
from trainer.lessons.practice_kinds.laying import HAND
from trainer.lessons.practice_kinds.parts import (
    Choice,
    Content,
    Group,
    Marks,
    Pick,
    Scene,
    Told,
    token,
)
from trainer.rules import DRAW, PASS, Card, Game, Profile
from trainer.rules.turn import can_play


def what_now(random: Random, level: int, profile: Profile) -> Content:
    """What happens now: at the beginning of a turn, or in the middle of a draw."""
    if random.random() < 0.55:
        return _at_the_beginning(random, level, profile)
    return _while_drawing(random, level, profile)


def _at_the_beginning(random: Random, level: int, profile: Profile) -> Content:
    answer = random.choice(("lay", "draw", "draw", "pass"))

    def wanted(game: Game) -> bool:
        sized = has_hand_for(level, game) or answer == "pass"
        return sized and _must(game) == answer

    players = PLAYERS[level] if answer != "pass" else 6
    game = find(profile, players, random, wanted)
    return Content(
        message("It is your turn. What happens now?"),
        Scene(game.table, (Group(HAND, hand_of(game)),), (_stock(len(game.stock)),)),
        Pick(
            (
                Choice("lay", message("I lay at least one card."), told=Told(_NOTHING_FITS)),
                Choice("draw", _draw_label(profile), told=Told(_not_draw(game))),
                Choice("pass", message("I pass."), told=Told(_not_pass(game))),
            ),
            answer,
        ),
        _BEGINNINGS[answer],
    )


_NOTHING_FITS = message("No card in your hand fits: compare it with the ends of the rows.")
_BEGINNINGS = {
    "lay": message("Whoever can play must lay at least one card."),
    "draw": message("If no card fits, you draw from the stock."),
    "pass": message("No card fits and the stock is empty: then, and only then, you pass."),
}


def _must(game: Game) -> str:
    if can_play(game.table, game.hands[game.mover]):
        return "lay"
    return str(game.legal_turns()[0])


def _stock(count: int) -> Message:
    if not count:
        return message("The stock is empty.")
    return message_n("The stock has %(num)s card.", "The stock has %(num)s cards.", count)


def _draw_label(profile: Profile) -> Message:
    if profile.draw_limit == 1:
        return message("I draw one card.")
    return message("I draw until a card fits, three cards at most.")


def _not_draw(game: Game) -> Message:
    if fitting := [card for card in hand_of(game) if game.table.fits(card)]:
        # Translators: %(card)s is a drawn card.
        return message("%(card)s fits, and whoever can play must play.", card=token(fitting[0]))
    return message("The stock is empty, so there is nothing to draw.")


def _not_pass(game: Game) -> Message:
    if any(game.table.fits(card) for card in hand_of(game)):
        return message("Look at your hand again: a card fits, so you must play.")
    return message("There are still cards in the stock, so you draw first.")


def _while_drawing(random: Random, level: int, profile: Profile) -> Content:
    """Some cards are drawn: draw on, lay, or keep?"""
    wish = random.choice(("fits", "more", "over"))
    if wish == "more" and profile.draw_limit == 1:
        wish = "over"

    def wanted(game: Game) -> bool:
        return _must(game) == "draw" and has_hand_for(level, game) and bool(_moments(game, wish))

    game = find(profile, PLAYERS[level], random, wanted)
    seen = random.choice(_moments(game, wish))
    drawn = game.stock[:seen]
    answer = {"fits": "lay", "more": "again", "over": "keep"}[wish]
    left = len(game.stock) - seen
    return Content(
        message("No card fitted, so you drew. What happens now?"),
        Scene(
            game.table,
            (Group(HAND, hand_of(game)), Group(message("Drawn so far"), drawn)),
            (_stock(left),),
        ),
        Pick(tuple(_moment(one, answer, drawn, left, profile) for one in _MOMENTS), answer),
        _DRAWN[answer] if answer != "keep" else _why_over(left, profile),
    )


def _moments(game: Game, wish: str) -> list[int]:
    """After how many drawn cards the draw turn is at the wished point, by the rules."""
    last = game.play(DRAW).last
    assert last is not None
    total = len(last.kept) + len(last.laid)
    if wish == "more":
        return list(range(1, total))
    return [total] if bool(last.laid) is (wish == "fits") else []


_MOMENTS = {
    "lay": message("I lay the drawn card, and my turn ends."),
    "lay-on": message("I lay the drawn card and then any others that fit."),
    "again": message("I keep it and draw another card."),
    "keep": message("I keep it, and my turn ends."),
}
_DRAWN = {
    "lay": message("A drawn card that fits is laid at once, and that ends the turn."),
    "again": message("A drawn card that does not fit is kept. You go on: three cards at most."),
}


def _why_over(left: int, profile: Profile) -> Message:
    if profile.draw_limit == 1:
        return message(
            "By the Italian family rules, you draw one card only. It does not fit, so you keep it."
        )
    if not left:
        return message("The stock has run out during the draw, so the turn ends.")
    return message("Three cards are drawn and none fits: you keep them, and the turn ends.")


def _moment(one: str, answer: str, drawn: tuple[Card, ...], left: int, profile: Profile) -> Choice:
    if one == answer:
        return Choice(one, _MOMENTS[one])
    return Choice(one, _MOMENTS[one], told=Told(_not_now(one, answer, drawn, left, profile)))


def _not_now(
    one: str, answer: str, drawn: tuple[Card, ...], left: int, profile: Profile
) -> Message:
    card = token(drawn[-1])
    if one == "lay-on" and answer == "lay":
        return message("Nothing may follow a drawn card that is laid: it ends the turn.")
    if one in ("lay", "lay-on"):
        # Translators: %(card)s is a drawn card.
        return message("%(card)s does not fit: compare it with the ends of its row.", card=card)
    if answer == "lay":
        # Translators: %(card)s is a drawn card.
        return message("%(card)s fits, and a drawn card that fits must be laid.", card=card)
    if one == "keep":
        return message("Fewer than three cards are drawn, and the stock is not empty.")
    return _why_over(left, profile)


def reading(random: Random, level: int, profile: Profile) -> Content:
    """What does somebody certainly not hold who has just drawn or passed?"""

    def wanted(game: Game) -> bool:
        if can_play(game.table, game.hands[game.mover]) or len(game.table.fitting) < 3:
            return False
        last = game.play(DRAW if game.stock else PASS).last
        return last is not None and not last.laid

    game = find(profile, PLAYERS[level], random, wanted)
    after = game.play(DRAW if game.stock else PASS)
    lacking = after.lacks[game.mover]
    shown = _candidates(game, random, level)
    right = frozenset(shown) & lacking
    wrong = {card: Told(_may_hold(card)) for card in shown if card not in right}
    missed = {card: Told(_cannot_hold(card)) for card in right}
    did = message("Your neighbour cannot play, draws, and lays nothing.")
    if not game.stock:
        did = message("Your neighbour cannot play. The stock is empty, so they pass.")
    return Content(
        message("Mark the cards that your neighbour certainly does not hold."),
        Scene(game.table, (), (did,)),
        Marks(shown, right, wrong, missed),
        message(
            "Whoever has to draw or pass holds no card that fits. A card that fits goes on "
            "fitting until it is laid, so you can rely on it later too."
        ),
    )


def _candidates(game: Game, random: Random, level: int) -> tuple[Card, ...]:
    """Cards that fit and cards near them that do not."""
    fitting = list(game.table.fitting)
    others = sorted(game.profile.deck - game.table.cards - set(fitting))
    count = 2 + (level > 2)
    chosen = random.sample(fitting, min(count, len(fitting)))
    return tuple(sorted([*chosen, *random.sample(others, min(1 + count, len(others)))]))


def _may_hold(card: Card) -> Message:
    # Translators: %(card)s is a drawn card.
    return message(
        "%(card)s did not fit at that moment, so your neighbour may well hold it.", card=token(card)
    )


def _cannot_hold(card: Card) -> Message:
    # Translators: %(card)s is a drawn card.
    return message(
        "%(card)s fitted at that moment. Whoever held it would have had to play.", card=token(card)
    )
