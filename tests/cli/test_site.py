"""`trainer serve`, `trainer db`, `trainer doctor`, as a self-hoster meets them."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

from trainer.puzzles import bank
from trainer.puzzles.schema import Goal
from trainer.storage import database

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="signals of POSIX")

SECONDS = 120
# What a site says as well, for as long as nobody has a teacher's account.
NO_TEACHER = re.compile(r"There is no teacher yet\. .*/en/teach/sign-up .*\n")


class Site:
    """A running `trainer serve`; `line` is what it said when it was ready."""

    def __init__(self, folder: Path, *arguments: str, **options: Any) -> None:
        self.process = start(folder, "serve", *arguments, **options)
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


def start(
    folder: Path, *arguments: str, program: tuple[str, str] = TRAINER, **environment: str
) -> subprocess.Popen[str]:
    """Run `trainer` in another folder than the project's, with an environment of its own."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, *program, *arguments],
        cwd=elsewhere,
        env={"PATH": os.environ["PATH"], "TRAINER_DATA": str(folder / "data"), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def run(folder: Path, *arguments: str, **environment: str) -> tuple[int, str, str]:
    process = start(folder, *arguments, **environment)
    out, err = process.communicate(timeout=SECONDS)
    return process.returncode, out, err


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    sites: list[Site] = []

    def begin(*arguments: str, **options: Any) -> Site:
        site = Site(tmp_path, "--port", "0", *arguments, **options)
        sites.append(site)
        return site

    yield begin
    for site in sites:
        if site.process.poll() is None:
            site.end()


def test_the_site_says_where_it_is_and_stops_in_peace(serve: Callable[..., Site], tmp_path: Path):
    site = serve()
    assert re.fullmatch(r"Serving on http://127\.0\.0\.1:\d+/ \(Ctrl-C stops\)\n", site.line)
    assert '<html lang="en"' in site.get("en/")
    assert "Nothing is stored yet" in site.get("en/progress")
    assert (tmp_path / "data" / "trainer.sqlite3").exists()
    assert site.end() == (0, "")


def test_ctrl_c_stops_it_too(serve: Callable[..., Site]):
    assert serve().end(signal.SIGINT) == (0, "")


def test_where_there_is_no_fork_waitress_serves(serve: Callable[..., Site]):
    pytest.importorskip("waitress", reason="installed where there is no fork")
    site = serve(program=WITHOUT_FORK)
    assert site.line.startswith("Serving on http://127.0.0.1:")
    assert "Nothing is stored yet" in site.get("en/progress")
    assert site.end(signal.SIGINT) == (0, "")


@pytest.mark.parametrize(
    ("policy", "words"),
    [("invitation", "`trainer teachers invite` lets one in"), ("closed", "Nobody can become one")],
)
def test_until_there_is_a_teacher_the_site_says_how_to_become_one(
    serve: Callable[..., Site], policy: str, words: str
):
    assert serve(TRAINER_SIGN_UP=policy).next_line() == (
        f"There is no teacher yet. {words} (TRAINER_SIGN_UP={policy})\n"
    )


def test_no_other_user_of_the_machine_reads_key_or_database(
    serve: Callable[..., Site], tmp_path: Path
):
    serve().get("en/")
    files = list((tmp_path / "data").iterdir())
    assert {"secret-key", "trainer.sqlite3"} <= {file.name for file in files}
    assert {oct(file.stat().st_mode & 0o777) for file in files} == {"0o600"}


def test_two_servers_may_start_at_once_on_an_empty_folder(tmp_path: Path):
    processes = [start(tmp_path, "serve", "--port", "0", TRAINER_WORKERS="1") for _ in range(2)]
    lines = [p.stdout.readline() for p in processes if p.stdout]
    lines += [p.stdout.readline() for p in processes if p.stdout]
    ends = []
    for process in processes:
        process.terminate()
        ends.append((process.communicate(timeout=SECONDS), process.returncode))
    assert [line.split(":")[0] for line in lines[:2]] == ["Serving on http"] * 2
    assert all(map(NO_TEACHER.fullmatch, lines[2:]))
    assert ends == [(("", ""), 0)] * 2
    assert [p.name for p in (tmp_path / "data").glob("secret-key*")] == ["secret-key"]


def test_a_port_in_use_is_one_line(tmp_path: Path):
    with closing(socket.create_server(("127.0.0.1", 0))) as busy:
        port = busy.getsockname()[1]
        code, out, err = run(tmp_path, "serve", "--port", str(port))
    assert (code, out) == (2, "")
    assert err == (
        f"trainer: error: port {port} of 127.0.0.1 is in use; choose another one with --port\n"
    )
    # It was found before anything was made.
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("arguments", "environment", "words"),
    [
        (["--host", "nowhere.invalid"], {}, "cannot listen on nowhere.invalid"),
        (["--host", "203.0.113.1"], {}, "cannot listen on 203.0.113.1"),
        (["--port", "70000"], {}, "70000"),
        ([], {"DATABASE_URL": "nonsense"}, "not a database address"),
        ([], {"DATABASE_URL": "postgresql://me:secret-word@127.0.0.1:1/x"}, "127.0.0.1:1/x"),
        ([], {"DATABASE_URL": "sqlite:////proc/nowhere/x.sqlite3"}, "/proc/nowhere"),
        ([], {"TRAINER_DATA": "/proc/nowhere"}, "/proc/nowhere"),
        ([], {"TRAINER_WORKERS": "many"}, "TRAINER_WORKERS"),
    ],
)
def test_what_keeps_the_site_from_starting_is_one_line(
    tmp_path: Path, arguments: list[str], environment: dict[str, str], words: str
):
    code, out, err = run(tmp_path, "serve", "--port", "0", *arguments, **environment)
    assert (code, out) == (2, "")
    assert err.startswith("trainer: error: ")
    assert words in err
    assert err.count("\n") == 1
    assert "secret-word" not in err


