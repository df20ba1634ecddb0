"""What the others have seen, and what it says about a player."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.engine.bots import Situation, bot
from trainer.engine.history import Act, History, style
from trainer.rules import Card, Game, Lay, Profile, Table


def acts(*sizes: int) -> list[Act]:
    card = Card.parse("R12")
    return [Act(Table(), (card,) * size) for size in sizes]


def test_one_card_at_a_time_looks_like_hold() -> None:
    assert style(acts(1, 1, 0, 1)) == "hold"
    assert style([]) == "hold"


def test_all_at_once_looks_like_dump_and_now_and_then_like_tuned() -> None:
    assert style(acts(3, 2, 1)) == "dump"
    assert style(acts(1, 1, 2, 1)) == "tuned"


@given(st.integers(0, 10_000), st.integers(2, 4))
@settings(max_examples=15)
def test_a_history_tells_every_laid_and_kept_card(seed: int, players: int) -> None:
    random = Random(seed)
    game = Game.deal(Profile(), players, random)
    dealt, stock = game.hands, len(game.stock)
    history = History.empty(players)
    for _ in range(30):
        after = game.play(bot("dump").choose(Situation.of(game, history), random))
        history = history.after(game, after)
        game = after
        if game.winner is not None:
            break
    for seat, past in enumerate(history.seats):
        laid = sum(len(act.laid) for act in past)
        kept = sum(act.kept for act in past)
        assert len(game.hands[seat]) == len(dealt[seat]) - laid + kept
    assert stock >= len(game.stock)


def test_the_mover_is_told_of_the_others_in_turn_order() -> None:
    game = Game.deal(Profile(), 3, Random(1))
    history = History.empty(3)
    turn = game.legal_turns()[0]
    after = game.play(turn)
    history = history.after(game, after)
    situation = Situation.of(after, history)
    # The one who just played sits last in turn order after the mover.
    assert [len(past) for past in situation.acts] == [0, 1]
    assert situation.acts[1][0].laid == (turn.cards if isinstance(turn, Lay) else ())
