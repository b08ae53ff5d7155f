package transfer

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/internal/outfile"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

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

// write appends the header of a response. The first one creates the file; "-" is stdout.
func (h *headerFile) write(name string, stdout *os.File, p *open.Response) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	text := headerText(p)
	if name == "-" {
		if term.Is(stdout) {
			text = term.SafeLines(strings.ReplaceAll(text, "\r\n", "\n"))
		}
		_, err := io.WriteString(stdout, text)
		return err
	}
	if h.f == nil && h.err == nil {
		h.f, h.err = outfile.Create(name, outfile.Options{Kind: &headerKind})
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
