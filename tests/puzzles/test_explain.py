from __future__ import annotations

from tests.puzzles.samples import EXAMPLE, GO_OUT, cards, puzzle, question
from trainer.i18n.messages import Message
from trainer.puzzles.explain import Reason, explain, outcome_reason
from trainer.puzzles.grading import solutions
from trainer.puzzles.schema import Puzzle, TurnRecord
from trainer.rules import Lay

ENDGAME = "1-16/1-20/3-18/2-18 R17,R20,G1,G2,G20,B1 5 0 official"


def texts(reasons: tuple[Reason, ...]) -> list[str]:
    return [reason.text.id for reason in reasons]


def turn(record: Puzzle, laid: str) -> TurnRecord:
    value = record.value_of(Lay(tuple(cards(laid))))
    assert value is not None
    return value


def test_the_example_says_that_only_points_count_and_how_many_are_left():
    told = explain(puzzle())
    assert texts(told.why)[:2] == [
        "Whatever you lay, the next player can go out at once with:",
        "So only the points that stay in your hand count.",
    ]
    assert list(told.why[0].cards) == cards("Y11")
    left = told.why[2]
    assert (left.text.count, list(left.cards)) == (9, cards("R9"))
    assert told.why_not == ()


def test_why_not_compares_the_own_turn_with_the_best():
    told = explain(puzzle(), turn(puzzle(), "B12"))
    counts = {reason.text.id: reason.text.count for reason in told.why_not}
    assert counts == {
        "It leaves %(num)s point more in your hand.": 10,
        "It ends %(num)s point worse for you than the best turn.": 10,
    }


def test_another_best_turn_is_explained_for_itself():
    record = puzzle(ENDGAME)
    for value in solutions(record):
        told = explain(record, value)
        assert told.best == value.turn
        assert told.why_not == ()


def test_going_out_is_said_with_what_the_opponent_is_caught_with():
    told = explain(puzzle(GO_OUT, "win"))
    assert [reason.text.count for reason in told.why] == [None, 21]


def test_a_turn_that_lets_the_next_player_out_is_answered_with_their_cards():
    record = puzzle(ENDGAME)
    worst = record.turns[-1]
    told = explain(record, worst)
    assert "After this turn the next player cannot go out at once." in texts(told.why)
    first = told.why_not[0]
    assert first.text.id == "After your turn the next player can go out at once with:"
    assert first.cards == tuple(sorted(record.position.unseen))


def test_unload_speaks_of_points_in_hand_alone():
    record = puzzle(EXAMPLE, "unload")
    told = explain(record, turn(record, "B10"))
    assert len(told.why) == 2
    assert texts(told.why_not) == ["It leaves %(num)s point more in your hand."]


def test_sampled_values_are_told_as_averages_never_as_proof():
    record = puzzle("-/-/-/11 R9,B10,B12 3/3/3 67 official", worlds=60)
    told = explain(record, record.turns[-1])
    said = " ".join([*texts(told.why), *texts(told.why_not)])
    assert "In the deals that were played out" in said
    assert "best play" not in said


def test_no_sentence_holds_a_card_name():
    for record in (puzzle(), puzzle(ENDGAME), puzzle(GO_OUT, "win")):
        told = explain(record, record.turns[-1])
        for reason in (*told.why, *told.why_not):
            assert not any(isinstance(value, Message) for value in reason.text.params.values())
            assert "{" not in reason.text.id


def test_every_answer_to_a_question_has_its_rule():
    stuck = "-/-/-/11 R9 3 75 "
    rules = [
        outcome_reason(question(stuck + "official", "B12")).id,
        outcome_reason(question(stuck + "official", "R1")).id,
        outcome_reason(question(stuck + "official", "R1,R2,R3")).id,
        outcome_reason(question(stuck + "classic", "R1")).id,
        outcome_reason(question("1-18/1-20/1-20/1-18 R20 2 =B20 official", "B20")).id,
        outcome_reason(question(stuck + "official")).id,
        outcome_reason(question("1-18/1-20/1-20/1-18 R20 3 0 official")).id,
        outcome_reason(question("-/-/-/11 B10 3 75 official")).id,
    ]
    assert len(set(rules)) == len(rules)
    assert "that ends the turn" in rules[0]
    assert "only one card" in rules[3]
    assert "The stock is empty" in rules[4]
