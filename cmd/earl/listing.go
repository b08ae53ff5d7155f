package main

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/transfer"
	"github.com/earl-url/earl/internal/jsonobject"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// listing writes the entries of a listing as they arrive.
func (g *getter) listing(l *open.Listing) error {
	defer l.Close()
	out := newRowWriter(g.s.out)
	safe := term.Is(g.s.out)
	var line []byte
	var err error
	var unread open.Unread
	for entry, failed := range l.Entries {
		if unread.Add(failed) {
			continue
		}
		if err = failed; err != nil {
			break
		}
		switch {
		case g.flags.json:
			line = appendEntry(line[:0], entry.Name, &entry.Meta)
		case g.flags.urls:
			line = appendEntryURL(line[:0], entry)
		default:
			line = appendRow(line[:0], entry, safe)
		}
		if _, err = out.Write(line); err != nil {
			err = localErr(err)
			break
		}
	}
	if flushed := localErr(out.Close()); err == nil {
		err = flushed
	}
	if err == nil {
		return unread.Err()
	}
	if unread.Count > 0 {
		g.complain("earl: %s: %s", l.URL.Redacted(), unreadText(&unread))
	}
	return err
}

// rowPause is how long a row waits for the rows after it. Users do not notice the delay,
// and a fast listing is still written in large pieces.
const rowPause = 100 * time.Millisecond

// A rowWriter is a buffered writer. It writes each row at most rowPause after it got the
// row. One goroutine may use it at a time.
type rowWriter struct {
	mu    sync.Mutex // also for the timer
	w     *bufio.Writer
	timer *time.Timer
	armed bool // the timer runs, and flushes what is in w
}

// newRowWriter returns a rowWriter on w. The caller closes it, but not w.
func newRowWriter(w io.Writer) *rowWriter {
	r := &rowWriter{w: bufio.NewWriterSize(w, 64<<10)}
	r.timer = time.AfterFunc(rowPause, r.flush)
	r.timer.Stop()
	return r
}

// Write writes rows. It returns an error of an earlier flush too.
func (r *rowWriter) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.armed {
		r.armed = true
		r.timer.Reset(rowPause)
	}
	return r.w.Write(p)
}

// flush writes the buffered rows. The next Write or Close returns its error.
func (r *rowWriter) flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.armed = false
	r.w.Flush()
}

// Close writes the buffered rows.
func (r *rowWriter) Close() error {
	r.timer.Stop()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.w.Flush()
}

// appendEntryURL appends the URL of an entry, if it has one, and a line feed.
func appendEntryURL(b []byte, e open.Entry) []byte {
	if e.URL.IsZero() {
		return b
	}
	return append(append(b, e.URL.WithoutPassword().String()...), '\n')
}

// rowTime is the format of the time in a row, which is in UTC.
const rowTime = "2006-01-02 15:04"

// appendRow appends the row of an entry: kind, size, time and name. It escapes line ends
// in the name, so that a row is one line.
func appendRow(b []byte, e open.Entry, safe bool) []byte {
	name := e.Name
	if safe {
		name = term.Safe(name)
	} else if strings.ContainsAny(name, "\r\n") {
		name = strings.NewReplacer("\r", `\r`, "\n", `\n`).Replace(name)
	}
	if e.Kind == open.KindInfo {
		return append(append(append(b, strings.Repeat(" ", 44)...), name...), '\n')
	}
	kind, octets, when := string(e.Kind), "-", "-"
	if kind == "" {
		kind = "-"
	}
	if e.Size >= 0 {
		octets = strconv.FormatInt(e.Size, 10)
	}
	if !e.Time.IsZero() {
		when = e.Time.UTC().Format(rowTime)
	}
	b = appendPadded(b, kind, 8, false)
	b = appendPadded(append(b, "  "...), octets, 14, true)
	b = appendPadded(append(b, "  "...), when, 16, false)
	b = append(b, strings.Repeat("  ", 1+e.Depth)...) // replies in a newsgroup are indented
	b = append(b, name...)
	if e.Kind == open.KindListing && !strings.HasSuffix(name, "/") {
		b = append(b, '/')
	}
	return append(b, '\n')
}

// appendPadded appends text with spaces up to a width.
func appendPadded(b []byte, text string, width int, right bool) []byte {
	pad := strings.Repeat(" ", max(0, width-len(text)))
	if right {
		return append(append(b, pad...), text...)
	}
	return append(append(b, text...), pad...)
}

// Document prints the object of a document.
func (g *getter) Document(m *open.Meta) error { return g.printJSON(documentOf(m)) }

// Saved prints the object of a document that was saved.
func (g *getter) Saved(t *transfer.Transfer, m *open.Meta) error {
	return g.printJSON(savedOf(t, m, &g.flags.Checksum))
}

// printJSON prints an object as one line.
func (g *getter) printJSON(object any) error { return g.print(jsonobject.AppendLine(nil, object)) }
