"""URLs for tests: the same list for the same number, and the canonical form of results."""

import hashlib
import json
import random
import subprocess

import pyarrow as pa

_HOSTS = ["example.com", "www.EXAMPLE.co.uk", "h", "bücher.example", "192.0.2.7", "[2001:db8::1]", "a.b.github.io", "exa_mple.org"]
_SCHEMES = ["http", "https", "ftp", "gopher", "HTTP", "x-other"]
_TAILS = ["", "/", "/a/../b", "/%7euser?q=1&q=2#f", "/a b", "/%zz", "/ü?ü", ":8080/x", ":80/", ":99999/", "/?#", "//x\\y"]
_OTHERS = ["", " ", "mailto:me@example.org", "news:comp.infosystems", "//h/x", "http:", "http://", "http://u:p@h@i/", "h/path", "javascript:x"]


def url(number):
    """Return the URL with this number: bytes, or None."""
    r = random.Random(number)
    kind = r.random()
    if kind < 0.02:
        return None
    if kind < 0.06:
        return r.choice(_OTHERS).encode()
    text = "%s://%s%s%s" % (r.choice(_SCHEMES), r.choice(["", "", "s%d." % r.randrange(50)]), r.choice(_HOSTS), r.choice(_TAILS))
    return text.encode()


def table(n, extra=(), start=0):
    """Return a table of n rows with the columns id and url (text), and the extra URLs at its end."""
    urls = [url(i) for i in range(start, start + n)]
    urls = [u if u is None else u.decode() for u in urls] + list(extra)
    return pa.table({"id": pa.array(range(start, start + len(urls)), pa.int64()), "url": pa.array(urls, pa.string())})


HARD = [None, b"", b"http://\xff\xfe/", b"http://h/\xc3", b"\x80", b"http://h/" + 65536 * b"a", b"http://h/" + (1 << 20) * b"a", b"http://h/?" + 60000 * b"%41", b"\0"]
"""Texts that are hard to carry: NULL, empty, not UTF-8, 64 KiB, 1 MiB and more."""

COLUMNS = "id, valid, why, why_off, host, port, path, domain, whatwg.host as browser, normal, normal(case) as normal_case, extract, has_user"


def canonical(rows):
    """Return the digest and the number of rows. A row is a list of values with the id
    first; its canonical form is a JSON array in a line, in the order of the ids."""
    digest, n = hashlib.sha256(), 0
    for row in sorted(rows, key=lambda row: row[0]):
        digest.update(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        n += 1
    return digest.hexdigest(), n


def reference(earl_rows, inputs, select=COLUMNS, options=()):
    """Return the canonical form of what earl-rows prints as JSON lines for a table."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, inputs.schema) as w:
        w.write_table(inputs, max_chunksize=10_000)
    command = [earl_rows, "--in", "arrow", "--out", "jsonl", "--select", select, *options]
    run = subprocess.run(command, input=sink.getvalue().to_pybytes(), capture_output=True, check=True)
    return canonical(list(json.loads(line).values()) for line in run.stdout.splitlines())


def result(df):
    """Return the canonical form of a DataFrame."""
    return canonical(list(row.values()) for row in df.toArrow().to_pylist())
