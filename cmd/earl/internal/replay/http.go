package replay

import (
	"bufio"
	"io"
	"strings"
)

// play plays the server of a response: it reads one request, and sends the
// response.
func (m *message) play(c *serverConn) {
	method, err := readRequest(c)
	if err != nil {
		return
	}
	if _, err := c.Write(m.head); err != nil || method == "HEAD" {
		return
	}
	from := &readError{r: m.body}
	if _, err := io.Copy(c, from); err != nil && from.err != nil {
		c.fail(truncated(from.err))
	}
}

// readError keeps the error of a reader, to distinguish it from that of a writer.
type readError struct {
	r   io.Reader
	err error
}

func (e *readError) Read(p []byte) (int, error) {
	n, err := e.r.Read(p)
	if err != nil && err != io.EOF {
		e.err = err
	}
	return n, err
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
