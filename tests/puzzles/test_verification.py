"""Making proofs again: any drift of a record is found."""

from __future__ import annotations

import msgspec
import pytest

from tests.puzzles.samples import EXAMPLE, puzzle, question
from trainer.puzzles.bank import Entry
from trainer.puzzles.certificate import MINED, Order, certified
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Gap, Goal
from trainer.puzzles.verification import faults, sample, twins, verify, verify_all
from trainer.rules import parse_position

HIDDEN = "-/-/-/11 R9,B10,B12 3/3/3 67 official"
replace = msgspec.structs.replace


def sampled():
    order = Order(parse_position(HIDDEN), Goal.BEST, MINED, selection=77)
    return certified(order, worlds=60, seed=5)


def forged(record, **changes: object):
    return replace(record, certificate=replace(record.certificate, **changes))


def test_a_sampled_record_comes_out_the_same_from_itself_alone():
    assert verify(sampled()) == []
    assert sampled().certificate.selection == 77


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"gap": Gap(9.0, 8.0)}, "gap is"),
        ({"second_gap": Gap(9.0, 8.0)}, "second_gap is"),
        ({"second_gap": None}, "second_gap is"),
        ({"second_policy": "tuned"}, "second_policy is"),
        ({"policy": "dump"}, "policy is"),
        ({"worlds": 61}, "is worth"),
        ({"seeds": (6, 7)}, "is worth"),
        ({"engine": "0"}, "made by engine 0"),
    ],
)
def test_a_certificate_that_was_tampered_with_is_found(changes, word):
    assert any(word in fault for fault in verify(forged(sampled(), **changes)))


def test_themes_and_the_level_of_a_mined_record_are_made_again():
    record = sampled()
    assert any("level is" in fault for fault in verify(replace(record, level=1)))
    assert any("themes is" in fault for fault in verify(replace(record, themes=())))
    own = replace(record, source="composed", level=1)
    assert verify(own) == []


def test_answers_to_questions_are_made_again():
    asked = question("-/-/-/11 R9 3 75 official", "B12")
    assert verify(asked) == []
    assert asked.question is not None
    wrong = replace(asked, question=replace(asked.question, answer=Happening.PASS))
    assert any("question is" in fault for fault in verify(wrong))
    marks = puzzle(goal="legal")
    assert any("answer is" in fault for fault in verify(replace(marks, answer=("B10",))))


def test_a_quick_verification_takes_fewer_deals_and_still_finds_a_wrong_value():
    record = sampled()
    assert verify(record, quick=True) == []
    value = replace(record.turns[0], margin=record.turns[0].margin + 40)
    assert verify(replace(record, turns=(value, *record.turns[1:])), quick=True) != []


def test_faults_are_those_of_the_record_and_those_of_its_proof():
    assert faults(puzzle()) == []
    assert any("themes" in fault for fault in faults(replace(puzzle(), themes=("stop",))))


def test_a_lead_that_is_too_small_is_a_fault_of_a_sampled_record():
    assert any(fault.startswith("certificate.") for fault in faults(sampled()))


def test_deals_that_a_position_was_chosen_with_prove_nothing():
    circular = forged(sampled(), selection=5)
    assert any("certificate.selection" in fault for fault in faults(circular))


def test_twins_are_found_with_the_first_of_their_kind():
    first = Entry("a", 1, puzzle())
    twin = Entry("b", 1, puzzle(EXAMPLE.replace("R9", "G9")))
    other = Entry("b", 2, puzzle(goal="unload"))
    assert list(twins([first, twin, other])) == [(first, twin)]


def test_a_sample_is_the_same_for_a_seed_and_in_order():
    entries = [Entry("a", number, puzzle()) for number in range(1, 21)]
    some = sample(entries, 6, 3)
    assert some == sample(entries, 6, 3)
    assert some != sample(entries, 6, 4)
    assert [entry.record for entry in some] == sorted(entry.record for entry in some)
    assert len(sample(entries, 99)) == 20


def test_several_processes_verify_the_same():
    wrong = replace(puzzle(), level=3, themes=())
    entries = [Entry("a", 1, puzzle()), Entry("a", 2, wrong)]
    alone = list(verify_all(entries, False, 60))
    assert list(verify_all(entries, False, 60, processes=2)) == alone
    assert alone[0][1] == []
    assert alone[1][1]
