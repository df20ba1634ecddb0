from __future__ import annotations

from tests.puzzles.samples import EXAMPLE, GO_OUT, cards, puzzle, question
from trainer.i18n.messages import Message
from trainer.puzzles.explain import Reason, explain, outcome_reason, tenths, whole
from trainer.puzzles.grading import solutions
from trainer.puzzles.schema import Puzzle, TurnRecord
from trainer.rules import PASS, Lay

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


def said(line: str, laid: str = "", goal: str = "best") -> list[str]:
    """What is said for a turn of a position, or against it where it is not best."""
    record = puzzle(line, goal, worlds=300)
    told = explain(record, turn(record, laid) if laid else None)
    return texts(told.why_not if laid else told.why)


def test_a_turn_that_leaves_the_next_player_stuck_says_what_follows():
    known = "-/-/-/11 R9,B10,B12 =B13 75 official"
    assert said(known)[0].endswith("has no card that fits and must draw.")
    assert said(known, "B12")[0].startswith("After your turn the next player can go out")
    empty = "3-20/1-18/1-14/1-20 R2,Y19,Y20,G15,G16,G20 4 0 official"
    assert said(empty)[0].endswith("has no card that fits and must pass.")
    assert said(empty, "R2")[0] == "After your turn the next player can lay:"


def test_a_pass_is_explained_by_what_it_keeps():
    told = explain(puzzle("1-18/1-19/3-20/1-19 R20,Y20,G2,B20 2 0 official+pass"))
    assert told.best == PASS
    assert told.why[1].cards == tuple(cards("Y20,G2,B20"))


def test_spent_cards_are_counted_where_nothing_shows_at_once():
    line = "1-16/2-19/2-20/3-18 R17,R19,R20,Y20,B1,B2,B20 4 0 official"
    told = explain(puzzle(line), turn(puzzle(line), "Y20,B2"))
    first = told.why_not[0].text
    assert first.id.startswith("After it you can lay %(num)s card later without help")
    assert (first.count, first.params["best"]) == (2, 3)


def test_several_players_with_open_hands_have_a_proven_end():
    record = "7-15/-/4-14/10-17 Y11,G3,G15,B19 =R16,B20/=B9 45 official"
    assert "If everyone plays their best, you are caught with %(num)s point." in said(record)
    out = "-/3-12/11-14/4-12 R11,Y13,B2,B3 =G15/=R8,Y1,B1/=R10,R12,B14 26 official+max15"
    assert (
        said(out, goal="win")[1]
        == "Each of the others is caught with %(points)s points on average."
    )


def test_a_chance_that_another_turn_beats_is_no_reason():
    assert not any(
        "first to go out" in text for text in said("-/9-13/-/11 R3,Y8,Y14,B12 =Y15/5 64 official")
    )


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


def test_reasons_round_as_the_tables_beside_them_do() -> None:
    assert [whole(value) for value in (0.5, 2.5, -2.5, 20.49)] == [1, 3, -3, 20]
    assert [tenths(value) for value in (21.25, -21.25, 3.04)] == [21.3, -21.3, 3.0]
