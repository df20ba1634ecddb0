"""Words for the values of the rules: colours, cards, refusals, faults, profiles."""

from __future__ import annotations

from collections.abc import Callable

from trainer.i18n.messages import Message, message, message_c, message_n
from trainer.rules import Card, Colour, Fault, Profile, Refusal, Table
from trainer.rules.profile import BASES

CSS_NAMES = {
    Colour.RED: "red",
    Colour.YELLOW: "yellow",
    Colour.GREEN: "green",
    Colour.BLUE: "blue",
}
"""How style sheets and pictures call a colour; not for readers."""

ROW_NAMES = {
    Colour.RED: message_c("row", "Red"),
    Colour.YELLOW: message_c("row", "Yellow"),
    Colour.GREEN: message_c("row", "Green"),
    Colour.BLUE: message_c("row", "Blue"),
}
LABELS = {
    Colour.RED: message_c("label on a card", "R"),
    Colour.YELLOW: message_c("label on a card", "Y"),
    Colour.GREEN: message_c("label on a card", "G"),
    Colour.BLUE: message_c("label on a card", "B"),
}


def card_name(card: Card) -> Message:
    """The full name of a card, as a screen reader says it: “red 9”."""
    number = str(card.number)
    match card.colour:
        case Colour.RED:
            return message_c("card", "red %(number)s", number=number)
        case Colour.YELLOW:
            return message_c("card", "yellow %(number)s", number=number)
        case Colour.GREEN:
            return message_c("card", "green %(number)s", number=number)
        case Colour.BLUE:
            return message_c("card", "blue %(number)s", number=number)


def row_closed() -> Message:
    """What a row says of itself before it is open."""
    return message("This row is not open yet.")


def row_extent(low: str, high: str) -> Message:
    """What is laid in a row."""
    if low == high:
        return message("Laid: %(number)s.", number=low)
    return message("Laid: %(low)s to %(high)s.", low=low, high=high)


def row_next(*numbers: str) -> Message:
    """What fits a row now."""
    if not numbers:
        return message("This row is complete.")
    if len(numbers) == 1:
        return message("Next: %(number)s.", number=numbers[0])
    return message("Next: %(low)s or %(high)s.", low=numbers[0], high=numbers[1])


def _not_next(*numbers: str) -> Message:
    if not numbers:
        return message("This row is complete.")
    if len(numbers) == 1:
        return message(
            "No number may be skipped: this row goes on with %(number)s.", number=numbers[0]
        )
    return message(
        "No number may be skipped: this row goes on with %(low)s or %(high)s.",
        low=numbers[0],
        high=numbers[1],
    )


def _row_closed_refusal(start: str) -> Message:
    return message("This row is not open yet: its %(number)s must be laid first.", number=start)


_PLAIN_REFUSALS: dict[Refusal, Message] = {
    Refusal.NOT_IN_HAND: message("This card is not in your hand."),
    Refusal.ALREADY_LAID: message("This card is already on the table."),
    Refusal.REPEATED: message("Every card exists only once."),
    Refusal.MUST_PLAY: message("Whoever can play must lay at least one card."),
    Refusal.MUST_OPEN: message(
        "These rules ask for it: a card in hand that opens a row must be laid."
    ),
    Refusal.MUST_DRAW: message("No card in your hand fits, so this turn is for drawing."),
    Refusal.MUST_PASS: message("No card fits and the stock is empty, so you pass."),
    Refusal.GAME_OVER: message("The game is over."),
}


def refusal_message(
    refusal: Refusal, card: Card | None = None, table: Table | None = None
) -> Message:
    """The rule that forbids a turn, or the laying of ``card`` on ``table``, as a sentence."""
    if card is not None and table is not None:
        if refusal is Refusal.ROW_CLOSED:
            return _row_closed_refusal(str(table.profile.starts[card.colour]))
        if refusal is Refusal.NOT_NEXT:
            return _not_next(*(str(end.number) for end in table.ends(card.colour)))
    if refusal is Refusal.ROW_CLOSED:
        return row_closed()
    if refusal is Refusal.NOT_NEXT:
        return message("No number may be skipped.")
    return _PLAIN_REFUSALS[refusal]


