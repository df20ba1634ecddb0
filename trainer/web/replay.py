"""A deal played on from the best turn and from the solver's own, side by side, step by step.

In: addresses: a puzzle, a turn, the seed of the deal, the step.
Out: a page; the two tables alone where a script asks for them.
Owns: the lines played lately, so that a step to the next costs nothing.
Knows: the bank, own puzzles, `trainer.engine.replay`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, Response, abort, request, url_for

from trainer.engine.replay import Line, replay
from trainer.i18n.messages import Message, message
from trainer.learners import own_puzzles
from trainer.puzzles import bank
from trainer.puzzles.grading import solutions
from trainer.puzzles.schema import Goal, Puzzle
from trainer.rules import DRAW, PASS, Card, IllegalTurnError, Turn, parse_position
from trainer.rules.turn import check_turn
from trainer.web.board import BoardView, view_table
from trainer.web.cards import CardFace, faces
from trainer.web.database import sessions
from trainer.web.fragments import answer
from trainer.web.solving import SPECIAL, cards_of

blueprint = Blueprint("replay", __name__)

MOST_SEED = 9_999
WITHOUT_TURNS = (Goal.LEGAL, Goal.OUTCOME)


@dataclass(frozen=True)
class Player:
    """A player in a line at a step: the hand as it lies, and the points in it."""

    name: Message
    cards: tuple[CardFace, ...]
    points: int


@dataclass(frozen=True)
class Side:
    """One of the two lines at a step: who has just done what, and how things stand."""

    title: Message
    turn: tuple[CardFace, ...]
    special: str
    told: Message
    cards: tuple[CardFace, ...]
    kept: tuple[CardFace, ...]
    board: BoardView
    players: tuple[Player, ...]
    stock: int
    over: bool
    proven: bool
    margin: float
    key: str


@blueprint.get("/puzzles/<puzzle>/replay")
def show(puzzle: str) -> Response:
    """The replay of a puzzle of the bank."""
    found = bank.load().get(puzzle)
    if found is None:
        abort(404)
    return _shown(found, url_for("puzzles.show", puzzle=puzzle), bank.load().number(puzzle))


@blueprint.get("/own/<link>/replay")
def own(link: str) -> Response:
    """The replay of a reader's own puzzle."""
    kept = own_puzzles.by_link(sessions(), link)
    if kept is None or kept.puzzle is None:
        abort(404)
    return _shown(kept.puzzle, url_for("workshop.own", link=link), None)


def _shown(puzzle: Puzzle, back: str, number: int | None) -> Response:
    if puzzle.goal in WITHOUT_TURNS:
        abort(404)
    turn, best = _own_turn(puzzle), solutions(puzzle)[0].turn
    best = turn if turn in [value.turn for value in solutions(puzzle)] else best
    seed = min(max(request.args.get("seed", 0, type=int), 0), MOST_SEED)
    step = max(request.args.get("step", 0, type=int), 0)
    lines = [(best, _line(puzzle.line, str(best), seed))]
    if turn != best:
        lines.append((turn, _line(puzzle.line, str(turn), seed)))
    last = max(len(line.steps) for _, line in lines)
    step = min(step, last - 1)
    return answer(
        "replay/page.html",
        "replay/step.html",
        puzzle=puzzle,
        number=number,
        back=back,
        turn=str(turn),
        seed=seed,
        another=(seed + 1) % (MOST_SEED + 1),
        step=step,
        last=last - 1,
        sides=[_side(line, one, step, name) for one, line, name in _named(lines, turn)],
        same=all(line.proven for _, line in lines),
        open_hands=puzzle.position.is_open,
    )


def _own_turn(puzzle: Puzzle) -> Turn:
    """The turn in the address, else the best one; 404 for one that the rules refuse."""
    text = request.args.get("turn", "")
    if not text:
        return solutions(puzzle)[0].turn
    try:
        turn = SPECIAL.get(text) or check_turn(puzzle.position, cards_of(text))
    except IllegalTurnError:
        abort(404)
    if puzzle.value_of(turn) is None:
        abort(404)
    return turn


def _named(lines: Sequence[tuple[Turn, Line]], own_turn: Turn) -> list[tuple[Turn, Line, Message]]:
    best = message("After the best turn")
    if len(lines) == 1:
        return [(*lines[0], best)]
    return [(*lines[0], best), (*lines[1], message("After your turn"))]


@lru_cache(maxsize=128)
def _line(position: str, turn: str, seed: int) -> Line:
    found = parse_position(position)
    played = SPECIAL.get(turn) or check_turn(found, cards_of(turn))
    return replay(found, played, seed)


def _side(line: Line, turn: Turn, step: int, title: Message) -> Side:
    at = line.steps[min(step, len(line.steps) - 1)]
    over = step >= len(line.steps) - 1
    players = len(at.hands)
    ended = step > len(line.steps) - 1
    move = at.move
    key = "best" if title.id == "After the best turn" else "own"
    return Side(
        title=title,
        turn=tuple(faces(turn.cards)),
        special="" if turn.cards else str(turn),
        told=_ended() if ended else _told(move.seat, players, move.turn, bool(move.laid)),
        cards=() if ended else tuple(faces(move.laid)),
        kept=() if ended else tuple(faces(move.kept)),
        board=view_table(at.table, fresh=() if ended else move.laid, key=key),
        players=tuple(_player(seat, hand, players) for seat, hand in enumerate(at.hands)),
        stock=at.stock,
        over=over,
        proven=line.proven,
        margin=line.margin,
        key=key,
    )


def _player(seat: int, hand: frozenset[Card], players: int) -> Player:
    points = sum(card.number for card in hand)
    return Player(_name(seat, players), tuple(faces(sorted(hand))), points)


def _name(seat: int, players: int) -> Message:
    if seat == 0:
        return message("You")
    if players == 2:
        return message("Opponent")
    return message("Opponent %(number)s", number=seat)


def _ended() -> Message:
    return message("This game is over already.")


def _told(seat: int, players: int, turn: Turn, laid: bool) -> Message:
    """Who did what, as a sentence; the cards are shown after it."""
    kind = "pass" if turn == PASS else "lay"
    if turn == DRAW:
        kind = "draw-lay" if laid else "draw"
    if seat == 0:
        return _YOURS[kind]
    if players == 2:
        return _THEIRS[kind]
    return _numbered(kind, seat)


_YOURS = {
    "lay": message("You lay:"),
    "draw": message("You draw and can lay nothing."),
    "draw-lay": message("You draw, and must lay:"),
    "pass": message("You pass."),
}
_THEIRS = {
    "lay": message("Your opponent lays:"),
    "draw": message("Your opponent draws and can lay nothing."),
    "draw-lay": message("Your opponent draws, and must lay:"),
    "pass": message("Your opponent passes."),
}


def _numbered(kind: str, seat: int) -> Message:
    number = str(seat)
    return {
        "lay": message("Opponent %(number)s lays:", number=number),
        "draw": message("Opponent %(number)s draws and can lay nothing.", number=number),
        "draw-lay": message("Opponent %(number)s draws, and must lay:", number=number),
        "pass": message("Opponent %(number)s passes.", number=number),
    }[kind]
