"""`trainer serve`, `trainer db`, `trainer doctor`, as a self-hoster meets them."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.databases import Databases
from trainer.config import Settings
from trainer.puzzles import bank
from trainer.puzzles.schema import Goal
from trainer.storage import database
from trainer.storage.tables import Learner

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="signals of POSIX")

SECONDS = 120
# What a site says as well, for as long as nobody has a teacher's account.
NO_TEACHER = re.compile(r"There is no teacher yet\. .*/en/teach/sign-up .*\n")


@dataclass(frozen=True)
class Place:
    """Where a self-hoster keeps a site: a folder, and the address of the database if not there."""

    folder: Path
    database: str | None = None

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def environment(self) -> dict[str, str]:
        address = {} if self.database is None else {"DATABASE_URL": self.database}
        return {"TRAINER_DATA": str(self.data), **address}

    @contextmanager
    def connection(self) -> Iterator[sa.Connection]:
        engine = database.create_engine(Settings.from_environment(self.environment))
        with engine.begin() as connection:
            yield connection
        engine.dispose()


@pytest.fixture
def place(tmp_path: Path, databases: Databases) -> Iterator[Place]:
    """A place with the kind of database that this run is on."""
    settings = Settings.from_environment({"TRAINER_DATA": str(tmp_path / "data")})
    with databases.blank(settings) as blank:
        elsewhere = blank.database_url != settings.database_url
        yield Place(tmp_path, blank.database_url if elsewhere else None)


@pytest.fixture
def folder(tmp_path: Path) -> Place:
    """A place with its database in the folder: for what has nothing to do with databases."""
    return Place(tmp_path)


class Site:
    """A running `trainer serve`; `line` is what it said when it was ready."""

    def __init__(self, place: Place, *arguments: str, **options: Any) -> None:
        self.process = start(place, "serve", *arguments, **options)
        self.line = self.next_line()

    def next_line(self) -> str:
        """What it says next."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    @property
    def address(self) -> str:
        found = re.search(r"http://\S+", self.line)
        assert found is not None, self.process.communicate(timeout=SECONDS)
        return found[0]

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.address + path, timeout=SECONDS) as answer:
            return answer.read().decode()

    def kill(self) -> None:
        """End it and its workers as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate(timeout=SECONDS)

    def end(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Stop it; the exit status and all that it has written since."""
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, out + err


TRAINER = ("-m", "trainer")
WITHOUT_FORK = ("-c", "import os; del os.fork; from trainer.cli import main; main()")
WITHOUT_DRIVER = (
    "-c",
    "import sys; sys.modules['psycopg'] = None; from trainer.cli import main; main()",
)


