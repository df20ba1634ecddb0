"""The table that says where each fact is taught: every place in it exists, no fact is without."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trainer.lessons.course import course
from trainer.lessons.practice import KINDS
from trainer.lessons.reference import library

TABLE = Path(__file__).parents[2] / "docs" / "where-taught.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TABLE.read_text(encoding="utf-8").splitlines()
    if line.startswith("|") and not line.startswith(("| ---", "| fact"))
]
each_fact = pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:60])


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def places() -> set[str]:
    origins = library.origins()
    return {
        "sheet",
        "origins:side-by-side",
        "origins:agreements",
        *(f"question:{q.id}" for group in library.faq().groups for q in group.questions),
        *(f"term:{term.id}" for term in library.glossary().terms),
        *(f"quick:{stage.id}" for stage in library.quick_start().stages),
        *(f"origins:{section.id}" for section in origins.sections),
        *(f"option:{option.id}" for option in origins.options),
        *(f"guide:{guide.id}" for guide in library.guides()),
    }


@each_fact
def test_every_place_of_a_fact_exists(row: list[str]) -> None:
    _fact, lessons, practice, look_up = row
    steps = {f"{chapter.id}/{step.id}" for chapter in course() for step in chapter}
    assert set(names(lessons)) <= steps
    assert set(names(practice)) <= set(KINDS)
    assert set(names(look_up)) <= places()


@each_fact
def test_every_fact_is_taught_and_can_be_looked_up(row: list[str]) -> None:
    _fact, lessons, practice, look_up = row
    assert names(lessons) or names(practice) or names(look_up)
    assert names(look_up)


def test_all_sections_of_the_rules_are_there() -> None:
    assert len(ROWS) >= 60
    told = {place for row in ROWS for cell in row[1:] for place in names(cell)}
    assert {f"option:{option.id}" for option in library.origins().options} <= told
    assert {name.split("/")[0] for row in ROWS for name in names(row[1])} == {
        chapter.id for chapter in course()
    }
