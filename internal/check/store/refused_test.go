package store_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/check/store"
	"github.com/earl-url/earl/linkcheck"
)

// query runs statements on a file.
func query(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(s, err)
		}
	}
}

// Another kind of file is refused and not changed, for writing and for reading.
func TestForeignFileIsNotTouched(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("notes of mine\n", 100)), 0o644); err != nil {
		t.Fatal(err)
	}
	short := filepath.Join(dir, "short")
	if err := os.WriteFile(short, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	database := filepath.Join(dir, "their.sqlite")
	query(t, database, `CREATE TABLE a (b)`, `INSERT INTO a VALUES (1)`)
	newer := filepath.Join(dir, "newer.sqlite")
	closeIt(t, open(t, newer, store.Options{}))
	query(t, newer, `PRAGMA user_version = 2`)
	for path, want := range map[string]error{text: store.ErrForeign, short: store.ErrForeign, database: store.ErrForeign, newer: store.ErrVersion} {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := store.Open(t.Context(), path, store.Options{}); !errors.Is(err, want) || !strings.Contains(err.Error(), path) {
			t.Errorf("Open(%s) = %v, want %v", path, err, want)
		}
		for _, err := range store.History(t.Context(), path, "http://h.example/") {
			if !errors.Is(err, want) {
				t.Errorf("History(%s) = %v, want %v", path, err, want)
			}
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
			t.Errorf("%s was touched: %v", path, err)
		}
		if left, _ := filepath.Glob(path + "-*"); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
	}
}

// An empty file, for example from mktemp, becomes a database.
func TestEmptyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "links.sqlite")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, err := range store.History(t.Context(), path, "http://h.example/") {
		if !errors.Is(err, store.ErrForeign) {
			t.Errorf("History = %v", err)
		}
	}
	closeIt(t, open(t, path, store.Options{}))
}

// If a process is killed while it creates the tables, it leaves a journal, which does not
// disturb the next process.
func TestKilledInTheMaking(t *testing.T) {
	path := filepath.Join(t.TempDir(), "links.sqlite")
	query(t, path, `VACUUM`)
	if err := os.WriteFile(path+"-journal", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	closeIt(t, open(t, path, store.Options{}))
}

// Errors say what the user can do.
func TestErrorsTeach(t *testing.T) {
	dir := t.TempDir()
	if _, err := store.Open(t.Context(), filepath.Join(dir, "none", "links.sqlite"), store.Options{}); err == nil || !strings.Contains(err.Error(), "its directory must exist") {
		t.Errorf("Open in no directory = %v", err)
	}
	damaged := filepath.Join(dir, "damaged.sqlite")
	observe(t, damaged, linkcheck.Result{URL: "http://h.example/"})
	b, err := os.ReadFile(damaged)
	if err != nil {
		t.Fatal(err)
	}
	for i := 200; i < len(b); i++ {
		b[i] = 0xAA
	}
	if err := os.WriteFile(damaged, b, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, err := range store.History(t.Context(), damaged, "http://h.example/") {
		if err == nil || !strings.Contains(err.Error(), ".recover") {
			t.Errorf("History of a damaged file = %v", err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Open(ctx, filepath.Join(dir, "links.sqlite"), store.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Open with a context that has ended = %v", err)
	}
}

// If the disk is full, or on another write error, Keep, Flush and Finish return the error, and
// nothing is written after it. So no gap can be taken for a result.
func TestDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "links.sqlite")
	m := open(t, path, store.Options{Targets: []string{"t"}})
	first, links := sample(1)
	keep(t, m, first, links)
	if err := m.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	query(t, path, `CREATE TRIGGER full BEFORE INSERT ON link BEGIN SELECT raise(ABORT, 'no room'); END`)
	second, links := sample(2)
	keep(t, m, second, links)
	if err := m.Flush(t.Context()); err == nil || !strings.Contains(err.Error(), "no room") {
		t.Errorf("Flush = %v", err)
	}
	if err := m.Finish(t.Context()); err == nil || !strings.Contains(err.Error(), "no room") {
		t.Errorf("Finish = %v", err)
	}
	if err := m.Keep(t.Context(), first, nil); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("Keep = %v", err)
	}
	if err := m.Close(); err == nil {
		t.Error("Close says nothing")
	}
	m = open(t, path, store.Options{Targets: []string{"t"}})
	defer closeIt(t, m)
	if _, _, ok := done(t, m, second.URL); ok || !m.Resumed() {
		t.Errorf("a result without its links is done, or the run is not resumed: %v", m.Resumed())
	}
	if _, _, ok := done(t, m, first.URL); !ok {
		t.Error("what was kept before is not done")
	}
}

// If another process writes for long, this one waits, and then names the reason.
func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "links.sqlite")
	closeIt(t, open(t, path, store.Options{}))
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(t.Context(), `BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	_, err = store.Open(t.Context(), path, store.Options{Patience: 200 * time.Millisecond})
	if err == nil || !strings.Contains(err.Error(), "another program has locked it") || time.Since(began) < 150*time.Millisecond {
		t.Errorf("Open = %v after %v", err, time.Since(began))
	}
}

// A value that another version wrote, and that this one does not know, is an error and not a
// result.
func TestUnknownWords(t *testing.T) {
	for what, change := range map[string]string{
		"status":  `UPDATE observation SET status = 'dreamy'`,
		"time":    `UPDATE observation SET time = 'noon'`,
		"hops":    `UPDATE observation SET hops = 'none'`,
		"from":    `UPDATE place SET base_from = 'hearsay'`,
		"edition": `UPDATE place SET base_edition = 'rfc9999'`,
		"base":    `UPDATE url SET text = 'no URL' WHERE id IN (SELECT base FROM place)`,
		"started": `UPDATE run SET started = 'noon'`,
		"gone":    `DROP TABLE link`,
	} {
		path := filepath.Join(t.TempDir(), "links.sqlite")
		r, links := sample(3)
		m := open(t, path, store.Options{})
		keep(t, m, r, links)
		closeIt(t, m)
		query(t, path, `PRAGMA foreign_keys = OFF`, change)
		m, err := store.Open(t.Context(), path, store.Options{})
		if err == nil {
			_, _, _, err = m.Done(t.Context(), r.URL)
			closeIt(t, m)
		}
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: Done = %v", what, err)
		}
		if what == "status" || what == "time" {
			for _, err := range store.History(t.Context(), path, r.URL) {
				if err == nil {
					t.Errorf("%s: History says nothing", what)
				}
			}
		}
	}
}
