//go:build linux

package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/longtest"
)

// busy is the factor between a limit here and a limit on a quiet machine, because other tests
// run at the same time. With EARL_QUIET=1 it is 1.
func busy() time.Duration {
	if os.Getenv("EARL_QUIET") == "1" {
		return 1
	}
	return 50
}

// within fails if the median of some times is over the limit for a quiet machine.
func within(t *testing.T, what string, bar time.Duration, times []time.Duration) {
	t.Helper()
	slices.Sort(times)
	median := times[len(times)/2]
	t.Logf("%s: median %v of %d (%v to %v), bar %v on a quiet machine; load %s", what, median, len(times), times[0], times[len(times)-1], bar, load())
	if median > bar*busy() {
		t.Errorf("%s takes %v, more than %d times %v", what, median, busy(), bar)
	}
}

// timed returns the time to the first byte of a page, the time to the last, and the page.
func (s *served) timed(address string) (first, whole time.Duration, page string) {
	s.Helper()
	begun := time.Now()
	resp, err := s.web.Get(address)
	if err != nil {
		s.Fatal(err)
	}
	defer resp.Body.Close()
	body := bufio.NewReader(resp.Body)
	_, err = body.Peek(1)
	first = time.Since(begun)
	text, err2 := io.ReadAll(body)
	if err != nil || err2 != nil || resp.StatusCode != http.StatusOK {
		s.Fatalf("%s: %s: %v, %v", address, resp.Status, err, err2)
	}
	return first, time.Since(begun), string(text)
}

// entries is the number of entries of a long listing.
const entries = 10_000

// The times of the front page and of the first page of a long listing: of a menu, which is read
// only as far as it is shown, and of a directory, which is read completely to be sorted.
func TestServeWithinTime(t *testing.T) {
	longtest.OnlyInGate(t, "opens long listings 62 times")
	var menu strings.Builder
	dir := t.TempDir()
	for i := range entries {
		fmt.Fprintf(&menu, "0An entry with a name, number %d\t/files/%d.txt\th.invalid\t70\r\n", i, i)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("file number %d.txt", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	menu.WriteString(".\r\n")
	gopher := gopherOf(t, func(string) string { return menu.String() })
	s := startProgram(t, buildEarl(t), "--allow-net", "127.0.0.1")
	defer s.interrupt()
	base, _, _ := strings.Cut(s.start, "/start")
	var front []time.Duration
	for range 51 {
		_, took, _ := s.timed(base + "/")
		front = append(front, took)
	}
	within(t, "the front page", time.Millisecond, front)
	for _, address := range []string{"gopher://" + gopher + "/1", "file://" + dir + "/"} {
		var first, whole []time.Duration
		for range 31 {
			begun, took, page := s.timed(base + "/open?url=" + url.QueryEscape(address))
			first, whole = append(first, begun), append(whole, took)
			if !strings.Contains(page, `id="entries"`) || strings.Count(page, "/open?url=") < 500 {
				t.Fatalf("no long listing: %.3000s", page)
			}
		}
		within(t, "a long listing at "+address[:6]+" to the first byte", 5*time.Millisecond, first)
		within(t, "a long listing at "+address[:6], 60*time.Millisecond, whole)
	}
}

// The memory of the gateway after 4,000 opens of different URLs.
func TestServeWithManyOpens(t *testing.T) {
	longtest.OnlyInGate(t, "opens 4,000 URLs")
	const opens, bar = 4000, 64 << 20
	text, menu := strings.Repeat("a line of a document\r\n", 200), "0An entry\t/a.txt\th.invalid\t70\r\n"
	gopher := gopherOf(t, func(selector string) string {
		if strings.HasPrefix(selector, "/text") {
			return text + ".\r\n"
		}
		return strings.Repeat(menu, 100) + ".\r\n"
	})
	s := startProgram(t, buildEarl(t), "--allow-net", "127.0.0.1")
	defer s.interrupt()
	base, _, _ := strings.Cut(s.start, "/start")
	before, most := s.memory(), int64(0)
	for i := range opens {
		path := fmt.Sprintf("0/text/%d", i)
		if i%2 == 0 {
			path = fmt.Sprintf("1/menu/%d", i)
		}
		s.timed(base + "/open?url=" + url.QueryEscape("gopher://"+gopher+"/"+path))
		if i%100 == 99 {
			most = max(most, s.memory())
		}
	}
	t.Logf("memory: %.1f MiB, after %d opens %.1f MiB, at most %.1f MiB", float64(before)/(1<<20), opens, float64(s.memory())/(1<<20), float64(most)/(1<<20))
	if after := s.memory(); after > bar {
		t.Errorf("%d MiB in memory, more than %d MiB", after>>20, bar>>20)
	}
}
