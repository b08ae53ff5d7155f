"""Functions of columns of URLs: url_host(col), url_valid(col), url_resolve(col, base) and more.

    from earl_spark.functions import url_host, url_domain
    df.select(url_host("link"), url_domain("link", edition="whatwg"))

Each takes a column, or the name of one, and keeps one program earl-rows for each task that
uses it. If you want more than two or three of them, earl_spark.columns() and url_parse()
are faster: their columns share one program. FUNCTIONS lists all functions; help(url_host)
describes one. Keyword arguments of all functions:

edition  the rules: auto, rfc1738, rfc3986, whatwg and others
binary   the path of earl-rows on the executors, instead of a search
limit    seconds that earl-rows may take for one batch of rows
"""

import json
import os
from typing import Iterator, Tuple

import pyarrow as pa
from pyspark.sql import functions as F

from earl_spark.process import DEFAULT_LIMIT, stream
from earl_spark.task import task_name

with open(os.path.join(os.path.dirname(__file__), "functions.json"), encoding="utf-8") as _file:
    FUNCTIONS = json.load(_file)
"""The table of all functions: name, column, args, option, type, fields, doc. It is the
same for all database engines."""

_SPARK_TYPES = {"text": "string", "bool": "boolean", "int": "int", "list": "array<string>"}


def _return_type(f):
    """Return the Spark type of a function as text."""
    if "fields" not in f:
        return _SPARK_TYPES[f["type"]]
    return "struct<%s>" % ", ".join("%s: %s" % (x["name"], _SPARK_TYPES[x["type"]]) for x in f["fields"])


def _selection(f, option):
    """Return the selection of columns for earl-rows."""
    if "fields" in f:
        return ", ".join(x["name"] for x in f["fields"])
    arguments = f.get("args", []) + ([option] if option else [])
    return f["column"] + ("(%s)" % ", ".join(arguments) if arguments else "")


def _answers(batches, names, options, struct, binary, limit):
    """Yield an array of results for each tuple of arrays with arguments."""
    inputs = (pa.RecordBatch.from_arrays(list(arrays), names=names) for arrays in batches)
    for out in stream(inputs, options, task_name(), binary, limit):
        if struct:
            yield pa.StructArray.from_arrays(out.columns, names=out.schema.names)
        else:
            yield out.column(0)


def _udf(f, option, edition, binary, limit):
    """Return the Spark function for one function of the table and its options."""
    names = ["url"] + f.get("args", [])
    options = ["--select", _selection(f, option), "--column", "url", "-e", edition]
    struct = "fields" in f

    if len(names) == 1:

        def run(batches: Iterator[pa.Array]) -> Iterator[pa.Array]:
            return _answers(((one,) for one in batches), names, options, struct, binary, limit)

    else:

        def run(batches: Iterator[Tuple[pa.Array, ...]]) -> Iterator[pa.Array]:
            return _answers(batches, names, options, struct, binary, limit)

    run.__name__ = f["name"]
    return F.arrow_udf(run, _return_type(f))


def _function(f):
    """Return the public function for a row of the table."""
    arguments = f.get("args", [])
    option_name = f.get("option")

    def call(url, *others, edition="auto", binary=None, limit=DEFAULT_LIMIT, **option):
        others = list(others)
        for name in arguments[len(others) :]:
            if name not in option:
                raise TypeError("%s() needs the column %r" % (f["name"], name))
            others.append(option.pop(name))
        value = option.pop(option_name, None) if option_name else None
        if len(others) > len(arguments):
            if not option_name or value or len(others) > len(arguments) + 1:
                raise TypeError("%s() has too many arguments" % f["name"])
            value = others.pop()
        if option:
            raise TypeError("%s() has no argument %r" % (f["name"], next(iter(option))))
        return _udf(f, value, edition, binary, limit)(url, *others)

    usage = ", ".join(["url"] + arguments + (["[%s]" % option_name] if option_name else []))
    call.__name__ = call.__qualname__ = f["name"]
    call.__doc__ = "%s(%s): %s\n\n    The type is %s. NULL gives NULL." % (f["name"], usage, f["doc"], _return_type(f))
    return call


def register(spark, edition="auto", binary=None, limit=DEFAULT_LIMIT):
    """Make all functions known to SQL: spark.sql("SELECT url_host(link) FROM pages")."""
    for f in FUNCTIONS:
        spark.udf.register(f["name"], _udf(f, None, edition, binary, limit))


globals().update((f["name"], _function(f)) for f in FUNCTIONS)

__all__ = ["FUNCTIONS", "register"] + [f["name"] for f in FUNCTIONS]
