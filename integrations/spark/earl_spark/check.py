"""Check links on a cluster, by the program earl."""

import json
import os
import subprocess
import tempfile

import pyarrow as pa
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import IntegerType, LongType, StringType, StructField, StructType

from earl_spark.binary import find_binary
from earl_spark.functions import url_server
from earl_spark.process import EarlRowsError
from earl_spark.task import task_name

STATE = (
    ("state", StringType()),
    ("tries", IntegerType()),
    ("next_at", StringType()),
    ("checked_at", StringType()),
    ("modified", StringType()),
    ("status", StringType()),
    ("why", StringType()),
    ("location", StringType()),
    ("type", StringType()),
    ("size", LongType()),
    ("digest", StringType()),
    ("shape", StringType()),
    ("title", StringType()),
)
"""The columns of a check: see docs/schemas/check-row.schema.json. Times are texts in UTC."""

_GRACE = 120  # seconds that earl may take after its time limit, to end its requests
_SERVER = "earl_server"
_STDERR = 2000  # the most bytes of its stderr in an error


def check(df, url="url", partitions=200, rate=1.0, per_server=0, time_limit=1800, options=(), earl=None, earl_rows=None):
    """Return df with the results of checking its URLs, one row for each row.

    All rows of a server are in one partition, and one process of earl checks a partition,
    so that the rate holds for the whole cluster. The columns of STATE that df has are the
    state of an earlier round; the result can be the input of the next round.

    partitions  the number of partitions, and so the most processes at a time
    rate        requests to one server per second, its robots.txt included
    per_server  the most rows of one server in this round; the others stay due. 0: all
    time_limit  seconds for one partition; the rows that were not reached stay due
    options     more flags of "earl check", such as ("--allow-net", "10.0.0.0/8")
    earl        the path of the program earl on the executors; without it, a shipped file
                "earl", or earl in PATH
    earl_rows   the same for earl-rows, which finds the server of each URL

    Raises ValueError if Spark would run a partition twice at a time, which breaks the rate:
    spark.speculation must be false. A task that fails is run again, and then requests its
    URLs again: set spark.task.maxFailures to 1 if that is worse than a failed round.
    """
    if df.sparkSession.conf.get("spark.speculation", "false") == "true":
        raise ValueError("spark.speculation is true: two processes would check one server at a time")
    state = [name for name, _ in STATE]
    others = [field for field in df.schema.fields if field.name != url and field.name not in state]
    schema = StructType([StructField(url, StringType(), True)] + [StructField(n, t, True) for n, t in STATE] + others)
    arrow = to_arrow_schema(schema, timezone="UTC")
    command = ["check", "--rows", "--rate", str(rate), "--time-limit", "%dms" % (time_limit * 1000), *options]
    if per_server:
        command += ["--per-server", str(per_server)]
    server = url_server(df[url], edition="whatwg", binary=earl_rows)
    # With a number of partitions, adaptive execution does not split one.
    keyed = df.withColumn(_SERVER, server).repartition(partitions, _SERVER).drop(_SERVER)

    def run(batches):
        kept = [batch for batch in batches if batch.num_rows > 0]
        if kept:
            yield from _checked(pa.Table.from_batches(kept), url, arrow, command, earl, time_limit + _GRACE)

    return keyed.mapInArrow(run, schema)


def _checked(rows, url, schema, command, earl, limit):
    """Yield the record batches of one partition with their results."""
    known = [name for name, _ in STATE if name in rows.column_names]
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as found, tempfile.TemporaryFile() as said:
        for row in rows.select([url] + known).to_pylist():
            line = {name: row[name] for name in known if row[name] is not None}
            line["url"] = row[url]
            given.write(json.dumps(line).encode() + b"\n")
        given.seek(0)
        process = subprocess.Popen([find_binary(earl, "earl"), *command], stdin=given, stdout=found, stderr=said)
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            raise _error("it took longer than %g s" % limit, said) from None
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        if status != 0:
            raise _error("exit status %d" % status, said)
        found.seek(0)
        lines = [json.loads(line) for line in found]
    if len(lines) != rows.num_rows:
        raise _error("%d rows came back for %d" % (len(lines), rows.num_rows))
    members = {url: "url", **{name: name for name, _ in STATE}}
    columns = []
    for field in schema:
        if field.name in members:
            columns.append(pa.array([line[members[field.name]] for line in lines], field.type))
        else:
            columns.append(rows.column(field.name).cast(field.type))
    yield from pa.Table.from_arrays(columns, schema=schema).to_batches()


def _error(what, said=None):
    """Return the error, with what earl wrote."""
    text = ""
    if said is not None:
        said.seek(0, os.SEEK_END)
        said.seek(max(0, said.tell() - _STDERR))
        text = said.read().decode("utf-8", "backslashreplace").strip()
    return EarlRowsError("%searl check: %s%s" % (task_name(), what, text and "\n" + text))
