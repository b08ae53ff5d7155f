package nntp

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
)

// slowThread is the slow twin of thread: for each article, the nearest of its references that
// exists, without cycles; then a walk.
func slowThread(articles []overview) []threaded {
	parent := make([]int, len(articles))
	index := func(id string) int {
		return slices.IndexFunc(articles, func(o overview) bool { return o.id != "" && o.id == id })
	}
	for i := range articles {
		parent[i] = none
		for _, id := range articles[i].references() {
			if j := index(id); j >= 0 && j != i {
				parent[i] = j
			}
		}
	}
	for i := range articles { // the first of a cycle answers nothing
		for j, n := parent[i], 0; j != none && n <= len(articles); j, n = parent[j], n+1 {
			if j == i {
				low := i
				for k := parent[i]; k != i; k = parent[k] {
					low = min(low, k)
				}
				parent[low] = none
				break
			}
		}
	}
	var order []threaded
	var down func(i, depth int)
	down = func(i, depth int) {
		order = append(order, threaded{i, depth})
		for k := range articles {
			if parent[k] == i {
				down(k, depth+1)
			}
		}
	}
	oldest := func(i int) string {
		refs := articles[i].references()
		if len(refs) == 0 || refs[0] == articles[i].id {
			return ""
		}
		return refs[0]
	}
	placed := map[int]bool{}
	for i := range articles {
		if parent[i] != none || placed[i] {
			continue
		}
		down(i, 0)
		for k := i + 1; k < len(articles); k++ {
			if parent[k] == none && oldest(i) != "" && oldest(k) == oldest(i) {
				placed[k] = true
				down(k, 0)
			}
		}
	}
	return order
}

// forest makes articles of small numbers: each has an id and references below 32.
func forest(data []byte) []overview {
	var articles []overview
	for i, b := range data {
		if b&0x80 != 0 && len(articles) > 0 {
			articles[len(articles)-1].refs += fmt.Sprintf("<%d>", b&0x1F)
			continue
		}
		id := fmt.Sprintf("<%d>", b&0x1F)
		if b&0x60 == 0x60 {
			id = ""
		}
		articles = append(articles, overview{number: fmt.Sprint(i), id: id})
	}
	return articles
}

// B10 (rfc5536 3.2.10): every article appears once, in the place that its definition requires.
func TestThread(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		data := make([]byte, random.IntN(60))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		checkThread(t, data)
	}
}

func checkThread(t *testing.T, data []byte) {
	t.Helper()
	articles := forest(data)
	got := thread(articles)
	if want := slowThread(articles); !slices.Equal(got, want) {
		t.Fatalf("%v: thread = %v, want %v", articles, got, want)
	}
	for i, at := range got {
		if at.depth < 0 || i == 0 && at.depth > 0 || i > 0 && at.depth > got[i-1].depth+1 {
			t.Fatalf("%v: depths %v", articles, got)
		}
	}
}

// FuzzThread is TestThread for random articles.
func FuzzThread(f *testing.F) {
	f.Add([]byte{1, 2, 0x81, 3, 0x82, 4, 0x9F, 5, 0x9F})
	f.Add([]byte{1, 0x82, 2, 0x83, 3, 0x81, 0x61, 0x81})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) <= 200 {
			checkThread(t, data)
		}
	})
}

// A thread of a hundred thousand replies, a cycle of as many, and as many replies to one article
// need no deep stack, and at most 4 times the time of 16 threads that are 16 times smaller. Times
// below the floor are not compared.
func TestThreadIsLinear(t *testing.T) {
	t.Parallel()
	const n, parts, bar, floor = 100_000, 16, 4, 100 * time.Millisecond
	for name, parent := range map[string]func(i, n int) int{
		"a chain":                 func(i, _ int) int { return i - 1 },
		"a chain backwards":       func(i, _ int) int { return i + 1 },
		"a circle":                func(i, n int) int { return (i + 1) % n },
		"a star":                  func(int, int) int { return 0 },
		"all to one that is gone": func(_, n int) int { return n },
	} {
		var small, large time.Duration
		for range 5 { // a busy machine may be slow sometimes
			small, large = parts*timeThread(t, n/parts, parent), timeThread(t, n, parent)
			if large <= max(floor, bar*small) {
				break
			}
		}
		if large > max(floor, bar*small) {
			t.Errorf("%s: %v for %d articles, %v for %d times %d", name, large, n, small, parts, n/parts)
		}
	}
}

