"""Live rounds: what the teacher does, what pupils' answers count for, and in which order."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import count

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import func, select

from tests.classes.cast import EXPIRES, NOW, Cast, seated
from trainer.classes import classrooms, codes, live, live_answers, pupils
from trainer.classes.access import NotFoundError, Room
from trainer.classes.live import Ask, InactiveError, Move, Round, RunningError
from trainer.classes.live_answers import Receipt
from trainer.classes.live_results import results
from trainer.learners.attempts import Answer
from trainer.puzzles import bank
from trainer.storage.class_tables import Classroom, LiveAnswer, LivePlayer, Pupil
from trainer.storage.database import Sessions, writing

ASKS = tuple(Ask("puzzle", puzzle.id) for puzzle in bank.load().puzzles[:3])


def answered(text: str, *, solved: bool = False) -> Answer:
    return Answer("any", text, solved, grade="best" if solved else "mistake", loss=0.0)


def begin(sessions: Sessions, teacher: str, room: Room, asks: tuple[Ask, ...] = ASKS) -> Round:
    return live.start(sessions, teacher, room.id, asks, codes.new_public_id(), now=NOW)


class Lesson:
    """A teacher with a running round, and short words for what can be done in it."""

    def __init__(self, sessions: Sessions, everybody: Cast) -> None:
        self.sessions = sessions
        self.teacher, self.room = everybody.teacher.id, everybody.room
        self.ana, self.ben, self.other_ben = (one.id for one in everybody.members)
        self.round = begin(sessions, self.teacher, self.room)

    def step(self, move: Move = "forward", version: int | None = None) -> Round:
        version = self.round.version if version is None else version
        self.round = live.step(
            self.sessions, self.teacher, self.room.id, self.round.id, move, version, NOW
        )
        return self.round

    def answer(self, pupil: str, text: str, place: int = 0) -> Receipt:
        return live_answers.answer(
            self.sessions, pupil, self.round.code, place, answered(text), NOW
        )

    def stored(self, place: int = 0) -> dict[str, str]:
        found = results(self.sessions, self.teacher, self.room.id, self.round.id)
        return {player.pupil: given.answer for player, given in found.answers_to(place)}


@pytest.fixture
def lesson(sessions: Sessions, everybody: Cast) -> Lesson:
    return Lesson(sessions, everybody)


def test_a_round_goes_from_waiting_through_each_question_open_and_revealed(lesson: Lesson):
    seen = [(lesson.round.phase, lesson.round.place)]
    for _ in range(6):
        now = lesson.step()
        seen.append((now.phase, now.place))
    assert seen == [
        ("waiting", 0),
        ("open", 0),
        ("revealed", 0),
        ("open", 1),
        ("revealed", 1),
        ("open", 2),
        ("revealed", 2),
    ]
    version = lesson.round.version
    assert lesson.step().version == version, "after the last question only the end follows"
    assert lesson.step("end").ended_at == NOW


def test_a_double_click_and_a_second_tab_move_a_round_once(lesson: Lesson):
    first = lesson.round.version
    assert lesson.step(version=first).phase == "open"
    again = lesson.step(version=first)
    assert (again.phase, again.version) == ("open", first + 1)


def test_two_teachers_who_press_at_the_same_moment_move_it_once(lesson: Lesson, everybody: Cast):
    start = threading.Barrier(2)

    def press(teacher: str) -> Round:
        start.wait()
        room = everybody.room.id
        return live.step(lesson.sessions, teacher, room, lesson.round.id, "forward", 1, NOW)

    with ThreadPoolExecutor(2) as threads:
        rounds = list(threads.map(press, (everybody.teacher.id, everybody.co_teacher.id)))
    assert [(one.phase, one.version) for one in rounds] == [("open", 2), ("open", 2)]


def test_looking_back_at_a_revealed_question_leaves_it_revealed(lesson: Lesson):
    for _ in range(4):
        lesson.step()
    back = lesson.step("back")
    assert (back.place, back.phase) == (0, "revealed")
    assert lesson.answer(lesson.ana, "R10", 0) is Receipt.LATE
    onward = lesson.step()
    assert (onward.place, onward.phase) == (1, "revealed")
    assert lesson.step().phase == "open"


def test_an_open_question_takes_answers_while_the_teacher_looks_back(lesson: Lesson):
    for _ in range(3):
        lesson.step()
    lesson.step("back")
    assert lesson.answer(lesson.ana, "R10", 1) is Receipt.STORED
    assert (lesson.step().place, lesson.round.phase) == (1, "open")
    assert lesson.stored(1) == {lesson.ana: "R10"}


def test_back_from_the_first_question_leads_nowhere(lesson: Lesson):
    assert lesson.step("back").version == 1
    lesson.step()
    assert (lesson.step("back").phase, lesson.round.version) == ("open", 2)


def test_the_last_answer_before_the_reveal_counts(lesson: Lesson):
    assert lesson.answer(lesson.ana, "R10") is Receipt.EARLY
    lesson.step()
    assert lesson.answer(lesson.ana, "R10") is Receipt.STORED
    assert lesson.answer(lesson.ana, "R10") is Receipt.SAME
    assert lesson.answer(lesson.ana, "R12") is Receipt.CHANGED
    assert lesson.answer(lesson.ben, "R10") is Receipt.STORED
    lesson.step()
    assert lesson.answer(lesson.ana, "R10") is Receipt.LATE
    assert lesson.answer(lesson.other_ben, "R10") is Receipt.LATE
    assert lesson.stored() == {lesson.ana: "R12", lesson.ben: "R10"}
    visit = live_answers.join(lesson.sessions, lesson.ana, lesson.round.code, NOW)
    assert (visit.answers[0].answer, visit.answers[0].changes) == ("R12", 1)


def test_the_end_closes_the_open_question_and_later_answers_do_not_count(lesson: Lesson):
    lesson.step()
    lesson.answer(lesson.ana, "R10")
    ended = lesson.step("end")
    assert (ended.phase, ended.ended_at) == ("revealed", NOW)
    assert lesson.answer(lesson.ana, "R12") is Receipt.LATE
    assert lesson.answer(lesson.ana, "R12", 1) is Receipt.EARLY
    assert lesson.stored() == {lesson.ana: "R10"}
    assert lesson.step().version == ended.version, "nothing moves a round that is over"


def test_the_projector_counts_who_has_joined_and_who_has_answered(lesson: Lesson):
    def counted() -> tuple[int, int]:
        found = live.watch(lesson.sessions, lesson.teacher, lesson.room.id, lesson.round.id)
        assert found.version == lesson.round.version
        return found.joined, found.answered

    assert counted() == (0, 0)
    live_answers.join(lesson.sessions, lesson.ana, lesson.round.code, NOW)
    live_answers.join(lesson.sessions, lesson.ana, lesson.round.code, NOW)
    assert counted() == (1, 0)
    lesson.step()
    lesson.answer(lesson.ben, "R10")
    lesson.answer(lesson.ben, "R12")
    assert counted() == (2, 1)
    lesson.step()
    lesson.step()
    assert counted() == (2, 0)


def test_a_class_has_one_round_at_a_time(lesson: Lesson, everybody: Cast):
    with pytest.raises(RunningError) as running:
        begin(lesson.sessions, everybody.co_teacher.id, lesson.room)
    assert running.value.round == lesson.round.id
    key = codes.new_public_id()
    second = live.start(
        lesson.sessions, lesson.teacher, lesson.room.id, ASKS, key, replacing=lesson.round.id
    )
    first = live.show(lesson.sessions, lesson.teacher, lesson.room.id, lesson.round.id)
    assert first.ended_at is not None
    assert first.version == 2, "phones in the first round learn that it is over"
    assert live.running(lesson.sessions, lesson.teacher, lesson.room.id) == second
    listed = live.rounds(lesson.sessions, lesson.teacher, lesson.room.id)
    assert [one.id for one, _ in listed] == [second.id, first.id]


def test_the_form_that_starts_a_round_starts_one_however_often_it_is_sent(
    sessions: Sessions, everybody: Cast
):
    key, start = codes.new_public_id(), threading.Barrier(4)

    def send(_number: int) -> Round:
        start.wait()
        return live.start(sessions, everybody.teacher.id, everybody.room.id, ASKS, key, now=NOW)

    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(send, range(4)))
    assert {one.code for one in made} == {made[0].code}
    assert len(live.rounds(sessions, everybody.teacher.id, everybody.room.id)) == 1


def test_the_same_form_sent_again_after_the_end_starts_another_round(lesson: Lesson):
    lesson.step("end")
    key = lesson.round.id
    again = live.start(lesson.sessions, lesson.teacher, lesson.room.id, ASKS, key, now=NOW)
    assert (again.ended_at, again.id != key) == (None, True)


def test_a_key_of_another_class_names_no_round_of_this_one(lesson: Lesson, everybody: Cast):
    other = live.start(
        lesson.sessions, everybody.outsider.id, everybody.other_room.id, ASKS, lesson.round.id
    )
    assert other.id != lesson.round.id


def test_no_round_begins_in_a_class_that_is_archived(sessions: Sessions, everybody: Cast):
    with writing(sessions) as session:
        session.query(Classroom).filter_by(public_id=everybody.room.id).one().archived_at = NOW
    with pytest.raises(InactiveError):
        begin(sessions, everybody.teacher.id, everybody.room)


def test_for_an_outsider_a_round_does_not_exist(lesson: Lesson, everybody: Cast):
    outsider, room, own = everybody.outsider.id, lesson.room.id, everybody.other_room
    zoe = pupils.members(lesson.sessions, outsider, own.id)[0]
    elsewhere = (room, own.id)
    asked: list[Callable[[], object]] = [
        lambda: live_answers.join(lesson.sessions, zoe.id, lesson.round.code),
        lambda: live_answers.join(lesson.sessions, zoe.id, "NOSUCH"),
        lambda: live_answers.answer(lesson.sessions, zoe.id, lesson.round.code, 0, answered("R10")),
        lambda: live.running(lesson.sessions, outsider, room),
        lambda: live.rounds(lesson.sessions, outsider, room),
    ]
    for place in elsewhere:
        asked += [
            lambda place=place: live.show(lesson.sessions, outsider, place, lesson.round.id),
            lambda place=place: live.watch(lesson.sessions, outsider, place, lesson.round.id),
            lambda place=place: results(lesson.sessions, outsider, place, lesson.round.id),
            lambda place=place: live.step(
                lesson.sessions, outsider, place, lesson.round.id, "end", 1
            ),
        ]
    for ask in asked:
        with pytest.raises(NotFoundError):
            ask()
    assert live_answers.running_for(lesson.sessions, zoe.id) == []
    assert (
        live_answers.version(
            lesson.sessions, seated(lesson.sessions, zoe).secret, lesson.round.code, NOW
        )
        is None
    )


def test_a_card_of_another_class_of_the_same_pupil_opens_the_round(lesson: Lesson, everybody: Cast):
    sessions = lesson.sessions
    zoe = pupils.members(sessions, everybody.outsider.id, everybody.other_room.id)[0]
    with writing(sessions) as session:
        here = session.query(Pupil).filter_by(public_id=lesson.ana).one()
        there = session.query(Pupil).filter_by(public_id=zoe.id).one()
        there.learner_id = here.learner_id
    secret = seated(sessions, zoe).secret
    visit = live_answers.join(sessions, zoe.id, lesson.round.code, NOW)
    assert (visit.pupil, visit.name, visit.room_name) == (lesson.ana, "Ana", "7b")
    assert live_answers.version(sessions, secret, lesson.round.code, NOW) == 1
    assert [one.code for one in live_answers.running_for(sessions, zoe.id)] == [lesson.round.code]
    lesson.step()
    assert lesson.answer(zoe.id, "R10") is Receipt.STORED
    assert lesson.answer(lesson.ana, "R10") is Receipt.SAME


def test_who_is_removed_from_the_class_is_out_of_the_round_and_its_counts(lesson: Lesson):
    lesson.step()
    lesson.answer(lesson.ana, "R10")
    lesson.answer(lesson.ben, "R10")
    with writing(lesson.sessions) as session:
        session.query(Pupil).filter_by(public_id=lesson.ben).one().removed_at = NOW
    with pytest.raises(NotFoundError):
        lesson.answer(lesson.ben, "R12")
    found = live.watch(lesson.sessions, lesson.teacher, lesson.room.id, lesson.round.id)
    assert (found.joined, found.answered) == (1, 1)
    assert lesson.stored() == {lesson.ana: "R10"}


def test_a_phone_that_is_signed_out_or_was_away_too_long_learns_nothing(
    lesson: Lesson, everybody: Cast
):
    def seen(secret: str, days: int = 0) -> int | None:
        now = NOW + timedelta(days=days)
        return live_answers.version(lesson.sessions, secret, lesson.round.code, now)

    assert seen(everybody.pupil.secret) == 1
    assert seen("guessed") is None
    assert seen(everybody.pupil.secret, days=365) is None


def test_a_round_that_is_over_is_joined_by_nobody(lesson: Lesson):
    lesson.step("end")
    assert live_answers.join(lesson.sessions, lesson.ana, lesson.round.code).answers == {}
    assert live.rounds(lesson.sessions, lesson.teacher, lesson.room.id)[0][1] == 0
    assert live_answers.running_for(lesson.sessions, lesson.ana) == []
    assert live_answers.way_in(lesson.sessions, lesson.round.code) is None


def test_the_code_to_enrol_with_is_given_only_where_the_class_lets_pupils_enrol(lesson: Lesson):
    way = live_answers.way_in(lesson.sessions, lesson.round.code)
    assert way is not None
    assert (way.language, way.join_code) == ("en", None)
    with writing(lesson.sessions) as session:
        session.query(Classroom).filter_by(public_id=lesson.room.id).one().joining = True
    way = live_answers.way_in(lesson.sessions, lesson.round.code)
    assert way is not None
    assert way.join_code == lesson.room.join_code


def test_answers_that_race_with_the_reveal_are_stored_or_refused_and_nothing_between(
    lesson: Lesson,
):
    names = [f"Pupil {number}" for number in range(12)]
    members = pupils.add(lesson.sessions, lesson.teacher, lesson.room.id, names, NOW)
    lesson.step()
    start = threading.Barrier(len(members) + 1)

    def send(pupil: str) -> list[Receipt]:
        start.wait()
        return [lesson.answer(pupil, text) for text in ("R10", "R10", "R12")]

    with ThreadPoolExecutor(len(members)) as threads:
        sent = {one.id: threads.submit(send, one.id) for one in members}
        start.wait()
        lesson.step()
    stored = lesson.stored()
    for pupil, receipts in sent.items():
        kept = [
            text
            for text, receipt in zip(("R10", "R10", "R12"), receipts.result(), strict=True)
            if receipt is not Receipt.LATE
        ]
        assert stored.get(pupil) == (kept[-1] if kept else None)


def test_two_phones_with_the_same_card_make_one_answer(lesson: Lesson):
    lesson.step()
    start = threading.Barrier(4)

    def send(number: int) -> Receipt:
        start.wait()
        return lesson.answer(lesson.ana, ("R10", "R12")[number % 2])

    with ThreadPoolExecutor(4) as threads:
        receipts = list(threads.map(send, range(4)))
    assert receipts.count(Receipt.STORED) == 1
    with writing(lesson.sessions) as session:
        rows = list(session.scalars(select(LiveAnswer)))
        assert session.scalar(select(func.count(LivePlayer.id))) == 1
    assert len(rows) == 1
    assert rows[0].changes == receipts.count(Receipt.CHANGED)


class Rounds(RuleBasedStateMachine):
    """Whatever teachers and pupils do, in whatever order: the database says what a model says."""

    sessions: Sessions
    teacher: str
    rooms: Iterator[int] = count()

    @initialize(questions=st.integers(1, 3))
    def begin(self, questions: int) -> None:
        name = f"Room {next(self.rooms)}"
        self.room = classrooms.create(
            self.sessions, self.teacher, name, "en", "official", EXPIRES, now=NOW
        )
        members = pupils.add(self.sessions, self.teacher, self.room.id, ["A", "B", "C"], NOW)
        self.pupils = [one.id for one in members]
        self.round = begin(self.sessions, self.teacher, self.room, ASKS[:questions])
        self.place, self.version = 0, 1
        self.opened: set[int] = set()
        self.revealed: set[int] = set()
        self.waiting, self.over = True, False
        self.answers: dict[tuple[int, str], str] = {}
        self.changes: dict[tuple[int, str], int] = {}
        self.joined: set[str] = set()

    def step(self, move: Move, version: int) -> None:
        self.round = live.step(
            self.sessions, self.teacher, self.room.id, self.round.id, move, version, NOW
        )

    @rule()
    def forward(self) -> None:
        self.step("forward", self.version)
        if self.over:
            return
        last = len(self.round.questions) - 1
        if self.waiting:
            self.waiting = False
            self.opened.add(0)
        elif self.place not in self.revealed:
            self.revealed.add(self.place)
        elif self.place < last:
            self.place += 1
            self.opened.add(self.place)
        else:
            return
        self.version += 1

    @rule()
    def back(self) -> None:
        self.step("back", self.version)
        if not self.over and self.place:
            self.place -= 1
            self.version += 1

    @rule(move=st.sampled_from(("forward", "back", "end")), behind=st.integers(1, 3))
    def press_in_a_stale_tab(self, move: Move, behind: int) -> None:
        self.step(move, self.version - behind)

    @rule(sure=st.integers(0, 4))
    def end(self, sure: int) -> None:
        if sure:
            return
        self.step("end", self.version)
        if not self.over:
            self.over = True
            self.revealed |= self.opened
            self.version += 1

    @rule(who=st.integers(0, 2))
    def join(self, who: int) -> None:
        visit = live_answers.join(self.sessions, self.pupils[who], self.round.code, NOW)
        mine = {place: text for (place, one), text in self.answers.items() if one == visit.pupil}
        assert {place: given.answer for place, given in visit.answers.items()} == mine
        if not self.over:
            self.joined.add(visit.pupil)

    @rule(
        who=st.integers(0, 2),
        place=st.integers(0, 2),
        text=st.sampled_from(("R10", "R12", "pass")),
        twice=st.booleans(),
    )
    def answer(self, who: int, place: int, text: str, twice: bool) -> None:
        place %= len(self.round.questions)
        pupil, receipts = self.pupils[who], []
        for _ in range(1 + twice):
            receipts.append(
                live_answers.answer(
                    self.sessions, pupil, self.round.code, place, answered(text), NOW
                )
            )
        self.joined.add(pupil)
        assert receipts[0] is self.expected(place, pupil, text)
        if place in self.opened and place not in self.revealed:
            assert receipts[1:] in ([], [Receipt.SAME])
            if receipts[0] is Receipt.CHANGED:
                self.changes[place, pupil] = self.changes.get((place, pupil), 0) + 1
            self.answers[place, pupil] = text

    def expected(self, place: int, pupil: str, text: str) -> Receipt:
        if place in self.revealed:
            return Receipt.LATE
        if place not in self.opened:
            return Receipt.EARLY
        before = self.answers.get((place, pupil))
        if before is None:
            return Receipt.STORED
        return Receipt.SAME if before == text else Receipt.CHANGED

    @invariant()
    def the_round_is_as_the_model_says(self) -> None:
        if not hasattr(self, "round"):
            return
        shown = live.show(self.sessions, self.teacher, self.room.id, self.round.id)
        assert (shown.place, shown.version) == (self.place, self.version)
        assert (shown.ended_at is not None) == self.over
        opened = {one.place for one in shown.questions if one.opened_at}
        revealed = {one.place for one in shown.questions if one.revealed_at}
        assert (opened, revealed) == (self.opened, self.revealed)
        phase = "revealed" if self.place in self.revealed else "open"
        assert shown.phase == ("waiting" if self.waiting else phase)

    @invariant()
    def every_confirmed_answer_is_there_once_and_the_counts_add_up(self) -> None:
        if not hasattr(self, "round"):
            return
        found = results(self.sessions, self.teacher, self.room.id, self.round.id)
        stored = {
            (place, one.pupil): given
            for one in found.players
            for place, given in one.answers.items()
        }
        assert {key: given.answer for key, given in stored.items()} == self.answers
        assert {key: one.changes for key, one in stored.items() if one.changes} == self.changes
        counted = live.watch(self.sessions, self.teacher, self.room.id, self.round.id)
        here = sum(place == self.place for place, _ in self.answers)
        assert (counted.joined, counted.answered) == (len(self.joined), here)
        assert {one.pupil for one in found.players} == self.joined


def test_a_round_keeps_to_its_rules_whatever_anybody_does(sessions: Sessions, everybody: Cast):
    here = type("RoundsHere", (Rounds,), {"sessions": sessions, "teacher": everybody.teacher.id})
    wanted = settings(max_examples=25, stateful_step_count=20)
    run_state_machine_as_test(here, settings=wanted)
