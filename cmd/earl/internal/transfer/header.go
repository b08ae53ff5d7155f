package transfer

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/internal/outfile"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// headerText returns the header of a response as a server writes it, with its fields
// sorted by name.
func headerText(p *open.Response) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\r\n", p.Proto, p.Status)
	for _, name := range slices.Sorted(maps.Keys(p.Fields)) {
		for _, value := range p.Fields[name] {
			fmt.Fprintf(&b, "%s: %s\r\n", name, value)
		}
	}
	b.WriteString("\r\n")
	return b.String()
}

// metaText returns the size, time and type of an object of another scheme than http, in
// the form of a header.
func metaText(m *open.Meta) string {
	var b strings.Builder
	if !m.Time.IsZero() {
		fmt.Fprintf(&b, "Last-Modified: %s\r\n", m.Time.UTC().Format(http.TimeFormat))
	}
	if m.Size >= 0 {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", m.Size)
	}
	if m.Type != "" {
		fmt.Fprintf(&b, "Content-Type: %s\r\n", m.Type)
	}
	b.WriteString("\r\n")
	return b.String()
}

// head requests only the header of the object, and delivers the headers of all
// responses as a document. For other schemes than http it probes the object.
func (t *Transfer) head(ctx context.Context, r *open.Request) error {
	if s := r.URL.Scheme(); s != "http" && s != "https" {
		m, err := t.r.o.Client.ProbeRequest(ctx, r)
		if err != nil {
			return err
		}
		text := metaText(&m)
		if text == "\r\n" {
			return fmt.Errorf("%w: the server tells nothing about the object before it is retrieved; get it without -I", open.ErrNotFound)
		}
		return t.deliverHeader(ctx, &m, text)
	}
	var text strings.Builder
	var mu sync.Mutex
	observe := *r.Observer
	observe.Response = func(p *open.Response) {
		mu.Lock()
		text.WriteString(headerText(p))
		mu.Unlock()
		r.Observer.Responded(p)
	}
	q := *r
	q.Head, q.Observer = true, &observe
	res, err := t.open(ctx, &q)
	if err != nil {
		return err
	}
	if d, ok := res.(*open.Document); ok {
		d.Body.Close()
	}
	return t.deliverHeader(ctx, res.Info(), text.String())
}

// deliverHeader writes a header where a document would be written.
func (t *Transfer) deliverHeader(ctx context.Context, m *open.Meta, text string) error {
	d := &open.Document{Meta: *m, Body: io.NopCloser(strings.NewReader(text))}
	d.Size, d.Type, d.Coding, d.Kind = int64(len(text)), "text/plain", "", open.KindDocument
	if t.r.o.Describe {
		return t.r.o.Reporter.Document(m)
	}
	return t.Document(ctx, d)
}

// headerKind is what HeaderFile replaces.
var headerKind = outfile.Kind{Name: "a file of http headers", Is: func(head []byte, _ bool) bool { return bytes.HasPrefix(head, []byte("HTTP/")) }}

// CheckHeaderFile returns an error if a file exists and does not have http headers. It is
// never replaced.
func CheckHeaderFile(name string) error { return headerKind.Check(name) }

// A headerFile is the file of HeaderFile. It is safe for concurrent use.
type headerFile struct {
	mu  sync.Mutex
	f   *outfile.File
	err error // the first error
}

// write appends the header of a response. The first one creates the file.
func (h *headerFile) write(o *Options, p *open.Response) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	text := headerText(p)
	if o.HeaderFile == "-" {
		if term.Is(o.Stdout) {
			text = term.SafeLines(strings.ReplaceAll(text, "\r\n", "\n"))
		}
		_, err := io.WriteString(o.Stdout, text)
		return err
	}
	if h.f == nil && h.err == nil {
		h.f, h.err = outfile.Create(o.HeaderFile, outfile.Options{Kind: &headerKind})
	}
	if h.err == nil {
		_, h.err = h.f.WriteString(text)
	}
	return h.err
}

// close gives the file its name, unless a header could not be written.
func (h *headerFile) close() error {
	switch {
	case h.f == nil:
		return nil
	case h.err != nil:
		h.f.Discard()
		return nil // write has returned the error
	}
	return console.Local(h.f.Commit())
}
