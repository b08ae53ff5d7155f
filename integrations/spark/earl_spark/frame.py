"""Columns of a DataFrame."""

import pyarrow as pa
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructField, StructType

from earl_spark.process import DEFAULT_LIMIT, output_schema, stream
from earl_spark.task import task_name


def columns(df, select, url="url", edition="auto", binary=None, limit=DEFAULT_LIMIT, schema=None):
    """Return a DataFrame with the selected columns, one row for each row of df.

    select is a selection of earl-rows: columns of df, and columns that are computed from
    the column named by url. "id, host, rfc3986.host as strict_host, resolve(base)" has
    four columns, and "*, host" all of df and one more. df is not read here.

    edition  the rules for columns without a prefix: auto, rfc1738, rfc3986, whatwg, ...
    binary   the path of earl-rows on this machine and on the executors
    limit    seconds that earl-rows may take for one batch of rows
    schema   the schema of the result; without it, earl-rows is asked on this machine

    Raises ValueError for a selection that is wrong. A task fails with EarlRowsError if
    earl-rows ends, hangs or loses rows, and Spark runs the task again.
    """
    # A column whose name is not in the selection cannot be used by it. "*" uses all.
    kept = [name for name in df.columns if name == url or name in select or "*" in select]
    part = df.select(*["`%s`" % name.replace("`", "``") for name in kept])
    # mapInArrow looks names up as expressions, in which "a.b" is a field of a.
    plain = part.toDF(*["c%d" % k for k in range(len(kept))])
    options = ["--select", select, "--column", url, "-e", edition]
    if schema is None:
        schema = _schema(part.schema, options, binary, limit)

    def run(batches):
        named = (pa.RecordBatch.from_arrays(batch.columns, names=kept) for batch in batches)
        return stream(named, options, task_name(), binary, limit)

    return plain.mapInArrow(run, schema)


def _schema(inputs, options, binary, limit):
    """Return the schema of the result. All columns can be NULL."""
    arrow = to_arrow_schema(inputs, timezone="UTC")
    answer = from_arrow_schema(output_schema(arrow, options, binary, limit))
    return StructType([StructField(field.name, field.dataType, True) for field in answer.fields])
