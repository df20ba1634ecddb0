"""``trainer puzzles mine | choose | retag | rate | verify`` as their users see them."""

from __future__ import annotations

import builtins
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trainer.cli import cli
from trainer.cli.progress import Bar, duration
from trainer.puzzles import bank
from trainer.puzzles.mining.shelving import read


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["puzzles", *arguments], catch_exceptions=False)


def mine(folder: Path, *more: str) -> Result:
    return run("mine", str(folder), "--kind", "endgame", "--games", "4", "--profile", *more)


def test_mining_writes_records_and_says_where(tmp_path):
    result = mine(tmp_path, "official")
    records = list(read(tmp_path / "records.jsonl"))
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{len(records)} puzzles of 2 jobs")
    assert {record.source for record in records} == {"mined"}
    assert len(list((tmp_path / "jobs").glob("*.jsonl"))) == 2


def test_mining_again_does_nothing_again_and_gives_the_same(tmp_path, monkeypatch):
    mine(tmp_path, "official")
    before = (tmp_path / "records.jsonl").read_text()
    monkeypatch.setattr("trainer.puzzles.mining.running.mine", None)
    assert mine(tmp_path, "official").exit_code == 0
    assert (tmp_path / "records.jsonl").read_text() == before


def test_the_last_job_alone_is_done_again_where_its_file_is_missing(tmp_path):
    mine(tmp_path, "official")
    before = (tmp_path / "records.jsonl").read_text()
    sorted((tmp_path / "jobs").glob("*.jsonl"))[-1].unlink()
    mine(tmp_path, "official")
    assert (tmp_path / "records.jsonl").read_text() == before


def test_unknown_rules_are_one_line_of_error(tmp_path, capsys):
    from trainer.cli import main

    with pytest.raises(SystemExit) as caught:
        main(["puzzles", "mine", str(tmp_path), "--profile", "chess"])
    assert caught.value.code == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_cluster_without_its_extra_is_explained(tmp_path, monkeypatch):
    found = builtins.__import__

    def without(name, *rest, **more):
        if name == "distributed":
            raise ImportError(name)
        return found(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    result = mine(tmp_path, "official", "--scheduler", "tcp://127.0.0.1:1")
    assert result.exit_code != 0
    assert "elfer-trainer[cluster]" in result.stderr


def test_chosen_records_make_a_bank_without_faults(tmp_path, monkeypatch):
    mine(tmp_path, "official", "--profile", "classic")
    folder = tmp_path / "bank"
    (folder / "official").mkdir(parents=True)
    bank.load.cache_clear()
    result = run("choose", str(tmp_path / "records.jsonl"), "--bank", str(folder))
    counts = dict(re.findall(r"(\d+) (\S+)", result.stdout))
    assert result.exit_code == 0
    assert counts
    monkeypatch.setattr(bank, "data_folder", lambda name: folder)
    bank.load.cache_clear()
    checked = run("check")
    verified = run("verify", "--sample", "1")
    retagged = run("retag", "--bank", str(folder), "--values")
    bank.load.cache_clear()
    assert "0 faults" in checked.stdout
    assert "1 verified, 0 not in time, 0 faults" in verified.stdout
    assert retagged.stdout.startswith("0 of ")


def test_a_twin_in_the_bank_is_a_fault(tmp_path, monkeypatch):
    example = bank.load().puzzles[0]
    (tmp_path / "official").mkdir()
    twin = run("certify", example.line.replace("R9", "G9"), "--goal", "best").stdout
    own = run("certify", example.line, "--goal", "best").stdout
    (tmp_path / "official" / "a.jsonl").write_text(own + twin)
    monkeypatch.setattr(bank, "data_folder", lambda name: tmp_path)
    bank.load.cache_clear()
    result = run("check")
    bank.load.cache_clear()
    assert result.exit_code == 1
    assert "record 2: position: the same as record 1 of official/a.jsonl" in result.stderr


def test_a_drifted_record_fails_the_verification(tmp_path, monkeypatch):
    record = json.loads(run("certify", bank.load().puzzles[0].line, "--goal", "best").stdout)
    record["turns"][1]["margin"] -= 1
    record["turns"][1]["loss"] += 1
    (tmp_path / "official").mkdir()
    (tmp_path / "official" / "a.jsonl").write_text(json.dumps(record) + "\n")
    monkeypatch.setattr(bank, "data_folder", lambda name: tmp_path)
    bank.load.cache_clear()
    result = run("verify")
    bank.load.cache_clear()
    assert result.exit_code == 1
    assert "is worth -19 now, not -20" in result.stderr


def test_rates_are_told_by_player_and_group():
    result = run("rate", "dump", "--sample", "20")
    assert re.match(r"dump +\d+\.\d%  .*exact \d+/\d+", result.stdout)


def test_durations_are_told_in_minutes_or_hours():
    assert duration(7) == "0:07"
    assert duration(125.4) == "2:05"
    assert duration(3723) == "1:02:03"


def test_progress_shows_rate_and_time_left_on_a_terminal(monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    bar = Bar("mining", 10)
    bar.to(5, 2.0, 2.5, ", 3 puzzles")
    bar.close()
    assert "mining 5/10, 2.0 a second, 0:02 left, 3 puzzles" in capsys.readouterr().err


def test_progress_is_silent_without_a_terminal(capsys):
    bar = Bar("mining", 10)
    bar.step()
    bar.close()
    assert capsys.readouterr().err == ""
    assert bar.done == 1
