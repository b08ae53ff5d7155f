"""columns() in one process: the values, the settings of Spark, and what can fail."""

import time

import pyarrow as pa
import pytest
from pyspark.errors import PySparkException

import corpus
import earl_spark
from conftest import kill_one, processes, slowly


@pytest.fixture
def batch_size(local):
    """A function that sets the rows of a batch for one test."""
    key = "spark.sql.execution.arrow.maxRecordsPerBatch"
    old = local.conf.get(key)
    yield lambda n: local.conf.set(key, n)
    local.conf.set(key, old)


@pytest.mark.parametrize("rows, batch, large", [(1_000, 1, "false"), (30_000, 10_000, "true"), (30_000, 1_000_000, "false")])
def test_values_are_those_of_earl_rows(local, earl_rows, batch_size, rows, batch, large):
    batch_size(batch)
    local.conf.set("spark.sql.execution.arrow.useLargeVarTypes", large)
    inputs = corpus.table(rows, extra=["", None, "http://h/" + 65536 * "a"])
    df = local.createDataFrame(inputs).repartition(3)
    got = corpus.result(earl_spark.columns(df, corpus.COLUMNS, binary=earl_rows))
    local.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "false")
    assert got == corpus.reference(earl_rows, inputs)


def test_hard_texts_as_binary(local, earl_rows):
    urls = corpus.HARD + [corpus.url(i) for i in range(500)]
    inputs = pa.table({"id": pa.array(range(len(urls)), pa.int64()), "url": pa.array(urls, pa.binary())})
    df = local.createDataFrame(inputs).repartition(2)
    got = corpus.result(earl_spark.columns(df, corpus.COLUMNS, binary=earl_rows))
    assert got == corpus.reference(earl_rows, inputs)


def test_columns_of_the_input_are_repeated(local, earl_rows):
    df = local.sql(
        "SELECT 'http://h/a' link, array(1, 2) list, named_struct('x', 1.5D) pair, map('k', 2) pairs, "
        "timestamp'2026-01-02 03:04:05' time, date'1994-12-01' day, decimal(1.25) amount, X'00ff' bytes, 'b' `odd.name`, 1 unused"
    )
    select = "link, list, pair, pairs, time, day, amount, bytes, whatwg.host as host"
    out = earl_spark.columns(df, select, url="link", binary=earl_rows)
    kept = df.select("link", "list", "pair", "pairs", "time", "day", "amount", "bytes")
    assert out.collect()[0][:-1] == kept.collect()[0]
    assert [f.dataType for f in out.schema][:-1] == [f.dataType for f in kept.schema]
    assert out.collect()[0].host == "h"


def test_all_columns_of_the_input_are_repeated(local, earl_rows):
    df = local.createDataFrame([(1, "http://h/", 2)], "id long, url string, other long")
    out = earl_spark.columns(df, "*, host", binary=earl_rows)
    assert out.columns == ["id", "url", "other", "host"]
    assert tuple(out.first()) == (1, "http://h/", 2, "h")


@pytest.mark.parametrize("name", ["a.b", "a.b.c", "page url", "a`b", "1", "名"])
def test_names_with_dots_and_other_characters(local, earl_rows, name):
    # source: databricks/koalas#217
    quoted = "`%s`" % name.replace("`", "``")
    df = local.sql("SELECT 'http://h/' url, 1 %s" % quoted)
    assert earl_spark.columns(df, "*, host", binary=earl_rows).collect() == [("http://h/", 1, "h")]
    df = local.sql("SELECT 'http://h/' %s, 1 n" % quoted)
    assert earl_spark.columns(df, "n, host", url=name, binary=earl_rows).collect() == [(1, "h")]


def test_a_column_without_any_value(local, earl_rows):
    df = local.sql("SELECT 'http://h/' url, NULL x, array(NULL) y")
    assert earl_spark.columns(df, "*, host", binary=earl_rows).collect() == [("http://h/", None, [None], "h")]
    df = local.sql("SELECT NULL url")
    assert earl_spark.columns(df, "url, host", binary=earl_rows).collect() == [(None, None)]


