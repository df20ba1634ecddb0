"""Simulated live rounds: phones that poll and answer, teachers who lead, by HTTP like browsers.

`prepare` brings classes into a database, `play` lets them play on a running site, and
`mistakes` compares what every phone was told with what the database holds.
"""

from __future__ import annotations

import http.client
import json
import re
import threading
import time
import urllib.parse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from random import Random
from urllib.parse import urlsplit

from tests.classes.cast import Person, new_teacher, seated
from trainer.classes import classrooms, codes, live, pupils
from trainer.classes.live import Ask, Round
from trainer.classes.live_results import results
from trainer.puzzles import bank
from trainer.puzzles.schema import Goal, Puzzle
from trainer.storage.class_tables import TeacherSession
from trainer.storage.database import Sessions, writing

LOST = (OSError, http.client.HTTPException)
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
PART = {"X-Fragment": "1"}


@dataclass
class Hall:
    """A class with a round that waits, and the people whose browsers take part."""

    teacher: Person
    room: str
    round: Round
    pupils: list[Person]

    @property
    def projector(self) -> str:
        return f"/en/teach/classes/{self.room}/live/{self.round.id}"

    @property
    def phone(self) -> str:
        return f"/en/live/{self.round.code}"


def prepare(sessions: Sessions, classes: int, size: int, questions: int) -> list[Hall]:
    """Make classes of that size, each with a round of so many puzzles that waits."""
    return [_hall(sessions, number, size, questions) for number in range(classes)]


def _hall(sessions: Sessions, number: int, size: int, questions: int) -> Hall:
    now = datetime.now(UTC)
    teacher = new_teacher(sessions, f"Teacher {number} {codes.new_code(4)}")
    with writing(sessions) as session:
        session.query(TeacherSession).update({"seen_at": now})
    later = date.today() + timedelta(days=300)
    room = classrooms.create(sessions, teacher.id, f"Class {number}", "en", "official", later)
    names = [f"Pupil {place}" for place in range(size)]
    members = pupils.add(sessions, teacher.id, room.id, names)
    asks = [Ask("puzzle", one.id) for one in _puzzles()[number * questions :][:questions]]
    begun = live.start(sessions, teacher.id, room.id, asks, codes.new_public_id())
    return Hall(teacher, room.id, begun, [seated(sessions, one, now) for one in members])


def _puzzles() -> list[Puzzle]:
    return [one for one in bank.load().puzzles if one.goal is Goal.BEST and len(one.turns) > 5]


class Times:
    """How long each kind of request took, in seconds."""

    def __init__(self) -> None:
        self._found: dict[str, list[float]] = defaultdict(list)
        self._lock = threading.Lock()

    def note(self, kind: str, seconds: float) -> None:
        with self._lock:
            self._found[kind].append(seconds)

    def of(self, kind: str) -> list[float]:
        return sorted(self._found[kind])

    @property
    def kinds(self) -> list[str]:
        return sorted(self._found)


@dataclass(frozen=True)
class Reply:
    status: int
    text: str
    tag: str


class Visitor:
    """A browser that keeps its connection and cookies, and whose requests are timed."""

    def __init__(self, site: str, times: Times, **cookies: str) -> None:
        parts = urlsplit(site)
        self._connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
        self._cookies = dict(cookies)
        self._used = 0.0
        self._times = times

    def get(self, path: str, kind: str, **headers: str) -> Reply:
        return self._ask("GET", path, kind, None, headers)

    def post(self, path: str, kind: str, form: dict[str, str], **headers: str) -> Reply:
        return self._ask("POST", path, kind, urllib.parse.urlencode(form), headers)

    def _ask(
        self, method: str, path: str, kind: str, body: str | None, headers: dict[str, str]
    ) -> Reply:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        sent = {"Cookie": cookies, **{name.replace("_", "-"): v for name, v in headers.items()}}
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        # The site closes what is silent for five seconds; a browser then begins anew.
        if time.monotonic() - self._used > 3:
            self._connection.close()
        started = time.perf_counter()
        try:
            self._connection.request(method, path, body, sent)
            answer = self._connection.getresponse()
            text = answer.read().decode()
        except LOST:
            self._connection.close()
            raise
        self._used = time.monotonic()
        self._times.note(kind, time.perf_counter() - started)
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self._cookies[key] = rest.split(";")[0]
        return Reply(answer.status, text, answer.getheader("ETag") or "")

    def close(self) -> None:
        self._connection.close()


