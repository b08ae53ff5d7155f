//go:build duckdb

package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// rowsOfTest returns how many rows the tests compare: 100,000, or EARL_DUCKDB_ROWS.
func rowsOfTest(t *testing.T) int {
	if testing.Short() {
		return 3000
	}
	if text := os.Getenv("EARL_DUCKDB_ROWS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return 100_000
}

// loadCorpus makes the table t of a corpus, and the view p of the same rows in a
// Parquet file whose groups of rows are for several threads.
func (d *driver) loadCorpus(db string, all []pair) {
	d.t.Helper()
	dir := d.t.TempDir()
	writeCorpus(d.t, filepath.Join(dir, "rows.jsonl"), all)
	d.query(db, `CREATE TABLE t AS SELECT i, decode(unhex(u)) AS u, unhex(v) AS v, decode(unhex(b)) AS b FROM read_json(`+
		quote(filepath.Join(dir, "rows.jsonl"))+`, format = 'newline_delimited', columns = {i: 'INTEGER', u: 'VARCHAR', v: 'VARCHAR', b: 'VARCHAR'}) ORDER BY i`)
	file := quote(filepath.Join(dir, "rows.parquet"))
	d.query(db, "COPY t TO "+file+" (FORMAT parquet, ROW_GROUP_SIZE 10000)")
	d.query(db, "CREATE VIEW p AS FROM "+file)
}

// selectCases returns the query of cases over a table.
func selectCases(cases []sqlCase, table string) string {
	var list []string
	for _, c := range cases {
		list = append(list, c.sql)
	}
	return "SELECT " + strings.Join(list, ", ") + " FROM " + table
}

// Every function returns what package rows does, row by row. The newest DuckDB computes
// all rows, the others a fifth of them.
func TestEveryRowEqualsTheLibrary(t *testing.T) {
	all := corpus(rowsOfTest(t))
	var fast, slow []sqlCase
	for _, c := range sqlCases {
		if c.slow {
			slow = append(slow, c)
		} else {
			fast = append(fast, c)
		}
	}
	few := all[:min(len(all), 5000)]
	wantSlow := expectedFile(t, slow, few)
	wantFast := map[int]lines{}
	for k, p := range peers(t) {
		mine := all
		if k > 0 {
			mine = all[:len(all)/5]
		}
		if _, ok := wantFast[len(mine)]; !ok {
			wantFast[len(mine)] = expectedFile(t, fast, mine)
			t.Logf("%d rows: sha256 %s", len(mine), wantFast[len(mine)].sum)
		}
		t.Run(p.name, func(t *testing.T) {
			d := start(t, p)
			d.load("a")
			d.loadCorpus("a", mine)
			d.compare("a", selectCases(fast, "t"), wantFast[len(mine)])
			d.compare("a", selectCases(slow, fmt.Sprintf("t WHERE i < %d", len(few))), wantSlow)
		})
	}
}

// The number of threads changes no value, in a table and in Parquet.
func TestAnyNumberOfThreads(t *testing.T) {
	all := corpus(rowsOfTest(t) / 2)
	eachPeer(t, func(t *testing.T, d *driver) {
		d.load("a")
		d.loadCorpus("a", all)
		d.query("a", "SET threads = 1")
		const sql = "SELECT count(*), bit_xor(hash(i, url_parse(v), url_normalize(u), url_host(v, 'whatwg'), url_resolve(u, b))) FROM "
		want := d.query("a", sql+"t").First
		for _, threads := range []int{1, 2, 8} {
			d.query("a", fmt.Sprintf("SET threads = %d", threads))
			if got := d.query("a", sql+"p").First; !reflect.DeepEqual(got, want) {
				t.Errorf("with %d threads: %v, want %v", threads, got, want)
			}
		}
	})
}

// lines is a file of expected lines, and their digest.
type lines struct {
	path, sum string
}

// expectedFile writes the lines of cases.
func expectedFile(t *testing.T, cases []sqlCase, all []pair) lines {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), "want"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	digest := sha256.New()
	u, v, b := vectors(all)
	const step = 1 << 14
	for first := 0; first < len(all); first += step {
		text := expected(t, cases, u, v, b, first, min(first+step, len(all)))
		digest.Write(text)
		if _, err := out.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	return lines{out.Name(), hex.EncodeToString(digest.Sum(nil))}
}

// compare runs a query and reports the first row that differs.
func (d *driver) compare(db, sql string, want lines) {
	d.t.Helper()
	path := filepath.Join(d.t.TempDir(), "got")
	a := d.request(map[string]any{"op": "query", "db": db, "sql": sql, "lines": path})
	if a.Error != "" {
		d.t.Fatal(a.Error)
	}
	if a.SHA256 == want.sum {
		return
	}
	got, err := os.Open(path)
	if err != nil {
		d.t.Fatal(err)
	}
	defer got.Close()
	expected, err := os.Open(want.path)
	if err != nil {
		d.t.Fatal(err)
	}
	defer expected.Close()
	g, w := bufio.NewReader(got), bufio.NewReader(expected)
	for row := 0; ; row++ {
		have, errGot := g.ReadBytes('\n')
		need, errWant := w.ReadBytes('\n')
		if !bytes.Equal(have, need) || errGot != nil || errWant != nil {
			d.t.Fatalf("row %d of %s is\n%.3000s\nwant\n%.3000s", row, sql, have, need)
		}
	}
}

// Vectors of a query are of several kinds: constant, dictionaries, slices of others.
// Prepared statements bind values late.
func TestVectorsOfEveryKind(t *testing.T) {
	all := corpus(5000)
	const columns = "url_host(u), url_parse(u), url_extract(u), url_resolve(u, b), url_same(b, u)"
	eachPeer(t, func(t *testing.T, d *driver) {
		d.load("a")
		d.loadCorpus("a", all)
		d.query("a", "CREATE TYPE texts AS ENUM (SELECT DISTINCT u FROM t WHERE u IS NOT NULL)")
		d.query("a", "CREATE TABLE few AS SELECT i, CASE WHEN i % 7 > 0 THEN 'http://h' || i % 7 || '.example/' END AS u, NULL AS b FROM t")
		want := d.query("a", "SELECT "+columns+" FROM t WHERE i % 3 = 0 ORDER BY i")
		for _, from := range []string{
			"(FROM t WHERE i % 3 = 0) ORDER BY i",
			"(SELECT t.* FROM range(0, 5000, 3) r(k) JOIN t ON t.i = r.k) ORDER BY i",
			"(SELECT t.* FROM t JOIN range(0, 5000, 3) r(k) ON t.i = r.k) ORDER BY i",
			"(FROM t WHERE i % 3 = 0 ORDER BY i DESC LIMIT 4000) ORDER BY i",
			"(SELECT i, u::texts::VARCHAR AS u, b FROM t) WHERE i % 3 = 0 ORDER BY i",
			"(FROM t WHERE i % 3 = 0 UNION ALL FROM p WHERE i < 0) ORDER BY i",
		} {
			if got := d.query("a", "SELECT "+columns+" FROM "+from); got.Rows != want.Rows || got.SHA256 != want.SHA256 {
				t.Errorf("%s: %d rows with the digest %s, want %d with %s", from, got.Rows, got.SHA256, want.Rows, want.SHA256)
			}
		}
		if a := d.query("a", "SELECT count(*) FROM (SELECT url_host(u) AS h, regexp_extract(u, 'h[0-9].example') AS r FROM few WHERE u IS NOT NULL) WHERE h <> r"); a.First[0][0] != 0.0 && a.First[0][0] != "0" {
			t.Errorf("%v rows of a column with few values differ", a.First)
		}
		d.query("a", "PREPARE q AS SELECT "+strings.NewReplacer("(u", "($1", "(b", "($2", ", u)", ", $1)", ", b)", ", $2)").Replace(columns))
		constant := d.query("a", "SELECT "+columns+" FROM (SELECT '../x y' AS u, 'http://h/a/b' AS b)")
		if got := d.query("a", "EXECUTE q('../x y', 'http://h/a/b')"); got.SHA256 != constant.SHA256 {
			t.Errorf("a prepared statement: %v, want %v", got.First, constant.First)
		}
		for _, sql := range []string{"EXECUTE q(NULL, NULL)", "SELECT " + columns + " FROM t WHERE false"} {
			for _, row := range d.query("a", sql).First {
				for _, value := range row {
					if value != nil {
						t.Errorf("%s: %v, want NULL", sql, row)
					}
				}
			}
		}
	})
}

// Connections of a process run the functions at the same time.
func TestFourConnectionsAtOnce(t *testing.T) {
	all := corpus(5000)
	eachPeer(t, func(t *testing.T, d *driver) {
		d.load("a")
		d.loadCorpus("a", all)
		sqls := []string{"SELECT url_parse(u) FROM t", "SELECT url_normalize(v) FROM p", "SELECT url_extract(v, 'html') FROM p", "SELECT url_resolve(u, b) FROM t"}
		var want []string
		for _, sql := range sqls {
			want = append(want, d.query("a", sql).SHA256)
		}
		for range 3 {
			for k, a := range d.request(map[string]any{"op": "parallel", "db": "a", "sqls": sqls}).Results {
				if a.SHA256 != want[k] {
					t.Errorf("%s: %+v, want the digest %s", sqls[k], a, want[k])
				}
			}
		}
	})
}

// An interrupted statement has no effect, and the next one is right.
func TestInterruptedStatement(t *testing.T) {
	all := corpus(5000)
	eachPeer(t, func(t *testing.T, d *driver) {
		d.load("a")
		d.loadCorpus("a", all)
		want := d.query("a", "SELECT url_parse(u) FROM t").SHA256
		for range 3 {
			a := d.request(map[string]any{"op": "interrupt", "db": "a", "seconds": 0.3, "sql": "CREATE TABLE long AS SELECT url_disagree(u || k) FROM t, range(1000) r(k)"})
			if !strings.Contains(strings.ToLower(a.Error), "interrupt") {
				t.Errorf("the statement returned %+v, want that it was interrupted", a)
			}
			d.fails("a", "SELECT * FROM long", "long does not exist")
			if got := d.query("a", "SELECT url_parse(u) FROM t").SHA256; got != want {
				t.Errorf("the next query has the digest %s, want %s", got, want)
			}
		}
	})
}

// A process can have several databases, and can load the extension twice.
func TestSecondDatabase(t *testing.T) {
	eachPeer(t, func(t *testing.T, d *driver) {
		for _, db := range []string{"a", "b"} {
			d.load(db)
			d.query(db, "LOAD "+quote(extension(t)))
		}
		for _, db := range []string{"a", "b"} {
			if a := d.query(db, "SELECT url_host('http://h.example/')"); a.First[0][0] != "h.example" {
				t.Errorf("database %s: %v", db, a.First)
			}
		}
	})
}

// A wrong argument ends its statement only.
func TestWrongArguments(t *testing.T) {
	eachPeer(t, func(t *testing.T, d *driver) {
		d.load("a")
		d.query("a", "CREATE TABLE t AS SELECT 'http://h/' || k AS u, CASE WHEN k = 9999 THEN 'no''such' ELSE 'whatwg' END AS e FROM range(10000) r(k)")
		d.fails("a", "SELECT url_host(u, e) FROM t", "url_host", `unknown edition "no'such"`, "rfc3986, rfc3987, whatwg, auto")
		d.fails("a", "SELECT url_normalize(u, 'no''), host') FROM t", "url_normalize", `level "no'), host"`)
		d.fails("a", "SELECT url_extract(u, 'pdf') FROM t", "url_extract", `type "pdf"`)
		d.fails("a", "SELECT url_columns(u, 'host, nosuch') FROM t", "url_columns", "character 7", `unknown column "nosuch"`)
		d.fails("a", "SELECT url_columns(u) FROM t", "No function matches")
		if a := d.query("a", "SELECT url_host(u, e) FROM t WHERE e = 'whatwg' LIMIT 1"); a.First[0][0] != "h" {
			t.Errorf("the next query: %v", a.First)
		}
	})
}
