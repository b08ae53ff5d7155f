package replay

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/warc"
)

// maxHeader is the longest header of http in a record that is replayed.
const maxHeader = 1 << 20

// playHTTP returns a server that reads one request and sends the recorded
// response.
func (a *Archive) playHTTP(it *item) (func(*serverConn), error) {
	rec, err := it.record()
	if err != nil {
		return nil, err
	}
	head, body, err := splitHTTP(rec)
	if err != nil {
		return nil, err
	}
	if it.kind == warc.Revisit {
		o := a.original(it)
		if o == nil {
			return nil, &payloadError{it.target}
		}
		other, err := o.record()
		if err != nil {
			return nil, err
		}
		first, payload, err := splitHTTP(other)
		if err != nil {
			return nil, err
		}
		if body = payload; len(head) == 0 {
			head = first
		}
	}
	return func(c *serverConn) {
		method, err := readRequest(c)
		if err != nil {
			return
		}
		in := bufio.NewReader(body)
		if _, err := c.Write(repair(head, in)); err != nil || method == "HEAD" {
			return
		}
		if _, err := io.Copy(c, in); err != nil {
			c.cut.Store(true)
		}
	}, nil
}

// splitHTTP returns the header of the response in a record, and its body.
func splitHTTP(rec *warc.Record) ([]byte, io.Reader, error) {
	in := bufio.NewReader(rec.Block)
	var head []byte
	for rec.Size > 0 {
		line, err := in.ReadSlice('\n')
		head = append(head, line...)
		if len(head) > maxHeader {
			return nil, nil, fmt.Errorf("%w: a header of more than %d bytes in the archive", open.ErrProtocol, maxHeader)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, truncated(err)
		}
		if text := strings.TrimRight(string(line), "\r\n"); text == "" {
			break
		}
	}
	return head, in, nil
}

// readRequest reads the request of the client and returns its method.
func readRequest(c *serverConn) (method string, err error) {
	in := bufio.NewReader(io.LimitReader(c, maxHeader))
	for first := true; ; first = false {
		line, err := in.ReadString('\n')
		if err != nil {
			return "", err
		}
		if line = strings.TrimRight(line, "\r\n"); line == "" {
			return method, nil
		}
		if first {
			method, _, _ = strings.Cut(line, " ")
		}
	}
}

// isChunkSize reports whether text starts like a body in chunks: with a line that
// has hexadecimal digits, and an optional extension. Source: rfc9112 7.1.
func isChunkSize(text []byte) bool {
	line, _, ok := bytes.Cut(text, []byte("\n"))
	size, _, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\r")), []byte(";"))
	_, err := strconv.ParseUint(string(bytes.TrimRight(size, " \t")), 16, 64)
	return ok && err == nil
}

// maxChunkLine is enough for the first line of a chunk.
const maxChunkLine = 1 << 10

// repair returns the header of a response in the form of HTTP/1.1. Archivers of
// HTTP/2 write "HTTP/2" into it. Some programs store a body without its chunks,
// and do not change the header.
func repair(head []byte, body *bufio.Reader) []byte {
	var b []byte
	start, _ := body.Peek(maxChunkLine)
	chunked := isChunkSize(start)
	for i, line := range bytes.SplitAfter(head, []byte("\n")) {
		name, value, _ := strings.Cut(string(line), ":")
		switch {
		case i == 0:
			if version, rest, ok := bytes.Cut(line, []byte(" ")); ok && !bytes.HasPrefix(version, []byte("HTTP/1.")) {
				line = append([]byte("HTTP/1.1 "), rest...)
			}
		case strings.EqualFold(name, "Transfer-Encoding") && !chunked && strings.Contains(strings.ToLower(value), "chunked"):
			continue
		}
		b = append(b, line...)
	}
	return b
}
