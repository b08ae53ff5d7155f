"""Measure and compare many rows; not part of the tests.

    EARL_ROWS_TESTED=earl-rows python bench.py speed 2000000   # rows per second of a processor
    EARL_ROWS_TESTED=earl-rows python bench.py equal 10000000  # two executors, and earl-rows alone

"speed" counts the time of processors, of all processes of Spark and of earl-rows, so that other
programs on the machine change little. "equal" compares the number of rows, and the sum and the exclusive or of the 64-bit hashes of
all rows as JSON, with what earl-rows prints as JSON lines for the same Parquet files.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from pyspark.sql import functions as F

import earl_spark
from conftest import session
from earl_spark import functions as U

SIX = "valid, host, normal, rfc3986.valid as v, rfc3986.host as h, rfc3986.normal as n"
URL = (
    "CASE WHEN id % 1000 = 1 THEN NULL WHEN id % 1000 = 2 THEN '' WHEN id % 90 = 3 THEN concat('http://h', id, '/a b') "
    "ELSE concat('https://www.host', pow(id % 1000, 2) % 83361, '.example.com/dir', id % 977, '/page/', id, '?q=', id % 13) END url"
)
COLUMNS = "id, valid, why, host, port, path, domain, whatwg.host as browser, normal, has_user"


def descendants():
    """Return the fields of /proc/PID/stat after the name, for all processes below this one."""
    stats = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stats[int(entry.name)] = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
    below = {os.getpid()}
    while True:
        more = {pid for pid, fields in stats.items() if int(fields[1]) in below} - below
        if not more:
            return [stats[pid] for pid in below]
        below |= more


def used():
    """Return the seconds of processors that they and their ended children used."""
    return sum(sum(map(int, fields[11:15])) for fields in descendants()) / os.sysconf("SC_CLK_TCK")


def noop(df):
    """Compute all of a DataFrame and throw it away. Return the seconds of processors."""
    start = used()
    df.write.format("noop").mode("overwrite").save()
    return used() - start


def speed(program, rows):
    spark = session("local[1]")
    df = spark.range(0, rows, numPartitions=1).selectExpr("id", URL).persist()
    df.count()

    def identity(batches):
        yield from batches

    jobs = {
        "read the rows": df,
        "parse_url(url, 'HOST')": df.selectExpr("try_parse_url(url, 'HOST')"),
        "identity in mapInArrow": df.select("url").mapInArrow(identity, "url string"),
        "url_host": df.select(U.url_host("url", binary=program)),
        "columns: valid": earl_spark.columns(df, "valid", binary=program),
        "columns: host": earl_spark.columns(df, "host", binary=program),
        "columns: six": earl_spark.columns(df, SIX, binary=program),
        "url_parse": df.select(U.url_parse("url", binary=program)),
    }
    for name, job in jobs.items():
        times = sorted(noop(job) for _ in range(3))
        print("%-24s %8.0f rows/s (%.1f to %.1f s)" % (name, rows / times[1], times[0], times[2]), flush=True)


def summary(df):
    """Return the number of rows, the sum and the exclusive or of their hashes."""
    row = F.xxhash64(F.to_json(F.struct("*"), {"ignoreNullFields": "false"}))
    got = df.select(row.alias("x")).agg(F.count("*"), F.sum(F.col("x").cast("decimal(38,0)")), F.expr("bit_xor(x)")).first()
    return tuple(got)


def equal(program, rows):
    import pyspark

    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    spark = session("local-cluster[2,1,1024]")
    earl_spark.ship(spark, program)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="earl-spark-"))
    spark.range(0, rows, numPartitions=8).selectExpr("id", URL).write.parquet(str(folder / "in"))
    out = earl_spark.columns(spark.read.parquet(str(folder / "in")), COLUMNS)
    start = time.monotonic()
    got = summary(out)
    print("Spark:     %d rows, sum %d, xor %d, %.0f s" % (*got, time.monotonic() - start), flush=True)
    lines = folder / "out.jsonl"
    start = time.monotonic()
    files = sorted(str(f) for f in (folder / "in").glob("*.parquet"))
    subprocess.run([program, "--select", COLUMNS, "-o", lines, *files], check=True)
    print("earl-rows: %.0f s" % (time.monotonic() - start), flush=True)
    want = summary(spark.read.schema(out.schema).json(str(lines)))
    print("earl-rows: %d rows, sum %d, xor %d" % want)
    shutil.rmtree(folder)
    if got != want:
        sys.exit("they differ")


if __name__ == "__main__":
    {"speed": speed, "equal": equal}[sys.argv[1]](os.path.abspath(os.environ["EARL_ROWS_TESTED"]), int(sys.argv[2]))