def test_the_base_is_a_column(local, earl_rows):
    df = local.createDataFrame([("x", "http://h/a/b"), ("x", None), ("http://i/", "http://h/")], "url string, base string")
    out = earl_spark.columns(df, "resolve(base) as there", binary=earl_rows)
    assert [r.there for r in out.collect()] == ["http://h/a/x", None, "http://i/"]


def test_a_wrong_selection_fails_before_a_task(local, earl_rows):
    df = local.createDataFrame([("x",)], "url string")
    with pytest.raises(ValueError, match='unknown column "nosuch"'):
        earl_spark.columns(df, "nosuch", binary=earl_rows)
    with pytest.raises(ValueError, match="edition"):
        earl_spark.columns(df, "host", edition="rfc1", binary=earl_rows)


def test_nothing_starts_for_empty_partitions(local, earl_rows, tmp_path):
    starts = tmp_path / "starts"
    program = tmp_path / "earl-rows"
    program.write_text("#!/bin/sh\necho >>'%s'\nexec '%s' \"$@\"\n" % (starts, earl_rows))
    program.chmod(0o755)
    df = local.range(0, 80, numPartitions=8).filter("id = 42").selectExpr("id", "'http://h/' url")
    out = earl_spark.columns(df, "id, valid", binary=str(program), schema="id bigint, valid boolean")
    assert [tuple(row) for row in out.collect()] == [(42, True)]
    assert len(starts.read_text().splitlines()) == 1


def test_skewed_partitions(local, earl_rows):
    small, large = corpus.table(100, start=20_000), corpus.table(20_000)
    df = local.createDataFrame(large).coalesce(1).union(local.createDataFrame(small).repartition(7))
    got = corpus.result(earl_spark.columns(df, corpus.COLUMNS, binary=earl_rows))
    assert got == corpus.reference(earl_rows, pa.concat_tables([large, small]))


def test_a_killed_program_is_started_again(local, own, batch_size):
    batch_size(500)
    inputs = corpus.table(10_000)
    df = slowly(local.createDataFrame(inputs).repartition(2), 0.1)
    out = earl_spark.columns(df, corpus.COLUMNS, binary=own)
    killer = kill_one(own)
    got = corpus.result(out)
    killer.join()
    assert killer.killed
    assert got == corpus.reference(own, inputs)


def test_a_hanging_program_is_started_again(local, broken, tmp_path):
    file = tmp_path / "hung"
    df = local.createDataFrame(corpus.table(100)).coalesce(1)
    program = broken("hang", file=file)
    out = earl_spark.columns(df, "valid", binary=program, limit=15, schema="valid boolean")
    assert len(out.collect()) == 100
    assert file.exists()
    assert not processes(program)


@pytest.mark.parametrize(
    "fault, message",
    [
        ("truncate", "no answer for rows 50 to 99: exit status 0"),
        ("status", "no answer for rows 50 to 99: exit status 3\nearl-rows: row 7: internal fault"),
    ],
)
def test_a_program_that_always_fails_fails_the_job(local, broken, batch_size, fault, message):
    batch_size(50)
    df = local.createDataFrame(corpus.table(120)).coalesce(1)
    out = earl_spark.columns(df, "valid", binary=broken(fault, batch=1), schema="valid boolean")
    with pytest.raises(PySparkException) as e:
        out.collect()
    assert "partition 0, attempt 2: earl-rows: " + message in str(e.value)


def test_a_limit_leaves_no_program(local, own):
    df = local.range(10_000_000).selectExpr("id", "concat('http://h', id % 1000, '/', id) url")
    rows = earl_spark.columns(df, "id, host, normal", binary=own).limit(10).collect()
    assert len(rows) == 10
    end = time.monotonic() + 5
    while processes(own) and time.monotonic() < end:
        time.sleep(0.1)
    assert not processes(own)
