"""Small pictures for texts: the rows that matter, cut to the places that matter."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trainer.i18n.messages import Message
from trainer.lessons.reference.schema import Figure
from trainer.rules import Colour, Table
from trainer.web.board import Place, Track, view_table
from trainer.web.cards import CardFace, faces

LONGEST = 9
"""So many places are shown of a row; of a longer one, its two ends."""
NEAR_END = 3


@dataclass(frozen=True)
class Strip:
    """One row of a small picture; ``left_out`` stands between its two ends, if anything."""

    track: Track
    low: tuple[Place, ...]
    high: tuple[Place, ...] = ()

    @property
    def left_out(self) -> bool:
        """Whether places between the ends are left out."""
        return bool(self.high)


@dataclass(frozen=True)
class Picture:
    """What the macro draws: rows, cards beside them, and the caption."""

    caption: Message
    strips: tuple[Strip, ...] = ()
    cards: tuple[CardFace, ...] = ()


def picture(figure: Figure) -> Picture:
    """The small picture of a record, in the language of the page."""
    return Picture(Message(figure.caption), _strips(figure), tuple(faces(figure.shown)))


def _strips(figure: Figure) -> tuple[Strip, ...]:
    table = figure.rows
    if table is None:
        return ()
    wanted = _colours(table, figure)
    tracks = view_table(table, fresh=figure.fresh).tracks
    return tuple(_strip(track, table) for track in tracks if track.letter in wanted)


def _colours(table: Table, figure: Figure) -> set[str]:
    """Open rows, and closed ones that the cards beside them belong to."""
    rows = zip(Colour, table.rows, strict=True)
    opened = {colour.letter for colour, row in rows if row is not None}
    return opened | {card.colour.letter for card in figure.shown}


def _strip(track: Track, table: Table) -> Strip:
    shown = [place for place in track.places if place.state != "empty"]
    places = tuple(p for p in track.places if shown[0].number <= p.number <= shown[-1].number)
    if len(places) <= LONGEST:
        return Strip(track, _around(track, places, table))
    return Strip(track, places[:NEAR_END], places[-NEAR_END:])


def _around(track: Track, places: tuple[Place, ...], table: Table) -> tuple[Place, ...]:
    """A closed row is shown with the neighbours of its first place."""
    if len(places) > 1:
        return places
    middle = places[0].number
    near = range(max(1, middle - 1), min(table.profile.highest, middle + 1) + 1)
    return tuple(replace(p, middle=False) for p in track.places if p.number in near)