@dataclass
class Told:
    """What a phone knows of its answer to a question.

    ``confirmed``: the last one that the site said is stored. ``unsure``: those sent since whose
    fate is not known, because the connection broke. ``late``: one was refused.
    """

    confirmed: str | None = None
    unsure: list[str] = field(default_factory=list)
    late: bool = False


class Phone:
    """A pupil: polls as the page does, answers, changes the answer at times, sends some twice."""

    def __init__(self, site: str, times: Times, hall: Hall, person: Person, random: Random) -> None:
        self.person = person
        self.told: dict[int, Told] = defaultdict(Told)
        self.over = False
        self._hall = hall
        self._random = random
        self._visitor = Visitor(site, times, pupil=person.secret)
        self._version, self._tag, self._token, self._open = "", "", "", -1

    def join(self) -> None:
        """Open the page, as by the QR code."""
        self._read(self._visitor.get(self._hall.phone, "phone page"))

    def _read(self, reply: Reply) -> None:
        assert reply.status in (200, 409), (reply.status, reply.text[:300])
        found = re.search(r'data-version="(\d+)"( data-over)?', reply.text)
        assert found, reply.text[:300]
        self._version, self.over = found[1], bool(found[2])
        if token := TOKEN.search(reply.text):
            self._token = token[1]
        form = re.search(rf'action="{self._hall.phone}/(\d+)"', reply.text)
        self._open = int(form[1]) if form else -1

    def poll(self) -> bool:
        """Ask whether anything has changed, and follow; whether it has."""
        path = f"/l/{self._hall.round.code}/state"
        reply = self._visitor.get(path, "poll", If_None_Match=self._tag)
        assert reply.status in (200, 304), reply.status
        if reply.status == 304:
            return False
        self._tag = reply.tag
        if str(json.loads(reply.text)["v"]) == self._version:
            return False
        self._read(self._visitor.get(self._hall.phone, "phone page", **PART))
        return True

    def send(self, place: int, answer: str) -> None:
        """Send an answer, and remember what the site says of it."""
        told = self.told[place]
        form = {"turn": answer, "csrf_token": self._token}
        told.unsure.append(answer)
        reply = self._visitor.post(f"{self._hall.phone}/{place}", "answer", form, **PART)
        if reply.status == 200:
            told.confirmed, told.unsure = answer, []
        elif reply.status == 409:
            told.unsure, told.late = [], True
        else:
            raise AssertionError(f"{reply.status}: {reply.text[:300]}")
        self._read(reply)

    def play(self, think: float) -> None:
        """Take part until the round is over."""
        self.join()
        place, moments = -1, list[float]()
        while not self.over:
            if self._open not in (-1, place):
                place, moments = self._open, self._moments(think)
            while moments and time.monotonic() >= moments[0] and not self.told[place].late:
                moments.pop(0)
                self._answer(place)
            self.rest()
            if self.poll():
                moments = moments if self._open == place else []

    def _moments(self, think: float) -> list[float]:
        """When to answer, and (three in ten, and again) when to change it."""
        found = [time.monotonic() + self._random.uniform(0, think)]
        while self._random.random() < 0.3:
            found.append(found[-1] + self._random.uniform(0, think / 2))
        return found

    def _answer(self, place: int) -> None:
        if self._open != place:
            page = f"{self._hall.phone}?q={place + 1}&change=1"
            self._read(self._visitor.get(page, "phone page", **PART))
        answer = self._random.choice(self.choices(place))
        self.send(place, answer)
        # A double click.
        if self._random.random() < 0.1:
            self.send(place, answer)

    def choices(self, place: int) -> list[str]:
        """The legal turns of a question, as they are stored."""
        puzzle = bank.load().get(self._hall.round.questions[place].ask.reference)
        assert puzzle
        return [",".join(one.cards) for one in puzzle.turns]

    def rest(self) -> None:
        """As long as the page waits between two polls."""
        time.sleep(self._random.uniform(1.2, 2.0))

    def close(self) -> None:
        self._visitor.close()


