"""The functions in the engine of ClickHouse, which the Python package chdb contains.

The environment variable EARL_ROWS_TESTED has the path of earl-rows. The reference is what earl-rows prints for the same
rows as TabSeparated, which has the same form in the engine.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import threading
import time
import xml.etree.ElementTree as xml

import chdb
import pytest

ROWS = int(os.environ.get("EARL_CLICKHOUSE_ROWS", "200000"))

# Made URLs, and in each thousand some texts that are hard to carry.
TABLE = """(SELECT number AS id, multiIf(
    number % 1000 = 1, NULL,
    number % 1000 = 2, '',
    number % 1000 = 3, unhex('687474703A2F2FFF2F'),
    number % 1000 = 4, 'http://h/a\\tb\\nc\\\\d',
    number % 1000 = 5, 'see http://h/ and http://i/',
    number % 100000 = 6, concat('http://h/', repeat('a', 65536)),
    number % 10 = 7, concat('//h', toString(number), '/x y'),
    concat('HTTP://www', toString(number % 997), '.Example.co.uk:', toString(number % 70000), '/%7e/../', toString(number), '?q#f')
    ) AS url FROM numbers_mt(ROWS))"""


def table(rows):
    """Return the table as a subquery."""
    return TABLE.replace("ROWS", str(rows))


@pytest.fixture(scope="session")
def scripts(tmp_path_factory):
    """The directory user_scripts_path: earl-rows and its configuration."""
    program = os.environ.get("EARL_ROWS_TESTED")
    if not program:
        pytest.fail("EARL_ROWS_TESTED must have the path of earl-rows")
    path = tmp_path_factory.mktemp("scripts")
    shutil.copy(program, path / "earl-rows")
    config = subprocess.run([path / "earl-rows", "--clickhouse-config"], check=True, capture_output=True)
    (path / "earl_function.xml").write_bytes(config.stdout)
    return path


@pytest.fixture(scope="session")
def query(scripts):
    """A function that runs a query and returns its result as TabSeparated."""
    return lambda sql: chdb.query(sql, "TSV", udf_path=str(scripts)).bytes()


def reference(scripts, query, rows, select):
    """Return what earl-rows prints for the columns id and url of the table."""
    text = query("SELECT id, url FROM %s ORDER BY id" % table(rows))
    command = [scripts / "earl-rows", "--format", "tsv", "--no-header", "--columns", "id,url", "--column", "url", "--select", select]
    return subprocess.run(command, input=text, check=True, capture_output=True).stdout


def lines(text):
    return text.split(b"\n")


@pytest.mark.parametrize("threads", [1, 8])
def test_values_are_those_of_earl_rows(scripts, query, threads):
    sql = "SELECT id, url_host(url), url_port(url), url_valid(url), url_normalize(url) FROM %s ORDER BY id SETTINGS max_threads = %d"
    got = query(sql % (table(ROWS), threads))
    want = reference(scripts, query, ROWS, "id, host, port, valid, normal")
    assert got.count(b"\n") == ROWS
    assert lines(got) == lines(want)


def functions():
    """Return the table of functions, from the file that the Python package has too."""
    root = pathlib.Path(__file__).resolve().parents[4]
    return json.loads((root / "integrations" / "spark" / "earl_spark" / "functions.json").read_text())


@pytest.mark.parametrize("f", functions(), ids=lambda f: f["name"])
def test_each_function(scripts, query, f):
    arguments = {"base": "http://base.example/a/b", "other": "HTTP://h/"}
    literals = ["'%s'" % arguments[name] for name in f.get("args", [])]
    call = "%s(%s)" % (f["name"], ", ".join(["url"] + literals))
    if "fields" in f:
        columns = ["%s.%s" % (call, x["name"]) for x in f["fields"]]
        select = [x["name"] for x in f["fields"]]
    else:
        columns = [call]
        select = [f["column"] + ("(%s)" % ", ".join(literals) if literals else "")]
    got = query("SELECT id, %s FROM %s ORDER BY id" % (", ".join(columns), table(2000)))
    want = reference(scripts, query, 2000, ", ".join(["id"] + select))
    if f.get("type") == "list":
        want = want.replace(b"\t\\N\n", b"\t[]\n")  # an Array has no NULL
    assert lines(got) == lines(want)


def test_the_page_of_clickhouse(scripts):
    """With EARL_UPDATE=1, the output is written into the page."""
    page = pathlib.Path(__file__).resolve().parents[4] / "docs" / "clickhouse.md"
    text, spans = page.read_text(), []
    for m in re.finditer(r"^```sql\n(.*?)^```\n\n```text\n(.*?)^```\n", text, re.M | re.S):
        out = ""
        for statement in m[1].strip().rstrip(";").split(";\n"):
            sql = statement + " SETTINGS output_format_pretty_color = 0, output_format_pretty_row_numbers = 0"
            out += chdb.query(sql, "PrettyCompact", udf_path=str(scripts)).bytes().decode().strip() + "\n"
        spans.append((m.start(2), m.end(2), out))
    assert spans
    for start, end, want in reversed(spans):
        if os.environ.get("EARL_UPDATE"):
            text = text[:start] + want + text[end:]
        else:
            assert text[start:end] == want
    if os.environ.get("EARL_UPDATE"):
        page.write_text(text)


def processes(scripts):
    """Return the ids of the processes of earl-rows."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if os.fsencode(scripts / "earl-rows") in (entry / "cmdline").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def test_a_killed_process_ends_its_query_only(scripts, query):
    killed = []

    def kill():
        end = time.monotonic() + 60
        while not killed and time.monotonic() < end:
            for pid in processes(scripts)[:1]:
                os.kill(pid, 9)
                killed.append(pid)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(Exception, match="terminated by signal 9"):
        query("SELECT count() FROM %s WHERE url_disagree(url)" % table(30_000))
    killer.join()
    assert killed
    assert query("SELECT url_host('http://h/')") == b"h\n"


def test_no_process_is_left(scripts, query):
    query("SELECT url_host('http://h/')")
    end = time.monotonic() + 15
    while processes(scripts) and time.monotonic() < end:
        time.sleep(0.1)
    assert not processes(scripts)


def test_the_configuration_is_well_formed(scripts):
    names = [f.findtext("name") for f in xml.parse(scripts / "earl_function.xml").getroot()]
    assert names == [f["name"] for f in functions()]
