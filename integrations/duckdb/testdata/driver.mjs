// Runs SQL for the tests, as driver.py does. Its argument is the directory of node_modules.
import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const api = createRequire(process.argv[2] + "/x.js")("@duckdb/node-api");
const databases = {};

// A STRUCT becomes the list of its values.
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value !== null && typeof value === "object") return Object.values(value).map(plain);
  return value;
}

// Like json.dumps of Python, with separators without spaces.
function dumps(value) {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
}

async function query(connection, sql, lines) {
  try {
    const result = await connection.stream(sql);
    const digest = createHash("sha256");
    let rows = 0;
    let first = [];
    const out = openSync(lines || "/dev/null", "w");
    for await (const some of result.yieldRowsJson()) {
      if (rows === 0) first = plain(some.slice(0, 10));
      rows += some.length;
      const text = some.map((row) => dumps(plain(row)) + "\n").join("");
      digest.update(text);
      writeSync(out, text);
    }
    closeSync(out);
    return { rows, sha256: digest.digest("hex"), first };
  } catch (e) {
    return { error: String(e.message) };
  }
}

async function answer(r) {
  if (r.op === "open") {
    try {
      const database = await api.DuckDBInstance.create(r.path ?? ":memory:", r.config);
      databases[r.db] = { database, connection: await database.connect() };
    } catch (e) {
      return { error: String(e.message) };
    }
    return { version: api.version() };
  }
  const { database, connection } = databases[r.db];
  if (r.op === "query") return query(connection, r.sql, r.lines);
  if (r.op === "parallel") {
    return { results: await Promise.all(r.sqls.map(async (sql) => query(await database.connect(), sql))) };
  }
  if (r.op === "interrupt") {
    const timer = setTimeout(() => connection.interrupt(), r.seconds * 1000);
    const result = await query(connection, r.sql);
    clearTimeout(timer);
    return result;
  }
  return { error: "unknown request" };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await answer(JSON.parse(line))));
}