class Leader:
    """A teacher at the projector."""

    def __init__(self, site: str, times: Times, hall: Hall) -> None:
        self._hall = hall
        self._visitor = Visitor(site, times, teacher=hall.teacher.secret)
        self._page = ""

    def show(self) -> None:
        """Open the projector."""
        self._page = self._visitor.get(self._hall.projector, "projector page").text

    def step(self, move: str = "forward") -> None:
        """Press the button of the page that is shown."""
        version = re.search(r'data-version="(\d+)"', self._page)
        token = TOKEN.search(self._page)
        assert version, self._page[:300]
        assert token, self._page[:300]
        form = {"move": move, "version": version[1], "csrf_token": token[1]}
        self._page = self._visitor.post(self._hall.projector, "step", form, **PART).text

    def counted(self) -> tuple[int, int]:
        """How many have answered, of how many."""
        text = self._visitor.get(f"{self._hall.projector}/state", "projector poll").text
        found = re.search(r"(\d+) of (\d+)", json.loads(text)["text"])
        return (int(found[1]), int(found[2])) if found else (0, 0)

    def lead(self, joined: int, seconds: float) -> None:
        """Lead a round: each question is open until all have answered, at most so long."""
        self.show()
        self._wait(lambda: f"{joined} pupils" in self._lobby(), 60)
        for _ in self._hall.round.questions:
            self.step()
            self._wait(lambda: self.counted()[0] == joined, seconds)
            self.step()
            time.sleep(2)
        self.step("end")

    def _lobby(self) -> str:
        path = f"{self._hall.projector}/state?phase=waiting"
        return str(json.loads(self._visitor.get(path, "projector poll").text)["text"])

    @staticmethod
    def _wait(done, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end and not done():
            time.sleep(1)

    def close(self) -> None:
        self._visitor.close()


def play(
    site: str, halls: Sequence[Hall], times: Times, *, think: float, open_for: float, seed: int = 0
) -> dict[str, list[Phone]]:
    """Let all rounds be played at once; gives the phones of each round when all are over."""
    phones = {
        hall.round.id: [
            Phone(site, times, hall, person, Random(f"{seed} {hall.round.id} {person.id}"))
            for person in hall.pupils
        ]
        for hall in halls
    }
    leaders = [Leader(site, times, hall) for hall in halls]
    jobs = [
        (leader.lead, (len(hall.pupils), open_for))
        for leader, hall in zip(leaders, halls, strict=True)
    ]
    jobs += [(phone.play, (think,)) for ours in phones.values() for phone in ours]
    with _troubles() as troubles:
        threads = [
            threading.Thread(target=_guarded, args=(troubles, job, values)) for job, values in jobs
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for one in (*leaders, *(phone for ours in phones.values() for phone in ours)):
        one.close()
    return phones


@contextmanager
def _troubles() -> Iterator[list[BaseException]]:
    found: list[BaseException] = []
    yield found
    if found:
        raise found[0]


def _guarded(troubles: list[BaseException], job, values: tuple) -> None:
    try:
        job(*values)
    except BaseException as error:
        troubles.append(error)


def mistakes(sessions: Sessions, hall: Hall, phones: Sequence[Phone]) -> list[str]:
    """Where the database and what the phones were told differ; nothing, if all is well."""
    found = results(sessions, hall.teacher.id, hall.room, hall.round.id)
    if len(found.players) != len({one.pupil for one in found.players}):
        return ["a pupil takes part twice"]
    stored = {one.pupil: one.answers for one in found.players}
    wrong = []
    for phone in phones:
        answers = stored.get(phone.person.id, {})
        for place in set(answers) | set(phone.told):
            told = phone.told[place]
            kept = answers[place].answer if place in answers else None
            if kept != told.confirmed and kept not in told.unsure:
                wrong.append(f"{phone.person.name}, question {place}: {kept!r}, but {told}")
    for question in found.round.questions:
        counted = found.tally(question.place).total()
        if counted != sum(question.place in answers for answers in stored.values()):
            wrong.append(f"question {question.place}: the bars count {counted}")
    return wrong