def refusal_texts(render: Callable[[Message], str]) -> dict[str, str]:
    """The sentences that `board.js` needs, with the placeholders that it fills in itself."""
    number, low, high = "%(number)s", "%(low)s", "%(high)s"
    texts = {
        "closed": row_closed(),
        "extentOne": row_extent(number, number),
        "extent": row_extent(low, high),
        "nextNone": row_next(),
        "nextOne": row_next(number),
        "next": row_next(low, high),
        Refusal.ROW_CLOSED.value: _row_closed_refusal(number),
        Refusal.NOT_NEXT.value: _not_next(low, high),
        "not-next-one": _not_next(number),
        Refusal.NOT_IN_HAND.value: _PLAIN_REFUSALS[Refusal.NOT_IN_HAND],
        Refusal.ALREADY_LAID.value: _PLAIN_REFUSALS[Refusal.ALREADY_LAID],
        "unreadable": unreadable(),
        "ambiguous": ambiguous(),
        "laid": message("Now on the table."),
        "back": message("Back in your hand."),
        "marked": message("Marked."),
        "unmarked": message("No longer marked."),
    }
    return {key: render(text) for key, text in texts.items()}


def unreadable() -> Message:
    """What is said about typed text that is no card."""
    return message("Type a card as the letter on it and its number, for example B10.")


def ambiguous() -> Message:
    """What is said about a typed number that several cards of the hand bear."""
    return message("You hold more than one card with this number: type the letter as well.")


FAULTS: dict[Fault, Message] = {
    Fault.MISSING: message("Something is missing here."),
    Fault.SURPLUS: message("There is too much here."),
    Fault.EMPTY: message("Nothing was entered."),
    Fault.NOT_A_CARD: unreadable(),
    Fault.NOT_IN_DECK: message("This card is not in the deck."),
    Fault.REPEATED: message("Every card exists only once."),
    Fault.NOT_FOUR_ROWS: message("A table has four rows."),
    Fault.NOT_A_ROW: message("A row runs from a lower to a higher number."),
    Fault.NOT_A_COUNT: message("A number is needed here."),
    Fault.PLAYERS: message("Two to six people can play."),
    Fault.WRONG_TOTAL: message("The cards do not add up to the whole deck."),
    Fault.IMPOSSIBLE: message("No deal of the cards agrees with what is known."),
    Fault.UNKNOWN_PROFILE: message("There are no such rules."),
    Fault.UNKNOWN_OPTION: message("There is no such option of the rules."),
    Fault.CONTRADICTION: message("Two options of the rules contradict each other."),
}


def profile_messages(profile: Profile) -> list[Message]:
    """The rules in force: their name, then every option that differs from it."""
    plain = BASES[profile.base]
    parts = [_base_name(profile)]
    if profile.draw_limit != plain.draw_limit:
        parts.append(
            message_n("draw up to %(num)s card", "draw up to %(num)s cards", profile.draw_limit)
        )
    if profile.may_pass:
        parts.append(message("passing is allowed"))
    if profile.must_open and not plain.must_open:
        parts.append(message("held 11s must be laid"))
    if plain.must_open and not profile.must_open:
        parts.append(message("held 11s may be kept"))
    if profile.highest != plain.highest:
        parts.append(message("cards from 1 to %(highest)s", highest=profile.highest))
    if profile.colours != plain.colours:
        parts.append(message("three colours"))
    if len(set(profile.starts)) > 1 or profile.starts[0] != plain.starts[0]:
        parts.append(message("rows start at the outlined numbers"))
    return parts


def _base_name(profile: Profile) -> Message:
    if profile.base == "classic":
        return message_c("rules", "Italian family rules")
    return message_c("rules", "official rules")