def start(
    place: Place, *arguments: str, program: tuple[str, str] = TRAINER, **environment: str
) -> subprocess.Popen[str]:
    """Run `trainer` in another folder than the project's, with an environment of its own."""
    elsewhere = place.folder / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, *program, *arguments],
        cwd=elsewhere,
        env={"PATH": os.environ["PATH"], **place.environment, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def run(place: Place, *arguments: str, **options: Any) -> tuple[int, str, str]:
    process = start(place, *arguments, **options)
    out, err = process.communicate(timeout=SECONDS)
    return process.returncode, out, err


Serve = Callable[..., Site]


@contextmanager
def sites(place: Place) -> Iterator[Serve]:
    """Start sites at a place; those that still run at the end are stopped."""
    started: list[Site] = []

    def begin(*arguments: str, **options: Any) -> Site:
        site = Site(place, "--port", "0", *arguments, **options)
        started.append(site)
        return site

    yield begin
    for site in started:
        if site.process.poll() is None:
            site.end()


@pytest.fixture
def serve(place: Place) -> Iterator[Serve]:
    with sites(place) as begin:
        yield begin


@pytest.fixture
def serve_folder(folder: Place) -> Iterator[Serve]:
    with sites(folder) as begin:
        yield begin


def test_the_site_says_where_it_is_and_stops_in_peace(serve: Serve, place: Place):
    site = serve()
    assert re.fullmatch(r"Serving on http://127\.0\.0\.1:\d+/ \(Ctrl-C stops\)\n", site.line)
    assert '<html lang="en"' in site.get("en/")
    assert "Nothing is stored yet" in site.get("en/progress")
    assert (place.data / "trainer.sqlite3").exists() == (place.database is None)
    assert site.end() == (0, "")


def test_of_a_request_that_cannot_be_read_no_address_is_written_down(serve_folder: Serve):
    site = serve_folder()
    host = urllib.parse.urlsplit(site.address)
    for line in ("/" + "x" * 9000, "/en/ a b c"):
        with socket.create_connection((host.hostname, host.port), timeout=SECONDS) as client:
            client.sendall(f"GET {line} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
            assert client.recv(4096).startswith(b"HTTP/1.1 4")
    assert "There is no such page" in not_found(site, "en/" + "x" * 7000)
    status, written = site.end()
    assert status == 0
    assert written.count("A request that cannot be read was refused.") == 2
    assert "127.0.0.1" not in written
    assert "a b c" not in written


def not_found(site: Site, path: str) -> str:
    with pytest.raises(urllib.error.HTTPError) as refused:
        site.get(path)
    return refused.value.read().decode()


def test_ctrl_c_stops_it_too(serve_folder: Serve):
    assert serve_folder().end(signal.SIGINT) == (0, "")


def test_where_there_is_no_fork_waitress_serves(serve_folder: Serve):
    pytest.importorskip("waitress", reason="installed where there is no fork")
    site = serve_folder(program=WITHOUT_FORK)
    assert site.line.startswith("Serving on http://127.0.0.1:")
    assert "Nothing is stored yet" in site.get("en/progress")
    assert site.end(signal.SIGINT) == (0, "")


@pytest.mark.parametrize(
    ("policy", "words"),
    [("invitation", "`trainer teachers invite` lets one in"), ("closed", "Nobody can become one")],
)
def test_until_there_is_a_teacher_the_site_says_how_to_become_one(
    serve: Serve, policy: str, words: str
):
    assert serve(TRAINER_SIGN_UP=policy).next_line() == (
        f"There is no teacher yet. {words} (TRAINER_SIGN_UP={policy})\n"
    )


def test_no_other_user_of_the_machine_reads_key_or_database(serve_folder: Serve, folder: Place):
    serve_folder().get("en/")
    files = list(folder.data.iterdir())
    assert {"secret-key", "trainer.sqlite3"} <= {file.name for file in files}
    assert {oct(file.stat().st_mode & 0o777) for file in files} == {"0o600"}


def test_two_servers_may_start_at_once_on_an_empty_database(place: Place):
    processes = [start(place, "serve", "--port", "0", TRAINER_WORKERS="1") for _ in range(2)]
    lines = [p.stdout.readline() for p in processes if p.stdout]
    lines += [p.stdout.readline() for p in processes if p.stdout]
    ends = []
    for process in processes:
        process.terminate()
        ends.append((process.communicate(timeout=SECONDS), process.returncode))
    assert [line.split(":")[0] for line in lines[:2]] == ["Serving on http"] * 2
    assert all(map(NO_TEACHER.fullmatch, lines[2:]))
    assert ends == [(("", ""), 0)] * 2
    assert [p.name for p in place.data.glob("secret-key*")] == ["secret-key"]


def test_a_port_in_use_is_one_line(folder: Place):
    with closing(socket.create_server(("127.0.0.1", 0))) as busy:
        port = busy.getsockname()[1]
        code, out, err = run(folder, "serve", "--port", str(port))
    assert (code, out) == (2, "")
    assert err == (
        f"trainer: error: port {port} of 127.0.0.1 is in use; choose another one with --port\n"
    )
    # It was found before anything was made.
    assert not folder.data.exists()


@pytest.mark.parametrize(
    ("arguments", "environment", "words"),
    [
        (["--host", "nowhere.invalid"], {}, "cannot listen on nowhere.invalid"),
        (["--host", "203.0.113.1"], {}, "cannot listen on 203.0.113.1"),
        (["--port", "70000"], {}, "70000"),
        ([], {"DATABASE_URL": "nonsense"}, "not a database address"),
        ([], {"DATABASE_URL": "sqlite:////proc/nowhere/x.sqlite3"}, "/proc/nowhere"),
        ([], {"TRAINER_DATA": "/proc/nowhere"}, "/proc/nowhere"),
        ([], {"TRAINER_WORKERS": "many"}, "TRAINER_WORKERS"),
    ],
)
def test_what_keeps_the_site_from_starting_is_one_line(
    folder: Place, arguments: list[str], environment: dict[str, str], words: str
):
    code, out, err = run(folder, "serve", "--port", "0", *arguments, **environment)
    assert (code, out) == (2, "")
    assert err.startswith("trainer: error: ")
    assert words in err
    assert err.count("\n") == 1


def test_too_large_a_request_is_refused(serve_folder: Serve):
    site = serve_folder()
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(site.address + "en/progress/delete", b"x" * 200_000, SECONDS)
    with caught.value as answer:
        assert answer.status == 413


def test_the_server_header_tells_no_version(serve_folder: Serve):
    with urllib.request.urlopen(serve_folder().address + "en/", timeout=SECONDS) as answer:
        assert not re.search(r"\d", answer.headers.get("Server", ""))


def test_settings_of_gunicorn_itself_change_nothing(serve_folder: Serve):
    site = serve_folder(GUNICORN_CMD_ARGS="--bind 127.0.0.1:1 --workers 9")
    assert "Elfer raus!" in site.get("en/")


class Reader:
    """A browser with cookies and without scripts."""

    def __init__(self) -> None:
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def open(self, address: str, **form: str) -> str:
        data = urllib.parse.urlencode(form).encode() if form else None
        with self.opener.open(address, data, SECONDS) as answer:
            return answer.read().decode()


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None
    return found[1]


def test_an_answer_is_kept_although_the_server_is_killed_right_after_it(
    serve: Serve,
):
    puzzle = next(one for one in bank.load().puzzles if one.goal is Goal.BEST)
    pupil, outsider, site = Reader(), Reader(), serve()
    page = f"{site.address}en/puzzles/{puzzle.id}"
    shown = pupil.open(page)
    fields = {name: hidden(shown, name) for name in ("csrf_token", "submission")}
    pupil.open(page, turn=",".join(puzzle.turns[0].cards), **fields)
    site.kill()

    site = serve()
    assert "You have solved 1 puzzle." in pupil.open(f"{site.address}en/progress")
    assert "Nothing is stored yet" in outsider.open(f"{site.address}en/progress")


def test_db_upgrade_makes_the_database(place: Place):
    code, out, err = run(place, "db", "upgrade")
    assert (code, err) == (0, "")
    assert f"schema {database.head()}" in out
    with place.connection() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(Learner)) == 0


def test_db_upgrade_of_a_wrong_address_is_one_line(folder: Place):
    code, out, err = run(folder, "db", "upgrade", DATABASE_URL="mysql://x/y")
    assert (code, out, err.count("\n")) == (2, "", 1)


WRONG = (
    ("postgresql://me:secret-word@nowhere.invalid/school", "nowhere.invalid"),
    ("postgresql://me:secret-word@127.0.0.1:1/school", "port 1 failed: Connection refused"),
    ("postgresql://me:secret-word@localhost:1/school", "Connection refused"),
    ("postgresql+psycopg2://me:secret-word@127.0.0.1/school", "use postgresql+psycopg://"),
    ("postgresql://me@127.0.0.1:1/school?password=secret-word", "Connection refused"),
)
COMMANDS = (("serve", "--port", "0"), ("db", "upgrade"))


def expect_one_line(place: Place, address: str, words: str, **options: Any) -> None:
    """Every command that needs the database says in one line what is wrong, and no password."""
    for command in COMMANDS:
        code, out, err = run(place, *command, DATABASE_URL=address, **options)
        assert (code, out, err.count("\n")) == (2, "", 1), command
        assert err.startswith("trainer: error: postgresql+psycopg"), command
        assert words in err
        assert "secret-word" not in err
    code, out, err = run(place, "doctor", DATABASE_URL=address, **options)
    assert (code, err) == (1, "")
    (line,) = [line for line in out.splitlines() if line.startswith("BROKEN")]
    assert words in line
    assert "secret-word" not in out


@pytest.mark.parametrize(("address", "words"), WRONG)
def test_a_server_that_cannot_be_reached_is_one_line(folder: Place, address: str, words: str):
    expect_one_line(folder, address, words)


def test_a_missing_driver_is_one_line_that_says_what_to_install(folder: Place):
    address = "postgresql://me:secret-word@127.0.0.1:1/school"
    words = "the driver postgresql+psycopg is missing: install elfer-trainer[postgresql]"
    expect_one_line(folder, address, words, program=WITHOUT_DRIVER)


@pytest.mark.only_on("postgresql", "asks a server that is there")
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"database": "unknown"}, 'database "unknown" does not exist'),
        ({"password": "another-secret-word"}, "password authentication failed"),
    ],
)
def test_a_server_that_says_no_is_one_line(
    place: Place, member: sa.URL, wrong: dict[str, str], words: str
):
    address = member.set(**wrong).render_as_string(hide_password=False)
    expect_one_line(place, address, words)


