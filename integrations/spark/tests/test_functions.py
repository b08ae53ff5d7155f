"""The functions of columns."""

import pytest
from pyspark.sql import functions as F

import corpus
from earl_spark import functions as U

ARGUMENTS = {"base": "http://base.example/a/b", "other": "HTTP://example.com:80/"}


@pytest.mark.parametrize("part", range(0, len(U.FUNCTIONS), 4))
def test_functions_are_those_of_earl_rows(local, earl_rows, part):
    table = U.FUNCTIONS[part : part + 4]
    inputs = corpus.table(300, extra=["", None])
    df = local.createDataFrame(inputs).repartition(2)
    results, select = ["id"], ["id"]
    for f in table:
        arguments = [F.lit(ARGUMENTS[name]) for name in f.get("args", [])]
        result = getattr(U, f["name"])("url", *arguments, binary=earl_rows)
        if "fields" in f:
            results += [result[x["name"]].alias("%s_%s" % (f["name"], x["name"])) for x in f["fields"]]
            select += ["%s as %s_%s" % (x["name"], f["name"], x["name"]) for x in f["fields"]]
        else:
            results.append(result.alias(f["name"]))
            literals = ", ".join("'%s'" % ARGUMENTS[name] for name in f.get("args", []))
            select.append("%s%s as %s" % (f["column"], literals and "(%s)" % literals, f["name"]))
    assert corpus.result(df.select(*results)) == corpus.reference(earl_rows, inputs, ", ".join(select))


def test_options(local, earl_rows):
    df = local.createDataFrame([("HTTP://h/%7e/../x", "http://h/~/../x"), (None, None)], "url string, other string")
    row = df.select(
        U.url_normalize("url", level="case", binary=earl_rows).alias("a"),
        U.url_normalize("url", "dots", binary=earl_rows).alias("b"),
        U.url_same("url", "other", level="case", binary=earl_rows).alias("c"),
        U.url_same("url", other="other", binary=earl_rows).alias("d"),
        U.url_valid(F.col("url"), edition="rfc1738", binary=earl_rows).alias("e"),
        U.url_view("url", "host", binary=earl_rows).alias("f"),
    ).first()
    assert tuple(row) == ("http://h/%7E/../x", "http://h/x", False, True, True, "h")


def test_wrong_arguments():
    for call in (
        lambda: U.url_resolve("url"),
        lambda: U.url_host("url", "case"),
        lambda: U.url_normalize("url", "case", "dots"),
        lambda: U.url_host("url", nosuch=1),
    ):
        with pytest.raises(TypeError, match="url_"):
            call()


def test_sql(local, earl_rows):
    U.register(local, binary=earl_rows)
    row = local.sql("SELECT url_host('http://h:70/x'), url_port('http://h:70/x'), url_resolve('y', 'http://h/x')").first()
    assert tuple(row) == ("h", 70, "http://h/y")