def test_too_large_a_request_is_refused(serve: Callable[..., Site]):
    site = serve()
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(site.address + "en/progress/delete", b"x" * 200_000, SECONDS)
    with caught.value as answer:
        assert answer.status == 413


def test_the_server_header_tells_no_version(serve: Callable[..., Site]):
    with urllib.request.urlopen(serve().address + "en/", timeout=SECONDS) as answer:
        assert not re.search(r"\d", answer.headers.get("Server", ""))


def test_settings_of_gunicorn_itself_change_nothing(serve: Callable[..., Site]):
    site = serve(GUNICORN_CMD_ARGS="--bind 127.0.0.1:1 --workers 9")
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
    serve: Callable[..., Site],
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


def test_db_upgrade_makes_the_database(tmp_path: Path):
    code, out, err = run(tmp_path, "db", "upgrade")
    assert (code, err) == (0, "")
    assert f"schema {database.head()}" in out
    with closing(sqlite3.connect(tmp_path / "data" / "trainer.sqlite3")) as connection:
        assert connection.execute("SELECT count(*) FROM learner").fetchone() == (0,)


def test_db_upgrade_of_a_wrong_address_is_one_line(tmp_path: Path):
    code, out, err = run(tmp_path, "db", "upgrade", DATABASE_URL="mysql://x/y")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_db_tidy_says_what_has_gone(tmp_path: Path):
    code, out, err = run(tmp_path, "db", "tidy")
    assert (code, err) == (0, "")
    assert "guests: 0" in out
    assert "classes archived: 0" in out
    with closing(sqlite3.connect(tmp_path / "data" / "trainer.sqlite3")) as connection:
        assert connection.execute("SELECT chore FROM housekeeping").fetchall() == [("tidy",)]


def test_doctor_names_every_setting_and_part(tmp_path: Path):
    _, out, err = run(tmp_path, "doctor", TRAINER_WORKERS="3")
    assert err == ""
    assert re.search(r"TRAINER_WORKERS +3\n +server processes\n", out)
    for variable in ("TRAINER_DATA", "DATABASE_URL", "TRAINER_ANALYSIS_SECONDS", "TRAINER_HTTPS"):
        assert variable in out
    for part in ("program", "SQLite", "engine", "languages", "puzzles", "lessons", "database"):
        assert re.search(rf"^(ok    |BROKEN) {part} ", out, re.MULTILINE)
    assert "not made yet" in out
    # It only looks.
    assert not (tmp_path / "data").exists()


def test_doctor_finds_nothing_broken_in_a_sound_installation(tmp_path: Path):
    run(tmp_path, "db", "upgrade")
    code, out, _ = run(tmp_path, "doctor")
    assert "BROKEN" not in out
    assert f"schema {database.head()}\n" in out
    assert code == 0


@pytest.mark.parametrize(
    "url", ["nonsense", "postgresql://me:secret-word@127.0.0.1:1/x", "sqlite:///{file}"]
)
def test_doctor_fails_on_a_database_that_cannot_be_used(tmp_path: Path, url: str):
    (tmp_path / "list").write_text("a shopping list\n" * 100)
    code, out, err = run(tmp_path, "doctor", DATABASE_URL=url.format(file=tmp_path / "list"))
    assert (code, err) == (1, "")
    assert re.search(r"^BROKEN database ", out, re.MULTILINE)
    assert "secret-word" not in out


def test_doctor_fails_on_a_database_of_a_newer_version(tmp_path: Path):
    run(tmp_path, "db", "upgrade")
    with closing(sqlite3.connect(tmp_path / "data" / "trainer.sqlite3")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    code, out, _ = run(tmp_path, "doctor")
    assert code == 1
    assert "schema 9999 is of another version" in out
