package http

import (
	"bytes"
	"fmt"
	"io"
	"net"
	nethttp "net/http"
	"net/http/httputil"
	"strings"
	"sync/atomic"

	"github.com/earl-url/earl/open"
)

// A headConn is a connection that notes the field Transfer-Encoding of a response of
// HTTP/1.0. net/http ignores the field there, and would deliver the sizes of chunks as
// content. Source: rfc9112 6.1.
type headConn struct {
	net.Conn
	limit int         // of a header, in bytes
	asked atomic.Bool // a request was sent after the last response

	// Only the goroutine that reads uses these fields.
	reading bool   // the header of a response
	head    []byte // its beginning

	codings atomic.Pointer[string] // the value of the field; nil: none
}

// NetConn returns the connection below.
func (c *headConn) NetConn() net.Conn { return c.Conn }

// Write implements io.Writer.
func (c *headConn) Write(p []byte) (int, error) {
	c.asked.Store(true)
	return c.Conn.Write(p)
}

// Read implements io.Reader.
func (c *headConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.asked.Load() && n > 0 {
		c.asked.Store(false)
		c.reading, c.head = true, nil
		c.codings.Store(nil)
	}
	if c.reading {
		c.look(p[:n])
	}
	return n, err
}

// look reads a piece of a header, if the header is one of HTTP/1.0.
func (c *headConn) look(b []byte) {
	const version = "HTTP/1.0"
	if len(c.head) == 0 && len(b) >= len(version) && string(b[:len(version)]) != version {
		c.reading = false
		return
	}
	from := max(0, len(c.head)-len("\n\r"))
	c.head = append(c.head, b...)
	if n := min(len(version), len(c.head)); string(c.head[:n]) != version[:n] || len(c.head) > c.limit {
		c.reading, c.head = false, nil
		return
	}
	end := bytes.Index(c.head[from:], []byte("\n\r\n"))
	if bare := bytes.Index(c.head[from:], []byte("\n\n")); end < 0 || 0 <= bare && bare < end {
		end = bare
	}
	if end < 0 {
		return
	}
	if value, ok := transferCodings(string(c.head[:from+end])); ok {
		c.codings.Store(&value)
	}
	c.reading, c.head = false, nil
}

// transferCodings returns the value of all fields Transfer-Encoding of a header.
func transferCodings(head string) (value string, ok bool) {
	in := false
	for line := range strings.SplitSeq(head, "\n") {
		line = strings.TrimRight(line, "\r")
		name, text, _ := strings.Cut(line, ":")
		if folded := line != "" && (line[0] == ' ' || line[0] == '\t'); folded {
			text = line
		} else {
			in = strings.EqualFold(strings.TrimRight(name, " \t"), "Transfer-Encoding")
		}
		if !in {
			continue
		}
		if ok {
			value += ", "
		}
		value, ok = value+strings.TrimSpace(text), true
	}
	return value, ok
}

// unchunk decodes the content of a response of HTTP/1.0 with "Transfer-Encoding: chunked".
// Any other use of the field there is an error, since the length of the content is not known.
// The connection is not used again. Source: rfc9112 6.1, 6.3.
func (c *call) unchunk(resp *nethttp.Response, w *watch) error {
	if w.head == nil || resp.ProtoAtLeast(1, 1) || resp.Body == nethttp.NoBody {
		return nil
	}
	codings := w.head.codings.Load()
	if codings == nil {
		return nil
	}
	if _, sized := resp.Header["Content-Length"]; sized || !strings.EqualFold(*codings, "chunked") {
		return fmt.Errorf("%w: a response of HTTP/1.0 with the Transfer-Encoding %s, so its length is not known (rfc9112 6.1)", open.ErrProtocol, c.quoted(*codings))
	}
	c.note("the response is chunked, although it is one of HTTP/1.0 (rfc9112 6.1)")
	resp.TransferEncoding = []string{"chunked"}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{httputil.NewChunkedReader(resp.Body), resp.Body}
	return nil
}
