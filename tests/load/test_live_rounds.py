"""Live rounds on a real server with two processes: 105 pupils at once, and kills at any moment.

`tests.load.live_rounds` plays longer rounds and prints how long pages take beside them.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from tests.databases import Databases
from tests.load.rounds import LOST, Hall, Leader, Phone, Times, mistakes, play, prepare
from tests.load.serving import Served, serving
from trainer.classes import live
from trainer.config import Settings
from trainer.storage import database
from trainer.storage.class_tables import LiveAnswer
from trainer.storage.database import Sessions, reading

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="several processes of POSIX")

WORKERS = 2


@pytest.fixture
def settings(tmp_path: Path, databases: Databases) -> Iterator[Settings]:
    """Of a site with an empty database."""
    with databases.lend(Settings.from_environment({"TRAINER_DATA": str(tmp_path)})) as lent:
        yield lent


@pytest.fixture
def sessions(settings: Settings) -> Iterator[Sessions]:
    engine = database.create_engine(settings)
    yield database.session_factory(engine)
    engine.dispose()


def test_in_three_rounds_of_35_pupils_no_answer_is_lost_or_doubled(
    settings: Settings, sessions: Sessions
):
    halls, times = prepare(sessions, classes=3, size=35, questions=1), Times()
    with serving(settings, WORKERS) as site:
        phones = play(site.address, halls, times, think=4, open_for=60)
    for hall in halls:
        ours = phones[hall.round.id]
        assert mistakes(sessions, hall, ours) == []
        assert sum(one.told[0].confirmed is not None for one in ours) >= 30
    with reading(sessions) as session:
        rows = session.scalar(sa.select(sa.func.count(LiveAnswer.id)))
    assert rows == sum(
        one.told[0].confirmed is not None for ours in phones.values() for one in ours
    )


class Crowd:
    """Phones that send one answer after the other, whatever happens to the server."""

    def __init__(self, site: str, hall: Hall, seed: int) -> None:
        self.hall = hall
        self.phones = [
            Phone(site, Times(), hall, person, Random(f"{seed} {person.id}"))
            for person in hall.pupils
        ]
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._send_on, args=(phone, Random(place)))
            for place, phone in enumerate(self.phones)
        ]

    def _send_on(self, phone: Phone, random: Random) -> None:
        while not self._stop.is_set():
            try:
                phone.join()
                while not self._stop.is_set():
                    phone.send(0, random.choice(phone.choices(0)))
            except LOST:
                # Down: the page would say so, and try again.
                self._stop.wait(0.2)

    def __enter__(self) -> Crowd:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_failure: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()
        for phone in self.phones:
            phone.close()

    def confirmed(self) -> int:
        """How many phones have been told that an answer is stored."""
        return sum(one.told[0].confirmed is not None for one in self.phones)


def wait_for(done, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("seed", range(3))
def test_whenever_the_server_is_killed_every_confirmed_answer_is_there_and_the_round_goes_on(
    settings: Settings, sessions: Sessions, seed: int
):
    (hall,) = prepare(sessions, classes=1, size=8, questions=1)
    live.step(sessions, hall.teacher.id, hall.room, hall.round.id, "forward", 1)
    random = Random(seed)
    site = Served(settings, WORKERS)
    try:
        with Crowd(site.address, hall, seed) as crowd:
            wait_for(lambda: crowd.confirmed() == len(hall.pupils))
            time.sleep(random.uniform(0, 1))
            site.kill()
        assert mistakes(sessions, hall, crowd.phones) == []
        assert crowd.confirmed() == len(hall.pupils)

        site = Served(settings, WORKERS, site.port)
        leader = Leader(site.address, Times(), hall)
        leader.show()
        assert leader.counted() == (len(hall.pupils), len(hall.pupils))
        with Crowd(site.address, hall, seed + 10) as second:
            wait_for(lambda: second.confirmed() == len(hall.pupils))
        assert mistakes(sessions, hall, second.phones) == []
        leader.step()
        late = second.phones[0]
        late.send(0, late.choices(0)[0])
        assert late.told[0].late
        leader.step("end")
        leader.close()
        late.close()
        assert mistakes(sessions, hall, second.phones[1:]) == []
    finally:
        site.kill()
