//go:build duckdb

package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A peer is an installed DuckDB: a driver in testdata that runs SQL for the tests.
// .ci/install-duckdb installs them, and EARL_DUCKDB is their directory.
type peer struct {
	name    string
	command []string
}

// peers returns all that are installed, the newest first.
func peers(t *testing.T) []peer {
	t.Helper()
	dir := os.Getenv("EARL_DUCKDB")
	if dir == "" {
		t.Skip("EARL_DUCKDB is not set: bash .ci/install-duckdb DIRECTORY prints it")
	}
	var all []peer
	pythons, _ := filepath.Glob(filepath.Join(dir, "python-*", "bin", "python"))
	slices.Reverse(pythons)
	for _, python := range pythons {
		all = append(all, peer{filepath.Base(filepath.Dir(filepath.Dir(python))), []string{python, "testdata/driver.py"}})
	}
	if _, err := os.Stat(filepath.Join(dir, "node", "node_modules")); err == nil {
		all = append(all, peer{"node", []string{"node", "testdata/driver.mjs", filepath.Join(dir, "node")}})
	}
	if len(all) < 2 {
		t.Fatalf("EARL_DUCKDB=%s: %d installed, want a DuckDB for Python and one for Node", dir, len(all))
	}
	return all
}

// eachPeer runs a test with each DuckDB.
func eachPeer(t *testing.T, test func(t *testing.T, d *driver)) {
	for _, p := range peers(t) {
		t.Run(p.name, func(t *testing.T) { test(t, start(t, p)) })
	}
}

// driver is a peer that runs.
type driver struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
}

// answer is what a driver returns for a request.
type answer struct {
	Rows    int
	SHA256  string
	First   [][]any
	Error   string
	Version string
	Results []answer
}

// start starts a driver, with more variables of the environment.
func start(t *testing.T, p peer, environment ...string) *driver {
	t.Helper()
	c := exec.CommandContext(t.Context(), p.command[0], p.command[1:]...)
	c.Env = append(os.Environ(), environment...)
	c.Stderr, c.WaitDelay = os.Stderr, time.Minute
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := c.Wait(); err != nil && t.Context().Err() == nil {
			t.Errorf("%s: %v", p.name, err)
		}
	})
	return &driver{t, in, bufio.NewReader(out)}
}

// request sends a request and returns its answer.
func (d *driver) request(r map[string]any) (a answer) {
	d.t.Helper()
	line, err := json.Marshal(r)
	if err != nil {
		d.t.Fatal(err)
	}
	if _, err := d.in.Write(append(line, '\n')); err != nil {
		d.t.Fatal(err)
	}
	line, err = d.out.ReadBytes('\n')
	if err != nil {
		d.t.Fatalf("the driver ended: %v", err)
	}
	if err := json.Unmarshal(line, &a); err != nil {
		d.t.Fatalf("%s: %v", line, err)
	}
	return a
}

// open opens a database in memory that can load extensions.
func (d *driver) open(db string) {
	d.t.Helper()
	if a := d.request(map[string]any{"op": "open", "db": db, "config": map[string]string{"allow_unsigned_extensions": "true"}}); a.Error != "" {
		d.t.Fatal(a.Error)
	}
}

// load opens a database and loads the extension.
func (d *driver) load(db string) {
	d.t.Helper()
	d.open(db)
	d.query(db, "LOAD "+quote(extension(d.t)))
}

// query runs SQL that must work.
func (d *driver) query(db, sql string) answer {
	d.t.Helper()
	a := d.request(map[string]any{"op": "query", "db": db, "sql": sql})
	if a.Error != "" {
		d.t.Fatalf("%s: %s", sql, a.Error)
	}
	return a
}

// fails runs SQL that must fail, with a message that contains each text.
func (d *driver) fails(db, sql string, texts ...string) {
	d.t.Helper()
	a := d.request(map[string]any{"op": "query", "db": db, "sql": sql})
	for _, text := range texts {
		if !strings.Contains(a.Error, text) {
			d.t.Errorf("%s: the error is %q, want one with %q", sql, a.Error, text)
		}
	}
}

// quote returns an SQL literal.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// built is the extension that all tests use.
var built struct {
	once sync.Once
	dir  string
	err  error
	out  []byte
}

// extension returns the path of the extension, built once.
func extension(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "earl-duckdb-"); built.err == nil {
			built.out, built.err = buildTo(built.dir)
		}
	})
	if built.err != nil {
		t.Fatalf("%v\n%s", built.err, built.out)
	}
	return filepath.Join(built.dir, "earl.duckdb_extension")
}

// buildTo runs the command that the manual gives.
func buildTo(dir string, more ...string) ([]byte, error) {
	return exec.Command("go", slices.Concat([]string{"run", "./build"}, more, []string{dir})...).CombinedOutput()
}

func TestMain(m *testing.M) {
	status := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(status)
}
