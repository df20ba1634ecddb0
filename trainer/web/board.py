"""The picture of the game: what `templates/macros/board.html` and `static/board.js` draw."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from flask import g, request

from trainer.i18n.messages import Message
from trainer.rules import DRAW, PASS, Card, Colour, Position, Seen, Table, legal_turns
from trainer.web.cards import CardFace, face, faces, labels
from trainer.web.language import speech
from trainer.web.laying import LETTERS, Laying, Mode, read_laying
from trainer.web.wording import (
    CSS_NAMES,
    LABELS,
    ROW_NAMES,
    ambiguous,
    profile_messages,
    refusal_message,
    refusal_texts,
    row_closed,
    row_extent,
    row_next,
    unreadable,
)


@dataclass(frozen=True)
class Place:
    """One place of a track. ``state``: empty, next (can be filled now), laid, or fresh (laid
    in this turn)."""

    code: str
    number: int
    state: str
    face: CardFace | None
    middle: bool


@dataclass(frozen=True)
class Track:
    """One row of the table; ``sentence`` says in words what it shows."""

    letter: str
    colour: str
    name: str
    label: str
    sentence: str
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Rival:
    """Another player: how many cards, which are known to be held, which not to be."""

    number: int
    alone: bool
    count: int
    cards: tuple[CardFace, ...] = ()
    lacks: tuple[CardFace, ...] = ()


@dataclass(frozen=True)
class HandCard:
    """A card of the hand as a button; ``then`` is what will be laid after pressing it."""

    face: CardFace
    laid: bool
    then: str


@dataclass(frozen=True)
class BoardView:
    """All that the macros draw. A board without ``hand`` is a picture only.

    ``refused``: the card that was refused, ``reply``: the sentence about it. ``turns``: the
    turns without cards that are legal here, of ``draw`` and ``pass``. ``keep``: the other
    parameters of the address, which forms carry on.
    """

    key: str
    tracks: tuple[Track, ...]
    highest: int
    rivals: tuple[Rival, ...] = ()
    stock: int | None = None
    rules: str = ""
    hand: tuple[HandCard, ...] = ()
    mode: Mode = "lay"
    laid: str = ""
    undo: str = ""
    reply: str = ""
    refused: CardFace | None = None
    turns: tuple[str, ...] = ()
    keep: tuple[tuple[str, str], ...] = ()
    data: str = field(default="", repr=False)


def view_table(table: Table, *, fresh: tuple[Card, ...] = (), key: str = "board") -> BoardView:
    """A picture of a table alone; ``fresh`` cards are shown as just laid.

    ``key`` must differ between the boards of one page.
    """
    return BoardView(key, _tracks(table, fresh), table.profile.highest)


def view_position(
    position: Position, *, mode: Mode = "lay", key: str = "board", laid: str | None = None
) -> BoardView:
    """A board to play on, with the cards laid that the address of the page names, or ``laid``.

    ``mode`` mark: cards are marked and stay in the hand. No button of a card is ever disabled:
    finding out what fits is the game, and a card that does not is answered with the rule.
    """
    laying = (
        laying_of_request(position, mode)
        if laid is None
        else read_laying(position.table, position.hand, laid, mode)
    )
    g.laid = laying.text
    return BoardView(
        key=key,
        tracks=_tracks(laying.table, laying.cards if mode == "lay" else ()),
        highest=position.profile.highest,
        rivals=_rivals(position),
        stock=position.stock_count,
        rules=", ".join(map(speech().render, profile_messages(position.profile))),
        hand=_hand(laying),
        mode=mode,
        laid=laying.text,
        undo=laying.undone().text,
        reply=_reply(laying),
        refused=face(laying.culprit) if laying.culprit else None,
        turns=tuple(str(turn) for turn in legal_turns(position) if turn in (DRAW, PASS)),
        keep=kept_query(),
        data=_data(position, laying),
    )


def laying_of_request(position: Position, mode: Mode = "lay") -> Laying:
    """What is laid according to the address: ``laid``, and then what was typed."""
    laying = read_laying(position.table, position.hand, request.args.get("laid", ""), mode)
    typed = request.args.get("typed", "")
    return laying.typed(typed, {**LETTERS, **labels()}) if typed else laying


def turn_of_form() -> str:
    """The turn posted by the form of the macro ``check``: cards, ``draw``, ``pass`` or nothing."""
    return request.form.get("special") or request.form.get("turn", "")


def kept_query() -> tuple[tuple[str, str], ...]:
    """The parameters of the address that are not about laid cards."""
    passing = ("laid", "typed", "check")
    return tuple((k, v) for k, v in request.args.items(multi=True) if k not in passing)


def _tracks(table: Table, fresh: tuple[Card, ...]) -> tuple[Track, ...]:
    middle = _middle(table)
    return tuple(
        _track(table, colour, fresh, middle) for colour in Colour if colour < table.profile.colours
    )


def _track(table: Table, colour: Colour, fresh: tuple[Card, ...], middle: int) -> Track:
    render = speech().render
    ends, laid = table.ends(colour), table.cards
    places = []
    for number in range(1, table.profile.highest + 1):
        card = Card(colour, number)
        state = "next" if card in ends else "fresh" if card in fresh else "empty"
        if card in laid and card not in fresh:
            state = "laid"
        shown = face(card) if card in laid else None
        places.append(Place(str(card), number, state, shown, number == middle))
    return Track(
        letter=colour.letter,
        colour=CSS_NAMES[colour],
        name=render(ROW_NAMES[colour]),
        label=render(LABELS[colour]),
        sentence=" ".join(map(render, _sentences(table, colour))),
        places=tuple(places),
    )


def _sentences(table: Table, colour: Colour) -> tuple[Message, Message]:
    row = table.rows[colour]
    extent = row_closed() if row is None else row_extent(str(row.low), str(row.high))
    return extent, row_next(*(str(card.number) for card in table.ends(colour)))


def _middle(table: Table) -> int:
    """The number at which a narrow screen opens the table: the middle of what matters."""
    laid = [row for row in table.rows if row is not None]
    if not laid:
        return table.profile.starts[0]
    return (min(row.low for row in laid) + max(row.high for row in laid)) // 2


def _rivals(position: Position) -> tuple[Rival, ...]:
    alone = len(position.others) == 1
    found = []
    for number, hand in enumerate(position.others, 1):
        if isinstance(hand, Seen):
            shown = tuple(faces(sorted(hand.cards)))
            found.append(Rival(number, alone, hand.count, cards=shown))
        else:
            lacks = tuple(faces(sorted(hand.lacks)))
            found.append(Rival(number, alone, hand.count, lacks=lacks))
    return tuple(found)


def _hand(laying: Laying) -> tuple[HandCard, ...]:
    return tuple(
        HandCard(
            face=face(card),
            laid=card in laying.cards,
            # A card that does not fit is named all the same: the answer says which rule forbids it.
            then=_then(laying, card),
        )
        for card in sorted(laying.hand)
    )


def _then(laying: Laying, card: Card) -> str:
    after = laying.toggled(card)
    return ",".join(filter(None, (after.text, str(card) if after.culprit == card else "")))


def _reply(laying: Laying) -> str:
    render = speech().render
    if laying.ambiguous:
        return render(ambiguous())
    if laying.unread:
        return render(unreadable())
    if laying.refusal is not None:
        return render(refusal_message(laying.refusal, laying.culprit, laying.table))
    return ""


def _data(position: Position, laying: Laying) -> str:
    """What `board.js` needs to know, as JSON that is safe inside a script element."""
    table = position.table
    rows = {
        colour.letter: None if row is None else [row.low, row.high]
        for colour, row in zip(Colour, table.rows, strict=True)
        if colour < table.profile.colours
    }
    known = {
        "mode": laying.mode,
        "rows": rows,
        "starts": {card.colour.letter: card.number for card in table.profile.start_cards},
        "highest": table.profile.highest,
        "laid": [str(card) for card in laying.cards],
        "labels": {label: colour.letter for label, colour in labels().items()},
        "texts": refusal_texts(speech().render),
    }
    return json.dumps(known, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
