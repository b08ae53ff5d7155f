"""Links checked on a cluster, against small servers that log their requests."""

import asyncio
import os
import threading
import time

import pytest

import earl_spark
from conftest import kill_one, processes

EXECUTOR = "org.apache.spark.executor.CoarseGrainedExecutorBackend"
SERVERS = 50
PAGES = int(os.environ.get("EARL_SPARK_PAGES", "1000")) // SERVERS  # of each server
RATE = 20.0
LOOPBACK = ("--allow-net", "127.0.0.0/8")


class Web:
    """Servers on 127.0.0.1. Each request is a row of log: time, port, path."""

    def __init__(self):
        self.log, self.ports = [], []
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        asyncio.run_coroutine_threadsafe(self._start(), self.loop).result(30)

    async def _start(self):
        for _ in range(SERVERS):
            server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
            self.ports.append(server.sockets[0].getsockname()[1])

    async def _serve(self, reader, writer):
        port = writer.get_extra_info("sockname")[1]
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                path = head.split(b" ", 2)[1].decode()
                self.log.append((time.monotonic(), port, path))
                status, body = self._page(port, path)
                head = "HTTP/1.1 %s\r\nContent-Type: text/html\r\nContent-Length: %d\r\n" % (status, len(body))
                if status.startswith("301"):
                    head += "Location: http://127.0.0.1:%d/p0\r\n" % self.ports[0]
                writer.write(head.encode() + b"\r\n" + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    def _page(self, port, path):
        if path == "/robots.txt":
            return "200 OK", b"User-agent: *\nDisallow: /p1\n"
        if path == "/p2":
            return "404 Not Found", b""
        if path == "/p3" and port != self.ports[0]:
            return "301 Moved Permanently", b""
        return "200 OK", b"<title>%s</title>" % path.encode()

    def urls(self):
        return [("http://127.0.0.1:%d/p%d" % (port, n), n) for n in range(PAGES) for port in self.ports]

    def state(self, url, n):
        """The state that a URL must have."""
        if str(n).startswith("1"):
            return "skipped"
        if n == 3 and not url.startswith("http://127.0.0.1:%d/" % self.ports[0]):
            return "moved"
        return "failed" if n == 2 else "ok"

    def hurried(self):
        """The servers whose requests came faster than RATE, with ten of their times. The
        clock is that of the server, so single requests can come a little early or late."""
        times, found = {}, {}
        for at, port, _ in sorted(self.log):
            times.setdefault(port, []).append(at)
        for port, all_ in times.items():
            for first in range(len(all_) - 9):
                ten = all_[first : first + 10]
                if ten[-1] - ten[0] < 7 / RATE:  # nine pauses
                    found[port] = ten
        return found


@pytest.fixture
def web():
    return Web()


@pytest.fixture(scope="module")
def checked(cluster, earl_rows, earl):
    earl_spark.ship(cluster, earl_rows, earl)
    cluster.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 100)
    return cluster


def check(spark, web, **more):
    df = spark.createDataFrame([(n, url, "kept") for url, n in web.urls()], "n int, url string, note string")
    return earl_spark.check(df, partitions=8, rate=RATE, options=LOOPBACK, **more)


def test_each_page_is_requested_once_and_no_server_too_often(checked, web):
    rows = check(checked, web).collect()
    assert sorted((row.url, row.n) for row in rows) == sorted(web.urls())
    wrong = [(row.url, row.state, row.why) for row in rows if row.state != web.state(row.url, row.n)]
    assert wrong == []
    assert {row.note for row in rows} == {"kept"}
    requests = [(port, path) for _, port, path in web.log]
    assert len(requests) == len(set(requests))
    skipped = sum(1 for url, n in web.urls() if web.state(url, n) == "skipped")
    assert len(requests) == len(rows) - skipped + SERVERS  # and robots.txt
    assert web.hurried() == {}


def test_a_round_continues_from_the_rows(checked, web):
    first = check(checked, web, per_server=5).cache()
    counts = {row.state: row["count"] for row in first.groupBy("state").count().collect()}
    assert counts["due"] == len(web.urls()) - 5 * SERVERS
    second = earl_spark.check(first, partitions=8, rate=RATE, options=LOOPBACK).collect()
    assert [(row.url, row.state) for row in second if row.state != web.state(row.url, row.n)] == []
    pages = [(port, path) for _, port, path in web.log if path != "/robots.txt"]
    assert len(pages) == len(set(pages))
    first.unpersist()


def test_a_killed_executor_loses_nothing(checked, web):
    before = processes(EXECUTOR)
    killer = kill_one(EXECUTOR, before, when=lambda: len(web.log) > len(web.urls()) // 4)
    rows = check(checked, web).collect()
    killer.join()
    assert killer.killed in before
    assert sorted((row.url, row.n) for row in rows) == sorted(web.urls())
    assert [(row.url, row.state) for row in rows if row.state != web.state(row.url, row.n)] == []


def test_speculation_is_refused(checked, web):
    checked.conf.set("spark.sql.legacy.setCommandRejectsSparkCoreConfs", "false")
    checked.conf.set("spark.speculation", "true")
    try:
        with pytest.raises(ValueError, match="spark.speculation"):
            check(checked, web)
    finally:
        checked.conf.unset("spark.speculation")
        checked.conf.unset("spark.sql.legacy.setCommandRejectsSparkCoreConfs")


def test_a_failed_program_fails_the_task(checked, web):
    df = checked.createDataFrame([("http://h/",)], "url string")
    with pytest.raises(Exception, match="unknown flag: --nosuch"):
        earl_spark.check(df, partitions=1, options=("--nosuch",)).collect()
