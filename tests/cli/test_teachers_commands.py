"""`trainer teachers`: for whoever runs a site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.classes.cast import cast
from tests.classes.hashing import cheap_hashes
from tests.conftest import Prepare
from trainer.classes import recovery, signing_up
from trainer.classes import teachers as accounts
from trainer.classes.signing_up import NewAccount
from trainer.cli.teachers import teachers
from trainer.config import Settings
from trainer.storage import database
from trainer.storage.database import Sessions

__all__ = ["cheap_hashes"]
CODE = re.compile(r": (\w{4}-\w{4}-\w{4}-\w{4})$", re.MULTILINE)
NAME, PASSWORD = "Ms Frizzle", "seatbelts everyone"


@pytest.fixture
def sessions(tmp_path: Path, prepared: Prepare, monkeypatch: pytest.MonkeyPatch):
    settings = prepared(Settings.from_environment({"TRAINER_DATA": str(tmp_path)}))
    monkeypatch.setenv("TRAINER_DATA", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", settings.database_url)
    engine = database.create_engine(settings)
    yield database.session_factory(engine)
    engine.dispose()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(teachers, arguments)


def code_in(output: str) -> str:
    found = CODE.search(output)
    assert found is not None, output
    return found[1]


@pytest.mark.usefixtures("cheap_hashes")
def test_an_invitation_lets_one_teacher_in(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAINER_SIGN_UP", "invitation")
    result = run("invite", "--note", "maths, 2nd floor", "--days", "3")
    code = code_in(result.output)
    assert "for 3 days" in result.output
    assert f"/en/teach/sign-up?invitation={code}\n" in result.output
    assert result.stderr == ""
    assert re.search(r"^invitation until \S+  maths, 2nd floor$", run("list").output, re.MULTILINE)
    wanted = NewAccount(NAME, PASSWORD, code)
    assert signing_up.register(sessions, wanted, policy="invitation")
    listed = run("list").output
    assert "invitation until" not in listed
    assert re.search(rf"^\S+  \S+        0  {NAME}$", listed, re.MULTILINE)


@pytest.mark.parametrize(("policy", "words"), [("open", "without one"), ("closed", "nobody")])
def test_where_an_invitation_does_nothing_it_says_so(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch, policy: str, words: str
) -> None:
    monkeypatch.setenv("TRAINER_SIGN_UP", policy)
    assert words in run("invite").stderr


def test_the_list_says_how_many_classes_each_teacher_has(sessions: Sessions) -> None:
    cast(sessions)
    found = re.findall(r"^\d{4}-\d\d-\d\d  \d{4}-\d\d-\d\d +(\d)  (.+)$", run("list").output, re.M)
    assert found == [("1", "Ms Teacher"), ("1", "Mr Co-Teacher"), ("1", "Dr Outsider")]


@pytest.mark.usefixtures("cheap_hashes")
def test_reset_gives_a_code_for_one_new_password(sessions: Sessions) -> None:
    signing_up.register(sessions, NewAccount(NAME, PASSWORD))
    result = run("reset", "ms frizzle")
    assert "/en/teach/recover" in result.output
    recovery.recover(sessions, NAME, code_in(result.output), "raise your hands")
    assert accounts.sign_in(sessions, NAME, "raise your hands")


def test_reset_of_an_unknown_name_is_one_line(sessions: Sessions) -> None:
    result = run("reset", "Nobody")
    assert result.exit_code != 0
    assert result.output.strip() == "Error: no teacher has the name 'Nobody'"
