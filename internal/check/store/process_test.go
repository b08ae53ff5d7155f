package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/check/store"
	"github.com/earl-url/earl/internal/racedetector"
)

// child is set in a process of this test program that does the work of a check.
const child = "EARL_MEMORY_CHILD"

// TestMain makes this program a check if a test starts it as one. Its arguments are its file,
// its target and the number of results to keep.
func TestMain(m *testing.M) {
	if os.Getenv(child) == "" {
		os.Exit(m.Run())
	}
	if err := check(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// check keeps results, and prints those that are written for certain. It ends its run when its
// stdin ends.
func check(path, target, count string) error {
	ctx := context.Background()
	n, err := strconv.Atoi(count)
	if err != nil {
		return err
	}
	m, err := store.Open(ctx, path, store.Options{Targets: []string{target}})
	if err != nil {
		return err
	}
	fmt.Println("open", m.Resumed())
	for i := range n {
		r, links := sample(i)
		if _, _, ok, err := m.Done(ctx, r.URL); ok || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		if err := m.Keep(ctx, r, links); err != nil {
			return err
		}
		if i%50 == 49 {
			if err := m.Flush(ctx); err != nil {
				return err
			}
			fmt.Println("kept", i)
		}
	}
	fmt.Println("all", n)
	io.Copy(io.Discard, os.Stdin)
	if err := m.Finish(ctx); err != nil {
		return err
	}
	return m.Close()
}

// start starts a check as another process, which ends with the test. stdin may be nil.
func start(t *testing.T, path, target string, n int, stdin io.Reader) (*exec.Cmd, io.Reader) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], path, target, strconv.Itoa(n))
	cmd.Env, cmd.Stdin, cmd.Stderr = append(os.Environ(), child+"=1"), stdin, os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, out
}

// integrity checks the file itself, and that every row refers to existing rows.
func integrity(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var said string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&said); err != nil || said != "ok" {
		t.Fatalf("integrity_check: %q, %v", said, err)
	}
	if err := db.QueryRow(`SELECT "table" FROM pragma_foreign_key_check`).Scan(&said); err != sql.ErrNoRows {
		t.Fatalf("foreign_key_check: %q, %v", said, err)
	}
}

// F4: if a check is killed at any moment, the file is not damaged, it has every result that the
// check reported as written, and the next check resumes the run.
func TestKilledAndResumed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "links.sqlite")
	n, rounds := 2000, 7
	if testing.Short() || racedetector.On {
		n, rounds = 400, 3
	}
	random := rand.New(rand.NewPCG(1738, uint64(time.Now().UnixNano())))
	stdin, hold, err := os.Pipe() // it does not end, so no process ends its run
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	defer hold.Close()
	kills, kept := 0, -1
	for range rounds {
		cmd, out := start(t, path, "t", n, stdin)
		stop := 1 + random.IntN(8) // reported results, and then a part of a batch
		for range stop {
			var word, value string
			if _, err := fmt.Fscanln(out, &word, &value); err != nil || word == "all" {
				break
			}
			if word == "open" && value != strconv.FormatBool(kept >= 0 || kills > 0) {
				t.Errorf("after %d kills resumed is %s", kills, value)
			}
			if i, err := strconv.Atoi(value); err == nil {
				kept = i
			}
		}
		<-time.After(time.Duration(random.IntN(15)) * time.Millisecond)
		cmd.Process.Kill()
		io.Copy(io.Discard, out)
		cmd.Wait()
		kills++
		integrity(t, path)
		m := open(t, path, store.Options{Targets: []string{"t"}})
		known := 0
		for i := range n {
			want, wantLinks := sample(i)
			got, links, ok := done(t, m, want.URL)
			if ok {
				known++
				equal(t, got, want, links, wantLinks)
			} else if i <= kept {
				t.Fatalf("after kill %d, %d of what was said to be kept up to %d is not there", kills, i, kept)
			}
		}
		closeIt(t, m)
		t.Logf("kill %d: %d of %d known, %d said to be", kills, known, n, kept+1)
	}
	cmd, out := start(t, path, "t", n, nil)
	io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	integrity(t, path)
	if got := count(t, path, `SELECT count(*) FROM current`); got != n {
		t.Errorf("%d URLs, want %d", got, n)
	}
	if got := count(t, path, `SELECT count(*) FROM run`); got != 1 {
		t.Errorf("%d runs, want one that was resumed", got)
	}
}

// count runs a query that returns a number.
func count(t *testing.T, path, query string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Several processes create, write and read one file at a time.
func TestSeveralPrograms(t *testing.T) {
	path := filepath.Join(t.TempDir(), "links.sqlite")
	const programs, n = 4, 100
	var all []*exec.Cmd
	for i := range programs {
		cmd, out := start(t, path, fmt.Sprint("t", i/2), n, nil) // two of the same targets: the second has its own run
		go io.Copy(io.Discard, out)
		all = append(all, cmd)
	}
	for _, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	integrity(t, path)
	if got := count(t, path, `SELECT count(*) FROM run WHERE ended IS NOT NULL`); got != programs {
		t.Errorf("%d runs ended, want %d", got, programs)
	}
	if got := count(t, path, `SELECT count(*) FROM observation`); got != programs*n {
		t.Errorf("%d observations, want %d", got, programs*n)
	}
	if got := count(t, path, `SELECT count(*) FROM url WHERE text LIKE 'http://h.example/_%' AND id IN (SELECT url FROM observation)`); got != n {
		t.Errorf("%d URLs, want %d", got, n)
	}
}
