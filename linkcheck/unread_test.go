package linkcheck_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	nethttp "net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck"
)

// unread runs a check twice, the second time with the database of the first. It returns the
// number of unread pages, which both must report, and the results of the first.
func unread(t *testing.T, o linkcheck.Options, urls ...string) (int, []linkcheck.Result) {
	t.Helper()
	if o.Store == nil {
		o.Store = newNotebook()
	}
	list, first := run(t, o, typed(urls...))
	if _, second := run(t, o, typed(urls...)); second.Unread != first.Unread {
		t.Errorf("a check counts %d pages as not read, and %d when it is resumed", first.Unread, second.Unread)
	}
	return first.Unread, list
}

// P21: lines of a listing that were not understood are links that are not checked. They are no
// problem of the listing, and the others are checked.
func TestListingWithLinesThatWereNotUnderstood(t *testing.T) {
	t.Parallel()
	var at string
	at = listen(t, func(conn net.Conn) {
		line, _ := bufio.NewReader(conn).ReadString('\n')
		switch strings.TrimSpace(line) {
		case "/menu":
			place := strings.Replace(at, ":", "\t", 1)
			fmt.Fprintf(conn, "0A\t/a\t%s\r\n<html>\r\n0B\t/b\t%s\r\n0C\t/c\t127.0.0.1\tport\r\n.\r\n", place, place)
		case "/html":
			fmt.Fprint(conn, "<html>\r\n<body>\r\n")
		default:
			fmt.Fprint(conn, "text\r\n.\r\n")
		}
		conn.Close()
	})
	for _, tt := range []struct {
		url    string
		read   bool
		unread int
		links  int
	}{
		{"/1/menu", true, 1, 3}, {"/1/html", true, 1, 1}, {"/1/menu", false, 0, 1}, {"/1/html", false, 0, 1},
	} {
		o := quick(t)
		o.Recursive = tt.read
		n, list := unread(t, o, "gopher://"+at+tt.url)
		if n != tt.unread || len(list) != tt.links {
			t.Errorf("%s: %d left unread, want %d; %q", tt.url, n, tt.unread, lines(list))
		}
		for _, r := range list {
			if r.Status.Fault() {
				t.Errorf("%s: %s: %s", tt.url, r.URL, r.Message)
			}
		}
	}
}

// Pages that the check did not read completely are counted. A server's message with the same
// words is not counted, and neither is a missing page.
func TestUnreadIsCountedOfPagesAlone(t *testing.T) {
	t.Parallel()
	var long atomic.Bool
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<a href=gone><a href=there>`)
		case "/there":
			fmt.Fprint(w, "<p>I am")
		case "/long":
			fmt.Fprint(w, "<p>a page of ", map[bool]string{false: "old", true: "new"}[long.Load()], " words", strings.Repeat(" and on", 1000))
		default:
			w.WriteHeader(nethttp.StatusNotFound)
		}
	}))
	lies := listen(t, func(conn net.Conn) {
		io.WriteString(conn, "502 only a part of it was read: ask me again\r\n")
		io.Copy(io.Discard, conn)
	})

	t.Run("a server's words", func(t *testing.T) {
		n, list := unread(t, quick(t), "nntp://"+lies+"/a.b")
		if n != 0 || len(list) != 1 || !list[0].Status.Fault() || !strings.Contains(list[0].Message, "only a part of it was read: ask me again") {
			t.Errorf("%d left unread; %q", n, lines(list))
		}
	})
	t.Run("left out", func(t *testing.T) {
		o := quick(t)
		o.Recursive, o.Pages = true, 1
		if n, list := unread(t, o, site+"/"); n != 1 { // "/there"; "/gone" is an HTML page that says 404
			t.Errorf("%d left unread, want 1; %q", n, lines(list))
		}
	})
	t.Run("cut, and another than before", func(t *testing.T) {
		o, store := quick(t), newNotebook()
		o.Depth, o.Body, o.Store = linkcheck.Content, 1000, store
		if n, list := unread(t, o, site+"/long"); n != 1 || list[0].Status != linkcheck.OK {
			t.Errorf("%d left unread, want 1; %q", n, lines(list))
		}
		store.end()
		long.Store(true)
		n, list := unread(t, o, site+"/long")
		if n != 1 || list[0].Status != linkcheck.Changed || !strings.HasSuffix(list[0].Message, "; only a part of it was read: it is longer than the limit for one page") {
			t.Errorf("%d left unread, want 1; %q", n, lines(list))
		}
	})
}

// A page whose reader panics, or reaches a limit, is counted as not read completely.
func TestPageThatIsNotReadAsAPage(t *testing.T) {
	t.Parallel()
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if r.URL.Path == "/deep" {
			w.Header().Set("Content-Type", "text/markdown")
			io.WriteString(w, strings.Repeat(">", 200)+" a\n")
			return
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<p id=a>boom:x")
	}))
	for path, want := range map[string]string{
		"/panic": "only a part of it was read: document: internal error: the html reader panicked at unread_test.go:",
		"/deep":  "only a part of it was read: markdown: limit exceeded: quotes and lists are nested more than 100 deep",
	} {
		o := quick(t)
		o.Edition = earl.RFC3986.With(earl.Scheme{Name: "boom", Check: func(string) (int, int, earl.Rule) { panic("no reader expects this") }})
		n, list := unread(t, o, site+path+"#b")
		if n != 1 || len(list) != 1 || list[0].Status != linkcheck.OK || !strings.HasPrefix(list[0].Message, want) {
			t.Errorf("%s: %d left unread, want 1; %q", path, n, lines(list))
		}
	}
}

// References of a page with a relative BASE are resolved against it, and the BASE
// against the URL of the page. Requirement D13.
func TestRelativeBase(t *testing.T) {
	t.Parallel()
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		switch r.URL.Path {
		case "/app/", "/app/page", "/app/style":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<head><base href="/app/"><link href=style></head>`)
		default:
			w.WriteHeader(nethttp.StatusNotFound)
		}
	}))
	o := quick(t)
	o.Recursive = true
	list, _ := run(t, o, typed(site+"/app/page"))
	if len(list) != 3 {
		t.Errorf("%q, want 3", lines(list))
	}
	for _, r := range list {
		if r.Status != linkcheck.OK {
			t.Errorf("%s %s: %s", r.Status, r.URL, r.Message)
		}
	}
}
