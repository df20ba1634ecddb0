"""The chapters themselves: right by the rules, complete, and written as agreed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from tests.lessons.answers import attempts, verdicts
from trainer.i18n.content import CARD_TOKEN, content_texts
from trainer.lessons.checking import Outcome, check
from trainer.lessons.course import CHAPTERS, course
from trainer.lessons.facts import expected, written
from trainer.lessons.schema import Chapter, Choose, Continue, Count, Order, Play, Step, cards
from trainer.puzzles.themes import THEMES
from trainer.rules.profile import BASES, Base

CONTENT = Path(str(resources.files("trainer.lessons"))) / "content"
STEPS = [(chapter, step) for chapter in course() for step in chapter]
every_step = pytest.mark.parametrize(
    ("chapter", "step"), STEPS, ids=[f"{chapter.id}-{step.id}" for chapter, step in STEPS]
)

# Worked out by hand from the rules, so that the rules core is checked too.
KNOWN_ANSWERS = {
    "first-card": "B12",
    "both-ends": "B10,B13",
    "own-colour": "R8,R12,B10",
    "last-numbers": "Y1,Y20",
    "whole-deck": 80,
    "go-out": "R10,B12",
    "penalty": 13,
    "shuffle": "80",
    "deal": "12",
    "stock": 20,
    "first-eleven": "R11,Y11,G11,B11",
    "opening": "R11",
    "who-begins": "opposite",
    "no-eleven": "deal-again",
    "clockwise": "left",
    "next-dealer": "left",
    "what-fits": "R11,Y9,B12",
    "one-after-another": "B12,B13",
    "any-rows": "R10,Y11,G13",
    "open-and-go-on": "Y10,Y11,Y12",
    "must-play": "B12",
    "nothing-fits": "draw",
    "draw-again": "again",
    "draw-once": "keep",
    "how-many-drawn": 3,
    "drawn-card-fits": "G12",
    "drawn-eleven": "end",
    "empty-stock": "pass",
    "stock-runs-out": 2,
    "last-of-stock": "keep",
    "stock-stays-empty": "empty",
    "last-cards": "R8,G14,G15,B10",
    "at-once": "over",
    "winner-writes": 0,
    "nineteen-and-two": 21,
    "dearest-hand": "you",
    "five-games": "left",
    "shared-win": "you,left",
    "five-hundred": "you",
    "play-off": "play-off",
    "how-old": "edition",
    "two-rules": "official",
    "mixed-rules": 1,
    "house-pass": "either",
    "drawn-starts": "R10,G12",
    "junior-deck": "R5",
    "junior-deal": 15,
    "three-colours": 60,
    "action-cards": "rules",
    "blue-fitting": "B10,B12",
    "both-blue": "B10,B12",
    "points-left": 9,
    "known-yellow": "B10,B12",
    "why-keep-one": "yes",
    "no-single-best": "depends",
    "drawn-twelve": "B12",
    "what-it-opens": "B13",
    "opens-for-me": "Y12",
    "keep-the-next": "G12",
    "make-them-draw": "R9",
    "who-lays-first": "G4",
    "a-draw-tells": "Y13",
    "how-many-lacks": 4,
    "it-stays-true": "no",
    "stuck-again": "G13",
    "use-the-draw": "R20",
    "behind-the-twelve": 8,
    "tightest": "R11",
    "open-and-hold": "R11",
    "own-cards-behind": "B12",
    "opens-nothing": "R1",
    "waiting-card": "B1",
    "keep-the-one": "G2",
    "twenty-first": "R20",
    "worst-to-keep": "twenty",
    "at-risk": 39,
    "one-card-each": "R15,B19",
    "cannot-stop": "Y19,Y20",
    "can-stop": "R1",
}
KNOWN_ALTERNATIVES = {
    "hold-back": {"B9", "B12"},
    "held-elevens": {"R11", "R11,B12"},
    "hidden-hands": {"B10", "B12"},
    "one-of-two": {"G12", "B12"},
    "many-cards-left": {"R15", "B19"},
}
KNOWN_ORDERS = {
    "row-start": {"G11,G10,G12,G13", "G11,G12,G10,G13", "G11,G12,G13,G10"},
    "same-turn": {"B10,B12,B13", "B12,B10,B13", "B12,B13,B10"},
}


def as_sets(answers: set[str]) -> set[frozenset[object]]:
    return {frozenset(cards(answer)) for answer in answers}


def step_named(name: str) -> Step:
    return next(step for _chapter, step in STEPS if step.id == name)


def texts() -> Iterator[tuple[str, str]]:
    for name in CHAPTERS:
        for place, text in content_texts(CONTENT / f"{name}.toml"):
            yield f"{name}: {place}", text


def test_every_file_of_the_folder_is_a_chapter_of_the_course() -> None:
    assert {path.stem for path in CONTENT.glob("*.toml")} == set(CHAPTERS)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("chapter", course().chapters, ids=lambda chapter: chapter.id)
def test_a_chapter_has_five_to_nine_steps_by_either_rules(chapter: Chapter, base: Base) -> None:
    assert 5 <= len(chapter.by(base).steps) <= 9


@pytest.mark.parametrize("chapter", course().chapters, ids=lambda chapter: chapter.id)
def test_a_chapter_mostly_makes_people_do_something(chapter: Chapter) -> None:
    assert sum(isinstance(step, Continue) for step in chapter) <= 1


@pytest.mark.parametrize("chapter", course().chapters, ids=lambda chapter: chapter.id)
def test_a_chapter_names_a_theme_of_puzzles_that_exists(chapter: Chapter) -> None:
    assert chapter.puzzles in THEMES


def test_the_first_thing_that_the_course_asks_for_is_laying_a_card() -> None:
    assert isinstance(STEPS[0][1], Play)


def test_all_kinds_of_steps_are_used() -> None:
    assert len({type(step) for _chapter, step in STEPS}) == 6


@every_step
def test_the_written_answer_is_what_the_rules_say(chapter: Chapter, step: Step) -> None:
    assert written(step) == expected(step)


@pytest.mark.parametrize(("name", "answer"), KNOWN_ANSWERS.items())
def test_the_answer_is_the_one_worked_out_by_hand(name: str, answer: str | int) -> None:
    step = step_named(name)
    if isinstance(step, Choose | Count):
        assert step.answer == answer
        return
    given = [attempt for attempt in attempts(step) if check(step, attempt).right]
    if isinstance(step, Order):
        assert [attempt.cards for attempt in given] == [cards(str(answer))]
    else:
        assert {frozenset(attempt.cards) for attempt in given} == as_sets({str(answer)})


@pytest.mark.parametrize(("name", "answers"), KNOWN_ALTERNATIVES.items())
def test_every_equally_right_turn_counts(name: str, answers: set[str]) -> None:
    step = step_named(name)
    right = {frozenset(a.cards) for a in attempts(step) if check(step, a).right}
    assert right == as_sets(answers)


@pytest.mark.parametrize(("name", "orders"), KNOWN_ORDERS.items())
def test_every_order_in_which_each_card_fits_counts(name: str, orders: set[str]) -> None:
    step = step_named(name)
    right = {a.cards for a in attempts(step) if check(step, a).right}
    assert right == {cards(order) for order in orders}


def test_every_step_but_those_to_read_is_in_the_table_of_answers() -> None:
    known = {*KNOWN_ANSWERS, *KNOWN_ALTERNATIVES, *KNOWN_ORDERS}
    assert known == {step.id for _c, step in STEPS if not isinstance(step, Continue)}


@every_step
def test_no_wrong_answer_is_left_without_a_word(chapter: Chapter, step: Step) -> None:
    for verdict in verdicts(step):
        if verdict.outcome is Outcome.WRONG:
            assert verdict.reply or verdict.refusal


@every_step
def test_every_reply_is_given_to_somebody(chapter: Chapter, step: Step) -> None:
    said = {verdict.reply.id for verdict in verdicts(step) if verdict.reply}
    replies = {reply.reply for reply in step.replies} | {step.praise, step.reply}
    if isinstance(step, Choose):
        replies |= {choice.reply for choice in step.choices}
    assert replies - {""} <= said


@every_step
def test_a_reply_names_only_cards_that_exist_in_the_step(chapter: Chapter, step: Step) -> None:
    picture = step.picture
    shown = {str(card) for card in (picture.table.cards if picture else ())}
    if picture and picture.position:
        shown |= {str(card) for card in picture.position.hand}
    named = {code for text in (step.task, *step.text) for code in CARD_TOKEN.findall(text)}
    deck = {str(card) for card in picture.table.profile.deck} if picture else None
    assert deck is None or named <= deck
    if isinstance(step, Play):
        assert set(CARD_TOKEN.findall(step.task)) <= shown


def test_steps_have_different_titles_and_tasks_that_are_sentences() -> None:
    titles = Counter(step.title for _chapter, step in STEPS)
    assert titles.most_common(1)[0][1] == 1
    for _chapter, step in STEPS:
        assert step.task[-1] in ".?”"


def test_what_we_agreed_on_is_marked() -> None:
    marked = [step for _chapter, step in STEPS if step.agreement]
    assert [step.id for step in marked] == [
        "our-agreement",
        "five-games",
        "house-pass",
        "junior-deck",
        "junior-deal",
        "three-colours",
    ]
    assert all("agreed" in " ".join(step.text) for step in marked)


def test_steps_about_one_set_of_rules_say_so_and_use_it() -> None:
    special = {step.id: step.only for _chapter, step in STEPS if step.only}
    assert special == {
        "held-elevens": "classic",
        "our-agreement": "classic",
        "draw-again": "official",
        "draw-once": "classic",
        "how-many-drawn": "official",
        "stock-runs-out": "official",
        "last-of-stock": "classic",
        "five-games": "official",
        "shared-win": "official",
        "five-hundred": "classic",
        "play-off": "classic",
    }
    for name in special:
        picture = step_named(name).picture
        if picture is not None:
            assert picture.table.profile.base == special[name]


def test_texts_use_typographic_characters_and_no_format_signs() -> None:
    faults = [
        (place, text)
        for place, text in texts()
        if re.search(r"""["'%<>]|\.\.\.| - |  |^\s|\s$""", text)
    ]
    assert faults == []


def test_texts_are_short_sentences() -> None:
    for place, text in texts():
        for sentence in re.split(r"(?<=[.?!:;])\s", text):
            assert len(CARD_TOKEN.sub("card", sentence).split()) <= 30, (place, sentence)
