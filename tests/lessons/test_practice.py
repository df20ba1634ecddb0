"""Practice: exercises from addresses, the level that follows, never the same twice running."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.lessons.checking import NOTHING, Attempt, Outcome, Verdict
from trainer.lessons.practice import (
    CHAPTER_KINDS,
    KINDS,
    LEVELS,
    SEEDS,
    Exercise,
    NoSuchExerciseError,
    Standing,
    exercise,
    first,
    following,
    kinds_of,
)
from trainer.lessons.practice_kinds.parts import Marks, Number, Pick
from trainer.rules.profile import BASES

SEED = st.integers(0, SEEDS - 1)
LEVEL = st.sampled_from(list(LEVELS))
BASE = st.sampled_from(sorted(BASES))
CHAPTER = st.sampled_from(sorted(CHAPTER_KINDS))
KIND_AND_BASE = st.sampled_from(
    [(k.name, base) for k in KINDS.values() for base in sorted(BASES) if k.only in (None, base)]
)
quick = settings(max_examples=120, deadline=None)


@st.composite
def exercises(draw: st.DrawFn) -> Exercise:
    kind, base = draw(KIND_AND_BASE)
    return exercise(kind, draw(LEVEL), base, draw(SEED))  # type: ignore[arg-type]


def right_attempt(one: Exercise) -> Attempt:
    question = one.content.question
    if isinstance(question, Pick):
        return Attempt(choice=question.answer)
    if isinstance(question, Marks):
        return Attempt(cards=tuple(question.answer))
    return Attempt(number=question.answer)


def wrong_attempts(one: Exercise) -> list[Attempt]:
    question = one.content.question
    if isinstance(question, Pick):
        return [Attempt(choice=c.id) for c in question.choices if c.id != question.answer]
    if isinstance(question, Number):
        near = {question.answer + 1, question.answer + 7, *question.replies} - {question.answer}
        return [Attempt(number=number) for number in near]
    wrong = [Attempt(cards=(c,)) for c in question.cards if c not in question.answer]
    fewer = [question.answer - {c} for c in question.answer if len(question.answer) > 1]
    return wrong + [Attempt(cards=tuple(cards)) for cards in fewer]


def says_something(verdict: Verdict) -> bool:
    words = verdict.reply is not None and bool(verdict.reply.id)
    return words or verdict.refusal is not None


@quick
@given(exercises())
def test_the_right_answer_is_right(one: Exercise) -> None:
    assert one.check(right_attempt(one)).outcome is Outcome.RIGHT
    assert one.content.rule.id


@quick
@given(exercises())
def test_each_wrong_answer_is_refused_with_words_of_its_own(one: Exercise) -> None:
    attempts = wrong_attempts(one)
    assert attempts
    for attempt in attempts:
        verdict = one.check(attempt)
        assert verdict.outcome is Outcome.WRONG
        assert says_something(verdict)


@quick
@given(exercises())
def test_choices_are_told_apart_and_one_of_them_is_right(one: Exercise) -> None:
    question = one.content.question
    if isinstance(question, Pick):
        ids = [choice.id for choice in question.choices]
        shown = [(choice.label, choice.cards) for choice in question.choices]
        assert len(set(ids)) == len(ids) >= 3
        assert len(set(shown)) == len(shown)
        assert question.answer in ids


@quick
@given(exercises())
def test_an_empty_answer_is_neither_right_nor_wrong(one: Exercise) -> None:
    assert one.check(Attempt()) == NOTHING
    assert one.check(Attempt(choice="no-such-choice")) == NOTHING


@quick
@given(exercises())
def test_the_same_address_gives_the_same_exercise(one: Exercise) -> None:
    exercise.cache_clear()
    assert exercise(one.kind.name, one.level, one.base, one.seed) == one


@settings(max_examples=60, deadline=None)
@given(CHAPTER, BASE, LEVEL, LEVEL, SEED)
def test_no_exercise_comes_twice_in_a_row(
    chapter: str, base: str, level: int, then: int, seed: int
) -> None:
    now = first(chapter, level, base, seed)  # type: ignore[arg-type]
    for _ in range(3):
        after = following(chapter, now, then)
        assert after.content != now.content
        assert after.level == then
        now = after


@settings(max_examples=20, deadline=None)
@given(SEED)
def test_the_kinds_of_a_chapter_take_turns(seed: int) -> None:
    now, seen = first("ordinary-turn", 1, "classic", seed), []
    for _ in range(8):
        seen.append(now.kind.name)
        now = following("ordinary-turn", now, 1)
    assert seen[:4] == seen[4:]
    assert sorted(seen[:4]) == sorted(kinds_of("ordinary-turn", "classic"))


def test_a_kind_about_the_family_rules_is_left_out_of_the_official_ones() -> None:
    assert "must-lay" in kinds_of("ordinary-turn", "classic")
    assert "must-lay" not in kinds_of("ordinary-turn", "official")
    with pytest.raises(NoSuchExerciseError):
        exercise("must-lay", 1, "official", 1)


@pytest.mark.parametrize(
    ("kind", "level", "base", "seed"),
    [
        ("nothing", 1, "official", 1),
        ("fits", 0, "official", 1),
        ("fits", 6, "official", 1),
        ("fits", 1, "house", 1),
        ("fits", 1, "official", -1),
        ("fits", 1, "official", SEEDS),
    ],
)
def test_an_address_without_exercise_is_refused(
    kind: str, level: int, base: str, seed: int
) -> None:
    with pytest.raises(NoSuchExerciseError):
        exercise(kind, level, base, seed)  # type: ignore[arg-type]


def test_every_kind_belongs_to_a_chapter_and_there_are_enough() -> None:
    used = {name for names in CHAPTER_KINDS.values() for name in names}
    assert used == set(KINDS)
    assert len(used) >= 6
    with pytest.raises(NoSuchExerciseError):
        first("no-such-chapter", 1, "official", 1)


def test_two_right_answers_in_a_row_raise_the_level() -> None:
    assert Standing(2).after(True) == Standing(2, 1)
    assert Standing(2).after(True).after(True) == Standing(3)


def test_two_wrong_answers_in_a_row_lower_it() -> None:
    assert Standing(2).after(False).after(False) == Standing(1)


def test_a_wrong_answer_between_two_right_ones_keeps_it() -> None:
    standing = Standing(2)
    for right in (True, False, True, False, True):
        standing = standing.after(right)
    assert standing.level == 2


@given(st.lists(st.booleans(), max_size=40))
def test_the_level_never_leaves_one_to_five(answers: list[bool]) -> None:
    standing = Standing()
    for right in answers:
        before = standing
        standing = standing.after(right)
        assert standing.level in LEVELS
        assert abs(standing.level - before.level) <= 1
