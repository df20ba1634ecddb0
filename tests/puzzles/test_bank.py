"""The reader of the bank: what it takes, and how it names what it does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.puzzles.samples import EXAMPLE, puzzle, question
from trainer.puzzles.bank import PuzzleFileError, load
from trainer.puzzles.checks import findings
from trainer.puzzles.outcomes import Happening
from trainer.puzzles.schema import Gap, Goal, Puzzle, Question, as_data, encode, puzzle_id


def write(folder: Path, *records: Any, name: str = "official/a.jsonl") -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return folder


def data(record: Puzzle | None = None, **changes: object) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(encode(record or puzzle()))
    return copy | changes


def fault(folder: Path) -> PuzzleFileError:
    with pytest.raises(PuzzleFileError) as caught:
        load(folder)
    return caught.value


def test_records_come_in_the_order_of_profiles_files_and_lines(tmp_path):
    classic = puzzle(EXAMPLE.replace("official", "classic"))
    write(tmp_path, as_data(classic), name="classic/a.jsonl")
    write(tmp_path, data(puzzle(goal="unload")), name="official/b.jsonl")
    write(tmp_path, data(puzzle()), data(puzzle(goal="legal")))
    bank = load(tmp_path)
    goals = [(one.goal.value, one.line.split()[-1]) for one in bank.puzzles]
    assert goals == [
        ("best", "official"),
        ("legal", "official"),
        ("unload", "official"),
        ("best", "classic"),
    ]
    assert bank.number(classic.id) == 4
    assert bank.get("nothing") is None


TOML = """
[[puzzle]]
id = "{id}"
position = "{line}"
goal = "legal"
level = 1
themes = []
source = "a test"
answer = ["B10", "B12"]
turns = [{{ cards = ["B10"], margin = 0, win = 0, penalty = 0, loss = 0, grade = "best" }}]

