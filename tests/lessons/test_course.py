"""The order of the course, and files that it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from trainer.lessons.course import (
    CHAPTERS,
    ContentError,
    course,
    load,
    load_file,
    next_step,
    previous_step,
)

STEP = """
[[steps]]
kind = "play"
id = "lay"
title = "Lay"
text = ["Lay a card."]
task = "Lay it."
table = "-/-/-/11"
hand = "R9,B12"
answers = ["B12"]
fact = "legal"
praise = "Good."
reply = "Try again."
"""
CHAPTER = 'id = "sample"\ntitle = "Sample"\naim = "Try."\nsummary = ["Done."]\n' + STEP
CHOICE = """
[[steps]]
kind = "choose"
id = "pick"
title = "Pick"
text = ["Pick."]
task = "Which one?"
answer = "left"
fact = "after-opening"
praise = "Good."

[[steps.choices]]
id = "left"
label = "Left"

[[steps.choices]]
id = "right"
label = "Right"
reply = "No."
"""


def fault(text: str, file: str = "sample.toml") -> str:
    with pytest.raises(ContentError) as caught:
        load(file, text.encode())
    assert caught.value.file == file
    return f"{caught.value.place}: {caught.value.fault}"


def test_chapters_come_in_the_order_in_which_they_are_taught() -> None:
    assert [chapter.id for chapter in course()] == list(CHAPTERS)


def test_a_chapter_is_found_by_name_and_knows_its_neighbours() -> None:
    first, second, third = course().chapters[:3]
    last = course().chapters[-1]
    assert course().chapter("setting-up") is second
    assert course().chapter("nothing") is None
    assert course().after(second) is third
    assert course().before(second) is first
    assert course().before(first) is None
    assert course().after(last) is None


def test_steps_lead_on_and_back_within_their_chapter() -> None:
    chapter = course().chapters[0]
    first, second, last = chapter.steps[0], chapter.steps[1], chapter.steps[-1]
    assert next_step(chapter, first) is second
    assert previous_step(chapter, second) is first
    assert previous_step(chapter, first) is None
    assert next_step(chapter, last) is None
    assert chapter.step(second.id) is second
    assert chapter.step("nothing") is None
    assert chapter.index(second) == 1


def test_a_good_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "sample.toml"
    file.write_text(CHAPTER + CHOICE, encoding="utf-8")
    assert [step.id for step in load_file(file)] == ["lay", "pick"]


@pytest.mark.parametrize(
    ("before", "after", "place", "words"),
    [
        ("reply = ", "relpy = ", "file", "relpy"),
        ('kind = "play"', 'kind = "sing"', "file", "sing"),
        ('title = "Lay"\n', "", "file", "title"),
        ('id = "lay"', 'id = "Lay it"', "file", "regex"),
        ('answers = ["B12"]', "answers = []", "file", "answers"),
        ('id = "lay"', 'id = "end"', "end", "reserved"),
        ('id = "sample"', 'id = "other"', "id", "other"),
        ('answers = ["B12"]', 'answers = ["R9"]', "lay", "the rules say B12"),
        ('fact = "legal"', 'fact = "luck"', "lay", "luck"),
        ('fact = "legal"', 'fact = "of-size 2"', "lay", "the rules say nothing"),
        ('hand = "R9,B12"', 'hand = "R9,B99"', "lay", "HAND"),
        ('hand = "R9,B12"', 'hand = "R9,B11"', "lay", "HAND"),
        ('table = "-/-/-/11"', 'table = "-/-/-/12"', "lay", "TABLE"),
        ('hand = "R9,B12"\n', "", "lay", "no hand"),
        ('table = "-/-/-/11"', 'table = "-/-/-/11"\nposition = "x"', "lay", "POSITION"),
        ('praise = "Good."\n', "", "lay", "no praise"),
        ('fact = "legal"', 'fact = "legal"\nonly = "foreign"', "file", "foreign"),
    ],
)
def test_a_faulty_file_is_refused_with_its_place(
    before: str, after: str, place: str, words: str
) -> None:
    assert before in CHAPTER
    said = fault(CHAPTER.replace(before, after, 1))
    assert said.startswith(f"{place}: ")
    assert words in said


def test_a_file_that_is_no_toml_is_refused() -> None:
    assert fault("id = ").startswith("file: ")


def test_two_steps_of_one_name_are_refused() -> None:
    assert fault(CHAPTER + STEP) == "lay: two steps have this id"


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ('reply = "No."', "exactly one condition"),
        ('has = "R9"\nlacks = "B12"\nreply = "No."', "exactly one condition"),
        ('number = 3\nreply = "No."', "cannot depend on 'number'"),
        ('refusal = "rude"\nreply = "No."', "rude"),
        ('has = "X9"\nreply = "No."', "CARD"),
    ],
)
def test_a_reply_that_can_never_be_given_is_refused(reply: str, words: str) -> None:
    assert words in fault(f"{CHAPTER}\n[[steps.replies]]\n{reply}\n")


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('answer = "left"', 'answer = "up"', "is no choice"),
        ('answer = "left"', 'answer = "right"', "every wrong choice needs a reply"),
        ('reply = "No."', "", "every wrong choice needs a reply"),
        ('id = "right"', 'id = "left"', "same id"),
    ],
)
def test_a_question_without_one_right_choice_is_refused(
    before: str, after: str, words: str
) -> None:
    assert words in fault(CHAPTER + CHOICE.replace(before, after, 1))


def test_an_order_of_one_card_is_refused() -> None:
    order = """
[[steps]]
kind = "order"
id = "sort"
title = "Sort"
text = ["Sort."]
task = "Sort them."
cards = "B11"
fact = "laying"
praise = "Good."
reply = "No."
"""
    assert "fewer than two" in fault(CHAPTER + order)
