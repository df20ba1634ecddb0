from __future__ import annotations

import msgspec
import pytest

from tests.puzzles.samples import EXAMPLE, puzzle
from trainer.puzzles.bank import Entry
from trainer.puzzles.certificate import Order, certified
from trainer.puzzles.levels import level_of
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Goal
from trainer.puzzles.verification import verify, verify_all
from trainer.rules import parse_position

HIDDEN = "-/-/-/11 R9,B10,B12 3/3/3 67 official"


def test_an_exact_record_says_so_and_has_no_deals():
    certificate = puzzle().certificate
    assert (certificate.method, certificate.worlds, certificate.seeds) == ("exact", 0, ())
    assert certificate.gap is not None
    assert (certificate.gap.points, certificate.gap.low) == (10, 10)


def test_a_sampled_record_names_deals_seeds_and_both_models():
    certificate = puzzle(HIDDEN, worlds=40).certificate
    assert (certificate.method, certificate.worlds) == ("sampled", 40)
    assert len(set(certificate.seeds)) == 2
    assert certificate.policy != certificate.second_policy
    assert certificate.gap is None or certificate.gap.low < certificate.gap.points


def test_a_record_verifies_and_a_changed_value_does_not():
    record = puzzle(HIDDEN, worlds=40)
    assert verify(record) == []
    value = msgspec.structs.replace(record.turns[0], margin=record.turns[0].margin + 0.5)
    forged = msgspec.structs.replace(record, turns=(value, *record.turns[1:]))
    assert verify(forged) != []


def test_an_exact_value_that_is_a_point_off_is_found_even_quickly():
    record = puzzle()
    value = msgspec.structs.replace(record.turns[2], margin=-20.0)
    forged = msgspec.structs.replace(record, turns=(*record.turns[:2], value))
    assert verify(forged, quick=True) == ["B10 is worth -21 now, not -20"]


def test_another_engine_version_and_another_method_are_drift():
    record = puzzle()
    older = msgspec.structs.replace(record.certificate, engine="0")
    assert "engine 0" in verify(msgspec.structs.replace(record, certificate=older))[0]
    guessed = msgspec.structs.replace(record.certificate, method="sampled", worlds=10)
    assert "exact now" in verify(msgspec.structs.replace(record, certificate=guessed))[0]


def test_verification_keeps_its_time():
    entries = [Entry("a", 1, puzzle()), Entry("a", 2, puzzle(goal="unload"))]
    assert [found for _, found in verify_all(entries, True, 60)] == [[], []]
    assert [found for _, found in verify_all(entries, True, -1)] == [None, None]


def test_an_impossible_question_is_refused():
    order = Order(parse_position(EXAMPLE), Goal.OUTCOME, drawn=("G1",), choices=tuple(Happening))
    with pytest.raises(ValueError, match="nothing is drawn"):
        certified(order)


def test_a_level_may_be_given_and_is_guessed_otherwise():
    order = Order(parse_position(EXAMPLE), Goal.BEST, level=4)
    assert certified(order).level == 4
    assert level_of(puzzle()) == 1
    assert level_of(puzzle(HIDDEN, worlds=40)) == 3