@pytest.fixture
def member(place: Place) -> Iterator[sa.URL]:
    """The address of somebody who may use the database of a place with a password only."""
    assert place.database is not None
    url = sa.make_url(place.database)
    name = f"member_{os.getpid()}"
    with place.connection() as connection:
        connection.exec_driver_sql(f"CREATE ROLE {name} LOGIN PASSWORD 'secret-word'")
        port = connection.exec_driver_sql("SHOW port").scalar()
    # By the network, where a password is asked for.
    yield sa.URL.create(url.drivername, name, "secret-word", "127.0.0.1", port, url.database)
    with place.connection() as connection:
        connection.exec_driver_sql(f"DROP ROLE {name}")


def test_doctor_names_every_setting_and_part(folder: Place):
    _, out, err = run(folder, "doctor", TRAINER_WORKERS="3")
    assert err == ""
    assert re.search(r"TRAINER_WORKERS +3\n +server processes\n", out)
    for variable in ("TRAINER_DATA", "DATABASE_URL", "TRAINER_ANALYSIS_SECONDS", "TRAINER_HTTPS"):
        assert variable in out
    for part in ("program", "SQLite", "engine", "languages", "puzzles", "lessons", "database"):
        assert re.search(rf"^(ok    |BROKEN) {part} ", out, re.MULTILINE)
    assert "not made yet" in out
    # It only looks.
    assert not folder.data.exists()


def test_doctor_finds_nothing_broken_in_a_sound_installation(place: Place):
    run(place, "db", "upgrade")
    code, out, _ = run(place, "doctor")
    assert "BROKEN" not in out
    assert f"schema {database.head()}\n" in out
    assert code == 0


@pytest.mark.parametrize("url", ["nonsense", "sqlite:///{file}"])
def test_doctor_fails_on_a_database_that_cannot_be_used(folder: Place, url: str):
    file = folder.folder / "list"
    file.write_text("a shopping list\n" * 100)
    code, out, err = run(folder, "doctor", DATABASE_URL=url.format(file=file))
    assert (code, err) == (1, "")
    assert re.search(r"^BROKEN database ", out, re.MULTILINE)


def test_doctor_fails_on_a_database_of_a_newer_version(place: Place):
    run(place, "db", "upgrade")
    with place.connection() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    code, out, _ = run(place, "doctor")
    assert code == 1
    assert "schema 9999 is of another version" in out
