package linkcheck_test

import (
	"fmt"
	"io"
	"net"
	nethttp "net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/earl-url/earl/linkcheck"
)

// unread runs a check twice, the second time from what the first remembers, and
// returns what both must count as left unread, and the results of the first.
func unread(t *testing.T, o linkcheck.Options, urls ...string) (int, []linkcheck.Result) {
	t.Helper()
	if o.Memory == nil {
		o.Memory = newNotebook()
	}
	list, first := run(t, o, typed(urls...))
	if _, second := run(t, o, typed(urls...)); second.Unread != first.Unread {
		t.Errorf("a check counts %d pages left unread, and %d when it goes on", first.Unread, second.Unread)
	}
	return first.Unread, list
}

// What a check says of a page that it did not read counts; that a server says the
// same does not, and what is not there has nothing to be read.
func TestUnreadIsCountedOfPagesAlone(t *testing.T) {
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
		io.WriteString(conn, "502 not all of it was read: ask me again\r\n")
		io.Copy(io.Discard, conn)
	})

	t.Run("a server's words", func(t *testing.T) {
		n, list := unread(t, quick(t), "nntp://"+lies+"/a.b")
		if n != 0 || len(list) != 1 || !list[0].Status.Fault() || !strings.Contains(list[0].Message, "not all of it was read: ask me again") {
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
		o, memory := quick(t), newNotebook()
		o.Depth, o.Body, o.Memory = linkcheck.Content, 1000, memory
		if n, list := unread(t, o, site+"/long"); n != 1 || list[0].Status != linkcheck.OK {
			t.Errorf("%d left unread, want 1; %q", n, lines(list))
		}
		memory.end()
		long.Store(true)
		n, list := unread(t, o, site+"/long")
		if n != 1 || list[0].Status != linkcheck.Changed || !strings.HasSuffix(list[0].Message, "; not all of it was read: it is longer than what is read of one") {
			t.Errorf("%d left unread, want 1; %q", n, lines(list))
		}
	})
}
