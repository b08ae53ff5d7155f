package http

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"iter"
	"os"
	"strings"
	"sync"

	"github.com/earl-url/earl/open"
)

// index is a listing as a page of links. Each Read writes more of it.
type index struct {
	listing *open.Listing
	links   func(scheme string) bool // whether URLs of a scheme become links

	mu   sync.Mutex // guards the fields below
	next func() (open.Entry, error, bool)
	stop func()
	page bytes.Buffer
	err  error // the end of the page, or nil

	unread open.Unread
}

// newIndex returns the page of a listing. Only URLs that links accepts become
// links, because a server may send URLs of any scheme, such as javascript.
func newIndex(l *open.Listing, links func(scheme string) bool) *index {
	x := &index{listing: l, links: links}
	x.next, x.stop = iter.Pull2(l.Entries)
	title := html.EscapeString(l.URL.Redacted())
	fmt.Fprintf(&x.page, "<!DOCTYPE html>\n<title>%s</title>\n<h1>%s</h1>\n<ul>\n", title, title)
	return x
}

// Read reads the next part of the page. A listing that ends early, or with lines
// that were not understood, ends in its error.
func (x *index) Read(p []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for x.page.Len() == 0 && x.err == nil {
		e, err, ok := x.next()
		switch {
		case x.unread.Add(err):
		case err != nil:
			x.err = err
		case !ok:
			x.page.WriteString("</ul>\n")
			if x.err = io.EOF; x.unread.Count > 0 {
				x.err = x.unread.Err()
			}
		default:
			x.add(e)
		}
	}
	if x.page.Len() == 0 {
		return 0, x.err
	}
	return x.page.Read(p)
}

// add writes the line of an entry.
func (x *index) add(e open.Entry) {
	name := html.EscapeString(strings.ToValidUTF8(e.Name, "\uFFFD"))
	if !x.links(e.URL.Scheme()) {
		fmt.Fprintf(&x.page, "<li>%s\n", name)
		return
	}
	fmt.Fprintf(&x.page, "<li><a href=\"%s\">%s</a>\n", html.EscapeString(e.URL.String()), name)
}

// Close closes the listing, at any time. A Read that waits for the server ends.
func (x *index) Close() error {
	err := x.listing.Close()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.stop()
	if x.err == nil {
		x.err = prefixed(os.ErrClosed)
	}
	return err
}
