"""Two executors, which have neither the program nor the package."""

import os

import pyarrow as pa
import pytest

import corpus
import earl_spark
from conftest import kill_one, processes, slowly

EXECUTOR = "org.apache.spark.executor.CoarseGrainedExecutorBackend"


@pytest.fixture(scope="module")
def shipped(cluster, earl_rows):
    """The cluster, after the program was shipped."""
    earl_spark.ship(cluster, earl_rows)
    return cluster


@pytest.fixture(scope="module")
def schema(shipped, earl_rows):
    """The schema of corpus.COLUMNS."""
    df = shipped.createDataFrame(corpus.table(1))
    return earl_spark.columns(df, corpus.COLUMNS, binary=earl_rows).schema


def test_values_are_those_of_earl_rows(shipped, schema, earl_rows):
    inputs = corpus.table(int(os.environ.get("EARL_SPARK_ROWS", "100000")))
    df = shipped.createDataFrame(inputs).repartition(4)
    got = corpus.result(earl_spark.columns(df, corpus.COLUMNS, schema=schema))
    assert got == corpus.reference(earl_rows, inputs)


def test_both_executors_have_the_shipped_program(shipped, earl_rows):
    find = earl_spark.find_binary

    def where(batches):
        for batch in batches:
            path = find()
            with open(path, "rb") as f:
                yield pa.RecordBatch.from_pydict({"path": [path], "size": [len(f.read())]})

    rows = slowly(shipped.range(8, numPartitions=4), 0.5).mapInArrow(where, "path string, size long").collect()
    assert len({row.path for row in rows}) == 2
    assert {row.size for row in rows} == {os.path.getsize(earl_rows)}


def test_a_killed_executor_changes_nothing(shipped, schema, earl_rows):
    shipped.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 1000)
    inputs = corpus.table(30_000)
    before = processes(EXECUTOR)
    df = slowly(shipped.createDataFrame(inputs).repartition(2), 0.2)
    out = earl_spark.columns(df, corpus.COLUMNS, schema=schema)
    killer = kill_one_when_busy(before)
    got = corpus.result(out)
    killer.join()
    assert killer.killed in before
    assert got == corpus.reference(earl_rows, inputs)


def kill_one_when_busy(executors):
    """Kill an executor when a program earl-rows runs."""
    return kill_one(EXECUTOR, executors, when=lambda: processes("--select"))
