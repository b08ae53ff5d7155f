// Calls the installed package with the cases of stdin, and compares the results.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as earl from "@earl-url/earl";

const cases = JSON.parse(readFileSync(0, "utf8"));
for (const { name, args, want } of cases) assert.deepEqual(earl[name](...args), want, `${name}(${JSON.stringify(args)})`);

const [violation] = earl.check("http://h/é\u{1F600} b", { edition: "whatwg" }).filter((v) => v.rule !== "non-ascii");
assert.equal("http://h/é\u{1F600} b".slice(violation.start, violation.end), " ");
assert.deepEqual(earl.check("http://h/"), []);
assert.equal(earl.normalize("HTTP://h:80/a/../b").url, "http://h/b");
assert.throws(() => earl.parse("http://h/", { edition: "rfc9999" }), /^RangeError: edition "rfc9999": must be one of/);
assert.throws(() => earl.explain("http://h/", { readers: ["nosuch"] }), RangeError);
assert.equal(globalThis.Go, undefined);
assert.equal(globalThis.earlCall, undefined);
console.log(cases.length);