[puzzle.certificate]
method = "exact"
worlds = 0
seeds = []
engine = "1"
thresholds = {{ best = 0.5, good = 2, inaccuracy = 5, mistake = 12 }}
"""


def test_easier_levels_come_first(tmp_path):
    hard = data(puzzle(), level=5)
    write(tmp_path, hard, data(puzzle(goal="legal")))
    assert [one.level for one in load(tmp_path).puzzles] == [1, 5]


def test_a_toml_file_is_a_list_of_puzzles(tmp_path):
    path = tmp_path / "official" / "one.toml"
    path.parent.mkdir()
    name = puzzle(goal="legal").id
    path.write_text(TOML.format(id=name, line=EXAMPLE))
    assert [one.id for one in load(tmp_path).puzzles] == [name]
    path.write_text(TOML.format(id=name, line=EXAMPLE).replace("level = 1", "level = 'easy'"))
    load.cache_clear()
    assert fault(tmp_path).place == "level"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"colour": "red"}, "colour"),
        ({"goal": "lose"}, "goal"),
        ({"level": 6}, "level"),
        ({"level": "2"}, "level"),
        ({"themes": ["around-start", "luck"]}, "themes[1]"),
        ({"turns": []}, "turns"),
        ({"answer": ["B10"]}, "answer"),
        ({"question": {"drawn": [], "choices": [], "answer": "draw"}}, "question"),
        ({"question": {"drawn": [], "choices": ["sing"], "answer": "draw"}}, "question.choices[0]"),
        ({"id": "0123456789"}, "id"),
        ({"position": EXAMPLE.replace("75", "74")}, "id"),
    ],
)
def test_a_fault_names_file_record_and_field(tmp_path, change, place):
    write(tmp_path, data(puzzle(goal="legal")), data(**change))
    error = fault(tmp_path)
    assert (error.file, error.record, error.place) == ("official/a.jsonl", 2, place)
    assert str(error).startswith("official/a.jsonl: record 2: ")


def test_a_missing_key_and_an_unknown_inner_key_are_named(tmp_path):
    broken = data()
    broken["certificate"]["sealed"] = True
    write(tmp_path, broken)
    assert fault(tmp_path).place == "certificate.sealed"


def test_a_record_without_its_solution_is_refused(tmp_path):
    record = data(puzzle(goal="legal"))
    del record["answer"]
    write(tmp_path, record)
    assert fault(tmp_path).place == "answer"


def test_the_same_puzzle_twice_is_refused_wherever_it_stands(tmp_path):
    write(tmp_path, data())
    write(tmp_path, data(), name="official/b.jsonl")
    error = fault(tmp_path)
    assert (error.file, error.place) == ("official/b.jsonl", "id")
    assert "official/a.jsonl" in error.fault


def test_an_unknown_profile_and_the_wrong_folder_are_refused(tmp_path):
    line = EXAMPLE.replace("official", "royal")
    record = data(position=line, id=puzzle_id(line, Goal.BEST))
    write(tmp_path, record)
    assert fault(tmp_path).place == "position"
    write(tmp_path, as_data(puzzle(EXAMPLE.replace("official", "classic"))))
    load.cache_clear()
    assert fault(tmp_path).place == "position"


def test_a_line_that_is_no_record_is_named(tmp_path):
    (tmp_path / "official").mkdir()
    (tmp_path / "official" / "a.jsonl").write_text(encode(puzzle()) + "\n{oops\n")
    assert (fault(tmp_path).record, fault(tmp_path).place) == (2, "record")


def _faults(record: Puzzle, **changes: object) -> list[str]:
    return [found.place for found in findings(msgspec.structs.replace(record, **changes))]


def test_the_check_finds_nothing_in_a_good_record():
    for record in (puzzle(), puzzle(goal="unload"), puzzle(goal="legal")):
        assert list(findings(record)) == []


def test_the_check_finds_what_contradicts_the_rules():
    record = puzzle()
    shorter = record.turns[:2]
    assert "turns" in _faults(record, turns=shorter)
    assert "turns[1].cards" in _faults(record, turns=(record.turns[0], *record.turns))
    lost = msgspec.structs.replace(record.turns[1], loss=0.1)
    both = _faults(record, turns=(record.turns[0], lost, record.turns[2]))
    assert {"turns[1].loss", "turns[1].grade"} <= set(both)
    assert "answer" in _faults(puzzle(goal="legal"), answer=("B10",))
    assert _faults(record, themes=("lay-all",)) == ["themes"]
    assert _faults(record, line=EXAMPLE.replace(" official", "")) == ["position"]
    assert _faults(record, line=EXAMPLE.replace("75", "74")) == ["position"]


def test_the_check_wants_a_clear_solution_and_a_wrong_turn():
    record = puzzle()
    close = msgspec.structs.replace(record.certificate, gap=Gap(10.0, 1.0))
    assert _faults(record, certificate=close) == ["certificate.gap.low"]
    untrue = msgspec.structs.replace(record.certificate, gap=Gap(11.0, 10.0))
    assert _faults(record, certificate=untrue) == ["certificate.gap.points"]
    sampled = puzzle("-/-/-/11 R9,B10,B12 3/3/3 67 official", worlds=20)
    assert "certificate.gap" in [finding.place for finding in findings(sampled)]
    assert "turns" in _faults(puzzle("-/-/-/11 B10 =R1 77 official"))


def test_the_check_knows_the_answer_to_a_question():
    record = question("-/-/-/11 R9 3 75 official", "B12")
    assert record.question is not None
    choices = record.question.choices
    wrong = Question(("B12",), choices, Happening.CHOOSE)
    assert _faults(record, question=wrong) == ["question.answer"]
    alone = Question(("B12",), (Happening.LAY_AND_END,), Happening.LAY_AND_END)
    assert _faults(record, question=alone) == ["question.choices"]
    held = Question(("R9",), choices, Happening.LAY_AND_END)
    assert "question.drawn" in _faults(record, question=held)
