"""Runs SQL for the tests. Each line of stdin is a request, each line of stdout its answer."""
import hashlib
import json
import sys
import threading

import duckdb

databases = {}


def plain(value):
    """A STRUCT becomes the list of its values."""
    if isinstance(value, dict):
        return [plain(v) for v in value.values()]
    if isinstance(value, list):
        return [plain(v) for v in value]
    return value


def query(connection, sql, lines=None):
    """Writes each row as a line with a JSON array, and returns the digest of the lines."""
    try:
        cursor = connection.execute(sql)
        digest, count, first = hashlib.sha256(), 0, []
        with open(lines or "/dev/null", "wb") as out:
            while rows := cursor.fetchmany(10000):
                if count == 0:
                    first = [plain(list(row)) for row in rows[:10]]
                count += len(rows)
                for row in rows:
                    line = (json.dumps(plain(list(row)), separators=(",", ":")) + "\n").encode()
                    digest.update(line)
                    out.write(line)
        return {"rows": count, "sha256": digest.hexdigest(), "first": first}
    except duckdb.Error as e:
        return {"error": str(e)}


def parallel(database, statements):
    """Runs each statement in a connection of its own, all at once."""
    results = [None] * len(statements)

    def run(k, connection):
        results[k] = query(connection, statements[k])

    threads = [threading.Thread(target=run, args=(k, database.cursor())) for k in range(len(statements))]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return {"results": results}


def interrupted(connection, sql, seconds):
    """Interrupts a statement after some seconds."""
    timer = threading.Timer(seconds, connection.interrupt)
    timer.start()
    result = query(connection, sql)
    timer.cancel()
    timer.join()
    return result


def answer(r):
    if r["op"] == "open":
        try:
            databases[r["db"]] = duckdb.connect(r.get("path", ":memory:"), config=r["config"])
        except duckdb.Error as e:
            return {"error": str(e)}
        return {"version": duckdb.__version__}
    database = databases[r["db"]]
    if r["op"] == "query":
        return query(database, r["sql"], r.get("lines"))
    if r["op"] == "parallel":
        return parallel(database, r["sqls"])
    if r["op"] == "interrupt":
        return interrupted(database, r["sql"], r["seconds"])
    return {"error": "unknown request"}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
