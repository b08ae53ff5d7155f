"""What the tests share: the program, broken programs, and Spark sessions."""

import os
import pathlib
import shutil
import stat
import sys
import threading
import time

import pytest

os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
for variable in ("EARL_ROWS", "EARL"):
    os.environ.pop(variable, None)  # executors find the programs in another way

HERE = pathlib.Path(__file__).parent


@pytest.fixture(scope="session")
def earl_rows():
    """The program earl-rows, whose path is in the environment variable EARL_ROWS_TESTED."""
    path = os.environ.get("EARL_ROWS_TESTED")
    if not path:
        pytest.fail("EARL_ROWS_TESTED must have the path of earl-rows: go -C cmd/earl-rows build -o FILE .")
    return os.path.abspath(path)


@pytest.fixture(scope="session")
def earl():
    """The program earl, whose path is in the environment variable EARL_TESTED."""
    path = os.environ.get("EARL_TESTED")
    if not path:
        pytest.fail("EARL_TESTED must have the path of earl: go build -o FILE ./cmd/earl")
    return os.path.abspath(path)


@pytest.fixture
def own(earl_rows, tmp_path):
    """A copy of earl-rows whose processes belong to this test."""
    return shutil.copy(earl_rows, tmp_path / "earl-rows")


@pytest.fixture
def broken(tmp_path):
    """A function that makes a program with a fault, and returns its path. With a file, only
    the first process has the fault, and makes the file."""

    def make(fault, batch=0, file=""):
        path = tmp_path / ("earl-rows-" + fault)
        path.write_text(
            "#!/bin/sh\nEARL_TEST_FAULT=%s EARL_TEST_BATCH=%d EARL_TEST_FILE='%s' exec '%s' '%s' '%s'\n"
            % (fault, batch, file, sys.executable, HERE / "broken.py", path)
        )
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return make


def processes(word):
    """Return the ids of the running processes that have word as an argument."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if os.fsencode(word) in (entry / "cmdline").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def kill_one(word, among=None, when=lambda: True):
    """Kill one process that has word as an argument, and is among these if they are given,
    as soon as there is one and when() is true. Return a thread, which has the id of the
    process as its attribute killed, or None."""

    def run():
        end = time.monotonic() + 60
        while time.monotonic() < end:
            for pid in processes(word):
                if (among is None or pid in among) and when():
                    os.kill(pid, 9)
                    thread.killed = pid
                    return
            time.sleep(0.02)

    thread = threading.Thread(target=run, daemon=True)
    thread.killed = None
    thread.start()
    return thread


def session(master, **more):
    """Return a new Spark session."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.shuffle.partitions", "4").config("spark.driver.memory", "2g")
    for key, value in more.items():
        builder = builder.config(key.replace("_", "."), value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")  # many tasks of these tests fail
    return spark


@pytest.fixture(scope="module")
def local():
    """Spark in this process: two threads, and three attempts for a task."""
    spark = session("local[2,3]")
    yield spark
    spark.stop()


@pytest.fixture(scope="module")
def cluster():
    """Spark with two executors, each a process with one core and 1 GiB."""
    import pyspark

    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    spark = session("local-cluster[2,1,1024]")
    yield spark
    spark.stop()


def slowly(df, seconds):
    """Return the same DataFrame, whose batches take their time."""

    def run(batches):
        for batch in batches:
            time.sleep(seconds)
            yield batch

    return df.mapInArrow(run, df.schema)
