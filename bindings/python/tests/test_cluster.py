"""Counting and solving on Spark: the same to the last byte as without it, also
when machines fail."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("pyspark")

import legatus
from legatus import spark as cluster


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    # What is compiled for so short a time need not be compiled well.
    os.environ["JAVA_TOOL_OPTIONS"] = "-XX:TieredStopAtLevel=1"
    builder = SparkSession.builder.master("local[2]").appName("tests")
    builder = builder.config("spark.ui.enabled", "false")
    builder = builder.config("spark.local.dir", str(tmp_path_factory.mktemp("spark")))
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def test_spark_counts_the_same(session):
    alone = cluster.count("legionnaires", "3x4")
    spread = cluster.count("legionnaires", "3x4", spark=session, partitions=3, small=0)
    assert spread.to_json() == alone.to_json()


#: Clusters, and texts of heaps whose moves lower the rank by more than one.
@pytest.mark.parametrize("game, position", [("legionnaires", "3x3"), ("kayles", "3")])
def test_spark_solves_the_same(session, game, position, tmp_path):
    alone = cluster.solve(game, position)
    path = str(tmp_path)
    spread = cluster.solve(game, position, spark=session, path=path, keep=True, small=0)
    assert spread.to_json() == alone.to_json()
    start = legatus.position(game, position)
    assert cluster.lookup(game, position, start.text, path=path) == start.outcome()


def test_many_questions_are_answered_the_same(session):
    for ask in (
        lambda **spark: cluster.value_table("domineering", ["2x2", "1x2", "2x3"], **spark),
        lambda **spark: cluster.find("clobber", "1x4", value="*", **spark),
        lambda **spark: cluster.match("nim", "3,4,5", "random", "random", games=50, **spark),
    ):
        assert str(ask(spark=session)) == str(ask())


def test_what_is_wrong_is_told(session, tmp_path):
    with pytest.raises(legatus.Error, match="1 to 4096 partitions"):
        cluster.count("nim", "1", spark=session, partitions=0)
    path = tmp_path / "levels"
    cluster.count("legionnaires", "3x4", path=str(path), keep=True)
    for level in range(3, 20):
        shutil.rmtree(path / f"level-{level:04}", ignore_errors=True)
    (rows,) = (path / "level-0002").glob("*.parquet")
    rows.write_bytes(b"no rows")
    with pytest.raises(legatus.Error, match="level-0002.*cannot be read"):
        cluster.count("legionnaires", "3x4", path=str(path), spark=session, keep=True, small=0)


def start_job(position, path):
    """A count on two executors, each a process."""
    command = ["-m", "legatus.spark", "count", "legionnaires", position, "--keep"]
    return subprocess.Popen(
        [sys.executable, *command, "--path", str(path), "--small", "0"],
        env={
            **os.environ,
            "PYSPARK_PYTHON": sys.executable,
            "PYSPARK_SUBMIT_ARGS": "--master local-cluster[2,1,3072] "
            f"--conf spark.ui.enabled=false --conf spark.local.dir={path}.spark pyspark-shell",
        },
        stdout=subprocess.DEVNULL,
        stderr=open(f"{path}.log", "w"),
        start_new_session=True,
    )


def executors(job):
    """The executors of a job, by their pids."""
    for place in Path("/proc").iterdir():
        try:
            words = (place / "cmdline").read_bytes().split(b"\0")
            if b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in words:
                if os.getsid(int(place.name)) == job.pid:
                    yield int(place.name)
        except (OSError, ValueError):
            continue


def wait_for(level, path, job):
    for _ in range(6000):
        if (path / f"level-{level:04}" / "manifest.json").exists():
            return
        log = Path(f"{path}.log")
        assert job.poll() is None, log.read_text()[-3000:]
        time.sleep(0.05)
    pytest.fail(f"level {level} did not come")


def test_killed_executors_and_drivers_change_nothing(session, tmp_path, full):
    position, lost, killed = ("6x6-18", 6, 9) if full else ("4x5-10", 2, 4)
    path = tmp_path / "levels"
    path.mkdir()
    job = start_job(position, path)
    try:
        wait_for(lost, path, job)
        victim = next(executors(job))
        os.kill(victim, signal.SIGKILL)
        wait_for(killed, path, job)
        assert job.poll() is None, "the job has ended before it could be killed"
    finally:
        os.killpg(job.pid, signal.SIGKILL)
        job.wait()
    known = legatus.ask("count", "legionnaires", position)
    done = len(list(path.glob("level-*/manifest.json")))
    assert killed < done <= len(known["levels"])
    resumed = cluster.count("legionnaires", position, path=str(path), spark=session, keep=True)
    assert resumed.to_json() == cluster.count("legionnaires", position).to_json()
    assert (resumed.positions, resumed.edges) == (known["positions"], known["edges"])
    assert resumed.levels["positions"] == known["levels"]


def test_the_program_submits(tmp_path, root):
    """`legatus spark-job`, if the program was built."""
    program = root / "target/debug/legatus"
    if not program.exists():
        pytest.skip("the program was not built")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    words = ["spark-job", "count", "legionnaires", "3x4", "--master", "local[1]", "--json"]
    words += ["--path", str(tmp_path / "levels"), "--conf", "spark.ui.port=0"]
    done = subprocess.run([program, *words], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    answer = json.loads(done.stdout)
    assert "progress is shown at" in done.stderr
    assert answer["positions"] == legatus.ask("count", "legionnaires", "3x4")["positions"]