// timeThread returns how long it takes to thread n articles, where each references its parent.
func timeThread(t *testing.T, n int, parent func(i, n int) int) time.Duration {
	t.Helper()
	articles := make([]overview, n)
	for i := range articles {
		articles[i] = overview{id: fmt.Sprintf("<%d>", i), refs: fmt.Sprintf("<%d>", parent(i, n))}
	}
	began := time.Now()
	if got := len(thread(articles)); got != n {
		t.Errorf("%d articles, want %d", got, n)
	}
	return time.Since(began)
}

// FuzzOverview parses lines of an overview: every value comes from the line, and no URL of an
// entry contains bytes that end a line.
func FuzzOverview(f *testing.F) {
	for _, line := range []string{
		"1\tHello\tTester <tester@example.test>\tFri, 20 Nov 2026 10:29:17 -0000\t<first.1@example.test>\t\t373\t3\tXref: news a.b:1",
		"2\t=?koi8-r?B?8NLJ?=\t\xe9\t\t<a\x00b@c>\t<x> y <z\t-1", "x\ty", "\t\t\t\t\t\t", "99999999999999999\ta\tb\tc\td\te\tf",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		o := parseOverview(line)
		for _, part := range []string{o.subject, o.from, o.date, o.id, o.refs} {
			if !strings.Contains(line, part) {
				t.Errorf("%q is not in %q", part, line)
			}
		}
		if o.cost < len(line) || o.number != "" && strings.Count(line, "\t") < 5 {
			t.Errorf("%q: %+v", line, o)
		}
		for _, url := range []string{"news:a.b", "nntp://h.example/a.b"} {
			s := &session{Lines: dialogue.Lines{Req: &open.Call{Request: open.Request{URL: earl.RFC1738.MustParse(url)}}}}
			e, _ := s.entry(&o)
			if strings.ContainsAny(e.Name, "\r\n\x1b\x00") {
				t.Errorf("%q: name %q", line, e.Name)
			}
			if e.URL.IsZero() {
				continue
			}
			again, err := e.URL.Edition().Parse(e.URL.String())
			if err != nil || again != e.URL {
				t.Errorf("Parse(%q) = %q, %v", e.URL, again, err)
			}
			if all, err := commands(e.URL); err != nil || strings.ContainsAny(string(all[0].arg[0]), "\r\n\x00") {
				t.Errorf("%q: commands of %q: %q, %v", line, e.URL, all, err)
			}
		}
	})
}

// FuzzReply parses replies from any bytes: each has a code of 100 to 599, and no reply is longer
// than the input.
func FuzzReply(f *testing.F) {
	for _, text := range []string{"200 hello\r\n", "211 1 2 3 a.b\r\n.\r\n..\r\n", "99 x\r\n", "22", "2200 x\r\n", "\r\n", "220\n220 \r\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		ours, theirs := net.Pipe()
		go func() {
			theirs.Write(text)
			theirs.Close()
		}()
		s := &session{Lines: dialogue.Lines{Req: &open.Call{Request: open.Request{Policy: open.Policy{ReplyLine: 100}.Effective()}}}}
		s.Conn = wire.New(context.Background(), ours, time.Minute)
		defer s.Conn.Close()
		for n := 0; ; n++ {
			r, err := s.Reply()
			if err != nil {
				io.Copy(io.Discard, ours)
				return
			}
			if r.Code < 100 || r.Code > 599 || n > len(text)/3 || !strings.Contains(string(text), r.Text) {
				t.Fatalf("reply %d of %q: %+v", n, text, r)
			}
			parseCounts(r.Text)
		}
	})
}
