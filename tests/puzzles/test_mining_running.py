"""Running jobs: stopped and taken up again, on one process, on several, on a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.puzzles.samples import EXAMPLE, puzzle
from trainer.puzzles.mining import journal as journal_module
from trainer.puzzles.mining import running
from trainer.puzzles.mining.jobs import Job, Kind, blocks
from trainer.puzzles.mining.journal import Journal, JournalError
from trainer.puzzles.mining.running import Progress, alone, in_processes, merged, run

JOBS = list(blocks([Kind.ENDGAME, Kind.RULES], ["official", "classic"], [3], range(2), 1))


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory):
    found = run(JOBS, Journal(tmp_path_factory.mktemp("alone")), alone)
    assert len(found) >= 4
    return found


class StoppedError(Exception):
    """Somebody pressed Ctrl-C."""


def stopping(after: int):
    """A runner that is stopped after some jobs."""

    def runner(jobs: Sequence[Job]) -> Iterator[running.Done]:
        for number, done in enumerate(alone(jobs)):
            if number == after:
                raise StoppedError
            yield done

    return runner


def test_a_stopped_run_goes_on_where_it_was(tmp_path, expected):
    journal = Journal(tmp_path)
    with pytest.raises(StoppedError):
        run(JOBS, journal, stopping(3))
    assert [journal.has(job) for job in JOBS] == [True] * 3 + [False] * (len(JOBS) - 3)
    done: list[Job] = []

    def counting(jobs: Sequence[Job]) -> Iterator[running.Done]:
        done.extend(jobs)
        return alone(jobs)

    assert run(JOBS, journal, counting) == expected
    assert done == JOBS[3:]
    assert run(JOBS, journal, stopping(0)) == expected


def test_several_processes_give_the_same_records(tmp_path, expected):
    assert run(JOBS, Journal(tmp_path), in_processes(2)) == expected


def test_the_order_in_which_jobs_are_finished_makes_no_difference(tmp_path, expected):
    def backwards(jobs: Sequence[Job]) -> Iterator[running.Done]:
        return alone(list(reversed(jobs)))

    assert run(JOBS, Journal(tmp_path), backwards) == expected


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_a_cluster_gives_the_same_records(tmp_path, expected):
    distributed = pytest.importorskip(
        "distributed", reason="the extra elfer-trainer[cluster] is not installed"
    )
    quiet = {"dashboard_address": None, "silence_logs": 50}
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, **quiet
        ) as cluster,
        running.on_cluster(cluster.scheduler_address) as runner,
    ):
        assert run(JOBS, Journal(tmp_path), runner) == expected


def test_an_unfinished_file_counts_as_nothing(tmp_path):
    journal = Journal(tmp_path)
    (tmp_path / f"{JOBS[0].name}.part").write_text("half")
    assert not journal.has(JOBS[0])


def test_a_job_done_by_another_engine_is_done_again(tmp_path, monkeypatch):
    journal = Journal(tmp_path)
    journal.write(JOBS[0], [puzzle()])
    assert journal.has(JOBS[0])
    assert journal.read(JOBS[0]) == (puzzle(),)
    monkeypatch.setattr(journal_module, "ENGINE_VERSION", "another")
    assert not journal.has(JOBS[0])


def test_a_damaged_file_is_named(tmp_path: Path):
    journal = Journal(tmp_path)
    journal.write(JOBS[0], [puzzle()])
    path = tmp_path / f"{JOBS[0].name}.jsonl"
    path.write_text(path.read_text()[:-40])
    with pytest.raises(JournalError, match=JOBS[0].name):
        journal.read(JOBS[0])
    path.write_text("nonsense\n")
    with pytest.raises(JournalError, match=JOBS[0].name):
        journal.has(JOBS[0])


def test_twins_are_one_the_first():
    twin = puzzle(EXAMPLE.replace("R9", "G9"))
    assert merged([puzzle(), twin, puzzle(goal="unload"), puzzle()]) == (
        puzzle(),
        puzzle(goal="unload"),
    )


def test_progress_tells_rate_and_time_left(tmp_path):
    seen: list[Progress] = []
    run(JOBS[:2], Journal(tmp_path), alone, seen.append)
    assert [(one.done, one.total) for one in seen] == [(1, 2), (2, 2)]
    assert seen[0].left is not None
    assert seen[0].left == pytest.approx(seen[0].seconds)
    assert seen[1].left == 0
    assert Progress(5, 10, 3, 2.0, 4).rate == 2
    assert Progress(0, 10, 0, 0.0, 0).left is None
