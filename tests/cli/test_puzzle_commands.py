from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from tests.puzzles.samples import EXAMPLE
from trainer.cli import cli
from trainer.puzzles import bank


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["puzzles", *arguments], catch_exceptions=False)


def test_list_gives_one_record_a_line_with_the_keys_of_the_contract():
    lines = run("list", "--json").stdout.splitlines()
    assert len(lines) == len(bank.load().puzzles)
    first = json.loads(lines[0])
    assert {"id", "position", "goal", "themes", "level", "certificate", "turns"} <= set(first)
    assert first["position"] == EXAMPLE
    assert len(run("list").stdout.splitlines()) == len(lines)


def test_check_passes_on_the_bank():
    result = run("check")
    assert result.exit_code == 0
    assert ", 0 faults" in result.stdout


def test_check_names_file_record_and_field_of_a_fault(tmp_path, monkeypatch):
    (tmp_path / "official").mkdir()
    record = json.loads(run("certify", EXAMPLE, "--goal", "best").stdout)
    record["themes"] = ["stop"]
    (tmp_path / "official" / "mine.jsonl").write_text(json.dumps(record) + "\n")
    monkeypatch.setattr(bank, "data_folder", lambda name: tmp_path)
    bank.load.cache_clear()
    result = run("check")
    bank.load.cache_clear()
    assert result.exit_code == 1
    assert "official/mine.jsonl: record 1: themes: must be" in result.stderr


def test_a_bank_that_cannot_be_read_is_one_line_and_exit_status_2(tmp_path, monkeypatch):
    from trainer.cli import main

    (tmp_path / "classic").mkdir()
    (tmp_path / "classic" / "mine.jsonl").write_text("{}\n")
    monkeypatch.setattr(bank, "data_folder", lambda name: tmp_path)
    bank.load.cache_clear()
    with pytest.raises(SystemExit) as caught:
        main(["puzzles", "list"])
    bank.load.cache_clear()
    assert caught.value.code == 2


def test_certify_prints_a_finished_record():
    result = run("certify", EXAMPLE, "--goal", "unload", "--level", "2", "--source", "me")
    record = json.loads(result.stdout)
    assert (record["goal"], record["level"], record["source"]) == ("unload", 2, "me")
    assert result.exit_code == 0


def test_certify_says_what_makes_a_position_no_puzzle():
    result = run("certify", "-/-/-/11 B10 =R1 77 official", "--goal", "best")
    assert result.exit_code == 1
    assert "turns: every turn solves it" in result.stderr


def test_quick_verification_passes_on_the_bank():
    result = run("verify", "--quick")
    assert result.exit_code == 0
    assert f"{len(bank.load().puzzles)} verified, 0 not in time, 0 faults" in result.stdout
