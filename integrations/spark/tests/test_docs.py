"""The Python of docs/spark.md and docs/engines.md runs, and prints what the page shows.

With EARL_UPDATE=1 the output is written into the page.
"""

import contextlib
import io
import os
import pathlib
import re
import shutil
import sys

import pytest

DOCS = pathlib.Path(__file__).resolve().parents[3] / "docs"
BLOCK = re.compile(r"^```(python|text)\n(.*?)^```\n", re.M | re.S)


def test_the_page_of_spark(local, earl_rows, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(earl_rows, "earl-rows")
    page = DOCS / "spark.md"
    text, names, printed, ran = page.read_text(), {}, "", 0
    spans = []
    for m in BLOCK.finditer(text):
        if m[1] == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(m[2], str(page), "exec"), names)
            printed, ran = out.getvalue().strip() + "\n", ran + 1
        elif ran:
            spans.append((m.start(2), m.end(2), printed))
    assert ran >= 3 and spans
    for start, end, want in reversed(spans):
        if os.environ.get("EARL_UPDATE"):
            text = text[:start] + want + text[end:]
        else:
            assert text[start:end] == want
    if os.environ.get("EARL_UPDATE"):
        page.write_text(text)


@pytest.fixture
def recipes(earl_rows, tmp_path, monkeypatch):
    """The Python blocks of engines.md. The first is the module urls."""
    text = (DOCS / "engines.md").read_text()
    blocks = [m[2] for m in BLOCK.finditer(text) if m[1] == "python"]
    (tmp_path / "urls.py").write_text(blocks[0])
    shutil.copy(earl_rows, tmp_path / "earl-rows")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield blocks
    sys.modules.pop("urls", None)


def test_the_class_of_the_recipes(recipes):
    from urls import Urls

    urls = Urls("valid, host")
    for n in (1, 0, 3000):
        batch = ["http://h%d/%s" % (i, "ü" * (i % 300)) for i in range(n)] + [None, ""]
        rows = urls.rows(batch)
        assert rows[:n] == [{"valid": True, "host": "h%d" % i} for i in range(n)]
        assert rows[n:] == [{"valid": None, "host": None}, {"valid": False, "host": None}]
    urls.close()


def test_the_service_of_the_recipes(recipes):
    import json
    import threading
    import urllib.error
    import urllib.request
    from http.server import HTTPServer

    service = next(b for b in recipes if "BaseHTTPRequestHandler" in b)
    names = {"__name__": "service"}
    exec(compile(service, "engines.md", "exec"), names)
    server = HTTPServer(("127.0.0.1", 0), names["Handler"])
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = "http://127.0.0.1:%d/" % server.server_port
    shown = [json.loads(m) for m in re.findall(r"^```json\n(.*?)^```", (DOCS / "engines.md").read_text(), re.M | re.S)]
    request, response = shown
    with urllib.request.urlopen(address, json.dumps(request).encode(), timeout=60) as got:
        replies = json.load(got)["replies"]
    assert [json.loads(r) for r in replies] == [json.loads(r) for r in response["replies"]]
    with pytest.raises(urllib.error.HTTPError, match="413"):
        urllib.request.urlopen(address, b"", timeout=60)
    server.shutdown()
    server.server_close()
    names["urls"].close()
