package linkcheck_test

import (
	"compress/gzip"
	"fmt"
	"io"
	nethttp "net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/linkcheck"
)

// At most Body bytes of an object are read. For an endless page the check ends, checks the
// links up to there, and reports no fragment as missing.
func TestHugePage(t *testing.T) {
	t.Parallel()
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		switch r.URL.Path {
		case "/endless":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "<p id=first><a href=missing><a href='#first'><a href='#last'>")
			block := []byte(strings.Repeat("<p>A line of a page without an end.\n", 1000))
			for {
				if _, err := w.Write(block); err != nil {
					return
				}
			}
		default:
			nethttp.NotFound(w, r)
		}
	}))
	o := quick(t)
	o.Recursive, o.Depth, o.Body = true, linkcheck.Content, 1<<20
	list, summary := run(t, o, typed(site+"/endless"))
	if summary.Unread != 1 || !strings.Contains(fmt.Sprint(list), "only a part of it was read: it is longer than the limit for one page") {
		t.Errorf("it is not said that the page was cut: %d, %+v", summary.Unread, list)
	}
	if summary.Count(linkcheck.OK) != 1 || summary.Count(linkcheck.NotFound) != 1 || len(list) != 2 {
		t.Errorf("%q", lines(list))
	}
	for _, r := range list {
		if r.Status == linkcheck.OK && (r.Digest != "" || r.Shape == "") {
			t.Errorf("a part of an object has the digest %q and the shape %q", r.Digest, r.Shape)
		}
	}
}

// A page in a coding that was not requested is decoded. A page that cannot be decoded is
// reported as unread, and none of its fragments is a fault.
func TestCoding(t *testing.T) {
	t.Parallel()
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		switch r.URL.Path {
		case "/bad":
			io.WriteString(w, "\x1f\x8b\b\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff not deflate")
		case "/odd":
			w.Header().Set("Content-Encoding", "x-unknown")
			io.WriteString(w, "<p>")
		default:
			z := gzip.NewWriter(w)
			io.WriteString(z, "<p id=part><a href=/next>x</a>")
			z.Close()
		}
	}))
	for _, test := range []struct {
		target, message string
		status          linkcheck.Status
		urls            int
	}{
		{"/#part", "", linkcheck.OK, 2},
		{"/#lost", "", linkcheck.NoFragment, 2},
		{"/bad#part", "only a part of it was read: the compressed content is not valid", linkcheck.OK, 1},
		{"/odd#part", "only a part of it was read: its server compressed it without being requested to: x-unknown", linkcheck.OK, 1},
	} {
		o := quick(t)
		o.Recursive = true
		list, summary := run(t, o, typed(site+test.target))
		if len(list) != test.urls || list[0].Status != test.status || !strings.HasPrefix(list[0].Message, test.message) {
			t.Errorf("%s: %+v, %d unread", test.target, list, summary.Unread)
		}
	}
}

// A linked object that is neither a page nor wanted is not retrieved: its size costs nothing.
func TestLargeObjectsAreNotRetrieved(t *testing.T) {
	t.Parallel()
	got := make(chan int, 10)
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if r.URL.Path == "/" {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<a href=image>")
			return
		}
		if r.URL.Path != "/image" || r.Method != nethttp.MethodGet {
			return
		}
		w.Header().Set("Content-Length", fmt.Sprint(1<<30))
		w.Header().Set("Content-Type", "image/png")
		n := 0
		for block := make([]byte, 1<<20); n < 1<<30; n += len(block) {
			if _, err := w.Write(block); err != nil {
				break
			}
		}
		got <- n
	}))
	o := quick(t)
	o.Recursive = true
	list, _ := run(t, o, typed(site+"/"))
	select {
	case n := <-got:
		if n > 100<<20 {
			t.Errorf("%d bytes were sent: %q", n, lines(list))
		}
	case <-time.After(10 * time.Second):
		t.Error("the object is still being sent")
	}
}

// The memory for a page of a hundred thousand links and anchors is proportional to its size.
// Endless generated links stop at the limits.
func TestTrap(t *testing.T) {
	t.Parallel()
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if r.URL.Path == "/robots.txt" {
			nethttp.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<a href=%sx/a><a href=%sy/a>", strings.TrimSuffix(r.URL.Path, "a"), strings.TrimSuffix(r.URL.Path, "a"))
	}))
	o := quick(t)
	o.Recursive, o.Pages = true, 300
	_, summary := run(t, o, typed(site+"/"))
	if summary.Pages != 300 || summary.URLs > 2*300+2 || summary.Unread != summary.URLs-summary.Pages {
		t.Errorf("%+v", summary)
	}
}

// Links that a server sends are untrusted text: none of them ends the check, opens a file, or
// is opened without an opener.
func TestHostileLinks(t *testing.T) {
	t.Parallel()
	hostile := []string{
		"http://", "http:///", "http://%00/", "http://h%0d%0a/", "//", "///etc/passwd", "http://[fe80::1%25eth0]/", "http://0/", "http://0x7f.1:1/",
		"file:///dev/zero", "file://localhost/etc/passwd", "FILE:/etc/passwd", "ftp://a%0aQUIT@h/", "gopher://h/1%0d%0aQUIT", "mailto:a%0ab",
		"telnet://u:p@h:25/", "news:%0d%0aQUIT", "wais://h/a@b", "prospero://h/" + strings.Repeat("x", 2000), ":", "a:", "\x00", "\xff\xfe",
		strings.Repeat("a", 100_000) + ":b", "http://" + strings.Repeat("h.", 50_000), "javascript:alert(1)", "#" + strings.Repeat("f", 100_000),
	}
	var b strings.Builder
	for _, l := range hostile {
		fmt.Fprintf(&b, "<a href='%s'>\n", l)
	}
	site := serve(t, pages{"/": b.String()})
	o := quick(t)
	o.Recursive, o.Policy.AllowNet = true, nil
	list, summary := run(t, o, typed(site+"/"))
	for _, r := range list {
		if r.Status <= linkcheck.Changed && r.URL != site+"/" || strings.HasPrefix(r.URL, "file:") && r.Status != linkcheck.Refused {
			t.Errorf("%s %.100q: %s", r.Status, r.URL, r.Message)
		}
	}
	if summary.Places != len(hostile)+1 {
		t.Errorf("%d places, want %d", summary.Places, len(hostile)+1)
	}
}

// The memory of a check grows by each URL and place as its documentation says.
func TestMemoryGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: checks 100,000 links")
	}
	const n = 100_000
	links := func(yield func(linkcheck.Link, error) bool) {
		for i := range n {
			u := fmt.Sprintf("http://host.example/a/page-%06d.html", i)
			if !yield(linkcheck.Link{URL: u, Place: linkcheck.Place{File: "f", Line: int64(i), Text: u}}, nil) {
				return
			}
		}
	}
	o := quick(t)
	o.Depth, o.Sorted = linkcheck.Resolve, false
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, most := heap(), uint64(0)
	seen := 0
	o.Progress = func(p linkcheck.Progress) {
		if seen++; p.Done == n {
			most = heap()
		}
	}
	run0(t, o, links)
	if each := (most - before) / n; seen != n || each > 900 {
		t.Errorf("%d bytes for each URL", each)
	} else {
		t.Logf("%d bytes for each URL", each)
	}
}

// run0 runs a check and discards its results.
func run0(t testing.TB, o linkcheck.Options, targets func(func(linkcheck.Link, error) bool)) {
	t.Helper()
	if _, err := linkcheck.Run(t.Context(), o, targets, func(linkcheck.Result) error { return nil }); err != nil {
		t.Fatal(err)
	}
}
